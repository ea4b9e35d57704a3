import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { NODE_PAIR_DESCRIPTION } from '../clickhouseCloud/identifiers';
import { cloudManagementApiTest } from '../clickhouseCloud/credentialTest';
import { listSearch, watchedOptions } from '../clickhouseCloud/lists';
import { spelledOut } from '../engine/parameters/properties';
import { ACTIVATION_MESSAGE, runPoll, triggerProperties } from '../features/watch/poll';
import { managementTrigger } from './trigger';

export class CloudManagementTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ClickHouse Cloud Management Trigger',
		name: 'cloudManagementTrigger',
		icon: {
			light: 'file:../../icons/cloudManagementTrigger.svg',
			dark: 'file:../../icons/cloudManagementTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: `={{ ${spelledOut('$parameter["event"]')} }}`,
		description: NODE_PAIR_DESCRIPTION,
		defaults: { name: 'ClickHouse Cloud Management Trigger' },
		activationMessage: ACTIVATION_MESSAGE,
		builderHint: {
			searchHint:
				"Polls because the API has no webhooks. Each node watches one event: 'newActivity', 'pipeStateChanged', 'serviceStateChanged', 'reversePrivateEndpointStatusChanged', 'backupStatusChanged', or 'valueChanged' for a field of any endpoint. If you leave the IDs empty, it watches all services, or all pipes, endpoints, or backups of 'serviceId'. If 'serviceId' is empty too, it watches the pipes, endpoints, or backups of all services. 'states' and 'previousStates' keep unwanted changes from starting an execution. For pipes, 'states' defaults to any problem. Set [] for all. The first poll emits nothing. By default, n8n saves the trigger's memory only when it starts a workflow. After a restart, it can then miss or repeat a change. Durable poll cursors prevent that.",
		},
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'cloudManagementApi', required: true, testedBy: 'cloudManagementApiTest' },
		],
		properties: triggerProperties(managementTrigger),
	};

	methods = {
		credentialTest: { cloudManagementApiTest },
		listSearch: { searchServices: listSearch.searchServices },
		loadOptions: watchedOptions,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this, managementTrigger);
	}
}
