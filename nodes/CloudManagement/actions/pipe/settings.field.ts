import type { INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import { optional, optionalObject } from '../../../core/parameters/values';
import { camelCased } from '../../../core/validation/fieldLabels';
import type { PipeSetting } from '../../api/pipe/settings';
import { PIPE_SETTINGS } from '../../api/pipe/settings';

function fieldOf(name: string, setting: PipeSetting): INodeProperties {
	const { label, description, kinds, bounds } = setting;
	const shared = {
		displayName: label,
		name: camelCased([name]),
		description,
		displayOptions: { show: { '/sourceKind': [...kinds] } },
	};
	if (bounds === undefined) return { ...shared, type: 'boolean', default: false };
	return {
		...shared,
		type: 'number',
		typeOptions: { minValue: bounds.min, maxValue: bounds.max, numberPrecision: 0 },
		default: bounds.min,
		description: `${description}. From ${bounds.min.toLocaleString('en')} to ${bounds.max.toLocaleString('en')}.`,
	};
}

/** The settings of a pipe, each shown for the sources it concerns. Reference, "Pipe settings". */
export const settingsField: INodeProperties = {
	displayName: 'ExecutionOptions',
	name: 'settings',
	type: 'collection',
	placeholder: 'Add setting',
	default: {},
	displayOptions: {
		show: {
			sourceKind: [...new Set(Object.values(PIPE_SETTINGS).flatMap(({ kinds }) => kinds))],
		},
	},
	options: Object.entries(PIPE_SETTINGS)
		.map(([name, setting]) => fieldOf(name, setting))
		.sort((one, other) => one.displayName.localeCompare(other.displayName)),
};

/** The `settings` member from the fields: those that were added, by their names in the body. */
export function settingsBody(entered: JsonObject): JsonObject | undefined {
	const values = Object.keys(PIPE_SETTINGS).map((name): [string, unknown] => [
		name,
		optional(entered[camelCased([name])]),
	]);
	return optionalObject(Object.fromEntries(values));
}
