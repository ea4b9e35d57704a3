import assert from 'node:assert/strict';

import type { ChatModel, Script, ToolCall } from '../../../tools/n8n/harness/chatModel';
import type { PlayedN8n } from '../../../tools/n8n/harness/playedN8n';
import { addWorkflow, outputOf, runToEnd } from '../../../tools/n8n/harness/restRun';
import type { Workflow } from '../../../tools/n8n/harness/workflows';

/** An n8n with an AI Agent whose model follows a script. */
export interface Play extends PlayedN8n {
	model: ChatModel;
}

/** Runs a workflow with a script; returns the agent's final answer. */
export async function answer(play: Play, flow: Workflow, script: Script) {
	play.emulator.clearLog();
	play.model.play(script);
	const run = await runToEnd(play, await addWorkflow(play, flow));
	assert.deepEqual(play.emulator.violations, []);
	return String(outputOf(play.n8n, run).get('AI Agent')?.[0]?.output);
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
