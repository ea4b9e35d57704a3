import {
	asWritten,
	changesText,
	fittingList,
	joined,
	listed,
	quoteName,
	quoted,
} from '../../../nodes/engine/summary/sentences';
import { summaryOf } from '../../../nodes/engine/summary/summaries';
import type { Operation, OperationTexts } from '../../../nodes/engine/operation';
import type { HttpRequest } from '../../../nodes/engine/request';
import { asObject } from '../../../nodes/engine/parameters/values';
import { replacementText } from '../../../nodes/features/record/replacement';
import { plannedItem, REMOVE } from './fakes';

function summary(
	request: HttpRequest,
	operation: Operation = REMOVE,
	facts: Record<string, unknown> = {},
): string {
	return summaryOf(plannedItem(request, { parameters: { id: 'p-1' }, facts }), {
		operation,
		redactorFor: () => (text) => text.replaceAll('canary', '***'),
	});
}

/** An operation's sentence with only this text. */
function sentence(text: string): string {
	return summary({ method: 'POST', path: '/x' }, { ...REMOVE, texts: { summarize: () => text } });
}

describe('quoteName', () => {
	// test/property/outsideTexts.test.ts tests that no links or markup remain.
	it.each<{ value: unknown; named: string; by?: (value: unknown) => string }>([
		{ value: 'orders', named: 'orders' },
		{ value: 5, named: '5' },
		{ value: 'two words', named: '"two words"' },
		{ value: 'Größe & "Farbe" (neu)!', named: `"Größe ＆ 'Farbe' (neu)!"` },
		{ value: "Bob's and Ann’s", named: `"Bob's and Ann's"` },
		{ value: 'a\nb\u202Ec\u200Bd\u{E000}e\u{E001}f', named: '"a bcd e f"' },
		{ value: 'o\u00adr\u034fd\u3164e\ufe0fr\u2800s\u{e0041}', named: 'orders' },
		{ value: '\u200b'.repeat(1000), named: '"…"' },
		{ value: 'x'.repeat(81), named: `"${'x'.repeat(80)}…"` },
		{ value: { a: 1 }, named: '"?"' },
		{ value: '<https://evil.example|Go>', named: '"‹https[:]//evil[.]example Go›"' },
		{ value: '~~no~~ `code` ||spoiler||', named: `"  no   'code'   spoiler  "` },
		{ value: 'пример.рф', named: '"пример[.]рф"' },
		{ by: quoted, value: 'Orders', named: '"Orders"' },
		{ by: quoted, value: 'release 1.2.3, e.g. of 2.0', named: '"release 1.2.3, e.g. of 2.0"' },
		{ by: quoted, value: 'C:/orders and 5 // 2', named: '"C:/orders and 5 // 2"' },
		{ by: asWritten, value: 'default.orders', named: '"default.orders"' },
		{ by: asWritten, value: '*.json', named: '"*.json"' },
		{ by: asWritten, value: 'a.example.com:9092', named: '"a.example.com:9092"' },
		{ by: asWritten, value: '10.0.0.1:9092', named: '"10.0.0.1:9092"' },
		{ by: asWritten, value: 'https://evil.com/x', named: '"https[:]//evil[.]com/x"' },
		{ by: asWritten, value: 'default" into prod"', named: `"default' into prod'"` },
	])('shows $value as $named', ({ value, named, by = quoteName }) => {
		expect(sentence(by(value))).toBe(named);
	});

	it('lists names up to a limit', () => {
		expect(sentence(listed(['a.b', 'c', 'd'], asWritten, 2))).toBe('"a.b", "c" and 1 more');
	});

	it('lets no quote inside a name end it', () => {
		for (const quote of `" '' ’ ‘ ‛ ′ ‵ ʹ ʻ ʼ ʽ ˈ \` ´ ＇ ‹ › “ ” „ ‟ « » ″ ‶ ＂ ʺ ˝ ❝ ❞`.split(
			' ',
		)) {
			const text = `Orders${quote} into prod of service ${quote}x`;
			expect(sentence(quoted(text))).toBe(`"Orders' into prod of service 'x"`);
			expect(sentence(quoted(quote))).toBe(`"'"`);
		}
	});
});

describe('changesText', () => {
	it.each([
		{
			body: { name: 'a b', isIdle: false, threads: 2, more: undefined },
			changes: 'name "a b", isIdle false, threads 2',
		},
		{
			body: { roles: ['admin', 'a b'], tags: [{ key: 'k' }, {}] },
			changes: 'roles (admin, "a b"), tags ((key k), {})',
		},
		{ body: { a: [1, 2, 3, 4, 5, 6, 7] }, changes: 'a (1, 2, 3, 4, 5, 6, 7)' },
		{ body: { a: ['b', 'c.*', '*', 1] }, changes: 'a (*, c.*, b, 1)' },
		{ body: { 'a b': { c: [], d: 1, e: null } }, changes: '"a b" (no c, e null, d 1)' },
	])('names $changes', ({ body, changes }) => {
		expect(sentence(changesText(body))).toBe(changes);
	});

	it('starts with lost values, so that a cut never hides them', () => {
		const long = Object.fromEntries(
			Array.from({ length: 20 }, (_, n) => [`name${String(n)}`, 'x'.repeat(50)]),
		);
		const text = sentence(changesText({ ...long, roles: [], expireAt: null, note: '' }));
		expect(text).toMatch(/^no roles, expireAt null, note "", name0 xxx.*…$/);
		expect(text).toHaveLength(600);
		const changes = [{ text: 'adds a' }, { text: 'removes b', removes: true }, { text: 'adds c' }];
		expect(joined(changes)).toBe('removes b; adds a; adds c');
	});
});

describe('fittingList', () => {
	const many = (count: number, word = 'xxxxxxxx') => Array.from({ length: count }, () => word);

	it('lists all values if they fit, also nested', () => {
		const inner = (count: number) => fittingList(many(count, 'x'));
		expect(sentence(`a (${fittingList([3, 1], inner)}); b (${fittingList([])})`)).toBe(
			'a (x, x, x, x); b ()',
		);
	});

	it('gives each list an equal share, and counts the rest', () => {
		const text = sentence(`a (${fittingList(many(500))}); b (${fittingList(many(400))}); end`);
		expect(text).toMatch(/^a \((?:x{8}, )+x{8} and \d+ more\); b .* and \d+ more\); end$/);
		expect(text.length).toBeLessThanOrEqual(600);
		const [first = '', second = ''] = text.split('; ');
		const shown = (list: string) => list.match(/x{8}/g)?.length ?? 0;
		expect(shown(first)).toBe(shown(second));
		expect(first).toContain(`and ${String(500 - shown(first))} more`);
	});

	it('shows one entry of each list if no more fit', () => {
		const names = many(3, 'x'.repeat(80));
		const text = sentence(Array.from({ length: 5 }, () => fittingList(names)).join('; '));
		expect(text.match(/ and 2 more/g)).toHaveLength(5);
	});
});

describe('summaryOf', () => {
	it.each<{ request: HttpRequest; sent: string }>([
		{
			request: { method: 'DELETE', path: '/x/1?credentials=s&a=b' },
			sent: 'DELETE /x/1?credentials=***＆a=b',
		},
		{
			request: { method: 'POST', path: '/x', body: { a: 1, 'b c': ['canary'], d: [] } },
			sent: 'POST /x with no d, a 1, "b c" (***)',
		},
		{
			request: { method: 'POST', path: '/x', body: ['canary', 2] },
			sent: 'POST /x with a list of 2 elements',
		},
		{ request: { method: 'GET', path: '/canary' }, sent: 'GET /***' },
	])('falls back to method, path and content without secrets: $sent', ({ request, sent }) => {
		expect(summary(request)).toBe(`Send ${sent}`);
	});

	it('hides a secret inside a name with markup and quotes', () => {
		const secret = "s_e*c<r`e't.x/y";
		const name = quoted(`a ${secret} b`);
		const operation = { ...REMOVE, texts: { summarize: () => `Create ${name}` } };
		const redactorFor = () => (text: string) => text.replaceAll(secret, '***');
		const item = plannedItem({ method: 'POST', path: '/x' });
		expect(summaryOf(item, { operation, redactorFor })).toBe('Create "a *** b"');
	});

	it.each([
		{ after: 'first-pass', text: '*** to ***' },
		{ after: 'other-pass', text: '(another secret) to ***' },
	])('hides a read secret, but shows that it changes: $text', ({ after, text }) => {
		const summarize: OperationTexts['summarize'] = ({ body }, _, { record }) =>
			[record, body].map((one) => String(asObject(one)['password'])).join(' to ');
		const operation = { ...REMOVE, texts: { summarize } };
		const request: HttpRequest = { method: 'PUT', path: '/x', body: { password: after } };
		expect(summary(request, operation, { record: { password: 'first-pass' } })).toBe(text);
		expect(summary(request, operation, { record: 404 })).toBe('undefined to ***');
	});

	it.each(['toString', 'constructor', '__proto__'])(
		'compares a record that has the key %s',
		(key) => {
			const record: unknown = JSON.parse(`{ "values": { "${key}": "a" }, "${key}": "b" }`);
			const request: HttpRequest = { method: 'PUT', path: '/x', body: { values: { b: 'c' } } };
			const summarize: OperationTexts['summarize'] = ({ body }, _, facts) =>
				`Update ${replacementText(asObject(body), asObject(facts['record']), { readOnly: [] })}`;
			const operation = { ...REMOVE, texts: { summarize } };
			expect(summary(request, operation, { record })).toBe(
				`Update clears ${key}, values from (${key} a) to (b c)`,
			);
		},
	);

	it('cuts a summary at 600 characters', () => {
		expect(summary({ method: 'GET', path: `/${'x'.repeat(700)}` })).toHaveLength(600);
	});
});
