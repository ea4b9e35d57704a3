import { listed, otherFields, quoteName, recordText } from '../../engine/approval/sentences';
import type { JsonObject } from '../../engine/json';
import { hashOf, isAbsent, isJsonObject } from '../../engine/json';
import type { Parameters } from '../../engine/operation';
import { isText } from '../../engine/parameters/values';
import { wordsOf } from '../../engine/text';
import { ofParent, recordName } from '../../features/record/record';
import { isRange, THRESHOLD_TYPES } from '../../clickStack/alerts';
import { alertRecord, dashboardIdField, savedSearchRecord } from '../../clickStack/records';

/** The fields that an update clears if they're omitted. */
const CLEARED = wordsOf('name message note groupBy numConsecutiveWindows displayName tags');

/** The fields that a summary puts into words. */
const IN_WORDS = wordsOf(
	'source dashboardId tileId savedSearchId thresholdType threshold thresholdMax interval channel channels',
);

/** Describes an update. Removals are listed first, by name if the current alert is known. */
export function updateSummary(
	body: JsonObject,
	parameters: Parameters,
	current: JsonObject | undefined,
): string {
	const start = `Replace ${recordName(alertRecord, parameters)} on ${watched(body, parameters)}`;
	const [rule, before] = [ruleOf(body), ruleOf(current ?? body)];
	const changed = rule === before ? rule : `${rule} (was ${before})`;
	return sentence([start, ...lost(body, current), changed], body, current);
}

/** Describes an alert's source, condition, recipients, and other changes. */
function sentence(parts: readonly string[], body: JsonObject, current: JsonObject = {}): string {
	const changed = Object.entries(body).filter(
		([name, value]) => !isAbsent(value) && hashOf(value) !== hashOf(current[name] ?? null),
	);
	const others = otherFields(Object.fromEntries(changed), IN_WORDS);
	return [...parts, ...part('notifies', recipientsOf(body))].join('; ') + others;
}

function lost(body: JsonObject, current: JsonObject | undefined): string[] {
	const cleared = CLEARED.filter((name) => isAbsent(body[name]));
	if (current === undefined) {
		const any = cleared.filter((name) => name !== 'groupBy' || body.source === 'saved_search');
		return part('clears any', any);
	}
	const kept = new Set(recipientsOf(body));
	const dropped = recipientsOf(current).filter((one) => !kept.has(one));
	const known = cleared.filter((name) => !isAbsent(current[name]));
	return [...part('no longer notifies', dropped), ...part('clears', known)];
}

function part(what: string, names: readonly unknown[]): string[] {
	return names.length === 0 ? [] : [`${what} ${listed(names)}`];
}

/** Returns the webhooks, and managed ClickStack's email addresses. One channel is the first. */
function recipientsOf({ channel, channels }: JsonObject): unknown[] {
	const all = [channels ?? channel].flat().filter(isJsonObject);
	return all.flatMap(({ webhookId, emailRecipients }) => webhookId ?? emailRecipients ?? []);
}

function watched(body: JsonObject, parameters: Parameters): string {
	const { source, savedSearchId, tileId, dashboardId } = body;
	if (source === 'inline') return 'a chart of its own';
	const named = (field: string, id: unknown): string => {
		const chosen = parameters[field];
		const isChosen = isText(chosen) && String(chosen).trim() === id;
		return isChosen ? recordText(parameters, field) : quoteName(id);
	};
	if (source === 'saved_search') {
		return `saved search ${named(savedSearchRecord.idField.name, savedSearchId)}`;
	}
	const dashboard = named(dashboardIdField.name, dashboardId);
	return `tile ${named('tileId', tileId)} of dashboard ${dashboard}`;
}

/** Describes a new alert. */
export function createSummary(body: JsonObject, parameters: Parameters): string {
	const start = `Create alert on ${watched(body, parameters)}${ofParent(alertRecord.parent, parameters, '')}`;
	return sentence([start, ruleOf(body)], body);
}

const CONDITIONS: ReadonlyMap<unknown, string> = new Map(Object.entries(THRESHOLD_TYPES));

/** Returns when an alert fires: "between 1 and 5 every 5m". */
function ruleOf(alert: JsonObject): string {
	const { thresholdType, threshold, thresholdMax, interval } = alert;
	const condition = CONDITIONS.get(thresholdType)?.toLowerCase() ?? quoteName(thresholdType);
	const end = isRange(alert) ? ` and ${quoteName(thresholdMax)}` : '';
	return `${condition} ${quoteName(threshold)}${end} every ${quoteName(interval)}`;
}
