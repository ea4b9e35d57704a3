import tls from 'node:tls';

import type { INodeParameters } from 'n8n-workflow';

import type { Emulator, TlsServer } from '../../tools/emulator';
import {
	startBreakingTlsServer,
	startEmulator,
	startServerWithoutTls,
	startTlsServer,
} from '../../tools/emulator';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import { credentialsOf, detailsOf, MANAGEMENT, workflowOf } from '../../tools/engine/workflow';
import { pem } from '../../tools/samples/canaries';
import { skipWaits } from '../skipWaits';

/** `code` is the code of the error. */
interface Break {
	name: string;
	code: string | RegExp | undefined;
	start: () => Promise<TlsServer>;
}

const TRUSTED = { cert: pem('server.crt'), key: pem('server.key') };
const OTHER_NAME = { cert: pem('otherName.crt'), key: TRUSTED.key };
const EXPIRED = { cert: pem('expired.crt'), key: TRUSTED.key };
const UNTRUSTED = { cert: pem('client.crt'), key: pem('client.key') };

const HANDSHAKE_FAILURE = Buffer.from([0x15, 3, 1, 0, 2, 2, 40]);
const CLIENT_CERTIFICATE = { ...TRUSTED, requestCert: true, rejectUnauthorized: true };
/** The text exceeds a connection's buffers, so it's in transit for a while. */
const LARGE_TEXT = 'x'.repeat(12 * 1024 * 1024);

const READ: INodeParameters = { method: 'GET' };
const CHANGE: INodeParameters = { method: 'POST', body: '{"name":"a"}' };
const LARGE_CHANGE: INodeParameters = { method: 'POST', body: '={{ $json.body }}' };

/** Makes this file's TLS clients trust certificates, as NODE_EXTRA_CA_CERTS does for a process. */
function trustCertificates(...identities: Array<typeof TRUSTED>): void {
	const { createSecureContext } = tls;
	const forClients = createSecureContext({ ca: identities.map(({ cert }) => cert) });

	beforeAll(() => {
		jest
			.spyOn(tls, 'createSecureContext')
			.mockImplementation((options) =>
				options?.key === undefined ? forClients : createSecureContext(options),
			);
	});

	afterAll(() => {
		jest.restoreAllMocks();
	});
}

let emulator: Emulator;

skipWaits();
trustCertificates(TRUSTED, OTHER_NAME, EXPIRED);

beforeAll(async () => {
	emulator = await startEmulator();
});

afterAll(async () => {
	await emulator.close();
});

/** Sends an API request to the server, with a retry if that's safe, and closes it. */
async function sent(parameters: INodeParameters, server: TlsServer) {
	const options = { maxRetries: 1, timeout: 30_000 };
	const send = { resource: 'apiRequest', operation: 'send', path: '/v1/x', options };
	const items = [{ body: { name: parameters === LARGE_CHANGE ? LARGE_TEXT : 'x' } }];
	const workflow = workflowOf({ type: MANAGEMENT, parameters: { ...send, ...parameters } }, items);
	const credentials = credentialsOf(emulator, { management: { baseUrl: server.url } });
	const { error } = await runWorkflow(workflow, { credentials });
	const { connections, received } = server;
	await server.close();
	const { outcome, reason } = detailsOf(error);
	const code = /\(([A-Z\d_]+)\)/.exec(error?.message ?? '')?.[1];
	return { outcome, reason, code, connections, received };
}

const VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;

const BEFORE_THE_REQUEST: Break[] = [
	{
		name: 'a certificate with an untrusted authority',
		code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
		start: () => startTlsServer(UNTRUSTED),
	},
	{
		name: 'a certificate for another host',
		code: 'ERR_TLS_CERT_ALTNAME_INVALID',
		start: () => startTlsServer(OTHER_NAME),
	},
	{
		name: 'an expired certificate in TLS 1.2',
		code: 'CERT_HAS_EXPIRED',
		start: () => startTlsServer({ ...EXPIRED, maxVersion: 'TLSv1.2' }),
	},
	{
		name: 'no common version of TLS',
		code: 'EPROTO',
		start: () => startTlsServer({ ...TRUSTED, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }),
	},
	{
		name: 'a required client certificate in TLS 1.2',
		code: 'EPROTO',
		start: () => startTlsServer({ ...CLIENT_CERTIFICATE, maxVersion: 'TLSv1.2' }),
	},
	{
		name: 'a server without TLS',
		code: 'EPROTO',
		start: () => startServerWithoutTls('HTTP/1.1 400 Bad Request\r\n\r\n'),
	},
	{
		name: 'a refused handshake',
		code: 'EPROTO',
		start: () => startServerWithoutTls(HANDSHAKE_FAILURE),
	},
	{
		// A reset (ECONNRESET) looks the same before and after the request, so it counts as unknown.
		name: 'a connection closed during the handshake',
		code: undefined,
		start: () => startServerWithoutTls(''),
	},
];

const AFTER_THE_REQUEST: Break[] = [
	...(['badRecord', 'brokenAlert', 'wrongVersion'] as const).flatMap((kind) =>
		VERSIONS.map((version) => ({
			name: `${kind}, ${version}`,
			code: /^ERR_SSL_\w+$/,
			start: () =>
				startBreakingTlsServer(kind, { ...TRUSTED, minVersion: version, maxVersion: version }),
		})),
	),
	{
		name: 'a required client certificate in TLS 1.3',
		// While the body is in transit, a reset may overtake the alert.
		code: /^(?:ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED|E[A-Z]+)$/,
		start: () => startTlsServer({ ...CLIENT_CERTIFICATE, minVersion: 'TLSv1.3' }),
	},
];

describe.each(BEFORE_THE_REQUEST)('broken TLS before the request: $name', (row) => {
	it.each([
		{ request: 'a read', parameters: READ },
		{ request: 'a large change', parameters: LARGE_CHANGE },
	])("doesn't send any part of $request", async ({ parameters }) => {
		const seen = await sent(parameters, await row.start());
		const nothing = { outcome: 'notSent', reason: 'noConnection', code: row.code, received: 0 };
		// Only an ended handshake is retried.
		expect(seen).toMatchObject({ ...nothing, connections: row.code === undefined ? 2 : 1 });
	});
});

describe.each(AFTER_THE_REQUEST)('broken TLS after the request: $name', ({ code, start }) => {
	it.each([
		{ request: 'a change', parameters: CHANGE },
		{ request: 'a large change', parameters: LARGE_CHANGE },
	])('leaves the outcome of $request unknown', async ({ parameters }) => {
		const seen = await sent(parameters, await start());
		expect(seen).toMatchObject({ outcome: 'unknown', reason: 'outcomeUnknown', connections: 1 });
		expect(seen.code).toMatch(code ?? '');
	});

	it('retries a read', async () => {
		const seen = await sent(READ, await start());
		expect(seen).toMatchObject({ outcome: 'unknown', reason: 'noConnection', connections: 2 });
		expect(seen.code).toMatch(code ?? '');
	});
});
