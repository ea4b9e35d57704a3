import { CredentialTestContext } from 'n8n-core';
import type { IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import { CloudManagementApi } from '../../../credentials/CloudManagementApi.credentials';
import type { Emulator, Sink } from '../../emulator';
import { createCertificate, startEmulator, startSink } from '../../emulator';

const tls = createCertificate();

let emulator: Emulator;
let overTls: Emulator;
let sink: Sink;

beforeAll(async () => {
	[emulator, overTls, sink] = await Promise.all([
		startEmulator(),
		startEmulator({ tls }),
		startSink(),
	]);
});

beforeEach(() => {
	emulator.clearLog();
	emulator.faults.clear();
});

afterAll(async () => {
	await Promise.all([emulator.close(), overTls.close(), sink.close()]);
});

/** The request as n8n's HTTP Request node (from 4.1 on) makes it, where its options are left alone. */
function defaultsOf(method: IHttpRequestMethods) {
	const followAllRedirects = true;
	return {
		...{ method, headers: {}, gzip: true, rejectUnauthorized: true, timeout: 300_000 },
		...{ followRedirect: true, followAllRedirects },
		...{ resolveWithFullResponse: true, sendCredentialsOnCrossOriginRedirect: false, json: true },
	};
}

/** Authenticates and sends a request as n8n does for that node, in n8n's own client. */
async function send(
	to: Emulator,
	options: object,
	method: IHttpRequestMethods = 'GET',
): Promise<unknown> {
	const { organizationId } = to.credentials.management;
	const uri = `${to.managementUrl}/v1/organizations/${organizationId}/activities`;
	const request: IHttpRequestOptions = { ...{ url: uri, uri }, ...defaultsOf(method), ...options };
	if (!('url' in options)) Reflect.deleteProperty(request, 'url');
	const authenticated = await new CloudManagementApi().authenticate(
		{ ...to.credentials.management },
		request,
	);
	const { helpers } = new CredentialTestContext();
	return await helpers.request(authenticated);
}

describe('A request of the HTTP Request node with the management credential', () => {
	it('is sent with the key', async () => {
		await expect(send(emulator, {})).resolves.toMatchObject({ statusCode: 200 });
	});

	it.each([
		{ proxy: '' },
		{ agentOptions: {} },
		{ agentOptions: { cert: 'cert', key: 'key', passphrase: 'p', rejectUnauthorized: true } },
	])('is sent where its options give the key to no other host: %j', async (options) => {
		await expect(send(emulator, options)).resolves.toMatchObject({ statusCode: 200 });
	});

	it.each([301, 302, 303, 307, 308] as const)('takes no redirect (%d)', async (status) => {
		emulator.faults.add({ kind: 'redirect', location: sink.url, status });
		for (const method of ['GET', 'POST', 'DELETE'] as const) {
			for (const options of [
				{},
				{ sendCredentialsOnCrossOriginRedirect: true },
				{ sendCredentialsOnCrossOriginRedirect: undefined, maxRedirects: 5 },
			]) {
				await expect(send(emulator, options, method)).rejects.toMatchObject({ statusCode: status });
			}
		}
		expect(sink.requests).toEqual([]);
	});

	it('is not sent through a proxy', async () => {
		for (const proxy of [sink.url, { host: '127.0.0.1', port: sink.port, protocol: 'http' }]) {
			await expect(send(emulator, { proxy })).rejects.toThrow(
				'sets proxy, which could let others read the key, so the key was not sent and neither was the request.',
			);
		}
		expect([...sink.requests, ...emulator.requests]).toEqual([]);
	});

	it.each([
		['its options', { rejectUnauthorized: false }],
		['its options, in the current spelling', { skipSslCertificateValidation: true }],
		['the options of its agent', { agentOptions: { ca: tls.cert, rejectUnauthorized: false } }],
	])('is not sent where %s turn the check of the certificate off', async (_name, options) => {
		await expect(send(overTls, options)).rejects.toThrow(
			/sets ('Ignore SSL Issues'|agentOptions\.ca, agentOptions\.rejectUnauthorized), which could let others read the key/,
		);
		expect(overTls.requests).toEqual([]);
	});

	it('is not sent where the request brings the certificate of the API', async () => {
		await expect(send(overTls, { agentOptions: { ca: tls.cert } })).rejects.toThrow(
			'sets agentOptions.ca, which could let others read the key',
		);
		await expect(send(overTls, {})).rejects.toThrow(/certificate|SSL/i);
		expect(overTls.requests).toEqual([]);
	});

	it('is not sent to the server that the options of its agent name', async () => {
		const { port } = sink;
		for (const agentOptions of [{ port }, { host: '127.0.0.1', port }, { port: String(port) }]) {
			await expect(send(emulator, { agentOptions })).rejects.toThrow(
				/^The request sets agentOptions\.(?:host, agentOptions\.)?port, which could let others read the key, so/,
			);
		}
		expect([...sink.requests, ...emulator.requests]).toEqual([]);
	});

	it('is not sent to the base URL of the request, where it has an empty address', async () => {
		for (const options of [{ url: '' }, { url: 'http:\\\\127.0.0.1' }]) {
			await expect(send(emulator, { ...options, baseURL: sink.url })).rejects.toThrow(
				'sets baseURL, which could let others read the key',
			);
		}
		expect([...sink.requests, ...emulator.requests]).toEqual([]);
	});

	it.each(['evil.example', '127.0.0.1', '127.0.0.1:1', ''])(
		'is not sent with the Host header %j',
		async (host) => {
			const names = [
				'Host',
				'host',
				'HOST',
				'Host ',
				' Host',
				'\u00a0host',
				'Host\t',
				'\ufeffHOST',
			];
			const headers = names.map((name) => ({ [name]: host }));
			const groups = [{ common: { Host: host } }, { get: { 'host ': host } }];
			for (const given of [...headers, ...groups]) {
				await expect(send(emulator, { headers: given })).rejects.toThrow(
					"sets the header 'Host', which could let others read the key, so the key was not sent",
				);
			}
			expect(emulator.requests).toEqual([]);
		},
	);
});
