import { z } from 'zod';

import type { Traits } from '../../../core/description/fields';
import { description, number } from '../../../core/description/fields';
import type { Finding } from '../../../core/description/findings';
import { finding, rulesOf } from '../../../core/description/findings';
import { isAbsent, isJsonObject } from '../../../core/json';
import { STREAMING_KINDS, STREAMS_TEXT } from './sources';

const SHOWN: Traits = { shown: { '/sourceKind': STREAMING_KINDS } };

const OF_STREAMS = {
	replicaCpuMillicores: number('Replica CPU (Millicores)', {
		...SHOWN,
		description: 'CPU for each replica, in thousandths of a core',
		bounds: [125, 2000],
	}),
	replicaMemoryGb: number('Replica Memory (GB)', {
		...SHOWN,
		description: 'Memory for each replica, in gigabytes',
		bounds: [0.5, 8],
		precision: 2,
	}),
};

/** Reference, "Scaling" and "Limits". */
export const scaling = description(
	'scaling',
	{
		replicas: number('Replicas', {
			description: 'Number of replicas. Only for pipes that can scale.',
			usual: { bounds: [1, 40], otherwise: "isn't from 1 to 40" },
		}),
		// Deprecated, so the form does not have it.
		concurrency: { schema: z.number().int() },
		...OF_STREAMS,
	},
	{ panel: [] },
);

const rules = rulesOf(scaling);

/** Finds the fields that the pipe's source doesn't have, and what is remarkable about the others. */
export function* scalingFindings(given: unknown, kind: string): Iterable<Finding> {
	if (!isJsonObject(given)) return;
	for (const rule of rules) yield* rule(given);
	if (!isAbsent(given.concurrency) && kind !== 'objectStorage') {
		yield finding('error', 'concurrency', { code: 'onlyFor', use: 'object-storage pipes' });
	}
	for (const name of STREAMING_KINDS.includes(kind) ? [] : Object.keys(OF_STREAMS)) {
		if (isAbsent(given[name])) continue;
		yield finding('error', name, { code: 'onlyFor', use: STREAMS_TEXT });
	}
}
