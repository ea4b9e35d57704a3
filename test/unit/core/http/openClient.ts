import type { ClientOptions } from '../../../../nodes/engine/http/client';
import { Client } from '../../../../nodes/engine/http/client';
import { SharedLimiter } from '../../../../nodes/engine/http/requestQueue';
import type { RawResponse } from '../../../../nodes/engine/http/response';
import type { HttpMethod } from '../../../../nodes/engine/request';
import type { Transport } from '../../../../nodes/engine/http/transport';
import { FakeClock } from '../fakeClock';
import { json, EXPECTED_LIMIT } from '../fakes';

export type Outcome = RawResponse | Error;
export type Answer = Outcome | ((signal: AbortSignal) => Promise<Outcome>);
type Observed = Parameters<ClientOptions['observe']>;

export const OK = json({ result: { id: 1 } });
export const REFUSED = networkError('ECONNREFUSED');
export const RESET = networkError('ECONNRESET');

export function failing(status: number, retryAfterSeconds?: number): RawResponse {
	const headers =
		retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
	return json({ error: 'oops' }, status, headers);
}

/** n8n wraps errors like this, with the code on the cause. */
export function networkError(code: string): Error {
	return new Error('wrapped', { cause: Object.assign(new Error(code), { code }) });
}

/** The API gives these answers. The last answer repeats. */
export function openClient(answers: Answer[], options: Partial<ClientOptions> = {}) {
	const clock = new FakeClock();
	const sentAt: number[] = [];
	const events: Array<Observed[0] & Observed[1]> = [];
	const transport: Transport = async (_request, { signal }) => {
		const answer = answers[Math.min(sentAt.length, answers.length - 1)];
		sentAt.push(clock.elapsed());
		const outcome = typeof answer === 'function' ? await answer(signal) : answer;
		if (outcome === undefined) throw new Error('no answer');
		if (outcome instanceof Error) throw outcome;
		return outcome;
	};
	const client = new Client({
		transport,
		limiter: new SharedLimiter(EXPECTED_LIMIT),
		clock,
		random: () => 0.5,
		observe: ({ request, index, attempts }, event) =>
			events.push({ request, index, attempts, ...event }),
		maxWait: 300_000,
		maxRetries: 3,
		maxConcurrency: 50,
		...options,
	});
	const send = async (method: HttpMethod = 'GET', index = 0) =>
		await client.send({ method, path: '/x' }, index, ({ json: body }) =>
			body?.['result'] === undefined ? undefined : body,
		);
	return { client, send, clock, sentAt, events };
}
