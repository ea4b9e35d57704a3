import { alertRecord, webhookRecord } from '../clickStack/records';
import { alertsThatNotify, removeFromAlert } from './alerts';
import { alertName, notifies } from './channels';
import type { AlertTrigger } from './alertTrigger';
import { errorText, warn } from './warnings';

/**
 * Removes a webhook from alerts, and deletes it if no alert notifies it anymore: a deleted webhook in an alert's
 * further channel would block all changes of the alert. Returns alerts that still notify it. Throws n8n's errors.
 */
export async function removeWebhook(
	trigger: AlertTrigger,
	webhookId: string,
	alertIds: readonly string[],
	isListed: boolean,
): Promise<string[]> {
	const { context, records } = trigger;
	await removeFromAlerts(trigger, alertIds, webhookId);
	const alerts = await records.list(alertRecord);
	const notifying = alertsThatNotify(alerts, webhookId);
	if (notifying.length === 0) {
		if (isListed) await records.remove(webhookRecord, webhookId);
		return [];
	}
	const names = alerts.filter((alert) => notifies(alert, webhookId)).map(alertName);
	warn(
		context,
		`The webhook ${webhookId} stays in ClickStack because these alerts still notify it: ${names.join(', ')}.`,
	);
	return notifying;
}

/** Throws nothing. The result lists alerts that keep the webhook because their change failed. */
export async function removeFromAlerts(
	trigger: AlertTrigger,
	alertIds: readonly string[],
	webhookId: string,
): Promise<string[]> {
	const failedIds: string[] = [];
	for (const id of alertIds) {
		await removeFromAlert(trigger, id, webhookId).catch((error: unknown) => {
			failedIds.push(id);
			warn(
				trigger.context,
				`The webhook couldn't be removed from the alert ${id}. ${errorText(error)}`,
			);
		});
	}
	return failedIds;
}
