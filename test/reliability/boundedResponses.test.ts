import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../tools/emulator';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import {
	credentialsOf,
	detailsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';
import { sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import { withEmulator } from '../withEmulator';

const MB = 1024 * 1024;
const SUCCESS = { outcome: undefined, reason: undefined, requests: 1 };
const UNCLEAR_READ = { outcome: 'unknown', reason: 'unavailable', requests: 1 };
const UNKNOWN_CHANGE = { outcome: 'unknown', reason: 'outcomeUnknown', requests: 1 };
const SECOND = { timeout: 1000, maxRetries: 0 };
const MINUTE = { timeout: 60_000, maxRetries: 3 };

const emulator = withEmulator();

/** Runs a node whose every response has the fault. Returns what became of it. */
async function runNode(node: NodeUnderTest, fault: Fault) {
	emulator.faults.clear();
	emulator.faults.add({ ...fault, actAnyway: true });
	emulator.clearLog();
	const credentials = credentialsOf(emulator);
	const { error, items } = await runWorkflow(workflowOf(node), { credentials });
	const { outcome, reason } = detailsOf(error);
	return { outcome, reason, requests: emulator.requests.length, error, items: items(NODE) };
}

async function run(name: string, fault: Fault, options: INodeParameters) {
	const node = sampleNode(sampleOf(name), emulator.ids, { options });
	const { outcome, reason, requests } = await runNode(node, fault);
	return { outcome, reason, requests };
}

it('A response that arrives byte by byte ends at the timeout', async () => {
	// All of it would take minutes.
	const drip: Fault = { kind: 'drip', intervalMs: 500 };
	const read = await run('service get', drip, SECOND);
	expect(read).toEqual({ ...UNCLEAR_READ, reason: 'noConnection' });
	expect(await run('pipe stop', drip, SECOND)).toEqual(UNKNOWN_CHANGE);
});

it('A response is not read beyond 50 MB, unpacked', async () => {
	expect(await run('service get', { kind: 'gzipBomb' }, MINUTE)).toEqual(UNCLEAR_READ);
	expect(await run('pipe stop', { kind: 'gzipBomb' }, MINUTE)).toEqual(UNKNOWN_CHANGE);
});

it.each<{ name: string; fault: Fault }>([
	{ name: 'byte by byte within the timeout', fault: { kind: 'drip', intervalMs: 0 } },
	{ name: 'of 49 MB, unpacked', fault: { kind: 'gzipBomb', unpackedBytes: 49 * MB } },
	{ name: 'nested 90 deep', fault: { kind: 'nested', depth: 90 } },
])('A response $name is read', async ({ fault }) => {
	expect(await run('service get', fault, MINUTE)).toEqual(SUCCESS);
});

describe.each([101, 2_000_000])('A response nested %d deep', (depth) => {
	it('is refused without a retry', async () => {
		const fault: Fault = { kind: 'nested', depth };
		expect(await run('service get', fault, MINUTE)).toEqual(UNCLEAR_READ);
		expect(await run('pipe stop', fault, MINUTE)).toEqual(UNKNOWN_CHANGE);
		expect(await run('pipe delete', fault, MINUTE)).toEqual(UNKNOWN_CHANGE);
	});

	it('is reported by its status if it has an error', async () => {
		const seen = await run('pipe stop', { kind: 'nested', depth, status: 400 }, MINUTE);
		expect(seen).toEqual({ outcome: 'refused', reason: 'refused', requests: 1 });
	});
});

/** Runs an operation whose response has this text as JSON. */
async function runWithJson(body: string, parameters: INodeParameters) {
	const headers = { 'content-type': 'application/json' };
	const node = { type: MANAGEMENT, parameters };
	return await runNode(node, { kind: 'status', status: 200, body, headers });
}

const PATH = '/v1/organizations/{organizationId}/echo';
const SEND = { resource: 'apiRequest', operation: 'send', path: PATH };
const LIST = { resource: 'activity', operation: 'getAll', returnAll: true };

it.each([
	{ request: 'a read by API Request', parameters: SEND, expected: UNCLEAR_READ },
	{ request: 'a read by Activity → Get Many', parameters: LIST, expected: UNCLEAR_READ },
	{ request: 'a change', parameters: { ...SEND, method: 'POST' }, expected: UNKNOWN_CHANGE },
])(
	'A response of 25 million numbers in 48 MB is refused: $request',
	async ({ parameters, expected }) => {
		const body = `{"result":[${'0,'.repeat(25_000_000 - 1)}0]}`;
		const { error, ...seen } = await runWithJson(body, parameters);
		expect(seen).toEqual({ ...expected, items: [] });
		if (expected === UNCLEAR_READ) expect(error?.description).toContain('less data');
	},
);

it('100,000 activities are read', async () => {
	const activity = JSON.stringify({ id: 'activity', type: 'create', actor: 'Ada' });
	const body = `{"requestId":"r","status":200,"result":[${`${activity},`.repeat(99_999)}${activity}]}`;
	const { error, items } = await runWithJson(body, { ...LIST, output: 'raw' });
	expect(error?.message).toBeUndefined();
	expect(items).toHaveLength(100_000);
});
