import { pipeCommand } from './command';

export const stopPipe = pipeCommand('stop', {
	unknownOutcome:
		'The pipe may have been stopped. Look at its state in the console before you run this again.',
	repeatable: true,
	// Pipes of databases stop as Paused.
	isPending: (state) => state !== 'Stopped' && state !== 'Paused',
});
