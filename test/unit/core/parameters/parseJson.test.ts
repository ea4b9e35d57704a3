import { DateTime } from 'luxon';

import { parseJsonBody, parseJsonObject } from '../../../../nodes/core/parameters/parseJson';
import { sentenceOf } from '../../../../nodes/core/validation/issue';

function messageFor(input: unknown): string | undefined {
	const { value, issues } = parseJsonObject('JSON', input);
	expect(value).toBeUndefined();
	expect(issues).toHaveLength(1);
	expect(issues[0]?.path).toBe('JSON');
	return issues.map(sentenceOf)[0];
}

function noObject(kind: string): string {
	return `contains ${kind}, not a JSON object. Enter a JSON object, such as { "name": "value" }.`;
}

describe('parseJsonObject', () => {
	it('reads text', () => {
		expect(parseJsonObject('JSON', ' {"a": [1]} ')).toEqual({ value: { a: [1] }, issues: [] });
	});

	it('copies an object that an expression gave', () => {
		const input = { a: { b: 1 } };
		const { value } = parseJsonObject('JSON', input);
		expect(value).toEqual(input);
		expect(value).not.toBe(input);
		expect(value?.['a']).not.toBe(input.a);
	});

	it.each(['', ' \n '])('refuses empty text: %j', (input) => {
		expect(messageFor(input)).toMatch(/^is empty\. Paste/);
	});

	it.each([
		['[{"a": 1}]', 'a list'],
		[[{ a: 1 }], 'a list'],
		['null', 'nothing'],
		[null, 'nothing'],
		['"text"', 'a string'],
		['5', 'a number'],
		[5, 'a number'],
		[true, 'a boolean'],
		[undefined, 'nothing'],
	])('refuses what is no object: %j', (input, kind) => {
		expect(messageFor(input)).toBe(noObject(kind));
	});

	it('refuses a time, which is an object only until it is copied', () => {
		expect(messageFor(DateTime.now())).toBe(noObject('a string'));
	});

	it('refuses an object that is nothing once it is copied', () => {
		expect(messageFor({ toJSON: () => undefined })).toBe(noObject('nothing'));
	});

	it('copies members that n8n’s own copy drops', () => {
		const text = '{"constructor": 1, "in": [{"prototype": 2, "__proto__": {"a": 3}}]}';
		const input: unknown = JSON.parse(text);
		const { value } = parseJsonObject('JSON', input);
		expect(JSON.stringify(value)).toBe(JSON.stringify(input));
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
	});

	it.each([
		['undefined', 'line 1, column 1'],
		['{"a": x}', 'line 1, column 7'],
		['{"a": ,}', 'line 1, column 7'],
		['{"a": tru}', 'line 1, column 10'],
		['[1, ]', 'line 1, column 5'],
		['{"a": "\\x"}', 'line 1, column 9'],
		['{"a": -}', 'line 1, column 8'],
		['{"a": 1} {', 'line 1, column 10'],
		['{"a": 1,}', 'line 1, column 9'],
		['{"a": 1', 'line 1, column 8'],
		['{"a":', 'line 1, column 6'],
		["{'a': 1}", 'line 1, column 2'],
		['{\n\t"a": 1\n', 'line 3, column 1'],
		['{\n\t"a": 1,\n\t"b" 2\n}', 'line 3, column 6'],
		[
			`{"a": "${'long text '.repeat(9)}", "b": ?, "c": "${'more '.repeat(9)}"}`,
			'line 1, column 106',
		],
		[`?{"c": "${'more '.repeat(9)}"}`, 'line 1, column 1'],
		[`{"c": "${'more '.repeat(9)}", ?}`, 'line 1, column 56'],
		[`{"c": ?"${'more '.repeat(9)}"}`, 'line 1, column 7'],
		['{"a": "line\nbreak"}', 'line 1, column 12'],
	])('says where text is not JSON: %j', (input, place) => {
		expect(messageFor(input)).toBe(`is not valid JSON at ${place}. Correct it.`);
	});

	it('copies what an expression gave as JSON would: dates become text', () => {
		const now = DateTime.fromISO('2026-05-31T14:30:00Z', { zone: 'utc' });
		const input = { at: now, on: new Date(0) };
		expect(parseJsonObject('JSON', input).value).toEqual({
			at: '2026-05-31T14:30:00.000Z',
			on: '1970-01-01T00:00:00.000Z',
		});
	});

	it('takes 100 levels and no more, from text and from expressions', () => {
		const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
		const parsed: unknown = JSON.parse(nested(100));
		expect(parseJsonObject('JSON', nested(100)).issues).toEqual([]);
		expect(parseJsonObject('JSON', parsed).issues).toEqual([]);
		const tooDeep = 'is nested deeper than 100 levels. Flatten it.';
		expect(messageFor(nested(101))).toBe(tooDeep);
		expect(messageFor(nested(20_000))).toBe(tooDeep);
		const cyclic: Record<string, unknown> = {};
		cyclic['again'] = [cyclic];
		expect(messageFor(cyclic)).toBe(tooDeep);
	});

	it.each([
		['{"tiles": [{"x": 1e999}]}', 'tiles.0.x'],
		['{"x": -1e999}', 'x'],
		[{ deep: { x: Number.NaN } }, 'deep.x'],
		[{ deep: { x: BigInt(5) } }, 'deep.x'],
	])('refuses a number that JSON cannot carry: %p', (input, path) => {
		expect(messageFor(input)).toBe(
			`contains a number at "${path}" that JSON cannot carry. Correct it.`,
		);
	});
});

describe('parseJsonBody', () => {
	it.each([' [1, {"a": 2}] ', [1, { a: 2 }]])('takes a list: %j', (input) => {
		const { value, issues } = parseJsonBody('Body', input);
		expect(value).toEqual([1, { a: 2 }]);
		expect(value).not.toBe(input);
		expect(issues).toEqual([]);
	});

	it('also takes an object', () => {
		expect(parseJsonBody('Body', '{"a": 1}')).toEqual({ value: { a: 1 }, issues: [] });
	});

	it.each([
		['5', 'a number'],
		[DateTime.now(), 'a string'],
	])('refuses what is neither: %j', (input, kind) => {
		expect(parseJsonBody('body', input).issues).toEqual([
			{ path: 'body', code: 'jsonOther', found: kind, accepted: 'a JSON object or list' },
		]);
	});

	it('refuses a list that JSON cannot carry', () => {
		expect(parseJsonBody('body', [{ a: Infinity }]).issues).toEqual([
			{ path: 'body', code: 'notInJson', at: '0.a' },
		]);
	});
});
