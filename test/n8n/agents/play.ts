import assert from 'node:assert/strict';

import type { Emulator } from '../../emulator';
import { MANAGEMENT_TOOL, type Tool } from '../harness/agentWorkflow';
import type { ChatModel, Script, ToolCall } from '../harness/chatModel';
import type { Mailbox } from '../harness/mailbox';
import { addWorkflow, outputOf, runToEnd } from '../harness/restRun';
import type { Stage } from '../harness/stage';
import type { Workflow } from '../harness/workflows';

/** An n8n with an AI Agent whose model follows a script, and what the services and the model were asked. */
export interface Play {
	stage: Stage;
	url: string;
	cookie: string;
	emulator: Emulator;
	model: ChatModel;
	mailbox: Mailbox;
}

/** Runs a workflow with a script; returns the agent's final answer. */
export async function answer(
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
export function steps(
	...all: (ToolCall[] | string | ((results: string[]) => ToolCall[] | string))[]
): Script {
	let turn = 0;
	return ({ results }) => {
		const step = all[turn] ?? 'There is nothing left to do.';
		turn += 1;
		return typeof step === 'function' ? step(results) : step;
	};
}

/** An expression for a value that the model gives. */
export const fromAi = (key: string, type = 'string') =>
	`={{ $fromAI('${key}', 'The ${key}', '${type}') }}`;

/** A tool of the management node. */
export function managementTool(
	name: string,
	parameters: Record<string, unknown>,
	withSource = false,
): Tool {
	return { name, type: MANAGEMENT_TOOL, parameters, withSource };
}

/** A pipe as a model would define it. */
export const PIPE = {
	name: 'Orders',
	source: {
		kafka: {
			...{ type: 'kafka', format: 'JSONEachRow', brokers: 'broker.example.com:9092' },
			...{ topics: 'orders', authentication: 'SCRAM-SHA-256' },
		},
	},
	destination: {
		...{ database: 'default', table: 'orders', managedTable: true },
		tableDefinition: { engine: { type: 'MergeTree' } },
		columns: [{ name: 'id', type: 'UInt64' }],
	},
};
