import { managementApi } from '../../CloudManagement/api/managementApi';
import type { JsonObject } from '../../core/json';
import { isJsonObject } from '../../core/json';
import type { Api } from '../../core/operation';
import { dashboardApi } from './dashboardApi';

const OWN_ADVICE: Readonly<Record<number, string>> = {
	401: `${managementApi.adviceFor(401)} Its role must include the permission to manage the ClickStack API.`,
	403: 'This key may not manage the ClickStack API. Give it a role with that permission, or use another key.',
	404: `${managementApi.adviceFor(404)} Then check that Service ID is the service that has ClickStack.`,
};

/** About these, a dashboard's own advice helps, whichever key is used. */
const ABOUT_THE_BODY: ReadonlySet<number> = new Set([400, 409, 413, 422]);

/** ClickStack in ClickHouse Cloud: the key and the envelope of the management API. ClickStack, 1. */
export const managedApi: Api = {
	...managementApi,
	adviceFor,
	normalizeNames: (body) => body,
};

function adviceFor(status: number): string {
	const api = ABOUT_THE_BODY.has(status) ? dashboardApi : managementApi;
	return OWN_ADVICE[status] ?? api.adviceFor(status);
}

/** Returns the record in a whole response of either API, or undefined. */
export function recordInResponse(response: JsonObject): JsonObject | undefined {
	return [dashboardApi, managedApi]
		.map(({ payloadMember }) => response[payloadMember])
		.find(isJsonObject);
}
