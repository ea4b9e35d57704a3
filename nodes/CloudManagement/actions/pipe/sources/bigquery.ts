import { z } from 'zod';

import { choice, object, text } from '../../../../core/description/fields';
import { asWritten } from '../../../../core/approval/summary';
import { SERVICE_ACCOUNT_FILE_MEMBERS } from '../../../api/credentialMembers';
import { tableMappings } from '../tableMappings';
import { secretsBy } from './authentication';
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
});

/** Second reference, 4.2. */
export const bigquery = source(
	'bigquery',
	'BigQuery',
	{
		credentials: secretsBy(() => SERVICE_ACCOUNT_FILE_MEMBERS, {}),
		snapshotStagingPath: text('Snapshot Staging Path', {
			marked: true,
			required: 'byFields',
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
						required: 'byFields',
						description: 'What to load. BigQuery supports only the initial load.',
					},
				),
				allowNullableColumns,
				initialLoadParallelism: size('initialLoadParallelism'),
				snapshotNumRowsPerPartition: size('snapshotNumRowsPerPartition'),
				snapshotNumberOfParallelTables: size('snapshotNumberOfParallelTables'),
			},
			{ panel: ['replicationMode'] },
		),
		tableMappings: tables.field,
	},
	{
		about: 'One load of tables of Google BigQuery',
		tables,
		summarize: ({ snapshotStagingPath }) => `BigQuery by way of ${asWritten(snapshotStagingPath)}`,
	},
);
