import type { ApiRequestOf } from '../../../core/apiRequest/apiRequest';
import { apiRequestOperation } from '../../../core/apiRequest/apiRequest';
import type { Operation } from '../../../core/operation';

/** Any endpoint of the dashboard API. */
export const dashboardEndpoints: ApiRequestOf = {
	examplePath: '/api/v2/dashboards/65f5e4a3b9e77c001a567890',
	pathDescription: 'The path after the base URL',
	ownOptions: [],
	variablesOf: () => ({}),
};

/** Sends a request to any endpoint of the dashboard API. */
export const sendApiRequest: Operation = apiRequestOperation(dashboardEndpoints);
