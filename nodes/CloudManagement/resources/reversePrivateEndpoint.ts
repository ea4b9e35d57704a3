import { reversePrivateEndpointRecord } from '../../clickhouseCloud/records';
import { resource } from '../../engine/resource';
import { REVERSE_PRIVATE_ENDPOINT_STATES, waitForState } from '../../clickhouseCloud/states';
import { filteredBy, stateFilter } from '../../clickhouseCloud/filters';
import { get, getMany } from '../../features/record/record';

/** Reference, "Get reverse private endpoint"; second reference, "Reverse private endpoints". */
export const reversePrivateEndpoint = resource(
	'Reverse Private Endpoint',
	'A private connection from a service to a source in your network',
	{
		get: get(reversePrivateEndpointRecord, {
			description: 'Get the status and the DNS names of a reverse private endpoint',
			action: 'Get reverse private endpoint status',
		}),
		getAll: getMany(reversePrivateEndpointRecord, {
			description: 'Get the reverse private endpoints of a service with their status',
			...filteredBy([stateFilter('status', REVERSE_PRIVATE_ENDPOINT_STATES)]),
		}),
		wait: waitForState(reversePrivateEndpointRecord, 'status', REVERSE_PRIVATE_ENDPOINT_STATES),
	},
);
