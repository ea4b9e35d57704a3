import { resource } from '../../../core/resource';
import { remove } from '../../../core/record/record';
import { resyncPipe, startPipe, stopPipe } from './command.operation';
import { createPipe } from './create.operation';
import { pipeKind } from './pipeKind';

export const pipe = resource('Pipe', 'Loads data from a source into a table of a service', {
	create: createPipe,
	/** Reference, "Delete pipe". */
	delete: remove(pipeKind, {
		description: 'Delete a pipe permanently. This cannot be undone.',
		action: 'Delete pipe permanently',
	}),
	resync: resyncPipe,
	start: startPipe,
	stop: stopPipe,
});
