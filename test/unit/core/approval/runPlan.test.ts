import { hashOf } from '../../../../nodes/core/hash';
import { blockSize, formatPlan, parsePlan, planOf } from '../../../../nodes/core/approval/runPlan';

const hashes = (count: number): string[] =>
	Array.from({ length: count }, (_, item) => hashOf(item));

describe('the text of a plan', () => {
	it.each([1, 2, 49, 50, 51, 100, 101, 149, 10_000])(
		'of %d items is read as it was written',
		(count) => {
			const plan = planOf(hashes(count));
			const text = formatPlan(plan);
			expect(parsePlan(text)).toEqual(plan);
			expect(text).toMatch(/^[\w-]+$/);
			expect(text.length).toBeLessThanOrEqual(480);
		},
	);

	it('carries the short hash of each item, up to fifty', () => {
		const all = hashes(50);
		expect(planOf(all).shortHashes).toEqual(all.map((hash) => hash.slice(0, 8)));
		expect(planOf(hashes(51)).shortHashes).toHaveLength(26);
		expect([0, 1, 50, 51, 100, 101].map(blockSize)).toEqual([0, 1, 1, 2, 2, 3]);
	});

	it('depends on the requests and on their order', () => {
		const [one = '', two = ''] = hashes(2);
		const texts = [[one], [two], [one, two], [two, one], [one, one]].map((list) =>
			formatPlan(planOf(list)),
		);
		expect(new Set(texts).size).toBe(5);
		expect(formatPlan(planOf([one, two]))).toBe(texts[2]);
	});

	it('may come with the line breaks and spaces of an email', () => {
		const text = formatPlan(planOf(hashes(12)));
		expect(parsePlan(` ${text.slice(0, 70)}\r\n  ${text.slice(70)}\n`)).toEqual(planOf(hashes(12)));
	});

	it.each([
		undefined,
		null,
		5,
		{},
		'',
		'v1',
		'v2' + formatPlan(planOf(hashes(2))).slice(2),
		formatPlan(planOf(hashes(2))).slice(0, -1),
		formatPlan(planOf(hashes(2))).slice(0, -8),
		`${formatPlan(planOf(hashes(2)))}00000000`,
		formatPlan(planOf([])),
	])('is not %j', (value) => {
		expect(parsePlan(value)).toBeUndefined();
	});
});
