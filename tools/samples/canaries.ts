import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Encodings write these characters differently. */
const AWKWARD = ' "%&+/<ä€';

/** Only Base64 changes this secret. */
export function core(name: string): string {
	return `canary7Qz${name}`;
}

/** Most encodings change this secret. */
export function secret(name: string): string {
	return `${core(name)}${AWKWARD}`;
}

/** A login's name, which may be shown. */
function shown(name: string): string {
	return `shown${name}${AWKWARD}`;
}

/** Reads a key or certificate, such as `client.key`. */
export function pem(name: string): string {
	return readFileSync(path.join(__dirname, 'pem', `${name}.pem`), 'utf8');
}

/** No encoding changes these parts of a PEM block. */
function coresOf(block: string): string[] {
	const lines = block.split('\n').filter((line) => !line.startsWith('-----'));
	return lines.join('\n').match(/[A-Za-z\d]{16,}/g) ?? [];
}

const certificate = pem('client.crt');
const privateKey = pem('client.key');

/** A header can't contain every character, and Base64 hides the rest. */
export const API_KEYS = {
	keyId: shown('KeyId').replaceAll(':', ''),
	keySecret: secret('KeySecret'),
	accessToken: core('AccessToken'),
};

const REGISTRY_LOGIN = {
	schemaRegistryUsername: shown('RegistryUsername'),
	schemaRegistryPassword: secret('RegistryPassword'),
};
const REGISTRY = { schemaRegistryLogin: true, ...REGISTRY_LOGIN };

/** Each secret field of each method contains a canary. */
export const SOURCES = {
	usernamePassword: {
		...REGISTRY,
		method: 'usernamePassword',
		username: shown('Username'),
		password: secret('Password'),
	},
	accessKey: {
		...REGISTRY,
		method: 'accessKey',
		accessKeyId: shown('AccessKeyId'),
		secretKey: secret('SecretKey'),
	},
	connectionString: {
		...REGISTRY,
		method: 'connectionString',
		connectionString: `AccountName=${shown('Account')};AccountKey=${core('AccountKey')}`,
	},
	clientCertificate: { ...REGISTRY, method: 'clientCertificate', certificate, privateKey },
	schemaRegistryOnly: { ...REGISTRY_LOGIN, method: 'schemaRegistryOnly' },
} as const;

export const JSON_SECRETS = { username: shown('JsonUsername'), password: secret('JsonPassword') };

/** The contract lacks these names of secrets. */
export const OTHER_SECRETS = {
	clientSecret: secret('ClientSecret'),
	token: secret('Token'),
};

/** These secrets have innocuous names: in a setting, in JSON text, and in PEM. */
export const HIDDEN_SECRETS = { setting: secret('Setting'), inJson: secret('InJson'), privateKey };

/** A URL has secrets in its login and its query. */
export const URL_SECRETS = { login: secret('UrlLogin'), signature: secret('UrlSignature') };

/** Every canary contains this, in a spelling that most encodings keep. */
const CANARY = /canary7Qz\w+/gi;
const KEY_CORES = coresOf(privateKey);

/** Finds canaries in text, also within Base64. */
export function canariesIn(text: string): string[] {
	return [text, ...base64In(text)].flatMap((plain) => [
		...[...plain.matchAll(CANARY)].map(([found]) => found),
		...KEY_CORES.filter((core) => plain.includes(core)),
	]);
}

/** Base64 may start at any of four positions in a run. */
function base64In(text: string): string[] {
	return [...text.matchAll(/[\w+/-]{12,}/g)].flatMap(([run]) =>
		[0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('latin1')),
	);
}
