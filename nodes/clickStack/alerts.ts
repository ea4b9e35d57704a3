import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { loadedIds, property } from '../engine/body/fields';
import type { Issue } from '../engine/issue';
import { EMPTY, notCleared, sentenceHint, tooManyText } from '../engine/issue';
import type { JsonObject } from '../engine/json';
import {
	isAbsent,
	isEmptyList,
	isJsonObject,
	mergeObjects,
	withoutAbsent,
	withoutUndefined,
} from '../engine/json';
import { hashOf } from '../engine/crypto';
import type { Phrase } from '../engine/phrase';
import { phrase, quoteName } from '../engine/phrase';
import { plainText } from '../engine/summary/plainText';
import { overriddenHints } from '../engine/parameters/jsonInput';
import { asObject, isText, textList, textListIssues } from '../engine/parameters/values';
import { counted, distinctNames, isSameName, wordsOf } from '../engine/text';
import type { Draft } from '../features/record/draft';
import type { RecordOutput } from '../features/record/recordOutput';
import { columnsOf } from '../features/record/recordOutput';
import type { Replacement } from '../features/record/replacement';
import { mergedRecord } from '../features/record/replacement';
import { isManaged } from './authentication';
import { objectIdIssues } from './records';

export const MAX_CHANNELS = 10;

/**
 * All channels of an alert. A server with a single channel returns no list, and a list may lack the separate channel.
 */
export function channelsOf({ channels, channel }: JsonObject): JsonObject[] {
	const listedChannels = Array.isArray(channels) ? channels.filter(isJsonObject) : [];
	const isListed = (single: JsonObject): boolean =>
		listedChannels.some((listedChannel) => channelHash(listedChannel) === channelHash(single));
	return isJsonObject(channel) && !isListed(channel)
		? [channel, ...listedChannels]
		: listedChannels;
}

function channelHash({ type, webhookId, emailRecipients }: JsonObject): string {
	return hashOf(withoutAbsent({ type, webhookId, emailRecipients }));
}

/** The alert's channel for the same webhook, with settings such as its severity. */
function sameChannelOf(alert: JsonObject, { webhookId }: JsonObject): JsonObject {
	if (!isText(webhookId)) return {};
	return channelsOf(alert).find((channel) => leadsTo(channel, String(webhookId))) ?? {};
}

/** True if the channel notifies this webhook. It may spell the webhook's ID in another case. */
export function leadsTo(channel: JsonObject, webhookId: string): boolean {
	return isText(channel.webhookId) && isSameName(String(channel.webhookId), webhookId);
}

/** Adds the stored settings of webhooks that stay, unless the change enters them. */
function withSettingsKept(change: JsonObject, current: JsonObject): JsonObject {
	const withCurrentSettings = (channel: unknown) =>
		isJsonObject(channel) ? { ...sameChannelOf(current, channel), ...channel } : channel;
	const { channel, channels } = change;
	return {
		...(isJsonObject(channel) && { channel: withCurrentSettings(channel) }),
		...(Array.isArray(channels) && { channels: channels.map(withCurrentSettings) }),
	};
}

/** How many channels the server of a stored alert supports. A server with a single channel returns no list. */
export function maxChannelsOf({ channels }: JsonObject): number {
	return Array.isArray(channels) ? MAX_CHANNELS : 1;
}

/** The whole alert, because an update clears what it omits. */
export function alertWithChannels(alert: JsonObject, channels: readonly JsonObject[]): JsonObject {
	const change = Array.isArray(alert.channels) ? { channels } : { channel: channels[0] };
	return mergedRecord(change, alert, ALERT_REPLACEMENT).body;
}

export const WEBHOOK_IDS = 'webhookIds';

/** Ends the issue about an alert that would notify nobody. */
const CHOOSE_WEBHOOK = 'Choose a webhook. If the list has none, use Webhook → Create first.';
const AT_LEAST_ONE = 'an alert notifies at least one webhook';

/**
 * Turns the form's webhooks into channels: a single one under `channel`, several under `channels`. JSON's other key
 * would contradict it, and so would a channel of another type, such as email.
 */
export function withChannels({ body: { [WEBHOOK_IDS]: webhookIds, ...alert } }: Draft): Draft {
	// A webhook would notify once for each spelling of its ID.
	const uniqueIds = distinctNames(textList(webhookIds).map(String));
	if (uniqueIds.length === 0) return { body: alert, issues: [] };
	const unreadable = textListIssues(WEBHOOK_IDS, webhookIds);
	const issues = unreadable.length > 0 ? unreadable : objectIdIssues(WEBHOOK_IDS, uniqueIds);
	const channels = uniqueIds.map((webhookId) => ({ type: 'webhook', webhookId }));
	const [channel] = channels;
	const [byFields, otherKey]: [JsonObject, string] =
		channels.length > 1 ? [{ channels }, 'channel'] : [{ channel }, 'channels'];
	const { type = 'webhook' } = asObject(alert.channel);
	const dropped = { [otherKey]: undefined, ...(type !== 'webhook' && { channel: undefined }) };
	const overridden = overriddenHints({ ...byFields, ...dropped }, alert);
	const body = mergeObjects(byFields, { ...alert, ...dropped });
	return { body: withoutUndefined(body), issues: [...issues, ...overridden] };
}

/** Like `withChannels`, but an update can't leave an alert without a channel. */
export function withOtherChannels(draft: Draft): Draft {
	const webhookIds = draft.body[WEBHOOK_IDS];
	const finished = withChannels(draft);
	if (webhookIds === undefined || textList(webhookIds).length > 0) return finished;
	return { ...finished, issues: [{ path: WEBHOOK_IDS, ...notCleared(AT_LEAST_ONE) }] };
}

export function* channelIssues({ channel, channels }: JsonObject): Iterable<Issue> {
	const text = `is empty. ${CHOOSE_WEBHOOK}`;
	if (channel === undefined && channels === undefined) yield { path: WEBHOOK_IDS, ...EMPTY, text };
}

export function* channelCountIssues({ channels }: JsonObject): Iterable<Issue> {
	const isTooMany = Array.isArray(channels) && channels.length > MAX_CHANNELS;
	if (isTooMany) yield { path: WEBHOOK_IDS, text: tooManyText(MAX_CHANNELS) };
}

/** A server with a single channel would refuse the change or notify only the first webhook. */
const SINGLE_CHANNEL: Issue = {
	path: WEBHOOK_IDS,
	verdict: 'unusual',
	text: 'has several recipients, but this ClickStack supports only one channel per alert. Choose one webhook, or update ClickStack to 2.36 or newer.',
};

/** The issue of an alert without a channel. Alerts that lost their webhook exist, but the API refuses to change one. */
function noChannel(change: JsonObject): Issue {
	const enteredKey = ['channels', 'channel'].find((key) => key in change);
	return enteredKey === undefined
		? { path: WEBHOOK_IDS, text: `is needed, because the alert has no webhook. ${CHOOSE_WEBHOOK}` }
		: { path: enteredKey, text: `is empty, but ${AT_LEAST_ONE}. Enter one.` };
}

/** Every server sends these webhook variables. Newer servers also send those in `DELIVERED_BY_NEWER`. */
export const DELIVERED = wordsOf('state title body link startTime endTime eventId');
export const DELIVERED_BY_NEWER = wordsOf(
	'alertId status alertType comparator threshold thresholdMax value groupKey sourceQuery teamId note',
);

/** These conditions compare with two thresholds. */
export const RANGES = ['between', 'not_between'];

export const THRESHOLD_TYPES = {
	above: 'At or Above',
	above_exclusive: 'Above',
	below: 'Below',
	below_or_equal: 'At or Below',
	equal: 'Equal To',
	not_equal: 'Not Equal To',
	between: 'Between',
	not_between: 'Not Between',
};

const CONDITIONS: ReadonlyMap<unknown, string> = new Map(Object.entries(THRESHOLD_TYPES));

/** For example, "between 1 and 5". Undefined without a condition. */
export function conditionText(alert: JsonObject): Phrase | undefined {
	const { thresholdType, threshold, thresholdMax } = alert;
	if (!isText(threshold)) return undefined;
	const condition = CONDITIONS.get(thresholdType)?.toLowerCase() ?? quoteName(thresholdType);
	const end = isRange(alert) ? phrase` and ${quoteName(thresholdMax)}` : '';
	return phrase`${condition} ${quoteName(threshold)}${end}`;
}

/**
 * Simplified's columns, also those that tell what an unnamed alert watches for: the condition in words, and the types
 * of its channels.
 */
export function alertOutput(all: string, simplified = all): RecordOutput {
	const names = wordsOf(simplified);
	const simplify = (record: IDataObject): IDataObject => {
		const condition = conditionText(record);
		const types = channelsOf(record).flatMap(({ type }) => (isText(type) ? [String(type)] : []));
		const described = {
			...record,
			condition: condition && plainText(condition),
			...(types.length > 0 && { channelType: distinctNames(types).join(', ') }),
		};
		return columnsOf(described, names);
	};
	return { keys: wordsOf(all), simplify };
}

const SOURCE_TEXTS: ReadonlyMap<unknown, string> = new Map([
	['tile', ' on a dashboard tile'],
	['saved_search', ' on a saved search'],
	['inline', ' on a chart of its own'],
]);

/** Identifies a tile's unnamed alert: "Errors over time in Shop". */
export function tileTitle(tile: unknown, dashboard: unknown): string {
	return isText(tile) ? `${String(tile)} in ${String(dashboard)}` : String(dashboard);
}

/** Describes an alert without a title: "alert on a dashboard tile (at or above 10 every 5m)". */
export function unnamedAlertText(alert: JsonObject): Phrase | undefined {
	const condition = conditionText(alert);
	if (condition === undefined) return undefined;
	return phrase`alert${SOURCE_TEXTS.get(alert.source) ?? ''} (${condition} every ${quoteName(alert.interval)})`;
}

export function isRange({ thresholdType }: JsonObject): boolean {
	return RANGES.some((type) => type === thresholdType);
}

/** An alert has these keys only for one kind of source. */
const OF_A_SOURCE = wordsOf('dashboardId tileId savedSearchId groupBy chartConfig');

const MINUTES: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 1440 };

function minutesOf(interval: unknown): number | undefined {
	const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(String(interval)) ?? [];
	const minutes = MINUTES[unit];
	return count === undefined || minutes === undefined ? undefined : Number(count) * minutes;
}

const offsetHint = (minutes: number) =>
	sentenceHint(
		`The alert's schedule offset of ${counted(minutes, 'minute')} isn't shorter than the interval, so the update sets it to 0.`,
	);

export const ALERT_REPLACEMENT: Replacement = {
	readOnly: wordsOf('id state teamId silenced executionErrors createdAt updatedAt'),
	// A server with a single channel has no `channels`.
	storedSchema: z.object({ channels: z.array(z.object({})).optional() }),
	keptKeys: {
		scheduleOffsetMinutes: { clearedBy: 0 },
		scheduleStartAt: { clearedBy: null },
		thresholdMax: {
			clearedBy: null,
			refuses: (parameters) =>
				isManaged(parameters) ? undefined : 'the API keeps it, and uses it only for a range',
		},
	},
	drops: (change, current) => {
		const { source = current.source, dashboardId = current.dashboardId } = change;
		const isNotified = 'channel' in change || 'channels' in change;
		return [
			...(isNotified ? ['channel', 'channels'] : []),
			...(source === current.source ? [] : OF_A_SOURCE),
			...(isSameName(String(dashboardId), String(current.dashboardId)) ? [] : ['tileId']),
		];
	},
	adjust: (body, change, current) => {
		const { scheduleOffsetMinutes: offset, thresholdMax } = { ...current, ...body };
		const minutes = minutesOf(body.interval);
		// The API would keep the old offset, although an offset must be shorter than the interval.
		const isTooLong =
			body.interval !== current.interval &&
			!('scheduleOffsetMinutes' in body) &&
			minutes !== undefined &&
			typeof offset === 'number' &&
			offset > 0 &&
			offset >= minutes;
		const { channels } = change;
		// An alert that lost its webhook shows no channel, whatever the server supports.
		const hasSingleChannel = maxChannelsOf(current) === 1 && !isAbsent(current.channel);
		const isOverLimit = hasSingleChannel && Array.isArray(channels) && channels.length > 1;
		return {
			body: {
				...body,
				...withSettingsKept(change, current),
				...(isTooLong && { scheduleOffsetMinutes: 0 }),
				...(isRange(body) && !isAbsent(thresholdMax) && { thresholdMax }),
			},
			issues: [
				...(isTooLong ? [offsetHint(offset)] : []),
				...([body.channel, body.channels].every(isNothing) ? [noChannel(change)] : []),
				...(isOverLimit ? [SINGLE_CHANNEL] : []),
			],
		};
	},
};

export function isNothing(value: unknown): boolean {
	return isAbsent(value) || isEmptyList(value);
}

export function alertsField(name: string, introduction: string, hint = ''): INodeProperties {
	return property(
		name,
		loadedIds('Alert Names or IDs', 'getAlerts', introduction, hint === '' ? {} : { hint }),
	);
}
