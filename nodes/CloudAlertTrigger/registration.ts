import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Registration } from './ownWebhook';
import { registrationSchema } from './ownWebhook';

type Context = Pick<IHookFunctions | IWebhookFunctions, 'getWorkflowStaticData'>;

const KEY = 'registration';

/** Returns the webhook's data that n8n has stored, if it's complete. */
export function storedRegistration(context: Context): Registration | undefined {
	return registrationSchema.safeParse(context.getWorkflowStaticData('node')[KEY]).data;
}

/** Stores or removes the registration. n8n saves it only if all webhooks of the workflow could be created. */
export function storeRegistration(context: Context, registration: Registration | undefined): void {
	const data: IDataObject = context.getWorkflowStaticData('node');
	if (registration === undefined) Reflect.deleteProperty(data, KEY);
	else data[KEY] = { ...registration };
}
