import type { INodeParameters } from 'n8n-workflow';

import type { Emulator, EmulatorOptions, LoggedRequest } from '../emulator';
import { idleService, startEmulator } from '../emulator';
import { SAMPLE_SOURCE } from '../samples/operationSamples';
import type { TriggerName } from '../engine/polledNode';
import { polledNode } from '../engine/polledNode';
import { runWorkflow } from '../engine/runWorkflow';
import type { NodeUnderTest } from '../engine/workflow';
import { credentialsOf, workflowOf } from '../engine/workflow';

/** A node's parameters with the requests that arrived. */
export interface Exchange {
	parameters: INodeParameters;
	requests: readonly LoggedRequest[];
	ids: Emulator['ids'];
}

/** Runs a node in n8n's engine. */
export async function exchangeOfNode(
	node: (ids: Emulator['ids']) => NodeUnderTest,
	options: EmulatorOptions = {},
): Promise<Exchange> {
	return await exchangeWith(options, async (emulator) => {
		const given = node(emulator.ids);
		const credentials = credentialsOf(emulator, { source: SAMPLE_SOURCE });
		const { error } = await runWorkflow(workflowOf(given), { credentials });
		if (error !== undefined) throw error;
		return given.parameters;
	});
}

export async function exchangeOfPoll(
	trigger: TriggerName,
	parametersFor: (ids: Emulator['ids']) => INodeParameters,
	options: EmulatorOptions = {},
): Promise<Exchange> {
	return await exchangeWith(options, async (emulator) => {
		const parameters = parametersFor(emulator.ids);
		const { poll } = await polledNode(parameters, credentialsOf(emulator), trigger);
		await poll();
		return parameters;
	});
}

/** Throws if the contract doesn't allow a request. */
async function exchangeWith(
	options: EmulatorOptions,
	run: (emulator: Emulator) => Promise<INodeParameters>,
): Promise<Exchange> {
	const seed = { services: [idleService()] };
	const emulator = await startEmulator({ seed, ...options });
	try {
		const parameters = await run(emulator);
		const { requests, violations, ids } = emulator;
		if (violations.length > 0) throw new Error(violations.map(({ message }) => message).join('\n'));
		return { parameters, requests, ids };
	} finally {
		await emulator.close();
	}
}
