import { Readable } from 'node:stream';

import { DeadlineExceeded } from '../../../../nodes/core/http/networkError';
import { n8nTransport } from '../../../../nodes/core/http/transport';
import { CREDENTIAL, fakeContext } from '../fakes';

const SENDER = { credentialType: 'testApi', credential: CREDENTIAL, timeout: 20 };
const never = new AbortController().signal;

/** Sends a read by n8n's helper, which responds with this. */
async function send(respond: (context: object) => Promise<unknown>) {
	const { context } = fakeContext({});
	context.helpers.httpRequestWithAuthentication = jest.fn(async function (this: object) {
		return await respond(this);
	});
	return await n8nTransport(context, SENDER)({ method: 'GET', path: '/x' }, never);
}

describe('n8nTransport', () => {
	it('ends a response that stops half-way when the time is over, and its connection', async () => {
		const body = new Readable({ read: () => undefined });
		body.push('{"result":');
		const sent = send(async () => await Promise.resolve({ statusCode: 200, headers: {}, body }));
		await expect(sent).rejects.toEqual(
			new DeadlineExceeded('The response was not complete within the timeout.'),
		);
		expect(body.destroyed).toBe(true);
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

	it('hands on a context that has a signal, as n8n looks for it, and all else of its own', async () => {
		let seen: unknown;
		await send(async (context) => {
			const names = ['getExecutionCancelSignal', 'getNode', 'nothing'];
			seen = names.map((name) => name in context && typeof Reflect.get(context, name));
			return await Promise.resolve({ statusCode: 200, headers: {}, body: '' });
		});
		expect(seen).toEqual(['function', 'function', false]);
	});
});
