import { admit } from '../../../nodes/CloudAlertTrigger/delivery';
import type { JsonObject } from '../../../nodes/engine/json';

const NOW = Date.parse('2026-11-09T12:00:00Z');
const NONE: Parameters<typeof admit>[1] = { keys: [], firings: [] };
const EVERY = { states: [], oncePerFiring: false };
const ONCE = { states: [], oncePerFiring: true };

function delivery(body: JsonObject, key?: string) {
	return { key, body: { state: 'ALERT', eventId: 'e1', ...body }, now: NOW };
}

describe('an item', () => {
	const itemOf = (body: JsonObject) => admit(delivery(body), NONE, EVERY).item;

	it.each([
		['milliseconds as text', '1793491200000'],
		['milliseconds', 1_793_491_200_000],
		['ISO', '2026-11-01T00:00:00.000Z'],
	])('has times in ISO format, sent as %s', (_case, startTime) => {
		expect(itemOf({ startTime })).toMatchObject({ startTime: '2026-11-01T00:00:00.000Z' });
	});

	it('keeps an invalid time, and leaves missing values empty', () => {
		expect(itemOf({ startTime: 'soon', title: null, link: {} })).toEqual({
			...{ state: 'ALERT', title: '', body: '', link: '' },
			...{ startTime: 'soon', endTime: '', eventId: 'e1' },
		});
	});

	it('has the fields of newer servers, with numbers as numbers', () => {
		const added = { threshold: '0', value: '12.5', thresholdMax: '', note: 'Call', groupKey: '7' };
		expect(itemOf({ ...added, other: 'x' })).toMatchObject({
			...{ threshold: 0, value: 12.5, note: 'Call', groupKey: '7' },
		});
		expect(itemOf({ ...added, other: 'x' })).not.toHaveProperty('thresholdMax');
		expect(itemOf({ ...added, other: 'x' })).not.toHaveProperty('other');
		expect(itemOf({ value: 'NaN' })).toMatchObject({ value: 'NaN' });
	});
});

describe('a repeat', () => {
	it('is dropped by its key, and leaves the memory as it is', () => {
		const { memory } = admit(delivery({}, 'k1'), NONE, EVERY);
		const again = admit(delivery({ state: 'OK' }, 'k1'), memory, EVERY);
		expect(again).toEqual({ memory });
		expect(admit(delivery({}, 'k2'), memory, EVERY).item).toBeDefined();
	});

	it('is output if it has no key', () => {
		const { memory } = admit(delivery({}), NONE, EVERY);
		expect(memory.keys).toEqual([]);
		expect(admit(delivery({}), memory, EVERY).item).toBeDefined();
	});
});

describe('the states', () => {
	it.each([
		[['ALERT'], 'ALERT', true],
		[['ALERT'], 'OK', false],
		[['OK'], 'OK', true],
		[['ALERT'], 'DISABLED', false],
		[['ALERT', 'OK'], 'DISABLED', true],
		[[], 'DISABLED', true],
	])('%j let %s start the workflow: %s', (states, state, starts) => {
		const { item, memory } = admit(delivery({ state }, 'k'), NONE, { ...EVERY, states });
		expect(item !== undefined).toBe(starts);
		expect(memory.keys).toEqual(['k']);
	});
});

describe('once per firing', () => {
	const through = (bodies: JsonObject[], choice = ONCE) => {
		let memory = NONE;
		const started = bodies.map((body) => {
			const admitted = admit(delivery(body), memory, choice);
			({ memory } = admitted);
			return admitted.item !== undefined;
		});
		return { started, memory };
	};
	const at = (hours: number) => ({ endTime: String(NOW + hours * 3_600_000) });

	it('outputs changes only, and an unknown past counts as one', () => {
		const bodies = ['OK', 'ALERT', 'ALERT', 'OK', 'OK', 'ALERT'].map((state) => ({ state }));
		expect(through(bodies).started).toEqual([true, true, false, true, false, true]);
	});

	it('counts from the last ALERT, whether or not that was output', () => {
		const bodies = [at(0), at(20), at(44), at(68.1)];
		expect(through(bodies).started).toEqual([true, false, false, true]);
	});

	it('keeps events apart, and outputs deliveries without an event', () => {
		const bodies = [{}, { eventId: 'e2' }, {}, { eventId: '' }, { eventId: '' }];
		expect(through(bodies).started).toEqual([true, true, false, true, true]);
	});

	it('remembers a bounded number of events, the latest ones', () => {
		const bodies = Array.from({ length: 600 }, (_, n) => ({ eventId: `e${String(n)}` }));
		const { memory } = through(bodies);
		expect(memory.firings).toHaveLength(500);
		expect(memory.firings.at(-1)?.eventId).toBe('e599');
	});

	it('remembers nothing without the option', () => {
		expect(through([{}, {}], EVERY)).toEqual({ started: [true, true], memory: NONE });
	});
});
