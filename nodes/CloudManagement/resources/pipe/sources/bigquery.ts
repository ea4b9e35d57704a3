import { choice, matching, text } from '../../../../engine/body/fields';
import { address } from '../../../../engine/approval/sentences';
import { wordsOf } from '../../../../engine/text';
import { secretGroup, SERVICE_ACCOUNT_FILE } from './secrets';
import { allowNullableColumns, MODES, replicationSettings, sizes } from './database';
import { authentication, methods, source, WORKLOAD_IDENTITY } from './source';

const SNAPSHOT = { snapshot: MODES.snapshot };
const METHODS = { SERVICE_ACCOUNT: '', ...methods(WORKLOAD_IDENTITY) };

export const bigquery = source('bigquery', 'BigQuery', {
	panel: 'authentication credentials projectId snapshotStagingPath settings',
	about: 'One load of tables of Google BigQuery',
	tables: {
		container: 'Dataset',
		table: 'Table',
		optionalKeys: wordsOf('excludedColumns useCustomSortingKey sortingKeys tableEngine'),
	},
	summarize: ({ snapshotStagingPath }) => `BigQuery by way of ${address(snapshotStagingPath)}`,
	fields: {
		authentication: authentication(METHODS, 'BigQuery', {
			off: { name: 'Service Account', value: 'SERVICE_ACCOUNT' },
			default: 'SERVICE_ACCOUNT',
		}),
		credentials: secretGroup({
			only: 'SERVICE_ACCOUNT',
			uses: ({ authentication }) =>
				authentication === WORKLOAD_IDENTITY ? undefined : SERVICE_ACCOUNT_FILE,
			shown: { authentication: { not: [WORKLOAD_IDENTITY] } },
		}),
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
			schema: matching(/^gs:\/\/\S/, 'must start with gs://, such as gs://bucket/path.'),
		}),
		settings: replicationSettings({
			replicationMode: choice('Replication Mode', SNAPSHOT, {
				required: 'to load tables',
				description: 'What to load. BigQuery supports only the initial load.',
			}),
			allowNullableColumns,
			...sizes('unbounded').load,
		}),
	},
});
