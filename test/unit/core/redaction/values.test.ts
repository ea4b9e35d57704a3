import fc from 'fast-check';

import {
	redactRequest,
	redactSecrets,
	secretsIn,
	textRedactor,
} from '../../../../nodes/engine/redaction/redact';
import { growth, MAX_GROWTH } from '../../../growth';

const KEY_LINES = [
	...['MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg', 'canary7QzcanaryMBMGByqGSM4='],
];

function pem(kind: string, between = '\n'): string {
	return [`-----BEGIN ${kind}-----`, ...KEY_LINES, `-----END ${kind}-----`].join(between);
}

describe('redaction:', () => {
	describe('a setting with a name and a value', () => {
		it.each<[Record<string, unknown>, Record<string, unknown>]>([
			[{ name: 'password', value: 'canary' }, { value: '***' }],
			[{ key: 'sasl.jaas.config', value: 'canary' }, { value: '***' }],
			[{ Name: 'Api-Key', Value: ['canary'] }, { Value: ['***'] }],
			[{ Key: 'pin-password', Value: 7 }, { Value: '***' }],
			[{ value: 'canary', type: 't', key: 'a', name: 'token' }, { value: '***' }],
		])('%j is shown with %j', (setting, shown) => {
			const others = [{ name: 'ssl', value: 'on' }];
			expect(redactSecrets({ options: [...others, setting] })).toEqual({
				options: [...others, { ...setting, ...shown }],
			});
		});

		it.each([
			{ name: 'username', value: 'ada' },
			{ key: 'partitionKey', value: 'id' },
			{ name: 'maxTokens', value: 7 },
			{ name: 'passwordPolicy', value: 'strict' },
			{ name: 'token', type: 'String', values: ['a'], defaultValue: 'a' },
			{ name: ['password'], value: 'a' },
			{ value: 'password' },
		])('%j is shown unchanged', (setting) => {
			const body = [setting];
			expect(redactSecrets(body)).toBe(body);
		});
	});

	describe('a text that is JSON', () => {
		it.each([
			['{"password":"canary","user":"ada"}', '{"password":"***","user":"ada"}'],
			[' [1, {"name": "token", "value": "canary"}]', '[1,{"name":"token","value":"***"}]'],
			['{"url":"https://u:canary@h/?sig=canary"}', '{"url":"https://***@h/?sig=***"}'],
			['{"inner":"{\\"apiKey\\":\\"canary\\"}"}', '{"inner":"{\\"apiKey\\":\\"***\\"}"}'],
			['{"__proto__":{"password":"canary"}}', '{"__proto__":{"password":"***"}}'],
		])('%s is shown as %s', (text, shown) => {
			expect(redactSecrets({ config: text })).toEqual({ config: shown });
		});

		it.each([
			'{"username": "ada", "partitionKey": "id", "primaryKey": ["a"], "maxTokens": 5}',
			'[ "a", "b": ',
			'{"password": "the beginning of JSON',
			'{job="api", token_type="password"} : {',
			'{}',
			'a {"b": "c"}',
		])('%s is shown unchanged', (text) => {
			const body = { config: text };
			expect(redactSecrets(body)).toBe(body);
		});

		it('is withheld if it is nested too deep to be read', () => {
			const [open, close] = ['[', ']'].map((bracket) => bracket.repeat(101));
			const text = `${String(open)}{"password": "canary"}${String(close)}`;
			expect(redactSecrets({ config: text })).toEqual({ config: '***' });
		});

		it('has its secrets kept out of messages, even under the name of a secret', () => {
			const key = { private_key: pem('PRIVATE KEY'), client_email: 'ada@example.com' };
			const body = { credentialsJson: JSON.stringify(key), config: '{"password":"canary-12"}' };
			const { shown, secrets } = redactRequest({ method: 'POST', path: '/v1', body });
			expect(shown.body).toEqual({ credentialsJson: '***', config: '{"password":"***"}' });
			const redact = textRedactor(secrets);
			const quoted = JSON.stringify({ key });
			expect(redact(`no ${KEY_LINES[1] ?? ''}, no canary-12, ${quoted}`)).toBe(
				'no ***, no ***, {"key":***}',
			);
			expect(redact('to ada@example.com')).toBe('to ada@example.com');
			expect(redact(`bad ${body.credentialsJson}`)).toBe('bad ***');
		});
	});

	describe('a private key in PEM', () => {
		it.each([
			...['PRIVATE KEY', 'RSA PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'],
			'PGP PRIVATE KEY BLOCK',
		])('is hidden under any name: %s', (kind) => {
			for (const between of ['\n', '\r\n', '\\n', ' ']) {
				const text = `a ${pem(kind, between)}\n${pem('CERTIFICATE')}`;
				expect(redactSecrets({ note: text })).toEqual({ note: `a ***\n${pem('CERTIFICATE')}` });
				expect(redactSecrets({ note: text.slice(2, 90) })).toEqual({ note: '***' });
				expect(textRedactor([])(text)).toBe(`a ***\n${pem('CERTIFICATE')}`);
			}
		});

		it('is kept out of messages line by line', () => {
			const redact = textRedactor(secretsIn({ note: pem('PRIVATE KEY') }));
			expect(redact(`bad line ${KEY_LINES[0] ?? ''}, -----END PRIVATE KEY-----`)).toBe(
				'bad line ***, -----END PRIVATE KEY-----',
			);
			for (const length of [60, 85, 90, 100]) {
				expect(redact(`${pem('PRIVATE KEY').slice(0, length)}, x`)).toMatch(/^\*\*\*(?:, x)?$/);
			}
		});

		it.each([
			pem('PUBLIC KEY'),
			pem('CERTIFICATE'),
			pem('SSH2 PUBLIC KEY'),
			'Paste it whole, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----.',
			'-----BEGIN PRIVATE KEY----- is missing. Copy the key again, and leave nothing out.',
		])('is none: %j', (text) => {
			expect(redactSecrets({ note: text })).toEqual({ note: text });
			expect(textRedactor([])(text)).toBe(text);
		});
	});

	describe("MongoDB's URI", () => {
		const AWS = 'authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:';

		it.each([
			['mongodb+srv://ada:canary-12@c.example.com/shop', 'mongodb+srv://***@c.example.com/shop'],
			['mongodb://ada:can%40ary%2F%3A@h', 'mongodb://***@h'],
			[
				'mongodb://ada:canary@a.x:27017,b.x:27018/?replicaSet=r',
				'mongodb://***@a.x:27017,b.x:27018/?replicaSet=r',
			],
			[' MongoDB://canary@[::1]:27017 ', ' MongoDB://***@[::1]:27017 '],
			[
				'mongodb://h?tlsCertificateKeyFilePassword=canary&tls=true',
				'mongodb://h?tlsCertificateKeyFilePassword=***&tls=true',
			],
			[`mongodb://a:b@h/?${AWS}canary%2F,X:true`, `mongodb://***@h/?${AWS}***,X:true`],
			[
				`mongodb://h/?${AWS.replace(':', '%3A')}canary`,
				`mongodb://h/?${AWS.replace(':', '%3A')}***`,
			],
		])('%s is shown as %s', (uri, shown) => {
			expect(redactSecrets({ uri })).toEqual({ uri: shown });
			expect(textRedactor(secretsIn({ uri }))(`cannot reach ${uri}`)).toBe(`cannot reach ${shown}`);
		});

		it.each([
			'mongodb://h.example.com',
			'mongodb+srv://cluster.example.com/shop?authSource=admin&tls=true',
			'mongodb://10.0.0.1:27017,h:27018/',
		])('%s is shown unchanged', (uri) => {
			const body = { uri };
			expect(redactSecrets(body)).toBe(body);
			expect(secretsIn(body)).toEqual([]);
		});

		it.each([
			...['mongodb://u:can@ary@h', 'mongodb://u:can/ary@h/db', 'mongodb://u:12/canary@h'],
			...['mongodb://u:12?canary@h', 'mongodb://u:can%ary@h', 'mongodb://u:can#ary@h'],
			...['mongodb://u v:canary@h', 'mongodb://u:can:ary@h', 'mongodb://u:canary', 'mongodb://'],
			...[
				'mongodb://<u>:<canary>@h',
				'mongodb://u:1?a=b&canary@h',
				'mongodb://h/?pass%77ord=canary',
			],
		])('%s cannot be read with certainty, and is hidden whole', (uri) => {
			expect(redactSecrets({ uri })).toEqual({ uri: '***' });
			expect(textRedactor(secretsIn({ uri }))(`cannot reach ${uri}!`)).toMatch(
				/^cannot reach (?:\*{3}|mongodb:\/\/)!$/,
			);
		});

		it('shows no piece of a login, whatever is in it', () => {
			const unit = fc.constantFrom(
				'Q',
				'Z',
				'@',
				':',
				'/',
				'?',
				'#',
				'%',
				'%40',
				'[',
				',',
				';',
				'=',
			);
			fc.assert(
				fc.property(fc.string({ unit, minLength: 1 }), fc.boolean(), (login, isEncoded) => {
					const uri = `mongodb://ada:${isEncoded ? encodeURIComponent(login) : login}@h:1/db`;
					const shown = redactSecrets({ uri }).uri;
					expect(shown).not.toMatch(/[QZ]|ada/);
					if (isEncoded) expect(shown).toBe('mongodb://***@h:1/db');
				}),
				{ seed: 4 },
			);
		});
	});

	describe('a file that was pasted as Base64', () => {
		const account = { private_key: `${pem('PRIVATE KEY')}\n`, client_email: 'ada@example.com' };
		const file = JSON.stringify(account, undefined, 2);
		const encoded = Buffer.from(file).toString('base64');

		it.each([
			['as it is', encoded],
			['over several lines', encoded.replace(/.{76}/g, '$&\r\n')],
			['as base64url', Buffer.from(file).toString('base64url')],
			['of the key alone', Buffer.from(pem('PRIVATE KEY')).toString('base64')],
		])('has each line of its key kept out of messages: %s', (_, serviceAccountFile) => {
			const body = { bigquery: { credentials: { serviceAccountFile } } };
			expect(redactSecrets(body)).toEqual({
				bigquery: { credentials: { serviceAccountFile: '***' } },
			});
			const redact = textRedactor(secretsIn(body));
			expect(redact(`no ${KEY_LINES[1] ?? ''} for ada@example.com`)).toBe(
				'no *** for ada@example.com',
			);
			expect(redact(`cannot parse ${serviceAccountFile}!`)).toBe('cannot parse ***!');
		});

		it.each([
			{ serviceAccountFile: Buffer.from('the canary sang').toString('base64') },
			{ password: 'bm90IGEgZmlsZSBhdCBhbGw=' },
			{ token: 'a-b_c/d+e' },
		])('is none: in %j only the whole is a secret', (body) => {
			expect(secretsIn(body)).toEqual(Object.values(body));
		});
	});

	describe('a value under the name of a key', () => {
		it.each([
			'arn:aws:kms:eu-central-1:123456789012:key/1',
			'arn:aws-us-gov:kms:us-gov-west-1:1:alias/a',
			'projects/p/locations/l/keyRings/r/cryptoKeys/k',
			'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI ada@example.com',
			'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTY',
			'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29t',
		])('%s is no secret', (text) => {
			const body = { encryptionKey: text, sshKey: text };
			expect(redactSecrets(body)).toBe(body);
			expect(secretsIn(body)).toEqual([]);
		});

		it.each(['arn', 'ssh-canary', 'projects/canary', 'my arn:aws:kms:x', 'AAAA'])(
			'%s is a secret',
			(text) => {
				expect(redactSecrets({ encryptionKey: text })).toEqual({ encryptionKey: '***' });
			},
		);

		it('is hidden in queries and connection strings', () => {
			expect(redactSecrets('/v1/x?sshKey=a&privateKeyPem=b&publicKey=c')).toBe(
				'/v1/x?sshKey=***&privateKeyPem=***&publicKey=c',
			);
		});
	});

	it.each<[string, string]>([
		['JSON that is none', '{"a":'],
		['JSON', '[{"a":"'],
		['quotes and spaces', `{"${' '.repeat(20)}`],
		['private keys without an end', '-----BEGIN PRIVATE KEY-----'],
		['capitals and spaces', '-----BEGIN A B '],
		['names of keys', 'ssh-'],
		['spaces and Base64', 'a '],
		['hosts', 'mongodb://a,a:1,'],
		['options', 'mongodb://a?a=a&'],
	])('needs linear time: %s', async (_name, part) => {
		const textOf = (size: number) => part.repeat(size);
		const redact = (text: string) =>
			redactSecrets([text, ` [${text}`, { sshKey: text, name: text, value: text, uri: text }]);
		expect(await growth(2000, textOf, redact)).toBeLessThan(MAX_GROWTH);
	});
});
