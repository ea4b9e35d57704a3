import { CredentialTestContext } from 'n8n-core';

import { CloudManagementApi } from '../../../credentials/CloudManagementApi.credentials';
import { readDocument } from '../../../tools/docs/files';
import type { Emulator, Sink } from '../../../tools/emulator';
import { startEmulator, startSink } from '../../../tools/emulator';

const VARIABLES = ['HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'];
const before = { ...process.env };

let emulator: Emulator;
let proxy: Sink;

beforeEach(async () => {
	[emulator, proxy] = await Promise.all([startEmulator(), startSink()]);
	for (const name of VARIABLES) Reflect.deleteProperty(process.env, name);
	process.env['HTTP_PROXY'] = proxy.url;
});

afterEach(async () => {
	process.env = { ...before };
	await Promise.all([emulator.close(), proxy.close()]);
});

/** Sends a request with the key to the local emulator, with n8n's own client. */
async function send(): Promise<void> {
	const { management } = emulator.credentials;
	const url = `${management.baseUrl}/v1/organizations/${management.organizationId}/activities`;
	const request = await new CloudManagementApi().authenticate({ ...management }, { url });
	await new CredentialTestContext().helpers.request({ ...request, uri: url });
}

describe('HTTP_PROXY and NO_PROXY', () => {
	it('bypasses the proxy for this machine with the NO_PROXY in docs/security.md', async () => {
		// Only NO_PROXY can prevent this, because n8n chooses the proxy.
		await send();
		expect([proxy.requests.length, emulator.requests.length]).toEqual([1, 0]);
		const [, value] = /`NO_PROXY=([^`]+)`/.exec(readDocument('docs/security.md')) ?? [];
		process.env['NO_PROXY'] = value;
		await send();
		expect([proxy.requests.length, emulator.requests.length]).toEqual([1, 1]);
	});
});
