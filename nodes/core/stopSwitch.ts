/**
 * Stops everything of one run at once. Each request gets a signal of its own,
 * because Node warns of a leak when more than ten wait on the same one.
 */
export class StopSwitch {
	private readonly main = new AbortController();
	private readonly open = new Set<AbortController>();

	/** Fires when the run stops. For those who wait on behalf of all. */
	get signal(): AbortSignal {
		return this.main.signal;
	}

	/** Runs a task with a signal that fires when the run stops. */
	async during<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
		const own = new AbortController();
		if (this.signal.aborted) own.abort(this.signal.reason);
		this.open.add(own);
		try {
			return await task(own.signal);
		} finally {
			this.open.delete(own);
		}
	}

	/** Stops all tasks, those under way and those to come. */
	stop(): void {
		const reason = new Error('The execution was stopped.');
		this.main.abort(reason);
		for (const own of this.open) own.abort(reason);
	}
}
