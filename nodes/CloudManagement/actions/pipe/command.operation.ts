import { noticeField } from '../../../core/parameters/properties';
import type { Operation } from '../../../core/operation';
import type { ListedOperation } from '../../../core/resource';
import { appendSegments, requestOptions } from '../shared/identifiers';
import { outputFields, outputIssues, outputRecord } from '../../../core/record/output';
import { recordFields, recordName, recordPath, recordTarget } from '../../../core/record/record';
import { pipeKind } from './pipeKind';

/** What each item contains besides the pipe's fields, as the panel says it. */
const ALSO_OUTPUT = ', with command and accepted';

/** What differs between the commands. */
interface CommandTraits extends Pick<
	ListedOperation,
	'action' | 'description' | 'repeatable' | 'unknownOutcome'
> {
	/** The name in the selector, with which the summary begins, too. */
	name: 'Resync' | 'Start' | 'Stop';
	/** What follows the name in the summary. */
	scope?: string;
	/** Returns whether a pipe in this state cannot have carried out the command yet. */
	isPending?: (state: string) => boolean;
	/** What the panel warns of. */
	warning?: string;
}

/**
 * Returns the operation that gives a pipe a command. An accepted command is not yet done: the state follows later.
 * Reference, "Update pipe state".
 */
function pipeCommand(
	command: 'resync' | 'start' | 'stop',
	{ isPending, warning, scope = '', ...traits }: CommandTraits,
): ListedOperation {
	return {
		...traits,
		properties: [
			...(warning === undefined ? [] : [noticeField(`${command}Notice`, warning)]),
			...recordFields(pipeKind),
			...outputFields(pipeKind.output, ALSO_OUTPUT),
			requestOptions({ reads: false }),
		],
		target: recordTarget(pipeKind),
		summarize: (_request, parameters) =>
			`${traits.name}${scope} ${recordName(pipeKind, parameters)}`,
		plan: (parameters, { credential }) => {
			const pipe = recordPath(pipeKind, parameters, credential);
			const { path, issues } = appendSegments(pipe, 'state');
			return {
				request: { method: 'PATCH', path, body: { command } },
				issues: [...issues, ...outputIssues(parameters)],
			};
		},
		successHint: successHintOf(command, isPending),
		shape: (element, parameters) => ({
			command,
			accepted: true,
			...outputRecord(element, parameters, pipeKind.output),
		}),
	};
}

function successHintOf(
	command: string,
	isPending: CommandTraits['isPending'],
): NonNullable<Operation['successHint']> {
	return ({ state }, _request, shown) => {
		if (typeof state !== 'string') return undefined;
		return isPending?.(state) === true
			? `The ${command} was accepted; the pipe's state is still ${shown(state)}.`
			: `The ${command} was accepted; the pipe's state at that moment was ${shown(state)}.`;
	};
}

/** Postgres pipes only; the API refuses it for others. */
export const resyncPipe = pipeCommand('resync', {
	name: 'Resync',
	scope: ' all tables of',
	description: 'Resync a Postgres pipe: load all of its tables again',
	action: 'Resync Postgres pipe',
	warning: 'Loads all tables of the pipe again. For Postgres pipes only.',
	unknownOutcome:
		'The resync may have begun. Look at the state of the pipe in the console before you run this again.',
});

/** Reference, "States and transitions": a pipe is started from these, and pipes of databases from Paused. */
const STARTABLE_STATES: ReadonlySet<string> = new Set(['Failed', 'Paused', 'Stopped']);

export const startPipe = pipeCommand('start', {
	name: 'Start',
	description:
		'Start a pipe whose state is Stopped or Failed. Pipes of databases stop as Paused. The state in the output can be the one before.',
	action: 'Start stopped or failed pipe',
	unknownOutcome:
		'The pipe may have been started. Look at its state in the console before you run this again.',
	repeatable: true,
	isPending: (state) => STARTABLE_STATES.has(state),
});

export const stopPipe = pipeCommand('stop', {
	name: 'Stop',
	description:
		'Stop a pipe, so that it loads no more data. The state in the output can be the one before.',
	action: 'Stop pipe',
	unknownOutcome:
		'The pipe may have been stopped. Look at its state in the console before you run this again.',
	repeatable: true,
	// Pipes of databases stop as Paused.
	isPending: (state) => state !== 'Stopped' && state !== 'Paused',
});
