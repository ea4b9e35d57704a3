/** Made once: it has a stack, and every execution ends in an abort. */
const STOPPED = new Error('The execution was stopped.');

/**
 * Aborts all requests of one execution at once. Each request gets a signal of its own,
 * because Node warns of a leak when more than ten listen to the same one.
 */
export class AbortSignals {
	private readonly main = new AbortController();
	private readonly open = new Set<AbortController>();

	/** Aborts with the execution. For those who wait on behalf of all requests. */
	get signal(): AbortSignal {
		return this.main.signal;
	}

	/** Runs a task with a signal that aborts with the execution. */
	async run<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
		const own = new AbortController();
		if (this.signal.aborted) own.abort(this.signal.reason);
		this.open.add(own);
		try {
			return await task(own.signal);
		} finally {
			this.open.delete(own);
		}
	}

	/** Aborts all tasks, those in progress and those to come. */
	abort(): void {
		this.main.abort(STOPPED);
		for (const own of this.open) own.abort(STOPPED);
	}
}
