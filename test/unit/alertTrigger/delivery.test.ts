import { receiveNotice, deliveryChoice } from '../../../nodes/CloudAlertTrigger/delivery';
import type { JsonObject } from '../../../nodes/engine/json';

const NOW = Date.parse('2026-11-09T12:00:00Z');
const HOUR = 3_600_000;
type Memory = Parameters<typeof receiveNotice>[1];
const NONE: Memory = { keys: [], firings: {} };
const EVERY = deliveryChoice([], false);
const ONCE = deliveryChoice([], true);

/** A delivery's body, with the key that repeats share. */
type Delivered = JsonObject & { key?: string };

/** Admits deliveries in sequence. Tells which start the workflow, and returns the memory. */
function admitted(deliveries: readonly Delivered[], choice = EVERY) {
	let memory = NONE;
	const started = deliveries.map(({ key, ...body }) => {
		const delivery = { key, body: { state: 'ALERT', eventId: 'e1', ...body }, now: NOW };
		const { item, memory: next } = receiveNotice(delivery, memory, choice);
		memory = next;
		return item !== undefined;
	});
	return { started, memory };
}

function itemOf(body: JsonObject) {
	return receiveNotice({ key: undefined, body, now: NOW }, NONE, EVERY).item;
}

describe('receiveNotice → item', () => {
	it.each([
		{ form: 'milliseconds as text', startTime: '1793491200000' },
		{ form: 'milliseconds', startTime: 1_793_491_200_000 },
		{ form: 'ISO', startTime: '2026-11-01T00:00:00.000Z' },
	])('outputs times in ISO format for $form', ({ startTime }) => {
		expect(itemOf({ startTime })).toMatchObject({ startTime: '2026-11-01T00:00:00.000Z' });
	});

	it('keeps an invalid time as it was delivered', () => {
		const body = { state: 'OK', startTime: 'soon', title: null, link: {}, eventId: 'e1' };
		expect(itemOf(body)).toEqual({
			summary: 'Alert is OK, was ALERT',
			alert: {},
			previousState: 'ALERT',
			state: 'OK',
			title: '',
			body: '',
			link: '',
			startTime: 'soon',
			endTime: '',
			eventId: 'e1',
		});
	});

	it.each([
		{ state: '', title: 'Errors', summary: 'Alert "Errors" is without a state' },
		{ state: 'ALERT', title: 'Too many errors', summary: 'Alert "Too many errors" fires' },
		{
			state: 'ALERT',
			title: '🚨 Alert for "Errors" in "Shop" - 12 meets or exceeds 10',
			summary: 'Alert "Errors in Shop" fires: 12 meets or exceeds 10',
		},
		{
			state: 'OK',
			title: '✅ Alert for "Failed payments" - 3 lines found',
			summary: 'Alert "Failed payments" is OK, was ALERT: 3 lines found',
		},
	])('summarizes a delivery as the polling trigger does: $summary', ({ state, title, summary }) => {
		expect(itemOf({ state, title })).toMatchObject({ summary });
	});

	it('outputs numeric text from newer servers as numbers', () => {
		const added = { threshold: '0', value: '12.5', note: 'Call', groupKey: '7' };
		const item = itemOf({ ...added, thresholdMax: '', other: 'x' });
		expect(item).toMatchObject({ value: 12.5, groupKey: '7' });
		expect(item?.['alert']).toEqual({ threshold: 0, note: 'Call' });
		expect(item).not.toHaveProperty('other');
		expect(itemOf({ value: 'NaN' })).toMatchObject({ value: 'NaN' });
	});
});

describe('receiveNotice', () => {
	it('remembers the last 200 deliveries', () => {
		const all = Array.from({ length: 201 }, (_, n) => ({ key: `k${String(n)}` }));
		const { started } = admitted([...all, { key: 'k1' }, { key: 'k0' }]);
		expect(started.slice(-2)).toEqual([false, true]);
	});

	it.each([
		{ states: ['ALERT'], state: 'ALERT', starts: true },
		{ states: ['ALERT'], state: 'OK', starts: false },
		{ states: 'ok', state: 'OK', starts: true },
		{ states: ['alert'], state: 'DISABLED', starts: false },
		{ states: 'ALERT, OK', state: 'DISABLED', starts: true },
		{ states: [], state: 'DISABLED', starts: true },
	])(
		'starts the workflow ($starts) for $state if New States is $states',
		({ states, state, starts }) => {
			const { started, memory } = admitted([{ state, key: 'k' }], deliveryChoice(states, false));
			expect(started).toEqual([starts]);
			expect(memory.keys).toHaveLength(1);
		},
	);
});

/** Times of the n-th window. */
function windowOf(n: number, minutes = 5) {
	const length = minutes * 60_000;
	return { startTime: String(NOW + (n - 1) * length), endTime: String(NOW + n * length) };
}

describe('receiveNotice (Once per Firing)', () => {
	const at = (hours: number) => ({ endTime: String(NOW + hours * HOUR) });

	it('treats an ALERT more than a day after the last as another firing', () => {
		const { started } = admitted([at(0), at(20), at(44), at(68.1)], ONCE);
		expect(started).toEqual([true, false, false, true]);
	});

	it('starts for a recovery if only OK is chosen', () => {
		const choice = deliveryChoice(['OK'], true);
		const states = ['ALERT', 'ALERT', 'OK', 'ALERT', 'OK'];
		const deliveries = states.map((state, n) => ({ state, ...windowOf(n) }));
		expect(admitted(deliveries, choice).started).toEqual([false, false, true, false, true]);
	});

	it('starts for an ALERT after a missing window, because its OK may be lost', () => {
		const deliveries = [0, 1, 2, 4, 5].map((n) => windowOf(n));
		expect(admitted(deliveries, ONCE).started).toEqual([true, false, false, true, false]);
	});
});
