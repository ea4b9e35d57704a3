import * as fc from 'fast-check';

import { RecordChains } from '../../../../nodes/engine/execution/recordChains';
import type { JsonObject } from '../../../../nodes/engine/json';
import { isJsonObject, withoutAbsent, withoutUndefined } from '../../../../nodes/engine/json';
import type { PlannedItem } from '../../../../nodes/engine/executionState';
import type { ParameterValues } from '../../../../nodes/engine/operation';
import { parseResponse } from '../../../../nodes/engine/http/response';
import { asObject } from '../../../../nodes/engine/parameters/values';
import { json, text } from '../fakes';
import type { Otherwise } from './things';
import { partsOf, planOnThings, Things, updateOf } from './things';

const SECOND = 1000;
const DONE = { items: [] };
/** After the first item, the record contains the part that the API has just stored. */
const SENT = { id: 'a', name: 'old', note: 'first', parts: [{ id: 'part-1', name: 'p' }] };
const FAILED = {
	error: {
		message: 'no',
		description: 'd',
		outcome: 'refused',
		reason: 'refused',
		attempts: 1,
	},
} as const;

/** The response to the first update doesn't show the record. */
const withEmptyFirst: Otherwise = (request, count) =>
	request.startsWith('PUT') && count === 1 ? json({}) : undefined;
/** No response to an update shows the record. */
const withEmptyUpdates: Otherwise = (request) => (request.startsWith('PUT') ? json({}) : undefined);

/** Plans items, and prepares to send them one after another. */
async function chain(
	items: ParameterValues[],
	otherwise?: Otherwise,
	operation = updateOf(),
	more: JsonObject = {},
) {
	const a = { name: 'old', note: 'kept', ...more };
	const things = new Things({ a, b: { name: 'b', ...more } }, otherwise);
	const { valid, execution, session, clock } = await planOnThings(items, things, { operation });
	const chains = new RecordChains(execution, session);
	things.requests.length = 0;
	const itemAt = (index: number): PlannedItem => {
		const item = valid[index];
		if (item === undefined) throw new Error(`no item ${String(index)}`);
		return item;
	};
	/** Sends an item's request, or returns the reason why not. */
	const send = async (index: number) => {
		const next = await chains.onLatestRecord(itemAt(index));
		if ('error' in next) {
			chains.remember(itemAt(index), next);
			return next.error;
		}
		const { check } = next;
		const error = check?.isDue() === true ? await check.findRefusal(0) : undefined;
		if (error !== undefined) {
			chains.remember(next, { error });
			return error;
		}
		const response = parseResponse(await things.answer(next.request));
		const payload = response.json?.['result'];
		chains.remember(next, response.status === 200 ? { ...DONE, payload } : FAILED);
		return undefined;
	};
	return { things, chains, clock, itemAt, send };
}

describe('RecordChains', () => {
	it("leaves an item unchanged if it doesn't replace a record", async () => {
		const { itemAt, chains } = await chain([{ thingId: 'a', name: 'n' }]);
		const { replaces, ...item } = itemAt(0);
		expect(replaces).toBeDefined();
		expect(await chains.onLatestRecord(item)).toBe(item);
		chains.remember(item, FAILED);
		expect(await chains.onLatestRecord(item)).toBe(item);
	});

	it('builds an item on the previous response', async () => {
		const items = ['first', 'second', 'third'].map((part) => ({ thingId: 'a', part }));
		const { things, itemAt, send } = await chain(items);
		expect(itemAt(1).request.body).toMatchObject({
			parts: [{ name: 'first' }, { name: 'second' }],
		});
		for (const index of [0, 1, 2]) expect(await send(index)).toBeUndefined();
		expect(things.requests).toEqual(Array(3).fill('PUT /things/a'));
		expect(things.bodies).toMatchObject([
			{ parts: [{ name: 'first' }] },
			{ parts: [{ id: 'part-1', name: 'first' }, { name: 'second' }] },
			{ parts: [{ id: 'part-1' }, { id: 'part-2', name: 'second' }, { name: 'third' }] },
		]);
		expect(things.stored.get('a')).toMatchObject({ name: 'old', note: 'kept' });
	});

	it.each([
		{ response: 'no payload', answer: json({}) },
		{ response: 'another record', answer: json({ result: { id: 'x', name: 'x' } }) },
		{ response: 'a list', answer: json({ result: [{ id: 'a' }] }) },
		{ response: 'not all sent keys', answer: json({ result: { id: 'a', name: 'old' } }) },
		{ response: 'an empty list', answer: json({ result: { ...SENT, parts: [] } }) },
		{ response: 'null instead of a list', answer: json({ result: { ...SENT, parts: null } }) },
		{ response: 'null instead of a row', answer: json({ result: { ...SENT, parts: [null] } }) },
		{ response: 'another value', answer: json({ result: { ...SENT, note: 'second' } }) },
		{ response: 'text', answer: text('OK', 200, 'text/plain') },
	])('reads the record again after a response with $response', async ({ answer }) => {
		const items = [
			{ thingId: 'a', note: 'first', part: 'p' },
			{ thingId: 'a', name: 'second' },
		];
		const { things, send } = await chain(items, (request, count) =>
			request.startsWith('PUT') && count === 1 ? answer : undefined,
		);
		await send(0);
		const stored = { note: 'as the API made it', parts: SENT.parts };
		things.edit('a', stored);
		expect(await send(1)).toBeUndefined();
		expect(things.requests).toEqual(['PUT /things/a', 'GET /things/a', 'PUT /things/a']);
		expect(things.bodies[1]).toEqual({ name: 'second', ...stored });
	});

	it.each([
		{ key: 'the previous item changed', edit: { note: 'by somebody' }, sent: { name: 'old' } },
		{
			key: 'no item changed',
			edit: { note: 'first', name: 'by somebody' },
			sent: { name: 'by somebody' },
		},
	])("keeps somebody's change between two items to a key that $key", async ({ edit, sent }) => {
		const items = [
			{ thingId: 'a', note: 'first' },
			{ thingId: 'a', part: 'p' },
		];
		const { things, send } = await chain(items, withEmptyFirst);
		await send(0);
		things.edit('a', edit);
		expect(await send(1)).toBeUndefined();
		expect(things.bodies[1]).toEqual({ parts: [{ name: 'p' }], note: edit.note, ...sent });
	});

	it.each(['first', 'as the API spells it', 'kept'])(
		'sends the second of two notes if the first is stored as %s',
		async (note) => {
			const items = ['first', 'second'].map((entered) => ({ thingId: 'a', note: entered }));
			const { things, send } = await chain(items, withEmptyFirst);
			await send(0);
			things.edit('a', { note });
			expect(await send(1)).toBeUndefined();
			expect(things.bodies[1]).toEqual({ name: 'old', note: 'second' });
		},
	);

	it.each([
		{ how: 'replaced a value', id: 'a', stored: {} },
		{ how: 'added a key', id: 'b', stored: {} },
		{ how: 'replaced null', id: 'b', stored: { note: null } },
	])('rejects an item while the API hides that the previous item $how', async ({ id, stored }) => {
		const items = [
			{ thingId: id, note: 'first' },
			{ thingId: id, name: 'second' },
		];
		const { things, send } = await chain(items, withEmptyUpdates, undefined, stored);
		await send(0);
		expect(await send(1)).toMatchObject({
			message: "The API doesn't show item 1's change yet.",
			outcome: 'notSent',
		});
		expect(things.requests).toEqual([`PUT /things/${id}`, `GET /things/${id}`]);
	});

	it.each([
		{ note: 'first', shown: { note: 'first' } },
		{ note: '', shown: {} },
		{ note: [], shown: { note: null } },
	])('sends an item once the API shows the added note $note as $shown', async ({ note, shown }) => {
		const items = [
			{ thingId: 'b', note },
			{ thingId: 'b', name: 'second' },
		];
		const { things, send } = await chain(items, withEmptyFirst);
		await send(0);
		things.edit('b', shown);
		expect(await send(1)).toBeUndefined();
		expect(things.bodies[1]).toEqual({ name: 'second', ...withoutAbsent(shown) });
	});

	it.each([
		{ entered: { note: 'second' }, sent: { note: 'second', name: 'b' } },
		{ entered: { name: 'second' }, sent: { name: 'second' } },
	])(
		'sends $entered although the API never shows the note, which it keeps',
		async ({ entered, sent }) => {
			const operation = updateOf();
			const keepingNote = updateOf(undefined, {
				plan: ({ note, ...others }, context) => {
					const { request, ...plan } = operation.plan({ note, ...others }, context);
					const entered = withoutUndefined({ note });
					const body = { ...withoutAbsent(request.body, ['note']), ...entered };
					return { ...plan, request: { ...request, body } };
				},
			});
			const items = [
				{ thingId: 'b', note: 'first' },
				{ thingId: 'b', ...entered },
			];
			const { things, send } = await chain(items, withEmptyUpdates, keepingNote);
			for (const index of [0, 1]) expect(await send(index)).toBeUndefined();
			expect(things.bodies[1]).toEqual(sent);
		},
	);

	it('rejects an item if the read record lacks the part that the previous item added', async () => {
		const items = ['first', 'second'].map((part) => ({ thingId: 'a', part }));
		const { things, send } = await chain(items, withEmptyUpdates, undefined, {
			parts: [{ name: 'stored' }],
		});
		await send(0);
		expect(await send(1)).toMatchObject({ message: "The API doesn't show item 1's change yet." });
		expect(things.bodies).toHaveLength(1);
	});

	it.each([
		{ shows: 'what was approved', shown: {}, isSent: true },
		{ shows: "the new part's ID", shown: { parts: [{ id: 'p-1', name: 'p' }] }, isSent: true },
		{ shows: "somebody's value", shown: { name: 'by somebody' }, isSent: false },
		{ shows: "somebody's new key", shown: { more: 'by somebody' }, isSent: false },
		{ shows: "somebody's new part", shown: { parts: [{ name: 'p' }, {}] }, isSent: false },
	])('sends an approved item ($isSent) on a record that shows $shows', async (example) => {
		const options = { approvedPlan: 'v1-2-0' };
		const items = [
			{ thingId: 'a', part: 'p', options },
			{ thingId: 'a', note: 'second', options },
		];
		const { things, send } = await chain(items, withEmptyFirst);
		await send(0);
		things.edit('a', { parts: [{ name: 'p' }], ...example.shown });
		expect((await send(1))?.reason).toBe(example.isSent ? undefined : 'planDiffers');
		expect(things.bodies).toHaveLength(example.isSent ? 2 : 1);
	});

	it('builds on the previous item if the ID is in another case', async () => {
		const items = [
			{ thingId: 'a', note: 'first' },
			{ thingId: 'A', name: 'second' },
		];
		const stored = { id: 'a', name: 'old', note: 'kept' };
		const { things, send } = await chain(items, (request) =>
			request.endsWith('/A') ? json({ result: stored }) : undefined,
		);
		for (const index of [0, 1]) expect(await send(index)).toBeUndefined();
		expect(things.bodies[1]).toEqual({ name: 'second', note: 'first' });
	});

	it('keeps records apart whose IDs differ by case only', async () => {
		const items = [
			{ thingId: 'b', note: 'first' },
			{ thingId: 'B', note: 'other' },
			{ thingId: 'b', name: 'third' },
		];
		const other = { id: 'B', name: 'B' };
		const { things, send } = await chain(items, (request) =>
			request.endsWith('/B') ? json({ result: other }) : undefined,
		);
		for (const index of [0, 1, 2]) expect(await send(index)).toBeUndefined();
		expect(things.requests).toEqual(['PUT /things/b', 'PUT /things/B', 'PUT /things/b']);
		expect(things.bodies).toEqual([
			{ name: 'b', note: 'first' },
			{ name: 'B', note: 'other' },
			{ name: 'third', note: 'first' },
		]);
	});

	it.each([
		{ age: 30, reads: [] },
		{ age: 31, reads: ['GET /things/a'] },
	])(
		'sends [$reads] before the change of a record that was read $age seconds ago',
		async (example) => {
			const { things, clock, send } = await chain([{ thingId: 'a', name: 'new' }]);
			clock.passed += example.age * SECOND;
			expect(await send(0)).toBeUndefined();
			expect(things.requests).toEqual([...example.reads, 'PUT /things/a']);
			expect(things.bodies).toEqual([{ name: 'new', note: 'kept' }]);
		},
	);

	it('skips an item after an item that failed in an earlier attempt, although another succeeded', async () => {
		const items = ['first', 'second', 'third'].map((part) => ({ thingId: 'a', part }));
		const { things, chains, itemAt, send } = await chain(items);
		expect(await send(0)).toBeUndefined();
		chains.remember({ ...itemAt(1), factReads: [] }, FAILED);
		expect(await send(2)).toMatchObject({
			reason: 'earlierFailed',
			message: 'Item 2 changes the same record, and it failed.',
		});
		expect(things.bodies).toHaveLength(1);
	});

	it('ignores nulls and API-only keys when it compares records', async () => {
		const { things, clock, send } = await chain([{ thingId: 'a', name: 'new' }]);
		clock.passed += 31 * SECOND;
		things.edit('a', { updatedAt: 'now', more: null });
		expect(await send(0)).toBeUndefined();
	});

	it.each([
		{ why: 'its record changed', status: 200 },
		{ why: 'its record could not be read again', status: 500 },
	])('skips an item after an unsent item of the same record, because $why', async ({ status }) => {
		const items = [
			{ thingId: 'a', note: 'lost' },
			{ thingId: 'a', name: 'second' },
		];
		const failing = { once: false };
		const { things, clock, send } = await chain(items, () =>
			failing.once ? json({ error: 'oops' }, 500) : undefined,
		);
		clock.passed += 31 * SECOND;
		failing.once = status === 500;
		if (status === 200) things.edit('a', { note: 'by somebody' });
		expect(await send(0)).toMatchObject({ outcome: 'notSent' });
		failing.once = false;
		things.edit('a', { note: 'kept' });
		// The item's plan builds on the previous item, which failed.
		expect(await send(1)).toMatchObject({ reason: 'earlierFailed' });
		expect(things.bodies).toEqual([]);
	});

	it('reports an item that a changed record makes invalid', async () => {
		const operation = updateOf();
		const refusing = updateOf(undefined, {
			plan: (parameters, context) => {
				const plan = operation.plan(parameters, context);
				const { record } = context.facts;
				const isFull = isJsonObject(record) && record['isFull'] === true;
				const issue = { path: 'name', text: 'is full.' };
				return isFull ? { ...plan, issues: [issue] } : plan;
			},
		});
		const items = [
			{ thingId: 'a', note: 'first' },
			{ thingId: 'a', note: 'second' },
		];
		const { things, send } = await chain(
			items,
			(request) =>
				request.startsWith('PUT')
					? json({ result: { id: 'a', name: 'old', note: 'first', isFull: true } })
					: undefined,
			refusing,
		);
		await send(0);
		expect(await send(1)).toMatchObject({
			message: expect.stringContaining('is full') as unknown,
			description: expect.stringContaining("The item wasn't sent.") as unknown,
			outcome: 'notSent',
		});
		expect(things.requests).toEqual(['PUT /things/a']);
	});

	it("leaves each record with exactly its items' and other people's changes", async () => {
		const anyItem = fc.record({
			thingId: fc.constantFrom('a', 'b'),
			entered: fc.constantFrom('name', 'note', 'part'),
			isEdited: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
			isRefused: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
		});
		const anyItems = fc.array(anyItem, { minLength: 1, maxLength: 8 });
		const property = fc.asyncProperty(anyItems, async (items) => {
			const api = { isRefusing: false };
			const { things, clock, send } = await chain(
				items.map(({ thingId, entered }, index) => ({ thingId, [entered]: String(index) })),
				(request) => (api.isRefusing && request.startsWith('PUT') ? json({}, 400) : undefined),
			);
			const expected: Record<string, Record<string, unknown>> = {
				a: { name: 'old', note: 'kept' },
				b: { name: 'b' },
			};
			const failed = new Set<string>();
			for (const [index, { thingId, entered, isEdited, isRefused }] of items.entries()) {
				const thing = expected[thingId] ?? {};
				if (isEdited) {
					clock.passed += 31 * SECOND;
					things.edit(thingId, { edit: index });
					thing['edit'] = index;
				}
				api.isRefusing = isRefused;
				const error = await send(index);
				expect(error?.reason).toBe(
					failed.has(thingId) ? 'earlierFailed' : isEdited ? 'recordChanged' : undefined,
				);
				if (isEdited || isRefused) failed.add(thingId);
				if (failed.has(thingId)) continue;
				if (entered === 'part') thing['parts'] = [...partsOf(thing), String(index)];
				else thing[entered] = String(index);
			}
			for (const [id, thing] of Object.entries(expected)) {
				const stored = withoutAbsent(things.stored.get(id), ['id', 'updatedAt']);
				const parts = stored['parts'];
				if (Array.isArray(parts)) stored['parts'] = parts.map((part) => asObject(part)['name']);
				expect(stored).toEqual(thing);
			}
		});
		await fc.assert(property, { seed: 20_261_127, numRuns: 200 });
	});
});
