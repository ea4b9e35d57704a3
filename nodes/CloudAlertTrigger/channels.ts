import { ALERT_READ_ONLY, MAX_CHANNELS } from '../clickStack/alerts';
import type { JsonObject } from '../engine/json';
import { isJsonObject } from '../engine/json';
import type { ErrorText } from '../engine/operation';
import { shortened } from '../engine/text';

/** The outcome for an alert: it's written, it needs no change, or it can't be written. */
type Change = { body: JsonObject } | { refusal: ErrorText } | undefined;

const LONGEST_NAME = 80;

/** Returns an alert's name for messages: its ID, after its name if it has one. */
export function alertName({ displayName, name, id }: JsonObject): string {
	const named = [displayName, name].find((one) => typeof one === 'string' && one.trim() !== '');
	if (typeof named !== 'string') return `alert ${String(id)}`;
	return `alert "${shortened(named, LONGEST_NAME)}" (${String(id)})`;
}

/** Returns an alert's channels. A server that supports only one has no list. */
function channelsOf({ channels, channel }: JsonObject): JsonObject[] {
	const all: unknown[] = Array.isArray(channels) ? channels : [channel];
	return all.filter(isJsonObject);
}

/** Returns whether an alert notifies a webhook, as its first channel or a further one. */
export function notifies(alert: JsonObject, webhookId: string): boolean {
	const { channel } = alert;
	const all = [...channelsOf(alert), ...(isJsonObject(channel) ? [channel] : [])];
	return all.some((one) => one['webhookId'] === webhookId);
}

/**
 * Returns the alert changed so that it notifies a webhook, which might not exist yet. `isKnown` tells whether a webhook
 * with an ID exists: the API refuses an alert with a channel whose webhook is gone.
 */
export function addChannel(
	alert: JsonObject,
	webhookId: string | undefined,
	isKnown: (webhookId: string) => boolean,
): Change {
	if (webhookId !== undefined && notifies(alert, webhookId)) return undefined;
	if (!Array.isArray(alert['channels'])) return { refusal: onlyOne(alert) };
	const channels = channelsOf(alert);
	if (channels.length >= MAX_CHANNELS) return { refusal: tooMany(alert) };
	const ids = channels.map((one) => one['webhookId']).filter((id) => typeof id === 'string');
	const dead = ids.find((id) => !isKnown(id));
	if (dead !== undefined) return { refusal: deadChannel(alert, dead) };
	return { body: bodyWith(alert, [...channels, { type: 'webhook', webhookId }]) };
}

/** Returns the alert changed so that it no longer notifies a webhook. An alert needs a channel. */
export function removeChannel(alert: JsonObject, webhookId: string): Change {
	if (!notifies(alert, webhookId)) return undefined;
	const others = channelsOf(alert).filter((one) => one['webhookId'] !== webhookId);
	if (others.length === 0) return { refusal: lastChannel(alert) };
	return { body: bodyWith(alert, others) };
}

/** Returns the whole alert with other channels: an update clears omitted fields, and `null` counts as omitted. */
function bodyWith(alert: JsonObject, channels: JsonObject[]): JsonObject {
	const left = new Set(['channel', 'channels', ...ALERT_READ_ONLY]);
	const kept = Object.entries(alert).filter(
		([name, value]) => !left.has(name) && value !== null && value !== undefined,
	);
	return { ...Object.fromEntries(kept), channels };
}

export function noAlert(id: string): ErrorText {
	return {
		message: `There is no alert with the ID "${shortened(id, LONGEST_NAME)}".`,
		description: 'Choose the alerts again.',
	};
}

/** Returns the reason why an alert can't be changed: the watched record was deleted. */
export function nothingWatched(alert: JsonObject, what: 'saved search' | 'tile'): ErrorText {
	return {
		message: `The ${what} of ${alertName(alert)} no longer exists, so the alert can't be changed.`,
		description: `Choose another alert, or give this one another ${what} in ClickStack.`,
	};
}

function onlyOne(alert: JsonObject): ErrorText {
	return {
		message: `This ClickStack supports only one channel per alert, and ${alertName(alert)} has one.`,
		description:
			'Update ClickStack to version 2.36 or later. Or leave Alert Names or IDs empty, publish the workflow, and choose its webhook in the alert.',
	};
}

function tooMany(alert: JsonObject): ErrorText {
	return {
		message: `The ${alertName(alert)} has ${String(MAX_CHANNELS)} channels already, and can't have more.`,
		description: 'Remove a channel of the alert in ClickStack, or choose another alert.',
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
		message: `The webhook is the only channel of ${alertName(alert)}, and an alert needs one.`,
		description: 'Choose another channel in ClickStack, or delete the alert.',
	};
}
