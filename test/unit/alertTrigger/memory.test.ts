import fc from 'fast-check';
import type { Delivery } from '../../../nodes/CloudAlertTrigger/memory';
import { addDelivery, addToMemory } from '../../../nodes/CloudAlertTrigger/memory';

type Memory = ReturnType<typeof addDelivery>['memory'];

const NOW = Date.parse('2026-11-09T12:00:00Z');
const NONE: Memory = { keys: [], firings: {} };
/** Of 64 kB, the registration of 500 alerts takes the rest. */
const MAX_BYTES = 48_000;

function delivery(
	eventId: string,
	n: number,
	event: Delivery['event'] = 'fires',
	minutes = 1,
): Delivery {
	const length = minutes * 60_000;
	const endTime = NOW + n * length;
	return {
		key: `${eventId} ${String(n)} ${event}`,
		eventId,
		event,
		endTime,
		startTime: endTime - length,
	};
}

/** Says which deliveries start a workflow, and returns the memory. */
function all(deliveries: readonly Delivery[], memory = NONE) {
	let latest = memory;
	const started = deliveries.map((next) => {
		const { isNews, memory: kept } = addDelivery(latest, next, true);
		latest = kept;
		return isNews;
	});
	return { started, memory: latest };
}

const filled = new Map<number, Memory>();

/** In window 0, this many groups have fired. */
function firing(count: number): Memory {
	const memory = filled.get(count) ?? all(groups(count).map((event) => delivery(event, 0))).memory;
	filled.set(count, memory);
	return memory;
}

function groups(count: number): string[] {
	return Array.from({ length: count }, (_, n) => `e${String(n)}`);
}

function bytesIn(value: unknown): number {
	return Buffer.byteLength(JSON.stringify(value));
}

describe('addDelivery', () => {
	it('starts the workflow once per firing and group, at any interval', () => {
		const minutes = fc.constantFrom(0.5, 1, 5, 15, 30, 60, 360, 720, 1440);
		const breaches = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });
		fc.assert(
			fc.property(minutes, fc.array(breaches, { minLength: 1, maxLength: 4 }), (length, series) => {
				for (const [group, windows] of series.entries()) {
					const sent = windows.flatMap((isBreach, n) => {
						const event = isBreach ? 'fires' : windows[n - 1] === true ? 'recovers' : undefined;
						return event === undefined ? [] : [delivery(`e${String(group)}`, n, event, length)];
					});
					const firsts = sent.map(({ event }, n) => event !== sent[n - 1]?.event);
					expect(all(sent).started).toEqual(firsts);
				}
			}),
		);
	});

	it('starts the workflow for a new firing in the window of a recovery that had no value', () => {
		const { started } = all([
			delivery('e', 0),
			delivery('e', 2, 'recovers'),
			delivery('e', 2),
			delivery('e', 3),
			delivery('e', 4, 'recovers'),
		]);
		expect(started).toEqual([true, true, true, false, true]);
	});

	it('drops every repeat with a known key in the window of a recovery and a firing', () => {
		const pair = [delivery('e', 2, 'recovers'), delivery('e', 2)];
		const { started } = all([delivery('e', 0), ...pair, ...pair]);
		expect(started).toEqual([true, true, true, false, false]);
	});

	it('starts the workflow for each change of state in one window if the keys differ', () => {
		const changes = (['fires', 'recovers', 'fires', 'recovers'] as const).map((event, n) => ({
			...delivery('e', 1, event),
			key: String(n),
		}));
		const { started } = all([...changes, delivery('e', 2), delivery('e', 3)]);
		expect(started).toEqual([true, true, true, true, true, false]);
	});

	it('drops a repeated recovery whose key is forgotten', () => {
		const recovery = delivery('e', 1, 'recovers');
		const { memory } = all([delivery('e', 0), recovery]);
		expect(addDelivery({ ...memory, keys: [] }, recovery, true).isNews).toBe(false);
	});

	it("doesn't start a firing again for a late repeat in its recovery's window", () => {
		const keyless = { ...delivery('e', 1), key: undefined };
		const recovery = { ...delivery('e', 1, 'recovers'), key: undefined };
		expect(all([keyless, recovery, keyless, recovery]).started).toEqual([true, true, false, false]);
	});

	it('starts the workflow for every firing if any one delivery is lost', () => {
		const windows = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 15 });
		fc.assert(
			fc.property(windows, (series) => {
				let memory = NONE;
				for (const [n, [isBreach, isLost]] of series.entries()) {
					const wasBreach = series[n - 1]?.[0] === true;
					if (!isBreach && !wasBreach) continue;
					const next = delivery('e', n, isBreach ? 'fires' : 'recovers');
					const { isNews, memory: kept } = addDelivery(memory, next, true);
					if (isBreach !== wasBreach) expect(isNews).toBe(true);
					if (!isLost) memory = kept;
				}
			}),
		);
	});

	it('ignores a repeated recovery without an idempotency key', () => {
		const again = (n: number) => ({ ...delivery('e', n, 'recovers'), key: undefined });
		const { started } = all([delivery('e', 0), again(1), again(1), again(3)]);
		expect(started).toEqual([true, true, false, true]);
	});

	it('ignores a recovery that is older than the last firing', () => {
		const { started, memory } = all([
			delivery('e', 1),
			delivery('e', 4),
			delivery('e', 2, 'recovers'),
		]);
		expect(started).toEqual([true, true, false]);
		expect(all([delivery('e', 5), delivery('e', 6, 'recovers')], memory).started).toEqual([
			false,
			true,
		]);
	});

	it.each([501, 1000])('starts the workflow once for each of %i firing groups', (count) => {
		const memory = firing(count);
		const second = all(
			groups(count).map((event) => delivery(event, 1)),
			memory,
		);
		expect(second.started.filter(Boolean)).toEqual([]);
		expect(bytesIn(second.memory)).toBeLessThan(MAX_BYTES);
	});

	it('starts the workflow again only for firing groups beyond the limit', () => {
		fc.assert(
			fc.property(fc.shuffledSubarray(groups(1020), { minLength: 1020 }), (order) => {
				const { started } = all(
					order.map((event) => delivery(event, 1)),
					firing(1020),
				);
				expect(started.filter(Boolean)).toHaveLength(20);
			}),
			{ numRuns: 2 },
		);
	});

	it('forgets ended firings first when its memory is full', () => {
		const { started } = all([delivery('new', 10), delivery('new', 11)], firing(1000));
		expect(started).toEqual([true, false]);
	});

	it('limits its size for long values and many deliveries', () => {
		const long = (n: number) => `${String(n)}${'x'.repeat(500_000)}`;
		const calls = Array.from({ length: 8 }, (_, n) => ({ ...delivery(long(n), n), key: long(n) }));
		expect(bytesIn(all(calls).memory)).toBeLessThan(1000);
		const many = groups(1500).flatMap((event, n) => [
			delivery(event, n / 500, n % 2 === 0 ? 'fires' : 'recovers', 1440),
		]);
		expect(bytesIn(all(many).memory)).toBeLessThan(MAX_BYTES);
	});

	it('forgets a recovered alert after an hour', () => {
		const { memory } = all([delivery('e', 0), delivery('e', 1, 'recovers'), delivery('f', 62)]);
		expect(Object.keys(memory.firings)).toHaveLength(1);
	});
});

describe('addToMemory', () => {
	it.each([
		{},
		{ keys: ['x'.repeat(99)], firings: [{ eventId: 'e' }] },
		{ keys: null, firings: 1 },
	])('reads %j as an empty memory', (stored) => {
		expect(addToMemory('new', stored)).toEqual(NONE);
	});

	it('keeps the deliveries of parallel calls, whichever call saves last', () => {
		const stored = {};
		const firing = groups(20).map((event) => {
			const { memory } = addDelivery(addToMemory('parallel', stored), delivery(event, 0), true);
			addToMemory('parallel', memory);
			return memory;
		});
		for (const saved of firing) {
			const { started } = all(
				groups(20).map((event) => delivery(event, 1)),
				addToMemory('parallel', saved),
			);
			expect(started.filter(Boolean)).toEqual([]);
		}
	});

	it('keeps a recovery when another call saves an older firing', () => {
		const { memory: loaded } = all([delivery('e', 0)]);
		addToMemory('recovered', all([delivery('e', 1, 'recovers')], loaded).memory);
		expect(all([delivery('e', 2)], addToMemory('recovered', loaded)).started).toEqual([true]);
	});

	it.each([
		{ name: 'with', keyed: true },
		{ name: 'without', keyed: false },
	])("keeps a recovery in its ALERT's window $name a key", ({ name, keyed }) => {
		const node = `one window ${name}`;
		const sent = [delivery('e', 0), delivery('e', 0, 'recovers'), delivery('e', 1)];
		const started = sent.map((next) => {
			const keyless = { ...next, key: undefined };
			const { isNews, memory } = addDelivery(addToMemory(node, {}), keyed ? next : keyless, true);
			addToMemory(node, memory);
			return isNews;
		});
		expect(started).toEqual([true, true, true]);
	});

	it('keeps a recovery that arrives together with the ALERT of its window', () => {
		const { memory: fired } = all([delivery('e', 0)]);
		const { memory: recovered } = all([delivery('e', 0, 'recovers')]);
		for (const [node, calls] of Object.entries({ a: [fired, recovered], b: [recovered, fired] })) {
			for (const memory of calls) addToMemory(node, memory);
			expect(all([delivery('e', 1)], addToMemory(node, {})).started).toEqual([true]);
		}
	});

	it('starts each firing and recovery once, whichever process receives them', () => {
		const checks = fc.constantFrom('breach', 'none', 'no value');
		const series = fc.array(fc.tuple(checks, fc.nat(1)), { minLength: 1, maxLength: 12 });
		let runs = 0;
		fc.assert(
			fc.property(series, (windows) => {
				runs += 1;
				let stored: unknown = {};
				let isFiring = false;
				for (const [n, [check, process]] of windows.entries()) {
					const isBreach = check === 'breach';
					if (!isBreach && !isFiring) continue;
					const node = `run ${String(runs)} in process ${String(process)}`;
					// ClickStack gives a recovery without a value the next window.
					const recovery = delivery('e', check === 'none' ? n : n + 1, 'recovers');
					const { isNews, memory } = addDelivery(
						addToMemory(node, stored),
						isBreach ? delivery('e', n) : recovery,
						true,
					);
					expect(isNews).toBe(isBreach !== isFiring);
					stored = addToMemory(node, memory);
					isFiring = isBreach;
				}
			}),
		);
	});

	it('merges deliveries that another process saved', () => {
		addToMemory('elsewhere', firing(900));
		const { memory: loaded } = all(groups(300).map((event) => delivery(`other ${event}`, 0)));
		const both = addToMemory('elsewhere', loaded);
		expect(Object.keys(both.firings)).toHaveLength(1000);
		expect(all([delivery('other e0', 1), delivery('e0', 1)], both).started).toEqual([false, false]);
	});
});
