import { executeOperation } from '../../../../nodes/engine/execution/execute';
import type { RawResponse } from '../../../../nodes/engine/http/response';
import { WriteJournal } from '../../../../nodes/engine/journal/writeJournal';
import type { PlannedItem } from '../../../../nodes/engine/executionState';
import { asObject } from '../../../../nodes/engine/parameters/values';
import { growth, MAX_GROWTH } from '../../../growth';
import type { Respond } from '../fakes';
import { FakeClock } from '../fakeClock';
import {
	API,
	byItem,
	CREATE,
	fakeContext,
	fakeExecution,
	json,
	like,
	nameIn,
	plannedItem,
	shown,
	text,
} from '../fakes';
import type { RetriedSetup } from './retriedNode';
import { failingAt, GATEWAY_FAILS, REFUSED, RetriedNode, succeed } from './retriedNode';

/** The first attempt is sent at this time. */
const AT = '2027-01-15 08:00:00 (UTC)';
const onError = 'continueRegularOutput' as const;

const refusesSecond = failingAt('t1', REFUSED);

// journal.test.ts tests which requests are resent, with their messages and hints.
it.each([
	{ content: 'the same content', name: 't0', advice: '' },
	{
		content: 'different content',
		name: 'new',
		advice: ' The node then sends the item as it is now.',
	},
])('advises on an unknown outcome with $content', async ({ name, advice }) => {
	const node = new RetriedNode({ count: 1 });
	await node.run({ respond: () => GATEWAY_FAILS });
	const { error } = await node.run({ fields: { name } });
	expect(shown(error)).toMatchObject({
		description: `Look for it by name.${advice}`,
		details: { reason: 'outcomeUnknown', attempts: 0 },
	});
});

it.each([
	{ size: 100, sent: 0, said: undefined },
	{ size: 1_100_000, sent: 0, said: 'larger than 1 MB' },
])('replays rows of $size bytes, or reports them lost', async ({ size, sent, said }) => {
	const respond: Respond = ({ body }) =>
		json({ result: { id: String(nameIn(body)), row: 'x'.repeat(size) } });
	const node = new RetriedNode({ count: 2, operation: 'rows' });
	await node.run({
		respond: async (options, request) =>
			nameIn(options.body) === 't1' ? REFUSED : await respond(options, request),
	});
	const again = await node.run({ respond, count: 1 });
	expect(again.sent).toHaveLength(sent);
	if (said === undefined) expect(again.error).toBeUndefined();
	else expect(shown(again.error).message).toContain(said);
});

it("keeps a run's outputs up to 100 MB", async () => {
	const filler = 'x'.repeat(60_000_000);
	const respond: Respond = ({ body }) =>
		nameIn(body) === 't2' ? REFUSED : json({ result: { id: String(nameIn(body)), filler } });
	const node = new RetriedNode({ respond });
	await node.run();
	const { items, sent } = await node.run({ onError });
	expect(sent).toEqual(['t2']);
	const [kept, lost] = items.map(({ json: output }) => output);
	expect([kept?.['id'], kept?.['filler'] === filler]).toEqual(['t0', true]);
	expect(lost?.['error']).toMatchObject({
		message: `Item 2: The change was made at ${AT} (ID t1) and wasn't sent again. The node didn't keep its output.`,
		reason: 'outcomeUnknown',
	});
});

it("states times in the workflow's time zone", async () => {
	const node = new RetriedNode({ respond: refusesSecond, timezone: 'Asia/Tokyo' });
	await node.run();
	const { hints } = await node.run();
	expect(hints).toEqual([
		expect.stringMatching(
			/^1 of 3 items was already done at 2027-01-15 17:00:00 \(Asia\/Tokyo\)\. /,
		),
	]);
});

it('sends a change if its path differs only in a secret-like part', async () => {
	const node = new RetriedNode({ respond: refusesSecond });
	await node.run({ fields: { name: byItem, path: '/things/token=a' } });
	const { sent } = await node.run({ fields: { name: byItem, path: '/things/token=b' } });
	expect(sent).toEqual(['t0', 't1']);
});

it('reports an undecryptable output with a shortened ID', async () => {
	const respond: Respond = ({ body }) =>
		nameIn(body) === 't1' ? REFUSED : json({ result: { id: `canary/secret ${'x'.repeat(1000)}` } });
	const node = new RetriedNode({ respond });
	await node.run();
	expect(JSON.stringify(node.stored)).not.toContain('canary');
	const { error } = await node.run({ credential: { keySecret: 'rotated/secret' } });
	expect(shown(error)).toMatchObject({
		message: `Item 1: The change was made at ${AT} (ID *** ${'x'.repeat(596)}…) and wasn't sent again. Its output can't be decrypted.`,
		description: like(/^The credential's secret has changed since then\. Check the change/),
	});
});

describe('WriteJournal (repeated delete)', () => {
	const GONE = json({ error: 'NOT_FOUND: thing not found' }, 404);

	/** The first delete's outcome is unknown. Then, a delete meets each response. */
	async function afterUnknown(setup: RetriedSetup, ...responses: RawResponse[]) {
		const node = new RetriedNode({ operation: 'remove', count: 1, fields: {}, ...setup });
		let last = await node.run({ respond: () => GATEWAY_FAILS });
		for (const response of responses) last = await node.run({ respond: () => response });
		return last;
	}

	it("doesn't output an error body as a full response", async () => {
		const { items } = await afterUnknown({ fields: { options: { fullResponse: true } } }, GONE);
		expect(items[0]?.json).toMatchObject({ deleted: true });
		expect(items[0]?.json).not.toHaveProperty('error');
	});

	it.each([
		{ from: 'page', response: text('<html>no such page</html>', 404) },
		{ from: 'text', response: text('Not Found', 404, 'text/plain') },
		{ from: 'JSON', response: json({ message: 'no Route matched with those values' }, 404) },
	])("ignores a gateway's $from", async ({ response }) => {
		const { error } = await afterUnknown({}, response);
		expect(shown(error).details).toMatchObject({ httpCode: '404' });
		expect((await afterUnknown({}, response, GONE)).error).toBeUndefined();
	});
});

it('lets Retry send the rest of an approved plan with reads', async () => {
	const node = new RetriedNode({ respond: failingAt('t2', REFUSED) });
	const fields = { name: byItem, isRead: (item: number) => item === 1 };
	const { items } = await node.run({ fields: { ...fields, options: { dryRun: true } } });
	const { hash } = asObject(items[0]?.json['plan']);
	const approved = { fields: { ...fields, options: { approvedPlan: hash } } };
	expect((await node.run(approved)).sent).toEqual(['t0', 't1', 't2']);
	const { error, sent } = await node.run({ ...approved, respond: succeed });
	expect([error, sent]).toEqual([undefined, ['t1', 't2']]);
});

it("keeps a tool call's unknown outcome while a parallel call ends", async () => {
	const node = new RetriedNode({ count: 1, onError, node: { type: 'test.nodeTool' } });
	const ends: Array<() => void> = [];
	const calls = [json({ result: {} }), GATEWAY_FAILS].map(async (response, call) => {
		const respond = async () => {
			await new Promise<void>((resolve) => ends.push(resolve));
			return response;
		};
		return await node.run({ fields: { name: byItem(call) }, respond });
	});
	await new Promise(setImmediate);
	for (const [call, end] of ends.entries()) {
		end();
		await calls[call];
	}
	expect((await node.run({ fields: { name: 't1' } })).sent).toEqual([]);
	expect((await node.run({ fields: { name: 't0' } })).sent).toEqual(['t0']);
});

it.each([
	{ name: 'Cafe\u0301', says: "doesn't repeat", sent: 0 },
	{ name: 'CAF\u00c9', says: "doesn't repeat", sent: 0 },
	{ name: 'Cafe', says: 'sends', sent: 1 },
])("$says a tool's unknown create of Caf\u00e9 as $name", async ({ name, sent }) => {
	const node = new RetriedNode({
		...{ count: 1, onError, operation: 'named', fields: { name: 'Caf\u00e9' } },
		node: { type: 'test.nodeTool' },
	});
	await node.run({ respond: () => GATEWAY_FAILS });
	expect((await node.run({ fields: { name } })).sent).toHaveLength(sent);
});

it('replays changes of a node without a selected credential', async () => {
	const { context } = fakeContext({ operation: 'create', fields: { name: 'n' } });
	Reflect.deleteProperty(context.getNode(), 'credentials');
	const table = { thing: { create: CREATE } };
	const [items] = await executeOperation(context, () => API, table, { clock: new FakeClock() });
	expect(items).toHaveLength(1);
});

it('matches many changes in linear time', async () => {
	const itemsOf = (count: number): PlannedItem[] =>
		Array.from({ length: count }, (_, itemIndex) => {
			const body = { name: byItem(itemIndex) };
			const request = { method: 'POST', path: '/things', body } as const;
			return plannedItem(request, { itemIndex });
		});
	const facts = { outcome: 'refused', reason: 'refused', attempts: 1 } as const;
	const error = { message: 'm', description: 'd', ...facts };
	const writeTwice = async (items: readonly PlannedItem[]) => {
		const { context } = fakeContext({ operation: 'create', stored: {} });
		const execution = fakeExecution({ operation: CREATE, context });
		for (const result of [{ error }, { items: [{ json: { id: 'new' } }] }]) {
			const journal = WriteJournal.open(execution, items);
			for (const item of items)
				await journal?.recordAndSend(item, async () => await Promise.resolve(result));
		}
	};
	expect(await growth(100, itemsOf, writeTwice)).toBeLessThan(MAX_GROWTH);
});
