import type { Api } from '../contract';

/** Returns the error body of an API. */
export function errorBody(api: Api | undefined, status: number, message: string): object {
	return api === 'dashboard' ? { message } : { error: message, status };
}

/** Returns the body of a success; without a result, as for a delete, only the envelope. */
export function successBody(api: Api, requestId: string, result?: unknown): object {
	if (api === 'dashboard') return { data: result };
	return result === undefined ? { requestId, status: 200 } : { requestId, result, status: 200 };
}
