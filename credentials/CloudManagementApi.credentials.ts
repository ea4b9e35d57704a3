import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import {
	AUTOMATIC_DIALECT,
	DIALECT_NAMES,
	ENGINE_SETTING_PREFIX,
	PIPES_SEGMENT,
} from '../nodes/clickhouseCloud/api';
import { authenticateWithKeyPair } from '../nodes/engine/credentials/authorization';

export class CloudManagementApi implements ICredentialType {
	name = 'cloudManagementApi';

	displayName = 'ClickHouse Cloud Management API';

	icon: Icon = {
		light: 'file:../icons/cloudManagement.svg',
		dark: 'file:../icons/cloudManagement.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-cloud-management/n8n-nodes-cloud-management/blob/main/docs/credentials.md#clickhouse-cloud-management-api';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'https://api.clickhouse.cloud',
			required: true,
			placeholder: 'e.g. https://api.clickhouse.cloud',
			description: "The address of the management API, without '/v1'. It must start with https://.",
		},
		{
			displayName: 'Organization ID',
			name: 'organizationId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90',
			description:
				"The organization to use, unless a node sets another. For ClickHouse Cloud, you can leave it empty: the key's own organization is used. Other services need it; look in the organization details in the console.",
		},
		{
			displayName: 'Key ID',
			name: 'keyId',
			type: 'string',
			default: '',
			required: true,
			description: 'The ID of an API key, created in the console',
		},
		{
			displayName: 'Key Secret',
			name: 'keySecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The secret of the API key. The console shows it only once, when you create the key.',
		},
		{
			displayName: 'API Dialect',
			name: 'apiDialect',
			type: 'options',
			options: [
				{
					name: 'Automatic',
					value: AUTOMATIC_DIALECT,
					description: 'ClickHouse Cloud for a base URL of ClickHouse Cloud, otherwise Standard',
				},
				{
					name: DIALECT_NAMES.clickhouseCloud,
					value: 'clickhouseCloud',
					description: "The API uses the names 'clickpipes' and 'clickhouse_'",
				},
				{
					name: DIALECT_NAMES.custom,
					value: 'custom',
					description: 'The API uses its own names for pipes or engine settings',
				},
				{
					name: DIALECT_NAMES.standard,
					value: 'standard',
					description: "The API uses the names 'pipes' and 'engine_'",
				},
			],
			default: AUTOMATIC_DIALECT,
			description: 'How the API spells paths and settings',
		},
		{
			displayName: 'Pipes Path Segment',
			name: 'pipesSegment',
			type: 'string',
			default: PIPES_SEGMENT,
			placeholder: 'e.g. pipes',
			description: 'The path segment that the API uses for pipes',
			displayOptions: { show: { apiDialect: ['custom'] } },
		},
		{
			displayName: 'Engine Setting Prefix',
			name: 'engineSettingPrefix',
			type: 'string',
			default: ENGINE_SETTING_PREFIX,
			placeholder: 'e.g. engine_',
			description: 'The prefix that the API uses for the names of engine settings',
			displayOptions: { show: { apiDialect: ['custom'] } },
		},
	];

	authenticate = authenticateWithKeyPair;
}
