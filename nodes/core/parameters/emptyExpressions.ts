import type { INodeProperties } from 'n8n-workflow';

import { isJsonObject } from '../json';
import type { ValidationIssue } from '../operation';
import { fieldsAmong, isGroup } from './coerce';
import { locatorValue } from './values';

/** Returns the issue with a field whose expression gave null or nothing. */
export function gaveNothing(field: string): ValidationIssue {
	return { field, message: 'is empty: the expression gave nothing. Correct the expression.' };
}

/**
 * Returns the label of a field whose expression gave null or nothing, or the labels of such fields within it.
 * `stored` is what the node holds, `value` what n8n made of it. Rows count from 1: "Tiles 2, Series 1, Type".
 */
export function emptyExpressions(
	property: INodeProperties,
	stored: unknown,
	value: unknown,
): string[] {
	const { displayName, type, options } = property;
	if (isExpression(stored)) return isNothing(value) ? [displayName] : [];
	if (type === 'collection') return emptyMembers(fieldsAmong(options), stored, value);
	if (type !== 'fixedCollection') return [];
	return (options ?? []).filter(isGroup).flatMap(({ name, values }) => {
		const [storedRows, rows] = [memberOf(stored, name), memberOf(value, name)];
		if (isExpression(storedRows)) return isNothing(rows) ? [displayName] : [];
		if (!Array.isArray(storedRows)) return emptyMembers(values, storedRows, rows);
		return storedRows.flatMap((row, index) =>
			emptyMembers(values, row, memberOf(rows, index)).map(
				(label) => `${displayName} ${String(index + 1)}, ${label}`,
			),
		);
	});
}

function emptyMembers(properties: INodeProperties[], stored: unknown, value: unknown): string[] {
	return properties.flatMap((property) =>
		emptyExpressions(property, memberOf(stored, property.name), memberOf(value, property.name)),
	);
}

function isExpression(stored: unknown): boolean {
	const text = locatorValue(stored);
	return typeof text === 'string' && text.startsWith('=');
}

function isNothing(value: unknown): boolean {
	return (locatorValue(value) ?? undefined) === undefined;
}

function memberOf(value: unknown, name: string | number): unknown {
	if (!isJsonObject(value) && !Array.isArray(value)) return undefined;
	return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
