import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import type { Issue } from '../issue';
import { stopsItem } from '../issue';
import { isJsonObject } from '../json';
import type { Execution, NamedLocator } from '../executionState';
import type { ParameterValues } from '../operation';
import { BY_NAME, exampleIdOf, innerFields, listMethodOf } from './properties';
import { asObject, emptyToUndefined, rows } from './values';

export function recordNameFinder(
	properties: readonly INodeProperties[],
	stored: INodeParameters,
): (parameters: ParameterValues) => NamedLocator[] {
	const fields = properties.filter(({ name }) => holdsName(stored[name]));
	const unique = [...new Map(fields.map((field) => [field.name, field])).values()];
	return (parameters) =>
		unique.flatMap((field) =>
			recordNamesIn(field, stored[field.name], parameters[field.name], [field.name]),
		);
}

/**
 * Extends issues about an ID with advice on choosing the record by name. A model that entered the ID can't choose the
 * mode, but it can call the operation that lists the records.
 */
export function withNameAdvice(
	issues: readonly Issue[],
	{ lookups, operation: { properties } }: Pick<Execution, 'lookups' | 'operation'>,
	parameters: ParameterValues,
): Issue[] {
	return issues.map((issue) => {
		if (!stopsItem(issue)) return issue;
		const { path, text, kind, label } = issue;
		const { modes = [], typeOptions } = fieldAt(properties, path.split('.')) ?? {};
		const { loadOptionsMethod } = typeOptions ?? {};
		const { listedBy } = lookups.get(loadOptionsMethod ?? listMethodOf({ modes }) ?? '') ?? {};
		const tool = listedBy === undefined ? '' : ` ${listedBy} lists names and IDs.`;
		const takesNames = modes.some((mode) => mode.name === BY_NAME);
		const isFilled = emptyToUndefined(enteredAt(parameters, path)) !== undefined;
		if (takesNames && isFilled) {
			return { ...issue, text: `${text} For a name, choose By Name.${tool}` };
		}
		const isEntry = kind === undefined && label === undefined;
		if (loadOptionsMethod === undefined || !isEntry) return issue;
		return { ...issue, text: `${text} ${CHOOSE_NAMES}${tool}` };
	});
}

/** A path counts the rows of a form like the entries of a list. */
function enteredAt(parameters: ParameterValues, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, step) => (/^\d+$/.test(step) ? rows(value)[Number(step)] : asObject(value)[step]),
			parameters,
		);
}

/** A multi-select shows names but stores IDs. */
const CHOOSE_NAMES = 'For a name, choose it from the list.';

/** Finds the field at a path. Rows and entries count from 0. */
function fieldAt(
	fields: readonly INodeProperties[],
	[name, ...inner]: readonly string[],
): INodeProperties | undefined {
	const field = fields.find((candidate) => candidate.name === name);
	const names = inner.filter((step) => !/^\d+$/.test(step));
	return field === undefined || names.length === 0 ? field : fieldAt(innerFields(field), names);
}

function holdsName(stored: unknown): boolean {
	if (Array.isArray(stored)) return stored.some(holdsName);
	if (!isJsonObject(stored)) return false;
	return isByName(stored) || Object.values(stored).some(holdsName);
}

export function isByName(stored: unknown): boolean {
	return isJsonObject(stored) && stored.__rl === true && stored.mode === BY_NAME;
}

function recordNamesIn(
	field: INodeProperties,
	stored: unknown,
	value: unknown,
	keys: readonly string[],
): NamedLocator[] {
	if (isByName(stored)) return typeof value === 'string' ? nameIn(field, value, keys) : [];
	if (typeof value !== 'object' || value === null) return [];
	const inner = new Map(innerFields(field).map((innerField) => [innerField.name, innerField]));
	return Object.entries(value).flatMap(([key, member]) => {
		const storedMember: unknown =
			typeof stored === 'object' && stored !== null ? Reflect.get(stored, key) : undefined;
		// A row has the same fields as its list, and so has a group of rows.
		return recordNamesIn(inner.get(key) ?? field, storedMember, member, [...keys, key]);
	});
}

function nameIn(field: INodeProperties, text: string, keys: readonly string[]) {
	const listMethod = listMethodOf(field);
	const exampleId = exampleIdOf(field);
	const name = text.trim();
	if (name === '' || listMethod === undefined || exampleId === undefined) return [];
	return [{ keys, listMethod, name, exampleId }];
}

/** Replaces record names with IDs. */
export function withIds(
	parameters: ParameterValues,
	names: readonly NamedLocator[],
	idOf: (name: NamedLocator) => unknown,
): ParameterValues {
	return names.reduce<ParameterValues>((replaced, recordName) => {
		const [field = '', ...innerKeys] = recordName.keys;
		return {
			...replaced,
			[field]: replacedAt(replaced[field], innerKeys, idOf(recordName)),
		};
	}, parameters);
}

function replacedAt(value: unknown, [key, ...innerKeys]: readonly string[], id: unknown): unknown {
	if (key === undefined) return id;
	if (Array.isArray(value)) {
		return value.map((member: unknown, index) =>
			String(index) === key ? replacedAt(member, innerKeys, id) : member,
		);
	}
	return isJsonObject(value) ? { ...value, [key]: replacedAt(value[key], innerKeys, id) } : value;
}
