import type { INodeParameters } from 'n8n-workflow';

import type { Emulator, Fault } from '../../tools/emulator';
import { startEmulator } from '../../tools/emulator';
import { sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import {
	credentialsOf,
	detailsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

const MB = 1024 * 1024;
const MINUTE = 60_000;
const UNKNOWN = { outcome: 'unknown', reason: 'outcomeUnknown', requests: 1 };

/** Runs a node whose response has the fault. Returns the error's text, and how many requests arrived. */
async function runNode(nodeOf: (ids: Emulator['ids']) => NodeUnderTest, fault: Fault) {
	const emulator = await startEmulator();
	emulator.faults.add({ ...fault, actAnyway: true });
	try {
		const workflow = workflowOf(nodeOf(emulator.ids));
		const { error, items } = await runWorkflow(workflow, { credentials: credentialsOf(emulator) });
		const { outcome, reason } = detailsOf(error);
		const requests = emulator.requests.length;
		return { seen: { outcome, reason, requests }, error, items: items(NODE) };
	} finally {
		await emulator.close();
	}
}

async function run(name: string, fault: Fault, options: { timeout: number; maxRetries?: number }) {
	const own = { options: { maxRetries: 0, ...options } };
	return (await runNode((ids) => sampleNode(sampleOf(name), ids, own), fault)).seen;
}

/** A complete response would take minutes. */
const DRIP: Fault = { kind: 'drip', intervalMs: 500 };

it.each<[string, Fault, number]>([
	['A response that arrives byte by byte ends at the timeout', DRIP, 5000],
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

	it('is refused without a retry', async () => {
		const fault = { kind: 'nested', depth } as const;
		const read = await run('service get', fault, options);
		expect(read).toMatchObject({ reason: 'unavailable', requests: 1 });
		expect(await run('pipe stop', fault, options)).toEqual(UNKNOWN);
		expect(await run('pipe delete', fault, options)).toEqual(UNKNOWN);
	});

	it('is reported by its status if it has an error', async () => {
		const seen = await run('pipe stop', { kind: 'nested', depth, status: 400 }, options);
		expect(seen).toEqual({ outcome: 'refused', reason: 'refused', requests: 1 });
	});
});

/** Runs an operation whose response has this text as JSON. */
async function runWithJson(body: string, parameters: INodeParameters) {
	const headers = { 'content-type': 'application/json' };
	const fault = { kind: 'status', status: 200, body, headers } as const;
	return await runNode(() => ({ type: MANAGEMENT, parameters }), fault);
}

const PATH = '/v1/organizations/{organizationId}/echo';
const SEND = { resource: 'apiRequest', operation: 'send', path: PATH };
const LIST = { resource: 'activity', operation: 'getAll', returnAll: true };

it.each<[string, INodeParameters, object]>([
	['a read by API Request', SEND, { reason: 'unavailable', requests: 1 }],
	['a read by Activity → Get Many', LIST, { reason: 'unavailable', requests: 1 }],
	['a change', { ...SEND, method: 'POST' }, UNKNOWN],
])('A response of 25 million numbers in 48 MB is refused: %s', async (_, parameters, expected) => {
	const body = `{"result":[${'0,'.repeat(25_000_000 - 1)}0]}`;
	const { seen, error } = await runWithJson(body, parameters);
	expect(seen).toMatchObject(expected);
	if (!('method' in parameters)) expect(error?.description).toContain('less data');
});

it('100,000 activities of 20 members are read', async () => {
	const members = Array.from({ length: 20 }, (_, n) => [
		`member${String(n)}`,
		`value ${String(n)}`,
	]);
	const activity = JSON.stringify(Object.fromEntries(members));
	const body = `{"requestId":"r","status":200,"result":[${`${activity},`.repeat(99_999)}${activity}]}`;
	const { error, items } = await runWithJson(body, { ...LIST, output: 'raw' });
	expect(error?.message).toBeUndefined();
	expect(items).toHaveLength(100_000);
});
