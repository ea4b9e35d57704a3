import type { ApiRequestOf } from '../../../core/apiRequest/apiRequest';
import { apiRequestResource } from '../../../core/apiRequest/apiRequest';
import { organizationIdField, organizationSegment } from '../shared/identifiers';

/** Any endpoint of the management API. */
export const managementEndpoints: ApiRequestOf = {
	examplePath: '/v1/organizations/{organizationId}/activities',
	pathDescription:
		"The path after the base URL, as in your API's documentation. {organizationId} is replaced with the organization's ID.",
	ownOptions: [organizationIdField],
	variablesOf: (parameters, credential) => ({
		organizationId: organizationSegment(parameters, credential),
	}),
};

export const apiRequest = apiRequestResource(managementEndpoints);
