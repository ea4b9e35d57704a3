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
	reached: ['Running'],
	scope: ' all tables of',
	description: 'Resync a pipe of a database: load all of its tables again',
	action: 'Resync pipe of a database',
	warning: `Loads all tables of the pipe again. For ${RESYNCABLE_LABELS} pipes only.`,
	unknownOutcome: [
		'The resync may have begun',
		"Check the pipe's state in the console before you run the node again.",
	],
});

export const startPipe = recordCommand(pipeKind, 'start', {
	name: 'Start',
	description:
		'Start a pipe whose state is Stopped or Failed. Pipes of databases stop as Paused. The state in the output can be the one before.',
	action: 'Start stopped or failed pipe',
	unknownOutcome: [
		'The pipe may have been started',
		"Check the pipe's state in the console before you run the node again.",
	],
	repeatable: true,
	reached: ['Running'],
});

export const stopPipe = recordCommand(pipeKind, 'stop', {
	name: 'Stop',
	description:
		'Stop a pipe, so that it loads no more data. The state in the output can be the one before.',
	action: 'Stop pipe',
	unknownOutcome: [
		'The pipe may have been stopped',
		"Check the pipe's state in the console before you run the node again.",
	],
	repeatable: true,
	// Pipes of databases stop as Paused.
	reached: ['Stopped', 'Paused'],
});
