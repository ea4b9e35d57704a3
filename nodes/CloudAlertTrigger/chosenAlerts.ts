import {
	alertRecord,
	dashboardRecord,
	savedSearchRecord,
	webhookRecord,
} from '../clickStack/records';
import { inputError } from '../engine/errors/nodeErrors';
import type { JsonObject } from '../engine/json';
import { isJsonObject } from '../engine/json';
import type { ErrorText } from '../engine/errorDetails';
import { notShown } from '../engine/text';
import type { NewChannel } from './channels';
import {
	withChannelAdded,
	noAlert,
	notifies,
	nothingWatched,
	withChannelRemoved,
	alertName,
	unreadChannels,
} from './channels';
import type { RecordClient } from './recordClient';
import type { TriggerSetup } from './triggerSetup';
import { errorText, warn } from './triggerSetup';

const MAX_LISTED_REFUSALS = 5;

/** Reasons why chosen alerts can't get the webhook, by alert ID. Only sends reads. */
export async function refusedAlerts(
	records: RecordClient,
	alertIds: readonly string[],
	alerts: readonly JsonObject[],
	recipient: NewChannel,
): Promise<Map<string, ErrorText>> {
	const readRefusal = refusalReader(records);
	const refusals = new Map<string, ErrorText>();
	for (const id of alertIds) {
		const alert = alerts.find((record) => record['id'] === id);
		const change = alert && withChannelAdded(alert, recipient);
		if (alert === undefined) refusals.set(id, noAlert(id));
		else if (change !== undefined && 'refusal' in change) refusals.set(id, change.refusal);
		else if (change !== undefined) {
			const refusal = await readRefusal(alert);
			if (refusal !== undefined) refusals.set(id, refusal);
		}
	}
	return refusals;
}

/** Combines all refusals, because n8n shows a single error. */
export function combinedRefusal([refusal, ...others]: readonly [
	ErrorText,
	...ErrorText[],
]): ErrorText {
	const messages = others.slice(0, MAX_LISTED_REFUSALS).map(({ message }) => message);
	const lines = [...messages, ...notShown(others.length - messages.length, 'alert')];
	return {
		message: refusal.message,
		description: [`Nothing was changed. ${refusal.description}`, ...lines].join('\n• '),
	};
}

/** Explains that an alert can't be changed because its record is gone. Reads each record once. */
function refusalReader(
	records: RecordClient,
): (alert: JsonObject) => Promise<ErrorText | undefined> {
	const dashboards = new Map<string, Promise<JsonObject | undefined>>();
	let searches: Promise<JsonObject[]> | undefined;
	return async (alert) => {
		const { source, dashboardId, tileId, savedSearchId } = alert;
		if (source === 'tile' && typeof dashboardId === 'string') {
			const pending = dashboards.get(dashboardId) ?? records.get(dashboardRecord, dashboardId);
			dashboards.set(dashboardId, pending);
			return hasTile(await pending, tileId) ? undefined : nothingWatched(alert, 'tile');
		}
		if (source !== 'saved_search') return undefined;
		searches ??= records.list(savedSearchRecord);
		const isThere = (await searches).some(({ id }) => id === savedSearchId);
		return isThere ? undefined : nothingWatched(alert, 'saved search');
	};
}

function hasTile(dashboard: JsonObject | undefined, tileId: unknown): boolean {
	const tiles: unknown = dashboard?.['tiles'];
	return Array.isArray(tiles) && tiles.some((tile) => isJsonObject(tile) && tile['id'] === tileId);
}

/** Reads the alert immediately before changing it, because the last update wins. Throws n8n's errors. */
export async function addToAlert(
	{ context, records }: TriggerSetup,
	alertId: string,
	recipient: NewChannel,
	listed: JsonObject | undefined,
): Promise<void> {
	const alert = await records.get(alertRecord, alertId);
	if (alert === undefined) throw inputError(context.getNode(), noAlert(alertId));
	const unread = unreadChannels(alert, listed);
	const change = unread ? { refusal: unread } : withChannelAdded(alert, recipient);
	if (change === undefined) return;
	if ('refusal' in change) throw inputError(context.getNode(), change.refusal);
	await records.write(alertRecord, alertId, change.body);
}

/** Throws n8n's error classes, because n8n shows their descriptions. */
async function removeFromAlert(
	{ context, records }: TriggerSetup,
	alertId: string,
	webhookId: string,
): Promise<void> {
	const alert = await records.get(alertRecord, alertId);
	const change = alert && withChannelRemoved(alert, webhookId);
	if (change === undefined) return;
	if ('refusal' in change) throw inputError(context.getNode(), change.refusal);
	await records.write(alertRecord, alertId, change.body);
}

export function alertsThatNotify(
	alerts: readonly JsonObject[],
	webhookId: string | undefined,
): string[] {
	if (webhookId === undefined) return [];
	return alerts.filter((alert) => notifies(alert, webhookId)).map(({ id }) => String(id));
}

/**
 * Removes a webhook from alerts, and deletes it if no alert notifies it anymore. Otherwise it stays, because an alert
 * that lists a deleted webhook can't be changed. Returns the alerts that still notify it. Throws n8n's errors.
 */
export async function removeWebhook(
	trigger: TriggerSetup,
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

/** Never throws. The result lists alerts that keep the webhook because their change failed. */
export async function removeFromAlerts(
	trigger: TriggerSetup,
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
