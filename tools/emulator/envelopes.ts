import type { Api } from '../contract';

/** The `requestId` of every ClickHouse Cloud error; the neutral contract has none. */
export const ERROR_REQUEST_ID = '00000062-0000-4000-8000-000000000001';

/** Returns whether it is one of the two dashboard APIs, which have their own envelope. */
export function isDashboardApi(api: Api | undefined): boolean {
	return api === 'dashboard' || api === 'clickstack';
}

/** Returns the error body of an API. */
export function errorBody(api: Api | undefined, status: number, message: string): object {
	if (isDashboardApi(api)) return { message };
	const body = { error: message, status };
	return api === 'clickhouseCloud' ? { ...body, requestId: ERROR_REQUEST_ID } : body;
}

/** Returns a success body; without a result, only the envelope. `beside` is added next to the result. */
export function successBody(api: Api, requestId: string, result?: unknown, beside = {}): object {
	if (isDashboardApi(api)) return { data: result };
	const envelope = { requestId, status: 200, ...beside };
	return result === undefined ? envelope : { ...envelope, result };
}
