import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { credentials } from '../clickStack/authentication';
import { cloudDashboardApiTest } from '../clickStack/credentialTest';
import { watchedOptions } from '../clickStack/lists';
import { cloudManagementApiTest } from '../clickhouseCloud/credentialTest';
import { listSearch } from '../clickhouseCloud/lists';
import { receive } from './delivery';
import { properties } from './parameters';
import { isRegistered, register, unregister } from './lifecycle';

export class CloudAlertTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ClickStack Alert Trigger',
		name: 'cloudAlertTrigger',
		icon: {
			light: 'file:../../icons/cloudAlertTrigger.svg',
			dark: 'file:../../icons/cloudAlertTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["options"]["oncePerFiring"] === true ? "starts once per firing" : "starts whenever an alert is sent" }}',
		description: 'Starts immediately when an alert fires or recovers, if ClickStack can reach n8n',
		defaults: { name: 'ClickStack Alert Trigger' },
		activationMessage:
			'The chosen alerts now notify n8n and start the workflow when they fire or recover. If you chose none, add the webhook to an alert in ClickStack.',
		eventTriggerDescription:
			"Waiting for a chosen alert. If none is firing, change an alert's threshold so that it fires.",
		triggerPanel: {
			header: 'Wait for a ClickStack alert',
			executionsHelp:
				"<b>To test the workflow</b>, choose a firing alert with a one-minute interval, click the 'execute step' button, and wait up to a minute. <br /> <br /> <b>After you publish the workflow</b>, every alert starts it, and its executions show up in the executions list.",
		},
		builderHint: {
			searchHint:
				"Receives ClickStack alerts immediately through a webhook. Publishing the workflow creates the webhook in ClickStack and adds it to the alerts in 'alertIds'. Each item has 'state' (ALERT or OK), 'title', 'body', 'link', 'startTime', 'endTime', and 'eventId'. ClickStack repeats ALERT in every interval while an alert fires. To start once per firing, set 'options.oncePerFiring' to true. For managed ClickStack, set authentication to 'cloudApiKey' and fill in serviceId. If ClickStack can't reach n8n, use cloudDashboardTrigger.",
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties,
	};

	methods = {
		credentialTest: { cloudDashboardApiTest, cloudManagementApiTest },
		listSearch: { searchServices: listSearch.searchServices },
		loadOptions: watchedOptions,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await register(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await unregister(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
