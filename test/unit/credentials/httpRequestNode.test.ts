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
		...([startEmulator(), startEmulator({ tls }), startSink()] as const),
	]);
});

beforeEach(() => {
	emulator.clearLog();
	emulator.faults.clear();
});

afterAll(async () => {
	await Promise.all([emulator.close(), overTls.close(), sink.close()]);
});

/** Authenticates and sends a request as n8n's HTTP Request node (from 4.1 on) does, in n8n's own client. */
async function send(to: Emulator, options: object, method: IHttpRequestMethods = 'GET') {
	const { organizationId } = to.credentials.management;
	const uri = `${to.managementUrl}/v1/organizations/${organizationId}/activities`;
	const defaults = {
		...{ method, headers: {}, gzip: true, rejectUnauthorized: true, timeout: 300_000 },
		...{ followRedirect: true, followAllRedirects: true },
		...{ resolveWithFullResponse: true, sendCredentialsOnCrossOriginRedirect: false, json: true },
	};
	const request: IHttpRequestOptions = { ...{ url: uri, uri }, ...defaults, ...options };
	if (!('url' in options)) Reflect.deleteProperty(request, 'url');
	const credential = { ...to.credentials.management };
	const authenticated = await new CloudManagementApi().authenticate(credential, request);
	const response: unknown = await new CredentialTestContext().helpers.request(authenticated);
	return response;
}

describe('A request of the HTTP Request node with the management credential', () => {
	it.each([
		{},
		{ proxy: '' },
		{ agentOptions: {} },
		{ agentOptions: { cert: 'cert', key: 'key', passphrase: 'p', rejectUnauthorized: true } },
	])('is sent with the key where its options give it to no other host: %j', async (options) => {
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

	// What is refused by its name alone: authenticate.test.ts.
	it.each<[string, (to: Sink) => object]>([
		['through a proxy', ({ url }) => ({ proxy: url })],
		['through a proxy by its parts', ({ port }) => ({ proxy: { host: '127.0.0.1', port } })],
		['to the port of its agent', ({ port }) => ({ agentOptions: { port } })],
		['to the host of its agent', ({ port }) => ({ agentOptions: { host: '127.0.0.1', port } })],
		['to its base URL', ({ url }) => ({ url: '', baseURL: url })],
		['to its base URL by backslashes', ({ url }) => ({ url: 'http:\\\\127.0.0.1', baseURL: url })],
	])('is not sent %s', async (_case, optionsOf) => {
		await expect(send(emulator, optionsOf(sink))).rejects.toThrow('could let others read the key');
		expect([...sink.requests, ...emulator.requests]).toEqual([]);
	});

	it.each([
		['its options turn the check of the certificate off', { rejectUnauthorized: false }],
		['they do so in the current spelling', { skipSslCertificateValidation: true }],
		['its agent does', { agentOptions: { ca: tls.cert, rejectUnauthorized: false } }],
		['it brings the certificate of the API', { agentOptions: { ca: tls.cert } }],
	])('is not sent where %s', async (_name, options) => {
		await expect(send(overTls, options)).rejects.toThrow('could let others read the key');
		await expect(send(overTls, {})).rejects.toThrow(/certificate|SSL/i);
		expect(overTls.requests).toEqual([]);
	});

	it.each(['evil.example', '127.0.0.1:1', ''])(
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
			for (const given of [...headers, { common: { Host: host } }, { get: { 'host ': host } }]) {
				await expect(send(emulator, { headers: given })).rejects.toThrow("sets the header 'Host'");
			}
			expect(emulator.requests).toEqual([]);
		},
	);
});
