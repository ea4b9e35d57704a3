import type { IDataObject } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { sampleNode, sampleOf } from './harness/operationSamples';
import { retryWorkflow, runWorkflow } from './harness/runWorkflow';
import { credentialsOf, hintsOf, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

const NOTE = /made in the attempt at .+ with other secrets, and not made again\./;
const SOURCE = { method: 'usernamePassword', username: 'loader', password: 'mistyped-1' };

describe('a secret that was corrected before the Retry', () => {
	it.each([
		['password', { password: 'corrected-2' }, true],
		['user name', { username: 'loader2' }, true],
		['nothing', {}, false],
	])('is told: the %s', async (_case, correction, isTold) => {
		emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
		emulator.faults.add({ kind: 'status', status: 409, times: 1 });
		const node = sampleNode(sampleOf('pipe create'), emulator.ids, { name: '={{ $json.name }}' });
		const file = workflowOf(node, [{ name: 'one' }, { name: 'two' }]);
		const credentials = (source: IDataObject) => credentialsOf(emulator, { source });
		const failed = await runWorkflow(file, { credentials: credentials(SOURCE) });
		expect(failed.error).toHaveProperty('httpCode', '409');
		const corrected = credentials({ ...SOURCE, ...correction });
		const retried = await retryWorkflow(failed, file, { credentials: corrected });
		expect(retried.error).toBeUndefined();
		const names = emulator.requests.map(({ rawBody }) => /"name":"(\w+)"/.exec(rawBody)?.[1]);
		expect(names).toEqual(['one', 'two', 'two']);
		const summaries = retried
			.items(NODE)
			.map(({ json }) => NOTE.test(JSON.stringify(json['summary'])));
		expect(summaries).toEqual([isTold, false]);
		expect(hintsOf(retried).some((hint) => NOTE.test(hint))).toBe(isTold);
		expect(JSON.stringify(retried.run.data.resultData)).not.toMatch(/mistyped|corrected/);
	});
});
