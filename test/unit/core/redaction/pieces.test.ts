import fc from 'fast-check';

import {
	credentialSecrets,
	secretsIn,
	textRedactor,
} from '../../../../nodes/engine/redaction/redact';
import { growth, MAX_GROWTH } from '../../../growth';
import { API } from '../fakes';

/** 25 characters. */
const SECRET = 'k7Qz-canary-9fX2/mB4+wL1=';

describe('A piece of a secret', () => {
	it.each([SECRET.slice(0, 20), SECRET.slice(0, 13), SECRET.slice(5), SECRET.slice(-13), SECRET])(
		'%s is replaced anywhere in a text',
		(piece) => {
			const redact = textRedactor([SECRET]);
			expect(redact(`bad key ${piece}… for x`)).toBe('bad key ***… for x');
			expect(redact(`${piece}${piece}`)).not.toContain('canary');
			expect(redact(`<${encodeURIComponent(piece)}>`)).toBe('<***>');
			expect(redact(JSON.stringify({ piece }))).toBe('{"piece":"***"}');
		},
	);

	it.each([SECRET.slice(0, 12), SECRET.slice(-12), SECRET.slice(2, 23), SECRET.slice(0, 8)])(
		'%s is too short, or neither its beginning nor its end, and stays',
		(piece) => {
			expect(textRedactor([SECRET])(`see ${piece}.`)).toBe(`see ${piece}.`);
		},
	);

	it('is replaced in Base64: half of what HTTP Basic sends', () => {
		const credential = { keyId: 'key-id-0123456789', keySecret: SECRET };
		const redact = textRedactor(credentialSecrets(credential, API));
		const login = Buffer.from(`${credential.keyId}:${SECRET}`).toString('base64');
		const half = login.length / 2;
		expect(redact(`Basic ${login.slice(0, half)}… of ${credential.keyId}`)).toBe(
			`Basic ***… of ${credential.keyId}`,
		);
		expect(redact(`Basic …${login.slice(-half)} of ${credential.keyId}`)).toBe(
			`Basic …*** of ${credential.keyId}`,
		);
		expect(redact(`${credential.keyId}:${SECRET}`)).toBe(`${credential.keyId}:***`);
	});

	it('may be an ordinary word where the secret has letters only', () => {
		const redact = textRedactor(['warehousesofproductionsystems']);
		expect(redact('productionsystems in warehousesofproduction.')).toBe(
			'productionsystems in warehousesofproduction.',
		);
		expect(redact('a warehousesofproductionsystems')).toBe('a ***');
	});

	it.each([
		[
			'Endpoint=sb://shop.servicebus.example/;SharedAccessKeyName=reader;SharedAccessKey=fedcba9876543210',
			'no route to Endpoint=sb://shop.servicebus.example/;SharedAccessKeyName=reader;',
		],
		[
			'postgres://loader:p7ss-word@warehouse.example.com:5432/production',
			'cannot connect to @warehouse.example.com:5432/production',
		],
		[
			'org.example.security.plain.PlainLoginModule required username="u" password="p7ss-word";',
			'org.example.security.plain.PlainLoginModule required username="u" is unknown',
		],
	])('is none where it is a part of %j without the secret', (connectionString, message) => {
		const redact = textRedactor(secretsIn({ connectionString }));
		expect(redact(message)).toBe(message);
		expect(redact(`no: ${connectionString}`)).not.toMatch(/fedcba|p7ss/);
	});

	it('is replaced together with what overlaps it', () => {
		const redact = textRedactor(['abcdefghijkl-nopqrstuvwx', 'ijkl-nopq-12345678']);
		expect(redact('<abcdefghijkl-nopq-12345678>')).toBe('<***>');
		expect(redact('<ijkl-nopq-12345678abcdefghijkl-nop>')).toBe('<******>');
		const periodic = 'abcdefgh-abcdefgX-1234567890-1234567890z';
		const cut = periodic.slice(0, 30);
		expect(textRedactor([periodic])(`<abcdefgh-${cut}>`)).toBe('<abcdefgh-***>');
	});

	it('of a PEM block is replaced, also where a line of it is cut', () => {
		const lines = ['MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEH', 'BG0wawIBAQQgcanary7QzcanaryMBMGByqGS'];
		const certificate = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`;
		const redact = textRedactor([certificate]);
		expect(redact(`bad: ${lines[1]?.slice(0, 18) ?? ''}…`)).toBe('bad: ***…');
		expect(redact(`bad: ${certificate.slice(0, 90)}…`)).toBe('bad: ***…');
		expect(redact(`bad: …${certificate.slice(-85)}.`)).toBe('bad: …***.');
	});

	it('is replaced wherever it is, and nothing else', () => {
		const cut = fc.tuple(
			fc.string({ minLength: 8, unit: fc.constantFrom('A', 'B', '1') }),
			fc.nat(),
		);
		fc.assert(
			fc.property(
				cut,
				fc.string({ unit: fc.constantFrom('x', ' ', '.') }),
				([secret, at], around) => {
					const whole = `${secret}1`;
					const shortest = Math.max(12, Math.ceil(whole.length / 2));
					const length = Math.min(whole.length, shortest + (at % whole.length));
					for (const piece of [whole.slice(0, length), whole.slice(-length)]) {
						expect(textRedactor([whole])(`${around}|${piece}|`)).toBe(`${around}|***|`);
					}
					const short = whole.slice(0, Math.min(11, Math.ceil(whole.length / 2) - 1));
					expect(textRedactor([whole])(`${around}|${short}|`)).toBe(`${around}|${short}|`);
				},
			),
			{ seed: 3 },
		);
	});

	it.each<[string, (size: number) => string, (size: number) => string]>([
		['a text that repeats a periodic secret', (n) => `${'ab'.repeat(n)}1`, (n) => 'ab'.repeat(n)],
		[
			'pieces just too short',
			(n) => `${'a1'.repeat(n)}c`,
			(n) => `${'a1'.repeat(n / 2 - 1)}-`.repeat(2),
		],
		[
			'the same pieces again and again',
			() => `${'a1'.repeat(200)}c`,
			(n) => `${'a1'.repeat(99)}-`.repeat(n / 100),
		],
		[
			'its end again and again',
			() => `c${'1a'.repeat(200)}`,
			(n) => `-${'1a'.repeat(99)}`.repeat(n / 100),
		],
		['beginnings', () => SECRET, (n) => SECRET.slice(0, 12).repeat(n / 6)],
		['overlapping pieces', () => '1'.repeat(400), (n) => `${'1'.repeat(210)}-`.repeat(n / 100)],
	])('takes linear time: %s', async (_name, secretOf, textOf) => {
		const inputOf = (size: number) => ({ secret: secretOf(size), text: textOf(size) });
		const search = ({ secret, text }: { secret: string; text: string }) =>
			textRedactor([secret])(text);
		expect(await growth(900, inputOf, search)).toBeLessThan(MAX_GROWTH);
	});

	it('takes a time that grows with the number of secrets that are found', async () => {
		const redactorOf = (count: number) =>
			textRedactor(Array.from({ length: count }, (_, index) => `${SECRET}${String(index)}`));
		const search = (redact: (text: string) => string) =>
			redact(`${SECRET.slice(0, 12)} `.repeat(100));
		expect(await growth(100, redactorOf, search)).toBeLessThan(MAX_GROWTH);
	});
});
