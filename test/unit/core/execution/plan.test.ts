import { planItems } from '../../../../nodes/engine/execution/plan';
import { isJsonObject } from '../../../../nodes/engine/json';
import type { ParameterValues, Plan, PlanContext } from '../../../../nodes/engine/operation';
import { API, CREATE, fakeExecution, malformed, nameIn } from '../fakes';
import { planOnThings, thingNeed, Things, UPDATE, updateOf } from './things';
import { sentenceHint } from '../../../../nodes/engine/issue';

const logged: unknown[] = [];
const logDefect = (step: string, error: unknown) => logged.push([step, error]);

function nested(levels: number): unknown {
	let value: unknown = 1;
	for (let level = 0; level < levels; level += 1) value = { a: value };
	return value;
}

/** Plans an item per value. */
function planAll(plan: (value: unknown) => Partial<Plan>, values: unknown[], empty: string[] = []) {
	const operation = {
		...CREATE,
		plan: ({ value }: Readonly<Record<string, unknown>>): Plan => ({
			request: { method: 'POST', path: '/', body: { list: [{ value }] } },
			issues: [],
			...plan(value),
		}),
	};
	const execution = fakeExecution({ operation, logDefect });
	const items = planItems(execution, values.length, (itemIndex) => ({
		parameters: { value: values[itemIndex] },
		chosenNames: new Map(),
		issues: [],
		empty,
		unevaluated: [],
	}));
	const valid = items.filter(({ state }) => state === 'planned');
	return { items, valid, invalid: items.filter(({ state }) => state !== 'planned') };
}

describe('planItems', () => {
	it('marks only the item whose plan throws as invalid', () => {
		const throwing = (value: unknown) => {
			if (value === 'bad') throw new RangeError('Maximum call stack size exceeded: secret');
			return {};
		};
		const { valid, invalid } = planAll(throwing, [1, 'bad', 2]);
		expect(valid.map(({ itemIndex }) => itemIndex)).toEqual([0, 2]);
		const text = expect.stringContaining("can't be processed (RangeError)") as string;
		const issue = { path: '', label: 'The item', text };
		expect(invalid).toMatchObject([{ itemIndex: 1, issues: [issue] }]);
		expect(logged).toEqual([['planning an item', expect.any(RangeError)]]);
	});

	it("identifies an item also by what its request doesn't show yet", () => {
		const { valid } = planAll((mode) => ({ identity: { mode } }), ['merge']);
		const body = { list: [{ value: 'merge' }] };
		expect(valid[0]).toMatchObject({ request: { body }, inputRequest: { body } });
		expect(valid[0]?.request?.body).not.toHaveProperty('mode');
		expect(valid[0]?.inputRequest?.body).toHaveProperty('mode', 'merge');
	});

	it.each([
		{ content: '101 levels', bad: nested(98), good: nested(97), problem: 'deeper than 100' },
		{ content: 'a BigInt', bad: BigInt(5), good: 5, problem: "that JSON doesn't support" },
	])('fails only the item whose body contains $content', ({ bad, good, problem }) => {
		const { valid, invalid } = planAll(() => ({}), [bad, good]);
		expect(valid.map(({ itemIndex }) => itemIndex)).toEqual([1]);
		const text = expect.stringContaining(problem) as string;
		expect(invalid[0]?.issues).toEqual([{ path: '', label: 'The request body', text }]);
	});

	it('skips the plan of an item with an unreadable field', () => {
		const unread = malformed('name', 'is empty.');
		const plan = () => {
			throw new Error('planned');
		};
		const execution = fakeExecution({ operation: { ...CREATE, plan }, logDefect });
		const items = planItems(execution, 1, () => ({
			parameters: {},
			chosenNames: new Map(),
			issues: [unread],
			empty: [],
			unevaluated: [],
		}));
		expect(items).toMatchObject([{ issues: [unread] }]);
		expect(items[0]).not.toHaveProperty('request');
	});
});

describe('planItems (expression entered as fixed text)', () => {
	const fields = { chosenNames: new Map(), issues: [], empty: [], unevaluated: ['name'] };
	const text = 'contains {{ }} as fixed text. Switch the field to Expression.';

	function planned(refusesUnusual: boolean, options = {}) {
		const api = { ...API, refusesUnusual: () => refusesUnusual };
		const execution = fakeExecution({ api, operation: CREATE });
		return planItems(execution, 1, () => ({
			...fields,
			parameters: { name: '{{ $json.x }}', options },
		}))[0];
	}

	it('rejects expression braces where the API is known', () => {
		const item = planned(true);
		expect(item?.issues).toMatchObject([{ path: 'name', text }]);
	});

	it.each([
		{ refusesUnusual: true, options: { allowUnlisted: true } },
		{ refusesUnusual: false, options: {} },
	])('sends expression braces with a hint: %j', ({ refusesUnusual, options }) => {
		const item = planned(refusesUnusual, options);
		const sent = expect.stringMatching(
			/as fixed text, .*\. The node sends it as entered\.$/,
		) as string;
		expect(item?.issues).toEqual([{ path: 'name', verdict: 'hint', text: sent }]);
	});
});

describe('readNeeds', () => {
	it('reads equal needs once for all items', async () => {
		const things = new Things({ a: { name: 'old', note: 'kept' }, b: { name: 'other' } });
		const items = [{ thingId: 'a', name: 'new' }, { thingId: 'b', note: 'n' }, { thingId: 'a' }];
		const { valid, execution } = await planOnThings(items, things);
		expect(things.requests).toEqual(['GET /things/a', 'GET /things/b']);
		expect(execution.progress.sent).toBe('reads');
		expect(valid.map(({ request }) => request.body)).toEqual([
			{ name: 'new', note: 'kept' },
			{ name: 'other', note: 'n' },
			{ name: 'new', note: 'kept' },
		]);
		expect(valid.map(({ inputRequest }) => inputRequest.body)).toEqual([
			{ name: 'new' },
			{ note: 'n' },
			{},
		]);
	});

	it("plans an item on the previous item's result if both change one record", async () => {
		const things = new Things({ a: { name: 'old' } });
		const dryRun = { options: { dryRun: true } };
		const items = [
			{ thingId: 'a', name: 'tried', ...dryRun },
			{ thingId: 'a', note: 'real' },
			{ thingId: 'a', part: 'tried', ...dryRun },
			{ thingId: 'a', part: 'real' },
		];
		const { valid } = await planOnThings(items, things);
		expect(things.requests).toEqual(['GET /things/a']);
		expect(valid.map(({ request }) => request.body)).toEqual([
			{ name: 'tried' },
			{ name: 'old', note: 'real' },
			{ name: 'tried', parts: [{ name: 'tried' }] },
			{ name: 'old', note: 'real', parts: [{ name: 'real' }] },
		]);
	});

	it("plans an item that the previous item's result makes valid", async () => {
		const things = new Things({ a: { name: 'old' } });
		const onlyAfter = (parameters: ParameterValues, context: PlanContext): Plan => {
			const planned = UPDATE.plan(parameters, context);
			const { record } = context.facts;
			const isMissing = parameters['note'] === 'on new' && nameIn(record) === 'old';
			return isMissing ? { ...planned, issues: [malformed('note', 'needs a new name.')] } : planned;
		};
		const items = [
			{ thingId: 'a', name: 'new' },
			{ thingId: 'a', note: 'on new' },
		];
		const operation = updateOf(undefined, { plan: onlyAfter });
		const { valid } = await planOnThings(items, things, { operation });
		expect(valid.map(({ request }) => request.body)).toEqual([
			{ name: 'new' },
			{ name: 'new', note: 'on new' },
		]);
	});

	it("ignores an invalid item's changes", async () => {
		const things = new Things({ a: { name: 'old' } });
		const items = [
			{ thingId: 'a', name: '', note: 'lost' },
			{ thingId: 'a', part: 'p' },
		];
		const { valid, invalid } = await planOnThings(items, things);
		expect(invalid).toMatchObject([{ itemIndex: 0, issues: [{ path: 'name' }] }]);
		expect(valid[0]?.request.body).toEqual({ name: 'old', parts: [{ name: 'p' }] });
	});

	it('reads in rounds if one record leads to another', async () => {
		const things = new Things({ a: { name: 'old', owner: 'o' }, o: { name: 'owner' } });
		// Only the first item needs a second round.
		const operation = updateOf(({ thingId, options }, { record }) => [
			thingNeed(thingId),
			...(isJsonObject(record) && options === 'owner'
				? [thingNeed(record['owner'], { fact: 'owner' })]
				: []),
		]);
		const items = [
			{ thingId: 'a', note: 'first', options: 'owner' },
			{ thingId: 'a', name: 'second' },
		];
		const { valid } = await planOnThings(items, things, { operation });
		expect(things.requests).toEqual(['GET /things/a', 'GET /things/o']);
		expect(valid.map(({ request }) => request.body)).toEqual([
			{ name: 'old', owner: 'o', note: 'first' },
			{ name: 'second', owner: 'o', note: 'first' },
		]);
		expect(valid[0]?.facts).toMatchObject({ owner: { name: 'owner' } });
	});

	it('stops if a plan keeps declaring a read need', async () => {
		const things = new Things({ a: { name: 'old' } });
		const operation = updateOf(({ thingId }) => [thingNeed(thingId), thingNeed('other')]);
		const { valid } = await planOnThings([{ thingId: 'a', note: 'n' }], things, { operation });
		expect(things.requests).toEqual(['GET /things/a']);
		expect(valid).toHaveLength(1);
	});
});

describe('planItem', () => {
	const LOOK = sentenceHint('Look.');

	it("reports an empty expression instead of the field's other issues", () => {
		const wrong = malformed('name', 'is empty.');
		const other = malformed('role', 'is empty.');
		const plan = () => ({ issues: [wrong, other, wrong, LOOK] });
		const { valid, invalid } = planAll(plan, [0], ['name', 'password']);
		const text = expect.stringContaining('returned nothing') as string;
		expect(invalid[0]?.issues).toEqual([
			{ path: 'name', text },
			{ path: 'name', verdict: 'hint', text },
			{ path: 'password', verdict: 'hint', text },
			other,
			LOOK,
		]);
		expect(valid).toEqual([]);
	});

	it('warns about an optional field whose expression returned nothing', () => {
		const { valid } = planAll(() => ({ issues: [LOOK] }), [0], ['password']);
		expect(valid).toHaveLength(1);
		const text =
			'is empty: the expression returned nothing. If the field should have a value, correct the expression.';
		expect(valid[0]?.issues).toEqual([{ path: 'password', verdict: 'hint', text }, LOOK]);
	});
});
