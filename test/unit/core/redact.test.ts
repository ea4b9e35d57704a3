import fc from 'fast-check';

import {
	credentialSecrets,
	isOrdinaryWord,
	redactRequest,
	redactSecrets,
	secretsIn,
	textRedactor,
} from '../../../nodes/engine/redaction/redact';
import { growth, MAX_GROWTH } from '../../growth';
import { API } from './fakes';

describe('redactSecrets', () => {
	it('replaces strings, numbers and lists of them under the name of a secret, at any depth', () => {
		const body = {
			a: 1,
			source: [{ password: 'p', token: 5, secrets: ['x', 7, null], isSecret: true, pwd: null }],
			apiKey: { value: 'v', data: { text: 't', region: 'eu' }, roles: ['reader'] },
			credentials: { username: 'postgres', password: 'warehouse' },
			name: 'warehouse',
		};
		const source = { password: '***', token: '***', secrets: ['***', '***', null] };
		expect(redactSecrets(body)).toEqual({
			...body,
			source: [{ ...source, isSecret: true, pwd: null }],
			apiKey: { value: '***', data: { text: '***', region: 'eu' }, roles: ['reader'] },
			credentials: { username: 'postgres', password: '***' },
		});
		expect(body.source[0]?.password).toBe('p');
	});

	it.each([
		...['password', 'Password', 'PASSWORD', 'saslPassword', 'sasl.password', 'db_password'],
		...['token', 'accessToken', 'access_token', 'AuthToken', 'sas-token', 'password2', 'dbPass'],
		...['clientSecret', 'client_secret', 'CLIENTSECRET', 'keySecret', 'secretKey', 'secret_key'],
		...['apiKey', 'api_key', 'X-Api-Key', 'apikey', 'accessKey', 'secretAccessKey', 'accountKey'],
		...['newPasswordHash', 'newDoubleSha1Hash', 'keySecretHash'],
		...['privateKey', 'private_key', 'serviceAccountKey', 'serviceAccountFile', 'sharedAccessKey'],
		...['connectionString', 'sasl.jaas.config', 'credentials', 'Authorization', 'passphrase'],
		...['passcode', 'PassCode', 'login_passcode', 'tokens'],
		...['schemaRegistryPassword', 'sslKey', 'certificate', 'clientCertificate', 'apiKeys'],
		...['sshKey', 'ssh_key', 'encryptionKey', 'dataEncryptionKeys', 'sshPrivateKey'],
		...['privateKeyPem', 'private_key_pem', 'credentialsJson', 'CREDENTIALS_JSON', 'tokenJson'],
		...['serviceAccountJson', 'secretBase64', 'client-key-b64'],
	])('treats %s as the name of a secret', (name) => {
		expect(redactSecrets([{ [name]: 'canary' }])).toEqual([{ [name]: '***' }]);
	});

	it.each([
		...['passwordPolicy', 'passwordHint', 'tokenEndpoint', 'apiKeyId', 'accessKeyId', 'secretName'],
		...['username', 'schemaRegistryUsername', 'primaryKey', 'sortingKey', 'sortingKeys', 'key'],
		...['caCertificate', 'ca_certificate', 'authentication', 'iamRole', 'design', 'bypass'],
		...['hmacKey', 'keyFile', 'cert', 'passcodeHint'],
		...['encryptionKeyId', 'transparentDataEncryptionKeyId', 'encryptionRoleId', 'partitionKey'],
		...['publicKeyPem', 'publicKey', 'sshPublicKey', 'caCertificatePem', 'keyColumns', 'tokenizer'],
		...['serviceAccount', 'passwordJsonPath', 'encryptionKeyArn', 'assignee', 'sortKeyJson'],
	])('does not treat %s as a secret', (name) => {
		const value = [{ [name]: 'canary' }, { [name]: { minLength: 8, text: 'canary' } }];
		expect(redactSecrets(value)).toBe(value);
	});

	it.each([
		...['hmacKey', 'hmac_key', 'HMAC-KEY', 'hmacKey2', 'keyFile', 'key_file', 'tlsKeyFile'],
		...['cert', 'tlsCert', 'client.cert', 'passcode', 'data', 'pem', 'text', 'value'],
	])('treats %s as a secret inside an object with such a name', (name) => {
		const credentials = [{ [name]: 'canary' }, { [name]: ['canary', 7] }];
		expect(redactSecrets({ credentials })).toEqual({
			credentials: [{ [name]: '***' }, { [name]: ['***', '***'] }],
		});
	});

	it.each([
		...['username', 'accessKeyId', 'roles', 'region', 'key', 'publicKey', 'public_key', 'keyId'],
		...['publicKeyFile', 'certificateType', 'keyFiles'],
	])('shows %s inside an object with such a name', (name) => {
		const value = { credentials: { [name]: 'canary' } };
		expect(redactSecrets(value)).toBe(value);
		const pair = { [name]: 'canary', value: 'v' };
		expect(redactSecrets({ credentials: [pair] })).toEqual({
			credentials: [{ ...pair, value: '***' }],
		});
	});

	it.each([
		['https://u:p@h.example:8443/a?b=c', 'https://***@h.example:8443/a?b=c'],
		['from mongodb+srv://u:p@ss@h to s3://k@b', 'from mongodb+srv://***@h to s3://***@b'],
		['postgres://u:p/w#d@h/db', 'postgres://***@h/db'],
		['https://h/f?sv=1&sig=a%2Fb%3D&se=2', 'https://h/f?sv=1&sig=***&se=2'],
		['https://h/f?X-Amz-Signature=ab&X-Amz-Date=1', 'https://h/f?X-Amz-Signature=***&X-Amz-Date=1'],
		['https://h/#access_token=ab', 'https://h/#access_token=***'],
		['/v1/things?token=abc&a=1', '/v1/things?token=***&a=1'],
		['/v1/things?a=1&newPassword=x%20y', '/v1/things?a=1&newPassword=***'],
		['/v1/things?api%20token%5B%5D=abc', '/v1/things?api%20token%5B%5D=***'],
		['host=h user=u password=p dbname=d', 'host=h user=u password=*** dbname=d'],
		[`user="u" password="p q";`, 'user="u" password=***;'],
		['AccountName=shop;AccountKey=ab==;Suffix=x', 'AccountName=shop;AccountKey=***;Suffix=x'],
		['Data Source=h;Password=p q&r;User=u', 'Data Source=h;Password=***;User=u'],
	])('shows %j as %j', (text, expected) => {
		expect(redactSecrets({ deep: [text] })).toEqual({ deep: [expected] });
		expect(redactSecrets(expected)).toBe(expected);
	});

	it.each([
		...['https://h.example:8080/@scope/x', 'https://h.example/a?b=c', '/v1/token=x/things'],
		...['/v1/things?passwordHint=cat&tokenEndpoint=x', 'ada@example.com', 'a=b;c=d'],
		'file:///a/node_modules/@b/c',
		{ maxTokens: 4096, passwords: 3 },
		{ list: [{ a: 1 }, 'credentials', 'https://h/?a=b'], b: undefined },
	])('shows %j unchanged', (value) => {
		expect(redactSecrets(value)).toBe(value);
	});

	const PLAIN = ['partitionBy', 'path', 'primaryKey', 'tags', 'where'];

	it.each([
		...['token=BTC/day=*/*.csv', 'a=b;pass=x', "if(pass='x', 1, 2)", 'token=x and level:error'],
		...[['shop', 'a=b;pass=x'], []],
	])('shows the expression, label or path %j unchanged', (content) => {
		for (const name of PLAIN) {
			const body = { source: [{ [name]: content }] };
			expect(redactSecrets(body)).toBe(body);
			expect(secretsIn(body)).toEqual([]);
		}
	});

	it.each<[unknown, unknown]>([
		['/v1/x?token=abc', '/v1/x?token=***'],
		['/v1/x;token=abc', '/v1/x;token=***'],
		['https://u:p@h/x', 'https://***@h/x'],
		['https://h/x#access_token=ab', 'https://h/x#access_token=***'],
		[
			['a', 'https://h/?sig=ab'],
			['a', 'https://h/?sig=***'],
		],
		[
			{ text: 'pass=x', password: 'p' },
			{ text: 'pass=***', password: '***' },
		],
		[[{ name: 'pass=x' }], [{ name: 'pass=***' }]],
	])('redacts %j even in a place for an expression, label or path', (content, shown) => {
		for (const name of PLAIN) {
			expect(redactSecrets({ [name]: content })).toEqual({ [name]: shown });
		}
	});

	it.each(['Path', 'paths', 'url', 'primary_key', 'tag', 'options'])(
		'redacts a connection string under %s, and a path inside an object of secrets',
		(name) => {
			const text = 'AccountName=a;AccountKey=b==';
			const body = { [name]: text, credentials: { path: 'token=a' }, path: 'token=a' };
			expect(redactSecrets(body)).toEqual({
				...{ [name]: 'AccountName=a;AccountKey=***', credentials: { path: 'token=***' } },
				path: 'token=a',
			});
		},
	);

	it('redacts the query of a request, but not the path of its source', () => {
		const body = { source: { objectStorage: { path: 'token=BTC/*.csv' } } };
		const { shown, secrets } = redactRequest({ method: 'POST', path: '/v1/x?token=abc', body });
		expect(shown).toEqual({ method: 'POST', path: '/v1/x?token=***', body });
		expect(secrets).toEqual(['abc']);
	});

	it('keeps keys that are named like the prototype', () => {
		const body: unknown = JSON.parse('{"__proto__": {"a": 1}, "credentials": "s"}');
		expect(JSON.stringify(redactSecrets(body))).toBe('{"__proto__":{"a":1},"credentials":"***"}');
	});

	it('removes every secret and nothing else', () => {
		const secret = fc.string({ minLength: 1 }).map((text) => `canary-${text}`);
		const plain = fc.jsonValue({ maxDepth: 2 });
		fc.assert(
			fc.property(plain, secret, fc.integer(), (around, hidden, number) => {
				const credentials = { password: hidden, value: [number, true, null] };
				expect(redactSecrets({ around, deep: [{ credentials }] })).toEqual({
					around,
					deep: [{ credentials: { password: '***', value: ['***', true, null] } }],
				});
			}),
			{ seed: 1 },
		);
	});

	it.each([
		['names', 'token_'],
		['logins', '://a:b'],
		['parameters', 'token='],
		['quotes', `token='`],
		['parts', 'a=;'],
		['spaces', ' '],
	])('needs linear time: %s', async (_name, part) => {
		const textOf = (size: number) => part.repeat(size);
		const redact = (text: string) => redactSecrets([text, `${text}=`, { [text]: text }]);
		expect(await growth(2000, textOf, redact)).toBeLessThan(MAX_GROWTH);
	});
});

it.each<[unknown, string[]]>([
	[
		[{ name: 'n', list: [{ credentials: { username: 'u', value: [7] } }, 1] }, { token: 'y' }],
		['7', 'y'],
	],
	[undefined, []],
	// The key of a connection string, not the account.
	[
		{ connectionString: 'AccountName=shopfiles;AccountKey=0123456789abcdef==;EndpointSuffix=x.y' },
		['0123456789abcdef=='],
	],
	[
		{ connectionString: 'Endpoint=sb://s/;SharedAccessKeyName=r;SharedAccessKey=fedcba98765432' },
		['fedcba98765432'],
	],
	[{ password: 'a=b;c' }, ['a=b;c']],
	// Both unchanged and decoded.
	['https://ada:p%40+w@h/', ['p%40+w', 'p@+w']],
	['/v1/things?a=1&token=x%20y&token=z', ['x%20y', 'x y', 'z']],
	['/v1/things', []],
])('the secrets in %j are %j', (value, secrets) => {
	expect(secretsIn(value)).toEqual(secrets);
});

describe('credentialSecrets', () => {
	it.each([
		['as it is', { keyId: 'id', keySecret: 'secret' }],
		['with spaces around it, which are not sent', { keyId: ' id\n', keySecret: ' secret ' }],
		['beside members that are no secrets', { keyId: 'id', keySecret: 'secret', gone: 5 }],
	])('returns the parts of HTTP Basic: %s', (_, credential) => {
		const redact = textRedactor(credentialSecrets(credential, API));
		const login = Buffer.from('id:secret').toString('base64');
		expect(redact(`Basic ${login} id`)).toBe('Basic *** id');
	});

	it('returns only a token', () => {
		const api = { secretCredentialProperties: ['token'], authorizationProperties: ['token'] };
		expect([...new Set(credentialSecrets({ token: 'abc', other: 'x' }, api))]).toEqual(['abc']);
	});
});

describe('textRedactor', () => {
	it('replaces all spellings of a secret', () => {
		const secret = 'pa "ss/w\nörd';
		const encoded = encodeURIComponent(secret);
		const base64 = Buffer.from(secret).toString('base64');
		const redact = textRedactor([secret]);
		for (const spelling of [
			...[secret, JSON.stringify(secret).slice(1, -1), encoded, encoded.replaceAll('%20', '+')],
			encoded.replace(/%../g, (code) => code.toLowerCase()),
			...[base64, base64.replace(/=+$/, ''), Buffer.from(secret).toString('base64url')],
		]) {
			expect(redact(`<${spelling}>${spelling}`)).toBe('<***>***');
		}
	});

	const MARKS = 'a="b/c&d<e>f"';

	it.each([
		[MARKS, String.raw`<a\u003d\"b\/c\u0026d\u003ce\u003Ef\"> &amp;`, '<***> &'],
		[MARKS, '<a=&quot;b/c&amp;d&lt;e&gt;f&quot;> &amp;', '<***> &'],
		[MARKS, '<a&#61;&#x22;b/c&#38;d&lt;e&#X3e;f&#34;> &amp;', '<***> &'],
		[MARKS, '<a=%22b/c&d%3ce%3Ef%22> &amp;', '<***> &'],
		[MARKS, String.raw`<a=\\\"b/c&d\\u003ce>f\\\"> &amp;`, '<***> &'],
		['canary\tin two', String.raw`canary\u0009in two`, '***'],
		["it's canary", 'it&apos;s canary', '***'],
		['a b\\c d/e', String.raw`a b\\c d\/e`, '***'],
		['canary-1', '&#9999999; canary&#45;1', '\u{10FFFF} ***'],
		['canary-1', String.raw`C:\new canary-1`, String.raw`C:\new ***`],
		// A text that hides no secret is unchanged.
		['canary-1', String.raw`a\u003db\/c`, String.raw`a\u003db\/c`],
		['canary-1', 'a &amp; b &#9999999;', 'a &amp; b &#9999999;'],
		['canary-1', 'canary%2F1', 'canary%2F1'],
		['canary-1', '100%', '100%'],
	])('shows the decoded form if escapes hide a part of %j: %j', (secret, text, shown) => {
		expect(textRedactor([secret])(text)).toBe(shown);
	});

	it.each([
		['no access to https://u:p@h/x?sig=ab', 'no access to https://***@h/x?sig=***'],
		[String.raw`no access to https:\/\/u:p@h`, 'no access to https://***@h'],
		['as it is', 'as it is'],
	])('replaces logins and signatures in %s', (text, shown) => {
		expect(textRedactor([])(text)).toBe(shown);
	});

	it('replaces a secret that may be an ordinary word only as a whole word', () => {
		const redact = textRedactor(['production'], ['warehouse', 'changeme']);
		expect(redact('warehouse "changeme", warehouses, unchangeme, reproductions')).toBe(
			'*** "***", warehouses, unchangeme, re***s',
		);
		expect(redact(Buffer.from('changeme').toString('base64'))).toBe('***');
		expect(['changeme', 'größeren'].every(isOrdinaryWord)).toBe(true);
		expect(['warehouses12', 'shop', 'abcdefghijkl'].some(isOrdinaryWord)).toBe(false);
	});

	const LINE = 'MIGHAgEAMBMGByqGSM49AgEG';
	const PEM = `-----BEGIN PRIVATE KEY-----\n${LINE}\nshort\n-----END PRIVATE KEY-----\n`;
	const WORDS = 'Enable Failover Slots cannot be on in shop 1234567.';

	it.each([
		[
			'a line of a PEM block, but not its frame',
			[PEM],
			`bad line ${LINE} after -----BEGIN PRIVATE KEY----- and short`,
			'bad line *** after -----BEGIN PRIVATE KEY----- and short',
		],
		[
			'none of fewer than eight characters',
			['a', 'b', 'shop', '1234567', '', '    '],
			WORDS,
			WORDS,
		],
		['the longest first', ['abcdefgh', 'abcdefghijkl'], 'abcdefghijkl abcdefgh', '*** ***'],
		[
			'signs of patterns and replacements literally',
			['a.c(x|y)[-$^', '$&$1$$$$'],
			'abc(x|y) a.c(x|y)[-$^ $&$1$$$$',
			'abc(x|y) *** ***',
		],
		['a broken Unicode character', ['\ud800key-of-eight'], 'a \ud800key-of-eight', 'a ***'],
	])('replaces %s', (_case, secrets, text, shown) => {
		expect(textRedactor(secrets)(text)).toBe(shown);
	});

	it('shows no start of a secret if it cuts a long text', () => {
		const secret = 'canary-'.repeat(10);
		const redact = textRedactor([secret]);
		for (let before = 19_900; before <= 20_001; before += 1) {
			expect(redact('x'.repeat(before) + secret.repeat(10))).not.toContain('canary-c');
		}
		expect(redact('x'.repeat(30_000))).toHaveLength(20_000);
		expect(redact('my canary-cat')).toBe('my canary-cat');
		expect(textRedactor([])('y'.repeat(30_000))).toHaveLength(20_000);
	});

	it('replaces a secret that is longer than the searched text', () => {
		const long = Array.from({ length: 10_000 }, (_, index) => `canary${String(index)}`).join('');
		expect(textRedactor([long])(`got ${long}`)).toBe('got ***');
		expect(textRedactor([long])(long)).toBe('***');
	});

	it('shows a constant text if it cannot finish', () => {
		const withheld = "The message isn't shown because it may contain a secret.";
		const many = Array.from({ length: 3000 }, (_, index) => `canary-${String(index)}`);
		expect(textRedactor(many)('canary-17')).toBe(withheld);
		const broken = function* (): Generator<string> {
			yield 'canary-1';
			throw new Error('canary-1');
		};
		expect(textRedactor(broken())('canary-1')).toBe(withheld);
	});

	it('leaves no secret in any text, and removes nothing else', () => {
		const unit = fc.constantFrom('X', 'Y', '"', '/', '+', '\\', 'é');
		const canaries = fc.array(fc.string({ minLength: 8, unit }), { minLength: 1 });
		fc.assert(
			fc.property(canaries, fc.string(), (secrets, between) => {
				const clean = between.replace(/[XY"/+\\é]/g, '');
				const result = textRedactor(secrets)(secrets.join(`<${clean}>`));
				for (const secret of secrets) expect(result).not.toContain(secret);
				expect(textRedactor(secrets)(clean)).toBe(clean);
			}),
			{ seed: 2 },
		);
	});

	it.each<[string, string, (size: number) => string]>([
		['backslashes and quotes', '\\'.repeat(20) + '"', (size) => '\\"'.repeat(size / 2)],
		['spaces', `${' '.repeat(40)}x`, (size) => `pipe${' '.repeat(size)}`],
		['the secret without its end', `${'ab'.repeat(50)}c`, (size) => 'ab'.repeat(size / 2)],
	])('needs linear time: %s', async (_name, secret, textOf) => {
		const many = Array.from({ length: 10 }, (_unused, index) => `${secret}${String(index)}`);
		expect(await growth(2000, textOf, textRedactor(many))).toBeLessThan(MAX_GROWTH);
	});

	it('needs time that grows with the number of secrets', async () => {
		const redactorOf = (count: number) =>
			textRedactor(Array.from({ length: count }, (_, index) => `canary-${String(index)}`));
		const search = (redact: (text: string) => string) => redact('canary'.repeat(1000));
		expect(await growth(100, redactorOf, search)).toBeLessThan(MAX_GROWTH);
	});
});
