import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { isAbsent } from './members';
import { STREAMING_KINDS } from './source';

/** Reference, "Limits". CPU in thousandths of a core, memory in gigabytes. */
export const REPLICA_CPU_MILLICORES = { min: 125, max: 2000 } as const;
export const REPLICA_MEMORY_GB = { min: 0.5, max: 8 } as const;

/** The scaling of a pipe. Which members apply depends on the source: see `scalingIssues`. */
export const scalingSchema = z
	.object({
		replicas: z.number().int().nullish(),
		concurrency: z.number().int().nullish(),
		replicaCpuMillicores: z
			.number()
			.int()
			.min(REPLICA_CPU_MILLICORES.min)
			.max(REPLICA_CPU_MILLICORES.max)
			.nullish(),
		replicaMemoryGb: z.number().min(REPLICA_MEMORY_GB.min).max(REPLICA_MEMORY_GB.max).nullish(),
	})
	.passthrough();

/** Returns an issue for each member that the pipe's source does not have. */
export function scalingIssues(scaling: JsonObject, kind: string): ValidationIssue[] {
	const issues: ValidationIssue[] = [];
	if (!isAbsent(scaling.concurrency) && kind !== 'objectStorage') {
		issues.push({ path: 'concurrency', code: 'onlyFor', use: 'object-storage pipes' });
	}
	if (STREAMING_KINDS.some((streaming) => streaming === kind)) return issues;
	for (const path of ['replicaCpuMillicores', 'replicaMemoryGb']) {
		if (isAbsent(scaling[path])) continue;
		issues.push({ path, code: 'onlyFor', use: 'streaming pipes (Kafka, Kinesis)' });
	}
	return issues;
}
