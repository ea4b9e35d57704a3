import fc from 'fast-check';

import { maskMembers, textMask } from '../../../nodes/core/mask';
import { secretsOf } from '../../../nodes/core/secrets';

const NAMES = new Set(['credentials', 'connectionString']);

describe('maskMembers', () => {
	it('replaces texts and numbers under a secret member, at any depth', () => {
		const body = {
			a: 1,
			source: [
				{ credentials: { user: 'u', port: 1, on: true, none: null, list: ['x', { y: 'z' }] } },
			],
			connectionString: 'cs',
		};
		expect(maskMembers(body, NAMES)).toEqual({
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

	it('gives back the same value where there is nothing to mask', () => {
		const body = { list: [{ a: 1 }, 'credentials'], b: undefined };
		expect(maskMembers(body, NAMES)).toBe(body);
	});

	it('keeps members that are named like the prototype', () => {
		const body: unknown = JSON.parse('{"__proto__": {"a": 1}, "credentials": "s"}');
		expect(JSON.stringify(maskMembers(body, NAMES))).toBe(
			'{"__proto__":{"a":1},"credentials":"***"}',
		);
	});

	it('removes every secret and nothing else', () => {
		const secret = fc.string({ minLength: 1 }).map((text) => `canary-${text}`);
		const plain = fc.jsonValue({ maxDepth: 2 });
		fc.assert(
			fc.property(plain, secret, fc.integer(), (around, hidden, number) => {
				const credentials = { a: hidden, b: [number, true, null] };
				const result = maskMembers({ around, deep: [{ credentials }] }, NAMES);
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
		const spellings = [
			secret,
			JSON.stringify(secret).slice(1, -1),
			encoded,
			encoded.replaceAll('%20', '+'),
			Buffer.from(secret).toString('base64'),
		];
		const mask = textMask([secret]);
		for (const spelling of spellings) expect(mask(`<${spelling}>${spelling}`)).toBe('<***>***');
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
});
