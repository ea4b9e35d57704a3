import type { IAuthenticate, IHttpRequestOptions } from 'n8n-workflow';

import { CloudDashboardApi } from '../../../credentials/CloudDashboardApi.credentials';
import { CloudManagementApi } from '../../../credentials/CloudManagementApi.credentials';

const management = {
	baseUrl: 'https://api.example.com/gateway/',
	keyId: ' id ',
	keySecret: 's:é ',
};
const dashboard = { baseUrl: 'http://127.0.0.1:99', accessToken: 'secret-token' };

type Request = Partial<IHttpRequestOptions> & { uri?: string };

async function sign(
	authenticate: IAuthenticate,
	credential: Record<string, string>,
	request: Request,
): Promise<IHttpRequestOptions> {
	if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
	return await authenticate(credential, { url: '', ...request });
}

const signManagement = async (request: Request, change = {}) =>
	await sign(new CloudManagementApi().authenticate, { ...management, ...change }, request);

describe('authenticate', () => {
	it('adds HTTP Basic from key ID and key secret and keeps the rest of the request', async () => {
		const signed = await signManagement({
			url: 'https://api.example.com/gateway/v1',
			headers: { authorization: 'Basic old', 'X-Other': 'kept' },
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
	});

	it.each([
		[{ url: 'https://api.example.com/other' }],
		[{ uri: 'https://api.example.com/v1' }],
		[{ baseURL: 'https://api.example.com/gateway', url: '/v1' }],
		[{ baseURL: 'https://api.example.com', url: 'v1' }],
		[{ baseURL: 'https://api.example.com' }],
	])('signs %j', async (request) => {
		expect((await signManagement(request)).headers).toHaveProperty('Authorization');
	});

	it.each([
		[{ url: 'https://evil.example' }],
		[{ url: 'http://api.example.com/gateway' }],
		[{ url: 'https://api.example.com:8443' }],
		[{ uri: 'https://evil.example' }],
		[{ url: 'https://api.example.com', uri: 'https://evil.example' }],
		[{ baseURL: 'https://evil.example', url: '/v1' }],
		[{ baseURL: 'https://api.example.com', url: 'https://evil.example' }],
		[{ baseURL: 'https://api.example.com', url: '//evil.example' }],
		[{ baseURL: 'https://api.example.com', url: '\\\\evil.example' }],
		[{ url: '/v1' }],
		[{}],
	])('refuses %j', async (request) => {
		await expect(signManagement(request)).rejects.toThrow('goes to another address');
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
