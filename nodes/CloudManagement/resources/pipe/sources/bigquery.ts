import { choice, matching, text } from '../../../../engine/body/fields';
import { address, phrase } from '../../../../engine/phrase';
import type { Issue } from '../../../../engine/issue';
import { sentText } from '../../../../engine/issue';
import type { JsonObject } from '../../../../engine/json';
import { valueAt } from '../../../../engine/json';
import { wordsOf } from '../../../../engine/text';
import { ANY_METHOD, secretGroup } from './secretFields';
import { SERVICE_ACCOUNT_FILE } from './secretKinds';
import { allowNullableColumns, REPLICATION_MODES, replicationSettings, sizes } from './database';
import { authentication, methodLabels, describeSource, WORKLOAD_IDENTITY } from './source';
import { tableMappings } from '../tableMappings';

const BIGQUERY_METHODS = { SERVICE_ACCOUNT: '', ...methodLabels(WORKLOAD_IDENTITY) };

export const bigquery = describeSource('bigquery', 'BigQuery', {
	mainFields: 'authentication credentials projectId snapshotStagingPath settings',
	option: { name: 'BigQuery (Google)' },
	tables: tableMappings('bigquery', {
		container: 'Dataset',
		table: 'Table',
		optionalKeys: wordsOf('excludedColumns useCustomSortingKey sortingKeys tableEngine'),
	}),
	rules: [replicationHints],
	change: { onlyName: true },
	cloud: { only: true },
	summary: {
		describe: (tell) => phrase`BigQuery by way of ${address(tell('snapshotStagingPath'))}`,
	},
	fields: {
		authentication: authentication(BIGQUERY_METHODS, {
			off: { name: 'Service Account', value: 'SERVICE_ACCOUNT' },
			default: 'SERVICE_ACCOUNT',
		}),
		credentials: secretGroup({
			SERVICE_ACCOUNT: SERVICE_ACCOUNT_FILE,
			[WORKLOAD_IDENTITY]: undefined,
			[ANY_METHOD]: SERVICE_ACCOUNT_FILE,
		}),
		projectId: text('Project ID', {
			when: { authentication: [WORKLOAD_IDENTITY] },
			required: 'with workload identity',
			placeholder: 'e.g. shop-production',
			description: 'Google Cloud project with the tables',
		}),
		snapshotStagingPath: text('Snapshot Staging Path', {
			required: true,
			placeholder: 'e.g. gs://staging-bucket/orders',
			description: "Bucket path for staging the load. It's emptied afterward.",
			note: 'Bucket path, gs://…',
			schema: matching(/^gs:\/\/\S/, 'must start with gs://, such as gs://bucket/path.'),
		}),
		settings: replicationSettings({
			replicationMode: choice('Replication Mode', REPLICATION_MODES, {
				default: 'snapshot',
				required: 'to load tables',
				description:
					"Load existing rows, replicate changes, or both. The API's documentation lists only the initial load.",
			}),
			allowNullableColumns,
			...sizes('unbounded').load,
		}),
	},
});

/** Only warns, because other API clients use these modes although the documentation doesn't list them. */
function* replicationHints(members: JsonObject): Iterable<Issue> {
	const path = 'settings.replicationMode';
	const mode = valueAt(members, path);
	if (mode !== 'cdc' && mode !== 'cdc_only') return;
	const hintText = sentText(`is ${mode}, which the API's documentation doesn't list for BigQuery`);
	const problem = `${hintText} It may also need a replicationMethod in the settings, and a watermark column or an events function for each table.`;
	yield { path, verdict: 'hint', text: problem };
}
