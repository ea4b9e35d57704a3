import type { Fault } from '../emulator';
import { startEmulator } from '../emulator';
import { sampleNode, sampleOf } from '../engine/harness/operationSamples';
import { runWorkflow } from '../engine/harness/runWorkflow';
import { credentialsOf, workflowOf } from '../engine/harness/workflow';

const STOPPED = 'The pipe may have been stopped.';
const UNKNOWN = "Check the pipe's state in the console before you run the node again.";

/** Runs a read or a write whose response has the fault. Returns the error, and how many requests arrived. */
async function run(
	name: 'service get' | 'pipe delete' | 'pipe stop',
	fault: Fault,
	timeout: number,
	maxRetries = 0,
) {
	const emulator = await startEmulator();
	emulator.faults.add({ ...fault, actAnyway: true });
	try {
		const options = { maxRetries, timeout };
		const workflow = workflowOf(sampleNode(sampleOf(name), emulator.ids, { options }));
		const { error } = await runWorkflow(workflow, { credentials: credentialsOf(emulator) });
		const { message, description } = error ?? {};
		return { message, description, requests: emulator.requests.length };
	} finally {
		await emulator.close();
	}
}

describe('A response that comes byte by byte', () => {
	/** The complete response would take minutes. */
	const fault: Fault = { kind: 'drip', intervalMs: 500 };
	const timeout = 5000;
	const message = "The response wasn't complete within the timeout.";

	it('ends at the timeout, for a read', async () => {
		const seen = await run('service get', fault, timeout);
		expect(seen).toMatchObject({ message, requests: 1 });
	});

	it('ends at the timeout, for a write, whose outcome is unknown', async () => {
		const seen = await run('pipe stop', fault, timeout);
		expect(seen).toEqual({ message: `${STOPPED} ${message}`, description: UNKNOWN, requests: 1 });
	});

	it('is read to its end within the timeout', async () => {
		const seen = await run('service get', { kind: 'drip', intervalMs: 1 }, 60_000);
		expect(seen.message).toBeUndefined();
	});
});

describe('A response that grows when it is unpacked', () => {
	const message = 'The response is larger than 50 MB, so the node stopped reading.';

	it('is not read beyond 50 MB, for a read', async () => {
		const seen = await run('service get', { kind: 'gzipBomb' }, 60_000);
		expect(seen).toMatchObject({ message, requests: 1 });
	});

	it('is not read beyond 50 MB, for a write, whose outcome is unknown', async () => {
		const seen = await run('pipe stop', { kind: 'gzipBomb' }, 60_000);
		expect(seen).toEqual({ message: `${STOPPED} ${message}`, description: UNKNOWN, requests: 1 });
	});

	it('is read up to there', async () => {
		const unpackedBytes = 49 * 1024 * 1024;
		const seen = await run('service get', { kind: 'gzipBomb', unpackedBytes }, 60_000);
		expect(seen.message).toBeUndefined();
	});
});

describe.each([101, 20_000, 2_000_000])('A response nested %d deep', (depth) => {
	const message = 'The response is nested too deeply (status 200).';

	it('is refused, for a read, without another try', async () => {
		const seen = await run('service get', { kind: 'nested', depth }, 60_000, 3);
		expect(seen).toMatchObject({ message, requests: 1 });
	});

	it.each(['pipe stop', 'pipe delete'] as const)(
		'leaves the outcome of a write unknown: %s',
		async (name) => {
			const seen = await run(name, { kind: 'nested', depth }, 60_000, 3);
			expect(seen.message).toMatch(/^The pipe may have been (?:deleted|stopped)\. /);
			expect(seen.message).toContain(message);
			expect(seen.requests).toBe(1);
		},
	);

	it('with an error is reported by its status', async () => {
		const seen = await run('pipe stop', { kind: 'nested', depth, status: 400 }, 60_000);
		expect(seen.message).toBe('The API refused the request with status 400.');
	});
});

it('A response nested 90 deep is read', async () => {
	const seen = await run('service get', { kind: 'nested', depth: 90 }, 60_000);
	expect(seen).toMatchObject({ message: undefined, requests: 1 });
});
