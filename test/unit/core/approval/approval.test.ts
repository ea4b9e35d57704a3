import { NodeOperationError } from 'n8n-workflow';

import { executeOperation } from '../../../../nodes/core/execute';
import { isJsonObject } from '../../../../nodes/core/json';
import type { Operation } from '../../../../nodes/core/operation';
import type { FakeNode, Respond } from '../fakes';
import { API, CREATE, fakeContext, FakeTime, GET, json, OPTIONS_FIELD } from '../fakes';

const CREATE_WITH_OPTIONS: Operation = {
	...CREATE,
	properties: [...CREATE.properties, OPTIONS_FIELD],
	summarize: ({ body }) => `Create ${String(body?.['name'])}`,
};
const TABLE = {
	thing: {
		create: CREATE_WITH_OPTIONS,
		get: { ...GET, properties: [...GET.properties, OPTIONS_FIELD] },
		set: { ...CREATE_WITH_OPTIONS, repeatable: true } satisfies Operation,
	},
};

async function run(setup: FakeNode) {
	const { context, sent } = fakeContext({ operation: 'create', ...setup });
	const result = await executeOperation(context, API, TABLE, new FakeTime()).then(
		(items) => ({ items: items[0] ?? [], error: undefined }),
		(error: unknown) => ({ items: [], error }),
	);
	return { ...result, sent: sent.map(({ options }) => nameIn(options.body)) };
}

function nameIn(body: unknown): unknown {
	return member(JSON.parse(String(body)), 'name');
}

function member(value: unknown, name: string): unknown {
	return isJsonObject(value) ? value[name] : undefined;
}

interface Run extends Omit<FakeNode, 'fields' | 'count'> {
	names: string[];
	password?: string;
	/** Set by an expression that gives each item its own. */
	options?: (item: number) => Record<string, unknown>;
}

function setupOf({ names, password, options = () => ({}), ...setup }: Run): FakeNode {
	const name = (item: number): string => names[item] ?? '';
	return { ...setup, count: names.length, fields: { name, password, options } };
}

/** The plan that a dry run gives for these names. */
async function planFor(names: string[], changes: Partial<Run> = {}): Promise<unknown> {
	const { items } = await run(setupOf({ names, options: () => ({ dryRun: true }), ...changes }));
	return member(items[0]?.json['plan'], 'hash');
}

/** Runs with an approved plan. */
async function apply(approvedPlan: unknown, setup: Run) {
	return await run(setupOf({ options: () => ({ approvedPlan }), ...setup }));
}

function shown(error: unknown) {
	if (!(error instanceof NodeOperationError)) throw new Error(`not refused: ${String(error)}`);
	const { message, description, context } = error;
	return { message, description, details: context['details'] };
}

const NAMES = ['a', 'b', 'c'];

describe('an approved plan', () => {
	it('lets the same requests through, and secrets may be others', async () => {
		const plan = await planFor(NAMES, { password: 'first-pass' });
		expect(plan).toMatch(/^v1-3-/);
		const { sent, error } = await apply(plan, { names: NAMES, password: 'other-pass' });
		expect(error).toBeUndefined();
		expect(sent).toEqual(NAMES);
	});

	it('keeps all back where one differs, and names it', async () => {
		const { sent, error } = await apply(await planFor(NAMES), { names: ['a', 'x', 'c'] });
		expect(sent).toEqual([]);
		expect(shown(error)).toEqual({
			message: 'The requests differ from the approved plan in item 1.',
			description: [
				'Nothing was sent.',
				'• Item 1 is not in the approved plan: Create x.',
				'• 1 item of the approved plan is missing.',
				'Do a dry run and have the new plan approved.',
			].join('\n'),
			details: expect.objectContaining({ outcome: 'notSent', reason: 'planDiffers' }) as unknown,
		});
	});

	it.each([
		[['b', 'a', 'c'], 'plan.', '• The items are the approved ones, in another order.'],
		[['a', 'b'], 'plan.', '• The approved plan has 3 items, and this run has 2 items.'],
		[['a', 'b', 'c', 'c'], 'in item 3.', 'this run has 4 items.\n• Item 3 is not'],
		[['x'], 'in item 0.', '• 3 items of the approved plan are missing.'],
		[
			['u', 'v', 'w', 'x', 'y', 'z', 'a'],
			'in item 0, item 1, item 2, item 3, item 4 and 1 more.',
			'Item 5 is',
		],
	])('says how %j differs', async (names, message, description) => {
		const { sent, error } = await apply(await planFor(NAMES), { names });
		expect(sent).toEqual([]);
		expect(shown(error).message).toContain(message);
		expect(shown(error).description).toContain(description);
	});

	it('tells twenty differences and counts the others', async () => {
		const names = Array.from({ length: 25 }, (_, item) => `n${String(item)}`);
		const others = names.map((name) => `${name} other`);
		const { description } = shown((await apply(await planFor(names), { names: others })).error);
		expect(description).toContain('• Item 19 is not');
		expect(description).not.toContain('• Item 20 is not');
		expect(description).toContain('\n• 5 more differences are not shown.\n');
	});

	it('names blocks of a long plan', async () => {
		const names = Array.from({ length: 120 }, (_, item) => `n${String(item)}`);
		const plan = await planFor(names);
		names[7] = 'x';
		const { message, description } = shown((await apply(plan, { names })).error);
		expect(message).toContain('in items 6–8.');
		expect(description).toContain('• Items 6–8: at least one is not in the approved plan.');
	});

	it.each([
		['', 'Approved Plan is empty.'],
		[undefined, 'Approved Plan is empty.'],
		['yes', 'Approved Plan is not the plan of a dry run.'],
		[{ hash: 'v1' }, 'Approved Plan is not the plan of a dry run.'],
	])('that is %j lets nothing through', async (approvedPlan, message) => {
		const { sent, error } = await apply(approvedPlan, { names: NAMES });
		expect(sent).toEqual([]);
		expect(shown(error)).toMatchObject({
			message,
			description: expect.stringMatching(/^Nothing was sent\. /) as unknown,
			details: { outcome: 'notSent', reason: 'invalidInput' },
		});
	});

	it('that is an object of its own for each item is no plan', async () => {
		const options = (): Record<string, unknown> => ({ approvedPlan: { hash: 'v1' } });
		const { sent, error } = await run(setupOf({ names: NAMES, options }));
		expect(sent).toEqual([]);
		expect(shown(error).message).toBe('Approved Plan is not the plan of a dry run.');
	});

	it('must be the same for all items', async () => {
		const plan = await planFor(['a']);
		for (const own of [{ approvedPlan: plan }, { approvedPlan: 'x' }]) {
			const options = (item: number): Record<string, unknown> => (item === 0 ? own : {});
			const { sent, error } = await run(setupOf({ names: NAMES, options }));
			expect(sent).toEqual([]);
			expect(shown(error).message).toBe('Approved Plan is not the same for all items.');
		}
	});

	it('counts only for what is sent, beside items of a dry run', async () => {
		const plan = await planFor(['b', 'c']);
		const options = (item: number): Record<string, unknown> => ({
			approvedPlan: plan,
			dryRun: item === 0,
		});
		const { sent, items } = await run(setupOf({ names: NAMES, options }));
		expect(sent).toEqual(['b', 'c']);
		expect(items[0]?.json).toHaveProperty('plan.summary', 'Create a');
	});
});

describe('an approved plan under On Error: Continue', () => {
	const onError = 'continueRegularOutput' as const;

	it('makes every item an error item', async () => {
		const { sent, items } = await apply(await planFor(NAMES), { names: ['a', 'x', 'c'], onError });
		expect(sent).toEqual([]);
		expect(items.map(({ json: item, pairedItem }) => ({ item, pairedItem }))).toEqual(
			NAMES.map((_, index) => ({
				item: {
					error: {
						message: 'The requests differ from the approved plan in item 1.',
						outcome: 'notSent',
						reason: 'planDiffers',
						attempts: 0,
					},
					message: expect.stringContaining('Item 1 is not in the approved plan') as unknown,
				},
				pairedItem: { item: index },
			})),
		);
	});

	it('holds reads back, too, that have the option by expression', async () => {
		const options = { approvedPlan: await planFor(NAMES) };
		const reads = { operation: 'get', onError, fields: { thingId: 'a', options } };
		const { sent, items } = await run(reads);
		expect(sent).toEqual([]);
		expect(items).toMatchObject([{ json: { error: { reason: 'planDiffers' } } }]);
	});

	it('counts an invalid item as a difference', async () => {
		const plan = await planFor(['a', 'c'], {});
		const { sent, items } = await apply(plan, { names: ['a', '', 'c'], onError });
		expect(sent).toEqual([]);
		const errors = items.map(({ json: item }) => member(item['error'], 'message'));
		const differs = 'The requests differ from the approved plan in item 1.';
		expect(errors).toEqual([differs, 'Name is empty. Enter one.', differs]);
		expect(items[0]?.json['message']).toContain('• Item 1 is invalid.');
	});

	it('has no part of invalid items in the plan of a dry run', async () => {
		const dry = await run(
			setupOf({ names: ['', 'a'], onError, options: () => ({ dryRun: true }) }),
		);
		expect(dry.items[1]?.json).toHaveProperty('plan.hash', await planFor(['a']));
	});
});

describe('an approved plan when n8n runs the node again', () => {
	const failingAt = (name: string): Respond => {
		return ({ body }) => json({ result: { id: nameIn(body) } }, nameIn(body) === name ? 409 : 200);
	};
	const succeed: Respond = ({ body }) => json({ result: { id: nameIn(body) } });

	it('is over all requests, those included that are done', async () => {
		const plan = await planFor(NAMES);
		const stored = {};
		const first = await apply(plan, { names: NAMES, stored, respond: failingAt('b') });
		expect(first.sent).toEqual(['a', 'b']);
		const second = await apply(plan, { names: NAMES, stored, respond: succeed });
		expect(second.error).toBeUndefined();
		expect(second.sent).toEqual(['b', 'c']);
		expect(second.items.map(({ json: item }) => item['id'])).toEqual(NAMES);
	});

	it('says what an earlier try has sent, where the requests differ now', async () => {
		const plan = await planFor(NAMES);
		const stored = {};
		await apply(plan, { names: NAMES, stored, respond: failingAt('c') });
		const { sent, error } = await apply(plan, { names: ['a', 'b', 'x'], stored, respond: succeed });
		expect(sent).toEqual([]);
		expect(shown(error).description).toMatch(
			/^Nothing more was sent: an earlier try sent 2 items\.\n/,
		);
	});

	it.each([
		['create', 'done'],
		['set', 'unknown'],
		['create', 'unknown'],
	])('keeps what an earlier %s ended in, which was %s', async (operation, outcome) => {
		const plan = await planFor(NAMES, { operation });
		const stored = {};
		const status = outcome === 'done' ? 200 : 504;
		const setup = { operation, stored };
		await apply(plan, {
			...setup,
			names: NAMES,
			respond: ({ body }) =>
				nameIn(body) === 'a' ? json({ result: { id: 'a' } }, status) : json({ error: 'no' }, 409),
		});
		const onError = 'continueRegularOutput' as const;
		const again = await apply(plan, { ...setup, names: ['a', 'b', 'x'], onError });
		expect(again.sent).toEqual([]);
		const [first, ...others] = again.items.map(({ json: item }) => item);
		if (outcome === 'done') expect(first).toEqual({ id: 'a' });
		else expect(first).toMatchObject({ error: { outcome: 'unknown' } });
		expect(others).toMatchObject([
			{ error: { outcome: 'notSent' } },
			{ error: { outcome: 'notSent' } },
		]);
	});
});
