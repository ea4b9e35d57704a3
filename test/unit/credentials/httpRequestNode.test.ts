import { CredentialTestContext } from 'n8n-core';
import type { IHttpRequestMethods } from 'n8n-workflow';

import { CloudManagementApi } from '../../../credentials/CloudManagementApi.credentials';
import type { Emulator, Sink } from '../../../tools/emulator';
import { startEmulator, startSink } from '../../../tools/emulator';

let emulator: Emulator;
let sink: Sink;

beforeAll(async () => {
	[emulator, sink] = await Promise.all([startEmulator(), startSink()]);
});

beforeEach(() => {
	emulator.faults.clear();
});

afterAll(async () => {
	await Promise.all([emulator.close(), sink.close()]);
});

/** Sends a request as n8n's HTTP Request node (4.1 and later) does, with n8n's own client. */
async function send(options: object, method: IHttpRequestMethods = 'GET') {
	const { management } = emulator.credentials;
	const uri = `${emulator.url}/v1/organizations/${management.organizationId}/activities`;
	const request = {
		url: uri,
		uri,
		method,
		headers: {},
		rejectUnauthorized: true,
		followRedirect: true,
		followAllRedirects: true,
		resolveWithFullResponse: true,
		sendCredentialsOnCrossOriginRedirect: false,
		json: true,
		...options,
	};
	const authenticated = await new CloudManagementApi().authenticate({ ...management }, request);
	const response: unknown = await new CredentialTestContext().helpers.request(authenticated);
	return response;
}

describe('HTTP Request with CloudManagementApi', () => {
	it('sends the key to the Base URL', async () => {
		await expect(send({ agentOptions: {} })).resolves.toMatchObject({ statusCode: 200 });
	});

	it.each([301, 302, 303, 307, 308] as const)(
		"doesn't follow a redirect with status %d",
		async (status) => {
			emulator.faults.add({ kind: 'redirect', location: sink.url, status });
			for (const method of ['GET', 'POST', 'DELETE'] as const) {
				for (const options of [
					{ sendCredentialsOnCrossOriginRedirect: true },
					{ sendCredentialsOnCrossOriginRedirect: undefined, maxRedirects: 5 },
				]) {
					await expect(send(options, method)).rejects.toMatchObject({ statusCode: status });
				}
			}
			expect(sink.requests).toEqual([]);
		},
	);
});
