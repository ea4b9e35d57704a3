import type { Operation } from '../../../core/operation';
import { organizationIdField, pipeIdField, serviceIdField, under } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { pipePath } from './pipePath';

/** Reference, "Update pipe state". */
export type PipeCommand = 'resync' | 'start' | 'stop';

/** An operation that gives a pipe a command. An accepted command is not yet done: the state follows later. */
export function pipeCommand(command: PipeCommand, unknownOutcome: string): Operation {
	return {
		properties: operationFields('pipe', command, {
			reads: false,
			fields: [serviceIdField, pipeIdField, organizationIdField],
		}),
		unknownOutcome,
		plan: (parameters, { credential }) => {
			const { path, issues } = under(pipePath(parameters, credential), 'state');
			return { request: { method: 'PATCH', path, body: { command } }, issues };
		},
	};
}
