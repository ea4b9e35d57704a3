import { identified, named } from '../../../core/summary';
import { noticeField } from '../../../core/parameters/fields';
import type { Operation } from '../../../core/operation';
import { pipeIdField, serviceIdField } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { pipePath } from './pipePath';

/** Reference, "Delete pipe". */
export const deletePipe: Operation = {
	properties: operationFields('pipe', 'delete', {
		reads: false,
		fields: [
			noticeField('deleteNotice', 'Deletes the pipe permanently. This cannot be undone.'),
			serviceIdField,
			pipeIdField,
		],
	}),
	unknownOutcome:
		'The pipe may have been deleted. Look at the pipes of the service in the console before you run this again.',
	repeatable: true,
	emptyResult: ({ pipeId }) => ({ id: String(pipeId).trim(), deleted: true }),
	target: (_request, { pipeId }) => identified('pipe', pipeId),
	summarize: (_request, { pipeId, serviceId }) =>
		`Delete pipe ${named(pipeId)} of service ${named(serviceId)} permanently`,
	plan: (parameters, { credential }) => {
		const { path, issues } = pipePath(parameters, credential);
		return { request: { method: 'DELETE', path }, issues };
	},
};
