import { gunzipSync } from 'node:zlib';
import { isJsonObject } from '../../contract/json';
import { type Emulator, ERROR_SHAPES, type ErrorShape, type Fault } from '../../emulator';
import { call, give, kafkaPipe, matching, pathsOf, shareEmulator } from './client';

let emulator: Emulator;
const paths = () => pathsOf(emulator);

shareEmulator((started) => {
	emulator = started;
});

describe('a gzip bomb', () => {
	it('is small on the wire and large when unpacked', async () => {
		const unpackedBytes = 5_000_000;
		const { headers, bytes } = await give(emulator, { kind: 'gzipBomb', unpackedBytes });
		expect(headers['content-encoding']).toBe('gzip');
		expect(bytes.length).toBeLessThan(unpackedBytes / 500);
		const unpacked = gunzipSync(bytes);
		expect(unpacked.length).toBe(unpackedBytes);
		expect(JSON.parse(unpacked.toString())).toMatchObject({ result: { id: 'sample' } });
	});

	it('becomes 200 MB by default', async () => {
		const { bytes } = await give(emulator, { kind: 'gzipBomb' });
		expect(bytes.length).toBeLessThan(300_000);
		expect(bytes.readUInt32LE(bytes.length - 4)).toBe(200 * 1024 * 1024);
	});
});

describe('a dripping response', () => {
	it('comes byte by byte, and is complete', async () => {
		emulator.faults.add({ kind: 'drip', intervalMs: 2 });
		const before = performance.now();
		const { bytes, json } = await call(emulator, paths().service);
		expect(json).toMatchObject({ result: { id: 'sample' } });
		// Timers count whole milliseconds.
		expect(performance.now() - before).toBeGreaterThanOrEqual(bytes.length * 1.5);
	});

	it('ends when the client is gone', async () => {
		const patience = new AbortController();
		emulator.faults.add({ kind: 'drip', intervalMs: 1000 });
		const sent = call(emulator, paths().service, { signal: patience.signal });
		const outcome = expect(sent).rejects.toThrow('aborted');
		while (emulator.requests.length === 0) await new Promise(setImmediate);
		patience.abort();
		await outcome;
		// Cleared, the log begins with what is still open.
		do {
			await new Promise(setImmediate);
			emulator.clearLog();
		} while (emulator.maxInFlight > 0);
	});
});

describe('a nested response', () => {
	function depthOf(value: unknown): number {
		let depth = 0;
		for (let inner = value; isJsonObject(inner); inner = inner['a']) depth += 1;
		return depth;
	}

	it('is as deep as set in the result', async () => {
		const { status, json } = await give(emulator, { kind: 'nested', depth: 2000 });
		expect(status).toBe(200);
		const result = json['result'];
		expect(isJsonObject(result) && depthOf(result['nested'])).toBe(2000);
	});

	it('is as deep as set in the error', async () => {
		const { status, json } = await give(emulator, { kind: 'nested', depth: 3, status: 400 });
		expect([status, json]).toEqual([400, { error: { a: { a: { a: null } } }, status: 400 }]);
	});

	it('can be deeper than any parser takes', async () => {
		const { text } = await give(emulator, { kind: 'nested', depth: 100_000 });
		expect(text.split('{"a":')).toHaveLength(100_001);
	});
});

describe('an error', () => {
	const WORDS = 'BAD_REQUEST: no such thing';

	it.each<[ErrorShape, RegExp, string]>([
		['message', /json/, `{"message":"${WORDS}"}`],
		['errorObject', /json/, `{"error":{"code":7,"message":"${WORDS}"}}`],
		['errorsObjects', /json/, `{"errors":[{"message":"${WORDS}"}]}`],
		['errorsTexts', /json/, `{"errors":["${WORDS}"]}`],
		['plainText', /^text\/plain/, WORDS],
	])('can have the shape %s', async (shape, type, expected) => {
		const body = ERROR_SHAPES[shape](WORDS);
		const { status, headers, text } = await give(emulator, { kind: 'status', status: 400, body });
		expect([status, text]).toEqual([400, expected]);
		expect(headers['content-type']).toMatch(type);
	});

	it('can be a page', async () => {
		const body = ERROR_SHAPES.html(WORDS);
		const { headers, text } = await give(emulator, { kind: 'status', status: 502, body });
		expect(headers['content-type']).toMatch(/^text\/html/);
		expect(text).toContain(`<h1>${WORDS}</h1>`);
	});

	it.each([408, 413, 422, 503])('of status %i can name a wait, in both forms', async (status) => {
		for (const wait of ['6', new Date(Date.now() + 6000).toUTCString()]) {
			const headers = { 'retry-after': wait };
			const reply = await give(emulator, { kind: 'status', status, headers, times: 1 });
			expect(reply).toMatchObject({ status, headers, json: { error: matching(/^STATUS_/) } });
		}
		expect((await call(emulator, paths().service)).status).toBe(200);
	});
});

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308] as const)(
		'of status %i names another origin',
		async (status) => {
			const location = 'http://other.example.com/elsewhere';
			const reply = await give(emulator, { kind: 'redirect', location, status });
			expect([reply.status, reply.headers.location]).toEqual([status, location]);
		},
	);
});

describe('a strange response after the request was carried out', () => {
	it.each<Fault>([
		{ kind: 'gzipBomb', unpackedBytes: 100_000 },
		{ kind: 'drip', intervalMs: 0 },
		{ kind: 'nested', depth: 10 },
	])('can be of kind $kind', async (fault) => {
		const before = emulator.state.pipes.size;
		emulator.faults.add({ ...fault, actAnyway: true });
		const { status } = await call(emulator, paths().pipes, { method: 'POST', body: kafkaPipe() });
		expect(status).toBe(200);
		expect(emulator.state.pipes.size).toBe(before + 1);
	});
});
