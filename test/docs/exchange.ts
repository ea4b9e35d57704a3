import type { INodeParameters } from 'n8n-workflow';

import type { Emulator, EmulatorOptions, LoggedRequest } from '../emulator';
import { startEmulator } from '../emulator';
import type { TriggerName } from '../engine/harness/polledNode';
import { polledNode } from '../engine/harness/polledNode';
import type { NodeUnderTest } from '../engine/harness/workflow';
import { credentialsOf, workflowOf } from '../engine/harness/workflow';
import { runWorkflow } from '../engine/harness/runWorkflow';

/** A request as it arrived at the service. */
export type SentRequest = Pick<LoggedRequest, 'method' | 'url' | 'body'>;

/** What a node was set to, and what it sent. */
export interface Exchange {
	parameters: INodeParameters;
	requests: SentRequest[];
	ids: Emulator['ids'];
}

/** Runs one node in n8n's engine and returns the requests that it sent. Throws if the contract does not allow one. */
export async function requestsOfNode(
	node: (ids: Emulator['ids']) => NodeUnderTest,
	source: Record<string, string> = {},
): Promise<Exchange> {
	return await withEmulator(async (emulator) => {
		const { parameters, ...rest } = node(emulator.ids);
		const credentials = credentialsOf(emulator, { source });
		const { error } = await runWorkflow(workflowOf({ parameters, ...rest }), { credentials });
		if (error !== undefined) throw error;
		return { parameters, requests: sentTo(emulator), ids: emulator.ids };
	});
}

/** Polls a trigger once and returns the requests that it sent. */
export async function requestsOfPoll(
	trigger: TriggerName,
	parameters: (ids: Emulator['ids']) => INodeParameters,
	options: EmulatorOptions = {},
): Promise<Exchange> {
	return await withEmulator(async (emulator) => {
		const own = parameters(emulator.ids);
		const { poll } = await polledNode(own, credentialsOf(emulator), trigger);
		await poll();
		return { parameters: own, requests: sentTo(emulator), ids: emulator.ids };
	}, options);
}

async function withEmulator<T>(
	use: (emulator: Emulator) => Promise<T>,
	options: EmulatorOptions = { cloudOperations: true },
): Promise<T> {
	const emulator = await startEmulator(options);
	try {
		return await use(emulator);
	} finally {
		await emulator.close();
	}
}

function sentTo({ requests, violations }: Emulator): SentRequest[] {
	if (violations.length > 0) throw new Error(violations.map(({ message }) => message).join('\n'));
	return [...requests];
}
