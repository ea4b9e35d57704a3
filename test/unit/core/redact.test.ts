import fc from 'fast-check';

import {
	credentialSecrets,
	querySecrets,
	redactMembers,
	redactQuery,
	secretsIn,
	textRedactor,
} from '../../../nodes/core/redact';
import { growth, MAX_GROWTH } from '../../growth';

const MEMBERS = {
	names: ['credentials', 'connectionString'],
	namesBelow: { source: ['uri'] },
	publicNames: ['username'],
};

describe('redactMembers', () => {
	it('replaces texts and numbers under a secret member, at any depth', () => {
		const body = {
			a: 1,
			source: [
				{ credentials: { user: 'u', port: 1, on: true, none: null, list: ['x', { y: 'z' }] } },
			],
			connectionString: 'cs',
		};
		expect(redactMembers(body, MEMBERS)).toEqual({
			a: 1,
			source: [
				{
					credentials: {
						user: '***',
						port: '***',
						on: true,
						none: null,
						list: ['***', { y: '***' }],
					},
				},
			],
			connectionString: '***',
		});
		expect(body.connectionString).toBe('cs');
	});

	it('shows who logs in, but not with what', () => {
		const credentials = { username: 'postgres', password: 'warehouse' };
		expect(redactMembers({ credentials, name: 'warehouse' }, MEMBERS)).toEqual({
			credentials: { username: 'postgres', password: '***' },
			name: 'warehouse',
		});
	});

	it('takes every member below a secret one for a secret where none is named public', () => {
		const body = { a: { username: 'ada' }, b: 1 };
		expect(redactMembers(body, { names: ['a'] })).toEqual({ a: { username: '***' }, b: 1 });
		expect(redactMembers({ b: { username: 'ada' } }, { names: ['a'] })).toEqual({
			b: { username: 'ada' },
		});
	});

	it('replaces some members only below others', () => {
		const body = { uri: 'a', source: { mongodb: { uri: 'b' } }, constructor: { uri: 'c' } };
		expect(redactMembers(body, MEMBERS)).toEqual({
			uri: 'a',
			source: { mongodb: { uri: '***' } },
			constructor: { uri: 'c' },
		});
	});

	it('returns the same value where there is nothing to replace', () => {
		const body = { list: [{ a: 1 }, 'credentials'], b: undefined };
		expect(redactMembers(body, MEMBERS)).toBe(body);
	});

	it('keeps members that are named like the prototype', () => {
		const body: unknown = JSON.parse('{"__proto__": {"a": 1}, "credentials": "s"}');
		expect(JSON.stringify(redactMembers(body, MEMBERS))).toBe(
			'{"__proto__":{"a":1},"credentials":"***"}',
		);
	});

	it('removes every secret and nothing else', () => {
		const secret = fc.string({ minLength: 1 }).map((text) => `canary-${text}`);
		const plain = fc.jsonValue({ maxDepth: 2 });
		fc.assert(
			fc.property(plain, secret, fc.integer(), (around, hidden, number) => {
				const credentials = { a: hidden, b: [number, true, null] };
				const result = redactMembers({ around, deep: [{ credentials }] }, MEMBERS);
				expect(result).toEqual({
					around,
					deep: [{ credentials: { a: '***', b: ['***', true, null] } }],
				});
			}),
			{ seed: 1 },
		);
	});
});

describe('secretsIn', () => {
	it('collects what members made for secrets hold', () => {
		const body = { name: 'n', list: [{ credentials: { username: 'u', b: [7, { c: 'y' }] } }, 1] };
		expect(secretsIn(body, MEMBERS)).toEqual(['7', 'y']);
		expect(secretsIn(undefined, MEMBERS)).toEqual([]);
	});

	it('takes the key of a connection string, not the account', () => {
		const connectionString =
			'AccountName=shopfiles;AccountKey=0123456789abcdef==;EndpointSuffix=core.windows.net';
		expect(secretsIn({ connectionString }, MEMBERS)).toEqual(['0123456789abcdef==']);
		const events =
			'Endpoint=sb://shop.example/;SharedAccessKeyName=reader;SharedAccessKey=fedcba9876543210';
		expect(secretsIn({ connectionString: events }, MEMBERS)).toEqual(['fedcba9876543210']);
	});
});

describe('credentialSecrets', () => {
	it('returns what HTTP Basic sends', () => {
		const redact = textRedactor(
			credentialSecrets({ keyId: 'id', keySecret: 'secret', gone: 5 }, ['keySecret', 'gone']),
		);
		expect(redact(`Basic ${Buffer.from('id:secret').toString('base64')} id`)).toBe('Basic *** id');
	});
});

describe('textRedactor', () => {
	it('replaces a secret as it is and in the spellings of JSON, URLs and Base64', () => {
		const secret = 'pa "ss/w\nörd';
		const encoded = encodeURIComponent(secret);
		const base64 = Buffer.from(secret).toString('base64');
		const redact = textRedactor([secret]);
		for (const spelling of [
			secret,
			JSON.stringify(secret).slice(1, -1),
			encoded,
			encoded.replace(/%../g, (code) => code.toLowerCase()),
			encoded.replaceAll('%20', '+'),
			base64,
			base64.replace(/=+$/, ''),
			Buffer.from(secret).toString('base64url'),
		]) {
			expect(redact(`<${spelling}>${spelling}`)).toBe('<***>***');
		}
	});

	it('finds a line of a PEM block, but not its frame', () => {
		const line = 'MIGHAgEAMBMGByqGSM49AgEG';
		const redact = textRedactor([
			`-----BEGIN PRIVATE KEY-----\n${line}\nshort\n-----END PRIVATE KEY-----\n`,
		]);
		expect(redact(`bad line ${line} after -----BEGIN PRIVATE KEY----- and short`)).toBe(
			'bad line *** after -----BEGIN PRIVATE KEY----- and short',
		);
	});

	it('leaves ordinary words alone: secrets of fewer than eight characters are not replaced', () => {
		const redact = textRedactor(['a', 'b', 'shop', '1234567', '', ' '.repeat(4)]);
		const message = 'Enable Failover Slots cannot be on in shop 1234567.';
		expect(redact(message)).toBe(message);
		expect(textRedactor([])('as it is')).toBe('as it is');
	});

	it('replaces the longest first, so that no part of a secret stays', () => {
		expect(textRedactor(['abcdefgh', 'abcdefghijkl'])('abcdefghijkl abcdefgh')).toBe('*** ***');
	});

	it('reads signs of patterns and replacements literally', () => {
		expect(textRedactor(['a.c(x|y)[-$^', '$&$1$$$$'])('abc(x|y) a.c(x|y)[-$^ $&$1$$$$')).toBe(
			'abc(x|y) *** ***',
		);
	});

	it('handles a broken Unicode character', () => {
		expect(textRedactor(['\ud800key-of-eight'])('a \ud800key-of-eight')).toBe('a ***');
	});

	it('shows no beginning of a secret where it cuts a long text', () => {
		const secret = 'canary-'.repeat(10);
		const redact = textRedactor([secret]);
		for (let before = 19_900; before <= 20_001; before += 1) {
			expect(redact('x'.repeat(before) + secret.repeat(10))).not.toContain('canary-c');
		}
		expect(redact('x'.repeat(30_000))).toHaveLength(20_000);
		expect(redact('Bearer canary-canary-canar')).toBe('Bearer ***');
		expect(redact('my canary-cat')).toBe('my canary-cat');
		expect(textRedactor([])('y'.repeat(30_000))).toHaveLength(20_000);
	});

	it('replaces a secret that is longer than what is searched', () => {
		const long = Array.from({ length: 10_000 }, (_, index) => `canary${String(index)}`).join('');
		expect(textRedactor([long])(long)).toBe('***');
		expect(textRedactor([long])(`got ${long}`)).toBe('got ***');
	});

	it('shows a constant text where it cannot finish', () => {
		const withheld = 'The message is not shown, because it may hold a secret.';
		const many = Array.from({ length: 3000 }, (_, index) => `canary-${String(index)}`);
		expect(textRedactor(many)('canary-17')).toBe(withheld);
		const broken = function* (): Generator<string> {
			yield 'canary-1';
			throw new Error('canary-1');
		};
		expect(textRedactor(broken())('canary-1')).toBe(withheld);
	});

	it('leaves no secret in any text, and takes nothing else out', () => {
		const canary = fc.string({
			minLength: 8,
			unit: fc.constantFrom('X', 'Y', '"', '/', '+', '\\', 'é'),
		});
		fc.assert(
			fc.property(fc.array(canary, { minLength: 1 }), fc.string(), (secrets, between) => {
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
		['blanks', `${' '.repeat(40)}x`, (size) => `pipe${' '.repeat(size)}`],
		['the secret without its end', `${'ab'.repeat(50)}c`, (size) => 'ab'.repeat(size / 2)],
	])('takes a time that grows with the text alone: %s', async (_name, secret, textOf) => {
		const many = Array.from({ length: 10 }, (_unused, index) => `${secret}${String(index)}`);
		expect(await growth(2000, textOf, textRedactor(many))).toBeLessThan(MAX_GROWTH);
	});

	it('takes a time that grows with the number of secrets', async () => {
		const redactorOf = (count: number) =>
			textRedactor(Array.from({ length: count }, (_, index) => `canary-${String(index)}`));
		const search = (redact: (text: string) => string) => redact('canary'.repeat(1000));
		expect(await growth(100, redactorOf, search)).toBeLessThan(MAX_GROWTH);
	});
});

describe('names that match a pattern', () => {
	const members = { names: [], pattern: /secret|key$/i, publicNames: ['publicKey'] };

	it('are secret at any depth, with all they hold, but for the public ones', () => {
		const value = {
			apiKey: 'a',
			name: 'b',
			nested: [{ clientSecret: { value: 'c' } }],
			publicKey: 'd',
		};
		expect(redactMembers(value, members)).toEqual({
			apiKey: '***',
			name: 'b',
			nested: [{ clientSecret: { value: '***' } }],
			publicKey: 'd',
		});
		expect(secretsIn(value, members)).toEqual(['a', 'c']);
	});
});

const QUERY_MEMBERS = { names: ['token'], pattern: /password/i, publicNames: ['passwordHint'] };

describe('redactQuery', () => {
	it.each([
		['/v1/things', '/v1/things'],
		['/v1/token=x/things', '/v1/token=x/things'],
		['/v1/things?a=1&b=%20', '/v1/things?a=1&b=%20'],
		['/v1/things?token=abc&a=1', '/v1/things?token=***&a=1'],
		['/v1/things?a=1&newPassword=x%20y', '/v1/things?a=1&newPassword=***'],
		['/v1/things?passwordHint=cat', '/v1/things?passwordHint=cat'],
		['/v1/things?t%6Fken=abc', '/v1/things?t%6Fken=***'],
	])('shows %j as %j', (path, expected) => {
		expect(redactQuery(path, QUERY_MEMBERS)).toBe(expected);
	});
});

describe('querySecrets', () => {
	it('finds the secrets, decoded', () => {
		expect(querySecrets('/v1/things?a=1&token=x%20y&token=z', QUERY_MEMBERS)).toEqual(['x y', 'z']);
		expect(querySecrets('/v1/things', QUERY_MEMBERS)).toEqual([]);
	});
});
