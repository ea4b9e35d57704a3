import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CloudPipeSourceApi } from '../../../credentials/CloudPipeSourceApi.credentials';
import { restoredPem } from '../../../nodes/CloudManagement/api/pem';
import {
	PIPE_SOURCE_MEMBER_NAMES,
	PIPE_SOURCE_METHODS,
} from '../../../nodes/CloudManagement/api/credentialMembers';
import { pipeSourceIssues } from '../../../nodes/CloudManagement/methods/credentialTest/pipeSource';

const pem = (name: string) => readFileSync(join(__dirname, 'pem', `${name}.pem`), 'utf8');
const pair = {
	method: 'clientCertificate',
	certificate: pem('client.crt'),
	privateKey: pem('client.key'),
};
const azure = 'DefaultEndpointsProtocol=https;EndpointSuffix=core.windows.net';
const hub = 'Endpoint=sb://ns.servicebus.windows.net/';

describe('restoredPem', () => {
	it.each(['', 'no PEM at all', '-----BEGIN PRIVATE KEY----- MIGH and no end'])(
		'leaves alone what contains no complete block: %j',
		(text) => {
			expect(restoredPem(text)).toBe(text);
		},
	);
});

describe('restoredPem of a block that is not plain base64', () => {
	it('leaves its content alone', () => {
		const block =
			'-----BEGIN RSA PRIVATE KEY----- Proc-Type: 4,ENCRYPTED -----END RSA PRIVATE KEY-----';
		expect(restoredPem(block)).toBe(`${block}\n`);
	});
});

describe('pipeSourceIssues', () => {
	it.each([
		{ method: 'usernamePassword', username: 'u', password: 'p' },
		{ method: 'accessKey', accessKeyId: 'AK', secretKey: 's' },
		{
			method: 'schemaRegistryOnly',
			schemaRegistryUsername: 'u',
			schemaRegistryPassword: 'p',
		},
		{
			method: 'usernamePassword',
			username: 'u',
			password: 'p',
			schemaRegistryUsername: 'u',
			schemaRegistryPassword: 'p',
		},
		pair,
		{ ...pair, certificate: pem('client.crt') + pem('other.crt') },
		{
			...pair,
			certificate: pair.certificate.replaceAll('\n', ' '),
			privateKey: pair.privateKey.replaceAll('\n', ''),
		},
	])('finds nothing wrong: %#', (credential) => {
		expect(pipeSourceIssues(credential)).toEqual([]);
	});

	it.each([...PIPE_SOURCE_METHODS])('%s: names every missing member', (method, members) => {
		const issues = pipeSourceIssues({ method });
		const names = members.map((member) => PIPE_SOURCE_MEMBER_NAMES[member]);
		expect(issues).toEqual(names.map((name) => `${name} is empty. Enter it in the credential.`));
	});

	it.each([
		[{}, ['Method is not']],
		[{ method: 'toString' }, ['Method is not']],
		[{ method: 'usernamePassword', username: 'u', password: ' ' }, ['Password is empty']],
		[{ ...pair, schemaRegistryUsername: 'u' }, ['Schema Registry Password is empty']],
		[{ ...pair, schemaRegistryPassword: 'p' }, ['Schema Registry Username is empty']],
		[{ ...pair, certificate: 'nothing' }, ['Certificate is not a readable']],
		[{ ...pair, certificate: pair.certificate.slice(0, 300) }, ['Certificate is not a readable']],
		[
			{ ...pair, certificate: pair.privateKey, privateKey: pair.certificate },
			['Certificate is not a readable', 'Private Key is not a readable'],
		],
		[
			{
				...pair,
				certificate: `${pair.certificate}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`,
			},
			['Certificate is not a readable'],
		],
		[
			{ ...pair, privateKey: pem('client.encrypted.key') },
			['Private Key is protected by a passphrase'],
		],
		[{ ...pair, privateKey: pem('other.key') }, ['Private Key does not belong']],
		[
			{ ...pair, certificate: pem('other.crt') + pem('client.crt') },
			['Private Key does not belong'],
		],
	])('names the invalid member: %#', (credential, expected) => {
		const issues = pipeSourceIssues(credential);
		expect(issues).toHaveLength(expected.length);
		expected.forEach((words, index) => {
			expect(issues[index]).toContain(words);
		});
	});
});

describe('the login of a schema registry', () => {
	const login = { method: 'usernamePassword', username: 'u', password: 'p' };

	it.each([
		{ schemaRegistryUsername: ' ', schemaRegistryPassword: 'p' },
		{ schemaRegistryUsername: 'u', schemaRegistryPassword: ' ' },
	])('is complete or not there: %j', (registry) => {
		expect(pipeSourceIssues({ ...login, ...registry })).toHaveLength(1);
		expect(pipeSourceIssues({ ...registry, method: 'schemaRegistryOnly' })).toHaveLength(1);
	});
});

describe('connection strings', () => {
	const problemOf = (connectionString: string) =>
		pipeSourceIssues({ method: 'connectionString', connectionString }).join();

	it.each([
		['Endpoint=sb://ns.servicebus.windows.net/', 'SharedAccessKeyName=… is missing'],
		['SharedAccessKeyName=root;SharedAccessKey=a2V5', 'Endpoint=sb://… is missing'],
		[
			'Endpoint=x+sb://ns/;SharedAccessKeyName=root;SharedAccessKey=k',
			'Endpoint=sb://… is missing',
		],
		['AccountName=acc;AccountKey= ', 'AccountKey=… is missing'],
		['AccountName=acc;=AccountKey', 'AccountKey=… is missing'],
	])('says what is missing: %s', (text, words) => {
		expect(problemOf(text)).toContain(words);
	});

	it.each([
		`${azure};AccountName=acc;AccountKey=a2V5PT0=`,
		`accountname=acc;accountkey=a2V5`,
		' AccountName = acc ; AccountKey = a2V5 ',
		'BlobEndpoint=https://acc.blob.core.windows.net;SharedAccessSignature=sv=2024&sig=x',
		`${hub};SharedAccessKeyName=root;SharedAccessKey=a2V5=;EntityPath=topic`,
	])('accepts %s', (text) => {
		expect(problemOf(text)).toBe('');
	});

	it.each([
		['not a connection string', 'AccountName=… is missing'],
		[`${azure};AccountKey=a2V5`, 'AccountName=… is missing'],
		[`${azure};AccountName=;AccountKey=a2V5`, 'AccountName=… is missing'],
		[`${azure};AccountName=acc`, 'AccountKey=… is missing'],
		['BlobEndpoint=https://acc.example;AccountKey=a2V5', 'AccountName=… must stand'],
		['SharedAccessKeyName=root;SharedAccessKey=a2V5', 'Endpoint=sb://… is missing'],
		[`Endpoint=https://x;SharedAccessKeyName=r;SharedAccessKey=k`, 'Endpoint=sb://… is missing'],
		[`${hub};SharedAccessKey=a2V5`, 'SharedAccessKeyName=… is missing'],
		[`${hub};SharedAccessKeyName=root`, 'SharedAccessKey=… is missing'],
	])('refuses %s and shows no key', (text, words) => {
		expect(problemOf(text)).toContain(words);
		expect(problemOf(text)).not.toContain('a2V5');
	});
});

describe('restoredPem', () => {
	const complete = pem('client.crt') + pem('other.crt');

	it.each([' ', '', '\\n', '\r', '\\r\\n'])('restores line breaks turned into %j', (gap) => {
		expect(restoredPem(complete.replaceAll('\n', gap))).toBe(complete);
	});

	it('leaves text with its line breaks, and text that is no PEM, as it is', () => {
		expect(restoredPem(complete)).toBe(complete);
		expect(restoredPem(complete.replaceAll('\n', '\r\n'))).toBe(complete.replaceAll('\n', '\r\n'));
		expect(restoredPem('nothing')).toBe('nothing');
	});
});

describe('the form of the credential', () => {
	const { properties, restrictToSupportedNodes } = new CloudPipeSourceApi();

	it('is for the nodes of the package alone', () => {
		expect(restrictToSupportedNodes).toBe(true);
	});

	it('shows every member under the name that messages use', () => {
		expect(
			Object.fromEntries(properties.map(({ name, displayName }) => [name, displayName])),
		).toEqual(PIPE_SOURCE_MEMBER_NAMES);
	});

	it('offers the methods that the check knows, and shows each just its members', () => {
		const method = properties.find(({ name }) => name === 'method');
		expect(method?.options?.map((option) => 'value' in option && option.value)).toEqual([
			...PIPE_SOURCE_METHODS.keys(),
		]);
		for (const [value, members] of PIPE_SOURCE_METHODS) {
			if (value === 'schemaRegistryOnly') continue;
			const shown = properties.filter((field) =>
				field.displayOptions?.show?.['method']?.includes(value),
			);
			expect(shown.map(({ name }) => name)).toEqual(members);
		}
	});
});
