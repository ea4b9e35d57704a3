import type { INodeProperties } from 'n8n-workflow';
import { loadedIds, property } from '../engine/body/fields';
import type { JsonObject } from '../engine/json';
import { wordsOf } from '../engine/text';

/** The API's own fields of an alert: they aren't sent back. */
export const ALERT_READ_ONLY = wordsOf(
	'id state teamId silenced executionErrors createdAt updatedAt',
);

/** How many channels an alert can have. */
export const MAX_CHANNELS = 10;

/** The conditions with two thresholds. */
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

export function isRange({ thresholdType }: JsonObject): boolean {
	return RANGES.some((type) => type === thresholdType);
}

export function alertsField(name: string, introduction: string, hint = ''): INodeProperties {
	return property(
		name,
		loadedIds('Alert Names or IDs', 'getAlerts', introduction, hint === '' ? {} : { hint }),
	);
}
