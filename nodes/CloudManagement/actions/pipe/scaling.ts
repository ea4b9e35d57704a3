import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import type { Parameters } from '../../../core/operation';
import { optional, optionalObject } from '../../../core/parameters/values';
import { REPLICA_CPU_MILLICORES, REPLICA_MEMORY_GB } from '../../api/pipe/scaling';
import { STREAMING_KINDS } from '../../api/pipe/source';
import { numberOption } from './numberOption';

/** The scaling of a pipe, shown under Pipe Settings for the sources that it concerns. */
export const scalingOptions: INodeProperties[] = [
	...updateDisplayOptions({ show: { '/sourceKind': [...STREAMING_KINDS] } }, [
		numberOption('Replica CPU (Millicores)', 'scalingReplicaCpuMillicores', {
			description: 'How much CPU each replica gets, in thousandths of a core',
			bounds: REPLICA_CPU_MILLICORES,
		}),
		numberOption('Replica Memory (GB)', 'scalingReplicaMemoryGb', {
			description: 'How much memory each replica gets, in gigabytes',
			bounds: REPLICA_MEMORY_GB,
			precision: 2,
		}),
	]),
	numberOption('Replicas', 'scalingReplicas', {
		description: 'How many replicas to run. Only for pipes that can scale.',
	}),
];

/** Returns the `scaling` member, without the deprecated `concurrency`. Reference, "Scaling". */
export function scalingBody(fields: Parameters): JsonObject | undefined {
	return optionalObject({
		replicas: optional(fields.scalingReplicas),
		replicaCpuMillicores: optional(fields.scalingReplicaCpuMillicores),
		replicaMemoryGb: optional(fields.scalingReplicaMemoryGb),
	});
}
