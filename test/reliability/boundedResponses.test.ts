import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../tools/emulator';
import { detailsOf } from '../../tools/engine/workflow';
import { sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import { withEmulator } from '../withEmulator';

const UNCLEAR_READ = { outcome: 'unknown', reason: 'unavailable', requests: 1 };
const UNKNOWN_CHANGE = { outcome: 'unknown', reason: 'outcomeUnknown', requests: 1 };
const MINUTE = { timeout: 60_000, maxRetries: 3 };

const emulator = withEmulator();

/** Runs an operation with the fault in every response. */
async function run(name: string, fault: Fault, options: INodeParameters = MINUTE) {
	emulator.faults.clear();
	emulator.faults.add({ ...fault, actAnyway: true });
	emulator.clearLog();
	const node = sampleNode(sampleOf(name), emulator.ids, { options });
	const { error } = await emulator.runNode(node);
	const { outcome, reason } = detailsOf(error);
	return { outcome, reason, requests: emulator.requests.length };
}

it('ends a byte-by-byte response at the timeout', async () => {
	// The complete response would take minutes.
	const options = { timeout: 1000, maxRetries: 0 };
	const read = await run('service get', { kind: 'drip' }, options);
	expect(read).toEqual({ ...UNCLEAR_READ, reason: 'noConnection' });
	expect(await run('pipe stop', { kind: 'drip' }, options)).toEqual(UNKNOWN_CHANGE);
});

// test/unit/core/json.test.ts and http/transport.test.ts test the exact bounds.
it.each<{ name: string; fault: Fault }>([
	{ name: 'exceeds 50 MB unpacked', fault: { kind: 'gzipBomb' } },
	{ name: 'is nested too deeply', fault: { kind: 'nested', status: 200 } },
])('fails without a retry if the response $name', async ({ fault }) => {
	expect(await run('service get', fault)).toEqual(UNCLEAR_READ);
	expect(await run('pipe stop', fault)).toEqual(UNKNOWN_CHANGE);
});

it('reports the status of an error that is nested too deeply', async () => {
	const seen = await run('pipe stop', { kind: 'nested', status: 400 });
	expect(seen).toEqual({ outcome: 'refused', reason: 'refused', requests: 1 });
});
