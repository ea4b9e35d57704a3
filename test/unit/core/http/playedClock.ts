import type { Clock } from '../../../../nodes/engine/time';

interface Sleeper {
	end: number;
	wake: () => void;
}

/** A clock that moves to the time of the next sleeper once nothing else has anything to do. */
export class PlayedClock implements Clock {
	private readonly sleepers = new Set<Sleeper>();
	private passed = 0;

	/** `date` is the calendar's initial date. */
	constructor(private date = 1_800_000_000_000) {}

	now(): number {
		return this.date + this.passed;
	}

	elapsed(): number {
		return this.passed;
	}

	/** Sets the calendar forward, or back. */
	set(ms: number): void {
		this.date += ms;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const sleeper = { end: this.passed + ms, wake: resolve };
			this.sleepers.add(sleeper);
			const abort = (): void => {
				this.sleepers.delete(sleeper);
				reject(new Error('aborted'));
			};
			if (signal?.aborted === true) abort();
			signal?.addEventListener('abort', abort);
		});
	}

	/** Lets time pass until the task has ended, and returns its result. */
	async play<T>(task: Promise<T>): Promise<T> {
		const progress = { ended: false };
		const end = (): void => {
			progress.ended = true;
		};
		task.then(end, end);
		for (;;) {
			for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
			if (progress.ended) return await task;
			const [next] = [...this.sleepers].sort((one, other) => one.end - other.end);
			if (next === undefined) throw new Error('Everybody waits and nobody sleeps');
			this.sleepers.delete(next);
			this.passed = Math.max(this.passed, next.end);
			next.wake();
		}
	}
}
