import type { RequestHandler } from 'express';
import { exchangeOf, outerApiOf, type Parts, refuse } from '../exchange';

const LIMIT = 100;
const WINDOW_S = 60;

/** Counts the requests of each key before its token is checked, and reports the rest in every response. */
export function countRequests({ dashboardApi }: Parts): RequestHandler {
	const windows = new Map<string, { end: number; used: number }>();
	return (request, response, next) => {
		if (dashboardApi !== 'clickstack' || outerApiOf(exchangeOf(request)) !== 'clickstack') {
			next();
			return;
		}
		const { authorization = '' } = request.headers;
		const now = Date.now();
		const known = windows.get(authorization);
		const end = now + WINDOW_S * 1000;
		const window = known !== undefined && known.end > now ? known : { end, used: 0 };
		windows.set(authorization, window);
		window.used += 1;
		const reset = String(Math.ceil((window.end - now) / 1000));
		response.set({
			'ratelimit-policy': `${String(LIMIT)};w=${String(WINDOW_S)}`,
			'ratelimit-limit': String(LIMIT),
			'ratelimit-remaining': String(Math.max(0, LIMIT - window.used)),
			'ratelimit-reset': reset,
		});
		if (window.used <= LIMIT) next();
		else refuse(request, response, 429, 'too many requests', { 'retry-after': reset });
	};
}
