import { CredentialTestContext } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';

import { CloudPipeSourceApi } from '../../../credentials/CloudPipeSourceApi.credentials';
import {
	CLIENT_CERTIFICATE,
	REGISTRY_LOGIN,
	SECRETS,
} from '../../../nodes/CloudManagement/resources/pipe/sources/secretKinds';
import { cloudPipeSourceApiTest } from '../../../nodes/CloudManagement/resources/pipe/credentialTest';
import { pem, SOURCES } from '../../../tools/samples/canaries';
import { growth, MAX_GROWTH } from '../../growth';

type Data = Readonly<Record<string, boolean | string | number>>;

async function messageFor(data: Data | undefined): Promise<string> {
	const credential = { id: '1', name: '', type: 'cloudPipeSourceApi', ...(data && { data }) };
	const result = await cloudPipeSourceApiTest.call(new CredentialTestContext(), credential);
	return `${result.status} ${result.message}`;
}

const [certificate, privateKey, other] = [pem('client.crt'), pem('client.key'), pem('other.crt')];
const pair = { method: 'clientCertificate', certificate, privateKey };
const login = { method: 'usernamePassword', username: 'u', password: 'p' };
const HUB = 'Endpoint=sb://ns.servicebus.windows.net/';
const AZURE = 'DefaultEndpointsProtocol=https;EndpointSuffix=core.windows.net';

describe('CLIENT_CERTIFICATE.encode', () => {
	it.each([' ', '', '\\n', '\r', '\\r\\n'])(
		'restores line breaks that were turned into %j',
		(gap) => {
			expect(CLIENT_CERTIFICATE.encode((certificate + other).replaceAll('\n', gap))).toBe(
				certificate + other,
			);
		},
	);

	it.each([
		'',
		'no PEM at all',
		'-----BEGIN PRIVATE KEY----- MIGH and no end',
		certificate + other,
		(certificate + other).replaceAll('\n', '\r\n'),
		'-----BEGIN A-----AAAA-----END A----------BEGIN A-----BBBB',
		'-----BEGIN A-----AAAA-----END A-----BBBB-----END A-----',
	])('leaves any other text unchanged: %j', (text) => {
		expect(CLIENT_CERTIFICATE.encode(text)).toBe(text);
	});

	it("leaves a block unchanged that isn't plain base64", () => {
		const block =
			'-----BEGIN RSA PRIVATE KEY----- Proc-Type: 4,ENCRYPTED -----END RSA PRIVATE KEY-----';
		expect(CLIENT_CERTIFICATE.encode(block)).toBe(`${block}\n`);
	});
});

describe('cloudPipeSourceApiTest', () => {
	it.each(Object.values(SOURCES))('accepts a complete credential with $method', async (source) => {
		expect(await messageFor(source)).toMatch(/^OK /);
	});

	it.each([
		{ of: 'a chain', changes: { certificate: certificate + other } },
		{ of: 'one line', changes: { certificate: certificate.replaceAll('\n', ' ') } },
		{ of: 'an RSA key', changes: { privateKey: privateKey.replaceAll('PRIVATE', 'RSA PRIVATE') } },
		{ of: 'a key on one line', changes: { privateKey: privateKey.replaceAll('\n', '') } },
	])('accepts $of in PEM', async ({ changes }) => {
		expect(await messageFor({ ...pair, ...changes })).toMatch(/^OK /);
	});

	it.each([
		{ text: `${AZURE};AccountName=acc;AccountKey=a2V5PT0=`, hasKey: true },
		{ text: 'accountname=acc;accountkey=a2V5', hasKey: true },
		{ text: 'BlobEndpoint=https://b.example;SharedAccessSignature=sv=2024&sig=x', hasKey: true },
		{ text: `${HUB};SharedAccessKeyName=r;SharedAccessKey=a2V5=;EntityPath=t`, hasKey: true },
		{ text: 'not a connection string', hasKey: false },
		{ text: `${AZURE};AccountName=acc`, hasKey: false },
		{ text: 'AccountName=acc;AccountKey= ', hasKey: false },
		{ text: `${HUB};SharedAccessKeyName=root`, hasKey: false },
	])('finds a key in the connection string $text: $hasKey', async (row) => {
		const message = await messageFor({ method: 'connectionString', connectionString: row.text });
		expect(message).toMatch(row.hasKey ? /^OK / : /^Error Connection String contains no key/);
	});

	it('accepts a service account as JSON or Base64', async () => {
		const test = async (serviceAccountKey: string) =>
			await messageFor({ method: 'serviceAccount', serviceAccountKey });
		for (const valid of ['{ "type": "service_account" }', ' e30= ', 'e30\nMQ==']) {
			expect(await test(valid)).toMatch(/^OK /);
		}
		for (const invalid of ['key.json', '{ "type": ']) {
			expect(await test(invalid)).toMatch(/^Error Service Account Key is neither/);
		}
	});

	it.each(SECRETS)('lists every missing field of $method', async ({ method, entries }) => {
		const texts = entries.map(({ label }) => `${label} is empty. Enter it in the credential.`);
		expect(await messageFor({ method })).toBe(`Error ${texts.join(' ')}`);
	});

	it.each<{ data: Data | undefined; problems: string[] }>([
		{ data: { method: 'toString' }, problems: ["Method isn't"] },
		{ data: { ...login, password: ' ' }, problems: ['Password is empty'] },
		{
			data: { ...login, schemaRegistryLogin: true, schemaRegistryUsername: 'u' },
			problems: ['Schema Registry Password is empty'],
		},
		{ data: { ...pair, certificate: 'nothing' }, problems: ["Certificate isn't a complete"] },
		{
			data: { ...pair, certificate: privateKey, privateKey: certificate },
			problems: ["Certificate isn't a complete", "Private Key isn't a complete"],
		},
		{
			data: { ...pair, privateKey: '-----BEGIN PRIVATE KEY-----' },
			problems: ["Private Key isn't a complete"],
		},
		{
			data: { ...pair, privateKey: pem('client.encrypted.key') },
			problems: ['Private Key is protected by a passphrase'],
		},
	])('lists the problems $problems', async ({ data, problems }) => {
		const issues = problems.map((words) => `${words}[^.]*\\. [^.]*\\.`);
		expect(await messageFor(data)).toMatch(new RegExp(`^Error ${issues.join(' ')}$`));
	});

	it('redacts secrets in its message', async () => {
		const message = await messageFor({ ...pair, privateKey: `x${privateKey}` });
		expect(message).not.toContain(privateKey.slice(40, 80));
	});
});

describe('CloudPipeSourceApi', () => {
	const { properties, restrictToSupportedNodes } = new CloudPipeSourceApi();

	it("is restricted to the package's nodes", () => {
		expect(restrictToSupportedNodes).toBe(true);
	});

	const fields = properties.filter(({ type }) => type !== 'notice');

	it("warns above all fields that its test doesn't contact the source", () => {
		const [first, ...others] = properties;
		expect(first?.type).toBe('notice');
		expect(first?.displayName).toMatch(/test of this credential doesn't contact the source/);
		expect(others.filter(({ type }) => type === 'notice')).toEqual([]);
	});

	it('has a field for each secret', () => {
		const secrets = SECRETS.flatMap(({ entries }) => entries.map(({ field }) => field));
		const choices = ['method', 'schemaRegistryLogin'];
		const names = new Set(fields.map(({ name }) => name));
		expect([...names].sort()).toEqual([...choices, ...secrets].sort());
	});

	it('shows only the fields of each method', () => {
		const method = properties.find(({ name }) => name === 'method');
		const values = method?.options?.map((option) => 'value' in option && option.value);
		expect(values).toEqual(SECRETS.map(({ method: value }) => value));
	});

	const namesOf = (entries: ReadonlyArray<{ field: string }>) => entries.map(({ field }) => field);
	const REGISTRY = namesOf(REGISTRY_LOGIN.entries);
	/** n8n passes these values to the node. */
	const usedOf = (data: Data) =>
		NodeHelpers.getNodeParameters(fields, { ...data }, true, false, null, null);

	it.each(SECRETS)("shows a registry's login for $method if it's needed", ({ method, entries }) => {
		const isOfBrokers = !['schemaRegistryOnly', 'serviceAccount'].includes(method);
		const shown = ['method', ...namesOf(entries), ...(isOfBrokers ? ['schemaRegistryLogin'] : [])];
		expect(Object.keys(usedOf({ method }) ?? {})).toEqual(shown);
		const withLogin = Object.keys(usedOf({ method, schemaRegistryLogin: true }) ?? {});
		expect(withLogin).toEqual([...shown, ...(isOfBrokers ? REGISTRY : [])]);
	});

	it.each(Object.values(SOURCES))('passes on all secrets of $method', (source) => {
		expect(usedOf(source)).toEqual(source);
	});
});

const HEAD = '-----BEGIN A-----';

it.each<{ of: string; textOf: (size: number) => string }>([
	{ of: 'starts of one block', textOf: (size) => HEAD.repeat(size / 17) },
	{ of: 'a label without an end', textOf: (size) => `-----BEGIN ${'A'.repeat(size)}` },
	{ of: 'ends of blocks', textOf: (size) => HEAD + '-----END B-----'.repeat(size / 15) },
	{ of: 'spaces in a block', textOf: (size) => `${HEAD}${' '.repeat(size)}!-----END A-----` },
])('tests $of in linear time', async ({ textOf }) => {
	const task = (text: string) => {
		CLIENT_CERTIFICATE.encode(text);
		// The credential test does all its work before it returns, so nothing is awaited.
		return messageFor({ ...pair, certificate: text, privateKey: text });
	};
	expect(await growth(2000, textOf, task)).toBeLessThan(MAX_GROWTH);
});
