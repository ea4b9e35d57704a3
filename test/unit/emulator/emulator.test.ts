import { gunzipSync } from 'node:zlib';

import { type Emulator, type Fault, startEmulator } from '../../../tools/emulator';
import { call, kafkaPipe, pathsOf, type Sent } from './client';

let emulator: Emulator;
const paths = () => pathsOf(emulator);
const create = (body: unknown = kafkaPipe()) =>
	call(emulator, paths().pipes, { method: 'POST', body });

beforeAll(async () => {
	emulator = await startEmulator();
});

beforeEach(() => {
	emulator.clearLog();
	emulator.faults.clear();
});

afterAll(() => emulator.close());

const REFUSED: Array<{ what: string; status: number; path: () => string; sent?: Sent }> = [
	{
		what: 'a body without its source',
		status: 400,
		path: () => paths().pipes,
		sent: { method: 'POST', body: { name: 'x' } },
	},
	{
		what: 'a body of the dashboard',
		status: 400,
		path: () => paths().dashboard,
		sent: { method: 'PUT', body: { tiles: 1 } },
	},
	{
		what: 'JSON that is none',
		status: 400,
		path: () => paths().pipes,
		sent: { method: 'POST', body: '{"name":' },
	},
	{ what: 'an unknown query', status: 400, path: () => `${paths().activities}?limit=1` },
	{ what: 'another path', status: 404, path: () => `${paths().service}/none` },
	{ what: 'another method', status: 404, path: () => paths().pipes },
];

it.each(REFUSED)('refuses $what with $status, and reports it', async ({ status, path, sent }) => {
	expect(await call(emulator, path(), sent)).toMatchObject({ status });
	expect(emulator.violations).toMatchObject([{ where: 'request', status }]);
});

it('reports a response of its own that the contract does not allow', async () => {
	const [good] = emulator.state.services.all();
	if (good === undefined) throw new Error('the service is seeded');
	emulator.state.services.set({ ...good, numReplicas: 'three' });
	const { status, json } = await call(emulator, paths().service);
	emulator.state.services.set(good);
	expect([status, json['status']]).toEqual([500, 500]);
	expect(emulator.violations).toMatchObject([{ where: 'answer', operationId: 'getService' }]);
});

interface FaultCase {
	what: string;
	fault: Fault;
	/** What the response has. */
	reply: object;
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const sample = { json: { result: { id: 'sample' } } };
const oversized = expect.stringContaining('Übergröße') as string;

const FAULTS: FaultCase[] = [
	{
		what: 'a status',
		fault: { kind: 'status', status: 503 },
		reply: { status: 503, json: { error: 'STATUS_503' } },
	},
	{
		what: 'a page of a status',
		fault: { kind: 'status', status: 424, body: '<html>', headers: { 'retry-after': '3' } },
		reply: { text: '<html>', headers: { ...html, 'retry-after': '3' } },
	},
	{
		what: 'the text of a status',
		fault: { kind: 'status', status: 502, body: 'late' },
		reply: { status: 502, text: 'late' },
	},
	{ what: 'a page', fault: { kind: 'html200' }, reply: { headers: html } },
	{
		what: 'half of a success',
		fault: { kind: 'cutJson200' },
		reply: { status: 200, json: {}, text: expect.stringMatching(/^\{/) as string },
	},
	{ what: 'nothing', fault: { kind: 'empty200' }, reply: { status: 200, text: '' } },
	{
		what: 'no result',
		fault: { kind: 'noResult200' },
		reply: { status: 200, text: expect.not.stringContaining('result') as string },
	},
	{
		what: 'too much',
		fault: { kind: 'hugeBody', bytes: 100_000 },
		reply: { json: { result: { padding: 'x'.repeat(100_000) } } },
	},
	{ what: 'latin1', fault: { kind: 'wrongCharset' }, reply: { latin1: oversized } },
	{
		what: 'UTF-16',
		fault: { kind: 'wrongCharset', encoding: 'utf16le' },
		reply: { utf16le: oversized },
	},
	{
		what: 'a redirect',
		fault: { kind: 'redirect', location: 'http://x/', status: 307 },
		reply: { status: 307, headers: { location: 'http://x/' } },
	},
	{ what: 'a delay', fault: { kind: 'delay', ms: 5 }, reply: { status: 200 } },
	{ what: 'drops', fault: { kind: 'drip', intervalMs: 1 }, reply: sample },
	{
		what: 'depth',
		fault: { kind: 'nested', depth: 2 },
		reply: { json: { result: { nested: { a: { a: null } } } } },
	},
];

it.each(FAULTS)('responds with $what', async ({ fault, reply }) => {
	emulator.faults.add(fault);
	const received = await call(emulator, paths().service);
	const { bytes } = received;
	const texts = { latin1: bytes.toString('latin1'), utf16le: bytes.toString('utf16le') };
	expect({ ...received, ...texts }).toMatchObject(reply);
	expect(emulator.requests).toMatchObject([{ fault: fault.kind, status: received.status }]);
});

it('responds with a little that unpacks to much', async () => {
	emulator.faults.add({ kind: 'gzipBomb', unpackedBytes: 5_000_000 });
	const { bytes, headers } = await call(emulator, paths().service);
	expect(headers['content-encoding']).toBe('gzip');
	expect(bytes.length).toBeLessThan(10_000);
	expect(gunzipSync(bytes).length).toBe(5_000_000);
});

it('quotes the input that it received', async () => {
	emulator.faults.add({ kind: 'echo' });
	expect((await create()).json['error']).toContain('secret-password');
});

const BREAKS: Array<{ kind: 'resetBeforeHeaders' | 'resetMidBody'; status?: number }> = [
	{ kind: 'resetBeforeHeaders' },
	{ kind: 'resetMidBody', status: 200 },
];

it.each(BREAKS)('breaks the connection by $kind', async ({ kind, status }) => {
	emulator.faults.add({ kind });
	await expect(call(emulator, paths().service)).rejects.toMatchObject({ code: 'ECONNRESET' });
	expect(emulator.requests).toMatchObject([{ status, fault: kind }]);
});

it('never answers, and notices that the client has disconnected', async () => {
	const patience = new AbortController();
	emulator.faults.add({ kind: 'hang' });
	const asked = [1, 2, 3].map(() =>
		expect(call(emulator, paths().service, { signal: patience.signal })).rejects.toThrow('aborted'),
	);
	while (emulator.requests.length < 3) await new Promise(setImmediate);
	expect(emulator.maxInFlight).toBe(3);
	patience.abort();
	await Promise.all(asked);
	while (emulator.maxInFlight > 0) {
		await new Promise(setImmediate);
		// Cleared, the log starts with the requests that are still open.
		emulator.clearLog();
	}
});

const ACTS: Array<{ made: number; fault: Fault }> = [
	{ made: 1, fault: { kind: 'status', status: 504, actAnyway: true } },
	{ made: 1, fault: { kind: 'resetBeforeHeaders', actAnyway: true } },
	{ made: 0, fault: { kind: 'status', status: 504 } },
];

it.each(ACTS)('creates $made pipes before $fault', async ({ made, fault }) => {
	const before = emulator.state.pipes.size;
	emulator.faults.add(fault);
	await create().catch(() => undefined);
	expect(emulator.state.pipes.size).toBe(before + made);
});

it('applies the first fault that fits method, path and operation, as often as it may', async () => {
	emulator.faults.add({ kind: 'status', status: 501, match: { method: 'post' } });
	emulator.faults.add({ kind: 'status', status: 502, match: { path: /activity-\d$/g }, times: 2 });
	const match = { operationId: 'listActivities' };
	const last = emulator.faults.add({ kind: 'status', status: 503, match });
	const statuses: number[][] = [];
	for (let round = 0; round < 3; round += 1) {
		const asked = [paths().service, `${paths().activities}/activity-1`, paths().activities];
		const replies = await Promise.all(asked.map((path) => call(emulator, path)));
		statuses.push(replies.map(({ status }) => status));
		if (round === 1) last.remove();
	}
	expect(statuses).toEqual([
		[200, 502, 503],
		[200, 502, 503],
		[200, 200, 200],
	]);
	expect([last.given, (await create()).status]).toEqual([2, 501]);
});
