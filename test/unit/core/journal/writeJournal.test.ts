import crypto from 'node:crypto';

import type { INodeExecutionData } from 'n8n-workflow';

import type { ErrorDetails } from '../../../../nodes/core/errors/nodeErrors';
import { executeOperation } from '../../../../nodes/core/execution/execute';
import type { RawResponse } from '../../../../nodes/core/http/response';
import { WriteJournal } from '../../../../nodes/core/journal/writeJournal';
import type { Operation, PlannedItem } from '../../../../nodes/core/operation';
import { growth, MAX_GROWTH } from '../../../growth';
import type { FakeNode, Respond } from '../fakes';
import { API, byItem, CREATE, CREDENTIAL, execute, fakeContext, fakeExecution } from '../fakes';
import { FakeTime, json, like, nameIn, REMOVE, shown, text, withOptions } from '../fakes';

const create = withOptions(CREATE);
const TABLE = {
	thing: {
		create,
		mixed: {
			...create,
			plan: ({ name }) => ({
				request: { method: name === 't0' ? 'GET' : 'POST', path: '/things', body: { name } },
				issues: [],
			}),
		},
		remove: { ...REMOVE, repeatable: true },
		raw: { ...create, rawResponse: true },
		update: { ...create, repeatable: true },
		put: { ...create, repeatable: ({ name }) => name === 't0' },
		call: {
			...create,
			properties: [
				...create.properties,
				{ displayName: 'Path', name: 'path', type: 'string', default: '' },
			],
			plan: ({ name, path }) => ({
				request: { method: 'POST', path: String(path), body: { name } },
				issues: [],
			}),
		},
	} satisfies Record<string, Operation>,
};
const onError = 'continueRegularOutput' as const;
const NAMES = ['t0', 't1', 't2'];

let keys = 0;

/** A node that n8n runs several times: what n8n stores for it stays, hints are each run's own. */
function node(setup: FakeNode) {
	const stored: Record<string, unknown> = {};
	const time = new FakeTime();
	keys += 1;
	// A key of its own: what other tests have sent delays nothing.
	const credentials = { testApi: { ...CREDENTIAL, keyId: `key ${String(keys)}` } };
	return {
		stored,
		async run(changes: FakeNode = {}) {
			const ordinary = { operation: 'create', count: 3, fields: { name: byItem }, credentials };
			const all = { ...ordinary, respond: succeed, ...setup, ...changes, stored, hints: [] };
			const { sent, ...result } = await execute(all, TABLE, time);
			// n8n stores the context with the execution, as text.
			const restored: unknown = JSON.parse(JSON.stringify(stored));
			for (const name of Object.keys(stored)) Reflect.deleteProperty(stored, name);
			Object.assign(stored, restored);
			time.time += 60_000;
			return { ...result, sent: sent.map(({ options }) => nameIn(options.body)) };
		},
	};
}

/** Answers every request with its name as ID, but for the one named. */
function failingAt(name: string, response = json({ error: 'no' }, 400)): Respond {
	return ({ body }) =>
		nameIn(body) === name ? response : json({ result: { id: String(nameIn(body)) } });
}

const succeed = failingAt('none');
const UNKNOWN = text('<html><title>Gateway Time-out</title>', 504);
const ids = (items: INodeExecutionData[]): unknown[] => items.map((item) => item.json['id']);
const listed = (...names: string[]) => ({ name: (item: number) => names[item] });
const at = (path: string) => ({ name: byItem, path: () => path });
const secretly = (password: string) => ({ name: byItem, password });

const AT = '2027-01-15 08:00:00 (UTC)';
const REPLAYED = `1 of 3 items was sent in the attempt at ${AT} and not repeated.`;
const BLOCKED = `1 of 3 items was not sent again: the outcome of the attempt at ${AT} is unknown.`;
const RESENT = `1 of 3 items was sent again: the outcome of the attempt at ${AT} is unknown.`;
const AS_NEW = `1 of 3 items was sent as new: the attempt at ${AT} sent another request.`;
const MADE = `made in the attempt at ${AT} with other secrets, and not made again. To use the current secrets, update what was made, or delete it and create it in a new execution`;

const REFUSED_SECOND: FakeNode = { respond: failingAt('t1') };
const LOST_SECOND: FakeNode = { respond: failingAt('t1', UNKNOWN) };
const CALLING: FakeNode = { ...LOST_SECOND, operation: 'call', fields: at('/things') };
/** A node whose field has another expression now. */
const edited = (...names: string[]): FakeNode => ({
	node: { parameters: { resource: 'thing', operation: 'create', name: '={{ $json.other }}' } },
	fields: listed(...names),
});

/** Two tries, of which the first stops at its second item. */
interface Tries {
	it: string;
	first?: FakeNode;
	second?: FakeNode;
	/** What the second try sends, the IDs in its output, and its hints. */
	sent: string[];
	output?: unknown[];
	hints: string[];
}

describe('a second try', () => {
	it.each<Tries>([
		{ it: 'continues where it stopped', sent: ['t1', 't2'], hints: [REPLAYED] },
		{
			it: 'names times in the time zone of the workflow',
			first: { ...REFUSED_SECOND, timezone: 'Asia/Tokyo' },
			sent: ['t1', 't2'],
			hints: [REPLAYED.replace('08:00:00 (UTC)', '17:00:00 (Asia/Tokyo)')],
		},
		{
			it: 'leaves out the item with an unknown outcome alone where the node continues on errors',
			first: LOST_SECOND,
			second: { onError },
			sent: ['t2'],
			output: ['t0', undefined, 't2'],
			hints: [REPLAYED, BLOCKED],
		},
		{
			it: 'sends it where that is asked for, without a change of the node',
			first: LOST_SECOND,
			second: { fields: { name: byItem, options: { resendUnknown: true } } },
			sent: ['t1', 't2'],
			hints: [REPLAYED, RESENT],
		},
		{
			it: 'outputs an empty list again as nothing',
			first: {
				respond: ({ body }) => json({ result: [] }, nameIn(body) === 't0' ? 200 : 400),
			},
			sent: ['t1', 't2'],
			output: ['t1', 't2'],
			hints: [REPLAYED],
		},
		{
			it: 'goes by the request after another credential was selected',
			second: {
				fields: listed('t1', 't2', 't0'),
				node: { credentials: { testApi: { id: 'another', name: 'Another' } } },
			},
			sent: ['t1', 't2'],
			output: ['t1', 't2', 't0'],
			hints: [REPLAYED],
		},
		{
			it: 'sends as new to another path, and reports it',
			first: CALLING,
			second: { fields: at('/others') },
			sent: NAMES,
			hints: [AS_NEW.replace('1 of 3 items was', '2 of 3 items were')],
		},
		{
			it: 'says what it does not make again with other secrets',
			first: { ...REFUSED_SECOND, fields: secretly('mistyped') },
			second: { fields: secretly('corrected') },
			sent: ['t1', 't2'],
			hints: [`1 of 3 items was ${MADE}.`],
		},
		{
			it: 'has nothing to say where the secrets are the same',
			first: { ...REFUSED_SECOND, fields: secretly('right-one') },
			sent: ['t1', 't2'],
			hints: [REPLAYED],
		},
		{
			it: 'sends again with other secrets where that does no harm',
			first: { ...REFUSED_SECOND, operation: 'update', fields: secretly('mistyped') },
			second: { fields: secretly('corrected') },
			sent: NAMES,
			hints: [`1 of 3 items was sent again: the attempt at ${AT} used other secrets.`],
		},
		{
			it: 'notes no read, and sends it again',
			first: { ...REFUSED_SECOND, operation: 'mixed' },
			sent: NAMES,
			hints: [],
		},
	])('$it', async ({ first = REFUSED_SECOND, second = {}, sent, output = NAMES, hints }) => {
		const again = node(first);
		expect((await again.run()).sent).toEqual(['t0', 't1']);
		const result = await again.run({ respond: succeed, ...second });
		expect([result.sent, ids(result.items), result.hints]).toEqual([sent, output, hints]);
		if (result.error === undefined) expect(again.stored).toEqual({});
	});

	it.each([
		['t1', '', 'once more'],
		['new', ' with other content', 'as it is now'],
	])('says of %s when it was sent%s, and how to send it %s', async (second, content, how) => {
		const again = node(LOST_SECOND);
		await again.run();
		const { error } = await again.run(edited('t0', second, 't2'));
		expect(shown(error)).toMatchObject({
			message: `The thing may exist. The API failed (status 504): Gateway Time-out. Not sent again: it was sent at ${AT}${content}.`,
			description: expect.stringContaining(
				` To send it ${how}, turn on "Resend Unknown Outcomes" in the options.`,
			) as unknown,
			details: { outcome: 'unknown', reason: 'outcomeUnknown', attempts: 0 },
		});
	});

	it.each([
		['remove', {}, [undefined]],
		['put', { name: 't0' }, ['t0']],
		['put', { name: 't1' }, []],
	])('%s %j goes again after an unknown outcome only where that does no harm', async (...given) => {
		const [operation, fields, expected] = given;
		const again = node({ operation, fields, count: 1, respond: () => UNKNOWN });
		expect((await again.run()).sent).toHaveLength(1);
		expect((await again.run()).sent).toEqual(expected);
	});

	it('leaves what is known of another request for a third try', async () => {
		const again = node(CALLING);
		await again.run();
		await again.run({ fields: at('/others'), respond: failingAt('t2') });
		const { sent, hints } = await again.run({ fields: at('/things'), respond: succeed });
		expect([sent, hints]).toEqual([[], [REPLAYED, BLOCKED]]);
		const last = await again.run({ fields: at('/others'), respond: succeed });
		expect([last.sent, ids(last.items)]).toEqual([['t2'], NAMES]);
	});

	it('keeps one entry for each item that was sent, without a message where it was refused', async () => {
		const again = node(REFUSED_SECOND);
		await again.run();
		await again.run();
		const outcomes = [{ outcome: 'done' }, { outcome: 'refused' }];
		expect(again.stored['cloudWrites']).toMatchObject(outcomes);
		expect(JSON.stringify(again.stored)).not.toContain('"message"');
	});

	it('takes a request without an outcome for unknown: the process died', async () => {
		const again = node({ count: 1 });
		let respond: (response: RawResponse) => void = () => undefined;
		const response = new Promise<RawResponse>((resolve) => (respond = resolve));
		const { stored } = again;
		const dying = { operation: 'create', fields: { name: byItem }, stored };
		const lost = execute({ ...dying, respond: async () => await response }, TABLE);
		for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
		expect(stored).not.toEqual({});
		const { sent, error } = await again.run();
		expect(sent).toEqual([]);
		expect(shown(error).message).toMatch(
			/ The execution ended before the response arrived\. Not sent/,
		);
		respond(json({ result: {} }));
		await lost;
	});

	it('knows the node again without a selected credential', async () => {
		const { context } = fakeContext({ operation: 'create', fields: { name: 'n' } });
		Reflect.deleteProperty(context.getNode(), 'credentials');
		const [items] = await executeOperation(context, API, TABLE, new FakeTime());
		expect(items).toHaveLength(1);
	});

	it.each([{ name: byItem, options: { dryRun: true } }, { name: '' }])(
		'finds nothing noted of %j',
		async (fields) => {
			const again = node({});
			await again.run({ fields });
			expect(again.stored).toEqual({});
		},
	);
});

describe('an item that was made with other secrets', () => {
	const mistyped: FakeNode = { ...REFUSED_SECOND, fields: secretly('mistyped') };
	const corrected: FakeNode = { fields: secretly('corrected') };

	it('says so in its summary, and shows none', async () => {
		const again = node(mistyped);
		await again.run();
		const { items, hints } = await again.run({ ...corrected, respond: succeed });
		const summary = 'Sent POST /things with name, credentials';
		const summaries = items.map(({ json: item }) => item['summary']);
		expect(summaries).toEqual([`${summary}. It was ${MADE}`, summary, summary]);
		expect(JSON.stringify({ items, hints })).not.toMatch(/mistyped|corrected/);
	});

	it.each([
		['is raw', { operation: 'raw' }, { result: { id: 'x', summary: 'its own' } }, 'its own'],
		['has a summary that is no text', {}, { result: { summary: [1] } }, [1]],
	])('is output as before where the output %s', async (_case, setup, body, summary) => {
		const respond: Respond = (request) =>
			nameIn(request.body) === 't1' ? json({ error: 'no' }, 400) : json(body);
		const again = node({ ...mistyped, ...setup, respond });
		await again.run();
		const { items } = await again.run({ ...corrected, onError });
		expect(items[0]?.json['summary']).toEqual(summary);
	});

	it('counts as made with the new ones once it was sent again', async () => {
		const again = node({ ...mistyped, operation: 'update', count: 2 });
		await again.run();
		expect((await again.run(corrected)).sent).toEqual(['t0', 't1']);
		const third = await again.run({ ...corrected, respond: succeed });
		expect([third.sent, ids(third.items)]).toEqual([['t1'], ['t0', 't1']]);
	});

	it('is output with the note where an approval refuses the run', async () => {
		const again = node({ ...mistyped, operation: 'update' });
		await again.run();
		const fields = { ...secretly('corrected'), options: { approvedPlan: 'none' } };
		const { sent, items } = await again.run({ fields, onError });
		expect(sent).toEqual([]);
		expect(items[0]?.json).toMatchObject({
			id: 't0',
			summary: like(/It was made in .* with other secrets/),
		});
	});
});

describe('stored outputs', () => {
	const rotated = { testApi: { ...CREDENTIAL, keySecret: 'rotated/secret' } };

	it('contain no output or secret in plain text', async () => {
		const again = node({
			respond: ({ body }) =>
				nameIn(body) === 't1' ? UNKNOWN : json({ result: { id: 'i', secretName: 'warehouse' } }),
			fields: { name: byItem, password: 'canary-password' },
		});
		await again.run();
		expect(JSON.stringify(again.stored)).toContain('"done"');
		expect(JSON.stringify(again.stored)).not.toMatch(/warehouse|canary/);
	});

	it('are what was output, whatever other nodes make of it', async () => {
		const again = node({ onError, node: { retryOnFail: true } });
		const { stored } = again;
		const first: FakeNode = {
			operation: 'create',
			count: 3,
			fields: { name: byItem },
			onError,
			stored,
			node: { retryOnFail: true },
			respond: failingAt('t0'),
		};
		// Before n8n stores the execution.
		for (const { json: output } of (await execute(first, TABLE)).items) output['id'] = 'changed';
		const last = await again.run();
		expect([last.sent, ids(last.items)]).toEqual([['t0'], NAMES]);
	});

	it.each([
		['t0', ' (ID t0)'],
		[`canary/secret ${'x'.repeat(1000)}`, ` (ID *** ${'x'.repeat(596)}…)`],
		[undefined, ''],
	])('with the ID %j that cannot be decrypted any more are reported', async (id, made) => {
		const respond: Respond = ({ body }) =>
			nameIn(body) === 't1' ? UNKNOWN : json({ result: { id } });
		// Other secrets cannot be told apart then.
		const again = node({ respond, fields: secretly('mistyped') });
		await again.run();
		expect(JSON.stringify(again.stored)).not.toContain('canary');
		const fields = secretly('corrected');
		const { sent, error } = await again.run({ credentials: rotated, fields });
		expect(sent).toEqual([]);
		expect(shown(error)).toMatchObject({
			message: `It was applied at ${AT}${made}. Not sent again, although its output can no longer be decrypted.`,
			itemIndex: 0,
			details: { outcome: 'unknown' },
		});
	});
});

describe('a node that n8n runs again after an output', () => {
	const retrying: FakeNode = { onError, node: { retryOnFail: true } };

	it('keeps the journal while Retry On Fail is on and the first item is an error', async () => {
		const again = node({ ...retrying, respond: failingAt('t0') });
		expect((await again.run()).sent).toEqual(NAMES);
		expect((await again.run()).sent).toEqual(['t0']);
		const last = await again.run({ respond: succeed });
		expect([last.sent, ids(last.items)]).toEqual([['t0'], NAMES]);
		expect(last.hints).toEqual([REPLAYED.replace('1 of 3 items was', '2 of 3 items were')]);
		expect(again.stored).toEqual({});
	});

	it.each([
		['another item is the error', { ...retrying, respond: failingAt('t1') }],
		['Retry On Fail is off', { onError, respond: failingAt('t0') } as const],
	])('removes it where %s', async (_case, setup) => {
		const again = node(setup);
		await again.run();
		expect(again.stored).toEqual({});
	});
});

describe('as a tool', () => {
	const type = 'test.nodeTool';
	const tool: FakeNode = { count: 1, node: { type }, fields: { name: 't0' } };

	it('is blocked by what an earlier call may have made, also after one that went well', async () => {
		const again = node(tool);
		await again.run({ respond: () => UNKNOWN });
		await again.run({ fields: { name: 't1' }, runIndex: 1 });
		const third = await again.run({ runIndex: 2 });
		expect(third.sent).toEqual([]);
		expect(shown(third.error).details).toMatchObject({ reason: 'outcomeUnknown' });
	});

	/** Calls it side by side, each with a response; they end in this order. */
	async function callAll(again: ReturnType<typeof node>, responses: RawResponse[]) {
		const ends: Array<() => void> = [];
		const calls = responses.map(async (response, index) => {
			const respond = async () => {
				await new Promise<void>((resolve) => ends.push(resolve));
				return response;
			};
			const own = { ...tool, operation: 'create', fields: { name: byItem(index) }, respond };
			return await execute({ ...own, stored: again.stored }, TABLE);
		});
		await new Promise((resolve) => setImmediate(resolve));
		expect(ends).toHaveLength(responses.length);
		for (const [index, end] of ends.entries()) {
			end();
			await calls[index];
		}
	}

	it('keeps the unknown outcome of a call while another one ends', async () => {
		const again = node(tool);
		await callAll(again, [json({ result: {} }), UNKNOWN]);
		expect((await again.run({ fields: { name: 't1' } })).sent).toEqual([]);
		expect((await again.run()).sent).toEqual(['t0']);
	});

	it('leaves nothing behind of calls that went well side by side', async () => {
		const again = node(tool);
		await callAll(again, [json({ result: {} }), json({ result: {} })]);
		expect(again.stored).toEqual({});
	});

	it('plays back what is done where n8n makes the same call again, and not for another call', async () => {
		const respond: Respond = () => json({ result: { id: 'x', error: null } });
		const again = node({ ...tool, node: { type, retryOnFail: true }, respond });
		expect((await again.run()).sent).toEqual(['t0']);
		const second = await again.run();
		expect([second.sent, ids(second.items)]).toEqual([[], ['x']]);
		expect((await again.run({ runIndex: 1 })).sent).toEqual(['t0']);
	});
});

describe('the cost of the journal', () => {
	const itemsOf = (count: number): PlannedItem[] =>
		Array.from({ length: count }, (_, itemIndex) => ({
			itemIndex,
			parameters: {},
			request: { method: 'POST', path: '/things', body: { name: byItem(itemIndex) } },
		}));
	const refused: ErrorDetails = {
		message: 'm',
		description: 'd',
		outcome: 'refused',
		reason: 'refused',
		attempts: 1,
	};

	/** Writes the items in two tries: the second also finds the entries of the first. Returns what n8n would store. */
	async function writeTwice(items: readonly PlannedItem[]): Promise<unknown> {
		const stored = {};
		const { context } = fakeContext({ operation: 'create', stored });
		const clock = new FakeTime();
		const execution = fakeExecution({ operation: create, context, clock });
		for (const result of [{ error: refused }, { items: [{ json: { id: 'new' } }] }]) {
			const journal = WriteJournal.open(context, execution, clock, items);
			for (const planned of items) {
				await journal?.run(planned, async () => await Promise.resolve(result));
			}
		}
		return stored;
	}

	it('grows with the number of writes', async () => {
		expect(await growth(100, itemsOf, writeTwice)).toBeLessThan(MAX_GROWTH);
	});

	it('is two hashes of each request without a query, and an encryption of each output', async () => {
		const operations = ['createHash', 'createCipheriv', 'createDecipheriv', 'hkdfSync'] as const;
		const spies = operations.map((name) => jest.spyOn(crypto, name));
		await writeTwice(itemsOf(50));
		// Each of the two tries also hashes the node, and makes the key.
		const hashes = 2 * (2 * 50 + 1);
		expect(spies.map((spy) => spy.mock.calls.length)).toEqual([hashes, 50, 0, 2]);
		jest.restoreAllMocks();
	});
});
