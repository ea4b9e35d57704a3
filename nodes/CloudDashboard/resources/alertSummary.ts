import type { Phrase } from '../../engine/phrase';
import { phrase } from '../../engine/phrase';
import { otherFields } from '../../engine/summary/sentences';
import type { JsonObject } from '../../engine/json';
import { recordsIn } from '../../engine/json';
import type { Need, ParameterValues } from '../../engine/operation';
import { NAMES_OF, RECORD, storedRecord } from '../../engine/operation';
import { asObject, isText } from '../../engine/parameters/values';
import { wordsOf } from '../../engine/text';
import { inDryRun, summaryNeed } from '../../features/record/needs';
import { parentPhrase } from '../../features/record/record';
import { replacementText } from '../../features/record/replacement';
import {
	ALERT_REPLACEMENT,
	channelsOf,
	unnamedAlertText,
	WEBHOOK_IDS,
} from '../../clickStack/alerts';
import { alertTitle, WATCHED_RECORDS } from '../../clickStack/lists';
import { alertRecord } from '../../clickStack/records';

/**
 * Reads the names of the records that an alert watches, for a dry run. These names also identify the alert, because
 * most alerts have no name.
 */
export const watchedNames = inDryRun((parameters, context) => {
	const { facts } = context;
	const alert = storedRecord(facts);
	if (alert === undefined) {
		const isRead = Object.hasOwn(facts, RECORD);
		const need = isRead ? undefined : summaryNeed(alertRecord, parameters, context);
		return { needs: need ? [need] : [] };
	}
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

function namesFrom({ factIn }: Need, alert: JsonObject): Need['factIn'] {
	return (payload) => {
		const fact = factIn(payload);
		const record = 'value' in fact ? asObject(fact.value) : {};
		const tile = recordsIn(record.tiles).find(({ id }) => id === alert.tileId);
		const named = [
			[record.id, record.name],
			[alert.tileId, tile?.name],
			[alert.id, alertTitle(alert, new Map([[record.id, record]]))],
		];
		const names = named.filter(([id, name]) => isText(id) && isText(name));
		return { value: Object.fromEntries(names) };
	};
}

/** An alert with the field's list of webhooks, to which managed ClickStack adds email addresses, in place of channels. */
function withRecipients({ channel, channels, ...alert }: JsonObject): JsonObject {
	const recipients = channelsOf({ channel, channels }).flatMap(
		({ webhookId, emailRecipients }) => webhookId ?? emailRecipients ?? [],
	);
	return { [WEBHOOK_IDS]: recipients, ...alert };
}

/** Changes of an alert by their fields. */
export function alertChanges(body: JsonObject, stored: JsonObject): Phrase {
	return replacementText(withRecipients(body), withRecipients(stored), ALERT_REPLACEMENT);
}

/** "Create alert on a dashboard tile (at or above 10 every 5m); Webhook Names or IDs (Pager), Tile Errors". */
export function newAlertSummary(body: JsonObject, parameters: ParameterValues): Phrase {
	const described = wordsOf('source thresholdType threshold interval');
	return [
		phrase`Create ${unnamedAlertText(body) ?? 'alert'}`,
		parentPhrase(alertRecord.parent, parameters, ''),
		otherFields(withRecipients(body), described),
	];
}
