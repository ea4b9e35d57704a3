import type { Operation } from '../../../core/operation';
import { organizationIdField, pipeIdField, serviceIdField, under } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { pipePath } from './pipePath';

/** Reference, "Update pipe state". */
export type PipeCommand = 'resync' | 'start' | 'stop';

/** What differs between the commands. */
interface CommandTraits extends Pick<Operation, 'unknownOutcome' | 'repeatable'> {
	/** Returns whether a pipe in this state cannot have carried out the command yet. */
	isPending?: (state: string) => boolean;
}

/** An operation that gives a pipe a command. An accepted command is not yet done: the state follows later. */
export function pipeCommand(
	command: PipeCommand,
	{ isPending, ...traits }: CommandTraits,
): Operation {
	return {
		...traits,
		properties: operationFields('pipe', command, {
			reads: false,
			fields: [serviceIdField, pipeIdField, organizationIdField],
		}),
		plan: (parameters, { credential }) => {
			const { path, issues } = under(pipePath(parameters, credential), 'state');
			return { request: { method: 'PATCH', path, body: { command } }, issues };
		},
		notice: ({ state }) =>
			typeof state === 'string' && isPending?.(state) === true
				? `The ${command} was accepted; the pipe's state is still ${state}.`
				: undefined,
	};
}
