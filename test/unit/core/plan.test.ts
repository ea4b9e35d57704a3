import { planItems } from '../../../nodes/engine/execution/plan';
import type { Plan } from '../../../nodes/engine/operation';
import { CREATE, fakeExecution } from './fakes';

const logged: unknown[] = [];
const log = {
	observe: () => undefined,
	unexpected: (step: string, error: unknown) => logged.push([step, error]),
};

function nested(levels: number): unknown {
	let value: unknown = 1;
	for (let level = 0; level < levels; level += 1) value = { a: value };
	return value;
}

/** Plans items of which each has a value. */
function planAll(plan: (value: unknown) => Partial<Plan>, values: unknown[], empty: string[] = []) {
	const operation = {
		...CREATE,
		plan: ({ value }: Readonly<Record<string, unknown>>): Plan => ({
			request: { method: 'POST', path: '/', body: { list: [{ value }] } },
			issues: [],
			...plan(value),
		}),
	};
	return planItems(fakeExecution({ operation, log }), values.length, (itemIndex) => ({
		parameters: { value: values[itemIndex] },
		issues: [],
		empty,
	}));
}

describe('planItems', () => {
	it('makes one item invalid when its plan throws, and plans the others', () => {
		const throwing = (value: unknown) => {
			if (value === 'bad') throw new RangeError('Maximum call stack size exceeded: secret');
			return {};
		};
		const { valid, invalid } = planAll(throwing, [1, 'bad', 2]);
		expect(valid.map(({ itemIndex }) => itemIndex)).toEqual([0, 2]);
		const issue = { path: '', label: 'The item', code: 'unprocessable', error: 'RangeError' };
		expect(invalid).toMatchObject([{ itemIndex: 1, issues: [issue], request: undefined }]);
		expect(logged).toEqual([['planning an item', expect.any(RangeError)]]);
	});

	it.each([
		{ content: 'more than 100 levels', bad: nested(98), good: nested(97), code: 'tooDeep' },
		{ content: 'a BigInt', bad: BigInt(5), good: 5, code: 'notInJson' },
		{ content: 'NaN', bad: Number.NaN, good: 0, code: 'notInJson' },
	])('refuses a body with $content, and plans the others', ({ bad, good, code }) => {
		const { valid, invalid } = planAll(() => ({}), [bad, good]);
		expect(valid.map(({ itemIndex }) => itemIndex)).toEqual([1]);
		expect(invalid[0]?.issues).toMatchObject([{ path: '', label: 'The request body', code }]);
	});
});

it('planItems shows no second issue with a number that was refused already', () => {
	const refused = { path: 'value', code: 'textNeeded' } as const;
	const { invalid } = planAll(() => ({ issues: [refused] }), [Number.NaN]);
	expect(invalid[0]?.issues).toEqual([refused]);
});

describe('a field whose expression returned nothing', () => {
	it('is reported as such instead of by its other issues, once', () => {
		const wrong = { path: 'name', code: 'empty' } as const;
		const other = { path: 'role', code: 'noRole' } as const;
		const plan = () => ({ issues: [wrong, other, wrong], hints: ['Look.'] });
		const { invalid, hints } = planAll(plan, [0], ['name', 'password']);
		expect(invalid[0]?.issues).toEqual([{ path: 'name', code: 'gaveNothing' }, other]);
		expect(hints).toEqual([]);
	});

	it('is reported in a hint if it can be empty', () => {
		const { valid, hints } = planAll(() => ({ hints: ['Look.'] }), [0], ['password']);
		expect(valid).toHaveLength(1);
		expect(hints.map(({ text }) => text)).toEqual([
			'Password is empty: the expression returned nothing. Correct the expression if the field should have a value.',
			'Look.',
		]);
	});
});
