import { createServer, type IncomingMessage } from 'node:http';

import type { ImportedCredential } from './content';
import { freePort } from './freePort';

/** The examples choose this model. */
const MODEL = 'gpt-5-mini';

/** The model requests a tool call in this form. */
interface ToolCall {
	name: string;
	input: Record<string, unknown>;
}

/** The model receives tools in this form. */
interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties?: object };
}

/** A turn is a request to the model, with the conversation and the available tools. */
export interface Turn {
	/** In order, since the user's question. */
	results: string[];
	tools: OfferedTool[];
}

/** Acts as the model: calls tools, or gives the final answer. */
export type Script = (turn: Turn) => ToolCall[] | string;

/** A local server that speaks the chat-completions protocol and follows a script. */
export interface ChatModel {
	/** The model's credential has this base URL. */
	url: string;
	/** Kept as received. */
	requests: string[];
	/** Turns since the script was set. */
	turns: Turn[];
	play: (script: Script) => void;
	close: () => Promise<void>;
}

export function modelCredential({ url }: ChatModel): ImportedCredential {
	const data = { apiKey: 'only-for-the-scripted-model', url };
	return { id: 'openai', name: 'Chat Model', type: 'openAiApi', data };
}

/** Opens a scripted chat model on a free port. */
export async function openChatModel(): Promise<ChatModel> {
	const requests: string[] = [];
	const turns: Turn[] = [];
	let script: Script = () => 'There is no script.';
	const server = createServer((request, response) => {
		response.setHeader('content-type', 'application/json');
		// n8n tests the credential, and lists models in the panel.
		if (request.method === 'GET') {
			response.end(JSON.stringify({ object: 'list', data: [{ id: MODEL, object: 'model' }] }));
			return;
		}
		void textOf(request).then((text) => {
			requests.push(text);
			const turn = turnOf(text);
			if (turn === undefined) {
				const error = { message: 'The scripted model does not stream' };
				response.writeHead(400).end(JSON.stringify({ error }));
				return;
			}
			turns.push(turn);
			response.end(JSON.stringify(completionOf(script(turn), requests.length)));
		});
	});
	const port = await freePort();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${String(port)}/v1`,
		requests,
		turns,
		play: (next) => {
			script = next;
			turns.length = 0;
		},
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString();
}

/** Undefined if the response should stream. */
function turnOf(text: string): Turn | undefined {
	const { messages = [], tools = [], stream } = JSON.parse(text);
	if (stream === true) return undefined;
	const asked = messages.findLastIndex(({ role }: { role: string }) => role === 'user');
	return {
		results: messages
			.slice(asked)
			.filter(({ role }: { role: string }) => role === 'tool')
			.map(({ content }: { content: unknown }) => String(content)),
		tools: tools.map((tool: { function: OfferedTool }) => tool.function),
	};
}

function completionOf(step: ToolCall[] | string, number: number): object {
	const message =
		typeof step === 'string'
			? { role: 'assistant', content: step }
			: { role: 'assistant', content: null, tool_calls: step.map(callOf(number)) };
	return {
		id: `completion-${String(number)}`,
		object: 'chat.completion',
		created: 0,
		model: MODEL,
		choices: [
			{ index: 0, message, finish_reason: typeof step === 'string' ? 'stop' : 'tool_calls' },
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function callOf(number: number) {
	return ({ name, input }: ToolCall, index: number) => ({
		id: `call-${String(number)}-${String(index)}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(input) },
	});
}
