import type { INodeProperties } from 'n8n-workflow';
import { loadedIds, property } from '../engine/body/fields';
import type { JsonObject } from '../engine/json';
import { wordsOf } from '../engine/text';

/** The API's own fields of an alert: they aren't sent back. ClickStack, 4.3. */
export const ALERT_READ_ONLY = wordsOf(
	'id state teamId silenced executionErrors createdAt updatedAt',
);

/** How many channels an alert can have. */
export const MAX_CHANNELS = 10;

/** The conditions that have two thresholds. */
export const RANGES = ['between', 'not_between'];

/** How an alert compares its value, by the names in the panel. */
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

/** Returns whether an alert compares with a range. */
export function isRange({ thresholdType }: JsonObject): boolean {
	return RANGES.some((type) => type === thresholdType);
}

/** Returns the field for alerts of the team. */
export function alertsField(name: string, about: string): INodeProperties {
	return property(name, loadedIds('Alert Names or IDs', 'getAlerts', about));
}
