import { Readable } from 'node:stream';

import type { IExecuteFunctions } from 'n8n-workflow';

import { SYSTEM_CLOCK } from '../../../../nodes/core/clock';
import { Lifetime } from '../../../../nodes/core/http/lifetime';
import { DeadlineExceeded } from '../../../../nodes/core/http/networkError';
import { requestUrl } from '../../../../nodes/core/http/request';
import type { Transport } from '../../../../nodes/core/http/transport';
import { n8nTransport } from '../../../../nodes/core/http/transport';
import { CREDENTIAL, fakeContext } from '../fakes';

const TIMEOUT_MS = 120_000;
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

/** Returns the transport with a test credential. */
function transportOf(context: IExecuteFunctions, timeout = TIMEOUT_MS): Transport {
	return n8nTransport(context, 'testApi', CREDENTIAL, timeout);
}

/** Sends a read by n8n's helper, which responds with this. */
async function send(respond: (context: object) => Promise<unknown>, timeout?: number) {
	const { context } = fakeContext({});
	context.helpers.httpRequestWithAuthentication = jest.fn(async function (this: object) {
		return await respond(this);
	});
	return await transportOf(context, timeout)(READ, controlled());
}

describe('n8nTransport', () => {
	it('ends a response that stops half-way when the time is over, and its connection', async () => {
		const body = new Readable({ read: () => undefined });
		body.push('{"result":');
		const respond = async () => await Promise.resolve({ statusCode: 200, headers: {}, body });
		const sent = send(respond, 20);
		await expect(sent).rejects.toMatchObject(new DeadlineExceeded('incompleteResponse'));
		await expect(sent).rejects.toBeInstanceOf(DeadlineExceeded);
		expect(body.destroyed).toBe(true);
	});

	const untilAborted = async (signal: AbortSignal | undefined): Promise<never> =>
		await new Promise((_, reject) => {
			const fail = (): void => {
				reject(new Error('broken off'));
			};
			if (signal?.aborted === true) fail();
			signal?.addEventListener('abort', fail);
		});

	it('ends a request without a response when the time is up', async () => {
		const { context } = fakeContext({
			respond: async (_, { signal }) => await untilAborted(signal),
		});
		const late = transportOf(context, 20)(READ, controlled());
		await expect(late).rejects.toMatchObject(new DeadlineExceeded('timeout'));
	});

	it.each(['before', 'meanwhile'])('ends a request when the run is stopped %s', async (when) => {
		const { context } = fakeContext({
			respond: async (_, { signal }) => await untilAborted(signal),
		});
		const controller = new AbortController();
		if (when === 'before') controller.abort();
		const stopped = transportOf(context)(READ, controller);
		controller.abort();
		await expect(stopped).rejects.toThrow('broken off');
	});

	it('reads a response that is complete in time', async () => {
		const body = Readable.from([Buffer.from('{"result":'), Buffer.from('{}}')]);
		const sent = await send(
			async () => await Promise.resolve({ statusCode: 200, headers: { a: 'b' }, body }),
		);
		expect(sent).toEqual({
			status: 200,
			headers: { a: 'b' },
			body: Buffer.from('{"result":{}}'),
		});
	});

	it('passes on a context that has a signal, as n8n looks for it, and everything else of the original', async () => {
		let seen: unknown;
		await send(async (context) => {
			const names = ['getExecutionCancelSignal', 'getNode', 'nothing'];
			seen = names.map((name) => name in context && typeof Reflect.get(context, name));
			return await Promise.resolve({ statusCode: 200, headers: {}, body: '' });
		});
		expect(seen).toEqual(['function', 'function', false]);
	});

	it('leaves n8n the signal that stops the run, and everything else of the context', async () => {
		const { context, sent } = fakeContext({});
		const controller = controlled();
		await transportOf(context)(READ, controller);
		expect(sent[0]?.signal).toBe(controller.signal);
		expect(sent[0]?.options.timeout).toBe(TIMEOUT_MS);
	});

	it('follows no redirect, and gives n8n the credential that was read', async () => {
		const { context, sent } = fakeContext({});
		await transportOf(context)(READ, controlled());
		expect(sent[0]?.options).toMatchObject({
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
		});
		const stored = { id: 'testApi-id', name: 'testApi name' };
		expect(sent[0]?.extra).toEqual({
			credentialsDecrypted: { ...stored, type: 'testApi', data: CREDENTIAL },
		});
	});

	it('needs no stored credential', async () => {
		const { context, sent } = fakeContext({});
		Reflect.deleteProperty(context.getNode(), 'credentials');
		await transportOf(context)(READ, controlled());
		expect(sent[0]?.extra).toMatchObject({ credentialsDecrypted: { id: '', name: '' } });
	});

	it('sends a body as JSON, and a request without one as it is', async () => {
		const { context, sent } = fakeContext({});
		const transport = transportOf(context);
		const post = { method: 'POST', path: '/x' } as const;
		await transport({ ...post, body: { a: 1 } }, controlled());
		await transport(post, controlled());
		const [withBody, without] = sent.map(({ options }) => options);
		expect(withBody?.body).toBe('{"a":1}');
		expect(withBody?.headers).toMatchObject({ 'Content-Type': 'application/json' });
		expect(without).not.toHaveProperty('body');
		expect(without?.headers).not.toHaveProperty('Content-Type');
	});

	it('leaves no timer and no listener behind once the request has ended', async () => {
		const controller = new AbortController();
		const { signal } = controller;
		const timers = (): number =>
			process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
		const before = timers();
		const lifetime = new Lifetime(SYSTEM_CLOCK, signal);
		const added = jest.spyOn(signal, 'addEventListener');
		await lifetime.run(async (own) => await transportOf(fakeContext({}).context)(READ, own));
		expect(timers()).toBe(before);
		expect(added).not.toHaveBeenCalled();
	});

	it('uses one abort controller for each request', async () => {
		const lifetime = new Lifetime(SYSTEM_CLOCK, undefined);
		const { context } = fakeContext({});
		const Original = AbortController;
		const made = jest.spyOn(globalThis, 'AbortController').mockImplementation(() => new Original());
		await lifetime.run(async (own) => await transportOf(context)(READ, own));
		expect(made).toHaveBeenCalledTimes(1);
		made.mockRestore();
	});

	it('accepts an n8n that returns no response at all, and a node without stored credential', async () => {
		const { context } = fakeContext({ credentials: {} });
		const nothing: unknown = undefined;
		context.helpers.httpRequestWithAuthentication = jest.fn().mockResolvedValue(nothing);
		const answer = await transportOf(context)(READ, controlled());
		expect(answer).toEqual({ status: Number.NaN, headers: {}, body: undefined });
	});
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
		// What only looks like the version is kept.
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
