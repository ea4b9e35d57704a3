import type { RequestQueue } from './requestQueue';

const MS_PER_SECOND = 1000;

/** Returns the hint that tells how often and how long an execution waited for the rate limit, if it did. */
export function waitHint({ count, ms }: RequestQueue['rateLimitWaits']): string | undefined {
	if (count === 0) return undefined;
	const times = count === 1 ? 'once' : `${String(count)} times`;
	const seconds = Math.max(1, Math.round(ms / MS_PER_SECOND));
	const unit = seconds === 1 ? 'second' : 'seconds';
	return `The service limits the rate of requests: the node waited ${times}, ${String(seconds)} ${unit} in all.`;
}
