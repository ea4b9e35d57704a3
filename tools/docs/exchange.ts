import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator, EmulatorOptions, LoggedRequest } from '../emulator';
import { idleService, startEmulator } from '../emulator';
import { SAMPLE_SOURCE } from '../samples/operationSamples';
import type { TriggerName } from '../engine/polledNode';
import { polledNode } from '../engine/polledNode';
import { runWorkflow } from '../engine/runWorkflow';
import type { NodeUnderTest } from '../engine/workflow';
import { credentialsOf, NODE, workflowOf } from '../engine/workflow';

/** `requests` arrived at the emulator, and the node output `items`. */
export interface Exchange {
	parameters: INodeParameters;
	requests: readonly LoggedRequest[];
	items: readonly IDataObject[];
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
		const run = await runWorkflow(workflowOf(given), { credentials });
		if (run.error !== undefined) throw run.error;
		const items = run.items(NODE).map(({ json }) => json);
		return { parameters: given.parameters, requests: emulator.requests, items };
	});
}

/** Runs a trigger's poll, and a manual test for its sample item. */
export async function exchangeOfPoll(
	trigger: TriggerName,
	parametersFor: (ids: Emulator['ids']) => INodeParameters,
	options: EmulatorOptions = {},
): Promise<Exchange> {
	return await exchangeWith(options, async (emulator) => {
		const parameters = parametersFor(emulator.ids);
		const { poll } = await polledNode(parameters, credentialsOf(emulator), trigger);
		await poll();
		const requests = [...emulator.requests];
		return { parameters, requests, items: (await poll('manual')) ?? [] };
	});
}

/** Throws if the contract doesn't allow a request. */
async function exchangeWith(
	options: EmulatorOptions,
	run: (emulator: Emulator) => Promise<Omit<Exchange, 'ids'>>,
): Promise<Exchange> {
	const seed = { services: [idleService()] };
	const emulator = await startEmulator({ seed, ...options });
	try {
		const exchange = await run(emulator);
		const { violations, ids } = emulator;
		if (violations.length > 0) throw new Error(violations.map(({ message }) => message).join('\n'));
		return { ...exchange, ids };
	} finally {
		await emulator.close();
	}
}
