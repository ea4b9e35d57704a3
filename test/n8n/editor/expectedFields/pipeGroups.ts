import { type PanelState, within } from '../panelState';
import { KAFKA } from './kafka';
import { KINESIS } from './kinesis';
import { STORAGE } from './objectStorage';
import {
	added,
	ADDITIONAL_OPTIONS,
	additional,
	additionalOfExistingTable,
	BOTH_CREDENTIALS,
	columns,
	EXISTING_TABLE,
	FOOT,
	OPTION_NAMES,
	OPTIONS_OF_CHANGES,
	type Source,
	table,
} from './pipeSections';
import { POSTGRES } from './postgres';

const everyShared = {
	destinationRoles: 'a',
	scalingReplicas: 2,
	sourceAdditionalMembers: '{}',
	validateSamples: true,
};
const everyTable = {
	destinationTableDefinitionEngineColumnIds: 'a',
	destinationTableDefinitionEngineType: 'MergeTree',
	destinationTableDefinitionEngineVersionColumnId: 'b',
	destinationTableDefinitionPartitionBy: 'c',
	destinationTableDefinitionPrimaryKey: 'd',
	settingsEngineMaxDownloadThreads: 1,
	settingsEngineMaxInsertThreads: 1,
	settingsEngineMaxThreads: 1,
	settingsEngineMinInsertBlockSizeBytes: 1,
	settingsEngineParallelDistributedInsertSelect: 1,
	settingsEngineParallelViewProcessing: true,
};
const everyStreaming = {
	scalingReplicaCpuMillicores: 250,
	scalingReplicaMemoryGb: 1,
	settingsStreamingMaxInsertWaitMs: 1000,
};

/** Every additional option of each source. */
const EVERYTHING = {
	kafka: {
		...everyShared,
		...everyTable,
		...everyStreaming,
		kafkaCaCertificate: 'a',
		kafkaConsumerGroup: 'b',
		kafkaExactlyOnce: true,
		kafkaReversePrivateEndpointIds: 'c',
	},
	kinesis: { ...everyShared, ...everyTable, ...everyStreaming, kinesisUseEnhancedFanOut: true },
	objectStorage: {
		...everyShared,
		...everyTable,
		objectStorageCompression: 'gzip',
		objectStorageStartAfter: 'a.json',
		settingsObjectStorageConcurrency: 2,
		settingsObjectStorageMaxFileCount: 10,
		settingsObjectStorageMaxInsertBytes: 10_485_760,
		settingsObjectStoragePollingIntervalMs: 1000,
		settingsObjectStorageUseClusterFunction: true,
	},
	postgres: {
		...everyShared,
		postgresCaCertificate: 'a',
		postgresDisableTls: true,
		postgresSettingsAllowNullableColumns: true,
		postgresSettingsDeleteOnMerge: true,
		postgresSettingsEnableFailoverSlots: true,
		postgresSettingsInitialLoadParallelism: 2,
		postgresSettingsPublicationName: 'shop',
		postgresSettingsPullBatchSize: 1000,
		postgresSettingsReplicationSlotName: 'slot',
		postgresSettingsSnapshotNumRowsPerPartition: 1000,
		postgresSettingsSnapshotNumberOfParallelTables: 2,
		postgresSettingsSyncIntervalSeconds: 30,
		postgresSkipCertVerification: true,
		postgresTlsHost: 'b',
	},
};

/** The panel of each source down to its additional options, and what opens it so. */
const TOPS: Readonly<Record<Source, { parameters: object; shows: string[] }>> = {
	kafka: { parameters: { kafkaBrokers: 'broker.example.com:9092' }, shows: [...KAFKA, ...table()] },
	kinesis: { parameters: {}, shows: [...KINESIS, ...table()] },
	objectStorage: { parameters: {}, shows: [...STORAGE, ...table()] },
	postgres: { parameters: {}, shows: POSTGRES },
};
const SOURCES = ['kafka', 'kinesis', 'objectStorage', 'postgres'] as const;

function pipe(name: string, sourceKind: Source, parameters: object, shows: string[]): PanelState {
	const all = {
		resource: 'pipe',
		operation: 'create',
		sourceKind,
		...TOPS[sourceKind].parameters,
		...parameters,
	};
	return { name: `Pipe, ${name}`, node: 'cloudManagement', parameters: all, shows };
}

const existing = { destinationManagedTable: false };

function existingTable(source: Source, top: string[]): PanelState {
	const shows = [...top, ...EXISTING_TABLE, ...additionalOfExistingTable(source), ...FOOT];
	return pipe(`${source} into an existing table`, source, existing, shows);
}

const tables: PanelState[] = [
	existingTable('kafka', KAFKA),
	existingTable('kinesis', KINESIS),
	existingTable('objectStorage', STORAGE),
	pipe('two columns', 'kinesis', { destinationColumns: { values: [{ name: 'a' }, {}] } }, [
		...KINESIS,
		...table(columns(2)),
		...additional('kinesis'),
		...FOOT,
	]),
	pipe('columns from a sample', 'kinesis', { columnsInput: 'sample' }, [
		...KINESIS,
		...table(['Sample Message']),
		...additional('kinesis'),
		...FOOT,
	]),
	pipe('columns as a list', 'kinesis', { columnsInput: 'list' }, [
		...KINESIS,
		...table(['Columns']),
		...additional('kinesis'),
		...FOOT,
	]),
];

const options: PanelState[] = [
	...SOURCES.map((source) =>
		pipe(
			`every additional option of ${source}`,
			source,
			{ additionalOptions: EVERYTHING[source] },
			[...TOPS[source].shows, ...added(source, ADDITIONAL_OPTIONS[source]), ...FOOT],
		),
	),
	pipe(
		'one option added, the others still on offer',
		'kinesis',
		{ additionalOptions: { settingsEngineMaxThreads: 1 } },
		[...KINESIS, ...table(), ...added('kinesis', ['Max Threads']), ...FOOT],
	),
	pipe(
		'every request option',
		'postgres',
		{
			options: {
				allowUnlisted: true,
				approvedPlan: '',
				dryRun: false,
				fullResponse: true,
				maxRetries: 1,
				maxWait: 1,
				organizationId: '',
				resendUnknown: false,
				timeout: 1,
			},
		},
		[...POSTGRES, ...additional('postgres'), 'Output', 'Options', ...within(...OPTION_NAMES)],
	),
];

const byJson = pipe('by JSON', 'kafka', { pipeInput: 'json' }, [
	...BOTH_CREDENTIALS,
	'Resource',
	'Operation',
	'Service ID',
	'Define Pipe',
	'! Passwords and keys in this JSON are stored in the workflow unencrypted. Leave them out and select a credential for the source above instead: its secrets are filled in.',
	'Pipe Definition',
	'Output',
	...OPTIONS_OF_CHANGES,
]);

/** Reference, "Destination", "Scaling" and "Pipe settings", for the sources that have them. */
export const pipeGroupStates: PanelState[] = [...tables, ...options, byJson];
