import { isJsonObject } from '../../contract/json';
import type { Call } from '../routes/answers';
import { ERROR_REQUEST_ID, successBody } from '../envelopes';

/** `path` is the same as in self-hosted ClickStack. */
export interface ManagedPath {
	place: { organizationId: string; serviceId: string };
	path: string;
}

const MANAGED = /^\/v1\/organizations\/([^/]+)\/services\/([^/]+)\/clickstack(\/.*)$/;

/** Undefined if the path doesn't lead to managed ClickStack. */
export function managedPath(path: string): ManagedPath | undefined {
	const [, organizationId = '', serviceId = '', rest] = MANAGED.exec(path) ?? [];
	return rest === undefined
		? undefined
		: { place: { organizationId, serviceId }, path: `/api/v2${rest}` };
}

export function isManaged({ place }: Call): boolean {
	return place.serviceId !== undefined;
}

/** The envelope has no `meta`, and a validation is inside `result`. */
export function inManagedEnvelope(status: number, answer: unknown, requestId: string): object {
	const body = isJsonObject(answer) ? answer : {};
	if (status >= 400) return { status, error: body['message'], requestId: ERROR_REQUEST_ID };
	const isEmpty = Object.keys(body).length === 0;
	return successBody('management', requestId, isEmpty ? undefined : (body['data'] ?? body));
}
