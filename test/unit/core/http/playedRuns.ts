import type { Outcome } from '../../../../nodes/core/http/retry';
import { sendWithRetry } from '../../../../nodes/core/http/retry';
import { RequestQueue } from '../../../../nodes/core/http/requestQueue';
import { SharedLimiter } from '../../../../nodes/core/http/sharedLimiter';
import type { RateLimit } from '../../../emulator/rateLimit';
import { RateLimiter as ServiceLimiter } from '../../../emulator/rateLimit';
import { API, GET, json } from '../fakes';
import { PlayedClock } from './playedClock';

export interface Played {
	executions: number;
	reads: number;
	limit: RateLimit;
	/** How long a response takes. */
	latency?: (request: number) => number;
	maxWait?: number;
	/** When an execution begins, after the first. */
	begin?: (execution: number) => number;
	start?: number;
}

/** Runs executions that share one limiter against a service with a rate limit, in played time. */
export async function playRuns(played: Played) {
	const { executions, reads, limit } = played;
	const clock = new PlayedClock(played.start);
	const service = new ServiceLimiter(limit);
	const shared = new SharedLimiter();
	let requests = 0;
	const transport = async () => {
		const number = (requests += 1);
		const latency = played.latency?.(number) ?? 20;
		await clock.sleep(latency / 2);
		const admission = service.admit(number, clock.now());
		await clock.sleep(latency / 2);
		return admission.admitted
			? json({ result: {} })
			: json({ error: 'slow' }, 429, admission.headers);
	};
	const began = clock.now();
	const run = async (execution: number) => {
		await clock.sleep(played.begin?.(execution) ?? 0);
		const controller = new AbortController();
		const maxWait = played.maxWait ?? 300_000;
		const queue = new RequestQueue(
			shared,
			clock,
			{ maxWait, maxConcurrency: 50 },
			controller.signal,
		);
		const context = { api: API, operation: GET, transport, queue, clock, random: () => 0.5 };
		const outcomes: Outcome[] = await Promise.all(
			Array.from({ length: reads }, async (_, itemIndex) =>
				sendWithRetry(
					{ ...context, signal: controller.signal, maxRetries: 3, maxWait },
					{ itemIndex, request: { method: 'GET', path: '/x' }, redact: (text) => text },
				),
			),
		);
		controller.abort();
		return { outcomes, took: clock.now() - began, waits: queue.rateLimitWaits };
	};
	const all = Promise.all(Array.from({ length: executions }, (_, execution) => run(execution)));
	const runs = await clock.play(all);
	return { runs, statistics: service.statistics(), requests, took: clock.now() - began };
}
