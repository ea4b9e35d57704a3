/** One request that was let through. */
export interface Permit {
	/** How many refusals came before it: what it tells counts for its own window. */
	readonly window: number;
	readonly startedAt: number;
	/** Whether it went beyond what is known to be allowed, once all others had a response. */
	readonly alone: boolean;
}

/** Not before this time, unless a response comes earlier. */
export interface Hold {
	kind: 'wait';
	until: number;
	/** Whether the rate limit holds the request, and not only a response that is awaited. */
	limited: boolean;
}

/** Whether the next request may go. */
export type PermitDecision = { kind: 'go'; permit: Permit } | Hold;

/** Whether the next request may go, as far as counts and times tell. */
export type Step = { kind: 'go'; alone: boolean } | Hold;
