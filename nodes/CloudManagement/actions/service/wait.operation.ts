import { SERVICE_STATES } from '../../api/states';
import { serviceIdField } from '../shared/identifiers';
import { outputFields } from '../shared/output';
import type { AwaitedResource } from '../shared/waitOperation';
import { waitOperation } from '../shared/waitOperation';
import { getService, serviceOutput } from './get.operation';

/** What the wait reads: reference, "Get service details". */
export const awaitedService: AwaitedResource = {
	resource: 'service',
	title: 'service',
	stateMember: 'state',
	states: SERVICE_STATES,
	get: getService,
	idFields: [serviceIdField],
	outputFields: outputFields(serviceOutput),
};

export const waitForService = waitOperation(awaitedService);
