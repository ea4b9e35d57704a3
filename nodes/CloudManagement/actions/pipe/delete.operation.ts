import type { Operation } from '../../../core/operation';
import { organizationIdField, pipeIdField, serviceIdField } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { pipePath } from './pipePath';

/** Reference, "Delete pipe". */
export const deletePipe: Operation = {
	properties: operationFields('pipe', 'delete', {
		reads: false,
		fields: [serviceIdField, pipeIdField, organizationIdField],
	}),
	unknownOutcome:
		'The pipe may have been deleted. Look at the pipes of the service in the console before you run this again.',
	repeatable: true,
	emptyResult: { deleted: true },
	plan: (parameters, { credential }) => {
		const { path, issues } = pipePath(parameters, credential);
		return { request: { method: 'DELETE', path }, issues };
	},
};
