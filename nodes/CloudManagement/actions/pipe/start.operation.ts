import { pipeCommand } from './command';

export const startPipe = pipeCommand(
	'start',
	'The pipe may have been started. Look at its state in the console before you run this again.',
);
