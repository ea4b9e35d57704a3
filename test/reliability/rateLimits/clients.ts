import type { Limit, NamingName, Server } from './servers';
import { NAMINGS } from './servers';
import { randomNumbers, Timeline } from './timeline';

/** What is tested: the decision alone, with times passed in. */
export interface Limiter<Permit = unknown> {
	request: (now: number) => { permit: Permit } | { until: number };
	accepted: (permit: Permit, now: number) => void;
	throttled: (permit: Permit, now: number, until?: number) => void;
}

/** One execution: a number of items, and how many of them may be in progress. */
interface Execution {
	process: number;
	items: number;
	maxConcurrency: number;
	begin: number;
}

const reads = (items: number): Execution => ({
	...{ process: 0, items, maxConcurrency: 50, begin: 0 },
});

export const CLIENTS = {
	reads60: [reads(60)],
	reads1000: [reads(1000)],
	twentyTogether: Array.from({ length: 20 }, () => reads(5)),
	tenInARow: [{ ...reads(10), maxConcurrency: 1 }],
	writes60: [{ ...reads(60), maxConcurrency: 1 }],
	threeProcesses: [0, 1, 2].map((process) => ({
		...reads(100),
		...{ process, begin: process * 900 },
	})),
	sharedKey: [reads(200)],
} as const satisfies Record<string, readonly Execution[]>;

export type ClientName = keyof typeof CLIENTS;

/** Milliseconds that one request takes to arrive, and its response to come back. */
type Latency = (random: () => number, inFlight: number) => [there: number, back: number];

const half = (ms: number): [number, number] => [ms / 2, ms / 2];

export const LATENCIES = {
	none: () => [0, 0],
	ms20: () => half(20),
	ms300: () => half(300),
	/** Mostly 0.15 seconds, up to 2.5, and out of order in both directions. */
	tail: (random) => {
		const sum = Array.from({ length: 12 }, random).reduce((total, one) => total + one, -6);
		const ms = Math.min(2500, 150 * Math.exp(1.1 * sum));
		const there = random() * ms;
		return [there, ms - there];
	},
	underLoad: (_random, inFlight) => half(20 + 10 * inFlight),
} as const satisfies Record<string, Latency>;

export type LatencyName = keyof typeof LATENCIES;

export interface Run {
	server: (random: () => number) => Server;
	naming: NamingName;
	latency: LatencyName;
	executions: readonly Execution[];
	/** Another client of the same key, which takes three tenths of this limit. */
	other?: Limit | undefined;
	seed: number;
}

export interface Played {
	/** When the last item was done; Infinity if that took too long. */
	took: number;
	/** When requests were throttled. */
	throttled: number[];
	requests: number;
}

/** One execution in progress. */
interface Progress extends Execution {
	waiting: number;
	inFlight: number;
	open: number;
}

/**
 * Simulates a run with a limiter for each process. Without one, the service itself queues all requests:
 * that is as fast as the limit allows.
 */
export class Play {
	private readonly time = new Timeline();
	private readonly latencies: () => number;
	private readonly others: () => number;
	private readonly server: Server;
	private readonly played: Played = { took: Infinity, throttled: [], requests: 0 };
	/** The executions of each process, those whose turn is next first. */
	private readonly turns = new Map<number, Progress[]>();
	private readonly limiters = new Map<number, Limiter>();
	private readonly wakeAt = new Map<number, number>();
	private readonly queue: Array<() => void> = [];
	private isServing = false;
	private inFlight = 0;
	private open: number;

	constructor(
		private readonly run: Run,
		private readonly limiterOf?: () => Limiter,
	) {
		this.server = run.server(randomNumbers(run.seed));
		this.latencies = randomNumbers(run.seed + 1000);
		this.others = randomNumbers(run.seed + 2000);
		this.open = run.executions.length;
	}

	/** Returns the result, at the latest after this much simulated time. */
	play(longest: number): Played {
		for (const execution of this.run.executions) {
			this.time.at(execution.begin, () => {
				this.begin(execution);
			});
		}
		if (this.run.other !== undefined) this.playOther(this.run.other);
		this.time.play(longest, () => this.open === 0);
		if (this.open === 0) this.played.took = this.time.now;
		return this.played;
	}

	private begin(execution: Execution): void {
		const { process, items } = execution;
		const progress = { ...execution, waiting: items, inFlight: 0, open: items };
		const turns = this.turns.get(process) ?? [];
		this.turns.set(process, [...turns, progress]);
		const limiter = this.limiterOf?.();
		if (limiter !== undefined && turns.length === 0) this.limiters.set(process, limiter);
		this.drain(process);
	}

	/** Sends requests of one process, one of each execution in turn. */
	private drain(process: number): void {
		for (;;) {
			const turns = this.turns.get(process) ?? [];
			const next = turns.find(
				({ waiting, inFlight, maxConcurrency }) => waiting > 0 && inFlight < maxConcurrency,
			);
			if (next === undefined) return;
			const decision = this.limiters.get(process)?.request(this.time.now) ?? { permit: undefined };
			if ('until' in decision) {
				this.wake(process, decision.until);
				return;
			}
			this.turns.set(process, [...turns.filter((one) => one !== next), next]);
			this.send(next, decision.permit);
		}
	}

	/** A timer of whole milliseconds, which never fires early. */
	private wake(process: number, until: number): void {
		const at = Math.max(Math.ceil(until), Math.floor(this.time.now) + 1);
		if (at >= (this.wakeAt.get(process) ?? Infinity)) return;
		this.wakeAt.set(process, at);
		this.time.at(at, () => {
			if (this.wakeAt.get(process) !== at) return;
			this.wakeAt.delete(process);
			this.drain(process);
		});
	}

	private send(execution: Progress, permit: unknown): void {
		const startedAt = this.time.now;
		execution.waiting -= 1;
		execution.inFlight += 1;
		this.inFlight += 1;
		this.played.requests += 1;
		const [there, back] = LATENCIES[this.run.latency](this.latencies, this.inFlight);
		this.time.after(there, () => {
			const admit = (): void => {
				this.time.after(back, () => {
					this.accepted(execution, permit);
				});
			};
			if (this.limiterOf === undefined) this.serve(admit);
			else
				this.arrive(admit, (wait) => {
					this.throttle(execution, permit, startedAt, wait, back);
				});
		});
	}

	private arrive(admit: () => void, throttle: (wait: number) => void): void {
		const wait = this.server.wait(this.time.now);
		if (wait > 0) {
			throttle(wait);
			return;
		}
		this.server.admit(this.time.now);
		admit();
	}

	/** Makes a request wait at the service, after those that wait there already. */
	private serve(admit: () => void): void {
		this.queue.push(admit);
		if (this.isServing) return;
		this.isServing = true;
		const next = (): void => {
			const [first] = this.queue;
			this.isServing = first !== undefined;
			if (first === undefined) return;
			this.arrive(
				() => {
					this.queue.shift();
					first();
					next();
				},
				(wait) => {
					this.time.after(wait, next);
				},
			);
		};
		next();
	}

	private accepted(execution: Progress, permit: unknown): void {
		this.limiters.get(execution.process)?.accepted(permit, this.time.now);
		execution.open -= 1;
		if (execution.open === 0) this.open -= 1;
		this.leave(execution);
	}

	private throttle(
		execution: Progress,
		permit: unknown,
		startedAt: number,
		wait: number,
		back: number,
	): void {
		const until = NAMINGS[this.run.naming](startedAt, this.time.now, wait);
		this.played.throttled.push(this.time.now);
		this.time.after(back, () => {
			this.limiters.get(execution.process)?.throttled(permit, this.time.now, until);
			execution.waiting += 1;
			this.leave(execution);
		});
	}

	private leave(execution: Progress): void {
		execution.inFlight -= 1;
		this.inFlight -= 1;
		this.drain(execution.process);
	}

	/** Sends at random, and each throttled request again up to five times. */
	private playOther({ requests, windowMs }: Limit): void {
		const pause = () => (-Math.log(1 - this.others()) * windowMs) / (0.3 * requests);
		const send = (tries: number): void => {
			if (this.limiterOf === undefined) {
				this.serve(() => undefined);
				return;
			}
			this.arrive(
				() => undefined,
				(wait) => {
					if (tries < 5)
						this.time.after(wait + pause(), () => {
							send(tries + 1);
						});
				},
			);
		};
		const next = (): void => {
			this.time.after(pause(), () => {
				send(0);
				next();
			});
		};
		next();
	}
}
