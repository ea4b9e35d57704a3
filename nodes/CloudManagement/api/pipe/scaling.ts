import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { MemberFault } from './rule';

/** Reference, "Limits". CPU in thousandths of a core, memory in gigabytes. */
export const REPLICA_CPU_MILLICORES = { min: 125, max: 2000 } as const;
export const REPLICA_MEMORY_GB = { min: 0.5, max: 8 } as const;

/** The scaling of a pipe. Which members apply depends on the source: see `scalingFaults`. */
export const scalingSchema = z
	.object({
		replicas: z.number().int('must be a whole number.').optional(),
		concurrency: z.number().int('must be a whole number.').optional(),
		replicaCpuMillicores: z
			.number()
			.int('must be a whole number.')
			.min(REPLICA_CPU_MILLICORES.min)
			.max(REPLICA_CPU_MILLICORES.max)
			.optional(),
		replicaMemoryGb: z.number().min(REPLICA_MEMORY_GB.min).max(REPLICA_MEMORY_GB.max).optional(),
	})
	.passthrough();

/** Members that some sources do not have. `kind` is undefined where the source itself is at fault. */
export function scalingFaults(scaling: JsonObject, kind: string | undefined): MemberFault[] {
	if (kind === undefined) return [];
	const faults: MemberFault[] = [];
	if (scaling.concurrency !== undefined && kind !== 'objectStorage') {
		const message = 'is for object-storage pipes only. Remove it.';
		faults.push({ path: ['concurrency'], message });
	}
	if (kind === 'kafka' || kind === 'kinesis') return faults;
	for (const name of ['replicaCpuMillicores', 'replicaMemoryGb']) {
		if (scaling[name] === undefined) continue;
		const message = 'is for streaming pipes (Kafka, Kinesis) only. Remove it.';
		faults.push({ path: [name], message });
	}
	return faults;
}
