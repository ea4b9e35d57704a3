import crypto from 'node:crypto';
import type { ErrorDetails, PlannedItem } from '../../../../nodes/engine/operation';
import { executeOperation } from '../../../../nodes/engine/execution/execute';
import type { RawResponse } from '../../../../nodes/engine/http/response';
import { WriteJournal } from '../../../../nodes/engine/journal/writeJournal';
import { growth, MAX_GROWTH } from '../../../growth';
import type { FakeNode } from '../fakes';
import {
	API,
	byItem,
	CREDENTIAL,
	execute,
	fakeContext,
	fakeExecution,
	FakeTime,
	json,
	nameIn,
	shown,
	text,
} from '../fakes';
import {
	AT,
	create,
	failingAt,
	ids,
	MADE,
	NAMES,
	node,
	onError,
	REFUSED_SECOND,
	secretly,
	succeed,
	TABLE,
	UNKNOWN,
} from './triedNode';

const REPLAYED = `1 of 3 items was sent in the attempt at ${AT} and not repeated.`;
const BLOCKED = `1 of 3 items was not sent again: the outcome of the attempt at ${AT} is unknown.`;
const RESENT = `1 of 3 items was sent again: the outcome of the attempt at ${AT} is unknown.`;
const AS_NEW = `1 of 3 items was sent as new: the attempt at ${AT} sent another request.`;

const listed = (...names: string[]) => ({ name: (item: number) => names[item] });
const at = (path: string) => ({ name: byItem, path: () => path });

const withBaseUrl = (baseUrl: string): FakeNode => ({
	credentials: { testApi: { ...CREDENTIAL, baseUrl } },
});

const LOST_SECOND: FakeNode = { respond: failingAt('t1', UNKNOWN) };
const CALLING: FakeNode = { ...LOST_SECOND, operation: 'call', fields: at('/things') };
/** A node whose field has another expression now. */
const edited = (...names: string[]): FakeNode => ({
	node: { parameters: { resource: 'thing', operation: 'create', name: '={{ $json.other }}' } },
	fields: listed(...names),
});

/** Two attempts, of which the first stops at its second item. */
interface Tries {
	it: string;
	first?: FakeNode;
	second?: FakeNode;
	/** The second attempt's requests, the IDs in its output, and its hints. */
	sent: string[];
	output?: unknown[];
	hints: string[];
}

describe('a second attempt', () => {
	it.each<Tries>([
		{ it: 'continues after the last completed item', sent: ['t1', 't2'], hints: [REPLAYED] },
		{
			it: "names times in the workflow's time zone",
			first: { ...REFUSED_SECOND, timezone: 'Asia/Tokyo' },
			sent: ['t1', 't2'],
			hints: [REPLAYED.replace('08:00:00 (UTC)', '17:00:00 (Asia/Tokyo)')],
		},
		{
			it: 'skips only the item with an unknown outcome if the node continues on errors',
			first: LOST_SECOND,
			second: { onError },
			sent: ['t2'],
			output: ['t0', undefined, 't2'],
			hints: [REPLAYED, BLOCKED],
		},
		{
			it: 'sends it on request, without a change of the node',
			first: LOST_SECOND,
			// By their items, then, although an expression returns other bodies.
			second: {
				fields: { ...listed('t0 new', 't1 new', 't2 new'), options: { resendUnknown: true } },
			},
			sent: ['t1 new', 't2 new'],
			output: ['t0', 't1 new', 't2 new'],
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
			it: 'compares the request after another credential was selected',
			second: {
				fields: listed('t1', 't2', 't0'),
				node: { credentials: { testApi: { id: 'another', name: 'Another' } } },
			},
			sent: ['t1', 't2'],
			output: ['t1', 't2', 't0'],
			hints: [REPLAYED],
		},
		{
			it: 'recognizes its items if the base URL is spelled differently, and an expression returns other bodies',
			second: {
				fields: listed('t0 new', 't1', 't2'),
				...withBaseUrl('https://api.example.com/base'),
			},
			sent: ['t1', 't2'],
			hints: [REPLAYED],
		},
		{
			it: 'sends as new to another base URL, and reports it',
			second: withBaseUrl('https://eu.example.com/base'),
			sent: NAMES,
			hints: [AS_NEW],
		},
		{
			it: 'sends as new to another path, and reports it',
			first: CALLING,
			second: { fields: at('/others') },
			sent: NAMES,
			hints: [AS_NEW.replace('1 of 3 items was', '2 of 3 items were')],
		},
		{
			it: 'names the items that it does not repeat with other secrets',
			first: { ...REFUSED_SECOND, fields: secretly('mistyped') },
			second: { fields: secretly('corrected') },
			sent: ['t1', 't2'],
			hints: [`1 of 3 items was ${MADE}.`],
		},
		{
			it: 'has no hint if the secrets are the same',
			first: { ...REFUSED_SECOND, fields: secretly('right-one') },
			sent: ['t1', 't2'],
			hints: [REPLAYED],
		},
		{
			it: 'resends with other secrets if that does no harm',
			first: { ...REFUSED_SECOND, operation: 'update', fields: secretly('mistyped') },
			second: { fields: secretly('corrected') },
			sent: NAMES,
			hints: [`1 of 3 items was sent again: the attempt at ${AT} used other secrets.`],
		},
		{
			it: 'records no read, and sends it again',
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
	])('reports for %s when it was sent%s, and how to send it %s', async (second, content, how) => {
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
	])('%s %j is sent again after an unknown outcome only if that does no harm', async (...given) => {
		const [operation, fields, expected] = given;
		const again = node({ operation, fields, count: 1, respond: () => UNKNOWN });
		expect((await again.run()).sent).toHaveLength(1);
		expect((await again.run()).sent).toEqual(expected);
	});

	it('keeps the entry of another request for a third attempt', async () => {
		const again = node(CALLING);
		await again.run();
		await again.run({ fields: at('/others'), respond: failingAt('t2') });
		const { sent, hints } = await again.run({ fields: at('/things'), respond: succeed });
		expect([sent, hints]).toEqual([[], [REPLAYED, BLOCKED]]);
		const last = await again.run({ fields: at('/others'), respond: succeed });
		expect([last.sent, ids(last.items)]).toEqual([['t2'], NAMES]);
	});

	it('keeps one entry for each item that was sent, without a message if it was refused', async () => {
		const again = node(REFUSED_SECOND);
		await again.run();
		await again.run();
		const outcomes = [{ outcome: 'done' }, { outcome: 'refused' }];
		expect(again.stored['cloudWrites']).toMatchObject(outcomes);
		expect(JSON.stringify(again.stored)).not.toContain('"message"');
	});

	it.each([
		['refused', failingAt('t0')],
		['unknown', failingAt('t0', UNKNOWN)],
	])('treats a request without an outcome as unknown, after one that was %s', async (...given) => {
		const again = node({ count: 1 });
		await again.run({ respond: given[1] });
		let respond: (response: RawResponse) => void = () => undefined;
		const response = new Promise<RawResponse>((resolve) => (respond = resolve));
		const { stored } = again;
		const fields = { name: byItem, options: { resendUnknown: true } };
		const dying = { operation: 'create', fields, stored };
		// The process dies while this request is on its way.
		const lost = execute({ ...dying, respond: async () => await response }, TABLE);
		for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
		expect(stored).not.toEqual({});
		const { sent, error } = await again.run();
		expect(sent).toEqual([]);
		expect(shown(error).message).toMatch(
			/^The thing may exist\. The execution ended before the response arrived\. Not sent/,
		);
		respond(json({ result: {} }));
		await lost;
	});

	it('recognizes the node without a selected credential', async () => {
		const { context } = fakeContext({ operation: 'create', fields: { name: 'n' } });
		Reflect.deleteProperty(context.getNode(), 'credentials');
		const [items] = await executeOperation(context, API, TABLE, new FakeTime());
		expect(items).toHaveLength(1);
	});

	it.each([{ name: byItem, options: { dryRun: true } }, { name: '' }])(
		'finds no entry for %j',
		async (fields) => {
			const again = node({});
			await again.run({ fields });
			expect(again.stored).toEqual({});
		},
	);
});

describe('a delete that is sent again after an unknown outcome', () => {
	const GONE = json({ error: 'NOT_FOUND: thing not found', status: 404 }, 404);
	const REFUSED = json({ error: 'no' }, 409);
	const FOUND_NOTHING =
		'The API found nothing left to delete: the earlier attempt, whose outcome was unknown, did it.';

	/** Runs the operation once for each response, whatever the earlier attempts' results. */
	async function tries(responses: RawResponse[], setup: FakeNode = {}) {
		const again = node({ operation: 'remove', fields: {}, count: 1, ...setup });
		const results = [];
		for (const response of responses) results.push(await again.run({ respond: () => response }));
		return { again, results, last: results.at(-1) };
	}

	it('succeeds if the API finds nothing, with a hint', async () => {
		const { again, last } = await tries([UNKNOWN, GONE]);
		expect(last?.error).toBeUndefined();
		const deleted = { deleted: true, summary: 'Sent DELETE /things/1' };
		expect(last?.items.map((item) => item.json)).toEqual([deleted]);
		expect(last?.hints).toEqual([RESENT.replace('of 3 items', 'of 1 item'), FOUND_NOTHING]);
		expect(again.stored).toEqual({});
	});

	it('outputs no error body as its full response', async () => {
		const fields = { options: { fullResponse: true } };
		const { last } = await tries([UNKNOWN, GONE], { fields });
		expect(last?.items).toMatchObject([{ json: { deleted: true } }]);
		expect(last?.items[0]?.json).not.toHaveProperty('error');
	});

	it.each([
		["a gateway's page", text('<html>no such page</html>', 404)],
		["a gateway's text", text('Not Found', 404, 'text/plain')],
		["a gateway's JSON", json({ message: 'no Route matched with those values' }, 404)],
		['a refusal', REFUSED],
		['a pause that is too long', json({}, 429, { 'Retry-After': '3600' })],
		['another unclear response', UNKNOWN],
	])(
		'may still have succeeded after %s, so that a third attempt that finds nothing succeeds',
		async (_case, between) => {
			const { results, last } = await tries([UNKNOWN, between, GONE]);
			expect(results.map(({ error }) => error !== undefined)).toEqual([true, true, false]);
			expect(last?.hints).toContain(FOUND_NOTHING);
		},
	);

	it.each([
		['the first try', [GONE], {}],
		['a try after a refused one', [REFUSED, GONE], {}],
		['a delete by API Request', [UNKNOWN, GONE], { operation: 'call' }],
		['a change', [UNKNOWN, GONE], { operation: 'update', fields: { name: 'n' } }],
	])('%s fails if the API finds nothing', async (_case, responses, changes) => {
		const options = { resendUnknown: true };
		const { last } = await tries(responses, {
			...{ fields: { method: 'DELETE', path: '/things/1', options }, ...changes },
		});
		expect(shown(last?.error).details).toMatchObject({ httpCode: '404', reason: 'notFound' });
	});
});

describe('a refused resend', () => {
	it('may still have been made: it is sent a third time only on request', async () => {
		const again = node({ count: 1, respond: () => UNKNOWN });
		await again.run();
		const options = { resendUnknown: true };
		const refused = { fields: { name: byItem, options }, respond: failingAt('t0') };
		expect((await again.run(refused)).sent).toEqual(['t0']);
		const { sent, error } = await again.run();
		expect([sent, shown(error).message]).toEqual([
			[],
			`The thing may exist. The API failed (status 504): Gateway Time-out. Not sent again: it was sent at ${AT}.`,
		]);
		expect((await again.run({ ...refused, respond: succeed })).sent).toEqual(['t0']);
	});
});

describe('a node that n8n runs again after an output', () => {
	const retrying: FakeNode = { onError, node: { retryOnFail: true } };

	it.each([
		['another item is the error', { ...retrying, respond: failingAt('t1') }],
		['Retry On Fail is off', { onError, respond: failingAt('t0') } as const],
	])('removes the journal: %s', async (_case, setup) => {
		const again = node(setup);
		await again.run();
		expect(again.stored).toEqual({});
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

	/** Writes the items in two attempts: the second finds the first one's entries. Returns n8n's stored data. */
	async function writeTwice(items: readonly PlannedItem[]): Promise<unknown> {
		const stored = {};
		const { context } = fakeContext({ operation: 'create', stored });
		const clock = new FakeTime();
		const execution = fakeExecution({ operation: create, context, clock });
		for (const result of [{ error: refused }, { items: [{ json: { id: 'new' } }] }]) {
			const journal = WriteJournal.open(execution, items);
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
		// Each of the two attempts also hashes the node, and makes the key.
		const hashes = 2 * (2 * 50 + 1);
		expect(spies.map((spy) => spy.mock.calls.length)).toEqual([hashes, 50, 0, 2]);
		jest.restoreAllMocks();
	});
});
