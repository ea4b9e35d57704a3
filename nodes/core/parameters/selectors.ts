import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** Returns the selector of a resource's operations. */
export function operationSelector(
	resource: string,
	defaultOperation: string,
	options: INodePropertyOptions[],
): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: defaultOperation,
	};
}

/** Returns the options of a selector, from an enumeration and its display names, in alphabetical order. */
export function optionsOf(
	values: readonly string[],
	names: Readonly<Record<string, string>> = {},
): INodePropertyOptions[] {
	return values
		.map((value) => ({ name: names[value] ?? value, value }))
		.sort((one, other) => one.name.localeCompare(other.name));
}
