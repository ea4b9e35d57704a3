import { pipeCommand } from './command';

/** Postgres pipes only; the API refuses it for others. */
export const resyncPipe = pipeCommand('resync', {
	warning: 'Loads all tables of the pipe again. For Postgres pipes only.',
	unknownOutcome:
		'The resync may have begun. Look at the state of the pipe in the console before you run this again.',
});
