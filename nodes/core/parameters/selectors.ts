import type { INodeProperties, INodePropertyOptions, NodeParameterValue } from 'n8n-workflow';

/** For which values of other fields a field is shown. */
export type ShownFor = Readonly<Record<string, readonly NodeParameterValue[]>>;

/** Adds conditions to those that the fields have already. */
export function shownFor(
	conditions: ShownFor,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	const added = Object.fromEntries(
		Object.entries(conditions).map(([name, values]) => [name, [...values]]),
	);
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...field.displayOptions?.show, ...added },
		},
	}));
}

/** Makes the options of a selector from an enumeration and its display names, in alphabetical order. */
export function optionsOf(
	values: readonly string[],
	names: Readonly<Record<string, string>> = {},
): INodePropertyOptions[] {
	return values
		.map((value) => ({ name: names[value] ?? value, value }))
		.sort((one, other) => one.name.localeCompare(other.name));
}
