import { Readable } from 'node:stream';

import type { IExecuteFunctions } from 'n8n-workflow';

import { SYSTEM_CLOCK } from '../../../../nodes/engine/time';
import { Client } from '../../../../nodes/engine/http/client';
import type { BodyReader } from '../../../../nodes/engine/request';
import { objectBody, requestUrl } from '../../../../nodes/engine/request';
import { SharedLimiter } from '../../../../nodes/engine/http/requestQueue';
import { ResponseTooLarge } from '../../../../nodes/engine/http/networkError';
import { n8nTransport } from '../../../../nodes/engine/http/transport';
import type { Respond } from '../fakes';
import { CREDENTIAL, fakeContext, json, EXPECTED_LIMIT } from '../fakes';

const READ = { method: 'GET', path: '/x' } as const;

const transportOf = (context: IExecuteFunctions, timeout = 120_000) =>
	n8nTransport(context, 'testApi', CREDENTIAL, timeout);

/** n8n's helper responds with `response`. */
async function send(response: unknown, timeout?: number, seen?: (context: object) => void) {
	const { context } = fakeContext();
	context.helpers.httpRequestWithAuthentication = async function (this: object) {
		seen?.(this);
		return await Promise.resolve(response);
	};
	return await transportOf(context, timeout)(READ, new AbortController());
}

/** A success arrives with this body. */
async function bodyOf(body: unknown, controller = new AbortController(), reader?: BodyReader) {
	const { context } = fakeContext();
	context.helpers.httpRequestWithAuthentication = async () =>
		await Promise.resolve({ statusCode: 200, headers: {}, body });
	const request = { ...READ, ...(reader && { reader: { name: '', open: () => reader } }) };
	return (await transportOf(context)(request, controller)).body;
}

const neverEnding = () =>
	fakeContext({
		respond: async (_, { signal }) =>
			await new Promise((_resolve, reject) => {
				const fail = (): void => {
					reject(new Error('broken off'));
				};
				if (signal?.aborted === true) fail();
				signal?.addEventListener('abort', fail);
			}),
	}).context;

describe('n8nTransport', () => {
	it("closes a stalled response's connection at the timeout", async () => {
		const body = new Readable({ read: () => undefined });
		body.push('{"result":');
		const sent = send({ statusCode: 200, headers: {}, body }, 20);
		await expect(sent).rejects.toMatchObject({ kind: 'incompleteResponse' });
		expect(body.destroyed).toBe(true);
	});

	it('ends each request at its own timeout', async () => {
		const transport = transportOf(neverEnding(), 60);
		const timeOfOne = async (delay: number): Promise<number> => {
			await new Promise((resolve) => setTimeout(resolve, delay));
			const startedAt = performance.now();
			const sent = transport(READ, new AbortController());
			await expect(sent).rejects.toMatchObject({ kind: 'timeout' });
			return performance.now() - startedAt;
		};
		const controller = new AbortController();
		const stopped = transport(READ, controller);
		controller.abort();
		await expect(stopped).rejects.toThrow('broken off');
		const times = await Promise.all([timeOfOne(0), timeOfOne(30), timeOfOne(30)]);
		const afterAll = await timeOfOne(0);
		for (const time of [...times, afterAll]) expect(time).toBeGreaterThan(55);
	});

	it('returns a response that is complete in time', async () => {
		const body = Readable.from([Buffer.from('{"result":'), Buffer.from('{}}')]);
		const response = { status: 200, headers: { a: 'b' }, body: Buffer.from('{"result":{}}') };
		expect(await send({ statusCode: 200, headers: { a: 'b' }, body })).toEqual(response);
		const none = { status: Number.NaN, headers: {}, body: undefined };
		expect(await send(undefined)).toEqual(none);
	});

	it("calls n8n's helper with its own context and the abort signal", async () => {
		const seen: unknown[] = [];
		await send({ statusCode: 200, headers: {}, body: '' }, 100, (context) => {
			for (const name of ['getExecutionCancelSignal', 'getNode', 'nothing']) {
				seen.push(name in context && typeof Reflect.get(context, name));
			}
		});
		expect(seen).toEqual(['function', 'function', false]);
		const { context, sent } = fakeContext();
		const controller = new AbortController();
		await transportOf(context)(READ, controller);
		expect(sent[0]?.signal).toBe(controller.signal);
	});

	it('sends a JSON body with the decrypted credential, without following redirects', async () => {
		const { context, sent } = fakeContext();
		const transport = transportOf(context);
		await transport(READ, new AbortController());
		await transport({ ...READ, method: 'POST', body: { a: 1 } }, new AbortController());
		const headers = {
			Accept: 'application/json',
			'User-Agent': 'n8n-nodes-cloud-management/development',
		};
		const read = {
			method: 'GET',
			url: 'https://api.example.com/base/x',
			headers,
			timeout: 120_000,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
		};
		const withType = { ...headers, 'Content-Type': 'application/json' };
		expect(sent.map(({ options }) => options)).toEqual([
			read,
			{ ...read, method: 'POST', headers: withType, body: '{"a":1}' },
		]);
		const stored = { id: 'testApi-id', name: 'testApi name', type: 'testApi', data: CREDENTIAL };
		expect(sent[0]?.extra).toEqual({ credentialsDecrypted: stored });
	});

	it("sends a request for another host with that host's headers", async () => {
		const { context, sent } = fakeContext();
		const host = {
			baseUrl: 'https://queries.example.com',
			label: 'Other',
			headers: { 'x-v': '2' },
		};
		await transportOf(context)({ ...READ, host }, new AbortController());
		const [request] = sent;
		expect(request?.options).toMatchObject({
			url: 'https://queries.example.com/x',
			headers: { 'x-v': '2' },
		});
		const data = { ...CREDENTIAL, baseUrl: host.baseUrl };
		expect(request?.extra).toMatchObject({ credentialsDecrypted: { data } });
	});

	it.each([{ credentials: undefined }, { credentials: {} }])(
		'sends without a stored credential: %j',
		async (selected) => {
			const { context, sent } = fakeContext();
			Object.assign(context.getNode(), selected);
			await transportOf(context)(READ, new AbortController());
			expect(sent[0]?.extra).toMatchObject({ credentialsDecrypted: { id: '', name: '' } });
		},
	);

	/** The client sends each request once, through another context. */
	const clientOf = (nextContext: () => IExecuteFunctions): Client =>
		new Client({
			transport: async (request, own) => await transportOf(nextContext())(request, own),
			limiter: new SharedLimiter(EXPECTED_LIMIT),
			clock: SYSTEM_CLOCK,
			observe: () => undefined,
			maxWait: 0,
			maxRetries: 0,
			maxConcurrency: 2,
		});

	it('leaves no timer behind after a response', async () => {
		const timers = (): number =>
			process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
		const before = timers();
		const { context } = fakeContext();
		await clientOf(() => context).send(READ, 0, (response) => response);
		expect(timers()).toBe(before);
	});

	it.each([
		{ outcome: 'succeeded', response: json({ result: {} }) },
		{ outcome: 'failed', response: json({}, 503) },
		{ outcome: 'broke off', response: undefined },
	])('leaves the signal of a request that $outcome unaborted', async ({ response }) => {
		const respond: Respond = () => response ?? Promise.reject(new Error('broken off'));
		const { context, sent } = fakeContext({ respond });
		const contexts = [context];
		const client = clientOf(() => contexts.shift() ?? neverEnding());
		const sendOne = async () => await client.send(READ, 0, (body) => body);
		await sendOne();
		const inProgress = sendOne();
		client.close();
		expect((await inProgress).kind).toBe('stopped');
		expect(sent.map(({ signal }) => signal?.aborted)).toEqual([false]);
	});
});

describe('n8nTransport → body', () => {
	const MEBIBYTE = 1024 * 1024;
	const readingStarts = async (): Promise<void> => {
		await new Promise(setImmediate);
	};
	const silent = () => new Readable({ read: () => undefined });

	it("joins a streamed body's chunks", async () => {
		const controller = new AbortController();
		const stream = Readable.from([Buffer.from('{"a"'), 'text is none', Buffer.from(':1}')]);
		const failures: unknown[] = [];
		stream.on('error', (error) => failures.push(error));
		expect(String(await bodyOf(stream, controller))).toBe('{"a":1}');
		controller.abort();
		await new Promise(setImmediate);
		expect(failures).toEqual([]);
	});

	it.each([undefined, null, 'text', { json: true }])('returns %p unchanged', async (body) => {
		expect(await bodyOf(body)).toBe(body);
	});

	it('rejects a body larger than 50 MB', async () => {
		const chunks = (count: number) => Array.from({ length: count }, () => Buffer.alloc(MEBIBYTE));
		expect(await bodyOf(Readable.from(chunks(50)))).toHaveLength(50 * MEBIBYTE);
		const stream = Readable.from([...chunks(50), Buffer.alloc(1), ...chunks(9)]);
		await expect(bodyOf(stream)).rejects.toBeInstanceOf(ResponseTooLarge);
		expect(stream.destroyed).toBe(true);
	});

	it('closes the connection once a reader has all it needs', async () => {
		const chunks: string[] = [];
		const reader = {
			write: (chunk: Uint8Array) => chunks.push(String(chunk)) < 2,
			end: () => ({ chunks }),
		};
		const stream = Readable.from(['a', 'b', 'c'].map((text) => Buffer.from(text)));
		expect(await bodyOf(stream, undefined, reader)).toEqual({ chunks: ['a', 'b'] });
		expect(stream.destroyed).toBe(true);
		const short = Readable.from([Buffer.from('d')]);
		expect(await bodyOf(short, undefined, { ...reader, write: () => true })).toEqual({ chunks });
	});

	it.each(['before', 'meanwhile'])('rejects if the signal aborts %s', async (when) => {
		const controller = new AbortController();
		const stream = silent();
		if (when === 'before') controller.abort();
		const reading = bodyOf(stream, controller);
		if (when === 'meanwhile') await readingStarts();
		controller.abort();
		await expect(reading).rejects.toThrow('aborted');
		expect(stream.destroyed).toBe(true);
	});

	it('rejects if the connection breaks or closes early', async () => {
		const [broken, closing, closed] = [silent(), silent(), silent().destroy()];
		await new Promise((resolve) => closed.once('close', resolve));
		const reading = [broken, closing, closed].map((stream) => bodyOf(stream));
		for (const body of reading) body.catch(() => undefined);
		await readingStarts();
		broken.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
		closing.destroy();
		const [first, ...others] = reading;
		await expect(first).rejects.toMatchObject({ code: 'ECONNRESET' });
		for (const other of others) await expect(other).rejects.toThrow('closed before');
	});
});

describe('requestUrl', () => {
	it.each([
		{ base: ' https://a.b// ', path: 'v1/x', url: 'https://a.b/v1/x' },
		{ base: 'https://a.b/base/', path: '//v1/x', url: 'https://a.b/base/v1/x' },
		{ base: 'https://a.b/base//V1//', path: 'v1/x', url: 'https://a.b/base/v1/x' },
		{ base: 'https://a.b//api/v2', path: '/api/v2', url: 'https://a.b/api/v2' },
		// A part of the path that only resembles the version stays.
		{ base: 'https://a.b/api', path: '/api/v2/x', url: 'https://a.b/api/api/v2/x' },
		{ base: 'https://a.b/v2', path: '/v1/x', url: 'https://a.b/v2/v1/x' },
		{ base: 'https://a.b/v1', path: '/v10/x', url: 'https://a.b/v1/v10/x' },
		{ base: 'https://a.b/dev1', path: '/v1/x', url: 'https://a.b/dev1/v1/x' },
		{ base: 'https://v1', path: '/v1/x', url: 'https://v1/v1/x' },
	])('joins $base and $path', ({ base, path, url }) => {
		expect(requestUrl(base, path)).toBe(url);
	});
});

it("returns an empty object for a body that isn't an object", () => {
	expect(objectBody({ body: { a: 1 } })).toEqual({ a: 1 });
	expect([objectBody({ body: [1] }), objectBody({})]).toEqual([{}, {}]);
});
