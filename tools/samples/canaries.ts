import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Letters that every encoding writes in its own way. */
const AWKWARD = ' "%&+/<ä€';

/** A secret that every encoding but Base64 leaves alone. */
export function core(name: string): string {
	return `canary7Qz${name}`;
}

/** A secret that most encodings change. */
export function secret(name: string): string {
	return `${core(name)}${AWKWARD}`;
}

/** A field that only identifies who logs in: it is no secret. */
function shown(name: string): string {
	return `shown${name}${AWKWARD}`;
}

/** Returns the text of a key or certificate, such as `client.key`. */
export function pem(name: string): string {
	return readFileSync(path.join(__dirname, 'pem', `${name}.pem`), 'utf8');
}

/** The parts of a PEM block that every encoding leaves alone. */
function coresOf(block: string): string[] {
	const lines = block.split('\n').filter((line) => !line.startsWith('-----'));
	return lines.join('\n').match(/[A-Za-z\d]{16,}/g) ?? [];
}

const certificate = pem('client.crt');
const privateKey = pem('client.key');

/** The keys of both APIs. A header cannot contain every letter, and Base64 hides the rest. */
export const API_KEYS = {
	keyId: shown('KeyId').replaceAll(':', ''),
	keySecret: secret('KeySecret'),
	accessToken: core('AccessToken'),
};

const REGISTRY = {
	schemaRegistryUsername: shown('RegistryUsername'),
	schemaRegistryPassword: secret('RegistryPassword'),
};

/** A source credential of every method, each secret field a canary. */
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
	schemaRegistryOnly: { ...REGISTRY, method: 'schemaRegistryOnly' },
} as const;

/** Secrets that someone puts into JSON input. */
export const JSON_SECRETS = { username: shown('JsonUsername'), password: secret('JsonPassword') };

/** Secrets under names that the contract does not have. */
export const OTHER_SECRETS = {
	clientSecret: secret('ClientSecret'),
	token: secret('Token'),
};

/** Secrets in a setting, in a text that is JSON and in PEM, under innocuous names. */
export const HIDDEN_SECRETS = { setting: secret('Setting'), inJson: secret('InJson'), privateKey };

/** Secrets in the login and in the query of a URL. */
export const URL_SECRETS = { login: secret('UrlLogin'), signature: secret('UrlSignature') };

/** Texts that must not appear: part of every canary, in the spelling that most encodings keep. */
const CANARY = /canary7Qz\w+/gi;
const KEY_CORES = coresOf(privateKey);

/** The canaries in text, including those in Base64. */
export function canariesIn(text: string): string[] {
	return [text, ...base64In(text)].flatMap((plain) => [
		...[...plain.matchAll(CANARY)].map(([found]) => found),
		...KEY_CORES.filter((core) => plain.includes(core)),
	]);
}

/** The decoded Base64 runs of text, wherever in a run the encoding started. */
function base64In(text: string): string[] {
	return [...text.matchAll(/[\w+/-]{12,}/g)].flatMap(([run]) =>
		[0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('latin1')),
	);
}
