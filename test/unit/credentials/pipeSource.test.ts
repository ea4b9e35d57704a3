import { CredentialTestContext } from 'n8n-core';

import { CloudPipeSourceApi } from '../../../credentials/CloudPipeSourceApi.credentials';
import {
	CLIENT_CERTIFICATE,
	SECRETS,
} from '../../../nodes/CloudManagement/resources/pipe/sources/secrets';
import { cloudPipeSourceApiTest } from '../../../nodes/CloudManagement/methods/pipeSourceTest';
import { pem } from '../../../tools/samples/canaries';

async function messageFor(data: Record<string, string | number>): Promise<string> {
	const credential = { id: '1', name: '', type: 'cloudPipeSourceApi', data };
	const result = await cloudPipeSourceApiTest.call(new CredentialTestContext(), credential);
	return `${result.status} ${result.message}`;
}

const [certificate, privateKey, other] = [pem('client.crt'), pem('client.key'), pem('other.crt')];
const pair = { method: 'clientCertificate', certificate, privateKey };
const login = { method: 'usernamePassword', username: 'u', password: 'p' };
const registry = { schemaRegistryUsername: 'u', schemaRegistryPassword: 'p' };
const HUB = 'Endpoint=sb://ns.servicebus.windows.net/';
const AZURE = 'DefaultEndpointsProtocol=https;EndpointSuffix=core.windows.net';

describe('the line breaks of PEM', () => {
	it.each([' ', '', '\\n', '\r', '\\r\\n'])('restores line breaks turned into %j', (gap) => {
		expect(CLIENT_CERTIFICATE.encode((certificate + other).replaceAll('\n', gap))).toBe(
			certificate + other,
		);
	});

	it.each([
		...['', 'no PEM at all', '-----BEGIN PRIVATE KEY----- MIGH and no end'],
		...[certificate + other, (certificate + other).replaceAll('\n', '\r\n')],
	])('ignores text that is no complete block on one line', (text) => {
		expect(CLIENT_CERTIFICATE.encode(text)).toBe(text);
	});

	it("ignores a block's content that is not plain base64", () => {
		const block =
			'-----BEGIN RSA PRIVATE KEY----- Proc-Type: 4,ENCRYPTED -----END RSA PRIVATE KEY-----';
		expect(CLIENT_CERTIFICATE.encode(block)).toBe(`${block}\n`);
	});
});

describe('the credential test', () => {
	it.each([
		login,
		{ method: 'accessKey', accessKeyId: 'AK', secretKey: 's' },
		{ method: 'schemaRegistryOnly', ...registry },
		{ ...login, ...registry },
		pair,
		{ ...pair, certificate: certificate + other },
		{
			...{ ...pair, certificate: certificate.replaceAll('\n', ' ') },
			privateKey: privateKey.replaceAll('\n', ''),
		},
		...[
			`${AZURE};AccountName=acc;AccountKey=a2V5PT0=`,
			`accountname=acc;accountkey=a2V5`,
			' AccountName = acc ; AccountKey = a2V5 ',
			'BlobEndpoint=https://acc.blob.core.windows.net;SharedAccessSignature=sv=2024&sig=x',
			`${HUB};SharedAccessKeyName=root;SharedAccessKey=a2V5=;EntityPath=topic`,
		].map((connectionString) => ({ method: 'connectionString', connectionString })),
		...['{ "type": "service_account" }', ' e30= ', 'e30\nMQ=='].map((serviceAccountKey) => ({
			...{ method: 'serviceAccount', serviceAccountKey },
		})),
	])('finds no problem', async (credential) => {
		expect(await messageFor(credential)).toMatch(/^OK /);
	});

	it.each(SECRETS)('$method: lists every missing field', async ({ method, members }) => {
		const texts = members.map(({ label }) => `${label} is empty. Enter it in the credential.`);
		expect(await messageFor({ method })).toBe(`Error ${texts.join(' ')}`);
	});

	it.each([
		[{}, ["Method isn't"]],
		[{ method: 'toString' }, ["Method isn't"]],
		[{ ...login, password: ' ' }, ['Password is empty']],
		[{ ...pair, schemaRegistryUsername: 'u' }, ['Schema Registry Password is empty']],
		[{ ...pair, schemaRegistryPassword: 'p' }, ['Schema Registry Username is empty']],
		[{ ...login, ...registry, schemaRegistryUsername: ' ' }, ['Schema Registry Username is empty']],
		[
			{ ...registry, method: 'schemaRegistryOnly', schemaRegistryPassword: ' ' },
			['Schema Registry Password is empty'],
		],
		[{ ...pair, certificate: 'nothing' }, ["Certificate isn't a whole"]],
		[{ ...pair, certificate: certificate.slice(0, 300) }, ["Certificate isn't a whole"]],
		[{ ...pair, privateKey: privateKey.slice(0, 100) }, ["Private Key isn't a whole"]],
		[
			{ ...pair, certificate: privateKey, privateKey: certificate },
			["Certificate isn't a whole", "Private Key isn't a whole"],
		],
		[
			{ ...pair, privateKey: pem('client.encrypted.key') },
			['Private Key is protected by a passphrase'],
		],
		[{ ...pair, certificate: '', privateKey: 5 }, ['Certificate is empty', 'Private Key is empty']],
		[
			{ method: 'serviceAccount', serviceAccountKey: 'key.json' },
			['Service Account Key is neither'],
		],
		[
			{ method: 'serviceAccount', serviceAccountKey: '{ "type": ' },
			['Service Account Key is neither'],
		],
	])('names the invalid field', async (credential, expected) => {
		const issues = expected.map((words) => `${words}[^.]*\\. [^.]*\\.`);
		expect(await messageFor(credential)).toMatch(new RegExp(`^Error ${issues.join(' ')}$`));
	});

	it.each([
		...['not a connection string', `${AZURE};AccountName=acc`, 'AccountName=acc;AccountKey= '],
		...['AccountName=acc;=AccountKey', HUB, `${HUB};SharedAccessKeyName=root`],
	])('reports that the connection string %s lacks a key', async (connectionString) => {
		const message = await messageFor({ method: 'connectionString', connectionString });
		expect(message).toMatch(/^Error Connection String contains no key/);
	});

	it.each([
		{ ...pair, privateKey: `x${privateKey}` },
		{ ...pair, certificate: `x${certificate}` },
	])('shows no secret', async (credential) => {
		expect(await messageFor(credential)).not.toContain(privateKey.slice(40, 80));
	});
});

describe('the credential form', () => {
	const { properties, restrictToSupportedNodes } = new CloudPipeSourceApi();

	it("is only for the package's nodes, with the field names that messages use", () => {
		expect(restrictToSupportedNodes).toBe(true);
		const labels = properties.map(({ name, displayName }) => [name, displayName] as const);
		const known = SECRETS.flatMap(({ members }) =>
			members.map(({ field, label }) => [field, label]),
		);
		expect(Object.fromEntries(labels)).toEqual({ method: 'Method', ...Object.fromEntries(known) });
	});

	it('offers the methods that the check supports, and shows only the fields of each', () => {
		const method = properties.find(({ name }) => name === 'method');
		const values = method?.options?.map((option) => 'value' in option && option.value);
		expect(values).toEqual(SECRETS.map(({ method: value }) => value));
		for (const { method: value, members } of SECRETS) {
			if (value === 'schemaRegistryOnly') continue;
			const shown = properties.filter(({ displayOptions }) =>
				displayOptions?.show?.['method']?.includes(value),
			);
			expect(shown.map(({ name }) => name)).toEqual(members.map(({ field }) => field));
		}
	});
});
