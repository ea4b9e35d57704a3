import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { executeOperation } from '../engine/execution/execute';
import { DRY_RUN_HINT } from '../engine/options/requestOptions';
import { SUBTITLE } from '../features/subtitle';
import { operations, properties } from './resources';
import { SOURCE_CREDENTIAL_LABEL } from './resources/pipe/sources/secretKinds';
import { managementApi } from '../clickhouseCloud/api';
import { NODE_PAIR_DESCRIPTION } from '../clickhouseCloud/identifiers';
import { cloudManagementApiTest } from '../clickhouseCloud/credentialTest';
import { cloudPipeSourceApiTest } from './resources/pipe/credentialTest';
import { listSearch, loadOptions, lookups } from '../clickhouseCloud/lists';

export class CloudManagement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ClickHouse Cloud Management',
		name: 'cloudManagement',
		icon: {
			light: 'file:../../icons/cloudManagement.svg',
			dark: 'file:../../icons/cloudManagement.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: SUBTITLE,
		hints: [DRY_RUN_HINT],
		description: NODE_PAIR_DESCRIPTION,
		defaults: { name: 'ClickHouse Cloud' },
		usableAsTool: {
			replacements: {
				description:
					'Manage pipes, services, and backups in ClickHouse Cloud. Takes a name or an ID that Get Many lists.',
			},
		},
		builderHint: {
			searchHint:
				"One node runs one operation for all input items. Define a pipe by 'json'. To see the requests without sending them, set options.dryRun to true. If an AI Agent uses it as a tool, add one node per operation, and put a human review before each tool that writes.",
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'cloudManagementApi', required: true, testedBy: 'cloudManagementApiTest' },
			{
				name: 'cloudPipeSourceApi',
				displayName: SOURCE_CREDENTIAL_LABEL,
				required: false,
				testedBy: 'cloudPipeSourceApiTest',
				displayOptions: { show: { sourceCredential: ['shown'] } },
			},
		],
		properties,
	};

	methods = {
		credentialTest: { cloudManagementApiTest, cloudPipeSourceApiTest },
		listSearch,
		loadOptions,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperation(this, () => managementApi, operations, { lookups });
	}
}
