import type { Phrase } from '../../engine/phrase';
import {
	isSamePhrase,
	joinPhrases,
	phrase,
	AS_MANY_AS_FIT,
	phraseList,
	quoteName,
	UNTOLD,
} from '../../engine/phrase';
import {
	changesText,
	differences,
	isReordered,
	joinChanges,
	leavesOut,
	otherFields,
} from '../../engine/summary/sentences';
import type { JsonObject } from '../../engine/json';
import { isAbsent, recordsIn, withoutAbsent } from '../../engine/json';
import type { Need, ParameterValues } from '../../engine/operation';
import { NAMES_OF, currentRecord } from '../../engine/operation';
import { isSameJson } from '../../engine/crypto';
import { asObject, isName, isText } from '../../engine/parameters/values';
import { objectBody } from '../../engine/request';
import { counted, wordsOf } from '../../engine/text';
import { inDryRun, summaryNeed } from '../../features/record/needs';
import { parentPhrase, recordPhrase } from '../../features/record/record';
import { NO_CHANGE, replacementText } from '../../features/record/replacement';
import { ALERT_REPLACEMENT, channelsOf, conditionText, isRange } from '../../clickStack/alerts';
import { alertTitle, WATCHED_RECORDS, webhookNames } from '../../clickStack/lists';
import { alertRecord } from '../../clickStack/records';

/** Every summary mentions these keys. Each source adds further keys. */
const IN_WORDS = wordsOf('source thresholdType threshold interval channel channels');
const IN_WORDS_BY_SOURCE: ReadonlyMap<unknown, readonly string[]> = new Map([
	['tile', ['dashboardId', 'tileId']],
	['saved_search', ['savedSearchId']],
]);

/**
 * Most alerts have no name, so the records they watch identify them in a dry run. Waits until the alert itself is read.
 */
export const watchedNames = inDryRun((_, parameters, context) => {
	const alert = currentRecord(context.facts);
	if (alert === undefined) return {};
	const needs = WATCHED_RECORDS.flatMap(({ recordType, key }): Need[] => {
		const { [key]: id } = alert;
		if (!isText(id)) return [];
		const need = summaryNeed(
			recordType,
			{ ...parameters, [recordType.id.field.name]: id },
			context,
		);
		return need ? [{ ...need, fact: NAMES_OF + key, factIn: namesFrom(need, alert) }] : [];
	});
	return { needs };
});

/** JSON may enter webhooks, too, so the bodies decide. The summary mentions only changed recipients. */
export const recipientNames = inDryRun(({ request }, parameters, context) => {
	const after = channelTargets(objectBody(request));
	const before = channelTargets(currentRecord(context.facts) ?? {});
	const isMentioned = !isSameJson(after, before) && [...after, ...before].some(isText);
	const need = isMentioned ? webhookNames(parameters, context) : undefined;
	return { needs: need ? [need] : [] };
});

function namesFrom({ factIn }: Need, alert: JsonObject): Need['factIn'] {
	return (payload) => {
		const fact = factIn(payload);
		const record = 'value' in fact ? asObject(fact.value) : {};
		const tile = recordsIn(record.tiles).find(({ id }) => id === alert.tileId);
		const namedIds = [
			[record.id, record.name],
			[alert.tileId, tile?.name],
			[alert.id, alertTitle(alert, new Map([[record.id, record]]))],
		];
		const names = namedIds.filter(([id, name]) => isText(id) && isName(name));
		return { value: Object.fromEntries(names) };
	};
}

/** A summary mentions the end of a range if either state has one. Returns the keys that it doesn't mention. */
function othersOf(alert: JsonObject, ...states: readonly JsonObject[]): JsonObject {
	const ofSource = IN_WORDS_BY_SOURCE.get(alert.source ?? 'tile') ?? [];
	const end = states.some(isRange) ? ['thresholdMax'] : [];
	return withoutAbsent(alert, [...IN_WORDS, ...ofSource, ...end]);
}

export function changedAlertSummary(
	after: JsonObject,
	parameters: ParameterValues,
	stored: JsonObject,
): Phrase {
	const [rule, storedRule] = [rulePhrase(after), rulePhrase(stored)];
	const [place, placeBefore] = [watchedPhrase(after), watchedPhrase(stored)];
	const otherChanges = replacementText(
		othersOf(after, after, stored),
		othersOf(stored, after, stored),
		{ readOnly: ALERT_REPLACEMENT.readOnly },
	);
	const [recipients, storedRecipients] = [recipientsOf(after), recipientsOf(stored)];
	const channelChanges = recipients.flatMap(({ target, settings }) => {
		const before = storedRecipients.find((recipient) => recipient.target === target);
		return before ? differences(before.settings, settings, ['channel']) : [];
	});
	const clauses = [
		phrase`Update ${recordPhrase(alertRecord, parameters)} on ${place}`,
		...recipientClause('no longer notifies', lackedBy(recipients, storedRecipients), addresseeText),
		...recipientClause('also notifies', lackedBy(storedRecipients, recipients)),
		...(isSamePhrase(place, placeBefore) ? [] : [phrase`no longer on ${placeBefore}`]),
		...(otherChanges === NO_CHANGE ? [] : [otherChanges]),
		...(channelChanges.length === 0 ? [] : [joinChanges(channelChanges)]),
		isSamePhrase(rule, storedRule) ? rule : phrase`${rule} (was ${storedRule})`,
		// The API protects only the first webhook from its deletion.
		...(isReordered(channelTargets(after), channelTargets(stored))
			? ['channels in another order']
			: []),
	];
	return [joinPhrases(clauses, '; '), ...emptyChannels(after, stored)];
}

interface Recipient {
	target: unknown;
	/** For example, the severity and the recipient's channel in a chat. */
	settings: JsonObject;
}

/** An alert's recipients: webhooks, and in managed ClickStack also email addresses. */
function recipientsOf(alert: JsonObject): Recipient[] {
	return channelsOf(alert).flatMap(({ webhookId, emailRecipients, ...settings }) =>
		[webhookId, emailRecipients]
			.flat()
			.filter((target) => !isAbsent(target))
			.map((target) => ({ target, settings })),
	);
}

function channelTargets(alert: JsonObject): unknown[] {
	return recipientsOf(alert).map(({ target }) => target);
}

/** Recipients that aren't in `others`, without duplicates. */
function lackedBy(
	comparedRecipients: readonly Recipient[],
	recipients: readonly Recipient[],
): Recipient[] {
	const comparedTargets = comparedRecipients.map(({ target }) => target);
	return recipients.filter(
		({ target }, index) =>
			!comparedTargets.includes(target) &&
			recipients.findIndex((recipient) => recipient.target === target) === index,
	);
}

function recipientClause(
	what: string,
	recipients: readonly Recipient[],
	phraseOf = recipientText,
): Phrase[] {
	if (recipients.length === 0) return [];
	return [phrase`${what} ${phraseList(recipients, phraseOf, AS_MANY_AS_FIT)}`];
}

function addresseeText({ target }: Recipient): Phrase {
	return quoteName(target);
}

/** The recipient shows whether its channel has one of these types. */
const SHOWN_TYPES: readonly unknown[] = [undefined, 'email', 'webhook'];

function recipientText({ target, settings: { type, ...settings } }: Recipient): Phrase {
	const name = [quoteName(target), SHOWN_TYPES.includes(type) ? '' : UNTOLD];
	const text = changesText(withoutAbsent(settings));
	return text === '' ? name : phrase`${name} (${text})`;
}

/** The summary leaves out channels without recipients. */
function emptyChannels(alert: JsonObject, stored: JsonObject = {}): Phrase[] {
	const isNew = (channel: JsonObject) =>
		channelsOf(stored).every((storedChannel) => !isSameJson(channel, storedChannel));
	return channelsOf(alert)
		.filter((channel) => recipientsOf({ channel }).length === 0)
		.map((channel) => (isNew(channel) ? UNTOLD : ''));
}

function watchedPhrase({
	source,
	chartConfig,
	savedSearchId,
	tileId,
	dashboardId,
}: JsonObject): Phrase {
	if (source === 'inline') return chartText(asObject(chartConfig));
	if (source === 'saved_search') return phrase`saved search ${quoteName(savedSearchId)}`;
	if (isText(source) && source !== 'tile') return quoteName(source);
	return phrase`tile ${quoteName(tileId)} of dashboard ${quoteName(dashboardId)}${leavesOut(asObject(source))}`;
}

/** For example, "a chart of its own (line, source Logs, 2 values)". */
function chartText({ displayType, sourceId, connectionId, select }: JsonObject): Phrase {
	const details = [
		...(isText(displayType) ? [quoteName(displayType)] : []),
		...(isText(sourceId) ? [phrase`source ${quoteName(sourceId)}`] : []),
		...(isText(connectionId) ? [phrase`connection ${quoteName(connectionId)}`] : []),
		...(Array.isArray(select) ? [counted(select.length, 'value')] : []),
	];
	return phrase`a chart of its own${details.length === 0 ? '' : phrase` (${joinPhrases(details, ', ')})`}${UNTOLD}`;
}

export function newAlertSummary(body: JsonObject, parameters: ParameterValues): Phrase {
	const start = phrase`Create alert on ${watchedPhrase(body)}${parentPhrase(alertRecord.parent, parameters, '')}`;
	const clauses = [start, rulePhrase(body), ...recipientClause('notifies', recipientsOf(body))];
	// `watchedPhrase` mentions the parts of a chart that matter, and marks the rest as cut, so the chart isn't listed
	// again.
	const otherMembers = withoutAbsent(
		othersOf(body, body),
		body.source === 'inline' ? ['chartConfig'] : [],
	);
	return [joinPhrases(clauses, '; '), otherFields(otherMembers), ...emptyChannels(body)];
}

/** For example, "between 1 and 5 every 5m". */
function rulePhrase(alert: JsonObject): Phrase {
	return phrase`${conditionText(alert) ?? 'without a threshold'} every ${quoteName(alert.interval)}`;
}
