import type { Operation } from '../../../core/operation';
import { pipeIdField, serviceIdField, under } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { outputFields, outputIssues, outputRecord } from '../shared/output';
import { pipeOutput } from './pipeOutput';
import { pipePath } from './pipePath';

/** Reference, "Update pipe state". */
export type PipeCommand = 'resync' | 'start' | 'stop';

/** Returns the operation that gives a pipe a command. An accepted command is not yet done: the state follows later. */
export function pipeCommand(command: PipeCommand, unknownOutcome: string): Operation {
	return {
		properties: operationFields('pipe', command, {
			reads: false,
			fields: [serviceIdField, pipeIdField, ...outputFields(pipeOutput)],
		}),
		unknownOutcome,
		plan: (parameters, { credential }) => {
			const { path, issues } = under(pipePath(parameters, credential), 'state');
			return {
				request: { method: 'PATCH', path, body: { command } },
				issues: [...issues, ...outputIssues(parameters)],
			};
		},
		shape: (element, parameters) => ({
			...outputRecord(element, parameters, pipeOutput),
			command,
			accepted: true,
		}),
	};
}
