import { differences, needless, PAIR_NAMES, unexplained } from '.';

describe("the vendors' documents", () => {
	it.each(PAIR_NAMES)('%s differs from its vendor only where a reason explains it', (pair) => {
		expect(unexplained(pair, differences(pair))).toEqual([]);
	});

	it('differ wherever a reason is given', () => {
		expect(needless()).toEqual([]);
	});
});
