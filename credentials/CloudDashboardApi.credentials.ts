import type { ICredentialType, Icon } from 'n8n-workflow';

import { describeFields, flag, text } from '../nodes/engine/body/fields';
import { propertiesOf } from '../nodes/engine/body/interpret';
import { ACCESS_TOKEN } from '../nodes/clickStack/api';
import { authenticateWith } from '../nodes/engine/credentials/authorization';
import { ALLOW_HTTP_LABEL } from '../nodes/engine/credentials/baseUrl';

export class CloudDashboardApi implements ICredentialType {
	name = 'cloudDashboardApi';

	displayName = 'ClickHouse ClickStack (HyperDX) API';

	icon: Icon = {
		light: 'file:../icons/cloudDashboard.svg',
		dark: 'file:../icons/cloudDashboard.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-cloud-management/n8n-nodes-cloud-management/blob/main/docs/credentials.md#clickhouse-clickstack-hyperdx-api';

	properties = propertiesOf(
		describeFields('', {
			baseUrl: text('Base URL', {
				required: true,
				placeholder: 'e.g. https://dashboards.example.com',
				description:
					"Address of ClickStack's API, without '/api/v2'. The node adds https:// if you leave it out, or http:// for localhost.",
			}),
			accessToken: text(ACCESS_TOKEN.accessToken, {
				required: true,
				typeOptions: { password: true },
				description: 'Key from Team Settings → API Keys in ClickStack, not the Ingestion API Key',
			}),
			allowHttp: flag(ALLOW_HTTP_LABEL, {
				description:
					'Whether to accept a Base URL that starts with http://, such as a server in a private network. The key is then sent unencrypted, and anyone on the network can read it.',
			}),
		}),
	);

	authenticate = authenticateWith(ACCESS_TOKEN);
}
