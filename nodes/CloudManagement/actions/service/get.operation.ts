import { identified, named } from '../../../core/summary';
import type { Operation } from '../../../core/operation';
import { SERVICE_MEMBERS } from '../../api/records';
import { serviceIdField, servicePath } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import type { RecordOutput } from '../shared/output';
import { outputFields, outputIssues, outputRecord, pickMembers } from '../shared/output';

const SIMPLIFIED = [
	'id',
	'name',
	'state',
	'provider',
	'region',
	'tier',
	'engineVersion',
	'numReplicas',
	'minReplicaMemoryGb',
	'maxReplicaMemoryGb',
	'minTotalMemoryGb',
	'maxTotalMemoryGb',
	'idleScaling',
	'idleTimeoutMinutes',
	'endpoints',
	'privateEndpointIds',
	'createdAt',
];

/** How a service becomes an item. */
export const serviceOutput: RecordOutput = {
	members: SERVICE_MEMBERS,
	simplify: (service) => pickMembers(service, SIMPLIFIED),
};

/** Reference, "Get service details". */
export const getService: Operation = {
	properties: operationFields('service', 'get', {
		reads: true,
		fields: [serviceIdField, ...outputFields(serviceOutput)],
	}),
	target: (_request, { serviceId }) => identified('service', serviceId),
	summarize: (_request, { serviceId }) => `Read service ${named(serviceId)}`,
	plan: (parameters, { credential }) => {
		const { path, issues } = servicePath(parameters, credential);
		return {
			request: { method: 'GET', path },
			issues: [...issues, ...outputIssues(parameters)],
		};
	},
	shape: (element, parameters) => outputRecord(element, parameters, serviceOutput),
};
