import { z } from 'zod';

import type { SourceKind } from './source';
import { STREAMING_KINDS, TABLE_KINDS } from './source';

/** The reference's prefix of the settings that a deployment may name its own way. */
export const ENGINE_SETTING_PREFIX = 'engine_';

const FILE_KINDS: readonly SourceKind[] = ['objectStorage'];

/** One pipe setting: what the form calls it, the sources it concerns, and its bounds; none for a switch. */
export interface PipeSetting {
	label: string;
	description: string;
	kinds: readonly SourceKind[];
	bounds?: { min: number; max: number };
}

/** Reference, "Pipe settings", by the name in the body. */
export const PIPE_SETTINGS: Readonly<Record<string, PipeSetting>> = {
	streaming_max_insert_wait_ms: {
		label: 'Max Insert Wait (Milliseconds)',
		description: 'The longest wait before rows are inserted, in milliseconds',
		kinds: STREAMING_KINDS,
		bounds: { min: 500, max: 60_000 },
	},
	object_storage_concurrency: {
		label: 'Concurrency',
		description: 'How many threads process files at the same time',
		kinds: FILE_KINDS,
		bounds: { min: 1, max: 35 },
	},
	object_storage_polling_interval_ms: {
		label: 'Polling Interval (Milliseconds)',
		description: 'How often continuous ingestion looks for new data, in milliseconds',
		kinds: FILE_KINDS,
		bounds: { min: 100, max: 3_600_000 },
	},
	object_storage_max_insert_bytes: {
		label: 'Max Insert Bytes',
		description: 'How many bytes one insert batch may contain',
		kinds: FILE_KINDS,
		bounds: { min: 10_485_760, max: 53_687_091_200 },
	},
	object_storage_max_file_count: {
		label: 'Max File Count',
		description: 'How many files one insert batch may contain',
		kinds: FILE_KINDS,
		bounds: { min: 1, max: 10_000 },
	},
	object_storage_use_cluster_function: {
		label: 'Use Cluster Function',
		description: 'Whether to spread the processing over the cluster',
		kinds: FILE_KINDS,
	},
	engine_max_threads: {
		label: 'Max Threads',
		description: 'How many threads of the engine process files at the same time',
		kinds: TABLE_KINDS,
		bounds: { min: 0, max: 64 },
	},
	engine_max_insert_threads: {
		label: 'Max Insert Threads',
		description: 'How many threads insert at the same time',
		kinds: TABLE_KINDS,
		bounds: { min: 0, max: 16 },
	},
	engine_min_insert_block_size_bytes: {
		label: 'Min Insert Block Size (Bytes)',
		description: 'The smallest block that is inserted, in bytes',
		kinds: TABLE_KINDS,
		bounds: { min: 0, max: 10_737_418_240 },
	},
	engine_max_download_threads: {
		label: 'Max Download Threads',
		description: 'How many threads download at the same time',
		kinds: TABLE_KINDS,
		bounds: { min: 0, max: 32 },
	},
	engine_parallel_distributed_insert_select: {
		label: 'Parallel Distributed Insert Select',
		description: 'How an insert from a distributed query is spread over the cluster',
		kinds: TABLE_KINDS,
		bounds: { min: 0, max: 2 },
	},
	engine_parallel_view_processing: {
		label: 'Parallel View Processing',
		description: 'Whether to push to attached views at the same time instead of one after another',
		kinds: TABLE_KINDS,
	},
};

function schemaOf({ bounds, description }: PipeSetting): z.ZodTypeAny {
	if (bounds === undefined) return z.boolean().nullish().describe(description);
	return z.number().int().min(bounds.min).max(bounds.max).nullish().describe(description);
}

/** The settings of a pipe. Each may be left out or null. */
export const settingsSchema = z
	.object(
		Object.fromEntries(
			Object.entries(PIPE_SETTINGS).map(([name, setting]) => [name, schemaOf(setting)]),
		),
	)
	.passthrough();
