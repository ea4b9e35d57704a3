import { listed, otherFields, quoteName, recordText } from '../../engine/summary/sentences';
import type { JsonObject } from '../../engine/json';
import { withoutAbsent } from '../../engine/json';
import type { Parameters } from '../../engine/operation';
import { isText } from '../../engine/parameters/values';
import { wordsOf } from '../../engine/text';
import { ofParent, recordPhrase } from '../../features/record/record';
import { NO_CHANGE, replacementText } from '../../features/record/replacement';
import { ALERT_READ_ONLY, channelsOf, conditionText, isRange } from '../../clickStack/alerts';
import { alertRecord, dashboardIdField, savedSearchRecord } from '../../clickStack/records';

/** Keys that a summary puts into words. */
const IN_WORDS = wordsOf(
	'source dashboardId tileId savedSearchId thresholdType threshold interval channel channels',
);

/** The remaining keys. If either state is a range, its end is also put into words. */
function othersOf(alert: JsonObject, ...states: readonly JsonObject[]): JsonObject {
	return withoutAbsent(alert, states.some(isRange) ? [...IN_WORDS, 'thresholdMax'] : IN_WORDS);
}

/** Describes an update. Removals come first. */
export function changedAlertSummary(
	after: JsonObject,
	parameters: Parameters,
	current: JsonObject,
): string {
	const [rule, before] = [ruleOf(after), ruleOf(current)];
	const [place, placeBefore] = [watched(after, parameters), watched(current, parameters)];
	const otherChanges = replacementText(
		othersOf(after, after, current),
		othersOf(current, after, current),
		{ readOnly: ALERT_READ_ONLY },
	);
	const recipientsAfter = new Set(channelTargets(after));
	const recipientsBefore = new Set(channelTargets(current));
	return [
		`Update ${recordPhrase(alertRecord, parameters)} on ${place}`,
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

/** Webhooks, and managed ClickStack's email addresses. */
function channelTargets(alert: JsonObject): unknown[] {
	return channelsOf(alert).flatMap(
		({ webhookId, emailRecipients }) => webhookId ?? emailRecipients ?? [],
	);
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
		[start, ruleOf(body), ...recipientClause('notifies', channelTargets(body))].join('; ') +
		otherFieldsText
	);
}

/** "between 1 and 5 every 5m". */
function ruleOf(alert: JsonObject): string {
	return `${conditionText(alert) ?? 'without a threshold'} every ${quoteName(alert.interval)}`;
}
