import { gunzipSync } from 'node:zlib';

import { type Emulator, type Fault, startEmulator } from '../../../tools/emulator';
import { call, kafkaPipe, pathsOf, type Reply, type Sent } from './client';

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

it.each<[string, number, () => string, Sent]>([
	['a body without its source', 400, () => paths().pipes, { method: 'POST', body: { name: 'x' } }],
	['a body of the dashboard', 400, () => paths().dashboard, { method: 'PUT', body: { tiles: 1 } }],
	['JSON that is none', 400, () => paths().pipes, { method: 'POST', body: '{"name":' }],
	['a query that is not described', 400, () => `${paths().activities}?limit=1`, {}],
	['another path', 404, () => `${paths().service}/none`, {}],
	['another method', 404, () => paths().pipes, {}],
])('refuses %s, and reports it', async (_name, status, path, sent) => {
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

const sample = { json: { result: { id: 'sample' } } };
const encoded =
	(encoding: BufferEncoding) =>
	({ bytes }: Reply) =>
		bytes.toString(encoding);

it.each<[string, Fault, object, ((reply: Reply) => unknown)?, unknown?]>([
	['a status', { kind: 'status', status: 503 }, { status: 503, json: { error: 'STATUS_503' } }],
	[
		'a page',
		{ kind: 'status', status: 424, body: '<html>', headers: { 'retry-after': '3' } },
		{ text: '<html>', headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '3' } },
	],
	['text', { kind: 'status', status: 502, body: 'late' }, { status: 502, text: 'late' }],
	[
		'another page',
		{ kind: 'html200' },
		{ headers: { 'content-type': 'text/html; charset=utf-8' } },
	],
	['a cut success', { kind: 'cutJson200' }, { status: 200, json: {} }, ({ text }) => text[0], '{'],
	['nothing', { kind: 'empty200' }, { status: 200, text: '' }],
	['no result', { kind: 'noResult200' }, {}, ({ json }) => Object.keys(json).length, 2],
	['a large one', { kind: 'hugeBody' }, {}, ({ bytes }) => bytes.length > 10 * 1024 * 1024, true],
	['latin1', { kind: 'wrongCharset' }, {}, encoded('latin1'), expect.stringContaining('Übergröße')],
	[
		'UTF-16',
		{ kind: 'wrongCharset', encoding: 'utf16le' },
		{},
		...([encoded('utf16le'), expect.stringContaining('Übergröße')] as const),
	],
	['a redirect', { kind: 'redirect', location: 'http://x/', status: 307 }, { status: 307 }],
	['a delay', { kind: 'delay', ms: 5 }, { status: 200 }],
	['drops', { kind: 'drip', intervalMs: 1 }, sample],
	['depth', { kind: 'nested', depth: 9 }, {}, ({ text }) => text.split('{"a":').length, 10],
	[
		'a gzip bomb',
		{ kind: 'gzipBomb', unpackedBytes: 5_000_000 },
		{ headers: { 'content-encoding': 'gzip' } },
		({ bytes }) => [bytes.length < 10_000, gunzipSync(bytes).length],
		[true, 5_000_000],
	],
])('responds with %s', async (_name, fault, shown, of = () => undefined, expected) => {
	emulator.faults.add(fault);
	const reply = await call(emulator, paths().service);
	expect(reply).toMatchObject(shown);
	expect(of(reply)).toEqual(expected);
	expect(emulator.requests).toMatchObject([{ fault: fault.kind, status: reply.status }]);
});

it('quotes the input that it received', async () => {
	emulator.faults.add({ kind: 'echo' });
	expect((await create()).json['error']).toContain('secret-password');
});

it.each<[Fault, number | undefined]>([
	[{ kind: 'resetBeforeHeaders' }, undefined],
	[{ kind: 'resetMidBody' }, 200],
])('breaks the connection: %j', async (fault, status) => {
	emulator.faults.add(fault);
	await expect(call(emulator, paths().service)).rejects.toMatchObject({ code: 'ECONNRESET' });
	expect(emulator.requests).toMatchObject([{ status, fault: fault.kind }]);
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

it.each<[boolean, Fault]>([
	[true, { kind: 'status', status: 504, actAnyway: true }],
	[true, { kind: 'cutJson200', actAnyway: true }],
	[true, { kind: 'nested', depth: 10, actAnyway: true }],
	[true, { kind: 'resetBeforeHeaders', actAnyway: true }],
	[false, { kind: 'status', status: 504 }],
])('carries the request out: %s, %j', async (acts, fault) => {
	const before = emulator.state.pipes.size;
	emulator.faults.add(fault);
	await create().catch(() => undefined);
	expect(emulator.state.pipes.size).toBe(before + Number(acts));
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
