import type { Phrase } from '../../../nodes/engine/phrase';
import {
	address,
	asWritten,
	joinPhrases,
	phrase,
	phraseList,
	quoteName,
	quoted,
	unquoted,
	withNames,
} from '../../../nodes/engine/phrase';
import { plainText, subjectText } from '../../../nodes/engine/summary/plainText';
import {
	changesText,
	differences,
	fromTo,
	joinChanges,
} from '../../../nodes/engine/summary/sentences';
import { textRedactor } from '../../../nodes/engine/redaction/redact';
import { summaryOf, targetOf } from '../../../nodes/engine/summary/summaries';
import type { Operation, OperationTexts } from '../../../nodes/engine/operation';
import type { JsonObject } from '../../../nodes/engine/json';
import { recordsIn } from '../../../nodes/engine/json';
import type { HttpRequest } from '../../../nodes/engine/request';
import { asObject, textOr } from '../../../nodes/engine/parameters/values';
import { replacementText } from '../../../nodes/features/record/replacement';
import { growth, MAX_GROWTH } from '../../growth';
import { API, CREDENTIAL, plannedItem, REMOVE } from './fakes';

const FAKES = { api: API, credential: CREDENTIAL };

function summary(
	request: HttpRequest,
	operation: Operation = REMOVE,
	facts: Record<string, unknown> = {},
): string {
	return summaryOf(plannedItem(request, { parameters: { id: 'p-1' }, facts }), {
		...FAKES,
		operation,
		redactorFor: () => (text) => text.replaceAll('canary', '***'),
	}).text;
}

/** Shows the name of a record, followed by its ID. */
function named(id: string): Phrase {
	return withNames(quoteName(id), new Map([[id, 'Orders']]));
}

/** The operation's sentence consists of only this phrase. */
function sentence(text: Phrase): string {
	return summary({ method: 'POST', path: '/x' }, { ...REMOVE, texts: { summarize: () => text } });
}

describe('quoteName', () => {
	// test/property/outsideTexts.test.ts tests that no links or markup remain.
	it.each<{ value: unknown; named: string; by?: (value: unknown) => Phrase }>([
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
		{ value: '*b*', named: '∗b∗' },
		{ value: '_i_', named: '＿i＿' },
		{ value: '**b** and __i__, *_x_*!', named: '"∗∗b∗∗ and ＿＿i＿＿, ∗＿x＿∗!"' },
		{ value: 'a *b c*. _d e_ order_id', named: '"a ∗b c∗. ＿d e＿ order_id"' },
		{ value: '2*3*4', named: '2∗3∗4' },
		{ value: 'a * b * c and d _ e _ f', named: '"a * b * c and d _ e _ f"' },
		...[
			'order_id',
			'my_table_v2',
			'_id',
			'_peerdb_synced_at',
			'__hdx_time_bucket',
			'id_',
			'a_b_c@example_x',
			'2*3',
			'*',
			'**',
			'***',
			'*@a',
			'(***)',
		].map((value) => ({ value, named: value.startsWith('(') ? `"${value}"` : value })),
		{ by: asWritten, value: '*.example.com', named: '"*.example.com"' },
		{ by: asWritten, value: 'orders_*.json', named: '"orders_*.json"' },
		{ value: 'count(*) of _x and y_z', named: '"count(*) of _x and y_z"' },
		{ value: '0.0.0.0/0 or 93.184.216.34/x', named: '"0.0.0.0/0 or 93[.]184.216.34/x"' },
		{ value: 'пример.рф', named: '"пример[.]рф"' },
		{ by: quoted, value: 'Orders', named: '"Orders"' },
		{ by: quoted, value: 'release 1.2.3, e.g. of 2.0', named: '"release 1.2.3, e.g. of 2.0"' },
		{ by: asWritten, value: '\\\\evil\\share', named: '"[\\\\]evil\\share"' },
		{ by: quoted, value: 'a \\\\evil\\share b\\\\c', named: '"a [\\\\]evil\\share b\\\\c"' },
		{ by: quoted, value: 'C:/orders and 5 // 2', named: '"C:/orders and 5 // 2"' },
		{ by: asWritten, value: 'default.orders', named: '"default.orders"' },
		{ by: asWritten, value: '*.json', named: '"*.json"' },
		{ by: asWritten, value: 'a.example.com:9092', named: '"a.example.com:9092"' },
		{ by: asWritten, value: '10.0.0.1:9092', named: '"10.0.0.1:9092"' },
		{ by: asWritten, value: 'd.my people', named: '"d.my people"' },
		...['approved, details at www', 'a,login', 'a b;x', 'www'].map((start) => ({
			by: asWritten,
			value: `d.${start}.evil.com`,
			named: `"d.${start}[.]evil[.]com"`,
		})),
		{ by: asWritten, value: 'www.evil.com', named: '"www[.]evil[.]com"' },
		{ value: 'evil.\u217dom', named: '"evil[.]\u217dom"' },
		{ value: 'evil.\u24d2\u24de\u24dc', named: '"evil[.]\u24d2\u24de\u24dc"' },
		...[quoteName, asWritten, address].flatMap((by) => [
			{ by, value: 'a @Here @channel', named: '"a ＠Here ＠channel"' },
			{ by, value: '(@everyone)', named: '"(＠everyone)"' },
			{ by, value: '@hereford @ada', named: '"@hereford @ada"' },
		]),
		{ value: '@everyone', named: '＠everyone' },
		{ by: asWritten, value: 'all@all.example', named: '"all@all.example"' },
		{ by: asWritten, value: 'https://evil.com/x', named: '"https[:]//evil[.]com/x"' },
		{ by: asWritten, value: 'default" into prod"', named: `"default' into prod'"` },
	])('shows $value as $named', ({ value, named, by = quoteName }) => {
		expect(sentence(by(value))).toBe(named);
	});

	it('leaves an address unchanged', () => {
		expect(sentence(address('https://a.example/b'))).toBe('"https://a.example/b"');
	});

	it('shortens an ID after its name', () => {
		const id = '0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54';
		expect(sentence(named(id))).toBe('"Orders" (0c8f…8e54)');
		expect(sentence(named('p-1'))).toBe('"Orders" (p-1)');
		expect(sentence(quoteName(id))).toBe(id);
	});

	it('breaks a link in text without quotes', () => {
		const path = '/v1/a "b" https://evil.example';
		expect(sentence(unquoted(path))).toBe("/v1/a 'b' https[:]//evil[.]example");
	});

	it('turns any kind of quote inside a name into a single quote', () => {
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
			body: { roles: ['admin', 'a b'], tags: [{ key: 'k' }, { key: 'team', value: 'data' }] },
			changes: 'roles (admin, "a b"), tags (k, team: data)',
		},
		{
			body: { rows: [{ name: 'Night', from: 1, to: 2 }, { name: 'Day', inner: {} }, {}] },
			changes: 'rows 3 entries (Night, Day)',
		},
		{
			body: { rows: [{ name: '', title: 'Night', inner: {} }] },
			changes: 'rows 1 entry (Night)',
		},
		{ body: { rows: [{ inner: [] }] }, changes: 'rows 1 entry' },
		{
			body: { rows: [{ action: 'manage', subject: 'all', inverted: false }, { inner: {} }] },
			changes: 'rows 2 entries (manage all (not inverted))',
		},
		{
			body: { rows: [{ action: 'read', conditions: { a: 1 }, on: true, off: null, none: [] }] },
			changes: 'rows 1 entry (read (conditions, on))',
		},
		{ body: { a: [1, 2, 3, 4, 5, 6, 7] }, changes: 'a (1, 2, 3, 4, 5, 6, 7)' },
		{ body: { a: ['b', 'c.*', '*', 1] }, changes: 'a (*, c.*, b, 1)' },
		{ body: { 'a b': { c: [], d: 1, e: null } }, changes: '"a b" (no c, e null, d 1)' },
	])('describes the change $changes', ({ body, changes }) => {
		expect(sentence(changesText(body))).toBe(changes);
	});

	it("counts the changes that don't fit after the lost values", () => {
		const long = Object.fromEntries(
			Array.from({ length: 20 }, (_, n) => [`name${String(n)}`, 'x'.repeat(50)]),
		);
		const text = sentence(changesText({ ...long, roles: [], expireAt: null, note: '' }));
		expect(text).toMatch(/^no roles, expireAt null, note "", name0 "x{40}…", .* and \d+ more$/);
		const shown = text.split(', ').length;
		expect(text).toContain(` and ${String(23 - shown)} more`);
		expect(text.length).toBeLessThanOrEqual(600);
	});

	it('starts with removals', () => {
		const changes = [{ text: 'adds a' }, { text: 'removes b', removes: true }, { text: 'adds c' }];
		expect(sentence(joinChanges(changes))).toBe('removes b; adds a; adds c');
	});
});

describe('differences', () => {
	it('starts a long list with the entries missing from the other list', () => {
		const all = Array.from({ length: 400 }, (_, n) => `o${String(n)}`);
		const textOf = (before: unknown, after: unknown) =>
			sentence(joinChanges(differences({ origins: before }, { origins: after })));
		expect(textOf(all, [...all, 'evil'])).toMatch(
			/^origins from \(o0, .* and \d+ more\) to \(evil, o0, .* and \d+ more\)$/,
		);
		expect(textOf([...all, 'left'], all)).toMatch(/^origins from \(left, o0, .*\) to \(o0, .*\)$/);
		expect(textOf(all, all)).toBe('');
		const changes = changesText({ origins: [...all, '*'] }, [], { origins: [...all, 'left'] });
		expect(sentence(changes)).toMatch(/^origins from \(left, o0, .*\) to \(\*, o0, .*\)$/);
		expect(sentence(changesText({ origins: all }, [], { origins: all }))).toMatch(
			/^origins stays \(o0, .* and \d+ more\)$/,
		);
	});
});

describe('changesText (compared with the record)', () => {
	const grant = (subject: string, inverted: boolean) => ({ action: 'manage', subject, inverted });
	const named = (name: string, sql: string) => ({ name, sql, more: [] });

	it.each([
		{ before: [named('a', 'x')], after: [named('a', 'x')], text: 'rows stays 1 entry (a)' },
		{ before: [named('a', 'x')], after: [named('a', 'y')], text: 'rows/1/sql from x to y' },
		{
			before: [named('a', 'x')],
			after: [named('a', 'x'), named('b', 'x')],
			text: 'rows from 1 entry (a) to 2 entries (b, a)',
		},
		{
			before: [grant('all', true)],
			after: [grant('all', false)],
			text: 'rows from 1 entry (manage all (inverted)) to 1 entry (manage all (not inverted))',
		},
		{ before: [{ in: [1] }], after: [{ in: [2] }], text: 'rows/1/in/1 from 1 to 2' },
		{ before: '5', after: 5, text: 'rows from 5 to 5' },
		{ before: [], after: [named('a', 'x')], text: 'rows 1 entry (a)' },
	])('says "stays" only of equal values: $text', ({ before, after, text }) => {
		expect(sentence(changesText({ rows: after }, [], { rows: before }))).toBe(text);
	});

	it.each([
		{ rows: [grant('all', true)], isCut: false },
		{ rows: [{ ...grant('all', true), conditions: { a: 1 } }], isCut: true },
		{ rows: [named('a', 'x')], isCut: true },
		{ rows: [{ only: { on: 1 } }], isCut: true },
	])('says whether it tells all of $rows', ({ rows, isCut }) => {
		const operation = { ...REMOVE, texts: { summarize: () => changesText({ rows }) } };
		const item = plannedItem({ method: 'POST', path: '/x' });
		const redactorFor = () => String;
		expect(summaryOf(item, { ...FAKES, operation, redactorFor }).isCut).toBe(isCut);
	});
});

describe('fromTo', () => {
	it('compares whole values, not only the shown characters', () => {
		const long = 'x'.repeat(210);
		const fromLong = (after: string) => sentence(fromTo(quoted(long), quoted(after)));
		expect(fromLong(long)).toBe(`stays "${'x'.repeat(200)}…"`);
		expect(fromLong(`${long}y`)).toMatch(/^from "x{200}…" to "…x{20}y"$/);
		expect(sentence(fromTo('', 'a'))).toBe('a');
	});

	it('shows two long texts from where they differ', () => {
		const sql = (end: string) => quoteName(`SELECT ${'a, '.repeat(300)}b FROM ${end}`);
		expect(sentence(fromTo(sql('orders'), sql('customers')))).toMatch(
			/^from "…[a, ]+ b FROM orders" to "…[a, ]+ b FROM customers"$/,
		);
		const long = (start: string) => quoteName(`${start} ${'x '.repeat(100)}`);
		expect(sentence(fromTo(long('old'), long('new')))).toMatch(/^from "old x.*…" to "new x.*…"$/);
	});

	it('hides a secret where two texts differ', () => {
		const redactorFor = () => textRedactor(['divided-secret']);
		const text = (secret: string) => quoteName(`${'x '.repeat(100)}${secret} y`);
		const summarize = () => fromTo(text('old'), text('divided\u200b-secret'));
		const item = plannedItem({ method: 'POST', path: '/x' });
		const operation = { ...REMOVE, texts: { summarize } };
		expect(summaryOf(item, { ...FAKES, operation, redactorFor }).text).toMatch(
			/^from "…[x ]+ old y" to "…[x ]+ \*{3} y"$/,
		);
	});
});

describe('phraseList', () => {
	const many = (count: number, word = 'xxxxxxxx') => Array.from({ length: count }, () => word);

	it('lists all values if they fit, also nested', () => {
		const inner = (count: number) => phraseList(many(count, 'x'));
		expect(sentence(phrase`a (${phraseList([3, 1], inner)}); b (${phraseList([])})`)).toBe(
			'a (x, x, x, x); b ()',
		);
	});

	it('cuts each list to an equal share with a count of the rest', () => {
		const text = sentence(phrase`a (${phraseList(many(500))}); b (${phraseList(many(400))}); end`);
		expect(text).toMatch(/^a \((?:x{8}, )+x{8} and \d+ more\); b .* and \d+ more\); end$/);
		expect(text.length).toBeLessThanOrEqual(600);
		const [first = '', second = ''] = text.split('; ');
		const shown = (list: string) => list.match(/x{8}/g)?.length ?? 0;
		expect(shown(first)).toBe(shown(second));
		expect(first).toContain(`and ${String(500 - shown(first))} more`);
	});

	it('shows one entry of each list if no more fit', () => {
		const names = many(3, 'x'.repeat(80));
		const lists = Array.from({ length: 8 }, () => phraseList(names));
		expect(sentence(joinPhrases(lists, '; ')).match(/ and 2 more/g)).toHaveLength(8);
	});

	it('cuts nested lists first', () => {
		const inner = (name: string) => phrase`${name} (${phraseList(many(30))})`;
		const text = sentence(phraseList(['a', 'b', 'c'], inner));
		expect(text).toMatch(/^a \((?:x{8}, )+x{8} and \d+ more\), b \(.*\), c \(.* more\)$/);
		expect(text.length).toBeLessThanOrEqual(600);
	});

	it('lists at most ten entries that have a noun', () => {
		const settings = phraseList(many(50), quoteName, { noun: 'setting' });
		const text = sentence(phrase`a (${phraseList(many(20))}); ${settings}`);
		expect(text).toMatch(/^a \((?:x{8}, ){19}x{8}\); (?:x{8}, ){9}x{8} and 40 more settings$/);
	});

	it('shortens entries to show as many as asked', () => {
		const names = phraseList(['a.b', 'c', 'd'], asWritten, { maxEntries: 2 });
		expect(sentence(names)).toBe('"a.b", "c" and 1 more');
		const long = phraseList(many(9, 'x'.repeat(80)), quoted, { maxEntries: 8 });
		expect(sentence(long)).toMatch(/^("x+…", ){7}"x+…" and 1 more$/);
		const hosts = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter.repeat(240)}.example:9092`);
		expect(sentence(phraseList(hosts, address, { maxEntries: 5 }))).toMatch(
			/^"a+…a+\.example:9092", "b+…b+\.example:9092", .*"e+…e+\.example:9092"$/,
		);
	});

	it('counts the entries that it drops from a long list', () => {
		expect(phraseList(many(100_000)).first.length).toBeLessThan(1000);
		expect(sentence(phraseList(many(100_000, 'x')))).toMatch(/^x(, x)* and 99,\d+ more$/);
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

	it.each<{ secret: string; text: Phrase; shown: string }>([
		{ secret: "s_e*c<r`e't.x/y", text: quoted("a s_e*c<r`e't.x/y b"), shown: '"a *** b"' },
		{ secret: "s_e*c<r`e't.x/y", text: quoteName("s_e*c<r`e't.x/y"), shown: '***' },
		{ secret: 'two  words\n"quoted"', text: quoted('two  words\n"quoted"'), shown: '"***"' },
		{ secret: 'with\u200binvisible', text: quoted('a with\u200binvisible'), shown: '"a ***"' },
		{ secret: 'divided-secret', text: quoted('divided\u200b-sec\u00adret'), shown: '"***"' },
		{ secret: 'x'.repeat(300), text: quoted(`a ${'x'.repeat(300)}`), shown: '"a ***"' },
		{ secret: 'https://a.example/k', text: asWritten('https://a.example/k'), shown: '"***"' },
		{ secret: 'secret-key', text: changesText({ 'secret-key': 'a' }), shown: '*** a' },
		{ secret: '0c8f6e21-5d47-4b9a', text: named('0c8f6e21-5d47-4b9a'), shown: '"Orders" (***)' },
		{ secret: 'sixth-entry', text: phraseList(['a', 'sixth-entry']), shown: 'a, ***' },
	])('hides the secret $secret before it cleans up the text', ({ secret, text, shown }) => {
		const item = plannedItem({ method: 'POST', path: '/x' });
		const operation = { ...REMOVE, texts: { summarize: () => text, subjectOf: () => text } };
		const redactorFor = () => textRedactor([secret]);
		expect(summaryOf(item, { ...FAKES, operation, redactorFor }).text).toBe(shown);
		expect(targetOf(item, { operation, redactorFor })).not.toContain(secret);
	});

	it('redacts only texts from outside if a secret is an own word', () => {
		const summarize = () => phrase`Delete ${quoted('permanent orders')} permanently`;
		const operation = { ...REMOVE, texts: { summarize } };
		const redactorFor = () => textRedactor(['permanently', 'permanent or', 'Delete "p']);
		const item = plannedItem({ method: 'POST', path: '/x' });
		expect(summaryOf(item, { ...FAKES, operation, redactorFor }).text).toBe(
			'Delete "***ders" permanently',
		);
	});

	it.each([
		{ after: 'first-pass', text: '*** to ***' },
		{ after: 'other-pass', text: '(another secret) to ***' },
	])('reports a changed secret without showing it: $text', ({ after, text }) => {
		const summarize: OperationTexts['summarize'] = ({ body }, _, { record }) =>
			[record, body].map((one) => String(asObject(one)['password'])).join(' to ');
		const operation = { ...REMOVE, texts: { summarize } };
		const request: HttpRequest = { method: 'PUT', path: '/x', body: { password: after } };
		expect(summary(request, operation, { record: { password: 'first-pass' } })).toBe(text);
		expect(summary(request, operation, { record: 404 })).toBe('undefined to ***');
	});

	it('needs linear time for a record of many rows', async () => {
		const operation = { ...REMOVE, texts: { summarize: () => 'Update' } };
		const rowsOf = (size: number) =>
			Array.from({ length: size }, (_, id) => ({ id: `row ${String(id)}`, name: 'A' }));
		const summarizeRows = (rows: JsonObject[]) => {
			const request: HttpRequest = { method: 'PUT', path: '/x', body: { rows: rows.toReversed() } };
			return summary(request, operation, { record: { rows } });
		};
		expect(await growth<JsonObject[]>(500, rowsOf, summarizeRows)).toBeLessThan(MAX_GROWTH);
	});

	it('pairs rows by the first of equal IDs', () => {
		const summarize: OperationTexts['summarize'] = (_request, _parameters, { record }) =>
			recordsIn(asObject(record)['rows'])
				.map(({ password }) => textOr(password, ''))
				.join();
		const rowsOf = (passwords: string[]) =>
			passwords.map((password) => ({ id: password.slice(0, 1), password }));
		const body = { rows: rowsOf(['b-secret', 'a-secret', 'a-other-secret']) };
		const record = { rows: rowsOf(['a-secret', 'b-other-secret', 'c-secret']) };
		const operation = { ...REMOVE, texts: { summarize } };
		expect(summary({ method: 'PUT', path: '/x', body }, operation, { record })).toBe(
			'***,(another secret),***',
		);
	});

	it.each(['toString', 'constructor', '__proto__'])(
		'compares a record that has the key %s',
		(key) => {
			const shown = key.replaceAll('_', '＿');
			const record: unknown = JSON.parse(`{ "values": { "${key}": "a" }, "${key}": "b" }`);
			const request: HttpRequest = { method: 'PUT', path: '/x', body: { values: { b: 'c' } } };
			const summarize: OperationTexts['summarize'] = ({ body }, _, facts) =>
				phrase`Update ${replacementText(asObject(body), asObject(facts['record']), { readOnly: [] })}`;
			const operation = { ...REMOVE, texts: { summarize } };
			expect(summary(request, operation, { record })).toBe(
				`Update clears values/${shown}, clears ${shown}, values/b c`,
			);
		},
	);

	it('gives each part a fair share of 600 characters', () => {
		const words = (word: string) => `${word} `.repeat(50);
		const change = { message: words('m'), note: words('n'), sql: words('s'), text: words('t') };
		const cut = (body: Record<string, unknown> | unknown[]) =>
			summaryOf(plannedItem({ method: 'POST', path: '/x', body }), {
				...FAKES,
				operation: REMOVE,
				redactorFor: () => String,
			});
		const more = Object.fromEntries(Array.from('abcdef', (name) => [name, words(name)]));
		const { text, isCut } = cut({ ...change, ...more, roles: ['admin'], id: 'x'.repeat(36) });
		expect(text).toMatch(/ message "m [m ]+…", .* f "f [f ]+…", roles \(admin\), id x{36}$/);
		expect([isCut, text.length <= 600]).toEqual([true, true]);
		expect(cut({ note: 'n', roles: ['admin'] }).isCut).toBe(false);
		expect(cut({ note: words('n') }).isCut).toBe(true);
		expect(cut([{ role: 'admin' }]).isCut).toBe(true);
		const path = `/${'x'.repeat(700)}`;
		expect(summary({ method: 'GET', path }).length).toBeLessThanOrEqual(600);
		expect(sentence('words '.repeat(200))).toMatch(/^(?:words )+.*…$/);
	});
});

describe('subjectText', () => {
	const subject = phrase`thing ${quoted('<a> "b" https://c.example')} (${quoteName('p 1')})`;

	it('leaves characters of names unchanged, because workflows might compare them', () => {
		expect(subjectText(subject, String)).toBe('thing "<a> "b" https://c.example" ("p 1")');
		expect(plainText(subject)).toBe(`thing "‹a› 'b' https[:]//c[.]example" ("p 1")`);
	});

	it('hides secrets inside the quotes of a hash', () => {
		const redact = textRedactor(['c.example']);
		expect(subjectText(subject, redact, '|')).toBe('thing |<a> "b" https://***| (|p 1|)');
	});
});
