import { Readable } from 'node:stream';

import type { IExecuteFunctions } from 'n8n-workflow';

import { SYSTEM_CLOCK } from '../../../../nodes/engine/time';
import { Client } from '../../../../nodes/engine/http/client';
import { DeadlineExceeded } from '../../../../nodes/engine/http/response';
import { objectBody, requestUrl } from '../../../../nodes/engine/operation';
import { SharedLimiter } from '../../../../nodes/engine/http/requestQueue';
import { n8nTransport } from '../../../../nodes/engine/http/transport';
import type { Respond } from '../fakes';
import { CREDENTIAL, fakeContext, json } from '../fakes';

const READ = { method: 'GET', path: '/x' } as const;
const controllers: AbortController[] = [];

/** Returns a controller for one request, which ends after the test. */
function controlled(): AbortController {
	const controller = new AbortController();
	controllers.push(controller);
	return controller;
}

afterEach(() => {
	for (const controller of controllers.splice(0)) controller.abort();
});

const transportOf = (context: IExecuteFunctions, timeout = 120_000) =>
	n8nTransport(context, 'testApi', CREDENTIAL, timeout);

/** Opens a client that sends each request by another context, and once. */
function clientOf(nextContext: () => IExecuteFunctions, signal?: AbortSignal): Client {
	return new Client({
		transport: async (request, own) => await transportOf(nextContext())(request, own),
		...{ limiter: new SharedLimiter(), clock: SYSTEM_CLOCK, signal, observe: () => undefined },
		...{ maxWait: 0, maxRetries: 0, maxConcurrency: 2 },
	});
}

/** Sends a read by n8n's helper, which responds with this. */
async function send(response: unknown, timeout?: number, seen?: (context: object) => void) {
	const { context } = fakeContext();
	context.helpers.httpRequestWithAuthentication = jest.fn(async function (this: object) {
		seen?.(this);
		return await Promise.resolve(response);
	});
	return await transportOf(context, timeout)(READ, controlled());
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
	it('ends a response that stops half-way when the time is over, and its connection', async () => {
		const body = new Readable({ read: () => undefined });
		body.push('{"result":');
		const sent = send({ statusCode: 200, headers: {}, body }, 20);
		await expect(sent).rejects.toMatchObject({ kind: 'incompleteResponse' });
		await expect(sent).rejects.toBeInstanceOf(DeadlineExceeded);
		expect(body.destroyed).toBe(true);
	});

	it('ends a request without a response when the time is up', async () => {
		const late = transportOf(neverEnding(), 20)(READ, controlled());
		await expect(late).rejects.toMatchObject(new DeadlineExceeded('timeout'));
	});

	it('ends each of several requests when its own time is up, and no other', async () => {
		const transport = transportOf(neverEnding(), 60);
		const timeOfOne = async (delay: number): Promise<number> => {
			await new Promise((resolve) => setTimeout(resolve, delay));
			const startedAt = performance.now();
			await expect(transport(READ, controlled())).rejects.toMatchObject({ kind: 'timeout' });
			return performance.now() - startedAt;
		};
		const controller = controlled();
		const stopped = transport(READ, controller);
		controller.abort();
		await expect(stopped).rejects.toThrow('broken off');
		const times = await Promise.all([timeOfOne(0), timeOfOne(30), timeOfOne(30)]);
		const afterAll = await timeOfOne(0);
		for (const time of [...times, afterAll]) expect(time).toBeGreaterThan(55);
	});

	it.each(['before', 'meanwhile'])('ends a request when the run is stopped %s', async (when) => {
		const controller = new AbortController();
		if (when === 'before') controller.abort();
		const stopped = transportOf(neverEnding())(READ, controller);
		controller.abort();
		await expect(stopped).rejects.toThrow('broken off');
	});

	it('reads a response that is complete in time', async () => {
		const body = Readable.from([Buffer.from('{"result":'), Buffer.from('{}}')]);
		expect(await send({ statusCode: 200, headers: { a: 'b' }, body })).toEqual({
			...{ status: 200, headers: { a: 'b' }, body: Buffer.from('{"result":{}}') },
		});
	});

	it('accepts an n8n that returns no response at all', async () => {
		const none = { status: Number.NaN, headers: {}, body: undefined };
		expect(await send(undefined)).toEqual(none);
	});

	it('passes on a context with the signal, as n8n looks for it, and everything else in it', async () => {
		let seen: unknown;
		await send({ statusCode: 200, headers: {}, body: '' }, 100, (context) => {
			const names = ['getExecutionCancelSignal', 'getNode', 'nothing'];
			seen = names.map((name) => name in context && typeof Reflect.get(context, name));
		});
		expect(seen).toEqual(['function', 'function', false]);
		const { context, sent } = fakeContext();
		const controller = controlled();
		await transportOf(context)(READ, controller);
		expect(sent[0]?.signal).toBe(controller.signal);
	});

	it('follows no redirect, and sends a body as JSON with the credential that was read', async () => {
		const { context, sent } = fakeContext();
		const transport = transportOf(context);
		await transport(READ, controlled());
		await transport({ ...READ, method: 'POST', body: { a: 1 } }, controlled());
		const headers = {
			...{ Accept: 'application/json', 'User-Agent': 'n8n-nodes-cloud-management/development' },
		};
		const read = {
			...{ method: 'GET', url: 'https://api.example.com/base/x', headers, timeout: 120_000 },
			...{ encoding: 'stream', returnFullResponse: true, ignoreHttpStatusErrors: true },
			...{ disableFollowRedirect: true, sendCredentialsOnCrossOriginRedirect: false },
		};
		const withType = { ...headers, 'Content-Type': 'application/json' };
		expect(sent.map(({ options }) => options)).toEqual([
			read,
			{ ...read, method: 'POST', headers: withType, body: '{"a":1}' },
		]);
		const stored = { id: 'testApi-id', name: 'testApi name', type: 'testApi', data: CREDENTIAL };
		expect(sent[0]?.extra).toEqual({ credentialsDecrypted: stored });
	});

	it.each([{ credentials: undefined }, { credentials: {} }])(
		'needs no stored credential: %j',
		async (selected) => {
			const { context, sent } = fakeContext();
			Object.assign(context.getNode(), selected);
			await transportOf(context)(READ, controlled());
			expect(sent[0]?.extra).toMatchObject({ credentialsDecrypted: { id: '', name: '' } });
		},
	);

	it('leaves no timer and no listener behind', async () => {
		const { signal } = new AbortController();
		const timers = (): number =>
			process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
		const before = timers();
		const { context } = fakeContext();
		const client = clientOf(() => context, signal);
		const added = jest.spyOn(signal, 'addEventListener');
		await client.send(READ, 0, (response) => response);
		expect([added.mock.calls.length, timers()]).toEqual([0, before]);
	});

	it.each([
		['succeeded', json({ result: {} })],
		['failed', json({}, 503)],
		['broke off', undefined],
	])(
		'never aborts the signal of a request that %s, only those in progress',
		async (_, response) => {
			const respond: Respond = () => response ?? Promise.reject(new Error('broken off'));
			const { context, sent } = fakeContext({ respond });
			const contexts = [context];
			const client = clientOf(() => contexts.shift() ?? neverEnding());
			const send = async () => await client.send(READ, 0, (body) => body);
			await send();
			const inProgress = send();
			client.close();
			expect((await inProgress).kind).toBe('stopped');
			expect(sent.map(({ signal }) => signal?.aborted)).toEqual([false]);
		},
	);
});

describe('requestUrl', () => {
	it.each([
		['https://a.b', '/v1/x', 'https://a.b/v1/x'],
		[' https://a.b// ', 'v1/x', 'https://a.b/v1/x'],
		['https://a.b/base/', '//v1/x', 'https://a.b/base/v1/x'],
		['https://a.b/v1', '/v1/x', 'https://a.b/v1/x'],
		['https://a.b/base//V1//', 'v1/x', 'https://a.b/base/v1/x'],
		['https://a.b/api/v2/', '/api/v2/x', 'https://a.b/api/v2/x'],
		['https://a.b//api/v2', '/api/v2', 'https://a.b/api/v2'],
		// A part that only looks like the version is kept.
		['https://a.b/api', '/api/v2/x', 'https://a.b/api/api/v2/x'],
		['https://a.b/v2', '/v1/x', 'https://a.b/v2/v1/x'],
		['https://a.b/v1', '/v10/x', 'https://a.b/v1/v10/x'],
		['https://a.b/dev1', '/v1/x', 'https://a.b/dev1/v1/x'],
		['https://v1', '/v1/x', 'https://v1/v1/x'],
		['https://api/v2', '/api/v2/x', 'https://api/v2/api/v2/x'],
	])('%s and %s make %s', (base, path, expected) => {
		expect(requestUrl(base, path)).toBe(expected);
	});
});

it.each([
	[{ a: 1 }, { a: 1 }],
	[[1], {}],
	[undefined, {}],
])('the keys of the body %j are %j', (body, members) => {
	expect(objectBody(body === undefined ? {} : { body })).toEqual(members);
});
