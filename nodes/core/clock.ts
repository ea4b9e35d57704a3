import { sleep } from 'n8n-workflow';

export const MS_PER_SECOND = 1000;

/** n8n 1.x cannot abort a sleep: there, this is how late an abort may be noticed. */
const SLICE_MS = 500;

/** Time and sleep, from n8n or from a test. Times are in milliseconds. */
export interface Clock {
	/** Since 1970, for dates: someone may set this clock forward or back. */
	now: () => number;
	/** Since some moment, for durations: nobody sets this clock. */
	elapsed: () => number;
	sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Waits that many milliseconds. Throws when the signal aborts before or meanwhile. */
export async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
	const end = elapsed() + ms;
	for (let left = ms; left > 0; left = end - elapsed()) {
		signal.throwIfAborted();
		await sleep(Math.min(left, SLICE_MS), signal);
	}
	signal.throwIfAborted();
}

/** The clock of the machine. */
export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), elapsed, sleep: sleepUnlessAborted };

/** Whole milliseconds, as they are logged. */
function elapsed(): number {
	return Math.floor(performance.now());
}
