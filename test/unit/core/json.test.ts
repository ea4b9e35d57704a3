import { hashOf, jsonExcess, mergeObjects } from '../../../nodes/core/json';

describe('jsonExcess', () => {
	const nested = (depth: number, open = '[', close = ']'): string =>
		open.repeat(depth) + close.repeat(depth);

	it.each([
		['lists', 100, '[', ']'],
		['objects', 100, '{"a":', '}'],
		['both', 50, '[{"a":', '}]'],
	])('takes 100 levels of %s and no more', (_, times, open, close) => {
		expect(jsonExcess(nested(times, open, close))).toBeUndefined();
		expect(jsonExcess(nested(times + 1, open, close))).toBe('depth');
	});

	const repeated = (times: number, one: string): string => `${`${one},`.repeat(times - 1)}${one}`;

	it('takes a million lists and objects and no more', () => {
		expect(jsonExcess(`[[${repeated(999_998, '{}')}]]`)).toBeUndefined();
		expect(jsonExcess(`[[${repeated(999_999, '{}')}]]`)).toBe('values');
	});

	it.each([
		['by itself', '[', ']'],
		['in an object', '{"result": [', ']}'],
		['of members', '{"result": {', '}}'],
	])('takes a payload %s of a million elements and no more', (_, start, end) => {
		const element = end === '}}' ? '"a":0' : '0';
		expect(jsonExcess(start + repeated(1_000_000, element) + end)).toBeUndefined();
		expect(jsonExcess(start + repeated(1_000_001, element) + end)).toBe('values');
	});

	it('takes three million values at any depth and no more', () => {
		const inner = (count: number): string => `{"result": {"a": [${repeated(count, '0')}]}}`;
		expect(jsonExcess(inner(2_999_998))).toBeUndefined();
		expect(jsonExcess(inner(2_999_999))).toBe('values');
	});

	it('takes 100,000 activities of 20 members', () => {
		const members = Array.from({ length: 20 }, (_, n) => [`member${String(n)}`, 'a, b']);
		const activity = JSON.stringify(Object.fromEntries(members));
		const list = repeated(100_000, activity);
		expect(jsonExcess(`{"requestId":"r","status":200,"result":[${list}]}`)).toBeUndefined();
	});

	it.each([
		['brackets in strings', `{"a": "${'['.repeat(200)}", "${'{'.repeat(200)}": 1}`],
		['a string with escaped quotes', `{"a": "\\"${'['.repeat(200)}\\\\\\"${'{'.repeat(200)}"}`],
		['a string that ends with an escaped backslash', `["\\\\", ${nested(99)}]`],
		['a string that does not end', `["${'['.repeat(200)}`],
		['a string that ends within an escape', `["${'['.repeat(200)}\\`],
		['text that is no list and no object', `<script>${'['.repeat(200)}`],
		['text after a list', `[2026-03-01] started ${'['.repeat(200)}`],
		['text after an object', `{"a": 1} ${repeated(1_000_001, '0')}`],
		['commas in strings', `["${','.repeat(3_000_001)}"]`],
		['nothing', ''],
	])('does not count %s', (_, text) => {
		expect(jsonExcess(text)).toBeUndefined();
	});

	it.each([
		['after a string', `["\\\\", ${nested(100)}]`],
		['after spaces', ` \n\ufeff${nested(101)}`],
		['that does not end', '['.repeat(101)],
		['next to others', `[${'[],'.repeat(500)}${nested(100)}]`],
	])('counts the depth %s', (_, text) => {
		expect(jsonExcess(text)).toBe('depth');
	});

	it('takes an ordinary list of 10,000 activities', () => {
		const activity = {
			id: '8d21f0c4',
			actorDetails: '{"[" \\"{',
			createdAt: '2026-03-01T00:00:00Z',
		};
		const result = Array.from({ length: 10_000 }, () => activity);
		expect(jsonExcess(JSON.stringify({ requestId: 'r', status: 200, result }))).toBeUndefined();
	});
});

describe('mergeObjects', () => {
	it('merges at every level, and the primary object wins', () => {
		const primary = { a: 1, b: { c: 1 }, d: [1] };
		const secondary = { a: 2, b: { c: 2, e: 2 }, d: [2], f: { g: 2 } };
		expect(mergeObjects(primary, secondary)).toEqual({
			a: 1,
			b: { c: 1, e: 2 },
			d: [1],
			f: { g: 2 },
		});
	});

	it('leaves prototypes alone', () => {
		const secondary: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
		const merged = mergeObjects({ valueOf: { own: true } }, secondary as Record<string, unknown>);
		expect(Object.keys(merged)).toEqual(['__proto__', 'valueOf']);
		expect('polluted' in {}).toBe(false);
	});
});

describe('hashOf', () => {
	it('is the same whatever the order of members, and another for another value', () => {
		expect(hashOf({ a: 1, b: { c: [1, 2], d: null } })).toBe(
			hashOf({ b: { d: null, c: [1, 2] }, a: 1 }),
		);
		expect(hashOf({ a: [1, 2] })).not.toBe(hashOf({ a: [2, 1] }));
		expect(hashOf(['POST', '/x', undefined])).not.toBe(hashOf(['POST', '/x', {}]));
	});
});
