import { add, type PanelState, within } from '../panelState';
import { KAFKA, KAFKA_WITH_OPTIONS } from './kafka';
import { KINESIS } from './kinesis';
import { STORAGE } from './objectStorage';
import {
	BOTH_CREDENTIALS,
	EXISTING_TABLE,
	FOOT,
	MANAGED_TABLE,
	OPTION_NAMES,
	OPTIONS_OF_CHANGES,
	POSTGRES_SCALING,
	ROLES,
	STORAGE_SCALING,
	STORAGE_SETTINGS,
	STREAMING_SCALING,
	STREAMING_SETTINGS,
	STREAMING_TAIL,
	TABLE,
	TABLE_DEFINITION,
	TABLE_DEFINITION_NAMES,
} from './pipeSections';
import { POSTGRES } from './postgres';

const everyStreamingScaling = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
const everyEngineSetting = {
	engineMaxThreads: 1,
	engineMaxInsertThreads: 1,
	engineMinInsertBlockSizeBytes: 1,
	engineMaxDownloadThreads: 1,
	engineParallelDistributedInsertSelect: 1,
	engineParallelViewProcessing: true,
};
const everyStreamingSetting = { ...everyEngineSetting, streamingMaxInsertWaitMs: 1000 };
const everyStorageSetting = {
	...everyEngineSetting,
	objectStorageConcurrency: 2,
	objectStoragePollingIntervalMs: 1000,
	objectStorageMaxInsertBytes: 10_485_760,
	objectStorageMaxFileCount: 10,
	objectStorageUseClusterFunction: true,
};

const wholeStreamingTail = [
	'Scaling',
	...within('Replica CPU (Millicores)', 'Replica Memory (GB)', 'Replicas'),
	'Settings',
	...within(...STREAMING_SETTINGS),
	...FOOT,
];

function pipe(name: string, sourceKind: string, parameters: object, shows: string[]): PanelState {
	const all = { resource: 'pipe', operation: 'create', sourceKind, ...parameters };
	return { name: `Pipe, ${name}`, node: 'cloudManagement', parameters: all, shows };
}

const existing = { destinationManagedTable: false };
const storageTail = ['Settings', add(...STORAGE_SETTINGS), ...FOOT];

const tables: PanelState[] = [
	pipe('Kafka into an existing table', 'kafka', existing, [
		...KAFKA,
		...EXISTING_TABLE,
		...STREAMING_TAIL,
	]),
	pipe('Kinesis into an existing table', 'kinesis', existing, [
		...KINESIS,
		...EXISTING_TABLE,
		...STREAMING_TAIL,
	]),
	pipe('object storage into an existing table', 'objectStorage', existing, [
		...STORAGE,
		...EXISTING_TABLE,
		...STORAGE_SCALING,
		...storageTail,
	]),
	pipe('two columns', 'kinesis', { destinationColumns: { values: [{ name: 'a' }, {}] } }, [
		...KINESIS,
		...TABLE.slice(0, -1),
		...within('Name', 'Type', 'Source Field', 'Name', 'Type', 'Source Field', '+ Add Column'),
		...TABLE_DEFINITION,
		...ROLES,
		...STREAMING_TAIL,
	]),
	pipe(
		'whole table definition',
		'kinesis',
		{
			destinationTableDefinition: {
				engineColumnIds: 'a',
				engineType: 'MergeTree',
				engineVersionColumnId: 'b',
				partitionBy: 'c',
				primaryKey: 'd',
				sortingKey: 'e',
			},
		},
		[
			...KINESIS,
			...TABLE,
			'Table Definition',
			...within(...TABLE_DEFINITION_NAMES),
			...ROLES,
			...STREAMING_TAIL,
		],
	),
];

const groups: PanelState[] = [
	pipe(
		'every Kafka option',
		'kafka',
		{ kafkaOptions: { caCertificate: 'a', consumerGroup: 'b', reversePrivateEndpointIds: 'c' } },
		[...KAFKA_WITH_OPTIONS, ...MANAGED_TABLE, ...STREAMING_TAIL],
	),
	pipe(
		'every scaling and setting of Kafka',
		'kafka',
		{ scaling: everyStreamingScaling, settings: everyStreamingSetting },
		[...KAFKA, ...MANAGED_TABLE, ...wholeStreamingTail],
	),
	pipe(
		'every scaling and setting of Kinesis',
		'kinesis',
		{ scaling: everyStreamingScaling, settings: everyStreamingSetting },
		[...KINESIS, ...MANAGED_TABLE, ...wholeStreamingTail],
	),
	pipe(
		'every scaling and setting of object storage',
		'objectStorage',
		{ scaling: { replicas: 2, concurrency: 1 }, settings: everyStorageSetting },
		[
			...STORAGE,
			...MANAGED_TABLE,
			'Scaling',
			...within('Concurrency (Deprecated)', 'Replicas'),
			'Settings',
			...within(...STORAGE_SETTINGS),
			...FOOT,
		],
	),
	pipe('every scaling of Postgres', 'postgres', { scaling: { replicas: 2 } }, [
		...POSTGRES,
		'Scaling',
		...within('Replicas'),
		...FOOT,
	]),
	pipe(
		'one setting added, the others still on offer',
		'kinesis',
		{ settings: { engineMaxThreads: 1 } },
		[
			...KINESIS,
			...MANAGED_TABLE,
			...STREAMING_SCALING,
			'Settings',
			...within('Engine: Max Threads'),
			add(...STREAMING_SETTINGS.filter((name) => name !== 'Engine: Max Threads')),
			...FOOT,
		],
	),
	pipe(
		'every option',
		'postgres',
		{ options: { dryRun: true, fullResponse: true, maxRetries: 1, maxWait: 1, timeout: 1 } },
		[...POSTGRES, ...POSTGRES_SCALING, 'Organization ID', 'Options', ...within(...OPTION_NAMES)],
	),
];

const byJson = pipe('by JSON', 'kafka', { pipeInput: 'json' }, [
	...BOTH_CREDENTIALS,
	'Resource',
	'Operation',
	'Service ID',
	'Define Pipe',
	'! Passwords and keys in this JSON are stored in the workflow in clear. Leave them out and select a Cloud Pipe Source API credential above: it fills them in.',
	'JSON',
	'Organization ID',
	...OPTIONS_OF_CHANGES,
]);

/** Reference, "Destination", "Scaling" and "Pipe settings", for the sources that have them. */
export const pipeGroupStates: PanelState[] = [...tables, ...groups, byJson];
