import type { Clock } from '../../../nodes/engine/time';

interface Sleeper {
	end: number;
	wake: () => void;
}

/** Jumps to the next sleeper's time once nothing else is pending. */
export class FakeClock implements Clock {
	static readonly START = 1_800_000_000_000;
	/** Tests may increase the elapsed time. */
	passed = 0;
	/** In milliseconds, for each sleep. */
	readonly slept: number[] = [];
	private readonly sleepers = new Set<Sleeper>();
	private isRunning = false;

	/** The calendar starts at `date`. */
	constructor(private date = FakeClock.START) {}

	now(): number {
		return this.date + this.passed;
	}

	elapsed(): number {
		return this.passed;
	}

	/** Moves the calendar forward or back. */
	set(ms: number): void {
		this.date += ms;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		this.slept.push(ms);
		await new Promise<void>((resolve, reject) => {
			const sleeper = { end: this.passed + ms, wake: resolve };
			this.sleepers.add(sleeper);
			const abort = (): void => {
				this.sleepers.delete(sleeper);
				reject(new Error('aborted'));
			};
			if (signal?.aborted === true) abort();
			signal?.addEventListener('abort', abort);
			void this.run();
		});
	}

	private async run(): Promise<void> {
		if (this.isRunning) return;
		this.isRunning = true;
		while (this.sleepers.size > 0) {
			for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
			const [next] = [...this.sleepers].sort((one, other) => one.end - other.end);
			if (next === undefined) break;
			this.sleepers.delete(next);
			this.passed = Math.max(this.passed, next.end);
			next.wake();
		}
		this.isRunning = false;
	}
}
