import { DateTime } from 'luxon';

import { parseJsonBody, parseJsonObject } from '../../../../nodes/engine/parameters/json';
import { sentenceOf } from '../../../../nodes/engine/issue';

const MORE = 'more '.repeat(9);

function nested(levels: number): string {
	return '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
}

describe('parseJsonObject', () => {
	it.each([
		[' {"a": [1]} ', { a: [1] }],
		// As JSON would be written: dates become text.
		[
			{ at: DateTime.fromISO('2026-05-31T14:30:00Z', { zone: 'utc' }), on: new Date(0) },
			{ at: '2026-05-31T14:30:00.000Z', on: '1970-01-01T00:00:00.000Z' },
		],
	])('reads %j', (input, value) => {
		expect(parseJsonObject('JSON', input)).toEqual({ value, issues: [] });
	});

	it('copies an object from an expression, with keys that n8n’s own copy drops', () => {
		const text = '{"constructor": 1, "in": [{"prototype": 2, "__proto__": {"a": 3}}]}';
		const input = JSON.parse(text) as Record<string, unknown>;
		const { value } = parseJsonObject('JSON', input);
		expect(JSON.stringify(value)).toBe(JSON.stringify(input));
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect(value).not.toBe(input);
		expect(value?.['in']).not.toBe(input['in']);
	});

	const cyclic: Record<string, unknown> = {};
	cyclic['again'] = [cyclic];
	const jsonOther = (found: string) => ({ code: 'jsonOther', found });

	it.each<[unknown, object]>([
		...['', ' \n '].map((input): [string, object] => [input, { code: 'jsonEmpty' }]),
		['[{"a": 1}]', jsonOther('a list')],
		[[{ a: 1 }], jsonOther('a list')],
		['null', jsonOther('nothing')],
		[null, jsonOther('nothing')],
		[undefined, jsonOther('nothing')],
		['"text"', jsonOther('a string')],
		['5', jsonOther('a number')],
		[5, jsonOther('a number')],
		[true, jsonOther('a boolean')],
		// Objects only until they are copied.
		[DateTime.now(), jsonOther('a string')],
		[{ toJSON: () => undefined }, jsonOther('nothing')],
		[nested(101), { code: 'tooDeep', levels: 100 }],
		[nested(20_000), { code: 'tooDeep', levels: 100 }],
		[cyclic, { code: 'tooDeep', levels: 100 }],
		['{"tiles": [{"x": 1e999}]}', { code: 'notInJson', at: 'tiles.0.x' }],
		['{"x": -1e999}', { code: 'notInJson', at: 'x' }],
		[{ deep: { x: Number.NaN } }, { code: 'notInJson', at: 'deep.x' }],
		[{ deep: { x: BigInt(5) } }, { code: 'notInJson', at: 'deep.x' }],
	])('refuses %p', (input, issue) => {
		const { value, issues } = parseJsonObject('JSON', input);
		expect(value).toBeUndefined();
		expect(issues).toMatchObject([{ path: 'JSON', ...issue }]);
	});

	it('accepts 100 levels, from text and from expressions', () => {
		for (const input of [nested(100), JSON.parse(nested(100)) as unknown]) {
			expect(parseJsonObject('JSON', input).issues).toEqual([]);
		}
	});

	it.each([
		['undefined', 1, 1],
		['{"a": x}', 1, 7],
		['{"a": ,}', 1, 7],
		['{"a": tru}', 1, 10],
		['[1, ]', 1, 5],
		['{"a": "\\x"}', 1, 9],
		['{"a": -}', 1, 8],
		['{"a": 1} {', 1, 10],
		['{"a": 1,}', 1, 9],
		['{"a": 1', 1, 8],
		['{"a":', 1, 6],
		["{'a': 1}", 1, 2],
		['{\n\t"a": 1\n', 3, 1],
		['{\n\t"a": 1,\n\t"b" 2\n}', 3, 6],
		[`{"a": "${'long text '.repeat(9)}", "b": ?, "c": "${MORE}"}`, 1, 106],
		[`?{"c": "${MORE}"}`, 1, 1],
		[`{"c": "${MORE}", ?}`, 1, 56],
		[`{"c": ?"${MORE}"}`, 1, 7],
		['{"a": "line\nbreak"}', 1, 12],
	])('locates the error in JSON text: %j, line %i, column %i', (input, line, column) => {
		const place = `line ${String(line)}, column ${String(column)}`;
		const [sentence] = parseJsonObject('JSON', input).issues.map(sentenceOf);
		expect(sentence).toBe(`isn't valid JSON at ${place}. Correct it.`);
	});
});

describe('parseJsonBody', () => {
	it.each([
		[' [1, {"a": 2}] ', [1, { a: 2 }]],
		['{"a": 1}', { a: 1 }],
	])('accepts a list or an object: %j', (input, value) => {
		expect(parseJsonBody('Body', input)).toEqual({ value, issues: [] });
		expect(parseJsonBody('Body', value)).toEqual({ value, issues: [] });
		expect(parseJsonBody('Body', value).value).not.toBe(value);
	});

	it.each([
		['5', { code: 'jsonOther', found: 'a number', accepted: 'a JSON object or list' }],
		[DateTime.now(), { code: 'jsonOther', found: 'a string', accepted: 'a JSON object or list' }],
		[[{ a: Infinity }], { code: 'notInJson', at: '0.a' }],
	])('refuses %j', (input, issue) => {
		expect(parseJsonBody('body', input).issues).toEqual([{ path: 'body', ...issue }]);
	});
});
