import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import { updateDashboard } from '../../../nodes/CloudDashboard/actions/dashboard/update.operation';
import type { Plan } from '../../../nodes/core/operation';
import { planItems } from '../../../nodes/core/execution/plan';
import { FORMS } from '../management/pipeForm';
import { CREATE, fakeExecution } from './fakes';

const logged: unknown[] = [];
const CONTEXT = {
	credential: { organizationId: '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90' },
	log: {
		observe: () => undefined,
		unexpected: (step: string, error: unknown) => logged.push([step, error]),
	},
};

function nested(levels: number): unknown {
	let value: unknown = 1;
	for (let level = 0; level < levels; level += 1) value = { a: value };
	return value;
}

function planAll(plan: (parameters: Readonly<Record<string, unknown>>) => Plan, items: unknown[]) {
	return planItems(
		fakeExecution({ ...CONTEXT, operation: { plan, properties: [] } }),
		items.length,
		(itemIndex) => ({
			parameters: { value: items[itemIndex] },
			issues: [],
			empty: [],
		}),
	);
}

const post = (body: Record<string, unknown>): Plan => ({
	request: { method: 'POST', path: '/', body },
	issues: [],
});

describe('planItems', () => {
	it('makes one item invalid when its plan throws, and plans the others', () => {
		const { valid, invalid } = planAll(
			({ value }) => {
				if (value === 'bad') throw new RangeError('Maximum call stack size exceeded: secret');
				return post({ value });
			},
			[1, 'bad', 2],
		);
		expect(valid.map(({ itemIndex }) => itemIndex)).toEqual([0, 2]);
		expect(invalid).toEqual([
			{
				itemIndex: 1,
				issues: [{ path: '', label: 'The item', code: 'unprocessable', error: 'RangeError' }],
				parameters: { value: 'bad' },
				request: undefined,
			},
		]);
		expect(logged).toEqual([['planning an item', expect.any(RangeError)]]);
	});

	it('takes bodies of 100 levels and no more', () => {
		const { valid, invalid } = planAll(({ value }) => post({ value }), [nested(99), nested(100)]);
		expect(valid.map(({ itemIndex }) => itemIndex)).toEqual([0]);
		expect(invalid[0]?.issues).toEqual([
			{ path: '', label: 'The request body', code: 'tooDeep', levels: 100 },
		]);
	});

	it('refuses numbers that JSON would send as null', () => {
		const { invalid } = planAll(({ value }) => post({ list: [{ value }] }), [1, 1e999]);
		expect(invalid.map(({ itemIndex, issues }) => [itemIndex, issues])).toEqual([
			[1, [{ path: '', label: 'The request body', code: 'notInJson', at: 'list.0.value' }]],
		]);
	});

	it('refuses a BigInt, which JSON cannot write, and plans the others', () => {
		const { valid, invalid } = planAll(({ value }) => post({ value }), [BigInt(5), 5]);
		expect(valid.map(({ itemIndex }) => itemIndex)).toEqual([1]);
		expect(invalid[0]?.issues).toEqual([
			{ path: '', label: 'The request body', code: 'notInJson', at: 'value' },
		]);
	});

	it('keeps the hints of valid items alone', () => {
		const { hints } = planAll(
			({ value }) => ({
				...post({}),
				hints: ['Look.'],
				issues: value === 1 ? [{ path: 'name', code: 'empty' }] : [],
			}),
			[0, 1, 2],
		);
		expect(hints).toEqual([
			{ itemIndex: 0, text: 'Look.' },
			{ itemIndex: 2, text: 'Look.' },
		]);
	});
});

describe('a field whose expression gave nothing', () => {
	const EMPTY = 'is empty: the expression gave nothing.';

	function planOne(issues: Plan['issues'], empty: string[]) {
		const plan = () => ({ ...post({}), issues, hints: ['Look.'] });
		return planItems(fakeExecution({ ...CONTEXT, operation: { ...CREATE, plan } }), 1, () => ({
			parameters: {},
			issues: [],
			empty,
		}));
	}

	it('is named so in place of what is wrong with it, and once', () => {
		const wrong = { path: 'name', code: 'empty' } as const;
		const other = { path: 'role', code: 'noRole' } as const;
		const { invalid, hints } = planOne([wrong, other, wrong], ['name', 'password']);
		expect(invalid[0]?.issues).toEqual([{ path: 'name', code: 'gaveNothing' }, other]);
		expect(hints).toEqual([]);
	});

	it('is reported in a hint where it may be empty', () => {
		const { valid, hints } = planOne([], ['password']);
		expect(valid).toHaveLength(1);
		expect(hints.map(({ text }) => text)).toEqual([
			`Password ${EMPTY} Correct the expression if the field should have a value.`,
			'Look.',
		]);
	});
});

describe('a poisoned item', () => {
	const times = [
		{ valueOf: 1 },
		{ valueOf: null },
		{ toString: 1 },
		nested(20_000),
		Symbol('time'),
	];

	it.each(times.map((time, index) => [index, time]))(
		'with the time %i is invalid',
		(_index, time) => {
			const kafka = { ...FORMS.kafka, kafkaOffsetStrategy: 'from_timestamp' };
			const { valid, invalid } = planItems(
				fakeExecution({ ...CONTEXT, operation: createPipe }),
				2,
				(itemIndex) => ({
					parameters: {
						...kafka,
						kafkaOffsetTimestamp: itemIndex === 0 ? time : '2026-05-31T14:30',
					},
					issues: [],
					empty: [],
				}),
			);
			expect(invalid.map(({ itemIndex }) => itemIndex)).toEqual([0]);
			expect(invalid[0]?.issues).not.toEqual([]);
			expect(valid.map(({ itemIndex }) => itemIndex)).toEqual([1]);
		},
	);

	it.each([{ toString: 1 }, { valueOf: 1 }, nested(20_000), ['a']])(
		'with a dashboard ID that is no text is invalid',
		(dashboardId) => {
			const { valid, invalid } = planItems(
				fakeExecution({ ...CONTEXT, operation: updateDashboard }),
				2,
				(itemIndex) => ({
					parameters: {
						dashboardId: itemIndex === 0 ? dashboardId : 'd1',
						dashboardInput: 'json',
						dashboardJson: '{"name": "S", "id": "d1", "tiles": [{}]}',
					},
					issues: [],
					empty: [],
				}),
			);
			expect(invalid.map(({ itemIndex }) => itemIndex)).toEqual([0]);
			expect(valid.map(({ itemIndex }) => itemIndex)).toEqual([1]);
		},
	);
});
