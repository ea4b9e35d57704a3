import { executeOperation } from '../../../../nodes/engine/execution/execute';
import type { RawResponse } from '../../../../nodes/engine/http/response';
import { WriteJournal } from '../../../../nodes/engine/journal/writeJournal';
import type { ErrorDetails, PlannedItem } from '../../../../nodes/engine/operation';
import { growth, MAX_GROWTH } from '../../../growth';
import type { Respond } from '../fakes';
import {
	API,
	byItem,
	CREATE,
	fakeContext,
	fakeExecution,
	FakeTime,
	json,
	like,
	nameIn,
	shown,
	text,
} from '../fakes';
import type { RetriedSetup } from './retriedNode';
import { failingAt, GATEWAY_FAILS, PROCESS_DIES, REFUSED, RetriedNode } from './retriedNode';

/** When the first attempt sends. */
const AT = '2027-01-15 08:00:00 (UTC)';
const onError = 'continueRegularOutput' as const;

const refusesSecond = failingAt('t1', REFUSED);

/** The fields of items with this password. */
const withPassword = (password: string) => ({ name: byItem, password });

describe('a change whose outcome is unknown', () => {
	it.each([
		{
			given: 'no reliable answer',
			first: GATEWAY_FAILS,
			nameNow: 't0',
			message: `The thing may exist. The API failed (status 504): Gateway Time-out. Not sent again: it was sent at ${AT}.`,
			advice: 'To send it once more, turn on "Resend Unknown Outcomes" in the options.',
		},
		{
			given: 'other content than now',
			first: GATEWAY_FAILS,
			nameNow: 'new',
			message: `The thing may exist. The API failed (status 504): Gateway Time-out. Not sent again: it was sent at ${AT} with other content.`,
			advice: 'To send it as it is now, turn on "Resend Unknown Outcomes" in the options.',
		},
		{
			given: 'no answer before the execution ended',
			first: PROCESS_DIES,
			nameNow: 't0',
			message: `The thing may exist. The execution ended before the response arrived. Not sent again: it was sent at ${AT}.`,
			advice: 'To send it once more, turn on "Resend Unknown Outcomes" in the options.',
		},
	])('is not sent again, and the error explains how to send it: it had $given', async (example) => {
		const node = new RetriedNode({ count: 1 });
		await node.run({ respond: () => example.first });
		const { sent, error } = await node.run({ fields: { name: example.nameNow } });
		expect(sent).toEqual([]);
		expect(shown(error)).toMatchObject({
			message: example.message,
			description: `Look for it by name. ${example.advice} The request was for POST /things.`,
			details: { outcome: 'unknown', reason: 'outcomeUnknown', attempts: 0 },
		});
	});
});

it("hints name times in the workflow's time zone", async () => {
	const node = new RetriedNode({ respond: refusesSecond, timezone: 'Asia/Tokyo' });
	await node.run();
	const { hints } = await node.run();
	expect(hints).toEqual([
		'1 of 3 items was sent in the attempt at 2027-01-15 17:00:00 (Asia/Tokyo) and not repeated.',
	]);
});

describe('a record that was made with other secrets', () => {
	const NOTE = `It was made in the attempt at ${AT} with different secrets, so not repeated. To use the current secrets, update the record, or delete it and create it in a new execution`;

	it('has a note in its summary, which shows no secret', async () => {
		const node = new RetriedNode({ respond: refusesSecond });
		await node.run({ fields: withPassword('mistyped') });
		const { items, hints } = await node.run({ fields: withPassword('corrected'), onError });
		expect(items[0]?.json['summary']).toBe(
			`Sent POST /things with name t0, credentials (password ***). ${NOTE}`,
		);
		expect(JSON.stringify({ items, hints })).not.toMatch(/mistyped|corrected/);
	});

	it.each([
		{ output: 'is raw', operation: 'raw', result: { id: 'x', summary: 'its own' } },
		{ output: 'has a summary that is no text', operation: 'create', result: { summary: [1] } },
	])('is output without the note if it $output', async ({ operation, result }) => {
		const respond: Respond = ({ body }) => (nameIn(body) === 't1' ? REFUSED : json({ result }));
		const node = new RetriedNode({ operation, respond });
		await node.run({ fields: withPassword('mistyped') });
		const { items } = await node.run({ fields: withPassword('corrected'), onError });
		expect(items[0]?.json).toEqual(result);
	});
});

describe('a stored output', () => {
	it('is encrypted, and no secret is stored', async () => {
		const respond: Respond = ({ body }) =>
			nameIn(body) === 't1' ? REFUSED : json({ result: { secretName: 'warehouse' } });
		const node = new RetriedNode({ respond, fields: withPassword('canary-password') });
		await node.run();
		expect(JSON.stringify(node.stored)).toContain('"done"');
		expect(JSON.stringify(node.stored)).not.toMatch(/warehouse|canary/);
	});

	it.each([
		{ kind: 'an ID', id: 't0', made: ' (ID t0)' },
		{
			kind: 'a long ID with a secret',
			id: `canary/secret ${'x'.repeat(1000)}`,
			made: ` (ID *** ${'x'.repeat(596)}…)`,
		},
		{ kind: 'no ID', id: undefined, made: '' },
	])('that can no longer be decrypted is reported, with $kind', async ({ id, made }) => {
		const respond: Respond = ({ body }) =>
			nameIn(body) === 't1' ? REFUSED : json({ result: { id } });
		const node = new RetriedNode({ respond });
		await node.run();
		expect(JSON.stringify(node.stored)).not.toContain('canary');
		const { sent, error } = await node.run({ credential: { keySecret: 'rotated/secret' } });
		expect(sent).toEqual([]);
		expect(shown(error)).toMatchObject({
			message: `It was applied at ${AT}${made}. Not sent again, although its output can no longer be decrypted.`,
			description: like(/^The secret of the credential has changed since\. Check the result/),
			itemIndex: 0,
		});
	});

	it('that can no longer be decrypted is reported without the ID of an earlier response', async () => {
		const node = new RetriedNode({ operation: 'update', count: 2 });
		const responding =
			(result: object): Respond =>
			({ body }) =>
				nameIn(body) === 't1' ? REFUSED : json({ result });
		await node.run({ fields: withPassword('mistyped'), respond: responding({ id: 'first' }) });
		await node.run({ fields: withPassword('corrected'), respond: responding({}) });
		const { error } = await node.run({
			fields: withPassword('corrected'),
			credential: { keySecret: 'rotated/secret' },
		});
		expect(shown(error).message).toMatch(/^It was applied at [^)]+\)\. Not sent again/);
	});
});

describe('a delete that is sent again after an unknown outcome', () => {
	const GONE = json({ error: 'NOT_FOUND: thing not found' }, 404);

	async function afterUnknown(setup: RetriedSetup, ...responses: RawResponse[]) {
		const node = new RetriedNode({ operation: 'remove', count: 1, fields: {}, ...setup });
		let last = await node.run({ respond: () => GATEWAY_FAILS });
		for (const response of responses) last = await node.run({ respond: () => response });
		return { ...last, stored: node.stored };
	}

	it('outputs no error body as its full response', async () => {
		const { items } = await afterUnknown({ fields: { options: { fullResponse: true } } }, GONE);
		expect(items[0]?.json).toMatchObject({ deleted: true });
		expect(items[0]?.json).not.toHaveProperty('error');
	});

	it.each([
		{ from: 'page', response: text('<html>no such page</html>', 404) },
		{ from: 'text', response: text('Not Found', 404, 'text/plain') },
		{ from: 'JSON', response: json({ message: 'no Route matched with those values' }, 404) },
	])("takes no gateway's $from for the API's answer", async ({ response }) => {
		const { error } = await afterUnknown({}, response);
		expect(shown(error).details).toMatchObject({ httpCode: '404' });
		expect((await afterUnknown({}, response, GONE)).error).toBeUndefined();
	});

	it('fails if it is none of the node’s own deletes, such as one by API Request', async () => {
		const fields = { options: { resendUnknown: true } };
		const { error } = await afterUnknown({ operation: 'unsafeRemove', fields }, GONE);
		expect(shown(error).details).toMatchObject({ httpCode: '404', reason: 'notFound' });
	});
});

describe('calls of a tool that run side by side', () => {
	/** Starts a call for each response. They end in this order. */
	async function callAll(node: RetriedNode, responses: RawResponse[]): Promise<void> {
		const ends: Array<() => void> = [];
		const calls = responses.map(async (response, call) => {
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
	}

	const tool: RetriedSetup = { count: 1, node: { type: 'test.nodeTool' } };

	it('keep the unknown outcome of one while another one ends', async () => {
		const node = new RetriedNode(tool);
		await callAll(node, [json({ result: {} }), GATEWAY_FAILS]);
		expect((await node.run({ fields: { name: 't1' } })).sent).toEqual([]);
		expect((await node.run({ fields: { name: 't0' } })).sent).toEqual(['t0']);
	});
});

it('a node without a selected credential has a journal as well', async () => {
	const { context } = fakeContext({ operation: 'create', fields: { name: 'n' } });
	Reflect.deleteProperty(context.getNode(), 'credentials');
	const table = { thing: { create: CREATE } };
	const [items] = await executeOperation(context, API, table, new FakeTime());
	expect(items).toHaveLength(1);
});

it('the cost of the journal grows with the number of changes', async () => {
	const itemsOf = (count: number): PlannedItem[] =>
		Array.from({ length: count }, (_, itemIndex) => ({
			itemIndex,
			parameters: {},
			request: { method: 'POST', path: '/things', body: { name: byItem(itemIndex) } },
		}));
	const error: ErrorDetails = {
		message: 'm',
		description: 'd',
		outcome: 'refused',
		reason: 'refused',
		attempts: 1,
	};
	const writeTwice = async (items: readonly PlannedItem[]) => {
		const { context } = fakeContext({ operation: 'create', stored: {} });
		const execution = fakeExecution({ operation: CREATE, context });
		for (const result of [{ error }, { items: [{ json: { id: 'new' } }] }]) {
			const journal = WriteJournal.open(execution, items);
			for (const item of items) await journal?.run(item, async () => await Promise.resolve(result));
		}
	};
	expect(await growth(100, itemsOf, writeTwice)).toBeLessThan(MAX_GROWTH);
});
