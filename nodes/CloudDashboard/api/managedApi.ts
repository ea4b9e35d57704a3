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

/** ClickStack in ClickHouse Cloud: the key and the envelope of the management API. ClickStack, 1. */
export const managedApi: Api = {
	...managementApi,
	adviceFor: (status) => OWN_ADVICE[status] ?? managementApi.adviceFor(status),
	normalizeNames: (body) => body,
};

/** Returns the record in a whole response of either API, or undefined. */
export function recordInResponse(response: JsonObject): JsonObject | undefined {
	return [dashboardApi, managedApi]
		.map(({ payloadMember }) => response[payloadMember])
		.find(isJsonObject);
}
