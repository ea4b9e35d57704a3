import { processDelivery } from '../../../nodes/CloudAlertTrigger/delivery';
import type { JsonObject } from '../../../nodes/engine/json';
import { growth, MAX_GROWTH } from '../../growth';

const NOW = Date.parse('2026-11-09T12:00:00Z');
const HOUR = 3_600_000;
type Choice = Parameters<typeof processDelivery>[2];
type Memory = Parameters<typeof processDelivery>[1];
const NONE: Memory = { keys: [], firings: {} };
const EVERY = { states: [], oncePerFiring: false };
const ONCE = { states: [], oncePerFiring: true };

/** Repeats of a delivery share its `key`. By default, a delivery arrives at its window's end. */
type Delivered = JsonObject & { key?: string; now?: number };

/** Says which deliveries start the workflow, and returns the memory. */
function admitted(deliveries: readonly Delivered[], choice: Choice = EVERY) {
	let memory = NONE;
	const started = deliveries.map(({ key, now, ...body }) => {
		const arrival = now ?? Number(body['endTime'] ?? NOW);
		const delivery = { key, body: { state: 'ALERT', eventId: 'e1', ...body }, now: arrival };
		const { item, memory: next } = processDelivery(delivery, memory, choice);
		memory = next;
		return item !== undefined;
	});
	return { started, memory };
}

function itemOf(body: JsonObject) {
	return processDelivery({ key: undefined, body, now: NOW }, NONE, EVERY).item;
}

describe('processDelivery → item', () => {
	it.each([
		{ form: 'milliseconds as text', startTime: '1793491200000' },
		{ form: 'milliseconds', startTime: 1_793_491_200_000 },
		{ form: 'ISO', startTime: '2026-11-01T00:00:00.000Z' },
	])('outputs times in ISO format for $form', ({ startTime }) => {
		expect(itemOf({ startTime })).toMatchObject({ startTime: '2026-11-01T00:00:00.000Z' });
	});

	it('passes on an invalid time as it was delivered', () => {
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

	it.each([
		[{}, 'Alert "Errors" fires: 12, at or above 10'],
		[{ comparator: '<', value: 9.5 }, 'Alert "Errors" fires: 9.5, below 10'],
		[
			{ comparator: 'outside', thresholdMax: '20', value: '25' },
			'Alert "Errors" fires: 25, not between 10 and 20',
		],
		[{ value: '' }, 'Alert "Errors" fires'],
		[{ comparator: '~' }, 'Alert "Errors" fires'],
		[{ threshold: '' }, 'Alert "Errors" fires'],
		[{ state: 'OK' }, 'Alert "Errors" is OK, was ALERT'],
	])("adds a newer server's value and condition: %j", (changes, summary) => {
		const body = { state: 'ALERT', title: '🚨 Alert for "Errors"', comparator: '>=' };
		expect(itemOf({ ...body, threshold: '10', value: '12', ...changes })).toMatchObject({
			summary,
		});
	});

	it('summarizes a title with names of 300 characters', () => {
		const [tile, dashboard] = ['t'.repeat(300), 'd'.repeat(300)];
		const title = `Alert for "${tile}" in "${dashboard}" - 12 meets or exceeds 10`;
		const summary = `Alert "${'t'.repeat(200)}…" fires: 12 meets or exceeds 10`;
		expect(itemOf({ state: 'ALERT', title })).toMatchObject({ summary });
	});

	it('needs linear time for a title of many quotes', async () => {
		const titled = (size: number) => ({
			state: 'ALERT',
			title: `Alert for "${'" in "x'.repeat(size)}`,
		});
		expect(await growth(500, titled, itemOf)).toBeLessThan(MAX_GROWTH);
	});

	it('outputs numeric text from newer servers as numbers', () => {
		const added = { threshold: '0', value: '-1.25e1', note: 'Call', groupKey: '7' };
		const item = itemOf({ ...added, thresholdMax: '', other: 'x' });
		expect(item).toMatchObject({ value: -12.5, groupKey: '7' });
		expect(item?.['alert']).toEqual({ threshold: 0, note: 'Call' });
		expect(item).not.toHaveProperty('other');
	});

	it.each(['NaN', ' ', '0x10', 'Infinity'])(
		"outputs %j, which isn't a number, as text",
		(value) => {
			expect(itemOf({ value, threshold: value })).toMatchObject({
				value,
				alert: { threshold: value },
			});
		},
	);
});

describe('processDelivery', () => {
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
			const { started, memory } = admitted([{ state, key: 'k' }], { states, oncePerFiring: false });
			expect(started).toEqual([starts]);
			expect(memory.keys).toHaveLength(1);
		},
	);
});

function windowOf(n: number, minutes = 5) {
	const length = minutes * 60_000;
	return { startTime: String(NOW + (n - 1) * length), endTime: String(NOW + n * length) };
}

describe('processDelivery (Once per Firing)', () => {
	const at = (hours: number) => ({ endTime: String(NOW + hours * HOUR) });

	it('treats an ALERT more than a day after the last as another firing', () => {
		const { started } = admitted([at(0), at(20), at(44), at(68.1)], ONCE);
		expect(started).toEqual([true, false, false, true]);
	});

	it('starts for a recovery if only OK is chosen', () => {
		const choice = { states: ['OK'], oncePerFiring: true };
		const states = ['ALERT', 'ALERT', 'OK', 'ALERT', 'OK'];
		const deliveries = states.map((state, n) => ({ state, ...windowOf(n) }));
		expect(admitted(deliveries, choice).started).toEqual([false, false, true, false, true]);
	});

	it.each([0.5, 1, 5, 15, 60, 1440])(
		'starts for a firing after a recovery without a value at an interval of %f minutes',
		(minutes) => {
			const arrival = (n: number) => NOW + n * minutes * 60_000;
			const sent = [
				{ key: 'k1', now: arrival(0), ...windowOf(0, minutes) },
				// Without a value, ClickStack sends the window that starts now.
				{ key: 'k2', state: 'OK', now: arrival(1), ...windowOf(2, minutes) },
				{ key: 'k3', now: arrival(2), ...windowOf(2, minutes) },
				{ key: 'k4', state: 'OK', now: arrival(3), ...windowOf(3, minutes) },
			];
			expect(admitted(sent, ONCE).started).toEqual([true, true, true, true]);
		},
	);

	/** Each of four windows arrives with ClickStack's clock ahead by these minutes. */
	const ahead = (minutes: readonly number[]) =>
		['ALERT', 'ALERT', 'OK', 'ALERT'].map((state, n) => {
			const [start, end] = [n - 1, n].map(
				(window) => NOW + (window * 5 + (minutes[n] ?? 0)) * 60_000,
			);
			return { state, startTime: start, endTime: end, now: NOW + n * 300_000 };
		});

	it.each([
		{ clock: 'is a year ahead at first', minutes: [525_600] },
		{ clock: 'is always a day ahead', minutes: [1440, 1440, 1440, 1440] },
		{ clock: 'is always four minutes ahead', minutes: [4, 4, 4, 4] },
		{ clock: 'is two minutes ahead at first', minutes: [2, 2] },
	])('starts once per firing if the clock of ClickStack $clock', ({ minutes }) => {
		const { started } = admitted(ahead(minutes), ONCE);
		expect(started).toEqual([true, false, true, true]);
	});
});
