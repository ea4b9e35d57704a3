import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { AUTOMATIC_DIALECT, DIALECT_NAMES, KEY_PAIR, NEUTRAL } from '../nodes/clickhouseCloud/api';
import { QUERY_BASE_URL } from '../nodes/clickhouseCloud/queryHost';
import { choice, describeFields, text } from '../nodes/engine/body/fields';
import { propertiesOf } from '../nodes/engine/body/interpret';
import { authenticateWith } from '../nodes/engine/credentials/authorization';

const DIALECTS = { [AUTOMATIC_DIALECT]: 'Automatic', ...DIALECT_NAMES };
const ABOUT_DIALECTS = {
	[AUTOMATIC_DIALECT]:
		"ClickHouse Cloud if the Base URL is ClickHouse Cloud's. Otherwise, Standard.",
	clickhouseCloud: "The API uses the names 'clickpipes' and 'clickhouse_'",
	custom: 'The API uses its own names for pipes or engine settings',
	standard: "The API uses the names 'pipes' and 'engine_'",
};

const CLICKHOUSE_CLOUD = 'https://api.clickhouse.cloud';
/** The node knows these for ClickHouse Cloud. */
const OF_OTHER_APIS = new Set([
	'apiDialect',
	'pipesSegment',
	'engineSettingPrefix',
	'queryBaseUrl',
]);

function hiddenForClickHouse(field: INodeProperties): INodeProperties {
	if (!OF_OTHER_APIS.has(field.name)) return field;
	const displayOptions = { ...field.displayOptions, hide: { baseUrl: [CLICKHOUSE_CLOUD] } };
	return { ...field, displayOptions };
}

export class CloudManagementApi implements ICredentialType {
	name = 'cloudManagementApi';

	displayName = 'ClickHouse Cloud Management API';

	icon: Icon = {
		light: 'file:../icons/cloudManagement.svg',
		dark: 'file:../icons/cloudManagement.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-cloud-management/n8n-nodes-cloud-management/blob/main/docs/credentials.md#clickhouse-cloud-management-api';

	properties = propertiesOf(
		// Values that everyone pastes come first, and rarely changed values last.
		describeFields('', {
			keyId: text(KEY_PAIR.keyId, {
				required: true,
				description:
					'ID of an API key. To create a key in the ClickHouse Cloud console, open API Keys → New API Key.',
			}),
			keySecret: text(KEY_PAIR.keySecret, {
				required: true,
				typeOptions: { password: true },
				description:
					'Secret of the API key. The console shows it only once, when you create the key.',
			}),
			organizationId: text('Organization ID', {
				placeholder: 'e.g. 3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90',
				description: 'Required only for APIs other than ClickHouse Cloud. A node can override it.',
			}),
			baseUrl: text('Base URL', {
				required: true,
				default: CLICKHOUSE_CLOUD,
				placeholder: `e.g. ${CLICKHOUSE_CLOUD}`,
				description:
					"Address of the API, without '/v1'. The node adds https:// if you leave it out, or http:// for localhost.",
			}),
			apiDialect: choice('API Dialect', DIALECTS, {
				default: AUTOMATIC_DIALECT,
				descriptions: ABOUT_DIALECTS,
				description: 'Names that the API uses for pipes and settings',
			}),
			pipesSegment: text('Pipes Path Segment', {
				when: { apiDialect: ['custom'] },
				default: NEUTRAL.pipesSegment,
				placeholder: 'e.g. pipes',
				description: "Part of the path before a pipe's ID",
			}),
			engineSettingPrefix: text('Engine Setting Prefix', {
				when: { apiDialect: ['custom'] },
				default: NEUTRAL.engineSettingPrefix,
				placeholder: 'e.g. engine_',
				description: 'Start of the names of engine settings, such as engine_max_threads',
			}),
			queryBaseUrl: text(QUERY_BASE_URL, {
				placeholder: 'e.g. https://queries.clickhouse.cloud',
				description:
					"Address that runs query endpoints. Leave empty if the Base URL starts with 'https://api.'. The node then replaces 'api.' or 'api.control-plane.' with 'queries.'.",
			}),
		}),
	).map(hiddenForClickHouse);

	authenticate = authenticateWith(KEY_PAIR);
}
