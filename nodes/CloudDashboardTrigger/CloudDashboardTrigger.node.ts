import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { NODE_PAIR_DESCRIPTION } from '../clickStack/records';
import { cloudDashboardApiTest } from '../clickStack/credentialTest';
import { watchedOptions } from '../clickStack/lists';
import { spelledOut } from '../engine/parameters/properties';
import { ACTIVATION_MESSAGE, runPoll, triggerProperties } from '../features/watch/poll';
import { dashboardTrigger } from './trigger';

export class CloudDashboardTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ClickStack Dashboard Trigger',
		name: 'cloudDashboardTrigger',
		icon: {
			light: 'file:../../icons/cloudDashboardTrigger.svg',
			dark: 'file:../../icons/cloudDashboardTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: `={{ ${spelledOut('$parameter["event"]')} }}`,
		description: NODE_PAIR_DESCRIPTION,
		defaults: { name: 'ClickStack Dashboard Trigger' },
		activationMessage: ACTIVATION_MESSAGE,
		builderHint: {
			searchHint:
				"Polls ClickStack's alerts, and misses an alert that fires and recovers between two polls. Without 'alertIds', it watches all of the team's alerts. To start the workflow only when an alert fires, set 'states' to ALERT. Each item has 'previousState', 'state', and 'alert' with the IDs of its dashboard and tile or of its saved search, and no link. The first poll emits nothing.",
		},
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'cloudDashboardApi', required: true, testedBy: 'cloudDashboardApiTest' }],
		properties: triggerProperties(dashboardTrigger),
	};

	methods = { credentialTest: { cloudDashboardApiTest }, loadOptions: watchedOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this, dashboardTrigger);
	}
}
