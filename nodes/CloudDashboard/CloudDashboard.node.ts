import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { cloudManagementApiTest } from '../clickhouseCloud/credentialTest';
import { executeOperation } from '../engine/execution/execute';
import { DRY_RUN_HINT } from '../engine/options/requestOptions';
import { SUBTITLE } from '../features/subtitle';
import { operations, properties } from './resources';
import { chosenApi, credentials } from '../clickStack/authentication';
import { NODE_PAIR_DESCRIPTION } from '../clickStack/records';
import { cloudDashboardApiTest } from '../clickStack/credentialTest';
import { listSearch, loadOptions, lookups } from '../clickStack/lists';

export class CloudDashboard implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ClickStack Dashboard',
		name: 'cloudDashboard',
		icon: {
			light: 'file:../../icons/cloudDashboard.svg',
			dark: 'file:../../icons/cloudDashboard.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: SUBTITLE,
		hints: [DRY_RUN_HINT],
		description: NODE_PAIR_DESCRIPTION,
		defaults: { name: 'ClickStack' },
		usableAsTool: {
			replacements: {
				description:
					'Manage dashboards and alerts in ClickStack. Takes a name or an ID that Get Many lists.',
			},
		},
		builderHint: {
			searchHint:
				"Set dashboardInput to 'json'. An update keeps tiles that you leave out, but deletes PromQL tiles. For managed ClickStack, set authentication to 'cloudApiKey' and fill in serviceId. To see the request without sending it, set options.dryRun to true. If an AI Agent uses it as a tool, put a human review before it.",
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties,
	};

	methods = {
		credentialTest: { cloudDashboardApiTest, cloudManagementApiTest },
		listSearch,
		loadOptions,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperation(this, chosenApi, operations, { lookups });
	}
}
