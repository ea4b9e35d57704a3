import { z } from 'zod';

import {
	API_DEFAULT,
	choice,
	flag,
	handWritten,
	number,
	object,
	text,
} from '../../../../core/description/fields';
import type { Finding } from '../../../../core/description/findings';
import { finding } from '../../../../core/description/findings';
import type { JsonObject } from '../../../../core/json';
import { isAbsent, isJsonObject, textMember } from '../../../../core/json';
import { asWritten } from '../../../../core/approval/summary';
import { LOGIN_MEMBERS } from '../../../api/credentialMembers';
import { tableMappingsBody, tableMappingsFields, tableMappingsSchema } from '../tableMappings';
import { secretsBy } from './authentication';
import { source } from './source';

const MODES = {
	cdc: 'Initial Load, Then Changes (cdc)',
	snapshot: 'Initial Load Only (snapshot)',
	cdc_only: 'Changes Only (cdc_only)',
};

/** A size that the reference does not bound. */
const size = (label: string, description: string) =>
	number(label, { description, schema: z.number().finite() });

/** Reference, "`postgres` member". */
export const postgres = source(
	'postgres',
	'Postgres',
	{
		host: text('Host', { required: true, placeholder: 'e.g. db.example.com' }),
		port: number('Port', { required: true, bounds: [1, 65_535], default: 5432 }),
		database: text('Database', {
			required: true,
			placeholder: 'e.g. shop',
			description: 'The database to replicate from',
		}),
		// An authentication other than basic says that it needs no login.
		credentials: secretsBy(
			({ authentication }) =>
				isAbsent(authentication) || authentication === 'basic' ? LOGIN_MEMBERS : [],
			{},
		),
		settings: object(
			{
				syncIntervalSeconds: size(
					'Sync Interval (Seconds)',
					'How many seconds to wait between syncs',
				),
				pullBatchSize: size('Pull Batch Size', 'How many rows to pull per batch'),
				publicationName: text('Publication Name', {
					placeholder: 'e.g. warehouse_publication',
					description: 'An existing publication of the source to use',
				}),
				replicationMode: choice('Replication Mode', MODES, {
					off: API_DEFAULT,
					description: 'Whether to load the existing rows, replicate changes, or both',
					note: 'cdc: initial load, then changes; snapshot: load once; cdc_only: changes only',
				}),
				replicationSlotName: text('Replication Slot Name', {
					placeholder: 'e.g. warehouse_slot',
					description: 'An existing slot to read from. Cannot be combined with failover slots.',
					note: 'Not with enableFailoverSlots',
				}),
				allowNullableColumns: flag('Allow Nullable Columns', {
					description:
						'Whether columns that are nullable in the source are nullable in the destination',
				}),
				initialLoadParallelism: size(
					'Initial Load Parallelism',
					'How many tables to load in parallel during the initial load',
				),
				snapshotNumRowsPerPartition: size(
					'Snapshot Rows per Partition',
					'How many rows each partition of the snapshot has',
				),
				snapshotNumberOfParallelTables: size(
					'Snapshot Parallel Tables',
					'How many tables to include in the snapshot in parallel',
				),
				enableFailoverSlots: flag('Enable Failover Slots', {
					description:
						'Whether the replication slot survives a failover of the source. Cannot be combined with a replication slot name.',
					note: 'Only without replicationSlotName',
				}),
			},
			{ panel: ['replicationMode'] },
		),
		tableMappings: handWritten(tableMappingsSchema, tableMappingsFields, {
			note: 'One for each table to load',
		}),
	},
	{
		tablesOf: tableMappingsBody,
		rules: [failoverRule],
		summarize: ({ database }) => `Postgres database ${asWritten(database)}`,
	},
);

function* failoverRule({ settings }: JsonObject): Iterable<Finding> {
	if (!isJsonObject(settings) || settings.enableFailoverSlots !== true) return;
	if (textMember(settings, 'replicationSlotName') === undefined) return;
	yield finding('error', 'settings.enableFailoverSlots', { code: 'failoverWithSlot' });
}
