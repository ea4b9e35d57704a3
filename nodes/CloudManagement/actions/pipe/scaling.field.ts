import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { REPLICA_CPU_MILLICORES, REPLICA_MEMORY_GB } from '../../api/pipe/scaling';

const { min: leastCpu } = REPLICA_CPU_MILLICORES;
const { min: leastMemory } = REPLICA_MEMORY_GB;

/** The scaling of a pipe, with the members that its source has. Reference, "Scaling". */
export const scalingField: INodeProperties = {
	displayName: 'Scaling',
	name: 'scaling',
	type: 'collection',
	placeholder: 'Add scaling',
	default: {},
	options: [
		...updateDisplayOptions({ show: { '/sourceKind': ['objectStorage'] } }, [
			{
				displayName: 'Concurrency (Deprecated)',
				name: 'concurrency',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 0,
				description:
					'How many files to read at the same time. 0 lets the service decide by the memory of the cluster. Deprecated: use the setting Object Storage: Concurrency.',
			},
		]),
		...updateDisplayOptions({ show: { '/sourceKind': ['kafka', 'kinesis'] } }, [
			{
				displayName: 'Replica CPU (Millicores)',
				name: 'replicaCpuMillicores',
				type: 'number',
				typeOptions: {
					minValue: REPLICA_CPU_MILLICORES.min,
					maxValue: REPLICA_CPU_MILLICORES.max,
					numberPrecision: 0,
				},
				default: leastCpu,
				description: 'How much CPU each replica gets, in thousandths of a core',
			},
			{
				displayName: 'Replica Memory (GB)',
				name: 'replicaMemoryGb',
				type: 'number',
				typeOptions: {
					minValue: REPLICA_MEMORY_GB.min,
					maxValue: REPLICA_MEMORY_GB.max,
					numberPrecision: 2,
				},
				default: leastMemory,
				description: 'How much memory each replica gets, in gigabytes',
			},
		]),
		{
			displayName: 'Replicas',
			name: 'replicas',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1,
			description: 'How many replicas to run, for pipes that can scale',
		},
	],
};
