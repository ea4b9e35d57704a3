import { resource } from '../../../core/resource';
import { PIPE_STATES } from '../../api/states';
import { filteredBy, stateFilter } from '../shared/filters';
import { get, getMany, remove } from '../../../core/record/record';
import { waitForState } from '../shared/waitForState';
import { resyncPipe, startPipe, stopPipe } from './command.operation';
import { createPipe } from './create.operation';
import { getPipeSettings, scalePipe, updatePipeSettings } from './parts.operation';
import { pipeKind } from './pipeKind';
import { updatePipe } from './update.operation';

/** Reads and lists: second reference, "Pipes". */
export const pipe = resource('Pipe', 'Loads data from a source into a table of a service', {
	create: createPipe,
	/** Reference, "Delete pipe". */
	delete: remove(pipeKind, {
		description: "Delete a pipe permanently. This can't be undone.",
		action: 'Delete pipe permanently',
	}),
	get: get(pipeKind, {
		description: 'Get the state, source and destination of a pipe',
		action: 'Get pipe state and source',
	}),
	getAll: getMany(
		pipeKind,
		{
			description: 'Get the pipes of a service, optionally only those in certain states',
			action: 'Get many pipes',
		},
		filteredBy([stateFilter('state', PIPE_STATES)]),
	),
	getSettings: getPipeSettings,
	resync: resyncPipe,
	scale: scalePipe,
	start: startPipe,
	stop: stopPipe,
	update: updatePipe,
	updateSettings: updatePipeSettings,
	wait: waitForState(pipeKind, 'state', PIPE_STATES),
});
