import { identified, named } from '../../../core/summary';
import { noticeField } from '../../../core/parameters/fields';
import type { Operation } from '../../../core/operation';
import { appendSegments, pipeIdField, serviceIdField } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { outputFields, outputIssues, outputRecord } from '../shared/output';
import { pipeOutput } from './pipeOutput';
import { pipePath } from './pipePath';

/** Reference, "Update pipe state". */
type PipeCommand = 'resync' | 'start' | 'stop';

const VERBS: Readonly<Record<PipeCommand, string>> = {
	resync: 'Resync all tables of',
	start: 'Start',
	stop: 'Stop',
};

/** What each item contains besides the pipe's fields, as the panel says it. */
const ALSO_OUTPUT = ', with command and accepted';

/** What differs between the commands. */
interface CommandTraits extends Pick<Operation, 'unknownOutcome' | 'repeatable'> {
	/** Returns whether a pipe in this state cannot have carried out the command yet. */
	isPending?: (state: string) => boolean;
	/** What the panel warns of. */
	warning?: string;
}

/** Returns the operation that gives a pipe a command. An accepted command is not yet done: the state follows later. */
export function pipeCommand(
	command: PipeCommand,
	{ isPending, warning, ...traits }: CommandTraits,
): Operation {
	return {
		...traits,
		properties: operationFields('pipe', command, {
			reads: false,
			fields: [
				...(warning === undefined ? [] : [noticeField(`${command}Notice`, warning)]),
				serviceIdField,
				pipeIdField,
				...outputFields(pipeOutput, ALSO_OUTPUT),
			],
		}),
		target: (_request, { pipeId }) => identified('pipe', pipeId),
		summarize: (_request, { pipeId, serviceId }) =>
			`${VERBS[command]} pipe ${named(pipeId)} of service ${named(serviceId)}`,
		plan: (parameters, { credential }) => {
			const { path, issues } = appendSegments(pipePath(parameters, credential), 'state');
			return {
				request: { method: 'PATCH', path, body: { command } },
				issues: [...issues, ...outputIssues(parameters)],
			};
		},
		notice: ({ state }, _request, shown) => {
			if (typeof state !== 'string') return undefined;
			return isPending?.(state) === true
				? `The ${command} was accepted; the pipe's state is still ${shown(state)}.`
				: `The ${command} was accepted; the pipe's state at that moment was ${shown(state)}.`;
		},
		shape: (element, parameters) => ({
			command,
			accepted: true,
			...outputRecord(element, parameters, pipeOutput),
		}),
	};
}
