import type { INodeProperties } from 'n8n-workflow';
import type { Issue } from '../issue';
import { neededText } from '../issue';
import type { Execution, ItemFields, NamedLocator } from '../executionState';
import type { Need, ParameterValues } from '../operation';
import { NAMES_OF } from '../operation';
import type { InnerField } from '../parameters/coercion';
import { withInnerFields } from '../parameters/coercion';
import { innerFields, listMethodOf } from '../parameters/properties';
import { withIds } from '../parameters/recordNames';
import { emptyToUndefined, enteredFields, isText } from '../parameters/values';

/** Replaces names with the IDs found so far. */
export function withFoundIds(item: ItemFields): ItemFields {
	const { facts, chosenNames, names, parameters } = item;
	const isFound = (name: NamedLocator): boolean => Object.hasOwn(facts, factOfName(name));
	const foundNames = names.filter(isFound);
	if (foundNames.length === 0) return item;
	const namesOfIds = foundNames.map(
		(name) => [String(facts[factOfName(name)]), name.name] as const,
	);
	const idsByFact = foundNames.map((name) => [factOfName(name), facts[factOfName(name)]] as const);
	return {
		...item,
		foundIds: { ...item.foundIds, ...Object.fromEntries(idsByFact) },
		parameters: withIds(parameters, foundNames, (name) => facts[factOfName(name)]),
		chosenNames: new Map([...chosenNames, ...namesOfIds]),
		names: names.filter((name) => !isFound(name)),
		factReads: [],
		// Forgets this request, because it contains example IDs.
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

/** The reads that find the IDs. If a name can't be looked up, an issue instead. */
export function lookupNeeds(
	execution: Execution,
	{ facts, names, parameters }: ItemFields,
): { issues: Issue[]; needs: Need[] } {
	const { lookups } = execution;
	const unnamedParameters = withIds(parameters, names, () => undefined);
	const needs = names.flatMap((recordName): Need[] => {
		const { listMethod, name } = recordName;
		const need = lookups.get(listMethod)?.idOf?.(name, unnamedParameters, { ...execution, facts });
		return need === undefined ? [] : [{ fact: factOfName(recordName), ...need }];
	});
	if (needs.length > 0) return { issues: [], needs };
	const [recordName] = names;
	const { idOf, parentField } = lookups.get(recordName?.listMethod ?? '') ?? {};
	const path = idOf && parentField;
	if (path === undefined) {
		const text = "can't be found by its name here. Enter its ID. To type an ID, choose By ID.";
		return { issues: [{ path: recordName?.property.name ?? '', text }], needs };
	}
	const isEmpty = emptyToUndefined(parameters[path]) === undefined;
	const text = isEmpty ? neededText('to find the record by its name') : NO_PARENT;
	return { issues: [{ path, text }], needs };
}

const NO_PARENT = "isn't an ID, so the record can't be found by its name. Copy the whole ID.";

/**
 * Reads the names for a dry run's summary. The workflow also stores a chosen record's name, but it may be old or
 * forged.
 */
export function nameNeeds(
	execution: Execution,
	{ facts, chosenNames, parameters }: Pick<ItemFields, 'chosenNames' | 'facts' | 'parameters'>,
): Need[] {
	const { lookups, operation } = execution;
	const enteredParameters = enteredFields(parameters);
	const context = { ...execution, facts };
	const needs = filledFields(operation.properties, parameters).flatMap(
		({ field, value }): Need[] => {
			const method = listMethodOf(field) ?? field.typeOptions?.loadOptionsMethod;
			const { nameOf, namesOf = [] } = lookups.get(method ?? '') ?? {};
			const lists = namesOf.flatMap((lookup) => lookup(enteredParameters, context) ?? []);
			const id = isText(value) ? String(value).trim() : '';
			if (nameOf === undefined || id === '' || chosenNames.has(id)) return lists;
			const need = nameOf(id, { ...enteredParameters, [field.name]: id }, context);
			return need ? [{ ...need, fact: NAMES_OF + id, factIn: nameFrom(need, id) }] : [];
		},
	);
	// The item changes a different record, so its errors must not name the records read here.
	return needs.map((need) => ({ ...need, subject: undefined }));
}

function nameFrom({ factIn }: Pick<Need, 'factIn'>, id: string): Need['factIn'] {
	return (payload) => {
		const fact = factIn(payload);
		return 'value' in fact ? { value: { [id]: fact.value } } : fact;
	};
}

/** The fields with a value, at any depth. */
function filledFields(
	properties: readonly INodeProperties[],
	parameters: ParameterValues,
): InnerField[] {
	const fields = Object.entries(parameters).flatMap(([name, value]) => {
		const property = properties.find((candidate) => candidate.name === name);
		return property ? withInnerFields(property, undefined, value) : [];
	});
	return fields.filter(
		({ field, value }) => innerFields(field).length === 0 && emptyToUndefined(value) !== undefined,
	);
}

export function factOfName({ path }: NamedLocator): string {
	return `ID of ${path}`;
}
