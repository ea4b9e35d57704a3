import {
	andMore,
	counted,
	notShown,
	shortened,
	shortenedInside,
	times,
	truncate,
	were,
} from '../../../nodes/engine/text';

describe('A number of things', () => {
	it('is one thing or several', () => {
		const tiles = [0, 1, 2, 10_000].map((count) => counted(count, 'tile'));
		expect(tiles).toEqual(['0 tiles', '1 tile', '2 tiles', '10,000 tiles']);
		expect([1, 2].map(times)).toEqual(['once', '2 times']);
		expect([0, 1, 2].map(were)).toEqual(['were', 'was', 'were']);
	});

	it('is counted if it is left out of a list', () => {
		expect([0, 1_005].map(andMore)).toEqual(['', ' and 1,005 more']);
		const left = [0, 1, 1_005].flatMap((count) => notShown(count, 'hint'));
		expect(left).toEqual(['1 more hint is not shown.', '1,005 more hints are not shown.']);
	});
});

it.each([
	['12345', '12345'],
	['123456', '12345…'],
	['1234 6', '1234…'],
	['1234😀', '1234\uFFFD…'],
])('%s is cut with an ellipsis, and never within a character: %s', (text, cut) => {
	expect(shortened(text, 5)).toBe(cut);
});

it.each([
	['12345', '12345'],
	['same 1', 'sam… 1'],
	['same 2', 'sam… 2'],
])('%s is cut in the middle: %s', (text, cut) => {
	expect(shortenedInside(text, 5)).toBe(cut);
});

it.each([
	[' one\n\ttwo\u0000 three\r\n', 'one two three'],
	['x'.repeat(600), 'x'.repeat(600)],
	['x'.repeat(601), `${'x'.repeat(600)}…`],
	[`${'x'.repeat(599)}😀 and more`, `${'x'.repeat(599)}\ufffd…`],
])('%j is put on one line, which is bounded', (text, line) => {
	expect(truncate(text)).toBe(line);
});
