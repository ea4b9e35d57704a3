import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Parameters, ValidationIssue } from '../operation';

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

/** Returns the choice between rows of fields and a list. */
export function inputField(
	displayName: string,
	name: string,
	description: string,
	ofList = 'Paste a text, or map a list',
): INodeProperties {
	return {
		displayName,
		name,
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'By Fields', value: 'fields', description: 'Fill in one row after another' },
			{ name: 'As List', value: 'list', description: ofList },
		],
		default: 'fields',
		description,
	};
}

/**
 * Returns an issue for each selector that holds an expression: where n8n does not resolve it, it is a text, and the
 * fields behind it are those of another choice. `advice` says what to do instead.
 */
export function unresolvedSelectors(
	properties: readonly INodeProperties[],
	parameters: Parameters,
	advice: string,
): ValidationIssue[] {
	const selectors = properties.filter(({ noDataExpression }) => noDataExpression === true);
	const labels = new Map(selectors.map(({ name, displayName }) => [name, displayName]));
	return [...labels].flatMap(([name, field]) => {
		const value = parameters[name];
		if (typeof value !== 'string' || !value.includes('{{')) return [];
		return [{ field, message: `takes no expression. ${advice}` }];
	});
}
