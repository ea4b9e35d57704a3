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
};

function same(given: string, expected: string): boolean {
	const hash = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(hash(given), hash(expected));
}

/** Tells why an `Authorization` header does not open an API; undefined if it does. */
export function authorizationFault(
	api: Api,
	header: string | undefined,
	keys: EmulatorKeys,
): string | undefined {
	const expected =
		api === 'management'
			? `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`
			: `Bearer ${keys.accessToken}`;
	return same(header ?? '', expected) ? undefined : REFUSALS[api];
}
