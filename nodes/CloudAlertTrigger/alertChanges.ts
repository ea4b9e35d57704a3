import {
	ALERT_REPLACEMENT,
	alertWithChannels,
	channelsOf,
	leadsTo,
	maxChannelsOf,
} from '../clickStack/alerts';
import { alertRecord, webhookRecord } from '../clickStack/records';
import type { ErrorText } from '../engine/errorDetails';
import { inputError } from '../engine/errors/nodeErrors';
import type { JsonObject } from '../engine/json';
import { phrase, quoted, quoteName } from '../engine/phrase';
import { nameUnder } from '../engine/parameters/values';
import { redactSecrets } from '../engine/redaction/redact';
import { subjectText } from '../engine/summary/plainText';
import { shortened } from '../engine/text';
import { unreadPart } from '../features/record/replacement';
import type { OpenTrigger } from './openTrigger';
import { errorText, isRestarting, warn } from './openTrigger';

/** Undefined if the alert needs no change. */
type ChannelChange = { body: JsonObject } | { refusal: ErrorText } | undefined;

export interface NewChannel {
	/** Missing until ClickStack has created the webhook. */
	webhookId?: string | undefined;
	/** All webhooks that exist, because the API refuses an alert with a deleted webhook. */
	webhooks: readonly JsonObject[];
	/** IDs of webhooks left by tests, which are removed to make room. */
	removableIds: ReadonlySet<unknown>;
}

const LONGEST_ALERT_ID = 80;

/** Name and ID for messages, or only the ID. */
function alertName(alert: JsonObject): string {
	const { id } = alert;
	const title = nameUnder(alertRecord.nameKeys, alert);
	if (title === undefined) return `alert ${String(id)}`;
	return subjectText(phrase`alert ${quoted(title)} (${quoteName(id)})`, redactSecrets);
}

function notifies(alert: JsonObject, webhookId: string): boolean {
	return channelsOf(alert).some((channel) => leadsTo(channel, webhookId));
}

function leadsToAny(channel: JsonObject, webhookIds: ReadonlySet<unknown>): boolean {
	return [...webhookIds].some((id) => leadsTo(channel, String(id)));
}

/** Adds a webhook, which may not exist yet, and removes webhooks left by tests. */
export function withChannelAdded(
	alert: JsonObject,
	{ webhookId, webhooks, removableIds }: NewChannel,
): ChannelChange {
	if (webhookId !== undefined && notifies(alert, webhookId)) return undefined;
	const unreadError = unreadPart(alert, ALERT_REPLACEMENT, alertName(alert));
	if (unreadError !== undefined) return { refusal: unreadError };
	const channels = channelsOf(alert).filter((channel) => !leadsToAny(channel, removableIds));
	const maxChannels = maxChannelsOf(alert);
	if (channels.length >= maxChannels) {
		const isOnly = maxChannels === 1;
		return { refusal: isOnly ? onlyChannelError(alert) : tooManyChannelsError(alert) };
	}
	const existingIds = new Set(webhooks.map(({ id }) => id));
	const dead = channels
		.filter((channel) => !leadsToAny(channel, existingIds))
		.map((channel) => channel['webhookId'])
		.find((id) => typeof id === 'string');
	if (dead !== undefined) return { refusal: deadChannel(alert, dead) };
	return { body: alertWithChannels(alert, [...channels, { type: 'webhook', webhookId }]) };
}

/** Removes a webhook, but never the last channel, because an alert needs a channel. */
function withChannelRemoved(alert: JsonObject, webhookId: string): ChannelChange {
	if (!notifies(alert, webhookId)) return undefined;
	const unreadError = unreadPart(alert, ALERT_REPLACEMENT, alertName(alert));
	if (unreadError !== undefined) return { refusal: unreadError };
	const remaining = channelsOf(alert).filter((channel) => !leadsTo(channel, webhookId));
	if (remaining.length === 0) return { refusal: lastChannel(alert) };
	return { body: alertWithChannels(alert, remaining) };
}

export function noAlert(id: string): ErrorText {
	return {
		message: `There is no alert with the ID "${shortened(id, LONGEST_ALERT_ID)}".`,
		description: 'Choose the alerts again.',
	};
}

/** If a response lacks channels that the list shows, an update would delete them, so this is an error. */
function unreadChannels(alert: JsonObject, listedAlert: JsonObject | undefined) {
	const lacksChannels = channelsOf(alert).length === 0 && channelsOf(listedAlert ?? {}).length > 0;
	if (!lacksChannels) return undefined;
	return {
		message: `The response for the ${alertName(alert)} lacks its channels.`,
		description: "An update could delete the alert's channels. Try again later.",
	};
}

function onlyChannelError(alert: JsonObject): ErrorText {
	return {
		message: `This ClickStack supports only one channel per alert, and ${alertName(alert)} already has one.`,
		description:
			'Update ClickStack to 2.36 or newer. Otherwise, leave Alert Names or IDs empty, publish the workflow, and choose its webhook in the alert.',
	};
}

function tooManyChannelsError(alert: JsonObject): ErrorText {
	return {
		message: `The ${alertName(alert)} already has ${String(maxChannelsOf(alert))} channels, the maximum.`,
		description:
			"Remove one of the alert's channels in ClickStack, or choose a different alert here.",
	};
}

function deadChannel(alert: JsonObject, webhookId: string): ErrorText {
	return {
		message: `The ${alertName(alert)} has a channel whose webhook (${webhookId}) was deleted, so the alert can't be changed.`,
		description: 'Remove this channel from the alert in ClickStack.',
	};
}

function lastChannel(alert: JsonObject): ErrorText {
	return {
		message: `The webhook is the only channel of ${alertName(alert)}, and an alert needs a channel.`,
		description: 'Choose a different channel in ClickStack, or delete the alert.',
	};
}

/** Throws n8n's errors. At a restart, an alert that fails doesn't affect the others. */
export async function addToAlerts(
	trigger: OpenTrigger,
	alertIds: readonly string[],
	newChannel: NewChannel,
	listedAlerts: readonly JsonObject[],
): Promise<void> {
	const { context, client } = trigger;
	const node = context.getNode();
	for (const id of alertIds) {
		const listedAlert = listedAlerts.find((alert) => alert['id'] === id);
		const addition = client.change(alertRecord, id, ALERT_REPLACEMENT, async (alert) => {
			if (alert === undefined) throw inputError(node, noAlert(id));
			const unreadError = unreadChannels(alert, listedAlert);
			if (unreadError !== undefined) throw inputError(node, unreadError);
			const change = await latestAddition(trigger, alert, newChannel);
			if (change === undefined) return undefined;
			if ('refusal' in change) throw inputError(node, change.refusal);
			const advice = `Choose a different alert, or correct ${alertName(alert)} in ClickStack. Its dashboard tile or saved search may have been deleted.`;
			return { ...change, advice: { 400: advice } };
		});
		await addition.catch((error: unknown) => {
			if (!isRestarting(context)) throw error;
			warn(context, `The alert ${id} doesn't notify n8n. ${errorText(error)}`);
		});
	}
}

/** Another n8n instance may have just created a webhook, so the webhooks are listed again before a refusal. */
export async function latestAddition(
	{ client }: OpenTrigger,
	alert: JsonObject,
	newChannel: NewChannel,
): Promise<ChannelChange> {
	const change = withChannelAdded(alert, newChannel);
	if (change === undefined || 'body' in change) return change;
	const webhooks = await client.list(webhookRecord);
	return withChannelAdded(alert, { ...newChannel, webhooks });
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
export async function retireWebhook(
	trigger: OpenTrigger,
	webhookId: string,
	alertIds: readonly string[],
	isListed: boolean,
): Promise<string[]> {
	const { context, client } = trigger;
	await removeFromAlerts(trigger, alertIds, webhookId);
	const alerts = await client.list(alertRecord);
	const notifying = alerts.filter((alert) => notifies(alert, webhookId));
	if (notifying.length > 0) {
		const names = notifying.map(alertName).join(', ');
		const text = `The webhook ${webhookId} stays in ClickStack because these alerts still notify it: ${names}.`;
		warn(context, text);
	} else if (isListed) {
		await client.remove(webhookRecord, webhookId);
	}
	return notifying.map(({ id }) => String(id));
}

/** Never throws. The result lists alerts that keep the webhook because their change failed. */
export async function removeFromAlerts(
	{ context, client }: Pick<OpenTrigger, 'client' | 'context'>,
	alertIds: readonly string[],
	webhookId: string,
): Promise<string[]> {
	const failedIds: string[] = [];
	for (const id of alertIds) {
		const removal = client.change(alertRecord, id, ALERT_REPLACEMENT, async (alert) => {
			const change = alert && withChannelRemoved(alert, webhookId);
			if (change === undefined || 'body' in change) return await Promise.resolve(change);
			throw inputError(context.getNode(), change.refusal);
		});
		await removal.catch((error: unknown) => {
			failedIds.push(id);
			warn(context, `The webhook couldn't be removed from the alert ${id}. ${errorText(error)}`);
		});
	}
	return failedIds;
}
