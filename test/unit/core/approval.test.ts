import { NodeOperationError } from 'n8n-workflow';

import { objectBody } from '../../../nodes/core/http/request';
import { executeOperation } from '../../../nodes/core/execution/execute';
import { isJsonObject } from '../../../nodes/core/json';
import type { Operation } from '../../../nodes/core/operation';
import type { FakeNode, Respond } from './fakes';
import { API, CREATE, CREDENTIAL, fakeContext, FakeTime, GET, json, OPTIONS_FIELD } from './fakes';

const CREATE_WITH_OPTIONS: Operation = {
	...CREATE,
	properties: [...CREATE.properties, OPTIONS_FIELD],
	summarize: (request) => `Create ${String(objectBody(request)['name'])}`,
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

/** The plan that a dry run outputs for these names. */
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

function numbered(count: number): string[] {
	return Array.from({ length: count }, (_, item) => `n${String(item)}`);
}

function withCredential(changes: Record<string, string>): NonNullable<FakeNode['credentials']> {
	return { testApi: { ...CREDENTIAL, ...changes } };
}

describe('the plan of a dry run', () => {
	it.each([1, 2, 49, 50, 51, 1000])(
		'of %d items is one text, and counts with the line breaks and spaces of an email',
		async (count) => {
			const plan = String(await planFor(numbered(count)));
			const hashes = count > 50 ? '' : `-[\\da-f]{${String(count * 8)}}`;
			expect(plan).toMatch(new RegExp(`^v1-${String(count)}-[\\da-f]{64}${hashes}$`));
			expect(plan.length).toBeLessThanOrEqual(480);
			const mailed = ` ${plan.slice(0, 70)}\r\n  ${plan.slice(70)}\n`;
			const { sent, error } = await apply(mailed, { names: numbered(count) });
			expect(error).toBeUndefined();
			expect(sent).toHaveLength(count);
		},
	);

	it('is the same on every item, next to the hash of each', async () => {
		const names = ['a', 'b', 'a'];
		const { items } = await run(setupOf({ names, options: () => ({ dryRun: true }) }));
		const plans = items.map(({ json: item }) => item['plan']);
		expect(new Set(plans.map((plan) => member(plan, 'hash'))).size).toBe(1);
		const hashes = plans.map((plan) => String(member(plan, 'itemHash')));
		expect(member(plans[0], 'hash')).toMatch(new RegExp(`-${hashes.join('')}$`));
		expect(hashes[0]).toBe(hashes[2]);
		expect(hashes[0]).not.toBe(hashes[1]);
	});

	it('depends on the requests and on their order', async () => {
		const lists = [['a'], ['b'], ['a', 'b'], ['b', 'a'], ['a', 'a']];
		const plans = await Promise.all(lists.map(async (names) => await planFor(names)));
		expect(new Set(plans).size).toBe(5);
		expect(await planFor(['a', 'b'])).toBe(plans[2]);
	});
});

describe('an approved plan', () => {
	it('lets the same requests through, and does so again', async () => {
		const plan = await planFor(NAMES, { password: 'first-pass' });
		for (let time = 1; time <= 2; time += 1) {
			const { sent, error } = await apply(plan, { names: NAMES, password: 'first-pass' });
			expect(error).toBeUndefined();
			expect(sent).toEqual(NAMES);
		}
	});

	it.each([
		['secret in the requests', { password: 'other-pass' }],
		['secret of the credential', { credentials: withCredential({ keySecret: 'rotated' }) }],
		['key of the credential', { credentials: withCredential({ keyId: 'other-id' }) }],
		['base URL', { credentials: withCredential({ baseUrl: 'https://eu.example.com' }) }],
	])('keeps all back where another %s is used, and shows none', async (_case, changes) => {
		const run = { names: NAMES, password: 'first-pass' };
		const { sent, error } = await apply(await planFor(NAMES, run), { ...run, ...changes });
		expect(sent).toEqual([]);
		const { message, description } = shown(error);
		expect(message).toBe('The requests differ from the approved plan in item 1, item 2, item 3.');
		expect(description).toContain('If every item differs, check that the credentials');
		expect([message, description].join('\n')).not.toMatch(/pass\b|rotated|other-id/);
	});

	it('keeps all back where one differs, and names it', async () => {
		const { sent, error } = await apply(await planFor(NAMES), { names: ['a', 'x', 'c'] });
		expect(sent).toEqual([]);
		expect(shown(error)).toEqual({
			message: 'The requests differ from the approved plan in item 2.',
			description: expect.stringMatching(
				/^Nothing was sent\. Do a new dry run, compare its plan\.itemHash/,
			) as unknown,
			details: expect.objectContaining({ outcome: 'notSent', reason: 'planDiffers' }) as unknown,
		});
	});

	it.each([
		[['b', 'a', 'c'], 'plan.', 'Nothing was sent. Do'],
		[
			['a', 'b'],
			'plan.',
			'Nothing was sent. The approved plan has 3 items, and this run has 2 items.',
		],
		[['a', 'b', 'c', 'c'], 'plan in item 4.', 'and this run has 4 items.'],
		[['x'], 'plan in item 1.', 'and this run has 1 item.'],
		[
			['u', 'v', 'w', 'x', 'y', 'z', 'a'],
			'plan in item 1, item 2, item 3, item 4, item 5 and 1 more.',
			'and this run has 7 items.',
		],
	])('says how %j differs', async (names, message, description) => {
		const { sent, error } = await apply(await planFor(NAMES), { names });
		expect(sent).toEqual([]);
		expect(shown(error).message).toBe(`The requests differ from the approved ${message}`);
		expect(shown(error).description).toContain(description);
	});

	it.each([51, 50, 52])('of more than fifty items names none (%d planned)', async (count) => {
		const names = [...numbered(count - 1), 'x'];
		const { sent, error } = await apply(await planFor(numbered(51)), { names });
		expect(sent).toEqual([]);
		expect(shown(error)).toMatchObject({
			message: 'The requests differ from the approved plan.',
			description: expect.stringContaining(
				count === 51 ? 'sent. Do a new' : `51 items, and this run has ${String(count)} items. Do`,
			) as unknown,
		});
	});

	it('of up to fifty items names those that differ in a longer run', async () => {
		const names = [...numbered(50), 'x'];
		const { error } = await apply(await planFor(numbered(50)), { names });
		expect(shown(error).message).toContain('in item 51.');
		expect(shown(error).description).toContain('and this run has 51 items.');
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

	it.each([
		['another version', (plan: string) => plan.replace('v1', 'v2')],
		['a character fewer', (plan: string) => plan.slice(0, -1)],
		['a hash fewer', (plan: string) => plan.slice(0, -8)],
		['a hash more', (plan: string) => `${plan}00000000`],
		['no hash of an item', (plan: string) => plan.slice(0, 'v1-3-'.length + 64)],
		['no item', (plan: string) => plan.replace('v1-3', 'v1-0')],
		['hashes of items beyond fifty', (plan: string) => plan.replace('v1-3', 'v1-51')],
	])('with %s is no plan', async (_case, change) => {
		const { sent, error } = await apply(change(String(await planFor(NAMES))), { names: NAMES });
		expect(sent).toEqual([]);
		expect(shown(error).message).toBe('Approved Plan is not the plan of a dry run.');
	});

	it.each([
		['each item', () => true],
		['one item', (item: number) => item === 1],
	])('that is an object of its own for %s is no plan', async (_case, isObject) => {
		const options = (item: number): Record<string, unknown> => ({
			approvedPlan: isObject(item) ? { hash: 'v1' } : 'x',
		});
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

	it('counts only for what is sent, next to items of a dry run', async () => {
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
						message: 'The requests differ from the approved plan in item 2.',
						outcome: 'notSent',
						reason: 'planDiffers',
						nextAction: 'fixInput',
						target: 'POST /things',
						attempts: 0,
					},
					message: expect.stringContaining('plan.itemHash') as unknown,
				},
				pairedItem: { item: index },
			})),
		);
	});

	it('also holds back reads that have the option by expression', async () => {
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
		const differs = 'The requests differ from the approved plan in item 2.';
		expect(errors).toEqual([differs, 'Name is empty. Enter one.', differs]);
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
			/^Nothing more was sent: an earlier try sent 2 items\. /,
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
		if (outcome === 'done') expect(first).toEqual({ id: 'a', summary: 'Created a' });
		else expect(first).toMatchObject({ error: { outcome: 'unknown' } });
		expect(others).toMatchObject([
			{ error: { outcome: 'notSent' } },
			{ error: { outcome: 'notSent' } },
		]);
	});
});
