import { Client } from '../../../nodes/engine/http/client';
import { SharedLimiter } from '../../../nodes/engine/http/requestQueue';
import { requestedWait } from '../../../nodes/engine/http/response';
import type { Limit } from '../../../tools/emulator/limits';
import type { Admit, RateLimit } from '../../../tools/emulator/rateLimit';
import { minimumMs, rateLimiter } from '../../../tools/emulator/rateLimit';
import { Random } from '../../../tools/random';
import { FakeClock } from '../../unit/core/fakeClock';
import { json, EXPECTED_LIMIT } from '../../unit/core/fakes';

export interface Execution {
	reads: number;
	maxConcurrency?: number;
	/** Executions in an n8n process share their knowledge of the limit. */
	process?: number;
	/** Starts this many milliseconds after the first execution. */
	begin?: number;
}

/** Milliseconds until a request arrives, and until its response returns. */
export type Latency = (
	random: () => number,
	inFlight: number,
	request: number,
) => [there: number, back: number];

export interface Run {
	executions: readonly Execution[];
	limit: RateLimit;
	latency?: Latency;
	maxWait?: number;
	start?: number;
	seed?: number;
	/** This request is throttled for a second regardless of the limit. */
	stray?: number;
	/** Another client with the same key, which sends three tenths of this limit at random times. */
	other?: Limit | undefined;
}

class Player {
	private readonly clock: FakeClock;
	private readonly began: number;
	private readonly admit: Admit;
	private readonly random: Random;
	private readonly limiters = new Map<number, SharedLimiter>();
	/** In milliseconds since the start. */
	private readonly throttled: number[] = [];
	private admitted = 0;
	private requests = 0;
	private inFlight = 0;
	private hasEnded = false;

	constructor(private readonly run: Run) {
		this.clock = new FakeClock(run.start);
		this.began = this.clock.now();
		const admit = rateLimiter(run.limit);
		this.admit = (now) => {
			const headers = admit(now);
			if (headers === undefined) this.admitted += 1;
			return headers;
		};
		this.random = new Random(run.seed ?? 1);
	}

	async play() {
		const { began, clock, run } = this;
		if (run.other !== undefined) void this.sendAsOther(run.other);
		const runs = await Promise.all(run.executions.map((execution) => this.execute(execution)));
		this.hasEnded = true;
		const leastMs = minimumMs(run.limit, this.admitted, began);
		return { runs, leastMs, throttled: this.throttled, took: clock.now() - began };
	}

	private async execute(execution: Execution) {
		const { reads, process = 0, begin = 0, maxConcurrency = 50 } = execution;
		const { began, clock, run } = this;
		await clock.sleep(begin);
		const limiter = this.limiters.get(process) ?? new SharedLimiter(EXPECTED_LIMIT);
		this.limiters.set(process, limiter);
		const client = new Client({
			transport: this.transport,
			limiter,
			clock,
			random: () => 0.5,
			observe: () => undefined,
			maxWait: run.maxWait ?? 300_000,
			maxRetries: 3,
			maxConcurrency,
		});
		const results = await Promise.all(
			Array.from({ length: reads }, async (_, index) =>
				client.send({ method: 'GET', path: '/x' }, index, (response) => response.json),
			),
		);
		client.close();
		const failures = results.filter(({ kind }) => kind !== 'success');
		return { failures, took: clock.now() - began };
	}

	private readonly transport = async () => {
		const { clock, run } = this;
		const number = (this.requests += 1);
		this.inFlight += 1;
		const random = () => this.random.next();
		const [there, back] = (run.latency ?? DEFAULT_LATENCY)(random, this.inFlight, number);
		await clock.sleep(there);
		const isStray = number === run.stray;
		const headers = isStray ? { 'retry-after': '1' } : this.admit(clock.now());
		if (headers !== undefined) this.throttled.push(clock.now() - this.began);
		await clock.sleep(back);
		this.inFlight -= 1;
		return headers === undefined ? json({}) : json({}, 429, headers);
	};

	/** Resends each throttled request up to five times. */
	private async sendAsOther({ requests, windowMs }: Limit): Promise<void> {
		const { clock } = this;
		const pause = () => (-Math.log(1 - this.random.next()) * windowMs) / (0.3 * requests);
		const send = async (): Promise<void> => {
			for (let attempt = 0; attempt < 6; attempt += 1) {
				const headers = this.admit(clock.now());
				if (headers === undefined) return;
				const asked = requestedWait({ status: 429, headers }, clock.now()) ?? 0;
				await clock.sleep(asked + pause());
			}
		};
		while (!this.hasEnded) {
			await clock.sleep(pause());
			void send();
		}
	}
}

const DEFAULT_LATENCY: Latency = () => [10, 10];

/** Runs executions against a rate-limited service in simulated time. */
export async function playRuns(run: Run) {
	return await new Player(run).play();
}
