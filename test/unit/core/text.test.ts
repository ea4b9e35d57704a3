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

it('shortened cuts with an ellipsis, never after a space or within a character', () => {
	expect(shortened('12345', 5)).toBe('12345');
	expect(shortened('123456', 5)).toBe('12345…');
	expect(shortened('1234 6', 5)).toBe('1234…');
	expect(shortened('1234😀', 5)).toBe('1234\uFFFD…');
});

it('shortenedInside cuts in the middle, so that numbered names stay apart', () => {
	expect(shortenedInside('12345', 5)).toBe('12345');
	expect(shortenedInside('same 1', 5)).toBe('sam… 1');
	expect(shortenedInside('same 2', 5)).toBe('sam… 2');
});

it('truncate puts a text on one line of at most 600 characters', () => {
	expect(truncate(' one\n\ttwo\u0000 three\r\n')).toBe('one two three');
	expect(truncate('x'.repeat(600))).toBe('x'.repeat(600));
	expect(truncate('x'.repeat(601))).toBe(`${'x'.repeat(600)}…`);
	expect(truncate(`${'x'.repeat(599)}😀 and more`)).toBe(`${'x'.repeat(599)}\ufffd…`);
});
