import fc from 'fast-check';
import { DateTime } from 'luxon';

import { parseJsonBody, parseJsonObject } from '../../../../nodes/engine/parameters/jsonInput';

function nested(levels: number): string {
	return '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
}

describe('parseJsonObject', () => {
	it('reads JSON text, or an object whose dates become text', () => {
		expect(parseJsonObject('JSON', ' {"a": [1]} ')).toEqual({ value: { a: [1] }, issues: [] });
		const dates = {
			at: DateTime.fromISO('2026-05-31T14:30:00Z', { zone: 'utc' }),
			on: new Date(0),
		};
		const { value } = parseJsonObject('JSON', dates);
		expect(value).toEqual({ at: '2026-05-31T14:30:00.000Z', on: '1970-01-01T00:00:00.000Z' });
	});

	it('copies an object from an expression with all its keys', () => {
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

	it.each<{ input: unknown; issue: string }>([
		{ input: ' \n ', issue: 'is empty.' },
		{ input: [{ a: 1 }], issue: 'contains a list, not a JSON object.' },
		// Copies of these objects are texts.
		{ input: DateTime.now(), issue: 'contains a string, not' },
		{ input: { toJSON: () => undefined }, issue: 'contains nothing, not' },
		{ input: nested(101), issue: 'is nested deeper than 100 levels.' },
		{ input: cyclic, issue: 'is nested deeper than 100 levels.' },
		{ input: '{"tiles": [{"x": 1e999}]}', issue: 'contains a number at "tiles.0.x"' },
		{
			input: '{"source": {"a": 1}, "b": [], "s\\u006furce": {}}',
			issue: 'contains the key "source" twice in one object. Remove one of them.',
		},
		{
			input: '{"n": 12345678901234567890}',
			issue: 'contains 12345678901234567890, which n8n would round to 12345678901234567000.',
		},
	])('rejects $input, because it $issue', ({ input, issue }) => {
		const { value, issues } = parseJsonObject('JSON', input);
		expect(value).toBeUndefined();
		const text = expect.stringContaining(issue) as string;
		expect(issues).toEqual([{ path: 'JSON', text }]);
	});

	it('accepts long numbers that JavaScript writes alike', () => {
		const input = '{"a": 0.1000000000000000055511, "b": "12345678901234567890", "c": 1e18}';
		const value = { a: 0.1, b: '12345678901234567890', c: 1e18 };
		expect(parseJsonObject('JSON', input)).toEqual({ value, issues: [] });
	});

	it('accepts up to 100 levels', () => {
		for (const input of [nested(100), JSON.parse(nested(100)) as unknown]) {
			expect(parseJsonObject('JSON', input).issues).toEqual([]);
		}
	});

	const placeOf = (input: string) => parseJsonObject('JSON', input).issues.map(({ text }) => text);
	const notAt = (line: number, column: number) => [
		`isn't valid JSON at line ${String(line)}, column ${String(column)}. Correct the JSON there.`,
	];

	it('locates a wrong character anywhere in JSON', () => {
		const content = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 });
		fc.assert(
			fc.property(content, fc.nat(), (object, choice) => {
				const text = JSON.stringify(object, undefined, '\t');
				const parts = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[\w.+-]+|[^\s\w"]/g)];
				const { index } = parts[choice % parts.length] ?? { index: 0 };
				const before = text.slice(0, index).split('\n');
				const wrong = `${text.slice(0, index)}?${text.slice(index)}`;
				expect(placeOf(wrong)).toEqual(notAt(before.length, (before.at(-1) ?? '').length + 1));
			}),
			{ seed: 1 },
		);
	});

	it.each([
		{ text: '{"a": "line\nbreak"}', line: 1, column: 12 },
		{ text: '{"a": 1} {', line: 1, column: 10 },
		{ text: '{"a": 1,}', line: 1, column: 9 },
		{ text: '{\n\t"a": 1\n', line: 3, column: 1 },
	])('locates the error in $text', ({ text, line, column }) => {
		expect(placeOf(text)).toEqual(notAt(line, column));
	});
});

describe('parseJsonBody', () => {
	it('accepts a list or an object', () => {
		for (const value of [[1, { a: 2 }], { a: 1 }]) {
			expect(parseJsonBody('Body', JSON.stringify(value))).toEqual({ value, issues: [] });
			const copied = parseJsonBody('Body', value);
			expect(copied).toEqual({ value, issues: [] });
			expect(copied.value).not.toBe(value);
		}
	});

	it("rejects single values and numbers that JSON can't hold", () => {
		const textsOf = (input: unknown) => parseJsonBody('body', input).issues.map(({ text }) => text);
		expect(textsOf('5')).toEqual([expect.stringContaining('a number, not a JSON object or list.')]);
		expect(textsOf('[9007199254740993]')).toEqual([expect.stringContaining('9007199254740993')]);
		expect(textsOf([{ a: Infinity }])).toEqual([expect.stringContaining('a number at "0.a"')]);
	});
});
