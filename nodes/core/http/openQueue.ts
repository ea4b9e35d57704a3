import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Api } from '../operation';
import { limiterRegistry } from './limiterRegistry';
import type { QueueLimits } from './requestQueue';
import type { Clock } from '../clock';
import { RequestQueue } from './requestQueue';
import { withoutTrailingSlashes } from './transport';

/** What the executions that share a rate limit have in common. */
export interface QueueKey {
	api: Pick<Api, 'authorizationMembers'>;
	credential: ICredentialDataDecryptedObject;
}

/** Returns the request queue of one execution. Those with the same base URL and Authorization share a limiter. */
export function openQueue(
	{ api, credential }: QueueKey,
	clock: Clock,
	limits: QueueLimits,
	signal: AbortSignal,
): RequestQueue {
	const [baseUrl, authorization] = accessOf({ api, credential });
	const limiter = limiterRegistry.limiterFor(baseUrl, authorization, clock.now());
	return new RequestQueue(limiter, clock, limits, signal);
}

/** Returns what a credential gives access with: the base URL, and all that the Authorization is made of. */
export function accessOf({ api, credential }: QueueKey): [baseUrl: string, authorization: string] {
	const members = api.authorizationMembers.map((name) => trimmed(credential[name]));
	return [withoutTrailingSlashes(trimmed(credential['baseUrl'])), JSON.stringify(members)];
}

function trimmed(value: unknown): string {
	return String(value).trim();
}
