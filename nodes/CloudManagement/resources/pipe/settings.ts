import { z } from 'zod';
import type { Fields, SingleField } from '../../../engine/body/fields';
import { describeBody, flag, number, text } from '../../../engine/body/fields';
import type { RequestBody } from '../../../features/record/draft';
import { rulesOf } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject } from '../../../engine/json';
import { neutralSettings } from '../../../clickhouseCloud/api';
import { STREAMING_KINDS, STREAMS_TEXT, TABLE_KINDS } from './sources';
import type { Issue } from '../../../engine/issue';
import { onlyForText, sentenceHint } from '../../../engine/issue';

type SingleFields = Readonly<Record<string, SingleField>>;

/** Shows fields only for these kinds. JSON may contain them for any. */
function onlyFor(kinds: readonly string[], fields: SingleFields): SingleFields {
	const kindCondition = { '/sourceKind': kinds };
	return Object.fromEntries(
		Object.entries(fields).map(
			([name, field]) => [name, { ...field, shown: kindCondition }] as const,
		),
	);
}

const OF_STREAMS = onlyFor(STREAMING_KINDS, {
	replicaCpuMillicores: number('Replica CPU (Millicores)', {
		description: 'CPU for each replica, in thousandths of a core',
		bounds: [125, 2000],
	}),
	replicaMemoryGb: number('Replica Memory (GB)', {
		description: 'Memory for each replica, in gigabytes',
		bounds: [0.5, 8],
		precision: 2,
	}),
});

export const scaling = describeBody('scaling', {
	replicas: number('Replicas', {
		description: 'Number of replicas. Only for pipes that can scale.',
		usual: { bounds: [1, 40], otherwise: "isn't from 1 to 40" },
	}),
	// Deprecated, so the form omits it.
	concurrency: { schema: z.number().int() },
	...OF_STREAMS,
});

const scalingRules = rulesOf(scaling);

/** Reports fields that the pipe's source lacks, and unusual values. */
export function* pipeScalingIssues(scalingBody: unknown, kind: string): Iterable<Issue> {
	if (!isJsonObject(scalingBody)) return;
	yield* scalingRules(scalingBody);
	if (!isAbsent(scalingBody.concurrency) && kind !== 'objectStorage') {
		yield { path: 'concurrency', text: onlyForText('object-storage pipes') };
	}
	for (const name of STREAMING_KINDS.includes(kind) ? [] : Object.keys(OF_STREAMS)) {
		if (isAbsent(scalingBody[name])) continue;
		yield { path: name, text: onlyForText(STREAMS_TEXT) };
	}
}

const SETTINGS: SingleFields = {
	...onlyFor(STREAMING_KINDS, {
		streaming_max_insert_wait_ms: number('Max Insert Wait (Milliseconds)', {
			bounds: [500, 60_000],
			description: 'Maximum milliseconds before rows are inserted',
		}),
	}),
	...onlyFor(['objectStorage'], {
		object_storage_concurrency: number('Concurrency', {
			bounds: [1, 35],
			description: 'Number of threads that process files',
		}),
		object_storage_polling_interval_ms: number('Polling Interval (Milliseconds)', {
			bounds: [100, 3_600_000],
			description: 'Milliseconds between checks for new files in continuous ingestion',
		}),
		object_storage_max_insert_bytes: number('Max Insert Bytes', {
			bounds: [10_485_760, 53_687_091_200],
			description:
				'Maximum number of bytes per insert batch. ClickHouse Cloud requires 524,288,000 to 10,737,418,240.',
		}),
		object_storage_max_file_count: number('Max File Count', {
			bounds: [1, 10_000],
			description: 'Maximum number of files per insert batch',
		}),
		object_storage_use_cluster_function: flag('Use Cluster Function', {
			description: 'Whether to spread the processing over the cluster',
		}),
	}),
	...onlyFor(['kafka'], {
		kafka_read_committed: flag('Kafka Read Committed', {
			description: 'Whether to read only messages of committed transactions',
		}),
	}),
	...onlyFor(TABLE_KINDS, {
		engine_max_threads: number('Max Threads', {
			bounds: [0, 64],
			description: 'Maximum number of threads that process files',
		}),
		engine_max_insert_threads: number('Max Insert Threads', {
			bounds: [0, 16],
			description: 'Maximum number of threads that insert rows',
		}),
		engine_min_insert_block_size_bytes: number('Min Insert Block Size (Bytes)', {
			bounds: [0, 10_737_418_240],
			description: 'Smallest block to insert, in bytes',
		}),
		engine_max_download_threads: number('Max Download Threads', {
			bounds: [0, 32],
			description: 'Maximum number of threads that download data',
		}),
		engine_parallel_distributed_insert_select: number('Parallel Distributed Insert Select', {
			bounds: [0, 2],
			description: 'Spreads inserts from distributed queries across the cluster',
		}),
		engine_parallel_view_processing: flag('Parallel View Processing', {
			description: 'Whether to push to attached views in parallel instead of one by one',
		}),
	}),
};

/** Schema and panel share these descriptions. */
export const settings = describeBody(
	'settings',
	Object.fromEntries(
		Object.entries(SETTINGS).map(([name, field]) => [
			name,
			{ ...field, note: field.property(name).description ?? '' },
		]),
	),
);

export const pipeName = text('Pipe Name', {
	required: true,
	placeholder: 'e.g. Orders',
	description: 'Shown in lists and messages',
});

/** Less common fields of a new pipe. */
export const details: Fields = {
	scaling,
	settings,
	...onlyFor(TABLE_KINDS, {
		startPaused: flag('Start Paused', {
			description: 'Whether to create the pipe without starting it',
			note: 'true creates the pipe as Stopped. Not for databases',
		}),
	}),
};

/** A pipe in the neutral spelling. Hints name each setting entered in both spellings. */
export function enteredPipe(body: JsonObject, credential: Readonly<JsonObject>): RequestBody {
	if (!isJsonObject(body.settings)) return { body, issues: [] };
	const { settings: neutral, repeated } = neutralSettings(body.settings, credential);
	return {
		body: { ...body, settings: neutral },
		issues: repeated.map(([name, next]) =>
			sentenceHint(`"${name}" isn't sent, because "${next}" takes precedence.`),
		),
	};
}
