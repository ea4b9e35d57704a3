import type { INodeProperties } from 'n8n-workflow';
import type { Issue } from '../issue';
import { neededText } from '../issue';
import type { Execution, ItemFields, NamedLocator } from '../executionState';
import type { Facts, Need, ParameterValues } from '../operation';
import { innerFields, listMethodOf } from '../parameters/properties';
import { UPDATE_FIELDS } from '../parameterNames';
import { withIds } from '../parameters/recordNames';
import {
	asObject,
	chosenNameKey,
	emptyToUndefined,
	enteredFields,
	isText,
} from '../parameters/values';

/** Replaces names with the IDs found so far. */
export function withFoundIds(item: ItemFields): ItemFields {
	const { facts, names, parameters } = item;
	const isFound = (name: NamedLocator): boolean => Object.hasOwn(facts, factOfName(name));
	const foundNames = names.filter(isFound);
	if (foundNames.length === 0) return item;
	const idsByFact = foundNames.map((name) => [factOfName(name), facts[factOfName(name)]] as const);
	return {
		...item,
		foundIds: { ...item.foundIds, ...Object.fromEntries(idsByFact) },
		parameters: withIds(parameters, foundNames, (name) => facts[factOfName(name)]),
		names: names.filter((name) => !isFound(name)),
		reads: [],
		// The input request was planned with example IDs.
		inputRequest: undefined,
	};
}

/** Example IDs let the other parameters be checked before the lookup. */
export function withExampleIds(
	parameters: ParameterValues,
	names: readonly NamedLocator[],
): ParameterValues {
	return withIds(parameters, names, ({ exampleId }) => exampleId);
}

/** Reads that find the IDs, or an issue if a name can't be looked up. */
export function lookupNeeds(
	execution: Execution,
	{ facts, names, parameters }: ItemFields,
): { issues: Issue[]; needs: Need[] } {
	const { api, credential, lookups } = execution;
	const unnamedParameters = withIds(parameters, names, () => undefined);
	const needs = names.flatMap((recordName): Need[] => {
		const { listMethod, name } = recordName;
		const need = lookups.get(listMethod)?.idOf?.(name, unnamedParameters, { ...execution, facts });
		if (need === undefined) return [];
		const request = api.toWire(need.request, credential);
		return [{ fact: factOfName(recordName), ...need, request }];
	});
	if (needs.length > 0) return { issues: [], needs };
	const [recordName] = names;
	const { parentField } = lookups.get(recordName?.listMethod ?? '') ?? {};
	const isLost =
		parentField !== undefined && emptyToUndefined(parameters[parentField]) === undefined;
	const issue = isLost
		? { path: parentField, text: neededText('to find the record by its name') }
		: { path: recordName?.keys[0] ?? '', text: "can't be found by its name here. Choose By ID." };
	return { issues: [issue], needs };
}

/**
 * Reads of the names that a dry run's summary shows. The labels of chosen records are stored in the workflow, so they
 * may be stale or forged.
 */
export function nameNeeds(
	execution: Execution,
	{ facts, parameters }: Pick<ItemFields, 'facts' | 'parameters'>,
): Need[] {
	const { api, credential, lookups, operation } = execution;
	const entered = enteredFields(parameters);
	const context = { ...execution, facts };
	const ofLocators = fieldsOf(operation).flatMap((field): Need[] => {
		const id = entered[field.name];
		const fact = chosenNameKey(field.name);
		const lookup = lookups.get(listMethodOf(field) ?? '');
		if (lookup === undefined || !isText(id) || parameters[fact] !== undefined) return [];
		const need = lookup.nameOf?.(String(id).trim(), entered, context);
		// The item changes another record, so its errors shouldn't mention this one.
		return need ? [{ ...need, fact, subject: undefined }] : [];
	});
	const ofChoices = filledMultiSelects(operation.properties, parameters).flatMap((method) =>
		(lookups.get(method)?.namesOf ?? []).flatMap((lookup) => lookup(entered, context) ?? []),
	);
	return [...ofLocators, ...ofChoices].map((need) => ({
		...need,
		request: api.toWire(need.request, credential),
	}));
}

/** Methods that fill the lists of multi-selects with a value, at any depth. */
function filledMultiSelects(fields: readonly INodeProperties[], values: unknown): string[] {
	if (Array.isArray(values)) return values.flatMap((row) => filledMultiSelects(fields, row));
	return Object.entries(asObject(values)).flatMap(([name, value]) => {
		const field = fields.find((candidate) => candidate.name === name);
		// A group of rows has the same fields as the whole.
		if (field === undefined) return filledMultiSelects(fields, value);
		const { loadOptionsMethod } = field.typeOptions ?? {};
		const inner = innerFields(field);
		if (inner.length > 0) return filledMultiSelects(inner, value);
		return emptyToUndefined(value) === undefined ? [] : (loadOptionsMethod ?? []);
	});
}

/** Replaces the stored labels with the names that were read. */
export function withReadNames(
	{ operation }: Execution,
	facts: Facts,
	parameters: ParameterValues,
): ParameterValues {
	// Most items have no facts, and collecting the keys takes time.
	if (Object.keys(facts).length === 0) return parameters;
	const keys = labelKeys(operation);
	const names = Object.entries(facts).filter(([fact]) => keys.has(fact));
	return names.length === 0 ? parameters : { ...parameters, ...Object.fromEntries(names) };
}

/** Drops the labels that the workflow stores for chosen records. */
export function withoutLabels(
	{ operation }: Execution,
	parameters: ParameterValues,
): ParameterValues {
	const keys = labelKeys(operation);
	return Object.fromEntries(Object.entries(parameters).filter(([key]) => !keys.has(key)));
}

function labelKeys(operation: Execution['operation']): ReadonlySet<string> {
	return new Set(fieldsOf(operation).map(({ name }) => chosenNameKey(name)));
}

/** Fields that may choose a record, with an update's optional fields. */
function fieldsOf({ properties }: Execution['operation']): INodeProperties[] {
	return properties.flatMap((field) =>
		field.name === UPDATE_FIELDS ? innerFields(field) : [field],
	);
}

function factOfName({ keys }: NamedLocator): string {
	return `ID of ${keys.join('.')}`;
}
