import assert from 'node:assert/strict';

import { nodeNameToToolName } from 'n8n-workflow';

import { type Emulator, startEmulator } from '../emulator';
import { OPERATION_SAMPLES, type OperationSample } from '../engine/harness/operationSamples';
import { API_KEYS, canariesIn, SOURCES } from '../reliability/leaks/canaries';
import { takePicture } from './editor/picture';
import { agentWorkflow, DASHBOARD_TOOL, MANAGEMENT_TOOL, type Tool } from './harness/agentWorkflow';
import { openEditor, ownerCookie } from './harness/browser';
import { type ChatModel, openChatModel, type Script, type ToolCall } from './harness/chatModel';
import type { Checks } from './harness/checks';
import { type Mailbox, openMailbox } from './harness/mailbox';
import { startN8n } from './harness/n8n';
import { Opened } from './harness/opened';
import { progress } from './harness/progress';
import { addWorkflow, outputOf, runToEnd } from './harness/restRun';
import { credentialsFor, importInto, type ImportedCredential, type Stage } from './harness/stage';
import { until } from './harness/until';
import { example, type Workflow } from './harness/workflows';

/** An n8n with an AI Agent whose model follows a script, and what the services and the model were asked. */
interface Play {
	stage: Stage;
	url: string;
	cookie: string;
	emulator: Emulator;
	model: ChatModel;
	mailbox: Mailbox;
}

/** The nodes as tools of an AI Agent in n8n, whose model is a script. */
export async function agentsSuite(checks: Checks, stage: Stage): Promise<void> {
	progress('Agents: the nodes as tools of an AI Agent with a scripted model');
	const opened = new Opened();
	try {
		const emulator = await startEmulator({ keys: API_KEYS });
		opened.add(emulator.close);
		const model = await openChatModel();
		opened.add(model.close);
		const mailbox = await openMailbox(stage.n8n);
		opened.add(mailbox.close);
		await importInto(stage, 'credentials', credentialsOf(emulator, model, mailbox));
		const { url, stop } = await startN8n(stage.n8n, stage.env);
		opened.add(stop);
		const play = { stage, url, cookie: await ownerCookie(url), emulator, model, mailbox };
		await everyOperation(checks, play);
		await reading(checks, play);
		await creating(checks, play);
		await stopping(checks, play);
		await refused(checks, play);
		await agentPipes(checks, play);
		await picture(checks, play);
		await checks.check('no secret is in any message to the model', () => noSecrets(play));
	} finally {
		await opened.close();
	}
}

function credentialsOf(
	emulator: Emulator,
	{ url }: ChatModel,
	{ port }: Mailbox,
): ImportedCredential[] {
	const apiKey = 'only-for-the-scripted-model';
	const others = credentialsFor(emulator, port).map((credential) =>
		credential.id === 'source' ? { ...credential, data: SOURCES.usernamePassword } : credential,
	);
	const model = { id: 'openai', name: 'Chat Model', type: 'openAiApi', data: { apiKey, url } };
	return [...others, model];
}

/** Runs a workflow with a script; gives the agent's last word. */
async function answer(
	{ stage, url, cookie, emulator, model }: Play,
	flow: Workflow,
	script: Script,
) {
	emulator.clearLog();
	model.play(script);
	const run = await runToEnd(url, cookie, await addWorkflow(url, cookie, flow));
	assert.deepEqual(emulator.violations, []);
	return String(outputOf(stage.n8n, run).get('AI Agent')?.[0]?.output);
}

/** A script of steps, one for each turn. */
function steps(
	...all: (ToolCall[] | string | ((results: string[]) => ToolCall[] | string))[]
): Script {
	let turn = 0;
	return ({ results }) => {
		const step = all[turn] ?? 'There is nothing left to do.';
		turn += 1;
		return typeof step === 'function' ? step(results) : step;
	};
}

const fromAi = (key: string, type = 'string') =>
	`={{ $fromAI('${key}', 'The ${key}', '${type}') }}`;

const FIXED = new Set([
	'resource',
	'operation',
	'method',
	'output',
	'sort',
	'sourceKind',
	'regionId',
]);

/** A sample as a tool: the model gives every text that is not a choice. */
function sampleTool(
	name: string,
	{ type, parameters, withSource }: OperationSample,
	ids: Emulator['ids'],
) {
	const given = Object.entries(parameters(ids)).filter(
		(entry): entry is [string, string] => typeof entry[1] === 'string' && !FIXED.has(entry[0]),
	);
	const tool: Tool = {
		name: name.replace(',', ''),
		type: type.endsWith('cloudDashboard') ? DASHBOARD_TOOL : MANAGEMENT_TOOL,
		parameters: {
			...parameters(ids),
			...Object.fromEntries(given.map(([key]) => [key, fromAi(key)])),
		},
		...(withSource === true ? { withSource } : {}),
	};
	return { tool, input: Object.fromEntries(given) };
}

async function everyOperation(checks: Checks, play: Play): Promise<void> {
	const { ids } = play.emulator;
	const samples = Object.entries(OPERATION_SAMPLES);
	const tools = samples.map(([name, sample]) => sampleTool(name, sample, ids));
	const calls = tools.map(({ tool, input }) => ({ name: nodeNameToToolName(tool.name), input }));
	await checks.check('every operation of both nodes is called as a tool', async () => {
		const flow = agentWorkflow(
			'Every operation',
			tools.map(({ tool }) => tool),
		);
		let results: string[] = [];
		const script = steps(calls, (given) => {
			results = given;
			return 'Done.';
		});
		assert.equal(await answer(play, flow, script), 'Done.');
		const sent = play.emulator.requests.map(({ method, path, status }) => ({
			method,
			path: path.split('?')[0],
			status,
		}));
		const wanted = samples.map(([, { method, path }]) => ({
			method,
			path: path(ids),
			status: 200,
		}));
		assert.deepEqual(
			sent.map((one) => JSON.stringify(one)).sort(),
			wanted.map((one) => JSON.stringify(one)).sort(),
		);
		assert.equal(results.length, samples.length);
		assert.deepEqual(
			results.filter((result) => result.includes('"error"')),
			[],
		);
	});
	await checks.check('the model is told of each tool what it does, and what to give', () => {
		const offered = play.model.turns[0]?.tools ?? [];
		assert.deepEqual(offered.map(({ name }) => name).sort(), calls.map(({ name }) => name).sort());
		for (const { name, description, parameters } of offered) {
			assert.match(description, /^[A-Z]\w+ .+ in Cloud (Management|Dashboard)$/, name);
			const wanted = calls.find((call) => call.name === name)?.input ?? {};
			assert.deepEqual(Object.keys(parameters.properties ?? {}).sort(), Object.keys(wanted).sort());
		}
	});
}

/** A tool of the management node. */
function managementTool(
	name: string,
	parameters: Record<string, unknown>,
	withSource = false,
): Tool {
	return { name, type: MANAGEMENT_TOOL, parameters, withSource };
}

async function reading(checks: Checks, play: Play): Promise<void> {
	await checks.check('a service is read, and "is it up?" answered from it', async () => {
		const { serviceId } = play.emulator.ids;
		const tool = managementTool('Get Service', {
			resource: 'service',
			operation: 'get',
			serviceId: fromAi('service_id'),
		});
		const script = steps(
			[{ name: 'Get_Service', input: { service_id: serviceId } }],
			([result = '']) => {
				const state = /"state":"(\w+)"/.exec(result)?.[1] ?? 'unknown';
				return `The service is ${state}.`;
			},
		);
		const { state } = play.emulator.state.services.get(serviceId) ?? {};
		assert.equal(
			await answer(play, agentWorkflow('Is it up', [tool]), script),
			`The service is ${String(state)}.`,
		);
		assert.equal(play.emulator.requests.length, 1);
	});
}

const PIPE = {
	name: 'Orders',
	source: {
		kafka: {
			...{ type: 'kafka', format: 'JSONEachRow', brokers: 'broker.example.com:9092' },
			...{ topics: 'orders', authentication: 'SCRAM-SHA-256' },
		},
	},
	destination: {
		...{ database: 'default', table: 'orders', managedTable: true },
		columns: [{ name: 'id', type: 'UInt64' }],
	},
};

const CREATE = managementTool(
	'Create Pipe',
	{
		...{ resource: 'pipe', operation: 'create', serviceId: fromAi('service_id') },
		...{ pipeInput: 'json', pipeJson: fromAi('pipe_definition', 'json') },
	},
	true,
);

async function creating(checks: Checks, play: Play): Promise<void> {
	const { serviceId } = play.emulator.ids;
	const call = (pipe: unknown) => [
		{ name: 'Create_Pipe', input: { service_id: serviceId, pipe_definition: pipe } },
	];
	await checks.check(
		'a pipe is created by JSON after one refused try, from what the refusal says',
		async () => {
			const { topics, ...kafka } = { ...PIPE.source.kafka, format: 'JSON' };
			const script = steps(
				call({ ...PIPE, source: { kafka } }),
				([refusal = '']) => {
					const message = String(JSON.parse(refusal)[0].error);
					assert.match(message, /Nothing was sent/);
					// All that the second try changes is read from the message.
					const missing = /"source\.kafka\.(\w+)" is missing/.exec(message)?.[1] ?? '';
					const format = /"source\.kafka\.format" is "JSON".*?Use one of: (\w+)/.exec(message)?.[1];
					return call({ ...PIPE, source: { kafka: { ...kafka, format, [missing]: topics } } });
				},
				([, created = '']) => `Created ${String(JSON.parse(created)[0].name)}.`,
			);
			assert.equal(
				await answer(play, agentWorkflow('Create', [CREATE]), script),
				'Created Orders.',
			);
			assert.equal(play.model.turns.length, 3);
			const [post, ...others] = play.emulator.requests;
			assert.deepEqual(others, []);
			assert.deepEqual([post?.method, post?.status], ['POST', 200]);
			assert.ok(JSON.stringify(post?.body).includes('credentials'), 'the credential fills in');
		},
	);
}

const STOP = managementTool('Stop Pipe', {
	...{ resource: 'pipe', operation: 'stop', serviceId: fromAi('service_id') },
	pipeId: fromAi('pipe_id'),
});

const stopCalls = (play: Play, ids: string[]): ToolCall[] =>
	ids.map((pipe_id) => ({
		name: 'Stop_Pipe',
		input: { service_id: play.emulator.ids.serviceId, pipe_id },
	}));

async function stopping(checks: Checks, play: Play): Promise<void> {
	await checks.check('three pipes are stopped, one request each', async () => {
		const { kinesisPipeId, objectStoragePipeId, postgresPipeId } = play.emulator.ids;
		const pipes = [kinesisPipeId, objectStoragePipeId, postgresPipeId];
		const script = steps(stopCalls(play, pipes), (results) => {
			const accepted = results.filter((result) => result.includes('"accepted":true'));
			return `${String(accepted.length)} pipes are stopping.`;
		});
		assert.equal(
			await answer(play, agentWorkflow('Stop', [STOP]), script),
			'3 pipes are stopping.',
		);
		const stopped = play.emulator.requests.map(({ path, body }) => ({
			path: path.split('/').at(-2),
			body,
		}));
		assert.deepEqual(
			stopped,
			pipes.map((path) => ({ path, body: { command: 'stop' } })),
		);
	});
}

async function refused(checks: Checks, play: Play): Promise<void> {
	const { emulator } = play;
	const { serviceId } = emulator.ids;
	const create = [{ name: 'Create_Pipe', input: { service_id: serviceId, pipe_definition: PIPE } }];
	const errorOf = (result = '') => String(JSON.parse(result)[0].error);
	await checks.check(
		'a write that the service refuses is sent once, and the model is told why',
		async () => {
			const body = { status: 400, error: 'BAD_REQUEST: the table exists' };
			emulator.faults.add({ kind: 'status', status: 400, body, times: 1 });
			const script = steps(create, ([refusal]) => errorOf(refusal));
			const said = await answer(play, agentWorkflow('Refused', [CREATE]), script);
			assert.match(said, /BAD_REQUEST: the table exists/);
			assert.equal(emulator.requests.length, 1);
		},
	);
	await checks.check(
		'a write of unknown outcome is not sent again, even if the model asks for it',
		async () => {
			emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
			const script = steps(create, create, (results) => results.map(errorOf).join('\n'));
			const said = await answer(play, agentWorkflow('Unknown', [CREATE]), script);
			assert.match(said, /The pipe may have been created. Look at the pipes of the service/);
			assert.match(said, /Not sent again: it was sent at/);
			assert.equal(emulator.requests.length, 1);
		},
	);
}

const EXAMPLE = 'agent-pipes';
/** n8n answers programs that look at links in mails with nothing. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };

/** Clicks a button of the next mail that asks for approval; gives the mail and what was sent before the click. */
async function click({ mailbox, emulator }: Play, approved: boolean) {
	await until('the mail that asks for approval has come', () => mailbox.mails.length > 0);
	const [{ text = '', subject = '' } = {}] = mailbox.mails.splice(0);
	const before = emulator.requests.length;
	const links = text.match(/https?:\/\/[^\s\]]+/g) ?? [];
	const link = links.find((found) => found.includes(`approved=${String(approved)}`));
	assert.ok(link !== undefined, text);
	const response = await fetch(link.replace('localhost', '127.0.0.1'), { headers: BROWSER });
	assert.equal(response.status, 200, await response.text());
	return { text, subject, before };
}

async function agentPipes(checks: Checks, play: Play): Promise<void> {
	const { serviceId } = play.emulator.ids;
	const input = { service_id: serviceId, pipe_definition: PIPE };
	const check = [{ name: 'Check_Pipe', input }];
	const create = [{ name: 'Create_Pipe', input: { toolParameters: input, hitlParameters: {} } }];
	await checks.check(
		'agent-pipes checks a pipe, asks a person, and creates it once approved',
		async () => {
			const script = steps(check, create, ([checked = '', created = '']) => {
				assert.equal(JSON.parse(checked)[0].dryRun, true);
				return `Created ${String(JSON.parse(created)[0].name)}.`;
			});
			const [said, asked] = await Promise.all([
				answer(play, example(EXAMPLE), script),
				click(play, true),
			]);
			assert.equal(said, 'Created Orders.');
			assert.equal(asked.subject, 'An agent asks for your approval');
			assert.match(asked.text, /Create_Pipe[\s\S]*broker\.example\.com/);
			assert.deepEqual(canariesIn(asked.text), []);
			assert.equal(asked.before, 0);
			assert.deepEqual(
				play.emulator.requests.map(({ method }) => method),
				['POST'],
			);
		},
	);
	await checks.check('agent-pipes sends nothing that the person declines', async () => {
		const script = steps(create, ([declined = '']) => declined);
		const [said] = await Promise.all([answer(play, example(EXAMPLE), script), click(play, false)]);
		assert.match(said, /rejected the tool call/);
		assert.deepEqual(play.emulator.requests, []);
	});
}

async function picture(checks: Checks, { stage, url, cookie }: Play): Promise<void> {
	await checks.check('agent-pipes opens in the editor with nothing to correct', async () => {
		const id = await addWorkflow(url, cookie, example(EXAMPLE));
		const { browser, context } = await openEditor(stage.n8n, url);
		try {
			const page = await context.newPage();
			await page.goto(`${url}/workflow/${id}`);
			await page.locator('[data-test-id="canvas-node"][data-node-name="Ask a Person"]').waitFor();
			await page.locator('[data-test-id="zoom-to-fit"]').click();
			await takePicture(page, 'agent-pipes');
			assert.equal(await page.locator('[data-test-id="node-issues"]').count(), 0);
		} finally {
			await browser.close();
		}
	});
}

/** The search is worth something only where the model was told what the tools gave. */
function noSecrets({ model, emulator }: Play): void {
	const all = model.requests.join('\n');
	assert.ok(all.includes(emulator.ids.serviceId) && all.includes('Not sent again'));
	assert.deepEqual(
		canariesIn(`${API_KEYS.keySecret} ${Buffer.from(API_KEYS.accessToken).toString('base64')}`)
			.length > 1,
		true,
	);
	assert.deepEqual(canariesIn(all), []);
}
