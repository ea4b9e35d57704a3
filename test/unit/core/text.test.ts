import {
	andMore,
	counted,
	notShown,
	shortened,
	times,
	truncate,
	were,
} from '../../../nodes/core/text';

describe('A number of things', () => {
	it('is one thing or several', () => {
		expect([0, 1, 2, 10_000].map((count) => counted(count, 'tile'))).toEqual([
			'0 tiles',
			'1 tile',
			'2 tiles',
			'10,000 tiles',
		]);
		expect([1, 2].map(times)).toEqual(['once', '2 times']);
		expect([0, 1, 2].map(were)).toEqual(['were', 'was', 'were']);
	});

	it('is counted where it is left out of a list', () => {
		expect([0, 1_005].map(andMore)).toEqual(['', ' and 1,005 more']);
		expect([0, 1, 1_005].flatMap((left) => notShown(left, 'hint'))).toEqual([
			'1 more hint is not shown.',
			'1,005 more hints are not shown.',
		]);
	});
});

describe('Text that is too long', () => {
	it('is cut with an ellipsis, and never within a character', () => {
		expect(shortened('12345', 5)).toBe('12345');
		expect(shortened('123456', 5)).toBe('12345…');
		expect(shortened('1234 6', 5)).toBe('1234…');
		expect(shortened('1234😀', 5)).toBe('1234\uFFFD…');
	});

	it('is put on one line', () => {
		expect(truncate(' one\n\ttwo\u0000 ')).toBe('one two');
		expect(truncate('x'.repeat(601))).toBe(`${'x'.repeat(600)}…`);
	});
});
