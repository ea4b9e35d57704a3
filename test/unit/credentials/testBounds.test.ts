import type { RequestListener } from 'node:http';

import { CredentialTestContext } from 'n8n-core';

import { CloudManagementApi } from '../../../credentials/CloudManagementApi.credentials';
import { cloudManagementApiTest } from '../../../nodes/clickhouseCloud/credentialTest';
import { DeadlineExceeded } from '../../../nodes/engine/http/response';
import { credentialTestTransport } from '../../../nodes/engine/http/transport';
import { type LocalServer, serve } from '../../../tools/emulator/server';

const MEGABYTE = Buffer.alloc(1024 * 1024, 0x20);
const MAX_MEGABYTES = 50;
const TIMEOUT_MS = 300;

let server: LocalServer;
/** Resolves when the connection of the last request is closed. */
let closed: Promise<void>;

afterEach(async () => {
	await server.close();
});

async function startServer(respond: RequestListener): Promise<void> {
	server = await serve((request, response) => {
		closed = new Promise((resolve) => {
			response.once('close', resolve);
		});
		respond(request, response);
	});
}

const credential = () => ({
	baseUrl: server.url,
	keyId: 'key-id',
	keySecret: 'key-secret',
	organizationId: '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90',
});

async function sendInTime(): Promise<unknown> {
	const { authenticate } = new CloudManagementApi();
	const context = new CredentialTestContext();
	const transport = credentialTestTransport(context, authenticate, credential(), TIMEOUT_MS);
	return await transport({ method: 'GET', path: '/v1/x' }, new AbortController());
}

it('a credential test ends a response that arrives drop by drop, and its connection', async () => {
	await startServer((_request, response) => {
		response.writeHead(200).write('{"result":[');
		const drops = setInterval(() => response.write(' '), TIMEOUT_MS / 10);
		response.once('close', () => {
			clearInterval(drops);
		});
	});
	const sent = sendInTime();
	await expect(sent).rejects.toBeInstanceOf(DeadlineExceeded);
	await expect(sent).rejects.toMatchObject({ kind: 'incompleteResponse' });
	await expect(closed).resolves.toBeUndefined();
});

it('a credential test reads no response beyond its bound', async () => {
	let sent = 0;
	await startServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' }).write('{"result":[');
		const sendMore = (): void => {
			while (sent < 10 * MAX_MEGABYTES) {
				sent += 1;
				if (!response.write(MEGABYTE)) {
					response.once('drain', sendMore);
					return;
				}
			}
			response.end(']}');
		};
		sendMore();
	});
	const tested = { id: '1', name: 'test', type: 'cloudManagementApi', data: credential() };
	const result = await cloudManagementApiTest.call(new CredentialTestContext(), tested);
	await closed;
	expect(result.status).toBe('Error');
	expect(sent).toBeLessThan(2 * MAX_MEGABYTES);
});
