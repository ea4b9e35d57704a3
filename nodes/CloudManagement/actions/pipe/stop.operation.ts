import { pipeCommand } from './command';

export const stopPipe = pipeCommand(
	'stop',
	'The pipe may have been stopped. Look at its state in the console before you run this again.',
);
