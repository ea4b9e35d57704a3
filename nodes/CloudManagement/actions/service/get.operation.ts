import type { Operation } from '../../../core/operation';
import { organizationIdField, serviceIdField, servicePath } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { simplified, simplifyField } from '../shared/output';

const MAIN_MEMBERS = [
	'id',
	'name',
	'state',
	'provider',
	'region',
	'tier',
	'engineVersion',
	'numReplicas',
	'endpoints',
	'createdAt',
];

/** Reference, "Get service details". */
export const getService: Operation = {
	properties: operationFields('service', 'get', {
		reads: true,
		fields: [serviceIdField, organizationIdField, simplifyField],
	}),
	plan: (parameters, { credential }) => {
		const { path, issues } = servicePath(parameters, credential);
		return { request: { method: 'GET', path }, issues };
	},
	select: simplified(MAIN_MEMBERS),
};
