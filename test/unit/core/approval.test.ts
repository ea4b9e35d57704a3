import { objectBody } from '../../../nodes/engine/operation';
import { isJsonObject } from '../../../nodes/engine/json';
import type { Operation } from '../../../nodes/engine/operation';
import type { FakeNode, Respond } from './fakes';
import { CREATE, CREDENTIAL, execute, GET, json, like, nameIn, shown, withOptions } from './fakes';

const create: Operation = {
	...withOptions(CREATE),
	summarize: (request) => `Create ${String(objectBody(request)['name'])}`,
};
const set: Operation = { ...create, repeatable: true };
const TABLE = { thing: { create, get: withOptions(GET), set } };

/** The results of an item's expressions for its options. */
type Options = (item: number) => Record<string, unknown>;

interface Run extends Omit<FakeNode, 'fields' | 'count'> {
	names: string[];
	password?: string;
	options?: Options;
}

async function run({ names, password, options = () => ({}), ...setup }: Run) {
	const fields = { name: (item: number) => names[item] ?? '', password, options };
	const all = { operation: 'create', count: names.length, fields, ...setup };
	const { sent, items, error } = await execute(all, TABLE);
	return { items, error, sent: sent.map(({ options: { body } }) => nameIn(body)) };
}

function member(value: unknown, name: string): unknown {
	return isJsonObject(value) ? value[name] : undefined;
}

/** The plan that a dry run outputs for these names. */
async function planFor(names: string[], changes: Partial<Run> = {}): Promise<unknown> {
	const { items } = await run({ names, options: () => ({ dryRun: true }), ...changes });
	return member(items[0]?.json['plan'], 'hash');
}

/** Runs with an approved plan. */
const apply = async (approvedPlan: unknown, setup: Run) =>
	await run({ options: () => ({ approvedPlan }), ...setup });

const NAMES = ['a', 'b', 'c'];
const NO_PLAN = "isn't the plan of a dry run";
const OTHERS = "isn't the same for all items";
const numbered = (count: number) => Array.from({ length: count }, (_, item) => `n${String(item)}`);

describe('the plan of a dry run', () => {
	it.each([1, 2, 49, 50, 51, 1000])(
		'is one text for %d items, and ignores the line breaks and spaces of an email',
		async (count) => {
			const plan = String(await planFor(numbered(count)));
			const hashes = count > 50 ? '' : `-[\\da-f]{${String(count * 8)}}`;
			expect(plan).toMatch(new RegExp(`^v1-${String(count)}-[\\da-f]{64}${hashes}$`));
			expect(plan.length).toBeLessThanOrEqual(480);
			const mailed = ` ${plan.slice(0, 70)}\r\n  ${plan.slice(70)}\n`;
			for (const entered of [plan, mailed]) {
				const { sent, error } = await apply(entered, { names: numbered(count) });
				expect([error, sent.length]).toEqual([undefined, count]);
			}
		},
	);

	it('is the same on every item, next to the hash of each', async () => {
		const { items } = await run({ names: ['a', 'b', 'a'], options: () => ({ dryRun: true }) });
		const plans = items.map(({ json: item }) => item['plan']);
		const [one, two, three] = plans.map((plan) => String(member(plan, 'itemHash')));
		expect(new Set(plans.map((plan) => member(plan, 'hash'))).size).toBe(1);
		expect(member(plans[0], 'hash')).toMatch(
			new RegExp(`-${String(one) + String(two)}${String(one)}$`),
		);
		expect([three, two === one]).toEqual([one, false]);
	});

	it('depends on the requests and on their order', async () => {
		const lists = [['a'], ['b'], ['a', 'b'], ['b', 'a'], ['a', 'a']];
		const plans = await Promise.all(lists.map(async (names) => await planFor(names)));
		expect(new Set(plans).size).toBe(5);
		expect(await planFor(['a', 'b'])).toBe(plans[2]);
	});
});

describe('an approved plan', () => {
	it.each([
		['secret in the requests', {}, 'other-pass'],
		['secret of the credential', { keySecret: 'rotated' }],
		['key of the credential', { keyId: 'other-id' }],
		['base URL', { baseUrl: 'https://eu.example.com' }],
	])('sends nothing if another %s is used, and shows none', async (...given) => {
		const [, changes, password = 'first-pass'] = given;
		const plan = await planFor(NAMES, { password: 'first-pass' });
		const credentials = { testApi: { ...CREDENTIAL, ...changes } };
		const { sent, error } = await apply(plan, { names: NAMES, password, credentials });
		expect(sent).toEqual([]);
		const { message, description } = shown(error);
		expect(message).toContain('plan in item 1, item 2, item 3.');
		expect(description).toContain('If every item differs, the credential probably changed');
		expect(message + description).not.toMatch(/pass\b|rotated|other-id/);
	});

	it.each([
		[NAMES, ['a', 'x', 'c'], ' in item 2.', 'Nothing was sent. Do a new'],
		[NAMES, ['b', 'a', 'c'], '.', 'Nothing was sent. Do a new'],
		[NAMES, ['a', 'b'], '.', 'The approved plan has 3 items, and this run has 2 items. Do'],
		[NAMES, ['a', 'b', 'c', 'c'], ' in item 4.', 'and this run has 4 items.'],
		[NAMES, ['x'], ' in item 1.', 'and this run has 1 item.'],
		[
			NAMES,
			['u', 'v', 'w', 'x', 'y', 'z', 'a'],
			' in item 1, item 2, item 3, item 4, item 5 and 1 more.',
			'7 items.',
		],
		[numbered(51), [...numbered(50), 'x'], '.', 'Nothing was sent. Do a new'],
		[numbered(51), [...numbered(49), 'x'], '.', '51 items, and this run has 50 items.'],
		[numbered(50), [...numbered(50), 'x'], ' in item 51.', 'and this run has 51 items.'],
	])(
		'sends nothing if made for %j and used for %j, and explains how they differ',
		async (planned, names, ...texts) => {
			const [message, description] = texts;
			const { sent, error } = await apply(await planFor(planned), { names });
			expect(sent).toEqual([]);
			expect(shown(error)).toMatchObject({
				message: `The requests differ from the approved plan${message}`,
				description: expect.stringContaining(description) as unknown,
				details: { outcome: 'notSent', reason: 'planDiffers' },
			});
		},
	);

	it.each<[string, (plan: string, item: number) => Record<string, unknown>, string]>([
		['an empty text', () => ({ approvedPlan: '' }), 'is empty'],
		['nothing', () => ({ approvedPlan: undefined }), 'is empty'],
		['another text', () => ({ approvedPlan: 'yes' }), NO_PLAN],
		['an object', () => ({ approvedPlan: { hash: 'v1' } }), NO_PLAN],
		['an object once', (_, item) => ({ approvedPlan: item === 1 ? {} : 'x' }), NO_PLAN],
		['there once', (plan, item) => (item === 0 ? { approvedPlan: plan } : {}), OTHERS],
		['another text once', (_, item) => (item === 0 ? { approvedPlan: 'x' } : {}), OTHERS],
	])('lets nothing through if it is %s', async (_case, optionsOf, problem) => {
		const plan = String(await planFor(NAMES));
		const { sent, error } = await run({ names: NAMES, options: (item) => optionsOf(plan, item) });
		expect(sent).toEqual([]);
		expect(shown(error)).toMatchObject({
			message: `Approved Plan ${problem}.`,
			description: like(/^Nothing was sent\. /),
			details: { outcome: 'notSent', reason: 'invalidInput' },
		});
	});

	it.each([
		['another version', /v1/, 'v2'],
		['a character fewer', /.$/, ''],
		['a hash fewer', /.{8}$/, ''],
		['a hash more', /$/, '00000000'],
		['no hash of an item', /-[^-]*$/, ''],
		['no item', 'v1-3', 'v1-0'],
		['hashes of items beyond fifty', 'v1-3', 'v1-51'],
	])('is no plan with %s', async (_case, from, to) => {
		const plan = String(await planFor(NAMES)).replace(from, to);
		const { sent, error } = await apply(plan, { names: NAMES });
		expect([sent, shown(error).message]).toEqual([[], `Approved Plan ${NO_PLAN}.`]);
	});

	it('counts only for sent items, next to items of a dry run', async () => {
		const approvedPlan = await planFor(['b', 'c']);
		const options: Options = (item) => ({ approvedPlan, dryRun: item === 0 });
		const { sent, items } = await run({ names: NAMES, options });
		expect(sent).toEqual(['b', 'c']);
		expect(items[0]?.json).toHaveProperty('summary', 'Create a');
	});
});

describe('an approved plan under On Error: Continue', () => {
	const onError = 'continueRegularOutput' as const;

	it.each([
		['a request that differs', NAMES, 'x', Array(3).fill('planDiffers')],
		['an invalid item', ['a', 'c'], '', ['planDiffers', 'invalidInput', 'planDiffers']],
	])('makes every item an error item for %s', async (_case, planned, second, reasons) => {
		const { sent, items } = await apply(await planFor(planned), {
			names: ['a', second, 'c'],
			onError,
		});
		expect(sent).toEqual([]);
		expect(items).toMatchObject(
			reasons.map((reason: unknown, item) => ({
				json: { error: { outcome: 'notSent', reason, attempts: 0 } },
				pairedItem: { item },
			})),
		);
		expect(member(items[0]?.json['error'], 'message')).toMatch(/plan in item 2\.$/);
	});

	it('holds back reads that have the option by expression', async () => {
		const options = { approvedPlan: await planFor(NAMES) };
		const reads = { operation: 'get', onError, fields: { thingId: 'a', options } };
		const { sent, items } = await execute(reads, TABLE);
		expect(sent).toEqual([]);
		expect(items).toMatchObject([{ json: { error: { reason: 'planDiffers' } } }]);
	});

	it('excludes invalid items from the plan of a dry run', async () => {
		const { items } = await run({ names: ['', 'a'], onError, options: () => ({ dryRun: true }) });
		expect(items[1]?.json).toHaveProperty('plan.hash', await planFor(['a']));
	});
});

describe('an approved plan when n8n runs the node again', () => {
	const answering =
		(statusOf: (name: unknown) => number): Respond =>
		({ body }) =>
			json({ result: { id: nameIn(body) } }, statusOf(nameIn(body)));

	it('covers all requests, including completed ones', async () => {
		const plan = await planFor(NAMES);
		const setup = { names: NAMES, stored: {} };
		const respond = answering((name) => (name === 'b' ? 409 : 200));
		expect((await apply(plan, { ...setup, respond })).sent).toEqual(['a', 'b']);
		const { error, sent, items } = await apply(plan, { ...setup, respond: answering(() => 200) });
		expect([error, sent]).toEqual([undefined, ['b', 'c']]);
		expect(items.map(({ json: item }) => item['id'])).toEqual(NAMES);
	});

	it("reports an earlier attempt's sent requests if the requests differ now", async () => {
		const plan = await planFor(NAMES);
		const setup = { stored: {}, respond: answering((name) => (name === 'c' ? 409 : 200)) };
		await apply(plan, { ...setup, names: NAMES });
		const { sent, error } = await apply(plan, { ...setup, names: ['a', 'b', 'x'] });
		expect(sent).toEqual([]);
		expect(shown(error).description).toMatch(
			/^Nothing more was sent: an earlier attempt sent 2 items\. /,
		);
	});

	it.each([
		['create', 200, { id: 'a', summary: 'Created a' }],
		['set', 504, { error: { outcome: 'unknown' } }],
		['create', 504, { error: { outcome: 'unknown' } }],
	])('keeps the result of an earlier %s, with status %d', async (operation, status, kept) => {
		const plan = await planFor(NAMES, { operation });
		const setup = { operation, stored: {} };
		const respond = answering((name) => (name === 'a' ? status : 409));
		await apply(plan, { ...setup, names: NAMES, respond });
		const onError = 'continueRegularOutput' as const;
		const { sent, items } = await apply(plan, { ...setup, names: ['a', 'b', 'x'], onError });
		const refused = { error: { outcome: 'notSent' } };
		expect(sent).toEqual([]);
		expect(items.map(({ json: item }) => item)).toMatchObject([kept, refused, refused]);
	});
});
