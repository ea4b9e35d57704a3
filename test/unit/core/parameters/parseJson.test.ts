import { parseJsonObject } from '../../../../nodes/core/parameters/parseJson';

function faultOf(input: unknown): string | undefined {
	const { value, issues } = parseJsonObject('JSON', input);
	expect(value).toBeUndefined();
	expect(issues).toHaveLength(1);
	expect(issues[0]?.field).toBe('JSON');
	return issues[0]?.message;
}

describe('parseJsonObject', () => {
	it('reads a text', () => {
		expect(parseJsonObject('JSON', ' {"a": [1]} ')).toEqual({ value: { a: [1] }, issues: [] });
	});

	it('copies an object that an expression gave', () => {
		const input = { a: { b: 1 } };
		const { value } = parseJsonObject('JSON', input);
		expect(value).toEqual(input);
		expect(value).not.toBe(input);
		expect(value?.['a']).not.toBe(input.a);
	});

	it.each(['', ' \n '])('refuses an empty text: %j', (input) => {
		expect(faultOf(input)).toMatch(/^is empty\. Paste/);
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
		expect(faultOf(input)).toBe(`holds ${kind}, not a JSON object. Wrap it in { }.`);
	});

	it('says no itemIndex where the parser names none', () => {
		expect(faultOf('undefined')).toBe('is not valid JSON. Correct it.');
	});

	it.each([
		['{"a": x}', 'line 1, column 7'],
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
	])('says where a text is not JSON: %j', (input, itemIndex) => {
		expect(faultOf(input)).toBe(`is not valid JSON at ${itemIndex}. Correct it.`);
	});
});
