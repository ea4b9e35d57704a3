import { listed, otherFields, quoteName, recordText } from '../../engine/summary/sentences';
import type { JsonObject } from '../../engine/json';
import { content, isAbsent, isJsonObject } from '../../engine/json';
import type { Parameters } from '../../engine/operation';
import { isText } from '../../engine/parameters/values';
import { wordsOf } from '../../engine/text';
import { ofParent, recordName } from '../../features/record/record';
import type { Replacement } from '../../features/record/replacement';
import { NO_CHANGE, recordAfter, replacementText } from '../../features/record/replacement';
import { ALERT_READ_ONLY, conditionText, isRange } from '../../clickStack/alerts';
import { isManaged } from '../../clickStack/authentication';
import { alertRecord, dashboardIdField, savedSearchRecord } from '../../clickStack/records';

/** Keys specific to a source. */
const OF_A_SOURCE = wordsOf('dashboardId tileId savedSearchId groupBy chartConfig');

const MINUTES: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 1440 };

/** Converts an interval such as 15m. Undefined if unknown. */
function minutesOf(interval: unknown): number | undefined {
	const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(String(interval)) ?? [];
	const minutes = MINUTES[unit];
	return count === undefined || minutes === undefined ? undefined : Number(count) * minutes;
}

export const ALERT_REPLACEMENT: Replacement = {
	readOnly: ALERT_READ_ONLY,
	clearings: {
		scheduleOffsetMinutes: { by: 0 },
		scheduleStartAt: { by: null },
		thresholdMax: {
			by: null,
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
			...(dashboardId === current.dashboardId ? [] : ['tileId']),
		];
	},
	complete: (body, _change, current) => {
		const { scheduleOffsetMinutes: offset, thresholdMax } = { ...current, ...body };
		const minutes = minutesOf(body.interval);
		// The API keeps the offset, and refuses it if it exceeds the interval.
		const isTooLong =
			!('scheduleOffsetMinutes' in body) &&
			minutes !== undefined &&
			typeof offset === 'number' &&
			offset > 0 &&
			offset >= minutes;
		return {
			body: {
				...body,
				...(isTooLong && { scheduleOffsetMinutes: 0 }),
				...(isRange(body) && !isAbsent(thresholdMax) && { thresholdMax }),
			},
		};
	},
};

/** Keys that a summary puts into words. */
const IN_WORDS = wordsOf(
	'source dashboardId tileId savedSearchId thresholdType threshold interval channel channels',
);

/** The remaining keys. If either state is a range, its end is also put into words. */
function othersOf(alert: JsonObject, ...states: readonly JsonObject[]): JsonObject {
	return content(alert, states.some(isRange) ? [...IN_WORDS, 'thresholdMax'] : IN_WORDS);
}

/** Describes an update. Removals come first. */
export function changedAlertSummary(
	body: JsonObject,
	parameters: Parameters,
	current: JsonObject,
): string {
	const after = recordAfter(body, current, ALERT_REPLACEMENT);
	const [rule, before] = [ruleOf(after), ruleOf(current)];
	const [place, placeBefore] = [watched(after, parameters), watched(current, parameters)];
	const otherChanges = replacementText(
		othersOf(after, after, current),
		othersOf(current, after, current),
		{ readOnly: ALERT_READ_ONLY },
	);
	const recipientsAfter = new Set(recipientsOf(after));
	const recipientsBefore = new Set(recipientsOf(current));
	return [
		`Update ${recordName(alertRecord, parameters)} on ${place}`,
		...recipientClause(
			'no longer notifies',
			[...recipientsBefore].filter((recipient) => !recipientsAfter.has(recipient)),
		),
		...(place === placeBefore ? [] : [`no longer on ${placeBefore}`]),
		...(otherChanges === NO_CHANGE ? [] : [otherChanges]),
		rule === before ? rule : `${rule} (was ${before})`,
		...recipientClause(
			'also notifies',
			[...recipientsAfter].filter((recipient) => !recipientsBefore.has(recipient)),
		),
	].join('; ');
}

function recipientClause(what: string, names: readonly unknown[]): string[] {
	return names.length === 0 ? [] : [`${what} ${listed(names)}`];
}

/** Webhooks, and managed ClickStack's email addresses. A lone channel comes first. */
function recipientsOf({ channel, channels }: JsonObject): unknown[] {
	const all = [channels ?? channel].flat().filter(isJsonObject);
	return all.flatMap(({ webhookId, emailRecipients }) => webhookId ?? emailRecipients ?? []);
}

function watched(body: JsonObject, parameters: Parameters): string {
	const { source, savedSearchId, tileId, dashboardId } = body;
	if (source === 'inline') return 'a chart of its own';
	const describeRecord = (field: string, id: unknown): string => {
		const fieldValue = parameters[field];
		const isChosen = isText(fieldValue) && String(fieldValue).trim() === id;
		return isChosen ? recordText(parameters, field) : quoteName(id);
	};
	if (source === 'saved_search') {
		return `saved search ${describeRecord(savedSearchRecord.id.field.name, savedSearchId)}`;
	}
	const dashboard = describeRecord(dashboardIdField.name, dashboardId);
	return `tile ${describeRecord('tileId', tileId)} of dashboard ${dashboard}`;
}

export function newAlertSummary(body: JsonObject, parameters: Parameters): string {
	const start = `Create alert on ${watched(body, parameters)}${ofParent(alertRecord.parent, parameters, '')}`;
	const otherFieldsText = otherFields(othersOf(body, body), []);
	return (
		[start, ruleOf(body), ...recipientClause('notifies', recipientsOf(body))].join('; ') +
		otherFieldsText
	);
}

/** "between 1 and 5 every 5m". */
function ruleOf(alert: JsonObject): string {
	return `${conditionText(alert) ?? 'without a threshold'} every ${quoteName(alert.interval)}`;
}
