import type { EmulatorIds } from '../../emulator';
import type { OperationSample } from './operationSamples';
import { MANAGEMENT } from './workflow';

const organizationOf = ({ organizationId }: EmulatorIds) => `/v1/organizations/${organizationId}`;
const serviceOf = (ids: EmulatorIds) => `${organizationOf(ids)}/services/${ids.serviceId}`;

function command(operation: string, sent = operation): OperationSample {
	return {
		type: MANAGEMENT,
		parameters: ({ serviceId }) => ({ resource: 'service', operation, serviceId }),
		method: 'PATCH',
		path: (ids) => `${serviceOf(ids)}/state`,
		body: () => ({ command: sent }),
		output: (ids) => ({ id: ids.serviceId, command: sent, accepted: true }),
	};
}

function listOf(
	resource: 'backup' | 'reversePrivateEndpoint',
	segment: string,
	idName: 'backupId' | 'reversePrivateEndpointId',
): OperationSample {
	return {
		type: MANAGEMENT,
		parameters: ({ serviceId }) => ({ resource, operation: 'getAll', serviceId, returnAll: true }),
		method: 'GET',
		path: (ids) => `${serviceOf(ids)}/${segment}`,
		output: (ids) => ({ id: ids[idName] }),
	};
}

/** The operations on services and what belongs to them that only ClickHouse Cloud has. */
export const SERVICE_SAMPLES: Readonly<Record<string, OperationSample>> = {
	'service getAll': {
		type: MANAGEMENT,
		parameters: () => ({
			resource: 'service',
			operation: 'getAll',
			returnAll: true,
			filters: { states: 'running' },
		}),
		method: 'GET',
		path: (ids) => `${organizationOf(ids)}/services`,
		output: (ids) => ({ id: ids.serviceId, state: 'running' }),
	},
	// A stopped service cannot be woken: where the samples run in their order, it is started before.
	'service stop': command('stop'),
	'service start': command('start'),
	'service wake': command('wake', 'awake'),
	'service scale': {
		type: MANAGEMENT,
		parameters: ({ serviceId }) => ({
			resource: 'service',
			operation: 'scale',
			serviceId,
			updateFields: { numReplicas: 3, idleScaling: false },
		}),
		method: 'PATCH',
		path: (ids) => `${serviceOf(ids)}/replicaScaling`,
		body: () => ({ numReplicas: 3, idleScaling: false }),
		output: (ids) => ({ id: ids.serviceId, numReplicas: 3, idleScaling: false }),
	},
	'backup getAll': listOf('backup', 'backups', 'backupId'),
	'reversePrivateEndpoint getAll': listOf(
		'reversePrivateEndpoint',
		'pipesReversePrivateEndpoints',
		'reversePrivateEndpointId',
	),
};
