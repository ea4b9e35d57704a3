import type { INodeParameters } from 'n8n-workflow';

import type { EmulatorIds } from '../../emulator';
import type { OperationSample } from './operationSamples';
import { MANAGEMENT } from './workflow';

type PipeId = 'kafkaPipeId' | 'postgresPipeId';

const pipesOf = ({ organizationId, serviceId }: EmulatorIds) =>
	`/v1/organizations/${organizationId}/services/${serviceId}/pipes`;

/** An operation on one pipe: `part` follows the pipe in the path. */
function ofPipe(
	operation: string,
	{ pipe = 'kafkaPipeId', part = '', ...sample }: Partial<OperationSample> & PipeTraits = {},
): OperationSample {
	const { fields = {}, ...others } = sample;
	return {
		type: MANAGEMENT,
		method: 'GET',
		parameters: (ids) => ({
			...{ resource: 'pipe', operation, serviceId: ids.serviceId, pipeId: ids[pipe] },
			...fields,
		}),
		path: (ids) => `${pipesOf(ids)}/${ids[pipe]}${part}`,
		output: (ids) => ({ id: ids[pipe] }),
		...others,
	};
}

interface PipeTraits {
	pipe?: PipeId;
	part?: string;
	fields?: INodeParameters;
}

/** The operations on pipes that only ClickHouse Cloud has. */
export const PIPE_SAMPLES: Readonly<Record<string, OperationSample>> = {
	'pipe get': ofPipe('get', {
		output: (ids) => ({ id: ids.kafkaPipeId, state: 'Running', sourceKind: 'kafka' }),
	}),
	'pipe getAll': {
		type: MANAGEMENT,
		parameters: ({ serviceId }) => ({
			...{ resource: 'pipe', operation: 'getAll', serviceId, returnAll: true },
			filters: { states: 'stopped' },
		}),
		method: 'GET',
		path: pipesOf,
		output: (ids) => ({ id: ids.stoppedPipeId, state: 'Stopped' }),
	},
	'pipe wait': ofPipe('wait', {
		waits: true,
		fields: { onTimeout: 'output' },
		output: (ids) => ({ id: ids.kafkaPipeId, state: 'Running', reached: true }),
	}),
	'pipe update': ofPipe('update', {
		fields: {
			sourceKind: 'kafka',
			updateFields: { name: 'Orders' },
			columnsInput: 'list',
			columnsList: 'order_id UInt64 orderId',
		},
		method: 'PATCH',
		body: () => ({
			name: 'Orders',
			destination: { columns: [{ name: 'order_id', type: 'UInt64' }] },
			fieldMappings: [{ sourceField: 'orderId', destinationField: 'order_id' }],
		}),
		output: (ids) => ({ id: ids.kafkaPipeId, name: 'Orders' }),
	}),
	'pipe scale': ofPipe('scale', {
		part: '/scaling',
		fields: { updateFields: { replicas: 2, replicaMemoryGb: 0.5 } },
		method: 'PATCH',
		body: () => ({ replicas: 2, replicaMemoryGb: 0.5 }),
	}),
	'pipe getSettings': ofPipe('getSettings', {
		part: '/settings',
		output: () => ({ engine_max_threads: 4 }),
	}),
	'pipe updateSettings': ofPipe('updateSettings', {
		part: '/settings',
		fields: { updateFields: { engineMaxInsertThreads: 2 } },
		method: 'PUT',
		body: () => ({ engine_max_insert_threads: 2 }),
		output: () => ({ engine_max_insert_threads: 2 }),
	}),
};
