import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import type { Issue } from '../issue';
import { stopsItem } from '../issue';
import { isJsonObject } from '../json';
import type { Execution, NamedLocator } from '../executionState';
import type { ParameterValues } from '../operation';
import { BY_NAME, exampleIdOf, innerFields, listMethodOf } from './properties';
import { asObject, emptyToUndefined, locatorValue, rows } from './values';

export function recordNameFinder(
	properties: readonly INodeProperties[],
	stored: INodeParameters,
	isName: IsName = isByName,
): (parameters: ParameterValues) => NamedLocator[] {
	const fields = properties.filter(({ name }) => holdsName(stored[name], isName));
	const unique = [...new Map(fields.map((field) => [field.name, field])).values()];
	return (parameters) =>
		unique.flatMap((field) =>
			recordNamesIn(field, stored[field.name], parameters[field.name], [field.name], isName),
		);
}

type IsName = (stored: unknown) => boolean;

/** The texts from an agent's model that are names, because the plan refuses them as IDs. */
export function namesFromModel(
	properties: readonly INodeProperties[],
	stored: INodeParameters,
	parameters: ParameterValues,
	issues: readonly Issue[],
): NamedLocator[] {
	const refusedPaths = issues.filter(stopsItem).map(({ path }) => path);
	if (refusedPaths.length === 0) return [];
	const findTexts = recordNameFinder(properties, stored, isFromModel);
	return findTexts(parameters).filter(({ keys }) => {
		const steps = keys.filter((key) => key !== ROWS);
		return refusedPaths.includes(steps.join('.')) && takesNames(fieldAt(properties, steps));
	});
}

/** A form's group of rows, which paths omit. */
const ROWS = 'values';

/** Matches n8n's call for a value from an agent's model, in any of its spellings. */
const FROM_AI = /\$fromAI\s*\(/i;

function isFromModel(stored: unknown): boolean {
	const value = locatorValue(stored);
	return typeof value === 'string' && value.startsWith('=') && FROM_AI.test(value);
}

function takesNames(field: INodeProperties | undefined): boolean {
	return field?.modes?.some(({ name }) => name === BY_NAME) === true;
}

/**
 * Extends issues about an ID with advice on choosing the record by name. A model can't choose the mode, but it can call
 * the operation that lists the records.
 */
export function withNameAdvice(
	issues: readonly Issue[],
	{ lookups, operation: { properties } }: Pick<Execution, 'lookups' | 'operation'>,
	parameters: ParameterValues,
): Issue[] {
	return issues.map((issue) => {
		if (!stopsItem(issue)) return issue;
		const { path, text, kind, label } = issue;
		const steps = path.split('.');
		const field = fieldAt(properties, steps);
		const { modes = [], typeOptions } = field ?? {};
		const { loadOptionsMethod } = typeOptions ?? {};
		const { listedBy } = lookups.get(loadOptionsMethod ?? listMethodOf({ modes }) ?? '') ?? {};
		const listText = listedBy === undefined ? '' : ` ${listedBy} lists names and IDs.`;
		const isFilled = emptyToUndefined(enteredAt(parameters, steps)) !== undefined;
		if (takesNames(field) && isFilled) {
			return { ...issue, text: `${text} For a name, choose By Name.${listText}` };
		}
		const isEntry = kind === undefined && label === undefined;
		if (loadOptionsMethod === undefined || !isEntry) return issue;
		return { ...issue, text: `${text} ${CHOOSE_NAMES}${listText}` };
	});
}

/** A path counts the rows of a form like the entries of a list. */
function enteredAt(parameters: ParameterValues, steps: readonly string[]): unknown {
	return steps.reduce<unknown>(
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

function holdsName(stored: unknown, isName: IsName): boolean {
	if (isName(stored)) return true;
	const isGroup = typeof stored === 'object' && stored !== null;
	return isGroup && Object.values(stored).some((member) => holdsName(member, isName));
}

export function isByName(stored: unknown): boolean {
	return isJsonObject(stored) && stored.__rl === true && stored.mode === BY_NAME;
}

function recordNamesIn(
	field: INodeProperties,
	stored: unknown,
	value: unknown,
	keys: readonly string[],
	isName: IsName,
): NamedLocator[] {
	if (isName(stored)) return typeof value === 'string' ? namedLocators(field, value, keys) : [];
	if (typeof value !== 'object' || value === null) return [];
	const inner = new Map(innerFields(field).map((innerField) => [innerField.name, innerField]));
	return Object.entries(value).flatMap(([key, member]) => {
		const storedMember: unknown =
			typeof stored === 'object' && stored !== null ? Reflect.get(stored, key) : undefined;
		// A row has the same fields as its list, and so has a group of rows.
		return recordNamesIn(inner.get(key) ?? field, storedMember, member, [...keys, key], isName);
	});
}

function namedLocators(field: INodeProperties, text: string, keys: readonly string[]) {
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
