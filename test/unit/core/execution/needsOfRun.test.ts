import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { byOffset } from '../../../../nodes/engine/http/pages';
import { recordsIn } from '../../../../nodes/engine/json';
import { asObject } from '../../../../nodes/engine/parameters/values';
import type { Operation } from '../../../../nodes/engine/operation';
import { FakeClock } from '../fakeClock';
import { byItem, json, like, shown } from '../fakes';
import { thingNeed, Things, updateOf } from './things';
import { sentenceHint } from '../../../../nodes/engine/issue';

const onError = 'continueRegularOutput' as const;
const THREE = { t0: { name: 'a' }, t1: { name: 'b' }, t2: { name: 'c' } };
const READS = ['GET /things/t0', 'GET /things/t1', 'GET /things/t2'];
const PUTS = ['PUT /things/t0', 'PUT /things/t1', 'PUT /things/t2'];
const refusal = json({ error: 'FORBIDDEN' }, 403);

/** Only one item has the other values. */
function fieldsWith(item: number, changes: Record<string, unknown>) {
	const fields = { thingId: byItem, note: 'n', ...changes };
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			(index: number) => (name === 'thingId' ? byItem(index) : pick(index === item, name, value)),
		]),
	);
}

function pick(isItem: boolean, name: string, value: unknown): unknown {
	if (isItem) return value;
	return name === 'note' ? 'n' : undefined;
}

describe('executeOperation (needs)', () => {
	it('reads for all items before it sends the first change', async () => {
		const things = new Things(THREE);
		const { items, error } = await things.run({ count: 3, fields: { thingId: byItem, note: 'n' } });
		expect(error).toBeUndefined();
		expect(things.requests).toEqual([...READS, ...PUTS]);
		expect(items.map(({ json: { id, note, summary } }) => [id, note, summary])).toEqual([
			['t0', 'n', 'Updated t0 from a to a'],
			['t1', 'n', 'Updated t1 from b to b'],
			['t2', 'n', 'Updated t2 from c to c'],
		]);
	});

	it("doesn't read if an item is invalid without it", async () => {
		const things = new Things(THREE);
		const { error } = await things.run({ count: 3, fields: fieldsWith(1, { name: '' }) });
		expect(things.requests).toEqual([]);
		expect(shown(error).description).toMatch(/^Nothing was sent\./);
	});

	it('runs the valid items under On Error: Continue', async () => {
		const things = new Things(THREE);
		const fields = fieldsWith(1, { name: '' });
		const { items } = await things.run({ count: 3, fields, onError });
		expect(things.requests).toEqual([READS[0], READS[2], PUTS[0], PUTS[2]]);
		expect(items).toMatchObject([
			{ json: { id: 't0' } },
			{ json: { error: { reason: 'invalidInput', outcome: 'notSent' } } },
			{ json: { id: 't2' } },
		]);
	});

	describe('with a rounded number in the record', () => {
		const record = (member: string) =>
			new Things({}, (request) => {
				const body = `{"result": {"id": "t0", "name": "a", ${member}: 12345678901234567890}}`;
				return request === READS[0] ? { status: 200, headers: {}, body } : json({ result: {} });
			});

		it('refuses to write the number back', async () => {
			const things = record('"count"');
			const { error } = await things.run({ fields: { thingId: 't0', note: 'n' } });
			expect(things.requests).toEqual([READS[0]]);
			expect(shown(error)).toMatchObject({
				message: like(
					/would change "count" from 12345678901234567890 to 12345678901234567000, because/,
				),
				description: 'Nothing was changed.',
			});
		});

		it.each(['"note"', '"updatedAt"'])('sends an update that replaces or drops %s', async (key) => {
			const things = record(key);
			const { error } = await things.run({ fields: { thingId: 't0', note: 'n' } });
			expect([error, things.requests]).toEqual([undefined, [READS[0], PUTS[0]]]);
		});

		it("sends the number to another item's record", async () => {
			const things = record('"note"');
			const note = (index: number) => ['n', 12_345_678_901_234_567_000][index];
			const { error } = await things.run({ count: 2, fields: { thingId: byItem, note } });
			expect([error, things.requests.slice(2)]).toEqual([undefined, PUTS.slice(0, 2)]);
		});

		it("refuses to write back a number from a list's later page", async () => {
			const first = Array.from({ length: 1000 }, (_, index) => ({ id: `t${String(index)}` }));
			const things = new Things({}, (request) =>
				request.includes('offset=')
					? {
							status: 200,
							headers: {},
							body: '{"result": [{"id": "t999"}, {"id": "t1000", "count": 12345678901234567890}]}',
						}
					: json({ result: first, total: 1001 }),
			);
			const listed = updateOf(({ thingId }) => {
				const isWanted = (element: unknown) => asObject(element)['id'] === thingId;
				return [
					thingNeed(thingId, {
						request: { method: 'GET', path: '/things' },
						pages: { paging: byOffset(1000, ['total'], 'id'), maxRecords: Infinity, isWanted },
						factIn: (payload) => ({ value: recordsIn(payload).find(isWanted) }),
					}),
				];
			});
			const thingId = (index: number) => ['t1000', 't0'][index];
			const { error } = await things.run({ count: 2, fields: { thingId, note: 'n' } }, listed);
			expect(shown(error).message).toMatch(
				/^Item 1: .* would change "count" from 12345678901234567890 /,
			);
		});
	});

	const ofStored = updateOf();
	/** Only the record shows that a thing is locked and can't be changed. */
	const locking: Operation = {
		...ofStored,
		plan: (parameters, context) => {
			const plan = ofStored.plan(parameters, context);
			const isLocked = asObject(context.facts['record'])['isLocked'] === true;
			const issue = { path: 'thingId', text: 'is locked.' };
			return isLocked ? { ...plan, issues: [issue] } : plan;
		},
	};

	it('says nothing was changed if a record makes an item invalid', async () => {
		const things = new Things({ ...THREE, t1: { isLocked: true } });
		const fields = { thingId: byItem, note: 'n' };
		const { error } = await things.run({ count: 3, fields }, locking);
		expect(things.requests).toEqual(READS);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(shown(error)).toMatchObject({
			message: 'Item 2: thingId is locked.',
			description: like(/^Nothing was changed\./),
		});
	});

	it('throws one error with the first status for several failed reads', async () => {
		const things = new Things(THREE, (request) =>
			request === READS[1] ? refusal : request === READS[2] ? json({}, 500) : undefined,
		);
		const setup = { count: 3, fields: { thingId: byItem, note: 'n', options: { maxRetries: 0 } } };
		const { error } = await things.run(setup);
		expect(things.requests).toEqual(READS);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ httpCode: '403' });
		const { message, description, details } = shown(error);
		expect(description).toBe(
			"The node reads the thing first. Nothing was changed. Advice for 403. 1 more item couldn't be read either.",
		);
		expect(details).toMatchObject({ outcome: 'notSent', reason: 'forbidden', attempts: 1 });
		expect(message).toMatch(/^Item 2: /);
	});

	it('sends the items whose reads succeed under On Error: Continue', async () => {
		const things = new Things(THREE, (request) => (request === READS[1] ? refusal : undefined));
		const { items, error } = await things.run({
			count: 3,
			fields: { thingId: byItem, note: 'n' },
			onError,
		});
		expect(error).toBeUndefined();
		expect(things.requests).toEqual([...READS, PUTS[0], PUTS[2]]);
		expect(items).toMatchObject([
			{ json: { id: 't0' } },
			{ json: { error: { reason: 'forbidden', outcome: 'notSent', target: 'thing t1' } } },
			{ json: { id: 't2' } },
		]);
	});

	it('reports invalid input instead of failed reads', async () => {
		const things = new Things({ t0: { isLocked: true } });
		const fields = { thingId: byItem, note: 'n' };
		const { error } = await things.run({ count: 2, fields }, locking);
		expect(shown(error).message).toBe('Item 1: thingId is locked.');
	});

	it.each([{}, { onError }])(
		"doesn't send the change if stopped during the reads (%j)",
		async (settings) => {
			const stopper = new AbortController();
			const things = new Things(THREE, (request) => {
				if (request !== READS[1]) return undefined;
				stopper.abort();
				throw new Error('aborted');
			});
			const fields = { thingId: byItem, note: 'n' };
			const { error } = await things.run({ count: 3, fields, cancel: stopper.signal, ...settings });
			expect(things.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
			expect(shown(error)).toMatchObject({
				message: 'The execution was stopped.',
				description:
					"Requests in progress were aborted, and the others weren't sent. Nothing was changed.",
				details: { outcome: 'notSent', reason: 'stopped' },
			});
		},
	);

	it('counts the completed items if stopped in the read before a change', async () => {
		const clock = new FakeClock();
		const stopper = new AbortController();
		const things = new Things(THREE, (request, count) => {
			if (request === PUTS[0]) clock.passed += 31_000;
			if (request !== READS[1] || count === 1) return undefined;
			stopper.abort();
			throw new Error('aborted');
		});
		const fields = { thingId: byItem, note: 'n' };
		const setup = { count: 3, fields, cancel: stopper.signal };
		const { error } = await things.run(setup, ofStored, clock);
		expect(things.requests).toEqual([...READS, PUTS[0], READS[1]]);
		const { message, description, details } = shown(error);
		expect(message).toBe('Item 2: The execution was stopped.');
		expect(description).toMatch(/The item wasn't sent\. .* 1 of 3 items succeeded before this one/);
		expect(details).toMatchObject({ outcome: 'notSent', reason: 'stopped' });
	});

	it('says nothing was changed after a defect before the first change', async () => {
		const things = new Things(THREE);
		const addExecutionHints = () => {
			throw new Error('canary');
		};
		const operation: Operation = {
			...ofStored,
			plan: (parameters, context) => {
				const planned = ofStored.plan(parameters, context);
				return { ...planned, issues: [...planned.issues, sentenceHint('Look.')] };
			},
		};
		const setup = { fields: { thingId: 't0', note: 'n' }, members: { addExecutionHints } };
		const { error } = await things.run(setup, operation);
		expect(things.requests).toEqual(READS.slice(0, 1));
		const { message, description, details } = shown(error);
		expect(message).not.toContain('may have gone through');
		expect(description).toMatch(/^Nothing was changed\. /);
		expect(details).toMatchObject({ outcome: 'notSent', reason: 'defect' });
	});
});
