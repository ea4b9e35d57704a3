import {
	type CertificateOptions,
	createCertificate,
	type Emulator,
	type SocketBehavior,
	startEmulator,
	startSocketServer,
	unusedPort,
} from '../../emulator';
import { call, kafkaPipe, matching, pathsOf, send } from './client';

const YESTERDAY = new Date(Date.now() - 24 * 60 * 60 * 1000);
const TOMORROW = new Date(Date.now() + 24 * 60 * 60 * 1000);

let emulator: Emulator | undefined;

afterEach(async () => {
	await emulator?.close();
	emulator = undefined;
});

describe('an emulator with TLS', () => {
	const withCertificate = async (options?: CertificateOptions) => {
		const tls = createCertificate(options);
		emulator = await startEmulator({ tls });
		return { started: emulator, ca: tls.cert };
	};

	it('serves both APIs to clients that trust its certificate', async () => {
		const { started, ca } = await withCertificate();
		expect(started.managementUrl).toBe(`https://127.0.0.1:${String(started.port)}`);
		const { pipes, dashboard } = pathsOf(started);
		const created = await call(started, pipes, { method: 'POST', body: kafkaPipe(), ca });
		const updated = await call(started, dashboard, { method: 'PUT', body: {}, ca });
		expect([created.status, updated.status]).toEqual([200, 200]);
		expect(started.violations).toEqual([]);
	});

	it.each<[string, CertificateOptions, string]>([
		['over', { validTo: YESTERDAY, validFrom: new Date(0) }, 'CERT_HAS_EXPIRED'],
		['yet to come', { validFrom: TOMORROW }, 'CERT_NOT_YET_VALID'],
		['that of another host', { host: 'other.example.com' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
		['that of another address', { host: '192.0.2.1' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
	])('can have a certificate that is %s', async (_name, options, code) => {
		const { started, ca } = await withCertificate(options);
		const sent = call(started, pathsOf(started).service, { ca });
		await expect(sent).rejects.toMatchObject({ code });
		expect(started.requests).toEqual([]);
	});

	it.each<[string, CertificateOptions, string]>([
		['its own issuer', {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
		[
			'its own issuer and expired',
			{ validTo: YESTERDAY, validFrom: new Date(0) },
			'CERT_HAS_EXPIRED',
		],
	])('is refused by clients that do not trust what is %s', async (_name, options, code) => {
		const { started } = await withCertificate(options);
		const sent = call(started, pathsOf(started).service);
		await expect(sent).rejects.toMatchObject({ code });
		expect(started.requests).toEqual([]);
	});

	it('breaks an unencrypted connection', async () => {
		const { started } = await withCertificate();
		const sent = send(`http://127.0.0.1:${String(started.port)}`, '/');
		await expect(sent).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(started.requests).toEqual([]);
	});
});

describe('an emulator without TLS', () => {
	it('breaks a TLS handshake: wrong version number', async () => {
		emulator = await startEmulator();
		const sent = send(`https://127.0.0.1:${String(emulator.port)}`, '/');
		await expect(sent).rejects.toMatchObject({
			code: 'EPROTO',
			message: matching(/wrong version number/),
		});
	});
});

describe('a server of sockets', () => {
	const sendTo = async (behavior: SocketBehavior, scheme: 'http' | 'https') => {
		const server = await startSocketServer(behavior);
		const base = `${scheme}://127.0.0.1:${String(server.port)}`;
		const sent = send(base, '/probe', { method: 'POST', body: { a: 1 } });
		const outcome = sent.then(
			() => undefined,
			(error: unknown) => error,
		);
		return { server, outcome };
	};

	it.each<[SocketBehavior, 'http' | 'https', string]>([
		['resetOnConnect', 'http', 'ECONNRESET'],
		['resetOnConnect', 'https', 'ECONNRESET'],
		['resetOnData', 'http', 'ECONNRESET'],
		['resetOnData', 'https', 'ECONNRESET'],
		['closeOnData', 'http', 'ECONNRESET'],
		['closeOnData', 'https', 'ECONNRESET'],
		['tlsAlert', 'https', 'EPROTO'],
	])('that does %s breaks %s with %s', async (behavior, scheme, code) => {
		const { server, outcome } = await sendTo(behavior, scheme);
		expect(await outcome).toMatchObject({ code });
		expect(server.connections).toBe(1);
		expect(server.received.length > 0).toBe(behavior !== 'resetOnConnect');
		await server.close();
	});

	it('can read everything and stay silent', async () => {
		const { server, outcome } = await sendTo('silent', 'http');
		while (!server.received.includes('{"a":1}')) await new Promise(setImmediate);
		expect(server.received.toString()).toContain('POST /probe HTTP/1.1');
		await server.close();
		expect(await outcome).toMatchObject({ code: 'ECONNRESET' });
	});
});

describe('a port', () => {
	it('on which nobody listens refuses connections', async () => {
		const sent = send(`http://127.0.0.1:${String(await unusedPort())}`, '/');
		await expect(sent).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	});
});
