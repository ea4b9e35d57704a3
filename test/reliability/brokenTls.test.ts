import tls from 'node:tls';

import type { INodeParameters } from 'n8n-workflow';

import type { TlsBreak } from '../emulator';
import {
	createCertificate,
	startBreakingTlsServer,
	startEmulator,
	startTlsServer,
} from '../emulator';
import { runWorkflow } from '../engine/harness/runWorkflow';
import { credentialsOf, MANAGEMENT, workflowOf } from '../engine/harness/workflow';

const TRUSTED = createCertificate();
const OTHER_NAME = createCertificate({ host: 'other.example.com' });
const UNTRUSTED = createCertificate();

const MB = 1024 * 1024;
const NOTHING_SENT =
	'Nothing was sent. Check the Base URL of the credential and the network, or try again later.';
const UNKNOWN = 'Check what it changes before you send it again.';

/** A read, a change, and a change whose body is on its way for a while. */
const READ: INodeParameters = { method: 'GET' };
const CHANGE: INodeParameters = { method: 'POST', body: '{"name":"a"}' };
const LARGE_CHANGE: INodeParameters = { method: 'POST', body: '={{ $json.body }}' };
const CHANGES: Array<[string, INodeParameters]> = [
	['a change', CHANGE],
	['a change of 20 MB', LARGE_CHANGE],
];

beforeAll(() => {
	// What NODE_EXTRA_CA_CERTS does for a whole process.
	const { createSecureContext } = tls;
	jest
		.spyOn(tls, 'createSecureContext')
		.mockImplementation((options) =>
			createSecureContext({ ca: [TRUSTED.cert, OTHER_NAME.cert], ...options }),
		);
});

afterAll(() => {
	jest.restoreAllMocks();
});

/** Sends an API request to the server, with one retry where that is safe, and closes it. Returns what came of it. */
async function errorWith(
	parameters: INodeParameters,
	server: Awaited<ReturnType<typeof startTlsServer>>,
) {
	const emulator = await startEmulator();
	const options = { maxRetries: 1, timeout: 30_000 };
	const send = { resource: 'apiRequest', operation: 'send', path: '/v1/x', options };
	const items = [{ body: { name: 'x'.repeat(parameters === LARGE_CHANGE ? 20 * MB : 1) } }];
	const workflow = workflowOf({ type: MANAGEMENT, parameters: { ...send, ...parameters } }, items);
	const credentials = credentialsOf(emulator, { management: { baseUrl: server.url } });
	const { error } = await runWorkflow(workflow, { credentials });
	const { connections, received } = server;
	await Promise.all([server.close(), emulator.close()]);
	return { message: error?.message, description: error?.description, connections, received };
}

describe.each<[string, INodeParameters]>([['a read', READ], ...CHANGES])(
	'%s says that nothing was sent',
	(_, parameters) => {
		it.each<[string, tls.TlsOptions, string]>([
			['the authority is not trusted', UNTRUSTED, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
			['the name is another', OTHER_NAME, 'ERR_TLS_CERT_ALTNAME_INVALID'],
		])('where %s', async (_name, identity, code) => {
			for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
				const server = await startTlsServer({ ...identity, maxVersion });
				expect(await errorWith(parameters, server)).toEqual({
					message: `The API's certificate wasn't accepted (${code}).`,
					description: NOTHING_SENT,
					...{ connections: 1, received: 0 },
				});
			}
		});

		it.each<[string, tls.TlsOptions]>([
			['no version of TLS is common', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }],
			[
				'TLS 1.2 requires the certificate of a client',
				{ maxVersion: 'TLSv1.2', requestCert: true, rejectUnauthorized: true },
			],
		])('where %s', async (_name, options) => {
			const server = await startTlsServer({ ...TRUSTED, ...options });
			expect(await errorWith(parameters, server)).toEqual({
				message: "Couldn't establish a TLS connection to the API (EPROTO).",
				description: NOTHING_SENT,
				...{ connections: 1, received: 0 },
			});
		});
	},
);

describe.each<[TlsBreak, 'TLSv1.2' | 'TLSv1.3']>([
	['badRecord', 'TLSv1.2'],
	['badRecord', 'TLSv1.3'],
	['brokenAlert', 'TLSv1.2'],
	['brokenAlert', 'TLSv1.3'],
	['wrongVersion', 'TLSv1.2'],
	['wrongVersion', 'TLSv1.3'],
])('TLS that breaks after the request: %s, %s', (kind, version) => {
	const broken = /The connection closed before the response was complete \(ERR_SSL_\w+\)\.$/;
	const start = async () =>
		await startBreakingTlsServer(kind, { ...TRUSTED, minVersion: version, maxVersion: version });

	it.each(CHANGES)('leaves the outcome of %s unknown', async (_, parameters) => {
		const seen = await errorWith(parameters, await start());
		expect(seen.message).toMatch(broken);
		expect(seen).toMatchObject({ description: UNKNOWN, connections: 1 });
		expect(seen.received).toBeGreaterThan(0);
	});

	it('has a read sent again', async () => {
		const seen = await errorWith(READ, await start());
		expect(seen.message).toMatch(broken);
		expect(seen.connections).toBe(2);
	});
});

describe('The certificate of a client that TLS 1.3 requires, after the request', () => {
	const message =
		'The connection closed before the response was complete (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED).';
	const options = { minVersion: 'TLSv1.3', requestCert: true, rejectUnauthorized: true } as const;

	it.each(CHANGES)('leaves the outcome of %s unknown', async (_, parameters) => {
		const server = await startTlsServer({ ...TRUSTED, ...options });
		const seen = await errorWith(parameters, server);
		// With the body still on its way, a reset may overtake the alert.
		expect(seen.message).toMatch(
			/^The request may have been applied\. The connection closed before the response was complete/,
		);
		expect(seen).toMatchObject({ description: UNKNOWN, connections: 1 });
	});

	it('has a read sent again', async () => {
		const server = await startTlsServer({ ...TRUSTED, ...options });
		expect(await errorWith(READ, server)).toMatchObject({ message, connections: 2 });
	});
});
