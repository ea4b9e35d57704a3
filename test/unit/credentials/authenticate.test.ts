import type { IAuthenticate, IHttpRequestOptions } from 'n8n-workflow';

import { CloudDashboardApi } from '../../../credentials/CloudDashboardApi.credentials';
import { CloudManagementApi } from '../../../credentials/CloudManagementApi.credentials';

const management = {
	baseUrl: 'https://api.example.com/gateway/',
	keyId: ' id ',
	keySecret: 's:é ',
};
const dashboard = { baseUrl: 'http://127.0.0.1:99', accessToken: 'secret-token' };

const GATEWAY = 'https://api.example.com/gateway';

type Request = Partial<IHttpRequestOptions> & { uri?: string };

async function sign(
	authenticate: IAuthenticate,
	credential: Record<string, string>,
	request: Request,
): Promise<IHttpRequestOptions> {
	if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
	const complete: IHttpRequestOptions = { url: '', ...request };
	if (request.url === undefined) Reflect.deleteProperty(complete, 'url');
	return await authenticate(credential, complete);
}

const signManagement = async (request: Request, change = {}) =>
	await sign(new CloudManagementApi().authenticate, { ...management, ...change }, request);

describe('authenticate', () => {
	it('adds HTTP Basic from key ID and key secret and keeps the rest of the request', async () => {
		const signed = await signManagement({
			url: 'https://api.example.com/gateway/v1',
			headers: {
				authorization: 'Basic old',
				...{ 'Authorization ': 'old', '\tAUTHORIZATION': 'old', 'authorization\u00a0': 'old' },
				'X-Other': 'kept',
			},
			body: { a: 1 },
		});
		const login = Buffer.from('id:s:é').toString('base64');
		expect(signed.headers).toEqual({ Authorization: `Basic ${login}`, 'X-Other': 'kept' });
		expect(signed.body).toEqual({ a: 1 });
	});

	it('adds a bearer token', async () => {
		const signed = await sign(new CloudDashboardApi().authenticate, dashboard, {
			url: 'http://127.0.0.1:99/api/v2/dashboards/1',
		});
		expect(signed.headers).toEqual({ Authorization: 'Bearer secret-token' });
		const elsewhere = { url: 'http://127.0.0.1:98/api/v2/dashboards/1' };
		const { authenticate } = new CloudDashboardApi();
		await expect(sign(authenticate, dashboard, elsewhere)).rejects.toThrow("address isn't under");
	});

	it.each([
		['', 'https://api.example.com/other'],
		['/tenant-a', 'https://api.example.com/tenant-a'],
		['/tenant-a', 'https://api.example.com/tenant-a/'],
		['/tenant-a/', 'https://API.example.com:443/tenant-a/v1/x?a=/../b#/..'],
		['/tenant-a', 'https://api.example.com/./other/../tenant-a/v1'],
		['/tenant-a', 'https://api.example.com/%74enant%2Da/v1/%2541%20%C3%A4%'],
		['/tenant%2da/ä', 'https://api.example.com/tenant-a/%C3%A4/v1'],
		['/tenant-a/v1', 'https://api.example.com/tenant-a/v1/x'],
		['/tenant-a//V1//', 'https://api.example.com/tenant-a/v1/x'],
		['/tenant-a/api/v2', 'https://api.example.com/tenant-a/api/v2/dashboards/1'],
		['/v1', 'https://api.example.com/v1/x'],
		['/v1', 'https://api.example.com/v2/x'],
	])('signs under the path of the Base URL, %s: %j', async (path, url) => {
		for (const request of [{ url }, { uri: url, baseURL: '' }]) {
			const signed = await signManagement(request, { baseUrl: `https://api.example.com${path}` });
			expect(signed.headers).toHaveProperty('Authorization');
		}
	});

	const HOST = 'https://api.example.com';

	it.each<[string, Request]>([
		...[
			...[{ url: 'https://evil.example' }, { uri: 'https://evil.example' }, { url: '/v1' }],
			...[{ url: 'http://api.example.com/gateway' }, { url: `${HOST}:8443` }, { url: '' }, {}],
			...[
				{ url: HOST, uri: 'https://evil.example' },
				{ url: '', uri: HOST },
			],
			...[{ url: '//evil.example' }, { url: 'https:evil.example' }],
		].flatMap((request): Array<[string, Request]> => [
			['', request],
			['/gateway', request],
		]),
		...[
			...['', '/v1/tenant-a', '/tenant-ab', '/Tenant-A', '/tenant-a;x/v1', '/tenant-a/../tenant-b'],
			...['/tenant-a\\..\\tenant-b', '/tenant-a/%2e%2E/tenant-b', '/tenant-a/..%2Ftenant-b'],
			...['/tenant-a/..%5Ctenant-b', '/tenant-a/%252e%252e/tenant-b', '/tenant-a/..;/tenant-b'],
			...['/tenant-a/%2525252525252e', '/tenant-a%2Fx/v1'],
		].map((path): [string, Request] => ['/tenant-a', { url: HOST + path }]),
		['/tenant-a/b', { url: `${HOST}/tenant-a/c` }],
		['/tenant-a/v1', { url: `${HOST}/v1` }],
		['/v1/tenant-a', { url: `${HOST}/v1/tenant-b` }],
		['/tenant-a', { url: `${HOST}/tenant-a`, uri: `${HOST}/b` }],
	])('refuses a request that leaves the Base URL with %s: %j', async (path, request) => {
		const sent = signManagement(request, { baseUrl: HOST + path });
		await expect(sent).rejects.toThrow("address isn't under the credential's Base URL");
	});

	const certificate = { cert: 'cert', key: 'key', passphrase: 'phrase' };

	it.each([
		{},
		certificate,
		{ ...certificate, rejectUnauthorized: true },
		{ ca: undefined, host: undefined, rejectUnauthorized: undefined },
	])('keeps the options %j of the agent', async (agentOptions) => {
		const signed = await signManagement({ url: GATEWAY, agentOptions });
		expect(signed.agentOptions).toEqual(agentOptions);
	});

	it.each<[string, unknown]>([
		...['host', 'port', 'path', 'socketPath', 'lookup', 'servername', 'pfx', 'keepAlive', 'new']
			.concat(['checkServerIdentity', 'createConnection', 'localAddress', 'family', 'proxyEnv'])
			.map((name): [string, unknown] => [name, '']),
		['rejectUnauthorized', null],
		['rejectUnauthorized', 0],
		['rejectUnauthorized', 'false'],
	])('refuses the option %s of the agent by its name, with %j', async (name, value) => {
		const agentOptions = { ...certificate, [name]: value };
		await expect(signManagement({ url: GATEWAY, agentOptions })).rejects.toThrow(
			`The request sets agentOptions.${name}, which could`,
		);
	});

	it.each([
		...['adapter', 'agent', 'baseURL', 'host', 'hostname', 'httpAgent', 'httpsAgent', 'lookup'],
		...['port', 'proxy', 'servername', 'socketPath', 'transport'],
	])('refuses the option %s of the request by its name', async (name) => {
		const request = { url: GATEWAY, [name]: 'evil' };
		await expect(signManagement(request)).rejects.toThrow(`The request sets ${name}, which could`);
		const unset = { url: GATEWAY, [name]: undefined };
		expect((await signManagement(unset)).headers).toHaveProperty('Authorization');
	});

	it('lists all options that it refuses, and explains how to trust a private CA', async () => {
		const agentOptions = { host: 'evil.example', ca: 'ca', rejectUnauthorized: false };
		const request = { agentOptions, socketPath: '/evil', skipSslCertificateValidation: true };
		await expect(signManagement({ url: GATEWAY, ...request })).rejects.toThrow(
			/sets socketPath, 'Ignore SSL Issues', agentOptions\.host, agentOptions\.ca, agentOptions\.rejectUnauthorized, which could .*private CAs belong in n8n's environment variables: .*NODE_EXTRA_CA_CERTS/,
		);
	});

	it.each([
		[{ baseUrl: 'http://api.example.com' }, 'must start with https://'],
		[{ keyId: ' ' }, 'Key ID is empty'],
		[{ keyId: 5 }, 'Key ID is empty'],
		[{ keySecret: '' }, 'Key Secret is empty'],
	])('refuses %j and shows no secret', async (change, words) => {
		const failure = signManagement({ url: 'http://api.example.com' }, change);
		await expect(failure).rejects.toThrow(words);
		await expect(failure).rejects.not.toThrow('s:é');
	});
});
