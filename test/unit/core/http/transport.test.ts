import { Readable } from 'node:stream';

import { DeadlineExceeded } from '../../../../nodes/core/http/networkError';
import { requestUrl } from '../../../../nodes/core/http/request';
import { n8nTransport } from '../../../../nodes/core/http/transport';
import { CREDENTIAL, fakeContext } from '../fakes';

const SENDER = { credentialType: 'testApi', credential: CREDENTIAL, timeout: 120_000 };
const never = new AbortController().signal;

/** Sends a read by n8n's helper, which responds with this. */
async function send(respond: (context: object) => Promise<unknown>, sender = SENDER) {
	const { context } = fakeContext({});
	context.helpers.httpRequestWithAuthentication = jest.fn(async function (this: object) {
		return await respond(this);
	});
	return await n8nTransport(context, sender)({ method: 'GET', path: '/x' }, never);
}

describe('n8nTransport', () => {
	it('ends a response that stops half-way when the time is over, and its connection', async () => {
		const body = new Readable({ read: () => undefined });
		body.push('{"result":');
		const respond = async () => await Promise.resolve({ statusCode: 200, headers: {}, body });
		const sent = send(respond, { ...SENDER, timeout: 20 });
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
		const late = n8nTransport(context, { ...SENDER, timeout: 20 })(
			{ method: 'GET', path: '/x' },
			never,
		);
		await expect(late).rejects.toMatchObject(new DeadlineExceeded('timeout'));
	});

	it.each(['before', 'meanwhile'])('ends a request when the run is stopped %s', async (when) => {
		const { context } = fakeContext({
			respond: async (_, { signal }) => await untilAborted(signal),
		});
		const controller = new AbortController();
		if (when === 'before') controller.abort();
		const transport = n8nTransport(context, { ...SENDER, timeout: 600_000 });
		const stopped = transport({ method: 'GET', path: '/x' }, controller.signal);
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
		const controller = new AbortController();
		await n8nTransport(context, SENDER)({ method: 'GET', path: '/x' }, controller.signal);
		expect(sent[0]?.signal?.aborted).toBe(false);
		expect(sent[0]?.options.timeout).toBe(SENDER.timeout);
	});

	it('follows no redirect, and gives n8n the credential that was read', async () => {
		const { context, sent } = fakeContext({});
		await n8nTransport(context, SENDER)({ method: 'GET', path: '/x' }, never);
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
		await n8nTransport(context, SENDER)({ method: 'GET', path: '/x' }, never);
		expect(sent[0]?.extra).toMatchObject({ credentialsDecrypted: { id: '', name: '' } });
	});

	it('sends a body as JSON, and a request without one as it is', async () => {
		const { context, sent } = fakeContext({});
		const transport = n8nTransport(context, SENDER);
		await transport({ method: 'POST', path: '/x', body: { a: 1 } }, never);
		await transport({ method: 'POST', path: '/x' }, never);
		const [withBody, without] = sent.map(({ options }) => options);
		expect(withBody?.body).toBe('{"a":1}');
		expect(withBody?.headers).toMatchObject({ 'Content-Type': 'application/json' });
		expect(without).not.toHaveProperty('body');
		expect(without?.headers).not.toHaveProperty('Content-Type');
	});

	it('leaves no timer and no listener behind', async () => {
		const { signal } = new AbortController();
		const [added, removed] = [
			jest.spyOn(signal, 'addEventListener'),
			jest.spyOn(signal, 'removeEventListener'),
		];
		const timers = (): number =>
			process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
		const before = timers();
		await n8nTransport(fakeContext({}).context, SENDER)({ method: 'GET', path: '/x' }, signal);
		expect(timers()).toBe(before);
		expect(added).toHaveBeenCalledTimes(1);
		expect(removed.mock.calls).toEqual(added.mock.calls);
	});

	it('accepts an n8n that returns no response at all, and a node without stored credential', async () => {
		const { context } = fakeContext({ credentials: {} });
		const nothing: unknown = undefined;
		context.helpers.httpRequestWithAuthentication = jest.fn().mockResolvedValue(nothing);
		const answer = await n8nTransport(context, SENDER)(
			{ method: 'GET', path: '/x' },
			new AbortController().signal,
		);
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
