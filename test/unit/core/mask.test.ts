import fc from 'fast-check';

import { maskData, textMask, valueMask } from '../../../nodes/core/mask';
import { secretsInData, secretsOf } from '../../../nodes/core/secrets';

const MASK = {
	members: new Set(['credentials', 'connectionString']),
	text: (text: string) => text,
};

describe('maskData', () => {
	it('replaces texts and numbers under a secret member, at any depth', () => {
		const body = {
			a: 1,
			source: [
				{ credentials: { user: 'u', port: 1, on: true, none: null, list: ['x', { y: 'z' }] } },
			],
			connectionString: 'cs',
		};
		expect(maskData(body, MASK)).toEqual({
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

	it('masks every other text', () => {
		const mask = { ...MASK, text: (text: string) => text.replace('s3cret', '***') };
		const body = { uri: ['u:s3cret@h', 5], plain: { a: 'x' } };
		expect(maskData(body, mask)).toEqual({ uri: ['u:***@h', 5], plain: { a: 'x' } });
		expect(maskData(body, mask).plain).toBe(body.plain);
	});

	it('gives back the same value where there is nothing to mask', () => {
		const body = { list: [{ a: 1 }, 'credentials'], b: undefined };
		expect(maskData(body, MASK)).toBe(body);
	});

	it('keeps members that are named like the prototype', () => {
		const body: unknown = JSON.parse('{"__proto__": {"a": 1}, "credentials": "s"}');
		expect(JSON.stringify(maskData(body, MASK))).toBe('{"__proto__":{"a":1},"credentials":"***"}');
	});

	it('removes every secret and nothing else', () => {
		const secret = fc.string({ minLength: 1 }).map((text) => `canary-${text}`);
		const plain = fc.jsonValue({ maxDepth: 2 });
		fc.assert(
			fc.property(plain, secret, fc.integer(), (around, hidden, number) => {
				const credentials = { a: hidden, b: [number, true, null] };
				const result = maskData({ around, deep: [{ credentials }] }, MASK);
				expect(result).toEqual({
					around,
					deep: [{ credentials: { a: '***', b: ['***', true, null] } }],
				});
			}),
			{ seed: 1 },
		);
	});
});

describe('textMask', () => {
	it('replaces a secret in every spelling', () => {
		const secret = 'pa "ss/w\nörd';
		const encoded = encodeURIComponent(secret);
		const json = JSON.stringify(secret).slice(1, -1);
		const base64 = Buffer.from(secret).toString('base64');
		const spellings = [
			secret,
			json,
			JSON.stringify(json).slice(1, -1),
			json.replace('/', '\\/').replace('ö', '\\u00F6'),
			json.replace('"', '\\u0022'),
			encoded,
			encodeURI(secret),
			encodeURIComponent(encoded),
			encoded.replaceAll('%20', '+').toLowerCase(),
			base64,
			base64.replace(/=+$/, ''),
			encodeURIComponent(base64),
			Buffer.from(secret).toString('base64url'),
			secret.replace('"', '&quot;').replace('/', '&#x2F;').replace('ö', '&#246;'),
			secret.replace('"', '&amp;quot;'),
			secret.replace('\n', '\r'),
			Buffer.from(secret).toString('latin1'),
			Buffer.from(secret, 'latin1').toString('utf8'),
		];
		const mask = textMask([secret]);
		for (const spelling of spellings) expect(mask(`<${spelling}>${spelling}`)).toBe('<***>***');
	});

	it.each(['\\', '\\\\\\', 'a\\b', '\\"', "&'<>", '😀', 'a+b/c=', '\t\u2028'])(
		'knows %j in JSON, a URL and Base64',
		(awkward) => {
			const secret = `p${awkward}q`;
			const mask = textMask([secret]);
			for (const spelling of [
				secret,
				JSON.stringify(secret).slice(1, -1),
				encodeURIComponent(secret),
				Buffer.from(secret).toString('base64url'),
			]) {
				expect(mask(`<${spelling}>`)).toBe('<***>');
			}
		},
	);

	it('knows a line of a PEM block, but not its frame, and a member of a connection string', () => {
		const line = 'MIGHAgEAMBMGByqGSM49AgEG';
		const mask = textMask([
			`-----BEGIN PRIVATE KEY-----\n${line}\nshort\n-----END PRIVATE KEY-----\n`,
			'AccountName=shop;AccountKey=0123456789abcdef==',
		]);
		expect(mask(`bad line ${line} between -----BEGIN PRIVATE KEY----- and short`)).toBe(
			'bad line *** between -----BEGIN PRIVATE KEY----- and short',
		);
		expect(mask('shop with key 0123456789abcdef==')).toBe('shop with key ***');
	});

	it.each(['', '\\u', '%2', '&am', '…', '...', '... (cut)', '"', '"}', '\\"} ', '\n'])(
		'knows the beginning of a secret where a text is cut off by %j',
		(end) => {
			const mask = textMask(['pass"word-of-ten', 'key']);
			expect(mask(`{"password":"pass\\"wor${end}`)).toMatch(/^\{"password":"\*{3}/);
			const login = Buffer.from('pass"word').toString('base64');
			expect(mask(`Basic ${login}${end}`)).toMatch(/^Basic \*{3}/);
			expect(mask(`Basic ${login}${end}`)).not.toContain(login.slice(4));
			expect(mask(`a pass for ke${end}`)).toBe(`a pass for ke${end}`);
			expect(valueMask(['password'])(`my pass${end}`)).toBe(`my pass${end}`);
		},
	);

	it('knows a long secret wherever it is cut off', () => {
		const secret = 'aB3/'.repeat(100);
		for (const length of [5, 63, 64, 65, 66, 200, 399]) {
			expect(textMask([secret])(`got ${secret.slice(0, length)}… (cut)`)).toMatch(
				/^got \*{3}(… |$)/,
			);
		}
	});

	it('searches data of any length', () => {
		const mask = valueMask(['pass"word', '1234567890abcdef']);
		const long = 'xpass'.repeat(1_000_000);
		expect(mask(`${long}pass"word${long}`)).toBe(`${long}***${long}`);
		expect(valueMask([])('as it is')).toBe('as it is');
	});

	it('shows nothing after the beginning of a very long secret', () => {
		const long = Array.from({ length: 100_000 }, (_, index) => `"ö${String(index)}`).join('');
		const mask = textMask([long, long.slice(1), Buffer.from(long).toString('base64')]);
		expect(mask(`got ${long} and more`)).toBe('got ***');
		expect(mask(`got ${JSON.stringify(long)}`)).toBe('got "***');
		expect(mask(`got ${Buffer.from(long).toString('base64')}`)).toBe('got ***');
		expect(mask('got nothing')).toBe('got nothing');
	});

	it('takes no longer over a text that is nearly, and again and again, the secret', () => {
		const mask = textMask([
			'\\'.repeat(40),
			`${' '.repeat(40)}x`,
			'ö'.repeat(40),
			'"%&'.repeat(20),
		]);
		for (const nearly of ['\\', ' ', 'ö', '"%&', '%25', '&amp;', '\ufffd', '\\"']) {
			expect(mask(nearly.repeat(30)).length).toBeLessThanOrEqual(nearly.length * 30);
		}
	});

	it('takes the longest first, so that no part of a secret stays', () => {
		expect(textMask(['abc', 'abcdef'])('abcdef abc')).toBe('*** ***');
	});

	it('takes signs of patterns for what they are', () => {
		expect(textMask(['a.c', '(x|y)', '[-$^'])('abc a.c (x|y) x [-$^')).toBe('abc *** *** x ***');
	});

	it('also knows a secret without the blanks around it, and leaves blanks alone', () => {
		expect(textMask([' key\n', '  ', ''])('the key is here')).toBe('the *** is here');
		expect(textMask([])('as it is')).toBe('as it is');
	});

	it('bears a broken Unicode character', () => {
		expect(textMask(['\ud800key'])('a \ud800key')).toBe('a ***');
	});

	it('leaves no secret in any text', () => {
		const canary = fc.string({
			minLength: 3,
			unit: fc.constantFrom('X', 'Y', '"', '/', '+', '\\', 'é'),
		});
		fc.assert(
			fc.property(fc.array(canary, { minLength: 1 }), fc.string(), (secrets, between) => {
				const clean = between.replace(/[XY"/+\\é]/g, '');
				const result = textMask(secrets)(secrets.join(`<${clean}>`));
				for (const secret of secrets) expect(result).not.toContain(secret);
				expect(textMask(secrets)(clean)).toBe(clean);
			}),
			{ seed: 2 },
		);
	});
});

describe('secretsOf', () => {
	const api = {
		secretCredentialMembers: ['keySecret', 'gone'],
		secretBodyMembers: ['credentials'],
	};

	it('gathers the secrets of credentials and body, and what Basic makes of them', () => {
		const secrets = secretsOf(api, {
			credential: { keyId: 'id', keySecret: 's', port: 5 },
			extraCredential: { method: 'userPassword', username: 'u', password: 'p', flag: true },
			body: {
				name: 'n',
				list: [{ credentials: { a: 'x', b: [7, { c: 'y' }] } }, 1],
				none: null,
			},
		});
		expect([...secrets].sort()).toEqual(
			['s', 'id:s', 's:s', '5:s', 'u', 'p', 'x', '7', 'y'].sort(),
		);
	});

	it('gives the Base64 of key ID and secret to the mask', () => {
		const mask = textMask(secretsOf(api, { credential: { keyId: 'id', keySecret: 'secret' } }));
		expect(mask(`Basic ${Buffer.from('id:secret').toString('base64')} id`)).toBe('Basic *** id');
	});

	it('leaves out of data what may mean something else there', () => {
		const secrets = secretsInData(api, {
			credential: { keyId: 'key', keySecret: 'long enough' },
			extraCredential: {
				username: 'postgres',
				password: 'short',
				schemaRegistryUsername: 'registry',
			},
			body: { list: [{ credentials: { username: 'loader-of-shop', password: 'from the body' } }] },
		});
		expect(secrets.sort()).toEqual(
			['key:long enough', 'long enough:long enough', 'long enough', 'from the body'].sort(),
		);
	});
});
