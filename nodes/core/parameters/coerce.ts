import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { isJsonObject } from '../json';
import { locatorValue } from './values';

type Option = INodePropertyOptions | INodeProperties | INodePropertyCollection;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Converts a value to the type of its field, since expressions often return text for a number and the like.
 * Reaches into collections. Returns the value unchanged if it can't be converted.
 */
export function coerceValue(property: INodeProperties, value: unknown): unknown {
	if (property.type === 'fixedCollection') return typedGroups(property, value);
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
		case 'collection':
			return typedMembers(fieldsAmong(property.options), value);
		default:
			return value;
	}
}

function typedGroups(property: INodeProperties, value: unknown): unknown {
	if (!isJsonObject(value)) return value;
	const groups = Object.entries(value).map(([name, content]) => {
		const group = (property.options ?? []).filter(isGroup).find((option) => option.name === name);
		if (group === undefined) return [name, content];
		const typed = Array.isArray(content)
			? content.map((row) => typedMembers(group.values, row))
			: typedMembers(group.values, content);
		return [name, typed];
	});
	return Object.fromEntries(groups);
}

function typedMembers(properties: INodeProperties[], value: unknown): unknown {
	if (!isJsonObject(value)) return value;
	const members = Object.entries(value).map(([name, content]) => {
		const property = properties.find((candidate) => candidate.name === name);
		return [name, property === undefined ? content : coerceValue(property, content)];
	});
	return Object.fromEntries(members);
}

function toNumber(value: unknown): unknown {
	if (typeof value !== 'string' || !NUMBER.test(value.trim())) return value;
	return Number(value);
}

function toBoolean(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim().toLowerCase();
	return text === 'true' ? true : text === 'false' ? false : value;
}

function toText(value: unknown): unknown {
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function offersOnlyText(property: INodeProperties): boolean {
	return (property.options ?? []).every(
		(option) => !('value' in option) || typeof option.value === 'string',
	);
}

/** Returns the fields among the options of a collection. */
export function fieldsAmong(options: Option[] | undefined): INodeProperties[] {
	return (options ?? []).filter((option) => 'type' in option);
}

/** Returns whether an option of a fixed collection is a group of fields. */
export function isGroup(option: Option): option is INodePropertyCollection {
	return 'values' in option;
}
