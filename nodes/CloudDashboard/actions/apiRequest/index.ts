import {
	organizationSegment,
	serviceIdField,
	serviceSegment,
} from '../../../CloudManagement/actions/shared/identifiers';
import { apiRequestResource } from '../../../core/apiRequest/apiRequest';
import { isManaged, managedOptions } from '../authentication';

/** Any endpoint of the dashboard API. */
export const apiRequest = apiRequestResource({
	examplePath: '/api/v2/dashboards/65f5e4a3b9e77c001a567890',
	pathDescription:
		'The path after the base URL. With a Cloud API Key, it begins with /v1; {organizationId} and {serviceId} are replaced with the IDs of the organization and the service.',
	ownOptions: managedOptions,
	variablesOf: (parameters, credential) => {
		if (!isManaged(parameters)) return {};
		const { name } = serviceIdField;
		const serviceId = serviceSegment(name, parameters[name]);
		return { organizationId: organizationSegment(parameters, credential), serviceId };
	},
});
