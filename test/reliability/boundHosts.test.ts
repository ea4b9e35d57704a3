import type { IDataObject } from 'n8n-workflow';

import type { Emulator } from '../../tools/emulator';
import { startForEachTest } from '../eachTest';
import {
	OPERATION_SAMPLES,
	SAMPLE_SOURCE,
	sampleNode,
	sampleOf,
} from '../../tools/samples/operationSamples';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import { credentialsOf, detailsOf, workflowOf } from '../../tools/engine/workflow';

const SAMPLES = Object.entries(OPERATION_SAMPLES);

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

async function run(name: string, credential: IDataObject) {
	const changes = { management: credential, dashboard: credential, source: SAMPLE_SOURCE };
	return await runWorkflow(workflowOf(sampleNode(sampleOf(name), emulator.ids)), {
		credentials: credentialsOf(emulator, changes),
	});
}

describe.each(SAMPLES.map(([name]) => name))('%s', (name) => {
	it('sends nothing if the credential’s Allowed Domains leave its host out', async () => {
		const allowedDomains = 'api.example.com, *.example.org';
		const { error } = await run(name, { allowedHttpRequestDomains: 'domains', allowedDomains });
		expect(detailsOf(error)).toMatchObject({ outcome: 'notSent', reason: 'invalidInput' });
		expect(emulator.requests).toEqual([]);
	});

	it('sends if the credential’s Allowed Domains name its host', async () => {
		const allowedDomains = 'api.example.com,127.0.0.1';
		const { error } = await run(name, { allowedHttpRequestDomains: 'domains', allowedDomains });
		expect(error).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
	});
});
