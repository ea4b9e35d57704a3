import { recordCommand } from '../shared/command';
import { kindOfSource, pipeKind } from './pipeKind';
import { RESYNCABLE_KINDS, RESYNCABLE_LABELS } from './sources';

/** Pipes of some databases only; the API refuses it for others. */
export const resyncPipe = recordCommand(pipeKind, 'resync', {
	noteOn: ({ source }, shown) => {
		const { sourceKind } = kindOfSource(source);
		if (typeof sourceKind !== 'string' || RESYNCABLE_KINDS.includes(sourceKind)) return '';
		return ` Only ${RESYNCABLE_LABELS} pipes are known to be resynced, and this one reads from ${shown(sourceKind)}.`;
	},
	name: 'Resync',
	scope: ' all tables of',
	description: 'Resync a pipe of a database: load all of its tables again',
	action: 'Resync pipe of a database',
	warning: `Loads all tables of the pipe again. For ${RESYNCABLE_LABELS} pipes only.`,
	unknownOutcome:
		'The resync may have begun. Look at the state of the pipe in the console before you run this again.',
});

/** Reference, "States and transitions": a pipe is started from these, and pipes of databases from Paused. */
const STARTABLE_STATES: ReadonlySet<string> = new Set(['Failed', 'Paused', 'Stopped']);

export const startPipe = recordCommand(pipeKind, 'start', {
	name: 'Start',
	description:
		'Start a pipe whose state is Stopped or Failed. Pipes of databases stop as Paused. The state in the output can be the one before.',
	action: 'Start stopped or failed pipe',
	unknownOutcome:
		'The pipe may have been started. Look at its state in the console before you run this again.',
	repeatable: true,
	isPending: (state) => STARTABLE_STATES.has(state),
});

export const stopPipe = recordCommand(pipeKind, 'stop', {
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
