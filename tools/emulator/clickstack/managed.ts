import type { RequestHandler } from 'express';
import { isJsonObject } from '../../contract/json';
import { ERROR_REQUEST_ID, successBody } from '../envelopes';
import { exchangeOf, type Parts, refuse } from '../exchange';

/** The path of a service's managed ClickStack, and the same path in self-hosted ClickStack. */
export interface ManagedPath {
	organizationId: string;
	serviceId: string;
	path: string;
}

const RESOURCES = 'alerts|dashboards|echo|saved-searches|sources|webhooks';
const MANAGED = new RegExp(
	`^/v1/organizations/([^/]+)/services/([^/]+)/clickstack(/(?:${RESOURCES})(?:/.*)?)$`,
);

/** Parses a path of managed ClickStack; undefined if it is none, or the emulator serves no ClickStack. */
export function managedPath(
	path: string,
	{ dashboardApi, cloudOperations }: Parts,
): ManagedPath | undefined {
	const [, organizationId, serviceId, rest = ''] = MANAGED.exec(path) ?? [];
	if (organizationId === undefined || serviceId === undefined) return undefined;
	if (dashboardApi !== 'clickstack' && !cloudOperations) return undefined;
	return { organizationId, serviceId, path: `/api/v2${rest}` };
}

/** Returns ClickStack's response in the management API's envelope: without `meta`, a validation inside `result`. */
export function inManagedEnvelope(status: number, answer: unknown, requestId: string): object {
	const body = isJsonObject(answer) ? answer : {};
	if (status >= 400) return { status, error: body['message'], requestId: ERROR_REQUEST_ID };
	const isEmpty = Object.keys(body).length === 0;
	return successBody('management', requestId, isEmpty ? undefined : (body['data'] ?? body));
}

/** Refuses a request to the ClickStack of an unknown organization or service. */
export function enterService({ state }: Parts): RequestHandler {
	return (request, response, next) => {
		const { managed } = exchangeOf(request);
		if (managed === undefined) next();
		else if (managed.organizationId !== state.organizationId) {
			refuse(request, response, 404, 'NOT_FOUND: organization not found');
		} else if (!state.services.has(managed.serviceId)) {
			refuse(request, response, 404, 'NOT_FOUND: service not found');
		} else next();
	};
}
