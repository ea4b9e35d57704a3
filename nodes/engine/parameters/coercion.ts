import type { INodeProperties } from 'n8n-workflow';
import { isJsonObject, valueAt } from '../json';
import { innerFields } from './properties';
import { locatorValue } from './values';

/** Matches a decimal number in text, with or without an exponent. */
export const NUMBER_TEXT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Gets a field's `stored` value and the `value` to which n8n resolved it. Returns the value to use. */
export type Visit = (
	field: INodeProperties,
	stored: unknown,
	value: unknown,
	path: string,
) => unknown;

/**
 * Calls the function for a field and its inner fields, and replaces their values with the results. In paths, rows count
 * from 0.
 */
export function walk(
	visit: Visit,
	field: INodeProperties,
	stored: unknown,
	value: unknown,
	path = field.name,
): unknown {
	const read = visit(field, stored, value, path);
	if (field.type !== 'collection' && field.type !== 'fixedCollection') return read;
	const fields = innerFields(field);
	const inRow = (row: unknown, storedRow: unknown, outer: string): unknown =>
		mapKeys(row, (name, member) => {
			const inner = fields.find((innerField) => innerField.name === name);
			if (inner === undefined) return member;
			return walk(visit, inner, valueAt(storedRow, name), member, `${outer}.${name}`);
		});
	if (field.type === 'collection') return inRow(read, stored, path);
	const inRows = (rows: unknown, storedRows: unknown): unknown => {
		if (!Array.isArray(rows)) return inRow(rows, storedRows, path);
		return rows.map((row, index) =>
			inRow(row, valueAt(storedRows, String(index)), `${path}.${String(index)}`),
		);
	};
	// The form puts a group around rows. A list from an expression has none.
	if (Array.isArray(read)) return inRows(read, stored);
	return mapKeys(read, (group, rows) => {
		const storedRows = valueAt(stored, group);
		visit(field, storedRows, rows, path);
		return inRows(rows, storedRows);
	});
}

/** A field or one of its inner fields, with its path. Rows count from 0, as in `rows.1.parts.0.type`. */
export interface InnerField {
	field: INodeProperties;
	stored: unknown;
	value: unknown;
	path: string;
}

export function withInnerFields(
	property: INodeProperties,
	storedValue: unknown,
	resolved: unknown,
): InnerField[] {
	const fields: InnerField[] = [];
	const visit: Visit = (field, stored, value, path) => {
		fields.push({ field, stored, value, path });
		return value;
	};
	walk(visit, property, storedValue, resolved);
	return fields;
}

function mapKeys(value: unknown, read: (name: string, member: unknown) => unknown): unknown {
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, read(name, member)]),
	);
}

/**
 * Converts values to their fields' types, even inside collections, because expressions often return text for numbers.
 * Keeps values that it can't convert.
 */
export function coerceValue(property: INodeProperties, value: unknown): unknown {
	return walk((field, _stored, read) => typedValue(field, read), property, undefined, value);
}

function typedValue(property: INodeProperties, value: unknown): unknown {
	if (property.typeOptions?.multipleValues === true && Array.isArray(value)) {
		return value.map((entry) => typedEntry(property, entry));
	}
	return typedEntry(property, value);
}

function typedEntry(property: INodeProperties, value: unknown): unknown {
	switch (property.type) {
		case 'number':
			return toNumber(value);
		case 'boolean':
			return toBoolean(value);
		case 'string':
			return toText(value);
		case 'resourceLocator':
			return toText(locatorValue(value, property.modes));
		case 'options':
			return offersOnlyText(property) ? toText(value) : value;
		default:
			return value;
	}
}

function toNumber(value: unknown): unknown {
	if (typeof value !== 'string' || !NUMBER_TEXT.test(value.trim())) return value;
	return Number(value);
}

function toBoolean(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim().toLowerCase();
	return text === 'true' ? true : text === 'false' ? false : value;
}

function toText(value: unknown): unknown {
	return Number.isFinite(value) || typeof value === 'boolean' ? String(value) : value;
}

function offersOnlyText(property: INodeProperties): boolean {
	return (property.options ?? []).every(
		(option) => !('value' in option) || typeof option.value === 'string',
	);
}
