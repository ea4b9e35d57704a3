import { type Emulator, type Fault, startSink } from '../../emulator';
import { call, give, kafkaPipe, matching, pathsOf, shareEmulator } from './client';

let emulator: Emulator;
const paths = () => pathsOf(emulator);

shareEmulator((started) => {
	emulator = started;
});

describe('a status', () => {
	it('comes with the error body of the API', async () => {
		const management = await give(emulator, { kind: 'status', status: 503 });
		expect([management.status, management.json]).toEqual([
			503,
			{ error: 'STATUS_503', status: 503 },
		]);
		const dashboard = await call(emulator, paths().dashboard, { method: 'PUT', body: {} });
		expect([dashboard.status, dashboard.json]).toEqual([503, { message: 'STATUS_503' }]);
	});

	it.each<[string, string | object, RegExp]>([
		['HTML', '<html>Gateway Timeout</html>', /^text\/html/],
		['text', 'upstream timed out', /^text\/plain/],
		['JSON', { error: 'ASLEEP', status: 424 }, /^application\/json/],
	])('comes with any %s', async (_name, body, type) => {
		const headers = { 'retry-after': '3' };
		const reply = await give(emulator, { kind: 'status', status: 424, body, headers });
		expect(reply.status).toBe(424);
		expect(reply.text).toBe(typeof body === 'string' ? body : JSON.stringify(body));
		expect(reply.headers).toMatchObject({ 'content-type': matching(type), ...headers });
	});
});

describe('a broken connection', () => {
	it('comes before any header', async () => {
		await expect(give(emulator, { kind: 'resetBeforeHeaders' })).rejects.toMatchObject({
			code: 'ECONNRESET',
		});
		expect(emulator.requests[0]).toMatchObject({
			status: undefined,
			fault: 'resetBeforeHeaders',
		});
	});

	it('comes in the middle of the body', async () => {
		await expect(give(emulator, { kind: 'resetMidBody' })).rejects.toMatchObject({
			code: 'ECONNRESET',
		});
		expect(emulator.requests[0]).toMatchObject({ status: 200, fault: 'resetMidBody' });
	});

	it('comes from the client when there is never an answer', async () => {
		const patience = new AbortController();
		emulator.faults.add({ kind: 'hang' });
		const asked = call(emulator, paths().service, { signal: patience.signal });
		const outcome = expect(asked).rejects.toThrow('aborted');
		while (emulator.requests.length === 0) await new Promise(setImmediate);
		patience.abort();
		await outcome;
		expect(emulator.requests).toEqual([
			expect.objectContaining({ status: undefined, fault: 'hang' }),
		]);
	});
});

describe('a strange success', () => {
	it('is HTML', async () => {
		const { status, text, headers } = await give(emulator, { kind: 'html200' });
		expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect(text).toMatch(/^<!DOCTYPE html>/);
	});

	it('is JSON that stops half-way', async () => {
		const { status, text } = await give(emulator, { kind: 'cutJson200' });
		expect(status).toBe(200);
		expect(text).toMatch(/^\{"requestId":/);
		expect(() => void JSON.parse(text)).toThrow(SyntaxError);
	});

	it('is empty', async () => {
		const { status, text } = await give(emulator, { kind: 'empty200' });
		expect([status, text]).toEqual([200, '']);
	});

	it('has no result', async () => {
		const { status, json } = await give(emulator, { kind: 'noResult200' });
		expect([status, Object.keys(json)]).toEqual([200, ['requestId', 'status']]);
		const dashboard = await call(emulator, paths().dashboard, { method: 'PUT', body: {} });
		expect([dashboard.status, dashboard.text]).toEqual([200, '{}']);
	});

	it('has a body of ten megabytes', async () => {
		const { status, bytes, json } = await give(emulator, { kind: 'hugeBody' });
		expect(status).toBe(200);
		expect(bytes.length).toBeGreaterThan(10 * 1024 * 1024);
		expect(json).toHaveProperty('result');
	});

	it.each(['latin1', 'utf16le'] as const)('has %s bytes and says utf-8', async (encoding) => {
		const { headers, bytes } = await give(emulator, { kind: 'wrongCharset', encoding });
		expect(headers['content-type']).toBe('application/json; charset=utf-8');
		expect(bytes.toString(encoding)).toContain('Übergröße');
		expect(bytes.toString('utf8')).not.toContain('Übergröße');
	});
});

describe('a redirect', () => {
	it('names another host, which keeps what it receives', async () => {
		const sink = await startSink();
		const location = `${sink.url}/elsewhere`;
		const { status, headers } = await give(emulator, { kind: 'redirect', location, status: 307 });
		expect([status, headers.location]).toEqual([307, location]);
		const followed = await fetch(location, {
			method: 'POST',
			headers: { 'x-probe': 'yes' },
			body: 'everything',
		});
		expect(await followed.json()).toEqual({});
		await sink.close();
		expect(sink.requests).toEqual([
			expect.objectContaining({ method: 'POST', url: '/elsewhere', body: 'everything' }),
		]);
		expect(sink.requests[0]?.headers['x-probe']).toBe('yes');
	});
});

describe('an echo', () => {
	it('has everything that was received in its error', async () => {
		emulator.faults.add({ kind: 'echo' });
		const { status, json } = await call(emulator, paths().pipes, {
			method: 'POST',
			body: kafkaPipe(),
		});
		expect(status).toBe(400);
		expect(json['error']).toContain('secret-password');
	});
});

describe('a delay', () => {
	it('comes before the usual answer', async () => {
		const before = performance.now();
		const { status } = await give(emulator, { kind: 'delay', ms: 60 });
		expect(status).toBe(200);
		// Timers count whole milliseconds.
		expect(performance.now() - before).toBeGreaterThanOrEqual(55);
	});
});

describe('which request gets a fault', () => {
	it('is set by method, path and operation', async () => {
		emulator.faults.add({ kind: 'status', status: 501, match: { method: 'post' } });
		emulator.faults.add({ kind: 'status', status: 502, match: { path: /\/activity-\d$/g } });
		const match = { operationId: 'listActivities' };
		emulator.faults.add({ kind: 'status', status: 503, match });
		const asked = [paths().service, `${paths().activities}/activity-1`, paths().activities];
		for (const expected of [
			[200, 502, 503],
			[200, 502, 503],
		]) {
			const replies = await Promise.all(asked.map((path) => call(emulator, path)));
			expect(replies.map(({ status }) => status)).toEqual(expected);
		}
		const created = await call(emulator, paths().pipes, { method: 'POST', body: kafkaPipe() });
		expect(created.status).toBe(501);
	});

	it('is set by how often, and the first in place comes first', async () => {
		const first = emulator.faults.add({ kind: 'status', status: 502, times: 2 });
		const second = emulator.faults.add({ kind: 'status', status: 503 });
		const statuses: number[] = [];
		for (let n = 0; n < 4; n += 1) {
			statuses.push((await call(emulator, paths().service)).status);
		}
		expect(statuses).toEqual([502, 502, 503, 503]);
		expect([first.given, second.given]).toEqual([2, 2]);
		second.remove();
		expect((await call(emulator, paths().service)).status).toBe(200);
	});
});

describe('a fault after the request was carried out', () => {
	const create = () => call(emulator, paths().pipes, { method: 'POST', body: kafkaPipe() });

	it.each<[string, Fault]>([
		['a gateway page', { kind: 'status', status: 504, body: '<html></html>' }],
		['an empty answer', { kind: 'empty200' }],
		['a cut answer', { kind: 'cutJson200' }],
	])('responds with %s for a pipe that is there', async (_name, fault) => {
		const before = emulator.state.pipes.size;
		emulator.faults.add({ ...fault, actAnyway: true });
		const { status, json } = await create();
		expect(status).toBe('status' in fault ? fault.status : 200);
		expect(json).toEqual({});
		expect(emulator.state.pipes.size).toBe(before + 1);
	});

	it('breaks the connection once the request was carried out', async () => {
		const before = emulator.state.pipes.size;
		emulator.faults.add({ kind: 'resetBeforeHeaders', actAnyway: true });
		await expect(create()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(emulator.state.pipes.size).toBe(before + 1);
	});

	it('does nothing where that is not asked for', async () => {
		const before = emulator.state.pipes.size;
		emulator.faults.add({ kind: 'status', status: 504 });
		await create();
		expect(emulator.state.pipes.size).toBe(before);
	});

	it('still checks the request against the contract', async () => {
		emulator.faults.add({ kind: 'status', status: 504, actAnyway: true });
		await call(emulator, paths().pipes, { method: 'POST', body: {} });
		expect(emulator.violations).toHaveLength(1);
	});
});
