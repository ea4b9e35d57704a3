import { REVERSE_PRIVATE_ENDPOINT_STATES } from '../../api/states';
import { serviceIdField } from '../shared/identifiers';
import { outputFields } from '../shared/output';
import type { AwaitedResource } from '../shared/waitOperation';
import { waitOperation } from '../shared/waitOperation';
import {
	endpointOutput,
	getReversePrivateEndpoint,
	reversePrivateEndpointIdField,
} from './get.operation';

/** What the wait reads: reference, "Get reverse private endpoint". */
export const awaitedReversePrivateEndpoint: AwaitedResource = {
	resource: 'reversePrivateEndpoint',
	title: 'reverse private endpoint',
	stateMember: 'status',
	states: REVERSE_PRIVATE_ENDPOINT_STATES,
	get: getReversePrivateEndpoint,
	idFields: [serviceIdField, reversePrivateEndpointIdField],
	outputFields: outputFields(endpointOutput),
};

export const waitForReversePrivateEndpoint = waitOperation(awaitedReversePrivateEndpoint);
