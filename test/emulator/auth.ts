import { createHash, timingSafeEqual } from 'node:crypto';
import type { Api } from '../contract';
import type { EmulatorKeys } from './options';

export const DEFAULT_KEYS: EmulatorKeys = {
	keyId: 'emulatorKeyId',
	keySecret: 'emulatorKeySecret',
	accessToken: 'emulatorAccessToken',
};

const REFUSALS: Record<Api, string> = {
	management: 'UNAUTHORIZED: The API key is missing, wrong or not active.',
	dashboard: 'Unauthorized: the API key is missing or invalid.',
	clickstack: 'Unauthorized',
};

function same(given: string, expected: string): boolean {
	const hash = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(hash(given), hash(expected));
}

function headerOf(api: Api, keys: EmulatorKeys): string {
	return api === 'management'
		? `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`
		: `Bearer ${keys.accessToken}`;
}

/** Says why an `Authorization` header is refused by an API; undefined if it is accepted. */
export function authorizationFault(
	api: Api,
	header: string | undefined,
	accepted: readonly EmulatorKeys[],
): string | undefined {
	const opens = accepted.some((keys) => same(header ?? '', headerOf(api, keys)));
	return opens ? undefined : REFUSALS[api];
}
