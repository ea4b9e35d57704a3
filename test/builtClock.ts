import path from 'node:path';

import type { EachEmulator } from './withEmulator';

const BUILT = path.resolve(__dirname, '../dist/nodes/engine');

/** The loaded package's nodes share this clock, because it comes from the build. */
export const { SYSTEM_CLOCK: builtClock } = jest.requireActual<
	typeof import('../nodes/engine/time')
>(path.join(BUILT, 'time.js'));
const { SharedLimiter } = jest.requireActual<typeof import('../nodes/engine/http/requestQueue')>(
	path.join(BUILT, 'http/requestQueue.js'),
);
export const systemClock = { ...builtClock };

/** After each test, the clock runs normally again, and no pause lasts. */
export function restoreClock(): void {
	afterEach(() => {
		Object.assign(builtClock, systemClock);
		SharedLimiter.all.clear();
	});
}

/**
 * Throttles the next PUT of such a path for a minute. The clock skips that minute. Calls `meanwhile` when the pause
 * starts.
 */
export function playPause(
	emulator: EachEmulator,
	meanwhile: () => void,
	pathOfChange = /(?:)/,
): { pauses: number } {
	const times = { pauses: 0 };
	emulator.faults.add({
		kind: 'status',
		status: 429,
		headers: { 'Retry-After': '60' },
		times: 1,
		match: { method: 'PUT', path: pathOfChange },
	});
	let passed = 0;
	builtClock.elapsed = () => systemClock.elapsed() + passed;
	builtClock.sleep = async (ms, signal) => {
		await new Promise((resolve) => setImmediate(resolve));
		signal.throwIfAborted();
		passed += ms;
		if (ms <= 30_000) return;
		times.pauses += 1;
		meanwhile();
	};
	return times;
}
