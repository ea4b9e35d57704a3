import tls from 'node:tls';

import type { INodeParameters } from 'n8n-workflow';

import type { TlsBreak, TlsServer } from '../../tools/emulator';
import {
	createCertificate,
	startBreakingTlsServer,
	startEmulator,
	startServerWithoutTls,
	startTlsServer,
} from '../../tools/emulator';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import { credentialsOf, detailsOf, MANAGEMENT, workflowOf } from '../../tools/engine/workflow';

const TRUSTED = createCertificate();
const OTHER_NAME = createCertificate({ host: 'other.example.com' });
const EXPIRED = createCertificate({ validFrom: new Date(0), validTo: new Date(1e12) });
const UNTRUSTED = createCertificate();

const MB = 1024 * 1024;
const VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;
const HANDSHAKE_FAILURE = Buffer.from([0x15, 3, 1, 0, 2, 2, 40]);
const CLIENT_CERTIFICATE = { ...TRUSTED, requestCert: true, rejectUnauthorized: true };

/** A read, a change, and a change whose body is on its way for a while. */
const READ: INodeParameters = { method: 'GET' };
const LARGE_CHANGE: INodeParameters = { method: 'POST', body: '={{ $json.body }}' };
const CHANGES: Array<[string, INodeParameters]> = [
	['a change', { method: 'POST', body: '{"name":"a"}' }],
	['a change of 20 MB', LARGE_CHANGE],
];

beforeAll(() => {
	// The effect of NODE_EXTRA_CA_CERTS on a whole process.
	const { createSecureContext } = tls;
	const ca = [TRUSTED, OTHER_NAME, EXPIRED].map(({ cert }) => cert);
	jest
		.spyOn(tls, 'createSecureContext')
		.mockImplementation((options) => createSecureContext({ ca, ...options }));
});

afterAll(() => {
	jest.restoreAllMocks();
});

/** Sends an API request to the server, with one retry if that is safe, and closes it. Returns the result. */
async function sent(parameters: INodeParameters, server: TlsServer) {
	const emulator = await startEmulator();
	const options = { maxRetries: 1, timeout: 30_000 };
	const send = { resource: 'apiRequest', operation: 'send', path: '/v1/x', options };
	const items = [{ body: { name: 'x'.repeat(parameters === LARGE_CHANGE ? 20 * MB : 1) } }];
	const workflow = workflowOf({ type: MANAGEMENT, parameters: { ...send, ...parameters } }, items);
	const credentials = credentialsOf(emulator, { management: { baseUrl: server.url } });
	const { error } = await runWorkflow(workflow, { credentials });
	const { connections, received } = server;
	await Promise.all([server.close(), emulator.close()]);
	const { outcome, reason } = detailsOf(error);
	const code = /\(([A-Z\d_]+)\)/.exec(error?.message ?? '')?.[1];
	return { outcome, reason, code, connections, received };
}

describe.each<[string, INodeParameters]>([['a read', READ], ...CHANGES])(
	'%s proves that nothing was sent',
	(_, parameters) => {
		it.each<[string, string | undefined, () => Promise<TlsServer>]>([
			...VERSIONS.flatMap((maxVersion) =>
				(
					[
						['the authority is not trusted', 'DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
						['the name is another', 'ERR_TLS_CERT_ALTNAME_INVALID', OTHER_NAME],
						['the certificate has expired', 'CERT_HAS_EXPIRED', EXPIRED],
					] as const
				).map(([name, code, identity]): [string, string, () => Promise<TlsServer>] => [
					`${name} (${maxVersion})`,
					code,
					async () => await startTlsServer({ ...identity, maxVersion }),
				]),
			),
			[
				'no version of TLS is common',
				'EPROTO',
				() => startTlsServer({ ...TRUSTED, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }),
			],
			[
				'TLS 1.2 requires the certificate of a client',
				'EPROTO',
				() => startTlsServer({ ...CLIENT_CERTIFICATE, maxVersion: 'TLSv1.2' }),
			],
			[
				'the other side does not speak TLS',
				'EPROTO',
				() => startServerWithoutTls('HTTP/1.1 400 Bad Request\r\n\r\n'),
			],
			['the handshake is refused', 'EPROTO', () => startServerWithoutTls(HANDSHAKE_FAILURE)],
			// A reset (ECONNRESET) looks the same here as after the request, and counts as unknown.
			['the handshake ends', undefined, () => startServerWithoutTls('')],
		])('%s', async (_name, code, start) => {
			const seen = await sent(parameters, await start());
			expect(seen).toMatchObject({ outcome: 'notSent', reason: 'noConnection', code, received: 0 });
			if (code !== undefined) expect(seen.connections).toBe(1);
		});
	},
);

describe.each<[string, RegExp, () => Promise<TlsServer>]>([
	...(['badRecord', 'brokenAlert', 'wrongVersion'] as const).flatMap((kind: TlsBreak) =>
		VERSIONS.map((version): [string, RegExp, () => Promise<TlsServer>] => [
			`${kind}, ${version}`,
			/^ERR_SSL_\w+$/,
			() => startBreakingTlsServer(kind, { ...TRUSTED, minVersion: version, maxVersion: version }),
		]),
	),
	[
		'the certificate of a client, which TLS 1.3 requires then',
		// If the body is still on its way, a reset may overtake the alert.
		/^(?:ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED|E[A-Z]+)$/,
		() => startTlsServer({ ...CLIENT_CERTIFICATE, minVersion: 'TLSv1.3' }),
	],
])('TLS that breaks after the request: %s', (_name, code, start) => {
	it.each(CHANGES)('leaves the outcome of %s unknown', async (_, parameters) => {
		const seen = await sent(parameters, await start());
		expect(seen).toMatchObject({ outcome: 'unknown', reason: 'outcomeUnknown', connections: 1 });
		expect(seen.code).toMatch(code);
	});

	it('allows a read to be sent again', async () => {
		const seen = await sent(READ, await start());
		expect(seen).toMatchObject({ outcome: 'unknown', reason: 'noConnection', connections: 2 });
		expect(seen.code).toMatch(code);
	});
});
