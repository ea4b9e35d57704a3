import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CloudPipeSourceApi } from '../../../credentials/CloudPipeSourceApi.credentials';
import {
	PIPE_SOURCE_MEMBER_NAMES,
	PIPE_SOURCE_METHODS,
} from '../../../nodes/CloudManagement/resources/pipe/sources/authentication';
import { restoredPem } from '../../../nodes/CloudManagement/resources/pipe/secrets';
import { pipeSourceIssues } from '../../../nodes/CloudManagement/methods/pipeSourceTest';

const pem = (name: string) => readFileSync(join(__dirname, 'pem', `${name}.pem`), 'utf8');
const [certificate, privateKey, other] = [pem('client.crt'), pem('client.key'), pem('other.crt')];
const pair = { method: 'clientCertificate', certificate, privateKey };
const login = { method: 'usernamePassword', username: 'u', password: 'p' };
const registry = { schemaRegistryUsername: 'u', schemaRegistryPassword: 'p' };
const HUB = 'Endpoint=sb://ns.servicebus.windows.net/';
const AZURE = 'DefaultEndpointsProtocol=https;EndpointSuffix=core.windows.net';
const BROKEN = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';

describe('restoredPem', () => {
	it.each([' ', '', '\\n', '\r', '\\r\\n'])('restores line breaks turned into %j', (gap) => {
		expect(restoredPem((certificate + other).replaceAll('\n', gap))).toBe(certificate + other);
	});

	it.each([
		...['', 'no PEM at all', '-----BEGIN PRIVATE KEY----- MIGH and no end'],
		...[certificate + other, (certificate + other).replaceAll('\n', '\r\n')],
	])('leaves alone what is no complete block on one line: %#', (text) => {
		expect(restoredPem(text)).toBe(text);
	});

	it('leaves the content of a block alone that is not plain base64', () => {
		const block =
			'-----BEGIN RSA PRIVATE KEY----- Proc-Type: 4,ENCRYPTED -----END RSA PRIVATE KEY-----';
		expect(restoredPem(block)).toBe(`${block}\n`);
	});
});

describe('pipeSourceIssues', () => {
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
	])('finds nothing wrong: %#', (credential) => {
		expect(pipeSourceIssues(credential)).toEqual([]);
	});

	it.each([...PIPE_SOURCE_METHODS])('%s: names every missing member', (method, members) => {
		const names = members.map((member) => PIPE_SOURCE_MEMBER_NAMES[member]);
		expect(pipeSourceIssues({ method })).toEqual(
			names.map((name) => `${name} is empty. Enter it in the credential.`),
		);
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
		[{ ...pair, certificate: 'nothing' }, ["Certificate isn't a readable"]],
		[{ ...pair, certificate: certificate.slice(0, 300) }, ["Certificate isn't a readable"]],
		[
			{ ...pair, certificate: privateKey, privateKey: certificate },
			["Certificate isn't a readable", "Private Key isn't a readable"],
		],
		[{ ...pair, certificate: certificate + BROKEN }, ["Certificate isn't a readable"]],
		[
			{ ...pair, privateKey: pem('client.encrypted.key') },
			['Private Key is protected by a passphrase'],
		],
		[{ ...pair, privateKey: pem('other.key') }, ["Private Key doesn't match"]],
		[{ ...pair, certificate: other + certificate }, ["Private Key doesn't match"]],
	])('names the invalid member: %#', (credential, expected) => {
		const issues = pipeSourceIssues(credential);
		expect(issues).toEqual(expected.map((words) => expect.stringContaining(words) as unknown));
	});

	it.each([
		['not a connection string', 'AccountName=… is missing'],
		[`${AZURE};AccountKey=a2V5`, 'AccountName=… is missing'],
		[`${AZURE};AccountName=;AccountKey=a2V5`, 'AccountName=… is missing'],
		[`${AZURE};AccountName=acc`, 'AccountKey=… is missing'],
		['AccountName=acc;AccountKey= ', 'AccountKey=… is missing'],
		['AccountName=acc;=AccountKey', 'AccountKey=… is missing'],
		['BlobEndpoint=https://acc.example;AccountKey=a2V5', 'AccountName=… is required'],
		['SharedAccessKeyName=root;SharedAccessKey=a2V5', 'Endpoint=sb://… is missing'],
		[`Endpoint=https://x;SharedAccessKeyName=r;SharedAccessKey=k`, 'Endpoint=sb://… is missing'],
		[`Endpoint=x+sb://ns/;SharedAccessKeyName=r;SharedAccessKey=k`, 'Endpoint=sb://… is missing'],
		[HUB, 'SharedAccessKeyName=… is missing'],
		[`${HUB};SharedAccessKey=a2V5`, 'SharedAccessKeyName=… is missing'],
		[`${HUB};SharedAccessKeyName=root`, 'SharedAccessKey=… is missing'],
	])('says what the connection string %s lacks, and shows no key', (connectionString, words) => {
		const issues = pipeSourceIssues({ method: 'connectionString', connectionString }).join();
		expect(issues).toContain(words);
		expect(issues).not.toContain('a2V5');
	});
});

describe('the form of the credential', () => {
	const { properties, restrictToSupportedNodes } = new CloudPipeSourceApi();

	it('is for the nodes of the package alone, with the member names that messages use', () => {
		expect(restrictToSupportedNodes).toBe(true);
		const labels = properties.map(({ name, displayName }) => [name, displayName] as const);
		expect(Object.fromEntries(labels)).toEqual(PIPE_SOURCE_MEMBER_NAMES);
	});

	it('offers the methods that the check knows, and shows each just its members', () => {
		const method = properties.find(({ name }) => name === 'method');
		const values = method?.options?.map((option) => 'value' in option && option.value);
		expect(values).toEqual([...PIPE_SOURCE_METHODS.keys()]);
		for (const [value, members] of PIPE_SOURCE_METHODS) {
			if (value === 'schemaRegistryOnly') continue;
			const shown = properties.filter(({ displayOptions }) =>
				displayOptions?.show?.['method']?.includes(value),
			);
			expect(shown.map(({ name }) => name)).toEqual(members);
		}
	});
});
