import { resource } from '../../../engine/resource';
import { PIPE_STATES } from '../../../clickhouseCloud/states';
import { filteredBy, stateFilter } from '../../../clickhouseCloud/filters';
import { remove } from '../../../features/record/change';
import { get, getMany } from '../../../features/record/record';
import { waitForState } from '../../../clickhouseCloud/operations';
import {
	resyncPipe,
	startPipe,
	stopPipe,
	getPipeSettings,
	scalePipe,
	updatePipeSettings,
} from './commands';
import { createPipe } from './create';
import { pipeKind } from '../../../clickhouseCloud/records';
import { updatePipe } from './update';

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
