import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/selectors';
import { createPipe } from './create.operation';
import { deletePipe } from './delete.operation';
import { resyncPipe } from './resync.operation';
import { startPipe } from './start.operation';
import { stopPipe } from './stop.operation';

export const pipeOperations = {
	create: createPipe,
	delete: deletePipe,
	resync: resyncPipe,
	start: startPipe,
	stop: stopPipe,
};

export const pipeProperties: INodeProperties[] = [
	operationSelector('pipe', 'create', [
		{
			name: 'Create',
			value: 'create',
			description: 'Create a pipe that loads data into a table',
			action: 'Create a pipe',
		},
		{
			name: 'Delete',
			value: 'delete',
			description: 'Delete a pipe for good',
			action: 'Delete a pipe',
		},
		{
			name: 'Resync',
			value: 'resync',
			description: 'Load everything anew. For Postgres pipes only.',
			action: 'Resync a postgres pipe',
		},
		{
			name: 'Start',
			value: 'start',
			description: 'Start a pipe that is stopped or has failed',
			action: 'Start a pipe',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'Stop the ingestion of a pipe',
			action: 'Stop a pipe',
		},
	]),
	...Object.values(pipeOperations).flatMap(({ properties }) => properties),
];
