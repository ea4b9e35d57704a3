import fc from 'fast-check';

import {
	isEmptied,
	jsonCopy,
	jsonExcess,
	mergeObjects,
	repeatedKey,
	roundedIntegers,
	valueAt,
	withoutEmptied,
} from '../../../nodes/engine/json';
import { hashOf, isSameJson } from '../../../nodes/engine/crypto';

describe('jsonExcess', () => {
	const nested = (depth: number, open = '[', close = ']') =>
		open.repeat(depth) + close.repeat(depth);
	const repeated = (times: number, one: string) => `${`${one},`.repeat(times - 1)}${one}`;

	interface Bound {
		of: string;
		most: number;
		textOf: (size: number) => string;
	}

	it.each<Bound>([
		{ of: 'both', most: 50, textOf: (size) => nested(size, '[{"a":', '}]') },
		{ of: 'lists after a string', most: 100, textOf: (size) => `["\\\\", ${nested(size - 1)}]` },
		{
			of: 'lists after others',
			most: 100,
			textOf: (n) => `[${'[],'.repeat(500)}${nested(n - 1)}]`,
		},
	])('rejects more than $most levels of $of', ({ most, textOf }) => {
		expect([jsonExcess(textOf(most)), jsonExcess(textOf(most + 1))]).toEqual([undefined, 'depth']);
	});

	it.each<Bound>([
		{ of: 'lists and objects', most: 1e6, textOf: (size) => `[[${repeated(size - 2, '{}')}]]` },
		{ of: 'properties', most: 1e6, textOf: (size) => `{"r": {${repeated(size, '"a":0')}}}` },
		{ of: 'values', most: 3e6, textOf: (size) => `{"r": {"a": [${repeated(size - 2, '0')}]}}` },
	])('rejects more than $most $of', ({ most, textOf }) => {
		expect([jsonExcess(textOf(most)), jsonExcess(textOf(most + 1))]).toEqual([undefined, 'values']);
	});

	const activity = Object.fromEntries(
		Array.from({ length: 20 }, (_, n) => [`member${String(n)}`, 'a, b "[" \\"{']),
	);
	const [lists, objects] = ['['.repeat(200), '{'.repeat(200)];

	it.each([
		{ of: 'brackets after escaped quotes', text: `{"a": "\\"${lists}\\\\\\"${objects}"}` },
		{ of: 'a string that does not end', text: `["${lists}` },
		{ of: 'text after a list', text: `[2026-03-01] started ${lists}` },
		{ of: 'text after an object', text: `{"a": 1} ${repeated(1_000_001, '0')}` },
		{ of: 'commas in strings', text: `["${','.repeat(3_000_001)}"]` },
		{ of: 'many records', text: `{"r":[${repeated(100_000, JSON.stringify(activity))}]}` },
	])('finds no excess in $of', ({ text }) => {
		expect(jsonExcess(text)).toBeUndefined();
	});
});

describe('roundedIntegers', () => {
	it.each([
		{ json: '{"a": 12345678901234567890}', rounded: ['12345678901234567890'] },
		{ json: '[1, -9007199254740993, 1152921504606846976]', rounded: 2 },
		{ json: '{"\\"": 9007199254740993}', rounded: ['9007199254740993'] },
		{ json: '{"a": 9007199254740991, "b": 1000000000000000000, "c": 12345678901234567000}' },
		{ json: '{"a": 0.1000000000000000055511, "b": 1e20, "c": 1234567890123456.75}' },
		{ json: '{"a": "1, 12345678901234567890, ", "b\\\\": "\\" 12345678901234567890 "}' },
	])('finds $rounded in $json', ({ json, rounded = [] }) => {
		const integers = roundedIntegers(json);
		expect(typeof rounded === 'number' ? integers.length : integers).toEqual(rounded);
	});

	it('reads a text of digits of any length', () => {
		expect(roundedIntegers(`{"a": ${'1'.repeat(10_000_000)}}`)).toEqual([]);
	});
});

describe('repeatedKey', () => {
	it.each([
		{ json: '{"a": 1, "a": 2}', key: 'a' },
		{ json: '[{"b": 1}, {"c": {"d": 1, "\\u0064": 1}}]', key: 'd' },
		{ json: '{"": 1, "" : 2}', key: '' },
		{ json: '{"a": {"a": ["a", "a"]}, "b": "a", "c": "a"}' },
		{ json: '[{"a": 1}, {"a": "\\"a\\": 1"}, "a", "a"]' },
		{ json: '"a"' },
	])('finds $key in $json', ({ json, key }) => {
		expect(repeatedKey(json)).toBe(key);
	});

	it('reads a key of any length', () => {
		const key = 'a'.repeat(5_000_000);
		expect(repeatedKey(`{"${key}": 1, "b": "${key}"}`)).toBeUndefined();
	});
});

describe('isEmptied', () => {
	const cyclic: Record<string, unknown> = {};
	cyclic.self = cyclic;

	it.each([
		[{ a: undefined }, true],
		[{ a: undefined, b: { c: undefined } }, true],
		[{}, false],
		[{ a: {} }, false],
		[{ a: null }, false],
		[{ a: undefined, b: '' }, false],
		[{ a: new Date(0) }, false],
		[[undefined], false],
		[undefined, false],
		[cyclic, false],
	])('finds %p emptied: %p', (value, expected) => {
		expect(isEmptied(value)).toBe(expected);
	});
});

describe('withoutEmptied', () => {
	it('removes only members whose values are all missing', () => {
		const original = {
			a: { b: undefined },
			c: { d: { e: undefined }, f: null, 'g.h': { i: undefined } },
			j: {},
			k: [{ l: undefined }, { m: 1, n: { o: undefined } }],
			p: new Date(0),
		};
		const copy = jsonCopy(original);
		const removed: string[] = [];
		const kept = withoutEmptied(copy, original, (path) => removed.push(path));
		expect(kept).toEqual({
			c: { f: null },
			j: {},
			k: [{}, { m: 1 }],
			p: '1970-01-01T00:00:00.000Z',
		});
		expect(removed).toEqual(['a', 'c.d', 'c.g.h', 'k.1.n']);
	});

	it('keeps everything that text contains', () => {
		const text = '{"a": {}, "b": [{}]}';
		const removed: string[] = [];
		expect(withoutEmptied(JSON.parse(text), text, (path) => removed.push(path))).toEqual({
			a: {},
			b: [{}],
		});
		expect(removed).toEqual([]);
	});
});

describe('mergeObjects', () => {
	it('prefers the primary object at every level', () => {
		const primary = { a: 1, b: { c: 1 }, d: [1] };
		const secondary = { a: 2, b: { c: 2, e: 2 }, d: [2], f: { g: 2 } };
		const merged = { a: 1, b: { c: 1, e: 2 }, d: [1], f: { g: 2 } };
		expect(mergeObjects(primary, secondary)).toEqual(merged);
	});

	it('leaves prototypes unchanged', () => {
		const secondary: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
		const merged = mergeObjects({ valueOf: { own: true } }, secondary as Record<string, unknown>);
		expect(Object.keys(merged)).toEqual(['__proto__', 'valueOf']);
		expect('polluted' in {}).toBe(false);
	});
});

it('hashes equal objects equally, whatever the order of their keys', () => {
	const one = { a: 1, b: { c: [1, 2], d: null } };
	expect(hashOf(one)).toBe(hashOf({ b: { d: null, c: [1, 2] }, a: 1 }));
	expect(hashOf({ a: [1, 2] })).not.toBe(hashOf({ a: [2, 1] }));
	expect(hashOf(['POST', '/x', undefined])).not.toBe(hashOf(['POST', '/x', {}]));
});

describe('isSameJson', () => {
	const leaf = fc.constantFrom<unknown>(undefined, null, '', 'a', 0, -0, 1, NaN, Infinity, true);
	const date = fc.constantFrom(0, 1).map((time) => new Date(time));
	const keys = fc.constantFrom('a', 'b', 'toString', '__proto__', '0');
	const { json } = fc.letrec<{ json: unknown }>((tie) => ({
		json: fc.oneof(
			{ maxDepth: 3 },
			leaf,
			date,
			fc.array(tie('json'), { maxLength: 3 }),
			fc.array(fc.tuple(keys, tie('json')), { maxLength: 3 }).map(Object.fromEntries),
		),
	}));
	const isSameHash = (first: unknown, second: unknown) =>
		hashOf(first ?? null) === hashOf(second ?? null);

	it('agrees with the hashes of any two values', () => {
		fc.assert(
			fc.property(json, json, (first, second) => {
				expect(isSameJson(first, second)).toBe(isSameHash(first, second));
			}),
			{ numRuns: 1000 },
		);
	});

	it('ignores the order of keys, and absent members', () => {
		const one = { a: 1, b: [{ c: null, d: undefined }] };
		const other = { b: [{ e: undefined, c: null }], a: 1 };
		expect([isSameJson(one, other), isSameHash(one, other)]).toEqual([true, true]);
		expect(isSameJson(one, { ...other, b: [{ c: 0 }] })).toBe(false);
	});
});

describe('valueAt', () => {
	it.each([
		{ value: [7], path: '0', found: 7 },
		{ value: { a: [{ b: 7 }] }, path: 'a.0.b', found: 7 },
		{ value: { a: [7] }, path: 'a.length', found: undefined },
		{ value: {}, path: 'constructor', found: undefined },
		{ value: { a: {} }, path: 'a.toString', found: undefined },
	])('finds $found at $path', ({ value, path, found }) => {
		expect(valueAt(value, path)).toBe(found);
	});
});
