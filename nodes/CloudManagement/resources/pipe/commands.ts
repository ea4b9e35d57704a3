import { z } from 'zod';
import type { Traits, Field, Description } from '../../../engine/body/fields';
import { description, number, flag } from '../../../engine/body/fields';
import type { Finding } from '../../../engine/body/interpret';
import { finding, rulesOf, propertiesOf } from '../../../engine/body/interpret';
import { isAbsent, isJsonObject } from '../../../engine/json';
import {
	STREAMING_KINDS,
	STREAMS_TEXT,
	TABLE_KINDS,
	RESYNCABLE_KINDS,
	RESYNCABLE_LABELS,
} from './sources';
import type { JsonObject } from '../../../engine/json';
import {
	engineSettingPrefixOf,
	repeatedSettings,
	settingsInDialect,
} from '../../../clickhouseCloud/api';
import { kindOfSource, pipeKind } from '../../../clickhouseCloud/records';
import type { BodyFields } from '../../../features/record/change';
import { changedFields, command, update } from '../../../features/record/change';
import { getPart } from '../../../features/record/record';
import { fieldLabels } from '../../../engine/issues/issueTexts';
import { sentenceOf } from '../../../engine/issue';
import { partFindings } from './dialectRules';

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

/** Pipes of some databases only; the API refuses it for others. */
export const resyncPipe = command(pipeKind, 'resync', {
	noteOn: ({ source }, shown) => {
		const { sourceKind } = kindOfSource(source);
		if (typeof sourceKind !== 'string' || RESYNCABLE_KINDS.includes(sourceKind)) return '';
		return ` Only ${RESYNCABLE_LABELS} pipes are known to be resynced, and this one reads from ${shown(sourceKind)}.`;
	},
	name: 'Resync',
	done: 'resynced',
	reached: ['Running'],
	scope: ' all tables of',
	description: 'Resync a pipe of a database: load all of its tables again',
	action: 'Resync pipe of a database',
	warning: `Loads all tables of the pipe again. For ${RESYNCABLE_LABELS} pipes only.`,
});

export const startPipe = command(pipeKind, 'start', {
	name: 'Start',
	done: 'started',
	description:
		'Start a pipe whose state is Stopped or Failed. Pipes of databases stop as Paused. The state in the output can be the one before.',
	action: 'Start stopped or failed pipe',
	repeatable: true,
	reached: ['Running'],
});

export const stopPipe = command(pipeKind, 'stop', {
	name: 'Stop',
	done: 'stopped',
	description:
		'Stop a pipe, so that it loads no more data. The state in the output can be the one before.',
	action: 'Stop pipe',
	repeatable: true,
	// Pipes of databases stop as Paused.
	reached: ['Stopped', 'Paused'],
});

/** Returns the fields of a part, whatever the source of the pipe is, in the credential's dialect. */
function partFields({ members }: Pick<Description, 'members'>, example: string): BodyFields {
	const entries = Object.entries(members);
	const anySource = entries.map(([name, member]) => [name, { ...member, shown: {} }] as const);
	const described = description('', Object.fromEntries(anySource));
	const { properties, bodyOf } = changedFields(described, { example });
	const labelOf = fieldLabels(propertiesOf(described));
	return {
		properties,
		bodyOf: (parameters, context) => {
			const { credential } = context;
			const { body, issues, hints } = bodyOf(parameters, context);
			const ofPart = partFindings(body, credential).map(
				(found) => `${labelOf(found.path) ?? `'${found.path}'`} ${sentenceOf(found)}`,
			);
			return {
				body: settingsInDialect(body, engineSettingPrefixOf(credential)),
				issues,
				hints: [...hints, ...repeatedSettingHints(body, credential), ...ofPart],
			};
		},
	};
}

/** What is left out of a part stays. Second reference, "Pipes". */
export const scalePipe = update(pipeKind, {
	name: 'Scale',
	description:
		"Change the replicas of a pipe of a stream or object storage. Pipes of databases are scaled together: use API Request with a PATCH of the service's clickpipesCdcScaling.",
	action: 'Scale pipe',
	segment: 'scaling',
	verb: 'Change the scaling of',
	fields: partFields(
		{
			members: {
				...scaling.members,
				replicas: number('Replicas', { description: 'Number of replicas', bounds: [1, 40] }),
			},
		},
		'{ "concurrency": 4 }',
	),
	output: pipeKind.output,
	advice: {
		400: "Correct the fields as the API's message explains, then run the node again. Pipes of databases are scaled together: use API Request with a PATCH of the service's clickpipesCdcScaling.",
	},
});

const NO_SETTINGS = {
	404: 'Check the IDs, and that they belong to the organization in the credential or the node. Pipes of databases have no settings here: use Pipe → Update, with its settings in Additional Fields (JSON), such as source.postgres.settings.',
};

export const updatePipeSettings = update(pipeKind, {
	name: 'Update Settings',
	description:
		"Change settings of a pipe of a stream or object storage, such as batch sizes. Settings that are left out don't change.",
	action: 'Update pipe settings',
	method: 'PUT',
	segment: 'settings',
	verb: 'Change the settings of',
	fields: partFields(settings, '{ "engine_max_threads": 4 }'),
	advice: NO_SETTINGS,
});

/** Second reference, "Pipes". */
export const getPipeSettings = getPart(pipeKind, 'settings', {
	name: 'Get Settings',
	description: 'Get the settings of a pipe of a stream or object storage',
	action: 'Get pipe settings',
	advice: NO_SETTINGS,
});
