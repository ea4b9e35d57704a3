import type { IHookFunctions } from 'n8n-workflow';
import { alertRecord, webhookRecord } from '../clickStack/records';
import { alertsThatNotify, removeFromAlert } from './alerts';
import { alertName, notifies } from './channels';
import type { Calls } from './session';
import { errorText, warn } from './warnings';

/** A webhook to delete, and the alerts to remove it from. */
interface Removal {
	webhookId: string;
	isListed: boolean;
	alertIds: readonly string[];
}

/**
 * Removes a webhook from alerts, and deletes it if no alert notifies it any more: a deleted webhook in a further
 * channel would block all changes of its alert. Returns the alerts that still notify it. Throws n8n's errors.
 */
export async function removeWebhook(
	context: IHookFunctions,
	calls: Calls,
	{ webhookId, isListed, alertIds }: Removal,
): Promise<string[]> {
	await removeFromAlerts(context, calls, alertIds, webhookId);
	const alerts = await calls.list(alertRecord);
	const notifying = alertsThatNotify(alerts, webhookId);
	if (notifying.length === 0) {
		if (isListed) await calls.remove(webhookRecord, webhookId);
		return [];
	}
	const names = alerts.filter((alert) => notifies(alert, webhookId)).map(alertName);
	warn(context, `The webhook ${webhookId} stays in ClickStack: ${names.join(', ')} notify it.`);
	return notifying;
}

/** Removes the webhook from alerts. Returns the alerts for which that failed. Throws nothing. */
export async function removeFromAlerts(
	context: IHookFunctions,
	calls: Calls,
	alertIds: readonly string[],
	webhookId: string,
): Promise<string[]> {
	const failedIds: string[] = [];
	for (const id of alertIds) {
		const reason = await removeFromAlert(calls, id, webhookId).catch(errorText);
		if (reason === undefined) continue;
		failedIds.push(id);
		warn(context, `The webhook stays in an alert. ${reason}`);
	}
	return failedIds;
}
