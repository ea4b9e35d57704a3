import fc from 'fast-check';
import type { Notice } from '../../../nodes/CloudAlertTrigger/memory';
import {
	addNotice,
	keepDeliveries,
	recallDeliveries,
} from '../../../nodes/CloudAlertTrigger/memory';

type Memory = ReturnType<typeof addNotice>['memory'];

const NOW = Date.parse('2026-11-09T12:00:00Z');
const NONE: Memory = { keys: [], firings: {} };
/** 64 kB, minus the registration of 500 alerts. */
const MAX_BYTES = 48_000;

/** A delivery of an event in the n-th window. */
function notice(eventId: string, n: number, event: Notice['event'] = 'fires', minutes = 1): Notice {
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

/** Notes deliveries in sequence. Tells which start a workflow, and returns the memory. */
function all(notices: readonly Notice[], memory = NONE) {
	let latest = memory;
	const started = notices.map((next) => {
		const { isRepeat, isContinued, memory: kept } = addNotice(latest, next, true);
		latest = kept;
		return !isRepeat && !isContinued;
	});
	return { started, memory: latest };
}

const filled = new Map<number, Memory>();

/** Memory after this many groups have fired in window 0. */
function firing(count: number): Memory {
	const memory = filled.get(count) ?? all(groups(count).map((event) => notice(event, 0))).memory;
	filled.set(count, memory);
	return memory;
}

function groups(count: number): string[] {
	return Array.from({ length: count }, (_, n) => `e${String(n)}`);
}

function bytesIn(value: unknown): number {
	return Buffer.byteLength(JSON.stringify(value));
}

describe('addNotice', () => {
	it('starts the workflow once per firing and group, at any interval', () => {
		const minutes = fc.constantFrom(0.5, 1, 5, 15, 30, 60, 360, 720, 1440);
		const breaches = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });
		fc.assert(
			fc.property(minutes, fc.array(breaches, { minLength: 1, maxLength: 4 }), (length, series) => {
				for (const [group, windows] of series.entries()) {
					const sent = windows.flatMap((isBreach, n) => {
						const event = isBreach ? 'fires' : windows[n - 1] === true ? 'recovers' : undefined;
						return event === undefined ? [] : [notice(`e${String(group)}`, n, event, length)];
					});
					const firsts = sent.map(({ event }, n) => event !== sent[n - 1]?.event);
					expect(all(sent).started).toEqual(firsts);
				}
			}),
		);
	});

	it('starts the workflow for every firing if any one notice is lost', () => {
		const windows = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 15 });
		fc.assert(
			fc.property(windows, (series) => {
				let memory = NONE;
				for (const [n, [isBreach, isLost]] of series.entries()) {
					const wasBreach = series[n - 1]?.[0] === true;
					if (!isBreach && !wasBreach) continue;
					const next = notice('e', n, isBreach ? 'fires' : 'recovers');
					const { isContinued, memory: kept } = addNotice(memory, next, true);
					if (isBreach !== wasBreach) expect(isContinued).toBe(false);
					if (!isLost) memory = kept;
				}
			}),
		);
	});

	it('ignores a repeated recovery without an idempotency key', () => {
		const again = (n: number) => ({ ...notice('e', n, 'recovers'), key: undefined });
		const { started } = all([notice('e', 0), again(1), again(1), again(3)]);
		expect(started).toEqual([true, true, false, true]);
	});

	it('starts nothing for a recovery that is older than the last firing', () => {
		const { started, memory } = all([notice('e', 1), notice('e', 4), notice('e', 2, 'recovers')]);
		expect(started).toEqual([true, true, false]);
		expect(all([notice('e', 5), notice('e', 6, 'recovers')], memory).started).toEqual([
			false,
			true,
		]);
	});

	it.each([501, 1000])('starts the workflow once for each of %i firing groups', (count) => {
		const memory = firing(count);
		const second = all(
			groups(count).map((event) => notice(event, 1)),
			memory,
		);
		expect(second.started.filter(Boolean)).toEqual([]);
		expect(bytesIn(second.memory)).toBeLessThan(MAX_BYTES);
	});

	it('starts the workflow again only for firing groups beyond the limit', () => {
		fc.assert(
			fc.property(fc.shuffledSubarray(groups(1020), { minLength: 1020 }), (order) => {
				const { started } = all(
					order.map((event) => notice(event, 1)),
					firing(1020),
				);
				expect(started.filter(Boolean)).toHaveLength(20);
			}),
			{ numRuns: 2 },
		);
	});

	it('forgets ended firings first when its memory is full', () => {
		const { started } = all([notice('new', 10), notice('new', 11)], firing(1000));
		expect(started).toEqual([true, false]);
	});

	it('limits its size for long values and many deliveries', () => {
		const long = (n: number) => `${String(n)}${'x'.repeat(500_000)}`;
		const calls = Array.from({ length: 8 }, (_, n) => ({ ...notice(long(n), n), key: long(n) }));
		expect(bytesIn(all(calls).memory)).toBeLessThan(1000);
		const many = groups(1500).flatMap((event, n) => [
			notice(event, n / 500, n % 2 === 0 ? 'fires' : 'recovers', 1440),
		]);
		expect(bytesIn(all(many).memory)).toBeLessThan(MAX_BYTES);
	});

	it('forgets a recovered alert after an hour', () => {
		const { memory } = all([notice('e', 0), notice('e', 1, 'recovers'), notice('f', 62)]);
		expect(Object.keys(memory.firings)).toHaveLength(1);
	});
});

describe('recallDeliveries', () => {
	it.each([
		{},
		{ keys: ['x'.repeat(99)], firings: [{ eventId: 'e' }] },
		{ keys: null, firings: 1 },
	])('reads %j as an empty memory', (stored) => {
		expect(recallDeliveries('new', stored)).toEqual(NONE);
	});

	it('keeps the notices of parallel calls, whichever call saves last', () => {
		const stored = {};
		const firing = groups(20).map((event) => {
			const { memory } = addNotice(recallDeliveries('parallel', stored), notice(event, 0), true);
			keepDeliveries('parallel', memory);
			return memory;
		});
		for (const saved of firing) {
			const { started } = all(
				groups(20).map((event) => notice(event, 1)),
				recallDeliveries('parallel', saved),
			);
			expect(started.filter(Boolean)).toEqual([]);
		}
	});

	it('keeps a recovery when another call saves an older firing', () => {
		const { memory: loaded } = all([notice('e', 0)]);
		keepDeliveries('recovered', all([notice('e', 1, 'recovers')], loaded).memory);
		expect(all([notice('e', 2)], recallDeliveries('recovered', loaded)).started).toEqual([true]);
	});

	it('merges notices that another process saved', () => {
		keepDeliveries('elsewhere', firing(900));
		const { memory: loaded } = all(groups(300).map((event) => notice(`other ${event}`, 0)));
		const both = recallDeliveries('elsewhere', loaded);
		expect(Object.keys(both.firings)).toHaveLength(1000);
		expect(all([notice('other e0', 1), notice('e0', 1)], both).started).toEqual([false, false]);
	});
});
