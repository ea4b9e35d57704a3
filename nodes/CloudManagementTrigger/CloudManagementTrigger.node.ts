import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { NODE_PAIR_DESCRIPTION } from '../CloudManagement/description';
import { cloudManagementApiTest } from '../CloudManagement/methods/credentialTest';
import { searchServices } from '../CloudManagement/methods/listSearch/searchServices';
import { words } from '../core/parameters/fields';
import { events } from './events';
import { properties } from './fields';
import { runPoll } from './poll';

export class CloudManagementTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cloud Management Trigger',
		name: 'cloudManagementTrigger',
		icon: {
			light: 'file:../../icons/cloudManagement.svg',
			dark: 'file:../../icons/cloudManagement.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: `={{ ${words('$parameter["event"]')} }}`,
		description: NODE_PAIR_DESCRIPTION,
		defaults: { name: 'Cloud Management Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'cloudManagementApi', required: true, testedBy: 'cloudManagementApiTest' },
		],
		properties,
	};

	methods = { credentialTest: { cloudManagementApiTest }, listSearch: { searchServices } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this, events);
	}
}
