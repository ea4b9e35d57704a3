import { hashOf } from '../../../../nodes/core/hash';
import { planDifference } from '../../../../nodes/core/approval/planDifference';
import { planOf } from '../../../../nodes/core/approval/runPlan';

const plan = (names: readonly unknown[]) => planOf(names.map((name) => hashOf(name)));
const numbers = (count: number): number[] => Array.from({ length: count }, (_, item) => item);
const at = (...positions: number[]) => positions.map((item) => ({ from: item, to: item }));

describe('planDifference', () => {
	it('finds none between equal plans', () => {
		expect(planDifference(plan(['a', 'b']), plan(['a', 'b']))).toBeUndefined();
		expect(planDifference(plan(numbers(101)), plan(numbers(101)))).toBeUndefined();
	});

	it.each([
		['a changed item', ['a', 'b', 'c'], ['a', 'x', 'c'], at(1), 1],
		['a new item in front', ['a', 'b'], ['x', 'a', 'b'], at(0), 0],
		['a missing item', ['a', 'b', 'c'], ['a', 'c'], [], 1],
		['another order', ['a', 'b'], ['b', 'a'], [], 0],
		['an item sent once too often', ['a', 'b'], ['a', 'a', 'b'], at(1), 0],
		['nothing in common', ['a'], ['x', 'y'], at(0, 1), 1],
	])('names %s', (_case, approved, planned, changed, missing) => {
		expect(planDifference(plan(approved), plan(planned))).toEqual({ changed, missing });
	});

	it('names blocks of more than fifty items', () => {
		const changed = [...numbers(100), 'last'];
		changed[4] = 'x';
		expect(planDifference(plan(numbers(101)), plan(changed))).toEqual({
			changed: [
				{ from: 3, to: 5 },
				{ from: 99, to: 100 },
			],
			missing: 0,
		});
	});

	it('compares only the numbers of items where blocks do not fit each other', () => {
		expect(planDifference(plan(numbers(60)), plan(numbers(61)))).toEqual({
			changed: [],
			missing: 0,
		});
		expect(planDifference(plan(numbers(60)), plan(numbers(2)))).toEqual({
			changed: [],
			missing: 58,
		});
	});
});
