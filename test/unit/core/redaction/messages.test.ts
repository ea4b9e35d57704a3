import fc from 'fast-check';

import {
	credentialSecrets,
	redactorOf,
	redactSecrets,
	textRedactor,
} from '../../../../nodes/engine/redaction/redact';
import { secret as canaryOf } from '../../../../tools/samples/canaries';
import { growth, MAX_GROWTH } from '../../../growth';
import { API } from '../fakes';
import { secretsIn } from './secretsIn';

describe('credentialSecrets', () => {
	it('includes the login as HTTP Basic sends it', () => {
		const credential = { keyId: ' id\n', keySecret: ' secret ', gone: 5 };
		const redact = textRedactor(credentialSecrets(credential, API));
		const login = Buffer.from('id:secret').toString('base64');
		expect(redact(`Basic ${login} id`)).toBe('Basic *** id');
	});

	it('includes only the token of a credential without a key pair', () => {
		const api = {
			secretCredentialProperties: ['token'],
			authorizationProperties: { token: 'Token' },
		};
		expect([...new Set(credentialSecrets({ token: 'abc', other: 'x' }, api))]).toEqual(['abc']);
	});
});

function htmlOf(text: string): string {
	return text.replace(/[&<>"']/g, (mark) => `&#${String(mark.charCodeAt(0))};`);
}

/** APIs and gateways spell a text like this in messages. */
const SPELLINGS: Record<string, (text: string) => string> = {
	plain: (text) => text,
	json: (text) => JSON.stringify(text).slice(1, -1),
	jsonInJson: (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
	sqlEscaped: (text) => text.replace(/['\\]/g, (mark) => `\\${mark}`),
	sqlDoubled: (text) => text.replaceAll("'", "''"),
	csv: (text) => text.replaceAll('"', '""'),
	decomposed: (text) => text.normalize('NFD'),
	url: encodeURIComponent,
	everyByte: (text) =>
		Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
	wholeUrl: encodeURI,
	strictUrl: (text) =>
		encodeURIComponent(text)
			.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
			.replace(/%../g, (code) => code.toUpperCase()),
	lowerUrl: (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
	form: (text) => encodeURIComponent(text).replaceAll('%20', '+'),
	html: htmlOf,
	htmlInHtml: (text) => htmlOf(htmlOf(text)),
	base64: (text) => Buffer.from(text).toString('base64'),
	unpadded: (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
	base64url: (text) => Buffer.from(text).toString('base64url'),
};

describe('textRedactor', () => {
	it('replaces all spellings of a secret', () => {
		const unit = fc.constantFrom(...Array.from('XYn \'"/+\\é\n&<%?~(!'));
		const secrets = fc.string({ unit }).map((text) => `${canaryOf('Any')}${text}end`);
		fc.assert(
			fc.property(secrets, fc.constantFrom(...Object.values(SPELLINGS)), (text, spell) => {
				expect(textRedactor([text])(`<${spell(text)}> ${spell(text)}`)).toBe('<***> ***');
			}),
			{ seed: 1 },
		);
	});

	it("replaces a source's login as HTTP Basic sends it", () => {
		const login = { username: 'loader', password: 'canary-1' };
		const redact = textRedactor(secretsIn({ source: login }));
		const sent = Buffer.from('loader:canary-1').toString('base64');
		expect(redact(`Basic ${sent} from loader`)).toBe('Basic *** from loader');
		expect(redactSecrets(login)).toEqual({ username: 'loader', password: '***' });
	});

	it('replaces exactly the secrets of a text', () => {
		const unit = fc.constantFrom('X', 'Y', '"', '/', '+', '\\', 'é');
		const several = fc.array(fc.string({ minLength: 8, unit }), { minLength: 1 });
		fc.assert(
			fc.property(several, fc.string(), (secrets, between) => {
				const clean = between.replace(/[XY"/+\\é]/g, '');
				const result = textRedactor(secrets)(secrets.join(`<${clean}>`));
				for (const secret of secrets) expect(result).not.toContain(secret);
				expect(textRedactor(secrets)(clean)).toBe(clean);
			}),
			{ seed: 2 },
		);
	});

	const MARKS = 'a="b/c&d<e>f"';

	it.each([
		{
			secret: MARKS,
			text: String.raw`<a\u003d\"b\/c\u0026d\u003ce\u003Ef\"> &amp;`,
			shown: '<***> &',
		},
		{ secret: MARKS, text: '<a&#61;&#x22;b/c&#38;d&lt;e&#X3e;f&#34;> &amp;', shown: '<***> &' },
		{ secret: MARKS, text: '<a=%22b/c&d%3ce%3Ef%22> &amp;', shown: '<***> &' },
		{ secret: MARKS, text: String.raw`<a=\\\"b/c&d\\u003ce>f\\\"> &amp;`, shown: '<***> &' },
		{ secret: 'canary\tin two', text: String.raw`canary\u0009in two`, shown: '***' },
		{ secret: 'canary-1', text: '&#9999999; canary&#45;1', shown: '\u{10FFFF} ***' },
		{ secret: 'canary-1', text: String.raw`C:\new canary-1`, shown: String.raw`C:\new ***` },
		{ secret: 'kV7"\\nQw92', text: String.raw`<kV7&quot;\nQw92> \n`, shown: '<***> \n' },
		{ secret: 'kV7"\\nQw92', text: String.raw`<kV7\&quot;\\nQw92> &amp;`, shown: '<***> &' },
		{ secret: '1%2B&\\\\tQw92', text: String.raw`<1%2B&amp;amp;\\tQw92>`, shown: '<***>' },
	])('shows the decoded form if escapes hide part of $secret: $text', (row) => {
		expect(textRedactor([row.secret])(row.text)).toBe(row.shown);
	});

	it('leaves a text without a secret unchanged', () => {
		const redact = textRedactor(['canary-1']);
		for (const text of [String.raw`a\u003db\/c`, 'a &amp; b &#9999999;', 'canary%2F1', '100%']) {
			expect(redact(text)).toBe(text);
		}
	});

	it("replaces logins and signatures that aren't known secrets", () => {
		const redact = textRedactor([]);
		expect(redact('no access to https://u:p@h/x?sig=ab')).toBe(
			'no access to https://***@h/x?sig=***',
		);
		expect(redact(String.raw`no access to https:\/\/u:p@h`)).toBe('no access to https://***@h');
	});

	it('replaces an ordinary-word secret only as a whole word', () => {
		const redact = textRedactor(['production'], ['warehouse', 'changeme']);
		expect(redact('warehouse "changeme", warehouses, unchangeme, reproductions')).toBe(
			'*** "***", warehouses, unchangeme, re***s',
		);
		expect(redact(Buffer.from('changeme').toString('base64'))).toBe('***');
	});

	it.each([
		{ secret: 'changeme', isOrdinary: true },
		{ secret: 'größeren', isOrdinary: true },
		{ secret: 'warehouses12', isOrdinary: false },
		{ secret: 'abcdefghijkl', isOrdinary: false },
	])('treats the secret $secret as an ordinary word ($isOrdinary)', ({ secret, isOrdinary }) => {
		const redactorFor = redactorOf(API, {}, { password: secret });
		const text = `${secret} un${secret}`;
		expect(redactorFor(undefined)(text)).toBe(isOrdinary ? `*** un${secret}` : '*** un***');
		// The node's own sentences may contain ordinary words.
		expect(redactorFor(undefined, 'node')(text)).toBe(isOrdinary ? text : '*** un***');
	});

	it("doesn't replace a secret shorter than eight characters", () => {
		const words = 'Enable Failover Slots cannot be on in shop 1234567.';
		expect(textRedactor(['a', 'b', 'shop', '1234567', '', '    '])(words)).toBe(words);
	});

	it('replaces the longest secret first', () => {
		const shownBy = (secrets: string[], text: string) => textRedactor(secrets)(text);
		expect(shownBy(['abcdefgh', 'abcdefghijkl'], 'abcdefghijkl abcdefgh')).toBe('*** ***');
		const pattern = 'a.c(x|y)[-$^';
		expect(shownBy([pattern, '$&$1$$$$'], `abc(x|y) ${pattern} $&$1$$$$`)).toBe('abc(x|y) *** ***');
		expect(shownBy(['\ud800key-of-eight'], 'a \ud800key-of-eight')).toBe('a ***');
	});

	it('hides the start of a secret at the end of a cut text', () => {
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
	});

	it("returns a constant text if it can't finish", () => {
		const withheld = "The message isn't shown because it may contain a secret.";
		const many = Array.from({ length: 3000 }, (_, index) => `canary-${String(index)}`);
		expect(textRedactor(many)('canary-17')).toBe(withheld);
		const broken = function* (): Generator<string> {
			yield 'canary-1';
			throw new Error('canary-1');
		};
		expect(textRedactor(broken())('canary-1')).toBe(withheld);
	});

	it.each<{ of: string; secret: string; part: string }>([
		{ of: 'quotes', secret: '\\'.repeat(20) + '"', part: '\\"' },
		{ of: 'spaces', secret: `${' '.repeat(40)}x`, part: ' ' },
		{ of: 'starts', secret: `${'ab'.repeat(50)}c`, part: 'ab' },
	])('needs linear time for a text of many $of', async ({ secret, part }) => {
		const textOf = (size: number) => part.repeat(size);
		const many = Array.from({ length: 10 }, (_, index) => `${secret}${String(index)}`);
		expect(await growth(2000, textOf, textRedactor(many))).toBeLessThan(MAX_GROWTH);
	});
});
