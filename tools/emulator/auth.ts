import type { Api } from '../contract';
import { isDashboardApi } from './envelopes';
import type { EmulatorKeys } from './options';

export const DEFAULT_KEYS: EmulatorKeys = {
	keyId: 'emulatorKeyId',
	keySecret: 'emulatorKeySecret',
	accessToken: 'emulatorAccessToken',
};

const NO_KEY = 'UNAUTHORIZED: The API key is missing, wrong or not active.';

const REFUSALS: Record<Api, string> = {
	management: NO_KEY,
	clickhouseCloud: NO_KEY,
	dashboard: 'Unauthorized: the API key is missing or invalid.',
	clickstack: 'Unauthorized',
};

function headerOf(api: Api, keys: EmulatorKeys): string {
	return isDashboardApi(api)
		? `Bearer ${keys.accessToken}`
		: `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`;
}

/** Returns why an API refuses an `Authorization` header; undefined if it is accepted. */
export function authorizationFault(
	api: Api,
	header: string | undefined,
	accepted: EmulatorKeys,
): string | undefined {
	return header === headerOf(api, accepted) ? undefined : REFUSALS[api];
}
