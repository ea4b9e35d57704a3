import { z } from 'zod';
import { choice, object, text } from '../../../../engine/body/fields';
import { asWritten } from '../../../../engine/approval/sentences';
import {
	SERVICE_ACCOUNT_FILE_MEMBERS,
	methods,
	secretsBy,
	WORKLOAD_IDENTITY,
} from './authentication';
import { tableMappings } from '../tableMappings';
import { allowNullableColumns, MODES, size } from './database';
import { source } from './source';

const tables = tableMappings('bigquery', {
	container: {
		member: 'sourceDatasetName',
		label: 'Source Dataset Name',
		placeholder: 'e.g. shop',
	},
	table: { member: 'sourceTable', label: 'Source Table', placeholder: 'e.g. orders' },
	others: ['excludedColumns', 'useCustomSortingKey', 'sortingKeys', 'tableEngine'],
	demanded: true,
});

/** Second reference, 4.2. */
export const bigquery = source(
	'bigquery',
	'BigQuery',
	{
		authentication: choice(
			'Authentication',
			{ SERVICE_ACCOUNT: '', ...methods(WORKLOAD_IDENTITY) },
			{
				selects: true,
				off: { name: 'Service Account', value: 'SERVICE_ACCOUNT' },
				default: 'SERVICE_ACCOUNT',
				description: 'How the pipe authenticates with BigQuery',
			},
		),
		credentials: {
			...secretsBy(
				({ authentication }) =>
					authentication === WORKLOAD_IDENTITY ? [] : SERVICE_ACCOUNT_FILE_MEMBERS,
				{ shown: { authentication: { not: [WORKLOAD_IDENTITY] } } },
			),
			only: { method: 'SERVICE_ACCOUNT', members: SERVICE_ACCOUNT_FILE_MEMBERS },
		},
		projectId: text('Project ID', {
			when: { authentication: [WORKLOAD_IDENTITY] },
			required: 'with workload identity',
			placeholder: 'e.g. shop-production',
			description: 'The Google Cloud project that has the tables',
		}),
		snapshotStagingPath: text('Snapshot Staging Path', {
			required: true,
			placeholder: 'e.g. gs://staging-bucket/orders',
			description: 'A path in a bucket for the load, which is emptied afterwards',
			note: 'Bucket path, gs://…',
			schema: z
				.string()
				.trim()
				.regex(/^gs:\/\/\S/, 'must begin with gs://, such as gs://bucket/path.'),
		}),
		settings: object(
			{
				replicationMode: choice(
					'Replication Mode',
					{ snapshot: MODES.snapshot },
					{
						required: 'to load tables',
						description: 'What to load. BigQuery supports only the initial load.',
					},
				),
				allowNullableColumns,
				initialLoadParallelism: size('initialLoadParallelism', 'unbounded'),
				snapshotNumRowsPerPartition: size('snapshotNumRowsPerPartition', 'unbounded'),
				snapshotNumberOfParallelTables: size('snapshotNumberOfParallelTables', 'unbounded'),
			},
			{ panel: ['replicationMode'] },
		),
		tableMappings: tables.field,
	},
	{
		panel: [
			...['authentication', 'credentials', 'projectId', 'snapshotStagingPath'],
			...['settings', 'tableMappings'],
		],
		about: 'One load of tables of Google BigQuery',
		tables,
		summarize: ({ snapshotStagingPath }) => `BigQuery by way of ${asWritten(snapshotStagingPath)}`,
	},
);
