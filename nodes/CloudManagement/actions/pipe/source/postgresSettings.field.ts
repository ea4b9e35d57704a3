import type { INodeProperties } from 'n8n-workflow';

/** The settings of a Postgres source that may be left out. */
export const postgresSettingsField: INodeProperties = {
	displayName: 'Postgres ExecutionOptions',
	name: 'postgresSettings',
	type: 'collection',
	placeholder: 'Add Postgres setting',
	default: {},
	options: [
		{
			displayName: 'Allow Nullable Columns',
			name: 'allowNullableColumns',
			type: 'boolean',
			default: false,
			description: 'Whether columns that can be null in the source can be null in the destination',
		},
		{
			displayName: 'Enable Failover Slots',
			name: 'enableFailoverSlots',
			type: 'boolean',
			default: false,
			description:
				'Whether the replication slot outlives a failover of the source. Cannot be combined with a replication slot name.',
		},
		{
			displayName: 'Initial Load Parallelism',
			name: 'initialLoadParallelism',
			type: 'number',
			default: 4,
			description: 'How many tables to load at the same time at the beginning',
		},
		{
			displayName: 'Publication Name',
			name: 'publicationName',
			type: 'string',
			default: '',
			placeholder: 'e.g. warehouse_publication',
			description: 'An existing publication of the source to use',
		},
		{
			displayName: 'Pull Batch Size',
			name: 'pullBatchSize',
			type: 'number',
			default: 100_000,
			description: 'How many rows to pull in one batch',
		},
		{
			displayName: 'Snapshot Number of Parallel Tables',
			name: 'snapshotNumberOfParallelTables',
			type: 'number',
			default: 1,
			description: 'How many tables to take into the snapshot at the same time',
		},
		{
			displayName: 'Snapshot Rows per Partition',
			name: 'snapshotNumRowsPerPartition',
			type: 'number',
			default: 100_000,
			description: 'How many rows one partition of the snapshot holds',
		},
		{
			displayName: 'Sync Interval (Seconds)',
			name: 'syncIntervalSeconds',
			type: 'number',
			default: 60,
			description: 'How many seconds to wait between two syncs',
		},
	],
};
