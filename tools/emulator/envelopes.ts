import type { Api } from '../contract';

/** Every error of ClickHouse Cloud has this `requestId`. The neutral contract's errors have none. */
export const ERROR_REQUEST_ID = '00000062-0000-4000-8000-000000000001';

/** Both dashboard APIs have an envelope of their own. */
export function isDashboardApi(api: Api | undefined): boolean {
	return api === 'dashboard' || api === 'clickstack';
}

export function errorBody(api: Api | undefined, status: number, message: string): object {
	if (isDashboardApi(api)) return { message };
	const body = { error: message, status };
	return api === 'clickhouseCloud' ? { ...body, requestId: ERROR_REQUEST_ID } : body;
}

/** A success without a result is only the envelope. `beside` stands next to the result. */
export function successBody(api: Api, requestId: string, result?: unknown, beside = {}): object {
	if (isDashboardApi(api)) return { data: result };
	const envelope = { requestId, status: 200, ...beside };
	return result === undefined ? envelope : { ...envelope, result };
}
