import { CredentialTestContext } from 'n8n-core';

import { CloudManagementApi } from '../../../credentials/CloudManagementApi.credentials';
import { DeadlineExceeded } from '../../../nodes/engine/http/networkError';
import { credentialTestTransport } from '../../../nodes/engine/http/transport';
import { type LocalServer, serve } from '../../../tools/emulator/server';

const TIMEOUT_MS = 300;

let server: LocalServer;
afterEach(() => server.close());

// test/unit/core/http/transport.test.ts tests the limit on a response's size.
it('closes the connection of a response that trickles in', async () => {
	let markClosed: () => void;
	const closed = new Promise<void>((resolve) => {
		markClosed = resolve;
	});
	server = await serve((_request, response) => {
		response.writeHead(200).write('{"result":[');
		const drops = setInterval(() => response.write(' '), TIMEOUT_MS / 10);
		response.once('close', () => {
			clearInterval(drops);
			markClosed();
		});
	});
	const { authenticate } = new CloudManagementApi();
	const credential = { baseUrl: server.url, keyId: 'key-id', keySecret: 'key-secret' };
	const context = new CredentialTestContext();
	const transport = credentialTestTransport(context, authenticate, credential, TIMEOUT_MS);
	const sent = transport({ method: 'GET', path: '/v1/x' }, new AbortController());
	await expect(sent).rejects.toBeInstanceOf(DeadlineExceeded);
	await expect(sent).rejects.toMatchObject({ kind: 'incompleteResponse' });
	await closed;
});
