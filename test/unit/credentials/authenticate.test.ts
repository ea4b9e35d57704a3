import type {
	IAuthenticate,
	ICredentialDataDecryptedObject as Credential,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { CloudDashboardApi } from '../../../credentials/CloudDashboardApi.credentials';
import { CloudManagementApi } from '../../../credentials/CloudManagementApi.credentials';

const HOST = 'https://api.example.com';
const URL_UNDER_IT = `${HOST}/gateway/v1`;

type Request = Partial<IHttpRequestOptions> & { uri?: string };

async function sign(
	authenticate: IAuthenticate,
	credential: Credential,
	request: Request,
): Promise<IHttpRequestOptions> {
	if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
	const complete: IHttpRequestOptions = { url: '', ...request };
	if (request.url === undefined) Reflect.deleteProperty(complete, 'url');
	return await authenticate(credential, complete);
}

async function signManagement(request: Request, changes: Credential = {}) {
	const credential = { baseUrl: `${HOST}/gateway/`, keyId: ' id ', keySecret: 's:é ' };
	return await sign(new CloudManagementApi().authenticate, { ...credential, ...changes }, request);
}

describe('authenticate', () => {
	it('adds HTTP Basic from Key ID and Key Secret', async () => {
		const signed = await signManagement({
			url: URL_UNDER_IT,
			headers: {
				authorization: 'Basic old',
				'Authorization ': 'old',
				'\tAUTHORIZATION': 'old',
				'authorization\u00a0': 'old',
				'X-Other': 'kept',
			},
			body: { a: 1 },
		});
		const login = Buffer.from('id:s:é').toString('base64');
		expect(signed.headers).toEqual({ Authorization: `Basic ${login}`, 'X-Other': 'kept' });
		expect(signed.body).toEqual({ a: 1 });
	});

	it('adds a bearer token only below the Base URL', async () => {
		const { authenticate } = new CloudDashboardApi();
		const credential = { baseUrl: 'http://127.0.0.1:99', accessToken: 'secret-token' };
		const signed = await sign(authenticate, credential, { url: 'http://127.0.0.1:99/api/v2/x' });
		expect(signed.headers).toEqual({ Authorization: 'Bearer secret-token' });
		const elsewhere = sign(authenticate, credential, { url: 'http://127.0.0.1:98/api/v2/x' });
		await expect(elsewhere).rejects.toThrow("address isn't under");
	});

	it("signs n8n's older form of a request", async () => {
		const signed = await signManagement({ uri: URL_UNDER_IT, baseURL: '' });
		expect(signed.headers).toHaveProperty('Authorization');
	});

	it.each<Request>([
		{},
		{ url: 'https://evil.example' },
		{ uri: 'https://evil.example' },
		{ url: URL_UNDER_IT, uri: 'https://evil.example' },
		{ url: '', uri: URL_UNDER_IT },
	])('rejects a request that leaves the Base URL: %j', async (request) => {
		for (const baseUrl of [HOST, `${HOST}/gateway`]) {
			await expect(signManagement(request, { baseUrl })).rejects.toThrow(
				"address isn't under the credential's Base URL",
			);
		}
	});

	const certificate = { cert: 'cert', key: 'key', passphrase: 'phrase' };

	it.each([
		{},
		{ ...certificate, rejectUnauthorized: true },
		{ ca: undefined, host: undefined, rejectUnauthorized: undefined },
	])('allows the agent options %j', async (agentOptions) => {
		const signed = await signManagement({ url: URL_UNDER_IT, agentOptions });
		expect(signed.agentOptions).toEqual(agentOptions);
	});

	it.each([
		{ value: '', names: ['host', 'lookup', 'pfx', 'checkServerIdentity', 'neverHeardOf'] },
		{ value: null, names: ['rejectUnauthorized'] },
		{ value: 0, names: ['rejectUnauthorized'] },
		{ value: 'false', names: ['rejectUnauthorized'] },
	])('rejects the agent options $names with the value $value', async ({ value, names }) => {
		for (const name of names) {
			const agentOptions = { ...certificate, [name]: value };
			await expect(signManagement({ url: URL_UNDER_IT, agentOptions })).rejects.toThrow(
				`Nothing was sent: the request sets agentOptions.${name}, which could`,
			);
		}
	});

	const CONNECTION_OPTIONS = [
		'adapter',
		'agent',
		'baseURL',
		'host',
		'hostname',
		'httpAgent',
		'httpsAgent',
		'lookup',
		'port',
		'proxy',
		'servername',
		'socketPath',
		'transport',
	];

	it.each(CONNECTION_OPTIONS)('rejects the request option %s', async (name) => {
		const refused = signManagement({ url: URL_UNDER_IT, [name]: 'evil' });
		await expect(refused).rejects.toThrow(
			`Nothing was sent: the request sets ${name}, which could`,
		);
		const signed = await signManagement({ url: URL_UNDER_IT, [name]: undefined });
		expect(signed.headers).toHaveProperty('Authorization');
	});

	it.each(['evil.example', '127.0.0.1:1', ''])('rejects the Host header "%s"', async (host) => {
		const names = ['Host', 'HOST', 'Host ', '\u00a0host', 'Host\t', '\ufeffHOST'];
		const groups = [{ common: { Host: host } }, { get: { 'host ': host } }];
		for (const headers of [...names.map((name) => ({ [name]: host })), ...groups]) {
			const request = { url: URL_UNDER_IT, headers };
			await expect(signManagement(request)).rejects.toThrow('sets the "Host" header');
		}
	});

	it('explains how to trust a private CA next to the refused options', async () => {
		const agentOptions = { host: 'evil.example', ca: 'ca', rejectUnauthorized: false };
		const request = { agentOptions, socketPath: '/evil', skipSslCertificateValidation: true };
		await expect(signManagement({ url: URL_UNDER_IT, ...request })).rejects.toThrow(
			/sets socketPath, "Ignore SSL Issues", agentOptions\.host, agentOptions\.ca, agentOptions\.rejectUnauthorized, which could .*private CAs belong in n8n's environment variables: .*NODE_EXTRA_CA_CERTS/,
		);
	});

	it.each([
		{ changes: { baseUrl: 'http://api.example.com' }, problem: 'must start with https://' },
		{ changes: { keyId: 5 }, problem: 'Key ID is empty' },
		{ changes: { keySecret: '' }, problem: 'Key Secret is empty' },
	])(
		'rejects a credential with $changes without showing a secret',
		async ({ changes, problem }) => {
			const failure = signManagement({ url: URL_UNDER_IT }, changes);
			await expect(failure).rejects.toThrow(problem);
			await expect(failure).rejects.not.toThrow('s:é');
		},
	);
});
