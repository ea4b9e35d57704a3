import type { INodeProperties } from 'n8n-workflow';
import { loadedIds, property } from '../engine/body/fields';
import type { JsonObject } from '../engine/json';
import { quoteName } from '../engine/summary/sentences';
import { isText } from '../engine/parameters/values';
import { wordsOf } from '../engine/text';

/** Fields that the API sets on an alert. They aren't sent back. */
export const ALERT_READ_ONLY = wordsOf(
	'id state teamId silenced executionErrors createdAt updatedAt',
);

/** Maximum number of an alert's channels. */
export const MAX_CHANNELS = 10;

/** Conditions with two thresholds. */
export const RANGES = ['between', 'not_between'];

/** Comparisons of an alert's value, with their names in the panel. */
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

/** "between 1 and 5". Undefined without a condition. */
export function conditionText(alert: JsonObject): string | undefined {
	const { thresholdType, threshold, thresholdMax } = alert;
	if (!isText(threshold)) return undefined;
	const condition = CONDITIONS.get(thresholdType)?.toLowerCase() ?? quoteName(thresholdType);
	const end = isRange(alert) ? ` and ${quoteName(thresholdMax)}` : '';
	return `${condition} ${quoteName(threshold)}${end}`;
}

const SOURCES: ReadonlyMap<unknown, string> = new Map([
	['tile', ' on a dashboard tile'],
	['saved_search', ' on a saved search'],
	['inline', ' on a chart of its own'],
]);

/** Describes an unnamed alert: "alert on a dashboard tile (at or above 10 every 5m)". */
export function unnamedAlertText(alert: JsonObject): string | undefined {
	const condition = conditionText(alert);
	if (condition === undefined) return undefined;
	return `alert${SOURCES.get(alert.source) ?? ''} (${condition} every ${quoteName(alert.interval)})`;
}

export function isRange({ thresholdType }: JsonObject): boolean {
	return RANGES.some((type) => type === thresholdType);
}

export function alertsField(name: string, introduction: string, hint = ''): INodeProperties {
	return property(
		name,
		loadedIds('Alert Names or IDs', 'getAlerts', introduction, hint === '' ? {} : { hint }),
	);
}
