import { asObject } from '../../../../nodes/engine/parameters/values';
import type { FakeNode } from '../fakes';
import { CREDENTIAL, json, like, newKey, shown } from '../fakes';
import { FakeClock } from '../fakeClock';
import type { Otherwise } from '../execution/things';
import { Things, updateOf } from '../execution/things';

const onError = 'continueRegularOutput' as const;
const GATEWAY_FAILS = json({}, 504);
const REFUSED = json({ error: 'no' }, 400);

interface Attempt extends FakeNode {
	otherwise?: Otherwise;
}

/** Updates things in several attempts. */
class Updates {
	readonly things = new Things(
		{ a: { name: 'old', note: 'kept' }, b: { name: 'b' } },
		(request, count) => this.otherwise(request, count),
	);
	readonly stored: Record<string, unknown> = {};
	private otherwise: Otherwise = () => undefined;
	private readonly clock = new FakeClock();
	private readonly credential = { ...CREDENTIAL, keyId: newKey() };

	constructor(
		private readonly setup: FakeNode,
		private readonly operation = updateOf(undefined, { repeatable: true }),
	) {}

	/** Runs all items, and records the attempt's requests. */
	async run({ otherwise = () => undefined, ...changes }: Attempt = {}) {
		this.otherwise = otherwise;
		this.things.requests.length = 0;
		const { stored, credential } = this;
		const setup = { credentials: { testApi: credential }, ...this.setup, ...changes, stored };
		const result = await this.things.run(
			{ ...setup, fields: { ...this.setup.fields, ...changes.fields } },
			this.operation,
			this.clock,
		);
		this.clock.passed += 60_000;
		return { ...result, requests: [...this.things.requests] };
	}

	get entries(): Array<Record<string, unknown>> {
		const { cloudWrites: entries } = this.stored;
		return Array.isArray(entries) ? entries.map(asObject) : [];
	}
}

const ids =
	(...all: string[]) =>
	(item: number) =>
		all[item];

/** Answers the n-th sending of a request. */
const at =
	(wanted: string, nth: number, answer = REFUSED): Otherwise =>
	(request, count) =>
		request === wanted && count === nth ? answer : undefined;

describe('WriteJournal (needs)', () => {
	it('replays an item without reading its record', async () => {
		const node = new Updates({
			count: 3,
			fields: { thingId: ids('a', 'b', 'a'), note: (item: number) => `n${String(item)}` },
		});
		const first = await node.run({ otherwise: at('PUT /things/a', 2) });
		expect(first.requests).toEqual([
			...['GET /things/a', 'GET /things/b'],
			...['PUT /things/a', 'PUT /things/b', 'PUT /things/a'],
		]);
		// Somebody changes the sent record. An entry found by the request as sent would no longer match.
		node.things.edit('a', { name: 'by somebody' });
		const retried = await node.run();
		expect([retried.error, retried.requests]).toEqual([
			undefined,
			['GET /things/a', 'PUT /things/a'],
		]);
		expect(node.things.stored.get('a')).toMatchObject({ name: 'by somebody', note: 'n2' });
		expect(retried.items).toMatchObject([
			{ json: { id: 'a', note: 'n0', name: 'old' } },
			{ json: { id: 'b', note: 'n1' } },
			{ json: { id: 'a', note: 'n2', name: 'by somebody' } },
		]);
	});

	it('plans the item after a replayed item on the current record', async () => {
		const node = new Updates({ count: 2, fields: { thingId: 'a', part: ids('p', 'q') } });
		await node.run({ otherwise: at('PUT /things/a', 2) });
		node.things.edit('a', { parts: [] });
		const { requests } = await node.run();
		expect(requests).toEqual(['GET /things/a', 'PUT /things/a']);
		expect(node.things.stored.get('a')).toMatchObject({ parts: [{ name: 'q' }] });
	});

	it('resends a change with an unknown outcome on the current record', async () => {
		const node = new Updates({ fields: { thingId: 'a', note: 'n' } });
		await node.run({ otherwise: at('PUT /things/a', 1, GATEWAY_FAILS) });
		node.things.edit('a', { name: 'by somebody' });
		const { error, requests, hints } = await node.run();
		expect([error, requests]).toEqual([undefined, ['GET /things/a', 'PUT /things/a']]);
		expect(hints).toMatchObject([expect.stringContaining('was sent again')]);
		expect(node.things.stored.get('a')).toMatchObject({ name: 'by somebody', note: 'n' });
	});

	it("doesn't store records that were read", async () => {
		const node = new Updates({ count: 2, fields: { thingId: ids('a', 'b'), note: 'n' } });
		node.things.edit('a', { password: 'stored-secret', name: 'warehouse' });
		await node.run({ otherwise: at('PUT /things/b', 1) });
		expect(node.entries).toHaveLength(2);
		expect(JSON.stringify(node.stored)).not.toMatch(/stored-secret|warehouse/);
	});

	it("keys the hash of a record with the credential's secret", async () => {
		const hashWith = async (keySecret: string) => {
			const credentials = { testApi: { ...CREDENTIAL, keyId: newKey(), keySecret } };
			const node = new Updates({ fields: { thingId: 'a', note: 'n' }, credentials });
			await node.run({ otherwise: at('PUT /things/a', 1) });
			return node.entries[0]?.['recordHash'];
		};
		const hash = await hashWith('canary/secret');
		expect(hash).toMatch(/^[0-9a-f]{64}$/);
		expect(await hashWith('canary/secret')).toBe(hash);
		expect(await hashWith('other/secret')).not.toBe(hash);
	});

	/** Adding a part is repeatable only if the record already has parts. */
	const operation = updateOf(undefined, {
		repeatable: (_, { record }) => asObject(record)['parts'] !== undefined,
	});

	it.each([
		{ stored: {}, isResent: false },
		{ stored: { parts: [] }, isResent: true },
	])(
		'resends a change of $stored with an unknown outcome: $isResent',
		async ({ stored, isResent }) => {
			const node = new Updates({ fields: { thingId: 'a', part: 'p' } }, operation);
			node.things.edit('a', stored);
			await node.run({ otherwise: at('PUT /things/a', 1, GATEWAY_FAILS) });
			node.things.edit('a', { parts: [] });
			const { requests } = await node.run({ onError });
			expect(requests).toEqual(isResent ? ['GET /things/a', 'PUT /things/a'] : []);
		},
	);

	it('updates whether a request can be repeated when it is sent again', async () => {
		const node = new Updates({ fields: { thingId: 'a', part: 'p' } }, operation);
		const otherwise = at('PUT /things/a', 1, GATEWAY_FAILS);
		await node.run({ otherwise });
		node.things.edit('a', { parts: [] });
		const fields = { options: { resendUnknown: true } };
		expect((await node.run({ otherwise, fields })).requests).toContain('PUT /things/a');
		expect(node.entries).toMatchObject([{ repeatable: true }]);
		expect((await node.run()).requests).toContain('PUT /things/a');
	});
});

describe('WriteJournal.planHashIfApproved', () => {
	const fields = { thingId: ids('a', 'a', 'b'), note: ids('n0', 'n1', 'n2') };

	/** Three items were approved, and the API refuses all after the first. */
	async function begun(refused = 'PUT /things/a', nth = 2, changes = {}) {
		const node = new Updates({ count: 3, fields: { ...fields, ...changes }, onError });
		const plan = await planOf(node);
		const options = { approvedPlan: plan };
		const first = await node.run({
			fields: { options },
			onError: 'stopWorkflow',
			otherwise: at(refused, nth),
		});
		expect(shown(first.error).details).toMatchObject({ outcome: 'refused' });
		return { node, options };
	}

	async function planOf(node: Updates): Promise<unknown> {
		const { items } = await node.run({ fields: { options: { dryRun: true } } });
		return asObject(items[0]?.json['plan'])['hash'];
	}

	it('sends the rest of an approved plan after its own change', async () => {
		// The API assigns each part an ID that the approved requests lack.
		const changes = { thingId: ids('a', 'a', 'a'), part: ids('p', 'q', 'r') };
		const { node, options } = await begun('PUT /things/a', 2, changes);
		const { items, requests } = await node.run({ fields: { options } });
		expect(requests).toEqual(['GET /things/a', 'PUT /things/a', 'PUT /things/a']);
		expect(items.map(({ json: { error } }) => error)).toEqual([undefined, undefined, undefined]);
	});

	it.each([
		{ record: 'on which the rest builds', id: 'a' },
		{ record: 'of an item that was not sent yet', id: 'b' },
	])('stops the rest of an approved plan if somebody changed a record $record', async ({ id }) => {
		const { node, options } = await begun();
		node.things.edit(id, { name: 'by somebody' });
		const { requests, error } = await node.run({ fields: { options }, onError: 'stopWorkflow' });
		expect(requests).toEqual(['GET /things/a', 'GET /things/b']);
		expect(shown(error)).toMatchObject({
			message: `Changed since the plan was approved: thing ${id}.`,
			description: like(/^Nothing more was sent. An earlier attempt sent 1 item\. /),
			details: { reason: 'planDiffers', outcome: 'notSent' },
		});
	});

	it("stops the rest of an approved plan if a response shows somebody's change", async () => {
		const node = new Updates({ count: 2, fields });
		const options = { approvedPlan: await planOf(node) };
		const edited = { name: 'by somebody', note: 'n0' };
		const otherwise: Otherwise = (request) => {
			if (!request.startsWith('PUT')) return undefined;
			node.things.edit('a', edited);
			return json({ result: { id: 'a', ...edited } });
		};
		const first = await node.run({ fields: { options }, otherwise });
		expect(shown(first.error).details).toMatchObject({ reason: 'planDiffers' });
		const { requests, error } = await node.run({ fields: { options } });
		expect(requests).toEqual(['GET /things/a']);
		expect(shown(error).details).toMatchObject({ reason: 'planDiffers' });
	});

	it('accepts a sent item after its record changed', async () => {
		const { node, options } = await begun('PUT /things/b', 1);
		node.things.edit('a', { name: 'by somebody' });
		const { requests, items } = await node.run({ fields: { options } });
		expect(requests).toEqual(['GET /things/b', 'PUT /things/b']);
		expect(items).toHaveLength(3);
	});

	it('compares with the plan that was approved last', async () => {
		const { node } = await begun('PUT /things/a', 1);
		node.things.edit('a', { name: 'by somebody' });
		const options = { approvedPlan: await planOf(node) };
		const onRefusal = { onError: 'stopWorkflow', otherwise: at('PUT /things/a', 2) } as const;
		await node.run({ fields: { options }, ...onRefusal });
		const { items, requests } = await node.run({ fields: { options } });
		expect(requests.filter((request) => request.startsWith('PUT'))).toHaveLength(2);
		expect(items.map(({ json: { error } }) => error)).toEqual([undefined, undefined, undefined]);
	});

	it('accepts an item that was sent instead of another request', async () => {
		const node = new Updates({
			count: 2,
			fields: { thingId: ids('a', 'b'), note: ids('n0', 'n1') },
		});
		await node.run({ otherwise: at('PUT /things/a', 1, GATEWAY_FAILS) });
		// The first item now refers to another record.
		const edited = { thingId: ids('b', 'a'), note: ids('n2', 'n3') };
		const dry = await node.run({ fields: { ...edited, options: { dryRun: true } } });
		const approvedPlan = asObject(dry.items[0]?.json['plan'])['hash'];
		const approved = { fields: { ...edited, options: { approvedPlan } } };
		await node.run({ ...approved, otherwise: at('PUT /things/a', 1) });
		const { error, requests } = await node.run(approved);
		expect([error, requests]).toEqual([undefined, ['GET /things/a', 'PUT /things/a']]);
	});
});
