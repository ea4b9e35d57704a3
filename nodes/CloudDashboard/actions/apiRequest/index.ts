import { apiRequestResource } from '../../../core/apiRequest/apiRequest';

/** Any endpoint of the dashboard API. */
export const apiRequest = apiRequestResource({
	examplePath: '/api/v2/dashboards/65f5e4a3b9e77c001a567890',
	pathDescription: 'The path after the base URL',
	ownOptions: [],
	variablesOf: () => ({}),
});
