import type { INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../../../../core/json';
import { withoutUndefined } from '../../../../core/json';
import type { Parameters } from '../../../../core/operation';
import { optionsOf } from '../../../../core/parameters/fields';
import { optional, optionalObject } from '../../../../core/parameters/values';
import {
	POSTGRES_DEFAULT_PORT,
	POSTGRES_PORT,
	POSTGRES_REPLICATION_MODES,
} from '../../../api/pipe/postgres';
import { numberOption } from '../numberOption';
import { apiDefaultOption, unlessApiDefault } from './apiDefault';
import { sourceCredentialNotice } from './sourceCredential';
import { tableMappingsFields } from './tableMappings';

const MODE_NAMES = {
	cdc: 'Initial Load, Then Changes (cdc)',
	cdc_only: 'Changes Only (cdc_only)',
	snapshot: 'Initial Load Only (snapshot)',
};

/** The fields of a Postgres source. Reference, "`postgres` member". */
export const postgresFields: INodeProperties[] = [
	{
		displayName: 'Host',
		name: 'postgresHost',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. db.example.com',
	},
	{
		displayName: 'Port',
		name: 'postgresPort',
		type: 'number',
		required: true,
		typeOptions: {
			minValue: POSTGRES_PORT.min,
			maxValue: POSTGRES_PORT.max,
			numberPrecision: 0,
		},
		default: POSTGRES_DEFAULT_PORT,
	},
	{
		displayName: 'Database',
		name: 'postgresDatabase',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. shop',
		description: 'The database to replicate from',
	},
	sourceCredentialNotice,
	{
		displayName: 'Replication Mode',
		name: 'postgresSettingsReplicationMode',
		type: 'options',
		options: [apiDefaultOption, ...optionsOf(POSTGRES_REPLICATION_MODES, MODE_NAMES)],
		default: 'cdc',
		description: 'Whether to load the existing rows, replicate changes, or both',
	},
	...tableMappingsFields,
];

/** The less common fields of a Postgres source, shown under Pipe Settings. */
export const postgresOptions: INodeProperties[] = [
	{
		displayName: 'Allow Nullable Columns',
		name: 'postgresSettingsAllowNullableColumns',
		type: 'boolean',
		default: false,
		description: 'Whether columns that are nullable in the source are nullable in the destination',
	},
	{
		displayName: 'Enable Failover Slots',
		name: 'postgresSettingsEnableFailoverSlots',
		type: 'boolean',
		default: false,
		description:
			'Whether the replication slot survives a failover of the source. Cannot be combined with a replication slot name.',
	},
	numberOption('Initial Load Parallelism', 'postgresSettingsInitialLoadParallelism', {
		description: 'How many tables to load in parallel during the initial load',
	}),
	{
		displayName: 'Publication Name',
		name: 'postgresSettingsPublicationName',
		type: 'string',
		default: '',
		placeholder: 'e.g. warehouse_publication',
		description: 'An existing publication of the source to use',
	},
	numberOption('Pull Batch Size', 'postgresSettingsPullBatchSize', {
		description: 'How many rows to pull per batch',
	}),
	{
		displayName: 'Replication Slot Name',
		name: 'postgresSettingsReplicationSlotName',
		type: 'string',
		default: '',
		placeholder: 'e.g. warehouse_slot',
		description: 'An existing slot to read from. Cannot be combined with failover slots.',
	},
	numberOption('Snapshot Parallel Tables', 'postgresSettingsSnapshotNumberOfParallelTables', {
		description: 'How many tables to include in the snapshot in parallel',
	}),
	numberOption('Snapshot Rows per Partition', 'postgresSettingsSnapshotNumRowsPerPartition', {
		description: 'How many rows each partition of the snapshot has',
	}),
	numberOption('Sync Interval (Seconds)', 'postgresSettingsSyncIntervalSeconds', {
		description: 'How many seconds to wait between syncs',
	}),
];

/** Returns the `postgres` member, without its secrets and table mappings. */
export function postgresBody(fields: Parameters): JsonObject {
	return withoutUndefined({
		host: optional(fields.postgresHost),
		port: optional(fields.postgresPort),
		database: optional(fields.postgresDatabase),
		settings: settingsBody(fields),
	});
}

function settingsBody(fields: Parameters): JsonObject | undefined {
	return optionalObject({
		syncIntervalSeconds: optional(fields.postgresSettingsSyncIntervalSeconds),
		pullBatchSize: optional(fields.postgresSettingsPullBatchSize),
		publicationName: optional(fields.postgresSettingsPublicationName),
		replicationMode: unlessApiDefault(fields.postgresSettingsReplicationMode),
		replicationSlotName: optional(fields.postgresSettingsReplicationSlotName),
		allowNullableColumns: optional(fields.postgresSettingsAllowNullableColumns),
		initialLoadParallelism: optional(fields.postgresSettingsInitialLoadParallelism),
		snapshotNumRowsPerPartition: optional(fields.postgresSettingsSnapshotNumRowsPerPartition),
		snapshotNumberOfParallelTables: optional(fields.postgresSettingsSnapshotNumberOfParallelTables),
		enableFailoverSlots: optional(fields.postgresSettingsEnableFailoverSlots),
	});
}
