import { pipeCommand } from './command';

/** Reference, "States and transitions": a pipe is started from these, and pipes of databases from Paused. */
const STARTABLE_STATES: ReadonlySet<string> = new Set(['Failed', 'Paused', 'Stopped']);

export const startPipe = pipeCommand('start', {
	unknownOutcome:
		'The pipe may have been started. Look at its state in the console before you run this again.',
	repeatable: true,
	isPending: (state) => STARTABLE_STATES.has(state),
});
