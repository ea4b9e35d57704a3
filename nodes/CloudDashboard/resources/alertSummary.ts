import { listed, otherFields, quoted, quoteName, recordText } from '../../engine/summary/sentences';
import type { JsonObject } from '../../engine/json';
import { ownValue, recordsIn, withoutAbsent } from '../../engine/json';
import type { Facts, Parameters } from '../../engine/operation';
import { readItemOptions } from '../../engine/options/requestOptions';
import { OPTIONS, UPDATE_FIELDS } from '../../engine/parameterNames';
import { asObject, isText } from '../../engine/parameters/values';
import { wordsOf } from '../../engine/text';
import { listNeed } from '../../features/lists/names';
import type { Prerequisites } from '../../features/record/record';
import { parentPhrase, recordPhrase } from '../../features/record/record';
import { NO_CHANGE, replacementText } from '../../features/record/replacement';
import {
	ALERT_READ_ONLY,
	channelsOf,
	conditionText,
	isRange,
	WEBHOOK_IDS,
} from '../../clickStack/alerts';
import {
	alertRecord,
	dashboardIdField,
	savedSearchRecord,
	webhookRecord,
} from '../../clickStack/records';

/** Keys that a summary puts into words. */
const IN_WORDS = wordsOf(
	'source dashboardId tileId savedSearchId thresholdType threshold interval channel channels',
);

/** Name of the fact with the webhooks' names, by ID. */
const WEBHOOK_NAMES = 'webhook names';

/** A dry run that sets webhooks reads their names. Null if the key can't read them. */
export const readWebhookNames: Prerequisites = (parameters, context) => {
	const entered = parameters[WEBHOOK_IDS] ?? asObject(parameters[UPDATE_FIELDS])[WEBHOOK_IDS];
	const isShown = entered !== undefined && readItemOptions(parameters[OPTIONS]).dryRun;
	const need = isShown && listNeed(webhookRecord, webhookRecord.title, parameters, context);
	if (!need) return { issues: [] };
	const factIn = (payload: unknown) => {
		const names = recordsIn(payload).flatMap(({ id, name }) =>
			typeof id === 'string' ? [[id, name] as const] : [],
		);
		return { value: Object.fromEntries(names) };
	};
	return {
		issues: [],
		needs: [{ ...need, fact: WEBHOOK_NAMES, factIn, factOfFailure: () => null }],
	};
};

/** The remaining keys. If either state is a range, its end is also put into words. */
function othersOf(alert: JsonObject, ...states: readonly JsonObject[]): JsonObject {
	return withoutAbsent(alert, states.some(isRange) ? [...IN_WORDS, 'thresholdMax'] : IN_WORDS);
}

/** Describes an update. Removals come first. */
export function changedAlertSummary(
	after: JsonObject,
	parameters: Parameters,
	current: JsonObject,
	facts: Facts,
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
			facts,
		),
		...(place === placeBefore ? [] : [`no longer on ${placeBefore}`]),
		...(otherChanges === NO_CHANGE ? [] : [otherChanges]),
		rule === before ? rule : `${rule} (was ${before})`,
		...recipientClause(
			'also notifies',
			[...recipientsAfter].filter((recipient) => !recipientsBefore.has(recipient)),
			facts,
		),
	].join('; ');
}

function recipientClause(what: string, recipients: readonly unknown[], facts: Facts): string[] {
	const names = asObject(facts[WEBHOOK_NAMES]);
	const recipientText = (recipient: unknown): string => {
		const name = ownValue(names, String(recipient));
		return isText(name) ? `${quoted(name)} (${quoteName(recipient)})` : quoteName(recipient);
	};
	return recipients.length === 0 ? [] : [`${what} ${listed(recipients, recipientText)}`];
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

export function newAlertSummary(
	body: JsonObject,
	parameters: Parameters,
	_current: JsonObject,
	facts: Facts,
): string {
	const start = `Create alert on ${watched(body, parameters)}${parentPhrase(alertRecord.parent, parameters, '')}`;
	const otherFieldsText = otherFields(othersOf(body, body), []);
	return (
		[start, ruleOf(body), ...recipientClause('notifies', channelTargets(body), facts)].join('; ') +
		otherFieldsText
	);
}

/** "between 1 and 5 every 5m". */
function ruleOf(alert: JsonObject): string {
	return `${conditionText(alert) ?? 'without a threshold'} every ${quoteName(alert.interval)}`;
}
