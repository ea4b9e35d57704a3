import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Emulator } from '../../emulator';

const PEM = path.resolve(__dirname, '../../unit/credentials/pem');
const pem = (name: string) => readFileSync(path.join(PEM, `${name}.pem`), 'utf8');

/** A credential as a user enters it, and what its test must say. */
export interface CredentialCase {
	name: string;
	type: string;
	/** The type as the dialog lists it. */
	typeName: string;
	/** Whether n8n is asked without its dialog, which others of the type go through. */
	withoutDialog?: boolean;
	/** The method of a source, as its selector lists it, and as it is stored. */
	method?: { label: string; value: string };
	members: Readonly<Record<string, string>>;
	/** The words of the message where the test is red. */
	red?: string;
	/** The name of a picture of the dialog after the test. */
	picture?: string;
}

const CERTIFICATE = { label: 'Client Certificate', value: 'clientCertificate' };
const CONNECTION_STRING = { label: 'Connection String', value: 'connectionString' };
const REGISTRY = { schemaRegistryUsername: 'reader', schemaRegistryPassword: 'registry-secret' };

function apiCases({ credentials }: Emulator): CredentialCase[] {
	const { baseUrl, organizationId, keyId, keySecret } = credentials.management;
	const right = { baseUrl, organizationId, keyId, keySecret };
	const management = { type: 'cloudManagementApi', typeName: 'ClickHouse Cloud Management API' };
	const dashboard = { type: 'cloudDashboardApi', typeName: 'ClickStack Dashboard API' };
	const { accessToken } = credentials.dashboard;
	const dashboardUrl = credentials.dashboard.baseUrl;
	return [
		{ ...management, name: 'the right key', members: right, picture: 'credential-green' },
		{
			...management,
			name: 'a wrong key',
			members: { ...right, keySecret: 'wrong' },
			red: 'The API does not accept this key. Check Key ID and Key Secret, and that the key is active.',
			picture: 'credential-red',
		},
		{
			...management,
			name: 'a wrong organization',
			withoutDialog: true,
			members: { ...right, organizationId: '00000000-0000-4000-8000-ffffffffffff' },
			red: 'The API finds no such organization. Check Organization ID, and that Base URL is the address of the management API.',
		},
		{
			...management,
			name: 'an organization that is not a UUID',
			withoutDialog: true,
			members: { ...right, organizationId: 'shop' },
			red: 'Organization ID is not a UUID.',
		},
		{
			...management,
			name: 'an organization of dots',
			withoutDialog: true,
			members: { ...right, organizationId: '..' },
			red: 'Organization ID is "." or "..", which is not an ID. Enter the ID itself.',
		},
		{
			...management,
			name: 'an address with /v1',
			withoutDialog: true,
			members: { ...right, baseUrl: `${baseUrl}/v1` },
		},
		{ ...dashboard, name: 'the right token', members: { baseUrl: dashboardUrl, accessToken } },
		{
			...dashboard,
			name: 'an address of nothing',
			withoutDialog: true,
			members: { baseUrl: `${dashboardUrl}/nothing`, accessToken },
			red: 'The test cannot show whether the token is valid. Check the Base URL: through the app of ClickStack, it ends with /api. The API responded with status 404',
		},
		{
			...dashboard,
			name: 'a wrong token',
			members: { baseUrl: dashboardUrl, accessToken: 'wrong' },
			red: 'The API does not accept this token. Check Access Token. The API responded with status 401: Unauthorized',
		},
		{
			...dashboard,
			name: 'an address that is not safe',
			withoutDialog: true,
			members: { baseUrl: 'http://dashboards.example.com', accessToken },
			red: 'https://',
		},
	];
}

function sourceCases(): CredentialCase[] {
	const source = { type: 'cloudPipeSourceApi', typeName: 'ClickHouse Cloud Pipe Source API' };
	const login = { username: 'pipe', password: 'not-a-real-secret' };
	const pair = { certificate: pem('client.crt'), privateKey: pem('client.key') };
	const accountName = 'DefaultEndpointsProtocol=https;AccountName=shop';
	return [
		{ ...source, name: 'a login', members: login },
		{
			...source,
			name: 'a login, and one for the registry',
			withoutDialog: true,
			members: { ...login, ...REGISTRY },
		},
		{
			...source,
			name: 'half a login for the registry',
			withoutDialog: true,
			members: { ...login, schemaRegistryUsername: 'reader' },
			red: 'Schema Registry Password is empty. Enter it in the credential.',
		},
		{
			...source,
			name: 'an access key',
			method: { label: 'Access Key', value: 'accessKey' },
			members: { accessKeyId: 'AKIAEXAMPLE', secretKey: 'not-a-real-secret' },
		},
		{ ...source, name: 'a certificate', method: CERTIFICATE, members: pair },
		{
			...source,
			name: 'a certificate with the key of another',
			method: CERTIFICATE,
			members: { ...pair, privateKey: pem('other.key') },
			red: 'Private Key does not belong to Certificate. Paste the key that the certificate was made for, and put the client certificate before its chain.',
			picture: 'credential-source-red',
		},
		{
			...source,
			name: 'a connection string',
			method: CONNECTION_STRING,
			members: { connectionString: `${accountName};AccountKey=bm90LWEta2V5` },
		},
		{
			...source,
			name: 'a connection string without a key',
			withoutDialog: true,
			method: CONNECTION_STRING,
			members: { connectionString: accountName },
			red: 'Connection String contains no key: AccountKey=… is missing. Copy it whole from the access keys of the storage account.',
		},
		{
			...source,
			name: 'a login for the registry alone',
			method: { label: 'Schema Registry Only', value: 'schemaRegistryOnly' },
			members: REGISTRY,
		},
	];
}

/** Every credential type, right and wrong; a source's with each of its methods. */
export function credentialCases(emulator: Emulator): CredentialCase[] {
	return [...apiCases(emulator), ...sourceCases()];
}

/** A certificate and its key, each on one line, as a one-line input leaves them. */
export function certificateOnOneLine(): Record<string, string> {
	const members = { certificate: pem('client.crt'), privateKey: pem('client.key') };
	return Object.fromEntries(
		Object.entries(members).map(([name, text]) => [name, text.trim().replace(/\n/g, ' ')]),
	);
}
