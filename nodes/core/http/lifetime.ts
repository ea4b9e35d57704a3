import type { Clock } from '../clock';

/** Made once: it has a stack. */
const ENDED = new Error('The client was closed.');

/** How long a client lives: until it is ended, or its time is up. */
export class Lifetime {
	private readonly controller = new AbortController();
	/** One for each task: Node 20 warns of a leak when more than ten listen to the same signal. */
	private readonly open = new Set<AbortController>();
	private deadline = Infinity;
	private timeIsUp = false;

	/** `outer` ends it when it aborts. */
	constructor(
		private readonly clock: Clock,
		outer: AbortSignal | undefined,
	) {
		if (outer?.aborted === true) this.end();
		outer?.addEventListener('abort', this.end, { signal: this.signal });
	}

	/** Aborts when it ends. For those who wait on behalf of all tasks. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** Whether its time is up. */
	get isOutOfTime(): boolean {
		return this.timeIsUp || this.clock.elapsed() >= this.deadline;
	}

	/** Aborts all tasks, those in progress and those to come. */
	readonly end = (): void => {
		this.controller.abort(ENDED);
		for (const own of this.open) own.abort(ENDED);
	};

	/** Ends it after so many milliseconds, which `sleep` waits. */
	endAfter(ms: number, sleep: Clock['sleep']): void {
		this.deadline = this.clock.elapsed() + ms;
		this.run(async ({ signal }) => {
			await sleep(ms, signal);
			this.timeIsUp = true;
			this.end();
		}).catch(() => undefined);
	}

	/**
	 * Runs a task with an abort controller of its own, which aborts with the lifetime, or when the task itself aborts it.
	 * Once the task is done it never aborts: n8n's helper would take apart a connection that is already finished.
	 */
	async run<T>(task: (own: AbortController) => Promise<T>): Promise<T> {
		const own = new AbortController();
		if (this.signal.aborted) own.abort(ENDED);
		this.open.add(own);
		try {
			return await task(own);
		} finally {
			this.open.delete(own);
		}
	}
}
