import { hashOf, jsonExcess, mergeObjects } from '../../../nodes/engine/json';

describe('jsonExcess', () => {
	const nested = (depth: number, open = '[', close = ']') =>
		open.repeat(depth) + close.repeat(depth);
	const repeated = (times: number, one: string) => `${`${one},`.repeat(times - 1)}${one}`;
	const activity = Object.fromEntries(
		Array.from({ length: 20 }, (_, n) => [`member${String(n)}`, 'a, b "[" \\"{']),
	);

	it.each<[string, (size: number) => string, number, string]>([
		['levels of lists', (size) => nested(size), 100, 'depth'],
		['levels of objects', (size) => nested(size, '{"a":', '}'), 100, 'depth'],
		['levels of both', (size) => nested(size, '[{"a":', '}]'), 50, 'depth'],
		['levels after a string', (size) => `["\\\\", ${nested(size - 1)}]`, 100, 'depth'],
		['levels after spaces', (size) => ` \n\ufeff${nested(size)}`, 100, 'depth'],
		['levels that do not end', (size) => '['.repeat(size), 100, 'depth'],
		['levels next to others', (size) => `[${'[],'.repeat(500)}${nested(size - 1)}]`, 100, 'depth'],
		['lists and objects', (size) => `[[${repeated(size - 2, '{}')}]]`, 1_000_000, 'values'],
		['elements', (size) => `[${repeated(size, '0')}]`, 1_000_000, 'values'],
		['elements in an object', (size) => `{"r": [${repeated(size, '0')}]}`, 1_000_000, 'values'],
		['members', (size) => `{"r": {${repeated(size, '"a":0')}}}`, 1_000_000, 'values'],
		['values', (size) => `{"r": {"a": [${repeated(size - 2, '0')}]}}`, 3_000_000, 'values'],
	])('allows this many %s and no more', (_, textOf, most, excess) => {
		expect([jsonExcess(textOf(most)), jsonExcess(textOf(most + 1))]).toEqual([undefined, excess]);
	});

	it.each([
		['brackets in strings', `{"a": "${'['.repeat(200)}", "${'{'.repeat(200)}": 1}`],
		['a string with escaped quotes', `{"a": "\\"${'['.repeat(200)}\\\\\\"${'{'.repeat(200)}"}`],
		['a string that does not end', `["${'['.repeat(200)}`],
		['a string that ends within an escape', `["${'['.repeat(200)}\\`],
		['text that is no list and no object', `<script>${'['.repeat(200)}`],
		['text after a list', `[2026-03-01] started ${'['.repeat(200)}`],
		['text after an object', `{"a": 1} ${repeated(1_000_001, '0')}`],
		['commas in strings', `["${','.repeat(3_000_001)}"]`],
		['nothing', ''],
		['100,000 activities', `{"result":[${repeated(100_000, JSON.stringify(activity))}]}`],
	])('allows %s', (_, text) => {
		expect(jsonExcess(text)).toBeUndefined();
	});
});

describe('mergeObjects', () => {
	it('merges at every level, and the primary object wins', () => {
		const primary = { a: 1, b: { c: 1 }, d: [1] };
		const secondary = { a: 2, b: { c: 2, e: 2 }, d: [2], f: { g: 2 } };
		expect(mergeObjects(primary, secondary)).toEqual({
			...{ a: 1, b: { c: 1, e: 2 }, d: [1], f: { g: 2 } },
		});
	});

	it('leaves prototypes alone', () => {
		const secondary: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
		const merged = mergeObjects({ valueOf: { own: true } }, secondary as Record<string, unknown>);
		expect(Object.keys(merged)).toEqual(['__proto__', 'valueOf']);
		expect('polluted' in {}).toBe(false);
	});
});

it('hashOf is the same whatever the order of keys, and another for another value', () => {
	const one = { a: 1, b: { c: [1, 2], d: null } };
	expect(hashOf(one)).toBe(hashOf({ b: { d: null, c: [1, 2] }, a: 1 }));
	expect(hashOf({ a: [1, 2] })).not.toBe(hashOf({ a: [2, 1] }));
	expect(hashOf(['POST', '/x', undefined])).not.toBe(hashOf(['POST', '/x', {}]));
});
