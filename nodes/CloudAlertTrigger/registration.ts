import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isJsonObject } from '../engine/json';
import { textList } from '../engine/parameters/values';
import type { Registration } from './ownWebhook';

type Context = Pick<IHookFunctions | IWebhookFunctions, 'getWorkflowStaticData'>;

const KEY = 'registration';

/** Returns what n8n has stored about the webhook, if it's whole. */
export function storedRegistration(context: Context): Registration | undefined {
	const stored = context.getWorkflowStaticData('node')[KEY];
	if (!isJsonObject(stored)) return undefined;
	const { ending, webhookId, url, secretHash, alertIds } = stored;
	const texts = { ending, webhookId, url, secretHash };
	if (!isAllText(texts)) return undefined;
	return { ...texts, alertIds: textList(alertIds).map(String) };
}

function isAllText<Key extends string>(
	values: Record<Key, unknown>,
): values is Record<Key, string> {
	return Object.values(values).every((value) => typeof value === 'string');
}

/** Stores the registration, or removes it. n8n saves it only if all webhooks of the workflow could be created. */
export function storeRegistration(context: Context, registration: Registration | undefined): void {
	const data: IDataObject = context.getWorkflowStaticData('node');
	if (registration === undefined) Reflect.deleteProperty(data, KEY);
	else data[KEY] = { ...registration };
}
