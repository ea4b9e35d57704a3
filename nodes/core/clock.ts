import { sleep } from 'n8n-workflow';

export const MS_PER_SECOND = 1000;

/** n8n 1.x cannot abort a sleep: there, this is how late an abort may be noticed. */
const SLICE_MS = 500;

/** Time and sleep, from n8n or from a test. */
export interface Clock {
	now: () => number;
	sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Waits that many milliseconds. Throws when the signal aborts before or meanwhile. */
export async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0; left = end - Date.now()) {
		signal.throwIfAborted();
		await sleep(Math.min(left, SLICE_MS), signal);
	}
	signal.throwIfAborted();
}

/** The clock of the machine. */
export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), sleep: sleepUnlessAborted };
