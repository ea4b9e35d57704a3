import {
	asWritten,
	changesText,
	joined,
	listed,
	otherFields,
	quoteName,
	quoted,
	summaryOf,
} from '../../../nodes/engine/approval/sentences';
import type { HttpRequest, Operation } from '../../../nodes/engine/operation';
import { REMOVE } from './fakes';

function summary(request: HttpRequest, operation: Operation = REMOVE): string {
	return summaryOf(
		{ itemIndex: 0, parameters: { id: 'p-1' }, request },
		{ operation, redactorFor: () => (text) => text.replaceAll('canary', '***') },
	);
}

/** The sentence of an operation that only shows this text. */
function sentence(text: string): string {
	return summary({ method: 'POST', path: '/x' }, { ...REMOVE, summarize: () => text });
}

describe('names in sentences', () => {
	it.each([
		['orders', 'orders'],
		[5, '5'],
		['orders_v2,carts', 'orders_v2,carts'],
		['2026-01-31T00:00', '2026-01-31T00:00'],
		['two words', "'two words'"],
		['Größe & "Farbe" (neu)!', `'Größe ＆ "Farbe" (neu)!'`],
		['orders into default other', "'orders into default other'"],
		["Bob's and Ann’s", "'Bob’s and Ann’s'"],
		['a\nb\u202Ec\u200Bd\u{E000}e\u{E001}f', "'a bcd e f'"],
		['o\u00adr\u034fd\u3164e\ufe0fr\u2800s\u{e0041}', 'orders'],
		['\u200b'.repeat(1000), "'…'"],
		['x'.repeat(81), `'${'x'.repeat(80)}…'`],
		['', "''"],
		[{ a: 1 }, "'?'"],
	])('%j is named %s', (value, expected) => {
		expect(sentence(quoteName(value))).toBe(expected);
	});

	it('are in quotes if they are free text', () => {
		expect(sentence(quoted('Orders'))).toBe("'Orders'");
	});

	it.each([
		['<https://evil.example|Approve>', "'‹https[:]//evil[.]example Approve›'"],
		['[Approve](https://evil.example/?a=b.c)', "'[Approve (https[:]//evil[.]example/?a=b.c)'"],
		['![x](//y)', "'![x (//y)'"],
		['~~no~~ `code` ||spoiler||', `'  no   code   spoiler  '`],
		['&lt;b&gt; &#46;', "'＆lt;b＆gt; ＆#46;'"],
		['s3://bucket/*.csv', 's3[:]//bucket/*.csv'],
		['see EVIL.example/x', "'see EVIL[.]example/x'"],
		['evil.com/x', 'evil[.]com/x'],
		['10.0.0.1:8080/x', '10[.]0.0.1:8080/x'],
		['пример.рф', "'пример[.]рф'"],
	])('%j is named without links and markup: %s', (value, expected) => {
		expect(sentence(quoteName(value))).toBe(expected);
		expect(sentence(quoted(value))).toBe(`'${expected.replace(/^'|'$/g, '')}'`);
	});

	it.each([
		'Orders 2.0',
		'All *.json files of customers_v2',
		'release 1.2.3, e.g. for Bob’s shop',
		'*bold* _it_ [a] (b)',
		'C:/orders and 5 // 2',
	])('%s has no link, and is unchanged', (name) => {
		expect(sentence(quoted(name))).toBe(`'${name}'`);
	});

	it.each([
		'default.orders',
		'customers_v2',
		'*.json',
		'landing/2026/*.csv',
		'data[0-9]{a,b}?.gz',
		'a.example.com:9092',
		'10.0.0.1:9092',
	])('%s is shown unchanged', (name) => {
		expect(sentence(`from ${asWritten(name)} into ${asWritten(name)}`)).toBe(
			`from '${name}' into '${name}'`,
		);
	});

	it.each([
		['https://evil.com/x', 'https[:]//evil[.]com/x'],
		['a@evil.com/login', 'a@evil[.]com/login'],
		['<b>evil.com</b>', '‹b›evil[.]com‹/b›'],
		["default' into prod'", 'default into prod'],
	])('%s is no table or address, and leads nowhere', (name, expected) => {
		expect(sentence(asWritten(name))).toBe(`'${expected}'`);
	});

	it('are listed up to a number', () => {
		expect(sentence(listed(['a', 'b c', 3]))).toBe("a, 'b c', 3");
		expect(sentence(listed(['a.b', 'c', 'd'], asWritten, 2))).toBe("'a.b', 'c' and 1 more");
	});

	it.each("' ’ ‘ ‛ ′ ‵ ʹ ʻ ʼ ʽ ˈ ` ´ ＇ ‹ ›".split(' '))('%s does not end a name', (quote) => {
		const text = `Orders${quote} into prod of service ${quote}x`;
		expect(sentence(quoted(text))).toBe("'Orders into prod of service x'");
		expect(sentence(quoted(quote))).toBe("''");
	});
});

describe('changes in sentences', () => {
	it.each<[Record<string, unknown>, string]>([
		[
			{ name: 'a b', isIdle: false, threads: 2, more: undefined },
			"name 'a b', isIdle false, threads 2",
		],
		[
			{ roles: ['admin', 'a b'], tags: [{ key: 'k' }, {}] },
			"roles (admin, 'a b'), tags ((key k), {})",
		],
		[{ a: [1, 2, 3, 4, 5, 6, 7] }, 'a (1, 2, 3, 4, 5 and 2 more)'],
		[{ name: 'a (b), roles' }, "name 'a (b), roles'"],
		[{ 'a b': { c: [], d: 1, e: null } }, "'a b' (no c, e null, d 1)"],
	])('%j is named with its new values: %s', (body, expected) => {
		expect(sentence(changesText(body))).toBe(expected);
	});

	it('start with lost values, so that the end of a long sentence hides none', () => {
		const long = Object.fromEntries(
			Array.from({ length: 20 }, (_, n) => [`name${String(n)}`, 'x'.repeat(50)]),
		);
		const text = sentence(changesText({ ...long, roles: [], expireAt: null, note: '' }));
		expect(text).toMatch(/^no roles, expireAt null, note '', name0 xxx.*…$/);
		expect(text).toHaveLength(600);
		const changes = [{ text: 'adds a' }, { text: 'removes b', removes: true }, { text: 'adds c' }];
		expect(joined(changes)).toBe('removes b; adds a; adds c');
	});

	it('are added in brackets if a sentence does not mention them otherwise', () => {
		expect(otherFields({ a: 1, b: 2 }, ['a'])).toBe(' (other fields: b 2)');
		expect(otherFields({ a: 1, b: undefined }, ['a'])).toBe('');
	});
});

describe('the sentence of a request', () => {
	it("is its operation's own", () => {
		const operation: Operation = {
			...REMOVE,
			summarize: ({ method }, { id }) => `${method} ${String(id)}`,
		};
		expect(summary({ method: 'DELETE', path: '/x' }, operation)).toBe('DELETE p-1');
	});

	it.each<[HttpRequest, string]>([
		[{ method: 'DELETE', path: '/x/1?credentials=s&a=b' }, 'DELETE /x/1?credentials=***＆a=b'],
		[
			{ method: 'POST', path: '/x', body: { a: 1, 'b c': ['canary'], d: [] } },
			"POST /x with no d, a 1, 'b c' (***)",
		],
		[{ method: 'POST', path: '/x', body: {} }, 'POST /x'],
		[{ method: 'POST', path: '/x', body: ['canary', 2] }, 'POST /x with a list of 2 elements'],
	])(
		"is its method and path, and its body's content, if it has no operation: %j",
		(request, expected) => {
			expect(summary(request)).toBe(`Send ${expected}`);
		},
	);

	it('contains no secret, even if a name has one with markup and quotes in it', () => {
		const secret = "s_e*c<r`e't.x/y";
		const operation: Operation = {
			...REMOVE,
			summarize: () => `Create ${quoted(`a ${secret} b`)}`,
		};
		const redactorFor = () => (text: string) => text.replaceAll(secret, '***');
		const item = { itemIndex: 0, parameters: {}, request: { method: 'POST', path: '/x' } } as const;
		expect(summaryOf(item, { operation, redactorFor })).toBe("Create 'a *** b'");
	});

	it('contains no secret, and is bounded', () => {
		expect(summary({ method: 'GET', path: '/canary' })).toBe('Send GET /***');
		expect(summary({ method: 'GET', path: `/${'x'.repeat(700)}` })).toHaveLength(600);
	});
});
