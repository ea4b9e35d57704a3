import { redactRequest, redactSecrets } from '../../../../nodes/engine/redaction/redact';
import { secretsIn } from './secretsIn';

function listed(text: string): string[] {
	return text.trim().split(/,\s+/);
}

/** A name of several words is spelled in these ways. */
function spellingsOf(words: string): string[] {
	const parts = words.split(' ');
	const pascal = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
	const joined = ['_', '-', '.', ' '].map((separator) => parts.join(separator));
	return [
		pascal,
		pascal.charAt(0).toLowerCase() + pascal.slice(1),
		pascal.toUpperCase(),
		...joined,
	];
}

const SECRETS = listed(`
	password, sasl password, db pass, dbpasswd, pwd, passphrase, passcode, login passcode,
	token, access token, tokens, sas token, secret, client secret, key secret, credentials,
	authorization, signature, jwt, secret key, secret access key, access key, account key,
	api key, api keys, x api key, auth key, client key, shared access key, encryption key,
	data encryption keys, master key, private key, ssh private key, signing key, ssh key,
	ssl key, tls key, connection string, sasl jaas config, service account key,
	service account file, certificate, client certificate, new double sha1 hash, password hash,
	private key pem, credentials json, service account json, secret base64, client key b64
`);
const OTHERS = listed(`
	password policy, password hint, passcode hint, password json path, token endpoint,
	tokenizer, bypass, compass, secret name, api key id, access key id, username,
	schema registry username, primary key, sorting keys, partition key, sort key json,
	key columns, key, key file, hmac key, public key, public key pem, ssh public key,
	ca certificate, ca certificate pem, cert, service account, authentication, iam role, design,
	assignee, encryption key id, encryption key arn, encryption role id
`);

describe('redactSecrets', () => {
	it.each(SECRETS)('treats %s as the name of a secret', (words) => {
		for (const name of spellingsOf(words).flatMap((spelling) => [spelling, `${spelling}2`])) {
			expect(redactSecrets([{ [name]: 'canary' }])).toEqual([{ [name]: '***' }]);
		}
	});

	it.each(OTHERS)("doesn't treat %s as a secret", (words) => {
		for (const name of spellingsOf(words)) {
			const value = [{ [name]: 'canary' }, { [name]: { minLength: 8, text: 'canary' } }];
			expect(redactSecrets(value)).toBe(value);
		}
	});

	const INNER = listed(`
	hmac key, key file, tls key file, cert, client cert, passcode, data, pem, text, value
`);

	it('hides more keys inside an object named like a secret', () => {
		for (const name of INNER.flatMap(spellingsOf)) {
			const credentials = [{ [name]: 'canary' }, { [name]: ['canary', 7] }];
			const shown = [{ [name]: '***' }, { [name]: ['***', '***'] }];
			expect(redactSecrets({ credentials })).toEqual({ credentials: shown });
		}
	});

	const INNER_OTHERS = listed(`
	username, access key id, roles, region, key, public key, key id, public key file,
	certificate type, key files
`);

	it('shows harmless keys inside an object named like a secret', () => {
		for (const name of INNER_OTHERS.flatMap(spellingsOf)) {
			const credentials = [{ [name]: 'canary', value: 'v' }];
			const shown = [{ [name]: 'canary', value: '***' }];
			expect(redactSecrets({ credentials })).toEqual({ credentials: shown });
		}
	});

	it('replaces text, numbers, and lists at any depth', () => {
		const body = {
			a: 1,
			source: [{ password: 'p', token: 5, secrets: ['x', 7, null], isSecret: true, pwd: null }],
			apiKey: { value: 'v', data: { text: 't', region: 'eu' } },
			maxTokens: 4096,
		};
		expect(redactSecrets(body)).toEqual({
			a: 1,
			source: [
				{ password: '***', token: '***', secrets: ['***', '***', null], isSecret: true, pwd: null },
			],
			apiKey: { value: '***', data: { text: '***', region: 'eu' } },
			maxTokens: 4096,
		});
		expect(body.source[0]?.password).toBe('p');
	});

	it('keeps keys that are named like the prototype', () => {
		const body: unknown = JSON.parse('{"__proto__": {"a": 1}, "credentials": "s"}');
		expect(JSON.stringify(redactSecrets(body))).toBe('{"__proto__":{"a":1},"credentials":"***"}');
	});

	it.each([
		{ name: 'password', value: 'canary' },
		{ Key: 'pin-password', Value: 7 },
		{ value: 'canary', type: 't', key: 'a', name: 'token' },
	])('hides the value of the setting %j', (setting) => {
		const shown = { ...setting, ...('value' in setting ? { value: '***' } : { Value: '***' }) };
		const ssl = { name: 'ssl', value: 'on' };
		expect(redactSecrets({ options: [ssl, setting] })).toEqual({ options: [ssl, shown] });
	});

	it.each([
		{ name: 'username', value: 'ada' },
		{ name: 'maxTokens', value: 7 },
		{ name: 'token', type: 'String', values: ['a'], defaultValue: 'a' },
		{ name: ['password'], value: 'a' },
	])('shows the setting %j unchanged', (setting) => {
		const body = [setting];
		expect(redactSecrets(body)).toBe(body);
	});

	it.each([
		'arn:aws:kms:eu-central-1:123456789012:key/1',
		'projects/p/locations/l/keyRings/r/cryptoKeys/k',
		'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI ada@example.com',
		'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTY',
		'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29t',
	])('shows %s under any name', (text) => {
		const body = { encryptionKey: text, sshKey: text };
		expect(redactSecrets(body)).toBe(body);
		expect(secretsIn(body)).toEqual([]);
	});

	it('hides lookalikes of public keys and resource names', () => {
		for (const text of ['arn', 'ssh-canary', 'projects/canary', 'my arn:aws:kms:x', 'AAAA']) {
			expect(redactSecrets({ encryptionKey: text })).toEqual({ encryptionKey: '***' });
		}
	});
});

describe('redactSecrets (expressions, labels, and paths)', () => {
	const PLAIN = ['partitionBy', 'path', 'primaryKey', 'tags', 'where'];

	it.each([
		{ content: 'token=BTC/day=*/*.csv' },
		{ content: "if(pass='x', 1, 2)" },
		{ content: ['shop', 'a=b;pass=x'] },
	])('shows the expression, label or path $content', ({ content }) => {
		for (const name of PLAIN) {
			const body = { source: [{ [name]: content }] };
			expect(redactSecrets(body)).toBe(body);
			expect(secretsIn(body)).toEqual([]);
		}
	});

	it.each<{ content: unknown; shown: unknown }>([
		{ content: '/v1/x;token=abc', shown: '/v1/x;token=***' },
		{ content: 'a?token=abc', shown: 'a?token=***' },
		{ content: ['a', 'https://h/?sig=ab'], shown: ['a', 'https://h/?sig=***'] },
		{ content: { text: 'pass=x', password: 'p' }, shown: { text: 'pass=***', password: '***' } },
		{ content: [{ name: 'pass=x' }], shown: [{ name: 'pass=***' }] },
	])('redacts $content, which only resembles an expression', ({ content, shown }) => {
		for (const name of PLAIN) {
			expect(redactSecrets({ [name]: content })).toEqual({ [name]: shown });
		}
	});

	it('redacts an expression under another key or in an object of secrets', () => {
		const text = 'AccountName=a;AccountKey=b==';
		const shown = 'AccountName=a;AccountKey=***';
		for (const name of ['Path', 'paths', 'url', 'primary_key', 'tag', 'options']) {
			expect(redactSecrets({ [name]: text })).toEqual({ [name]: shown });
		}
		expect(redactSecrets({ credentials: { path: text } })).toEqual({
			credentials: { path: shown },
		});
	});

	it.each<{ values: unknown; shown: unknown }>([
		{
			values: { 'X-A': 'canary', b: 7, isSet: true, none: null },
			shown: { 'X-A': '***', b: '***', isSet: true, none: null },
		},
		{
			values: { X: { token: 'canary', c: { d: 'canary' } } },
			shown: { X: { token: '***', c: { d: '***' } } },
		},
		{ values: { X: ['canary', { name: 'canary' }] }, shown: { X: ['***', { name: '***' }] } },
		{
			values: [{ 'X-B': 'canary' }, { name: 'canary' }],
			shown: [{ 'X-B': '***' }, { name: '***' }],
		},
		{
			values: [
				{ name: 'X-A', value: 'canary', isOn: true },
				{ key: 'b', value: { c: ['canary'] } },
			],
			shown: [
				{ name: 'X-A', value: '***', isOn: true },
				{ key: 'b', value: { c: ['***'] } },
			],
		},
		{
			values: { values: [{ value: 'canary', name: 'X-A', hint: 'h', password: 'canary' }] },
			shown: { values: [{ value: '***', name: 'X-A', hint: 'h', password: '***' }] },
		},
		{ values: { name: 'canary', value: 'canary' }, shown: { name: '***', value: '***' } },
		{ values: {}, shown: {} },
		{ values: null, shown: null },
	])('redacts headers and query parameters at any depth: $values', ({ values, shown }) => {
		const body = { headers: values, inner: [{ queryParams: values }], header: { a: ['b'] } };
		const { redacted, secrets } = redactRequest({ method: 'POST', path: '/x', body });
		expect(redacted.body).toEqual({ ...body, headers: shown, inner: [{ queryParams: shown }] });
		expect(secrets.every((secret) => ['canary', '7'].includes(secret))).toBe(true);
	});

	it("shows an expression in a body while it redacts the request's query", () => {
		const body = { source: { objectStorage: { path: 'token=BTC/*.csv' } } };
		const { redacted, secrets } = redactRequest({ method: 'POST', path: '/v1/x?token=abc', body });
		expect(redacted).toEqual({ method: 'POST', path: '/v1/x?token=***', body });
		expect(secrets).toEqual(['abc']);
	});
});
