import type { Field, Traits } from '../../../core/description/fields';
import { description, flag, number } from '../../../core/description/fields';
import type { JsonObject } from '../../../core/json';
import { engineSettingPrefixOf, repeatedSettings } from '../../api/dialect';
import { STREAMING_KINDS, TABLE_KINDS } from './sources';

const FILE_KINDS = ['objectStorage'];

function traits(kinds: readonly string[], text: string): Traits & { description: string } {
	return { shown: { '/sourceKind': kinds }, description: text, note: text };
}

/** A setting that is a whole number, for some kinds of source. */
function size(
	label: string,
	kinds: readonly string[],
	bounds: readonly [min: number, max: number],
	text: string,
): Field {
	return number(label, { ...traits(kinds, text), bounds });
}

/** What a new pipe has besides its parts. Second reference, 6.1. */
export const pipeOptions = description(
	'',
	{
		startPaused: flag('Start Paused', {
			shown: { '/sourceKind': TABLE_KINDS },
			description: 'Whether the pipe waits to be started, instead of starting by itself',
			note: 'true: the pipe begins as Stopped. Not for databases',
		}),
	},
	{ panel: [] },
);

/** Reference, "Pipe settings". */
export const settings = description(
	'settings',
	{
		streaming_max_insert_wait_ms: size(
			'Max Insert Wait (Milliseconds)',
			STREAMING_KINDS,
			[500, 60_000],
			'The longest wait before rows are inserted, in milliseconds',
		),
		object_storage_concurrency: size(
			'Concurrency',
			FILE_KINDS,
			[1, 35],
			'Number of threads that process files',
		),
		object_storage_polling_interval_ms: size(
			'Polling Interval (Milliseconds)',
			FILE_KINDS,
			[100, 3_600_000],
			'How often continuous ingestion looks for new data, in milliseconds',
		),
		object_storage_max_insert_bytes: size(
			'Max Insert Bytes',
			FILE_KINDS,
			[10_485_760, 53_687_091_200],
			'Maximum number of bytes per insert batch, in ClickHouse Cloud 524,288,000 to 10,737,418,240',
		),
		object_storage_max_file_count: size(
			'Max File Count',
			FILE_KINDS,
			[1, 10_000],
			'Maximum number of files per insert batch',
		),
		object_storage_use_cluster_function: flag(
			'Use Cluster Function',
			traits(FILE_KINDS, 'Whether to spread the processing over the cluster'),
		),
		kafka_read_committed: flag(
			'Kafka Read Committed',
			traits(['kafka'], 'Whether to read only messages of committed transactions'),
		),
		engine_max_threads: size(
			'Max Threads',
			TABLE_KINDS,
			[0, 64],
			"Number of the engine's threads that process files",
		),
		engine_max_insert_threads: size(
			'Max Insert Threads',
			TABLE_KINDS,
			[0, 16],
			'Number of threads that insert',
		),
		engine_min_insert_block_size_bytes: size(
			'Min Insert Block Size (Bytes)',
			TABLE_KINDS,
			[0, 10_737_418_240],
			'The smallest block that is inserted, in bytes',
		),
		engine_max_download_threads: size(
			'Max Download Threads',
			TABLE_KINDS,
			[0, 32],
			'Number of threads that download',
		),
		engine_parallel_distributed_insert_select: size(
			'Parallel Distributed Insert Select',
			TABLE_KINDS,
			[0, 2],
			'How an insert from a distributed query is spread over the cluster',
		),
		engine_parallel_view_processing: flag(
			'Parallel View Processing',
			traits(TABLE_KINDS, 'Whether to push to attached views in parallel instead of one by one'),
		),
	},
	{ panel: [] },
);

/** Returns a hint for each setting that is there in both spellings. */
export function repeatedSettingHints(
	settings: JsonObject,
	credential: Readonly<JsonObject>,
): string[] {
	const repeated = repeatedSettings(settings, engineSettingPrefixOf(credential));
	return [...repeated].map(
		([name, neutral]) => `'${name}' isn't sent: '${neutral}' takes precedence.`,
	);
}
