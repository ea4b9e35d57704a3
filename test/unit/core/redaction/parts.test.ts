import fc from 'fast-check';

import { redactSecrets, textRedactor } from '../../../../nodes/engine/redaction/redact';
import { pem as pemOf } from '../../../../tools/samples/canaries';
import { growth, MAX_GROWTH } from '../../../growth';
import { secretsIn } from './secretsIn';

const [, FIRST_LINE = '', LAST_LINE = ''] = pemOf('client.key').split('\n');

function pem(kind: string, between = '\n'): string {
	return [`-----BEGIN ${kind}-----`, FIRST_LINE, LAST_LINE, `-----END ${kind}-----`].join(between);
}

it('removes exactly the secrets', () => {
	const secret = fc.string({ minLength: 1 }).map((text) => `canary-${text}`);
	fc.assert(
		fc.property(fc.jsonValue({ maxDepth: 2 }), secret, fc.integer(), (around, hidden, number) => {
			const credentials = { password: hidden, value: [number, true, null] };
			expect(redactSecrets({ around, deep: [{ credentials }] })).toEqual({
				around,
				deep: [{ credentials: { password: '***', value: ['***', true, null] } }],
			});
		}),
		{ seed: 1 },
	);
});

describe('redactSecrets (URLs)', () => {
	it.each([
		{
			text: 'from mongodb+srv://u:p@ss@h to s3://k@b',
			shown: 'from mongodb+srv://***@h to s3://***@b',
		},
		{ text: 'postgres://u:p/w#d@h/db', shown: 'postgres://***@h/db' },
		{ text: 'postgres://u:p/:w:/d@h/db', shown: 'postgres://***@h/db' },
		{ text: 'from x://a:8x/ x://a:x://u:p/w@h', shown: 'from x://a:8x/ x://a:x://***@h' },
		// In a web address, a backslash ends the host, so the text after the at sign isn't the host.
		{ text: 'https://evil.example\\@h/x', shown: 'https://evil.example\\***@h/x' },
		{ text: 'HTTPS://evil.example:8443\\u:p@h/', shown: 'HTTPS://evil.example\\***@h/' },
		{ text: 'postgres://evil.example\\@h/x', shown: 'postgres://***@h/x' },
		{ text: 'https://u:p\\w@h/', shown: 'https://***@h/' },
		{ text: 'https://h/f?sv=1&sig=a%2Fb%3D&se=2', shown: 'https://h/f?sv=1&sig=***&se=2' },
		{
			text: '/v1/x?sshKey=a&privateKeyPem=b&publicKey=c',
			shown: '/v1/x?sshKey=***&privateKeyPem=***&publicKey=c',
		},
		{
			text: "URL is 'https://h/f?token=it's-a', which has 'sig=b'.",
			shown: "URL is 'https://h/f?token=***', which has 'sig=***'.",
		},
		{ text: '/v1/x?api%20token%5B%5D=abc', shown: '/v1/x?api%20token%5B%5D=***' },
		{ text: '?%61ccess_token=abc', shown: '?%61ccess_token=***' },
		{ text: "LIKE '%a' AND token='b'", shown: "LIKE '%a' AND token=***" },
		{ text: 'user="u" password="p q";', shown: 'user="u" password=***;' },
		{ text: 'AccountName=a;AccountKey=b==;S=x', shown: 'AccountName=a;AccountKey=***;S=x' },
		{ text: 'Data Source=h;Password=p q&r;User=u', shown: 'Data Source=h;Password=***;User=u' },
	])('redacts $text to $shown', ({ text, shown }) => {
		expect(redactSecrets({ deep: [text] })).toEqual({ deep: [shown] });
		expect(redactSecrets(shown)).toBe(shown);
	});

	it.each([
		'https://h.example:8080/@scope/x',
		'https://h.example/a?b=c',
		'/v1/things?passwordHint=cat&tokenEndpoint=x',
		'ada@example.com',
		'file:///a/node_modules/@b/c',
		'mongodb://h.example.com',
		'mongodb+srv://cluster.example.com/shop?authSource=admin&tls=true',
		'mongodb://10.0.0.1:27017,h:27018/',
		'mongodb://[::1]:27017/?',
	])("doesn't redact %s", (text) => {
		const body = { uri: text };
		expect(redactSecrets(body)).toBe(body);
		expect(redactSecrets(text)).toBe(text);
		expect(secretsIn([text, body])).toEqual([]);
	});

	it.each<{ value: unknown; secrets: string[] }>([
		{
			value: [{ credentials: { username: 'u', value: [7] } }, { token: 'y' }],
			secrets: ['7', 'y'],
		},
		// A connection string's key is secret, but not its account.
		{ value: { connectionString: 'AccountName=shop;AccountKey=0123==' }, secrets: ['0123=='] },
		{ value: { password: 'a=b;c' }, secrets: ['a=b;c'] },
		// The password must be found as written and decoded.
		{ value: 'https://ada:p%40+w@h/', secrets: ['p%40+w', 'p@+w'] },
		{ value: '/v1/x?a=1&token=x%20y&token=z', secrets: ['x%20y', 'x y', 'z'] },
	])('finds the secrets $secrets in $value', ({ value, secrets }) => {
		expect(secretsIn(value)).toEqual(secrets);
	});
});

describe('redactSecrets (JSON text)', () => {
	it.each([
		{ text: '{"password":"canary","user":"ada"}', shown: '{"password":"***","user":"ada"}' },
		{ text: ' [1, {"name": "token", "value": "a"}]', shown: '[1,{"name":"token","value":"***"}]' },
		{
			text: String.raw`{"in":"{\"apiKey\":\"a\"}"}`,
			shown: String.raw`{"in":"{\"apiKey\":\"***\"}"}`,
		},
		{ text: '{"password": "the beginning of', shown: '{"password": "***"' },
		{ text: '{"a": 1, "pwd" : 12345, "b": "c', shown: '{"a": 1, "pwd" : "***", "b": "c' },
		{ text: '{"tokens": ["a", "b"], "b": ["c"', shown: '{"tokens": "***", "b": ["c"' },
		{ text: '{"credentials": {"username": "ada", "x', shown: '{"credentials": "***"' },
	])('redacts $text to $shown', ({ text, shown }) => {
		expect(redactSecrets({ config: text })).toEqual({ config: shown });
	});

	it('hides only the secrets, wherever the text is cut', () => {
		const secret = fc.string({ unit: 'grapheme', maxLength: 8 }).map((end) => `canary-${end}`);
		const member = fc.oneof(
			fc.tuple(fc.constantFrom('password', 'secretKey', 'apiKey', 'token'), secret),
			fc.tuple(fc.constantFrom('username', 'partitionKey', 'region'), fc.constant('shown')),
		);
		const start = fc.constantFrom('', 'Upstream failed: ', '{"error": ');
		fc.assert(
			fc.property(fc.array(member), start, fc.nat(), (members, before, at) => {
				const text = members.map((pair) => pair.map((part) => JSON.stringify(part)).join(': '));
				const whole = `${before}{"in": {${text.join(', ')}`;
				const cut = whole.slice(0, at % (whole.length + 1));
				const shown = textRedactor([])(cut);
				expect(shown).not.toContain('canary');
				expect(shown.match(/shown/g)?.length).toBe(cut.match(/shown/g)?.length);
				expect(shown.startsWith(cut.slice(0, before.length))).toBe(true);
			}),
			{ seed: 1, numRuns: 500 },
		);
	});

	it('redacts JSON that a message quotes', () => {
		const redact = textRedactor([]);
		expect(redact(String.raw`bad: {\"password\":\"canary`)).toBe('bad: {"password":"***"');
		for (const text of ['no "password" here', 'the key "token": none', '"maxTokens": 5, "a": "b']) {
			expect(redact(text)).toBe(text);
		}
	});

	it.each([
		'{"username": "ada", "partitionKey": "id", "primaryKey": ["a"], "maxTokens": 5}',
		'{"username": "the beginning of JSON',
		'{job="api", token_type="password"} : {',
		'a {"b": "c"}',
	])("doesn't redact %s", (text) => {
		const body = { config: text };
		expect(redactSecrets(body)).toBe(body);
	});

	it('withholds text that is nested too deeply', () => {
		const config = `${'['.repeat(101)}{"password": "canary"}${']'.repeat(101)}`;
		expect(redactSecrets({ config })).toEqual({ config: '***' });
	});

	it("redacts the secrets of a JSON text in messages, even under a secret's name", () => {
		const key = { private_key: pem('PRIVATE KEY'), client_email: 'ada@example.com' };
		const body = { credentialsJson: JSON.stringify(key), config: '{"password":"canary-12"}' };
		expect(redactSecrets(body)).toEqual({ credentialsJson: '***', config: '{"password":"***"}' });
		const redact = textRedactor(secretsIn(body));
		expect(redact(`no ${LAST_LINE}, no canary-12, ${JSON.stringify({ key })}`)).toBe(
			'no ***, no ***, {"key":***}',
		);
		expect(redact('to ada@example.com')).toBe('to ada@example.com');
		expect(redact(`bad ${body.credentialsJson}`)).toBe('bad ***');
	});
});

describe('redactSecrets (PEM)', () => {
	it.each(['PRIVATE KEY', 'RSA PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])(
		'hides a %s under any name',
		(kind) => {
			for (const between of ['\n', '\r\n', '\\n', ' ']) {
				const text = `a ${pem(kind, between)}\n${pem('CERTIFICATE')}`;
				const shown = `a ***\n${pem('CERTIFICATE')}`;
				expect(redactSecrets({ note: text })).toEqual({ note: shown });
				expect(textRedactor([])(text)).toBe(shown);
				expect(redactSecrets({ note: text.slice(2, 90) })).toEqual({ note: '***' });
			}
		},
	);

	it('redacts each line of a key in messages', () => {
		const redact = textRedactor(secretsIn({ note: pem('PRIVATE KEY') }));
		const end = '-----END PRIVATE KEY-----';
		expect(redact(`bad line ${FIRST_LINE}, ${end}`)).toBe(`bad line ***, ${end}`);
		for (const length of [60, 85, 100, 130]) {
			expect(redact(`${pem('PRIVATE KEY').slice(0, length)}, x`)).toMatch(/^\*\*\*(?:, x)?$/);
		}
	});

	it.each([
		pem('PUBLIC KEY'),
		pem('SSH2 PUBLIC KEY'),
		'Paste it whole, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----.',
		'-----BEGIN PRIVATE KEY----- is missing. Copy the key again, and leave nothing out.',
	])("shows %j, which isn't a private key", (text) => {
		expect(redactSecrets({ note: text })).toEqual({ note: text });
		expect(textRedactor([])(text)).toBe(text);
	});
});

describe('redactSecrets (MongoDB URIs)', () => {
	const TOKEN = 'authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN';

	it.each([
		{ uri: 'mongodb://ada:can%40ary%2F%3A@h', shown: 'mongodb://***@h' },
		{ uri: ' MongoDB://canary@[::1]:27017 ', shown: ' MongoDB://***@[::1]:27017 ' },
		{
			uri: 'mongodb://h?tlsKeyPassword=canary&tls=true',
			shown: 'mongodb://h?tlsKeyPassword=***&tls=true',
		},
		{
			uri: `mongodb://a:b@h/?${TOKEN}:canary%2F,X:true`,
			shown: `mongodb://***@h/?${TOKEN}:***,X:true`,
		},
		{ uri: `mongodb://h/?${TOKEN}%3Acanary`, shown: `mongodb://h/?${TOKEN}%3A***` },
	])('redacts $uri to $shown', ({ uri, shown }) => {
		expect(redactSecrets({ uri })).toEqual({ uri: shown });
		expect(textRedactor(secretsIn({ uri }))(`cannot reach ${uri}`)).toBe(`cannot reach ${shown}`);
	});

	it.each([
		'mongodb://u v:canary@h',
		'mongodb://u:1?a=b&canary@h',
		'mongodb://h/?pass%77ord=canary',
	])('hides the ambiguous URI %s completely', (uri) => {
		expect(redactSecrets({ uri })).toEqual({ uri: '***' });
		expect(textRedactor(secretsIn({ uri }))(`cannot reach ${uri}!`)).toMatch(
			/^cannot reach (?:\*{3}|mongodb:\/\/)!$/,
		);
	});

	it('hides a login completely, whatever it contains', () => {
		const unit = fc.constantFrom(...Array.from('QZ@:/?#%[,;='), '%40');
		const login = fc.string({ unit, minLength: 1 });
		fc.assert(
			fc.property(login, (text) => {
				const { uri } = redactSecrets({ uri: `mongodb://ada:${text}@h:1/db` });
				expect(uri).not.toMatch(/[QZ]|ada/);
				const encoded = { uri: `mongodb://ada:${encodeURIComponent(text)}@h:1/db` };
				expect(redactSecrets(encoded).uri).toBe('mongodb://***@h:1/db');
			}),
			{ seed: 4 },
		);
	});
});

describe('redactSecrets (Base64 files)', () => {
	const account = { private_key: `${pem('PRIVATE KEY')}\n`, client_email: 'ada@example.com' };
	const file = JSON.stringify(account, undefined, 2);
	const encoded = Buffer.from(file).toString('base64');

	it.each([
		{ of: 'as it is', serviceAccountFile: encoded },
		{ of: 'over several lines', serviceAccountFile: encoded.replace(/.{76}/g, '$&\r\n') },
		{ of: 'as base64url', serviceAccountFile: Buffer.from(file).toString('base64url') },
		{
			of: 'of the key alone',
			serviceAccountFile: Buffer.from(pem('PRIVATE KEY')).toString('base64'),
		},
	])("redacts each line of a file's key in messages: $of", ({ serviceAccountFile }) => {
		const body = { bigquery: { credentials: { serviceAccountFile } } };
		const redact = textRedactor(secretsIn(body));
		expect(redact(`no ${LAST_LINE} for ada@example.com`)).toBe('no *** for ada@example.com');
		expect(redact(`cannot parse ${serviceAccountFile}!`)).toBe('cannot parse ***!');
	});

	it.each([
		{ serviceAccountFile: Buffer.from('the canary sang').toString('base64') },
		{ password: 'bm90IGEgZmlsZSBhdCBhbGw=' },
		{ token: 'a-b_c/d+e' },
	])("redacts %j, which isn't a file, only as a whole", (body) => {
		expect(secretsIn(body)).toEqual(Object.values(body));
	});
});

it.each<{ of: string; part: string }>([
	{ of: 'names', part: 'token_' },
	{ of: 'parameters', part: 'token=a%20b ' },
	{ of: 'unfinished logins', part: '://a:b' },
	{ of: 'logins', part: 'http://a:b@c ' },
	{ of: 'JSON that is none', part: '{"a":' },
	{ of: 'quotes and spaces in JSON', part: `{"${' '.repeat(20)}` },
	{ of: 'private keys without an end', part: '-----BEGIN PRIVATE KEY-----' },
	{ of: 'capitals and spaces', part: '-----BEGIN A B ' },
	{ of: 'spaces and Base64', part: 'a ' },
	{ of: 'options', part: 'mongodb://a?a=a&' },
])('redacts many $of in linear time', async ({ part }) => {
	const textOf = (size: number) => part.repeat(size);
	const redact = (text: string) => {
		const fields = { sshKey: text, name: text, value: text, uri: text, [text]: text };
		return redactSecrets([text, `${text}=`, ` [${text}`, fields]);
	};
	expect(await growth(2000, textOf, redact)).toBeLessThan(MAX_GROWTH);
});
