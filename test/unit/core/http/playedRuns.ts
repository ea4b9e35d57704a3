import { Client } from '../../../../nodes/core/http/client';
import { SharedLimiter } from '../../../../nodes/core/http/requestQueue';
import type { RateLimit } from '../../../emulator/rateLimit';
import { RateLimiter as ServiceLimiter } from '../../../emulator/rateLimit';
import { json } from '../fakes';
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

/** Runs executions that share one limiter against a service with a rate limit, in simulated time. */
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
		const client = new Client({
			...{ transport, limiter: shared, clock, random: () => 0.5, observe: () => undefined },
			...{ maxWait: played.maxWait ?? 300_000, maxRetries: 3, maxConcurrency: 50 },
		});
		const results = await Promise.all(
			Array.from({ length: reads }, async (_, index) =>
				client.send({ method: 'GET', path: '/x' }, index, (response) => response.json),
			),
		);
		client.close();
		const took = clock.now() - began;
		return {
			failures: results.filter(({ kind }) => kind !== 'success'),
			took,
			waits: client.rateLimitWaits,
		};
	};
	const all = Promise.all(Array.from({ length: executions }, (_, execution) => run(execution)));
	const runs = await clock.play(all);
	return { runs, statistics: service.statistics(), requests, took: clock.now() - began };
}
