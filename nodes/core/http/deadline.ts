import { DeadlineExceeded } from './networkError';
import { sleepUnlessAborted } from '../clock';

/** Made once: without a reason, each abort makes an error with a stack, and every request ends in one. */
const FINISHED = new Error('The task has finished.');

/**
 * Runs a task with a signal that aborts with the given one, or when the time is over.
 * Throws `DeadlineExceeded`, its message from `message`, when the time was over first.
 */
export async function withDeadline<T>(
	ms: number,
	signal: AbortSignal,
	message: () => string,
	task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const own = new AbortController();
	const timer = new AbortController();
	const time = { over: false };
	const stop = (): void => {
		own.abort(signal.reason);
	};
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop);
	void sleepUnlessAborted(ms, timer.signal).then(
		() => {
			time.over = true;
			own.abort();
		},
		() => undefined,
	);
	try {
		return await task(own.signal);
	} catch (error) {
		throw time.over ? new DeadlineExceeded(message()) : error;
	} finally {
		timer.abort(FINISHED);
		signal.removeEventListener('abort', stop);
	}
}
