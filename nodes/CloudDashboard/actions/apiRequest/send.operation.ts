import { apiRequestOperation } from '../../../core/apiRequest/apiRequest';
import type { Operation } from '../../../core/operation';

/** Sends a request to any endpoint of the dashboard API. */
export const sendApiRequest: Operation = apiRequestOperation({
	examplePath: '/api/v2/dashboards/65f5e4a3b9e77c001a567890',
	pathDescription: 'The path behind the base URL',
	ownOptions: [],
	variablesOf: () => ({}),
});
