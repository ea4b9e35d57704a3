import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/fields';
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
			description:
				'Create a pipe that loads data from Kafka, Kinesis, object storage or Postgres into a table',
			action: 'Create pipe',
		},
		{
			name: 'Delete',
			value: 'delete',
			description: 'Delete a pipe permanently. This cannot be undone.',
			action: 'Delete pipe permanently',
		},
		{
			name: 'Resync',
			value: 'resync',
			description: 'Resync a Postgres pipe: load all of its tables again',
			action: 'Resync Postgres pipe',
		},
		{
			name: 'Start',
			value: 'start',
			description:
				'Start a pipe whose state is Stopped or Failed. Pipes of databases stop as Paused. The state in the output can be the one before.',
			action: 'Start stopped or failed pipe',
		},
		{
			name: 'Stop',
			value: 'stop',
			description:
				'Stop a pipe, so that it loads no more data. The state in the output can be the one before.',
			action: 'Stop pipe',
		},
	]),
	...Object.values(pipeOperations).flatMap(({ properties }) => properties),
];
