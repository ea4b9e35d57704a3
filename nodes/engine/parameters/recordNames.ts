import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import type { Issue } from '../issue';
import { stopsItem } from '../issue';
import { isJsonObject } from '../json';
import type { Execution, NamedLocator } from '../executionState';
import type { ParameterValues } from '../operation';
import type { InnerField, Visit } from './coercion';
import { walk, withInnerFields } from './coercion';
import { BY_NAME, exampleIdOf, innerFields, listMethodOf } from './properties';
import { emptyToUndefined, enteredAt, locatorValue } from './values';

type IsName = (inner: Pick<InnerField, 'field' | 'stored'>) => boolean;

export function recordNameFinder(
	properties: readonly INodeProperties[],
	storedParameters: INodeParameters,
	isName: IsName = ({ stored }) => isByName(stored),
): (parameters: ParameterValues) => NamedLocator[] {
	const namesIn = (property: INodeProperties, value: unknown) =>
		withInnerFields(property, storedParameters[property.name], value).filter(isName);
	const fields = properties.filter((field) => namesIn(field, storedParameters[field.name]).length);
	const unique = [...new Map(fields.map((field) => [field.name, field])).values()];
	return (parameters) =>
		unique.flatMap((property) =>
			namesIn(property, parameters[property.name]).flatMap((inner) =>
				namedLocators(property, inner),
			),
		);
}

/** The texts from an agent's model that must be names, because the plan refuses them as IDs. */
export function namesFromModel(
	properties: readonly INodeProperties[],
	stored: INodeParameters,
	parameters: ParameterValues,
	issues: readonly Issue[],
): NamedLocator[] {
	const refusedPaths = issues.filter(stopsItem).map(({ path }) => path);
	if (refusedPaths.length === 0) return [];
	const findTexts = recordNameFinder(properties, stored, isFromModel);
	return findTexts(parameters).filter(({ path }) => refusedPaths.includes(path));
}

/** Matches n8n's call for a value from an agent's model, in any of its spellings. */
const FROM_AI = /\$fromAI\s*\(/i;

const isFromModel: IsName = ({ field, stored }) => {
	const value = locatorValue(stored);
	const isExpression = typeof value === 'string' && value.startsWith('=');
	return isExpression && FROM_AI.test(value) && takesNames(field);
};

function takesNames(field: INodeProperties | undefined): boolean {
	return field?.modes?.some(({ name }) => name === BY_NAME) === true;
}

/**
 * Adds advice to issues about an ID: choose the record by its name. A model can't choose the mode, so its advice is to
 * call the operation that lists the records.
 */
export function withNameAdvice(
	issues: readonly Issue[],
	{ lookups, operation: { properties } }: Pick<Execution, 'lookups' | 'operation'>,
	parameters: ParameterValues,
): Issue[] {
	return issues.map((issue) => {
		if (!stopsItem(issue)) return issue;
		const { path, text, kind, label } = issue;
		const field = fieldAt(properties, path.split('.'));
		const { modes = [], typeOptions } = field ?? {};
		const { loadOptionsMethod } = typeOptions ?? {};
		const { listedBy } = lookups.get(loadOptionsMethod ?? listMethodOf({ modes }) ?? '') ?? {};
		const listText = listedBy === undefined ? '' : ` ${listedBy} lists names and IDs.`;
		const isFilled = emptyToUndefined(enteredAt(parameters, path)) !== undefined;
		if (takesNames(field) && isFilled) {
			return { ...issue, text: `${text} For a name, choose By Name.${listText}` };
		}
		const isEntry = kind === undefined && label === undefined;
		if (loadOptionsMethod === undefined || !isEntry) return issue;
		return { ...issue, text: `${text} ${CHOOSE_NAMES}${listText}` };
	});
}

/** A multi-select stores IDs, although it shows names. */
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

export function isByName(stored: unknown): boolean {
	return isJsonObject(stored) && stored.__rl === true && stored.mode === BY_NAME;
}

function namedLocators(
	property: INodeProperties,
	{ field, path, value }: InnerField,
): NamedLocator[] {
	const listMethod = listMethodOf(field);
	const exampleId = exampleIdOf(field);
	const name = typeof value === 'string' ? value.trim() : '';
	if (name === '' || listMethod === undefined || exampleId === undefined) return [];
	return [{ property, path, listMethod, name, exampleId }];
}

/** Replaces record names with IDs. Walks each field only once, because its rows may contain many names. */
export function withIds(
	parameters: ParameterValues,
	names: readonly NamedLocator[],
	idOf: (name: NamedLocator) => unknown,
): ParameterValues {
	const namesByPath = new Map(names.map((recordName) => [recordName.path, recordName]));
	const visit: Visit = (_field, _stored, value, path) => {
		const recordName = namesByPath.get(path);
		return recordName === undefined ? value : idOf(recordName);
	};
	const properties = new Set(names.map(({ property }) => property));
	return [...properties].reduce<ParameterValues>(
		(replaced, property) => ({
			...replaced,
			[property.name]: walk(visit, property, undefined, replaced[property.name]),
		}),
		parameters,
	);
}
