import type { IHookFunctions } from 'n8n-workflow';
import { NodeError } from 'n8n-workflow';
import type { JsonObject } from '../engine/json';
import { andMore, messageOfError } from '../engine/text';
import { alertName, notifies, webhookName } from './channels';

/** Bounds the warning, because it's stored and attached to every item. */
const MAX_WEBHOOKS = 3;
const MAX_ALERTS = 5;

/** Names this node's webhooks that lead to another n8n or to a former address of this n8n. */
export function warningAbout(
	elsewhere: readonly JsonObject[],
	alerts: readonly JsonObject[],
): string | undefined {
	if (elsewhere.length === 0) return undefined;
	const webhookTexts = elsewhere.slice(0, MAX_WEBHOOKS).map((webhook) => {
		const notifying = alerts.filter((alert) => notifies(alert, String(webhook['id'])));
		return `${webhookName(webhook)}, in ${alertNames(notifying)}`;
	});
	const more = andMore(elsewhere.length - webhookTexts.length);
	return `ClickStack still lists this node's webhook for another address: ${webhookTexts.join('; ')}${more}. If n8n has moved, remove that webhook from its alerts and delete it. If another n8n uses it, keep it.`;
}

function alertNames(alerts: readonly JsonObject[]): string {
	if (alerts.length === 0) return 'no alert';
	const names = alerts.slice(0, MAX_ALERTS).map(alertName);
	return names.join(', ') + andMore(alerts.length - names.length);
}

/** Only n8n's own errors have a description. */
export function errorText(error: unknown): string {
	const description = error instanceof NodeError ? (error.description ?? '') : '';
	return `${messageOfError(error)} ${description}`.trim();
}

export function warn(context: IHookFunctions, text: string): void {
	context.logger.warn(`ClickStack Alert Trigger: ${text}`);
}
