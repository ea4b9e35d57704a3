import { ALERT_REPLACEMENT, channelsOf, MAX_CHANNELS } from '../clickStack/alerts';
import type { JsonObject } from '../engine/json';
import type { ErrorText } from '../engine/errorDetails';
import { shortened } from '../engine/text';
import { replacedRecord, unreadPart } from '../features/record/replacement';

/** An alert's new body, the reason why it can't be changed, or undefined if no change is needed. */
type ChannelChange = { body: JsonObject } | { refusal: ErrorText } | undefined;

/** The webhook to notify, with the existing webhooks that matter. */
export interface NewChannel {
	/** Missing until ClickStack has created the webhook. */
	webhookId?: string | undefined;
	/** IDs of all webhooks, because the API refuses an alert with a deleted webhook. */
	existingIds: ReadonlySet<unknown>;
	/** IDs of webhooks left by tests, which are removed to make room. */
	removableIds: ReadonlySet<unknown>;
	/** This node's webhooks at other URLs, which may be obsolete. */
	formerWebhooks: readonly JsonObject[];
}

const LONGEST_NAME = 80;
const LONGEST_WEBHOOK = 150;
const LONGEST_URL = 200;

/** Name and ID for messages, or only the ID. */
export function alertName({ displayName, name, id }: JsonObject): string {
	const title = [displayName, name].find((text) => typeof text === 'string' && text.trim() !== '');
	if (typeof title !== 'string') return `alert ${String(id)}`;
	return `alert "${shortened(title, LONGEST_NAME)}" (${String(id)})`;
}

export function webhookName({ name, id, url }: JsonObject): string {
	return `"${shortened(String(name), LONGEST_WEBHOOK)}" (${String(id)}), leading to ${shortened(String(url), LONGEST_URL)}`;
}

/** True if any of the alert's channels is the webhook. */
export function notifies(alert: JsonObject, webhookId: string): boolean {
	return channelsOf(alert).some((channel) => channel['webhookId'] === webhookId);
}

/** Adds a webhook, which may not exist yet, and removes webhooks left by tests. */
export function withChannelAdded(
	alert: JsonObject,
	{ webhookId, existingIds, removableIds, formerWebhooks }: NewChannel,
): ChannelChange {
	if (webhookId !== undefined && notifies(alert, webhookId)) return undefined;
	const unread = unreadPart(alert, ALERT_REPLACEMENT, alertName(alert));
	if (unread !== undefined) return { refusal: unread };
	const channels = channelsOf(alert).filter((channel) => !removableIds.has(channel['webhookId']));
	const added = { type: 'webhook', webhookId };
	if (!Array.isArray(alert['channels'])) {
		if (channels.length > 0) return { refusal: onlyOne(alert) };
		return { body: bodyWith(alert, { channel: added }) };
	}
	const ids = channels
		.map((channel) => channel['webhookId'])
		.filter((id) => typeof id === 'string');
	if (channels.length >= MAX_CHANNELS) {
		const former = formerWebhooks.find((webhook) => ids.some((id) => id === webhook['id']));
		return { refusal: tooMany(alert, former) };
	}
	const dead = ids.find((id) => !existingIds.has(id));
	if (dead !== undefined) return { refusal: deadChannel(alert, dead) };
	return { body: bodyWith(alert, { channels: [...channels, added] }) };
}

/** Removes a webhook, but never the last channel, because an alert needs a channel. */
export function withChannelRemoved(alert: JsonObject, webhookId: string): ChannelChange {
	if (!notifies(alert, webhookId)) return undefined;
	const unread = unreadPart(alert, ALERT_REPLACEMENT, alertName(alert));
	if (unread !== undefined) return { refusal: unread };
	const remaining = channelsOf(alert).filter((channel) => channel['webhookId'] !== webhookId);
	if (remaining.length === 0) return { refusal: lastChannel(alert) };
	return { body: bodyWith(alert, { channels: remaining }) };
}

/** The complete alert with other channels, because an update clears omitted fields. */
function bodyWith(alert: JsonObject, change: JsonObject): JsonObject {
	return replacedRecord(change, alert, ALERT_REPLACEMENT).body;
}

export function noAlert(id: string): ErrorText {
	return {
		message: `There is no alert with the ID "${shortened(id, LONGEST_NAME)}".`,
		description: 'Choose the alerts again.',
	};
}

/** The error for an alert whose watched record was deleted. */
export function nothingWatched(alert: JsonObject, what: 'saved search' | 'tile'): ErrorText {
	return {
		message: `The ${what} of ${alertName(alert)} no longer exists, so the alert can't be changed.`,
		description: `Choose a different alert here, or a different ${what} for this alert in ClickStack.`,
	};
}

/** The error if a response lacks channels that the list shows, because an update would delete them. */
export function unreadChannels(alert: JsonObject, listed: JsonObject | undefined) {
	if (channelsOf(alert).length > 0 || listed === undefined || channelsOf(listed).length === 0) {
		return undefined;
	}
	return {
		message: `The response for the ${alertName(alert)} lacks its channels.`,
		description: "An update could delete the alert's channels. Try again later.",
	};
}

function onlyOne(alert: JsonObject): ErrorText {
	return {
		message: `This ClickStack supports only one channel per alert, and ${alertName(alert)} already has one.`,
		description:
			'Update ClickStack to 2.36 or newer. Otherwise, leave Alert Names or IDs empty, publish the workflow, and choose its webhook in the alert.',
	};
}

function tooMany(alert: JsonObject, former: JsonObject | undefined): ErrorText {
	const hint =
		former === undefined
			? ''
			: ` If n8n has moved to another address, remove the webhook ${webhookName(former)}.`;
	return {
		message: `The ${alertName(alert)} already has ${String(MAX_CHANNELS)} channels, the maximum.`,
		description: `Remove one of the alert's channels in ClickStack, or choose a different alert here.${hint}`,
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
