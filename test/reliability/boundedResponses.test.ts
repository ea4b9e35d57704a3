import type { Fault } from '../emulator';
import { startEmulator } from '../emulator';
import { sampleNode, sampleOf } from '../engine/harness/operationSamples';
import { runWorkflow } from '../engine/harness/runWorkflow';
import { credentialsOf, detailsOf, workflowOf } from '../engine/harness/workflow';

const MB = 1024 * 1024;
const MINUTE = 60_000;
const UNKNOWN = { outcome: 'unknown', reason: 'outcomeUnknown', requests: 1 };

/** Runs an operation whose response has the fault. Returns what the error says, and how many requests arrived. */
async function run(name: string, fault: Fault, options: { timeout: number; maxRetries?: number }) {
	const emulator = await startEmulator();
	emulator.faults.add({ ...fault, actAnyway: true });
	try {
		const own = { options: { maxRetries: 0, ...options } };
		const workflow = workflowOf(sampleNode(sampleOf(name), emulator.ids, own));
		const { error } = await runWorkflow(workflow, { credentials: credentialsOf(emulator) });
		const { outcome, reason } = detailsOf(error);
		return { outcome, reason, requests: emulator.requests.length };
	} finally {
		await emulator.close();
	}
}

/** A complete response would take minutes. */
const DRIP: Fault = { kind: 'drip', intervalMs: 500 };

it.each<[string, Fault, number]>([
	['A response that comes byte by byte ends at the timeout', DRIP, 5000],
	['A response is not read beyond 50 MB, unpacked', { kind: 'gzipBomb' }, MINUTE],
])('%s', async (_, fault, timeout) => {
	const reason = fault === DRIP ? 'noConnection' : 'unavailable';
	expect(await run('service get', fault, { timeout })).toMatchObject({ reason, requests: 1 });
	expect(await run('pipe stop', fault, { timeout })).toEqual(UNKNOWN);
});

it.each<[string, Fault]>([
	['byte by byte within the timeout', { kind: 'drip', intervalMs: 1 }],
	['of 49 MB, unpacked', { kind: 'gzipBomb', unpackedBytes: 49 * MB }],
	['nested 90 deep', { kind: 'nested', depth: 90 }],
])('A response %s is read', async (_, fault) => {
	const seen = await run('service get', fault, { timeout: MINUTE });
	expect(seen).toEqual({ outcome: undefined, reason: undefined, requests: 1 });
});

describe.each([101, 20_000, 2_000_000])('A response nested %d deep', (depth) => {
	const options = { timeout: MINUTE, maxRetries: 3 };

	it('is refused, without another try', async () => {
		const fault = { kind: 'nested', depth } as const;
		const read = await run('service get', fault, options);
		expect(read).toMatchObject({ reason: 'unavailable', requests: 1 });
		expect(await run('pipe stop', fault, options)).toEqual(UNKNOWN);
		expect(await run('pipe delete', fault, options)).toEqual(UNKNOWN);
	});

	it('with an error is reported by its status', async () => {
		const seen = await run('pipe stop', { kind: 'nested', depth, status: 400 }, options);
		expect(seen).toEqual({ outcome: 'refused', reason: 'refused', requests: 1 });
	});
});
