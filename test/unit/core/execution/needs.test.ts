import { Session } from '../../../../nodes/engine/execution/session';
import type { Client } from '../../../../nodes/engine/http/client';
import type { JsonBody } from '../../../../nodes/engine/json';
import { isJsonObject } from '../../../../nodes/engine/json';
import type { Api, Need } from '../../../../nodes/engine/operation';
import { FakeClock } from '../fakeClock';
import { API, CREDENTIAL, fakeExecution, json, newKey } from '../fakes';
import { openClient } from '../http/openClient';
import type { Answer } from '../http/openClient';
import { thingNeed } from './things';

const MB = 1024 * 1024;

/** A session whose API gives `answers`, in order. */
function openReads(answers: Answer[]) {
	const clock = new FakeClock();
	const { client, sentAt } = openClient(answers, { clock, maxRetries: 0 });
	const api = { ...API, adviceFor: (_: number, permission = 'none') => `Needs ${permission}.` };
	const execution = fakeExecution({ api, clock, credential: { ...CREDENTIAL, keyId: newKey() } });
	return { reads: new Session(execution, client), clock, sentAt };
}

describe('Session.read', () => {
	it('sends equal reads once, even in parallel', async () => {
		const { reads, sentAt } = openReads([json({ result: { id: 'a', name: 'n' } })]);
		const other: Partial<Need> = { factIn: () => ({ value: 'other' }) };
		const results = await Promise.all([
			reads.read(thingNeed('a'), 0),
			reads.read(thingNeed('a'), 1),
			reads.read(thingNeed('a', other), 2),
		]);
		expect(sentAt).toHaveLength(1);
		expect(results).toMatchObject([
			{ value: { name: 'n' } },
			{ value: { name: 'n' } },
			{ value: 'other' },
		]);
	});

	it("sends a need's request in the API's spelling", async () => {
		const { client, events } = openClient([json({ result: { id: 'a' } })]);
		const api: Api = {
			...API,
			toWire: (request) => ({ ...request, path: request.path.replace('things', 'flows') }),
		};
		const session = new Session(fakeExecution({ api }), client);
		await session.read(thingNeed('a'), 0);
		await session.readNow(thingNeed('b'), 0);
		expect(events.map(({ request }) => request.path)).toEqual(['/flows/a', '/flows/b']);
	});

	it("spells a fact neutrally, with its secrets and from the API's envelope only", async () => {
		const clock = new FakeClock();
		const api = {
			...API,
			fromWire: (payload: JsonBody) =>
				isJsonObject(payload) ? { ...payload, spelled: 'neutral' } : payload,
		};
		const bodies = [json({ result: { id: 'a', password: 'p' } }), json([{ id: 'b' }])];
		const { client } = openClient(bodies, { clock, maxRetries: 0 });
		const reads = new Session(fakeExecution({ api, clock }), client);
		expect(await reads.read(thingNeed('a'), 0)).toMatchObject({
			value: { id: 'a', password: 'p', spelled: 'neutral' },
		});
		expect(await reads.read(thingNeed('b'), 0)).toHaveProperty('error');
	});

	it('sends reads with different bodies separately', async () => {
		const { reads, sentAt } = openReads([json({ result: { id: 'a' } })]);
		const search = (name: string): Need =>
			thingNeed('a', {
				request: { method: 'POST', path: '/find', onlyReads: true, body: { name } },
			});
		for (const name of ['a', 'b', 'a']) await reads.read(search(name), 0);
		expect(sentAt).toHaveLength(2);
	});

	it.each([{ result: [] }, { result: [{ id: 'a' }] }])(
		"returns a need's own error for the payload %j",
		async (body) => {
			const { reads } = openReads([json(body)]);
			expect(await reads.read(thingNeed('a'), 0)).toMatchObject({
				error: {
					message: 'The API has no such thing.',
					description: 'Nothing was changed. Check Thing ID.',
					outcome: 'notSent',
					reason: 'invalidInput',
				},
			});
		},
	);

	it('fails once its reads exceed 200 MB in total', async () => {
		const sent: string[] = [];
		const { client } = openClient([]);
		const counting: Pick<Client, 'send'> = {
			send: async ({ path }, _, parse) => {
				sent.push(path);
				const response = { status: 200, headers: {}, json: { result: { id: path } }, text: '' };
				const body = parse(response);
				if (body === undefined) throw new Error('no payload');
				const success = { kind: 'success', response, attempts: 1 } as const;
				return await Promise.resolve({ ...success, body, bytes: 90 * MB });
			},
		};
		const reads = new Session(fakeExecution(), Object.assign(client, counting));
		const isRead: boolean[] = [];
		for (const id of ['a', 'b', 'c', 'a', 'c', 'd']) {
			isRead.push('value' in (await reads.read(thingNeed(id), 0)));
		}
		expect(isRead).toEqual([true, true, false, true, false, false]);
		expect(sent).toEqual(['/things/a', '/things/b', '/things/c']);
		expect(await reads.read(thingNeed('d'), 0)).toMatchObject({
			error: {
				message: 'The records to read before the changes are larger than 200 MB in total.',
				description: 'Nothing was changed. Send fewer items at a time.',
				outcome: 'notSent',
			},
		});
		// Works again, because a read right before a change isn't kept.
		expect(await reads.readNow(thingNeed('a'), 0)).toHaveProperty('value');
	});
});

describe('Session.sendForItem', () => {
	it("reads an item's page again that the operation can't use", async () => {
		const { reads, sentAt } = openReads([{ status: 200, headers: {}, body: '{}' }]);
		const { request } = thingNeed('a');
		const [lenient, strict] = await Promise.all([
			reads.sendForItem(request, { output: { emptyResult: () => ({}) } }, 0),
			reads.sendForItem(request, {}, 1),
		]);
		expect([lenient, strict].map(({ kind }) => kind)).toEqual(['success', 'unclear']);
		expect(sentAt).toHaveLength(2);
	});

	it("redacts a plan's page for an item, and never gives an item's page to a plan", async () => {
		const { reads, sentAt } = openReads([json({ result: { id: 'a', password: 'p' } })]);
		const { request } = thingNeed('a');
		const [item, fact] = await Promise.all([
			reads.sendForItem(request, {}, 0),
			reads.read(thingNeed('a'), 0),
		]);
		expect(item).toMatchObject({ body: { result: { password: '***' } } });
		expect(fact).toMatchObject({ value: { password: 'p' } });
		expect(sentAt).toHaveLength(2);
		expect(await reads.sendForItem(request, {}, 0)).toMatchObject({
			body: { result: { password: '***' } },
			isShared: true,
		});
		expect(sentAt).toHaveLength(2);
	});

	it('shares a page that it can use, and reads without one', async () => {
		const { reads, sentAt } = openReads([json({ result: { id: 'a' } })]);
		const { request } = thingNeed('a');
		await reads.sendForItem(request, {}, 0);
		await reads.read(thingNeed('a'), 0);
		expect(sentAt).toHaveLength(2);
		expect(await reads.sendForItem(request, {}, 0)).toHaveProperty('isShared', true);
		expect(sentAt).toHaveLength(2);
	});
});

describe('Session.readNow', () => {
	it('reads a record again without replacing the cached answer', async () => {
		const answers = ['first', 'second'].map((name) => json({ result: { id: 'a', name } }));
		const { reads, clock, sentAt } = openReads(answers);
		await reads.read(thingNeed('a'), 0);
		clock.passed = 40_000;
		const again = await reads.readNow(thingNeed('a'), 0);
		expect(again).toMatchObject({ value: { id: 'a', name: 'second' }, readAt: 40_000 });
		expect(await reads.read(thingNeed('a'), 0)).toMatchObject({ value: { name: 'first' } });
		expect(sentAt).toHaveLength(2);
	});
});
