import { sleep } from 'n8n-workflow';

/** n8n 1.x lets no sleep be broken off: there, this is how late a stop may be noticed. */
const SLICE_MS = 500;

/** Waits that long. Throws when the signal fires before or meanwhile. */
export async function sleepUnlessStopped(ms: number, signal: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0; left = end - Date.now()) {
		signal.throwIfAborted();
		await sleep(Math.min(left, SLICE_MS), signal);
	}
	signal.throwIfAborted();
}
