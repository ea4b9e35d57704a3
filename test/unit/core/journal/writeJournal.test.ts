import crypto from 'node:crypto';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { ErrorDetails } from '../../../../nodes/core/errors/nodeErrors';
import { executeOperation } from '../../../../nodes/core/execution/execute';
import type { RawResponse } from '../../../../nodes/core/http/response';
import type { Operation, PlannedItem } from '../../../../nodes/core/operation';
import { WriteJournal } from '../../../../nodes/core/journal/writeJournal';
import { growth, MAX_GROWTH } from '../../../growth';
import type { FakeNode, Respond } from '../fakes';
import {
	API,
	CREATE,
	CREDENTIAL,
	fakeContext,
	fakeExecution,
	FakeTime,
	json,
	OPTIONS_FIELD,
	REMOVE,
	text,
} from '../fakes';

const create: Operation = { ...CREATE, properties: [...CREATE.properties, OPTIONS_FIELD] };
const TABLE = {
	thing: {
		create,
		mixed: {
			...create,
			plan: (parameters, context) => {
				const { request, issues } = create.plan(parameters, context);
				return {
					request: { ...request, method: parameters['name'] === 't0' ? 'GET' : 'POST' },
					issues,
				};
			},
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

/** What n8n stores of a node that was edited: its fields have other expressions. */
function editing(operation: string, ...names: string[]): Pick<FakeNode, 'node'> {
	const parameters: INodeParameters = { resource: 'thing', operation };
	for (const name of names) parameters[name] = '={{ $json.other }}';
	return { node: { parameters } };
}

const EDITED = editing('create', 'name');

const byItem = (itemIndex: number): string => `t${String(itemIndex)}`;
const NAMES = ['t0', 't1', 't2'];

/** A node that n8n runs several times: what n8n stores for it stays, hints are each run's own. */
function node(setup: FakeNode) {
	const stored: Record<string, unknown> = {};
	const time = new FakeTime();
	return {
		stored,
		async run(changes: FakeNode = {}) {
			const hints: string[] = [];
			const all = {
				operation: 'create',
				count: 3,
				fields: { name: byItem },
				...setup,
				...changes,
				// n8n stores the context with the execution, as text.
				stored,
				hints,
			};
			const { context, sent } = fakeContext(all);
			const result = await executeOperation(context, API, TABLE, time).then(
				(items) => ({ items: items[0] ?? [], error: undefined }),
				(error: unknown) => ({ items: [], error }),
			);
			const restored: unknown = JSON.parse(JSON.stringify(stored));
			for (const name of Object.keys(stored)) Reflect.deleteProperty(stored, name);
			Object.assign(stored, restored);
			const names = sent.map(({ options }) => nameIn(options.body));
			time.time += 60_000;
			return { ...result, hints, sent: names };
		},
	};
}

function nameIn(body: unknown): unknown {
	const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
	return typeof parsed === 'object' && parsed !== null && 'name' in parsed ? parsed.name : 'empty';
}

/** Answers every request with its name as ID, but for the one named. */
function failingAt(name: string, response = json({ error: 'no' }, 400)): Respond {
	return ({ body }) =>
		nameIn(body) === name ? response : json({ result: { id: String(nameIn(body)) } });
}

const succeed = failingAt('none');
const UNKNOWN = text('<html><title>Gateway Time-out</title>', 504);
const ids = (items: INodeExecutionData[]): unknown[] => items.map((item) => item.json['id']);

describe('a node that n8n runs again after a throw', () => {
	it('continues where it stopped, and outputs what was done before', async () => {
		const again = node({ respond: failingAt('t1') });
		const first = await again.run();
		expect(first.error).toBeInstanceOf(NodeApiError);
		expect(first.sent).toEqual(['t0', 't1']);
		const second = await again.run({ respond: succeed });
		expect(second.sent).toEqual(['t1', 't2']);
		expect(ids(second.items)).toEqual(NAMES);
		expect(second.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(second.hints).toEqual([
			'1 of 3 items was sent in the try at 2027-01-15 08:00:00 (UTC) and not repeated.',
		]);
		expect(again.stored).toEqual({});
	});

	it('says nothing and sends all where there was no earlier try', async () => {
		const { hints, sent } = await node({ respond: succeed }).run();
		expect(hints).toEqual([]);
		expect(sent).toEqual(NAMES);
	});

	it('does not send again what may have been carried out', async () => {
		const again = node({ respond: failingAt('t1', UNKNOWN) });
		await again.run();
		const second = await again.run({ respond: succeed });
		expect(second.sent).toEqual([]);
		expect(second.error).toMatchObject({
			message:
				'Not sent again: it was sent at 2027-01-15 08:00:00 (UTC), and its outcome is unknown. The first try ended with: The API failed (status 504): Gateway Time-out',
			description: expect.stringMatching(
				/^The thing may exist. Look for it by name. To send it once more, turn on "Resend Unknown Outcomes"/,
			) as unknown,
			context: { details: { outcome: 'unknown', reason: 'outcomeUnknown', attempts: 0 } },
		});
		expect(second.hints).toEqual([
			'1 of 3 items was sent in the try at 2027-01-15 08:00:00 (UTC) and not repeated.',
			'1 of 3 items was not sent again: the outcome of the try at 2027-01-15 08:00:00 (UTC) is unknown.',
		]);
	});

	it('leaves out only that item where the node continues on errors', async () => {
		const again = node({ respond: failingAt('t1', UNKNOWN) });
		await again.run();
		const { items, sent } = await again.run({
			respond: succeed,
			onError: 'continueRegularOutput',
		});
		expect(sent).toEqual(['t2']);
		expect(items.map(({ json: data }) => 'error' in data)).toEqual([false, true, false]);
	});

	it('sends it once more where the user asks for it, without a change of the node', async () => {
		const now = (itemIndex: number): string => `${byItem(itemIndex)} ${String(Math.random())}`;
		let posts = 0;
		const again = node({
			fields: { name: now },
			respond: () => ((posts += 1) === 2 ? UNKNOWN : json({ result: { id: 'x' } })),
		});
		await again.run();
		const options = { resendUnknown: true };
		const { sent, items, hints } = await again.run({ fields: { name: now, options } });
		expect(sent).toHaveLength(2);
		expect(items).toHaveLength(3);
		expect(hints[1]).toBe(
			'1 of 3 items was sent again: the outcome of the try at 2027-01-15 08:00:00 (UTC) is unknown.',
		);
	});

	it.each([
		['remove', {}, ['empty']],
		['put', { name: 't0' }, ['t0']],
		['put', { name: 't1' }, []],
	])('%s %j goes again after an unknown outcome only where that does no harm', async (...given) => {
		const [operation, fields, expected] = given;
		const again = node({ operation, fields, count: 1, respond: () => UNKNOWN });
		expect((await again.run()).sent).toHaveLength(1);
		expect((await again.run()).sent).toEqual(expected);
	});

	it('goes by the item index where an expression gives another body at every try', async () => {
		let tries = 0;
		const again = node({
			fields: { name: (item: number) => `${byItem(item)} ${String(tries)}` },
			respond: ({ body }) =>
				nameIn(body) === 't1 0' ? json({ error: 'no' }, 400) : json({ result: {} }),
		});
		await again.run();
		tries = 1;
		expect((await again.run()).sent).toEqual(['t1 1', 't2 1']);
	});

	it('goes by the request after the node was edited', async () => {
		const again = node({ respond: failingAt('t2') });
		await again.run();
		const edited = (item: number): string => ['t1', 'new', 't0'][item] ?? '';
		const fields = { name: edited, password: 'other' };
		const { sent, items } = await again.run({ ...EDITED, fields, respond: succeed });
		expect(sent).toEqual(['new']);
		expect(ids(items)).toEqual(['t1', 'new', 't0']);
	});

	it('tells of what was done in place of an item before the edit', async () => {
		const again = node({ respond: failingAt('t1') });
		await again.run();
		const fields = { name: (item: number) => ['new', 't1', 't2'][item] };
		const { sent, hints } = await again.run({ ...EDITED, fields, respond: succeed });
		expect(sent).toEqual(['new', 't1', 't2']);
		expect(hints).toEqual([
			'1 of 3 items was sent as new: the try at 2027-01-15 08:00:00 (UTC) sent another request.',
		]);
	});

	it('does not send what may have been carried out in place of an item before the edit', async () => {
		const again = node({ respond: failingAt('t1', UNKNOWN) });
		await again.run();
		const fields = { name: (item: number) => ['t0', 'new', 't2'][item] };
		const second = await again.run({ ...EDITED, fields, respond: succeed });
		expect(second.sent).toEqual([]);
		expect(second.error).toMatchObject({
			message: expect.stringMatching(
				/^Not sent again: it was sent at 2027-01-15 08:00:00 \(UTC\) with other content, and its outcome is unknown\. The first try/,
			) as unknown,
			description: expect.stringContaining(
				'To send it as it is now, turn on "Resend Unknown Outcomes" in the options.',
			) as unknown,
		});
		const options = { resendUnknown: true };
		const asked = { ...editing('create', 'name', 'options'), fields: { ...fields, options } };
		expect((await again.run({ ...asked, respond: succeed })).sent).toEqual(['new', 't2']);
	});

	it.each([
		['another path', { path: '/others' }, ['new']],
		['the same path', { path: '/things' }, []],
	])('after the edit sends to %s accordingly', async (_case, { path }, expected) => {
		const fields = { name: 't0', path: '/things' };
		const again = node({ operation: 'call', count: 1, fields, respond: () => UNKNOWN });
		await again.run();
		const changes = { ...editing('call', 'name', 'path'), fields: { name: 'new', path } };
		const { sent } = await again.run(changes);
		expect(sent).toEqual(expected);
	});

	it('sends the rest after an edit that moves what is unknown to another item', async () => {
		const again = node({ count: 1, fields: { name: 't0' }, respond: () => UNKNOWN });
		await again.run();
		const { sent, items } = await again.run({
			...{ ...EDITED, count: 2, onError: 'continueRegularOutput', respond: succeed },
			fields: { name: (item: number) => ['new', 't0'][item] },
		});
		expect(sent).toEqual(['new']);
		expect(items.map(({ json: data }) => 'error' in data)).toEqual([false, true]);
	});

	it('goes by the request after another credential was selected', async () => {
		const again = node({ respond: failingAt('t1') });
		await again.run();
		const fields = { name: (item: number) => ['t1', 't2', 't0'][item] };
		const credentials = { testApi: { id: 'another', name: 'Another' } };
		const { sent, items } = await again.run({ fields, node: { credentials }, respond: succeed });
		expect(sent).toEqual(['t1', 't2']);
		expect(ids(items)).toEqual(['t1', 't2', 't0']);
	});

	it('keeps one entry for each item that was sent, without a message where it was refused', async () => {
		const again = node({ respond: failingAt('t1') });
		await again.run();
		await again.run();
		expect(again.stored['cloudWrites']).toMatchObject([
			{ outcome: 'done' },
			{ outcome: 'refused' },
		]);
		expect(JSON.stringify(again.stored)).not.toContain('"message"');
	});

	it('outputs an empty list again as nothing', async () => {
		const respond: Respond = ({ body }) =>
			nameIn(body) === 't0' ? json({ result: [] }) : json({ error: 'no' }, 400);
		const again = node({ respond });
		expect((await again.run()).sent).toEqual(['t0', 't1']);
		const { sent, items } = await again.run({ respond: succeed });
		expect(sent).toEqual(['t1', 't2']);
		expect(ids(items)).toEqual(['t1', 't2']);
	});

	it('names times in the time zone of the workflow', async () => {
		const again = node({ respond: failingAt('t1'), timezone: 'Asia/Tokyo' });
		await again.run();
		expect((await again.run({ respond: succeed })).hints).toEqual([
			'1 of 3 items was sent in the try at 2027-01-15 17:00:00 (Asia/Tokyo) and not repeated.',
		]);
	});

	it('notes a request without an outcome as unknown', async () => {
		const again = node({ count: 1 });
		let respond: (response: RawResponse) => void = () => undefined;
		const response = new Promise<RawResponse>((resolve) => (respond = resolve));
		const { context } = fakeContext({
			operation: 'create',
			fields: { name: byItem },
			stored: again.stored,
			// The process dies before the response comes.
			respond: async () => await response,
		});
		const lost = executeOperation(context, API, TABLE, new FakeTime());
		for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
		expect(again.stored).not.toEqual({});
		const { sent, error } = await again.run();
		expect(sent).toEqual([]);
		expect(error).toMatchObject({
			message:
				'Not sent again: it was sent at 2027-01-15 08:00:00 (UTC), and its outcome is unknown.',
		});
		respond(json({ result: {} }));
		await lost;
	});

	it('keeps nothing of an earlier run index', async () => {
		const again = node({ respond: failingAt('t1') });
		await again.run();
		expect((await again.run({ runIndex: 1, respond: succeed })).sent).toEqual(NAMES);
	});

	it('notes only the writes where an operation also reads', async () => {
		const again = node({ operation: 'mixed', respond: failingAt('t1') });
		expect((await again.run()).sent).toEqual(['t0', 't1']);
		expect((await again.run({ respond: succeed })).sent).toEqual(['t0', 't1', 't2']);
	});

	it('needs no selected credential to know the node again', async () => {
		const { context } = fakeContext({ operation: 'create', fields: { name: 'n' } });
		Reflect.deleteProperty(context.getNode(), 'credentials');
		const [items] = await executeOperation(context, API, TABLE, new FakeTime());
		expect(items).toHaveLength(1);
	});

	it('journals neither dry runs nor what was not planned', async () => {
		const again = node({});
		await again.run({ fields: { name: byItem, options: { dryRun: true } } });
		expect(again.stored).toEqual({});
		await again.run({ fields: { name: '' } });
		expect(again.stored).toEqual({});
	});
});

describe('an item whose request is another one in the later try', () => {
	const AS_NEW =
		'1 of 3 items was sent as new: the try at 2027-01-15 08:00:00 (UTC) sent another request.';
	/** The fields, the path by an expression. */
	const at = (path: string) => ({ name: byItem, path: () => path });
	let keys = 0;

	/** A first try that ends at its second item; all items have this path. */
	async function triedAt(path: string, response = json({ error: 'no' }, 400)) {
		keys += 1;
		// A key of its own: what other tests have sent delays nothing.
		const credentials = { testApi: { ...CREDENTIAL, keyId: `another request ${String(keys)}` } };
		const respond = failingAt('t1', response);
		const again = node({ operation: 'call', fields: at(path), respond, credentials });
		expect((await again.run()).sent).toEqual(['t0', 't1']);
		return again;
	}

	it.each([
		['another path', '/others'],
		['another query', '/things?ts=2'],
	])('is sent again for %s after it was carried out, and reported', async (_case, path) => {
		const again = await triedAt('/things?ts=1');
		const { sent, hints, items } = await again.run({ fields: at(path), respond: succeed });
		expect(sent).toEqual(NAMES);
		expect(hints).toEqual([AS_NEW]);
		expect(items).toHaveLength(3);
	});

	it('is played back for another body', async () => {
		const again = await triedAt('/things?ts=1');
		const fields = { ...at('/things?ts=1'), name: (item: number) => `${byItem(item)} new` };
		const { sent, hints, items } = await again.run({ fields, respond: succeed });
		expect(sent).toEqual(['t1 new', 't2 new']);
		expect(ids(items)).toEqual(['t0', 't1 new', 't2 new']);
		expect(hints).toEqual([
			'1 of 3 items was sent in the try at 2027-01-15 08:00:00 (UTC) and not repeated.',
		]);
	});

	it('is sent for another path where the outcome of the earlier one is unknown', async () => {
		const again = await triedAt('/things', UNKNOWN);
		const { sent, hints } = await again.run({ fields: at('/others'), respond: succeed });
		expect(sent).toEqual(NAMES);
		expect(hints).toEqual([
			'2 of 3 items were sent as new: the try at 2027-01-15 08:00:00 (UTC) sent another request.',
		]);
	});

	it('is blocked for another query where the outcome of the earlier one is unknown', async () => {
		const again = await triedAt('/things?ts=1', UNKNOWN);
		const { sent, error } = await again.run({ fields: at('/things?ts=2'), respond: succeed });
		// What was carried out with the other query is a separate request.
		expect(sent).toEqual(['t0']);
		expect(error).toMatchObject({ message: expect.stringContaining('Not sent again') as unknown });
	});

	it('leaves what is known of the other one for a third try', async () => {
		const again = await triedAt('/things', UNKNOWN);
		await again.run({ fields: at('/others'), respond: failingAt('t2') });
		const { sent, hints } = await again.run({ fields: at('/things'), respond: succeed });
		expect(sent).toEqual([]);
		expect(hints).toEqual([
			'1 of 3 items was sent in the try at 2027-01-15 08:00:00 (UTC) and not repeated.',
			'1 of 3 items was not sent again: the outcome of the try at 2027-01-15 08:00:00 (UTC) is unknown.',
		]);
		const last = await again.run({ fields: at('/others'), respond: succeed });
		expect(last.sent).toEqual(['t2']);
		expect(ids(last.items)).toEqual(NAMES);
	});
});

describe('an item that has other secrets in the later try', () => {
	const AT = 'in the try at 2027-01-15 08:00:00 (UTC)';
	const MADE = `made ${AT} with other secrets, and not made again. To use the current ones, update what was made, or delete it and create it in a new execution`;
	const secretly = (password: string) => ({ name: byItem, password });
	const respond = failingAt('t1');

	it('is not made again, and its summary and a hint say so', async () => {
		const again = node({ respond, fields: secretly('mistyped') });
		await again.run();
		const changes = { fields: secretly('corrected'), respond: succeed };
		const { sent, items, hints } = await again.run(changes);
		expect(sent).toEqual(['t1', 't2']);
		expect(items.map(({ json: { summary } }) => summary)).toEqual([
			`Sent POST /things with name, credentials. It was ${MADE}`,
			'Sent POST /things with name, credentials',
			'Sent POST /things with name, credentials',
		]);
		expect(hints).toEqual([`1 of 3 items was ${MADE}.`]);
		expect(JSON.stringify({ items, hints })).not.toMatch(/mistyped|corrected/);
	});

	it('is output as before while the secrets are the same', async () => {
		const again = node({ respond, fields: secretly('right-one') });
		await again.run();
		const { items, hints } = await again.run({ respond: succeed });
		expect(items[0]?.json['summary']).toBe('Sent POST /things with name, credentials');
		expect(hints).toEqual([`1 of 3 items was sent ${AT} and not repeated.`]);
	});

	it.each([
		['is raw', { operation: 'raw' }, { result: { id: 'x', summary: 'its own' } }, 'its own'],
		['has a summary that is no text', {}, { result: { summary: [1] } }, [1]],
	])('is output as before where the output %s; the hint says so', async (...given) => {
		const [, setup, body, summary] = given;
		const answer: Respond = (request, sent) =>
			nameIn(request.body) === 't1' ? respond(request, sent) : json(body);
		const again = node({ ...setup, respond: answer, fields: secretly('mistyped') });
		await again.run();
		const { items, hints } = await again.run({ fields: secretly('corrected') });
		expect(items).toEqual([]);
		expect(hints).toEqual([`1 of 3 items was ${MADE}.`]);
		const last = await again.run({
			...{ fields: secretly('corrected'), onError: 'continueRegularOutput' },
		});
		expect(last.items[0]?.json['summary']).toEqual(summary);
	});

	it('is sent again where that does no harm, and a hint says so', async () => {
		const setup = { operation: 'update', respond, count: 2 };
		const again = node({ ...setup, fields: secretly('mistyped') });
		await again.run();
		const fields = secretly('corrected');
		const second = await again.run({ fields });
		expect(second.sent).toEqual(['t0', 't1']);
		expect(second.hints).toEqual([
			'1 of 2 items was sent again: the try at 2027-01-15 08:00:00 (UTC) used other secrets.',
		]);
		const third = await again.run({ fields, respond: succeed });
		expect(third.sent).toEqual(['t1']);
		expect(ids(third.items)).toEqual(['t0', 't1']);
	});

	it('is sent again within the same execution as well', async () => {
		let tries = 0;
		const setup: FakeNode = {
			...{ operation: 'update', node: { retryOnFail: true }, stored: {} },
			fields: { name: 't0', password: () => `generated ${String(tries)}` },
			respond: () => json({ result: { id: 'x', error: null } }),
		};
		for (tries = 0; tries < 3; tries += 1) {
			const { context, sent } = fakeContext(setup);
			await executeOperation(context, API, TABLE, new FakeTime());
			expect(sent).toHaveLength(1);
		}
	});

	it('is output with the note where an approval refuses the run', async () => {
		const again = node({ operation: 'update', respond, fields: secretly('mistyped') });
		await again.run();
		const options = { approvedPlan: 'none' };
		const { sent, items } = await again.run({
			...{ fields: { ...secretly('corrected'), options }, onError: 'continueRegularOutput' },
		});
		expect(sent).toEqual([]);
		expect(items[0]?.json['id']).toBe('t0');
		expect(items[0]?.json['summary']).toContain(MADE);
	});

	it('is not told apart where the key of the API has changed: its output is lost', async () => {
		const again = node({ respond, fields: secretly('mistyped') });
		await again.run();
		const credentials = { testApi: { ...CREDENTIAL, keySecret: 'rotated/secret' } };
		const { error } = await again.run({ credentials, fields: secretly('corrected') });
		expect(error).toMatchObject({
			message: expect.stringContaining('cannot be decrypted any more') as unknown,
		});
	});
});

describe('stored outputs', () => {
	it('contain no output or secret in plain text', async () => {
		const again = node({
			respond: ({ body }) =>
				nameIn(body) === 't1' ? UNKNOWN : json({ result: { id: 'i', secretName: 'warehouse' } }),
			fields: { name: byItem, password: 'canary-password' },
		});
		await again.run();
		const stored = JSON.stringify(again.stored);
		expect(stored).toContain('"done"');
		expect(stored).not.toContain('warehouse');
		expect(stored).not.toContain('canary');
	});

	it('are what was output, whatever other nodes make of it', async () => {
		const setup: FakeNode = {
			...{ operation: 'create', count: 3, fields: { name: byItem } },
			...{ onError: 'continueRegularOutput', node: { retryOnFail: true } },
		};
		const again = node(setup);
		const first = { ...setup, stored: again.stored, respond: failingAt('t0') };
		const { context } = fakeContext(first);
		const [items = []] = await executeOperation(context, API, TABLE, new FakeTime());
		// Before n8n stores the execution.
		for (const { json: output } of items) output['id'] = 'changed';
		const last = await again.run({ respond: succeed });
		expect(last.sent).toEqual(['t0']);
		expect(ids(last.items)).toEqual(NAMES);
	});

	it('that cannot be decrypted any more are reported with their ID, and nothing is sent', async () => {
		const again = node({ respond: failingAt('t1') });
		await again.run();
		const credentials = { testApi: { ...CREDENTIAL, keySecret: 'rotated/secret' } };
		const { sent, error } = await again.run({ credentials, respond: succeed });
		expect(sent).toEqual([]);
		expect(error).toMatchObject({
			message:
				'Not sent again: it was carried out at 2027-01-15 08:00:00 (UTC) (ID t0), and its output cannot be decrypted any more.',
			context: { itemIndex: 0, details: { outcome: 'unknown' } },
		});
	});

	it('are reported with an ID that is redacted and cut', async () => {
		const id = `canary/secret ${'x'.repeat(1000)}`;
		const respond: Respond = ({ body }) =>
			nameIn(body) === 't1' ? UNKNOWN : json({ result: { id } });
		const again = node({ respond });
		await again.run();
		expect(JSON.stringify(again.stored)).not.toContain('canary');
		const credentials = { testApi: { ...CREDENTIAL, keySecret: 'rotated/secret' } };
		const { error } = await again.run({ credentials });
		expect(error).toMatchObject({
			message: expect.stringContaining(`(ID *** ${'x'.repeat(596)}…)`) as unknown,
		});
	});

	it('are reported without an ID where the service gave none', async () => {
		const respond: Respond = ({ body }) => (nameIn(body) === 't1' ? UNKNOWN : json({ result: {} }));
		const again = node({ respond });
		await again.run();
		const credentials = { testApi: { ...CREDENTIAL, keySecret: 'rotated/secret' } };
		const { error } = await again.run({ credentials });
		expect(error).toMatchObject({
			message: expect.stringContaining('08:00:00 (UTC), and its output') as unknown,
		});
	});
});

describe('a node that n8n runs again after an output', () => {
	const onError = 'continueRegularOutput';

	it('keeps the journal while Retry On Fail is on and the first item is an error', async () => {
		const again = node({ respond: failingAt('t0'), onError, node: { retryOnFail: true } });
		expect((await again.run()).sent).toEqual(NAMES);
		expect((await again.run()).sent).toEqual(['t0']);
		const last = await again.run({ respond: succeed });
		expect(last.sent).toEqual(['t0']);
		expect(ids(last.items)).toEqual(NAMES);
		expect(last.hints).toEqual([
			'2 of 3 items were sent in the try at 2027-01-15 08:00:00 (UTC) and not repeated.',
		]);
		expect(again.stored).toEqual({});
	});

	it.each([
		['another item is the error', { node: { retryOnFail: true }, respond: failingAt('t1') }],
		['Retry On Fail is off', { respond: failingAt('t0') }],
	])('removes it where %s', async (_case, setup) => {
		const again = node({ onError, ...setup });
		await again.run();
		expect(again.stored).toEqual({});
	});
});

describe('as a tool', () => {
	const type = 'test.nodeTool';

	it('blocks what may have been carried out in an earlier call, also after one that went well', async () => {
		const again = node({ count: 1, node: { type } });
		await again.run({ fields: { name: 't0' }, respond: () => UNKNOWN });
		await again.run({ fields: { name: 't1' }, runIndex: 1, respond: succeed });
		const third = await again.run({ fields: { name: 't0' }, runIndex: 2, respond: succeed });
		expect(third.sent).toEqual([]);
		expect(third.error).toBeInstanceOf(NodeApiError);
	});

	it('keeps the unknown outcome of a call while another one ends', async () => {
		const stored: Record<string, unknown> = {};
		// A key of its own: what other tests have sent delays nothing.
		const credentials = { testApi: { ...CREDENTIAL, keyId: 'side by side' } };
		const setup = { operation: 'create', node: { type }, credentials };
		const call = (name: string, respond: Respond) =>
			executeOperation(
				fakeContext({ ...setup, fields: { name }, stored, respond }).context,
				API,
				TABLE,
				new FakeTime(),
			);
		const ends: Array<() => void> = [];
		const [first, second] = [json({ result: {} }), UNKNOWN].map((response, index) =>
			call(`t${String(index)}`, async () => {
				await new Promise<void>((resolve) => ends.push(resolve));
				return response;
			}),
		);
		await new Promise((resolve) => setImmediate(resolve));
		expect(ends).toHaveLength(2);
		ends[0]?.();
		await first;
		ends[1]?.();
		await expect(second).rejects.toThrow(NodeApiError);
		await expect(call('t1', succeed)).rejects.toThrow('Not sent again');
		await expect(call('t0', succeed)).resolves.toHaveLength(1);
	});

	it('leaves nothing behind of calls that went well side by side', async () => {
		const stored: Record<string, unknown> = {};
		const calls = ['t0', 't1'].map(async (name) => {
			const setup = { operation: 'create', fields: { name }, node: { type }, stored };
			const { context } = fakeContext({ ...setup, respond: succeed });
			return await executeOperation(context, API, TABLE, new FakeTime());
		});
		await Promise.all(calls);
		expect(stored).toEqual({});
	});

	it('plays back what is done where n8n makes the same call again, and not for another call', async () => {
		const respond: Respond = () => json({ result: { id: 'x', error: null } });
		const retrying = { type, retryOnFail: true };
		const again = node({ count: 1, node: retrying, fields: { name: 't0' }, respond });
		expect((await again.run()).sent).toEqual(['t0']);
		const second = await again.run();
		expect(second.sent).toEqual([]);
		expect(second.items.map(({ json: data }) => data)).toMatchObject([{ id: 'x', error: null }]);
		expect((await again.run({ runIndex: 1 })).sent).toEqual(['t0']);
	});

	it('plays nothing back: the same call twice is sent twice', async () => {
		const again = node({ count: 1, node: { type }, fields: { name: 't0' }, respond: succeed });
		await again.run();
		expect(again.stored).toEqual({});
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

	/** Writes the items in two tries: the second also finds the entries of the first. Returns what n8n would store. */
	async function writeTwice(items: readonly PlannedItem[]): Promise<unknown> {
		const stored = {};
		const { context } = fakeContext({ operation: 'create', stored });
		const clock = new FakeTime();
		const execution = fakeExecution({ operation: create, context, clock });
		for (const send of [{ error: REFUSED }, { items: [{ json: { id: 'new' } }] }]) {
			const journal = WriteJournal.open(context, execution, clock, items);
			for (const planned of items) {
				await journal?.run(planned, async () => await Promise.resolve(send));
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
		const counts = () => spies.map((spy) => spy.mock.calls.length);
		await writeTwice(itemsOf(50));
		// Each of the two tries also hashes the node, and makes the key.
		const hashes = 2 * (2 * 50 + 1);
		expect(counts()).toEqual([hashes, 50, 0, 2]);
		jest.restoreAllMocks();
	});
});

const REFUSED: ErrorDetails = {
	message: 'm',
	description: 'd',
	outcome: 'refused',
	reason: 'refused',
	attempts: 1,
};
