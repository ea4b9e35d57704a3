import type { Issue } from '../issue';
import type { Execution, InputItem, NamedLocator } from '../executionState';
import type { Facts, Need, Parameters } from '../operation';
import { listMethodOf } from '../parameters/properties';
import { withIds } from '../parameters/recordNames';
import { chosenNameKey, isText } from '../parameters/values';

/** Replaces names with the IDs found so far. */
export function withFoundIds(item: InputItem): InputItem {
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
		// The input request was planned with example IDs.
		inputRequest: undefined,
	};
}

/** Example IDs let the other parameters be checked before the lookup. */
export function withExampleIds(parameters: Parameters, names: readonly NamedLocator[]): Parameters {
	return withIds(parameters, names, ({ exampleId }) => exampleId);
}

/** Reads that find the IDs, or an issue if a name can't be looked up. */
export function lookupNeeds(
	execution: Execution,
	{ facts, names, parameters }: InputItem,
): { issues: Issue[]; needs: Need[] } {
	const { api, credential, lookups } = execution;
	const withoutNames = withIds(parameters, names, () => undefined);
	const needs = names.flatMap((recordName): Need[] => {
		const { listMethod, name } = recordName;
		const need = lookups.get(listMethod)?.idOf(name, withoutNames, { ...execution, facts });
		if (need === undefined) return [];
		const request = api.toWire(need.request, credential);
		return [{ fact: factOfName(recordName), ...need, request }];
	});
	if (needs.length > 0) return { issues: [], needs };
	const text = "can't be found by its name here. Choose By ID.";
	return { issues: [{ path: names[0]?.keys[0] ?? '', text }], needs };
}

/**
 * Reads of the names that a dry run's summary shows. The labels of chosen records are stored in the workflow, so they
 * may be stale or forged.
 */
export function nameNeeds(
	execution: Execution,
	{ facts, parameters }: Pick<InputItem, 'facts' | 'parameters'>,
): Need[] {
	const { api, credential, lookups, operation } = execution;
	return operation.properties.flatMap((field): Need[] => {
		const id = parameters[field.name];
		const fact = chosenNameKey(field.name);
		const lookup = lookups.get(listMethodOf(field) ?? '');
		if (lookup === undefined || !isText(id) || parameters[fact] !== undefined) return [];
		const need = lookup.nameOf(String(id).trim(), parameters, { ...execution, facts });
		return need ? [{ ...need, fact, request: api.toWire(need.request, credential) }] : [];
	});
}

/** Adds the names that were read. */
export function withReadNames(
	{ operation }: Execution,
	facts: Facts,
	parameters: Parameters,
): Parameters {
	// Most items have no facts, and collecting the keys takes time.
	if (Object.keys(facts).length === 0) return parameters;
	const keys = labelKeys(operation);
	const names = Object.entries(facts).filter(([fact]) => keys.has(fact));
	return names.length === 0 ? parameters : { ...parameters, ...Object.fromEntries(names) };
}

/** Drops the labels that the workflow stores for chosen records. */
export function withoutLabels({ operation }: Execution, parameters: Parameters): Parameters {
	const keys = labelKeys(operation);
	return Object.fromEntries(Object.entries(parameters).filter(([key]) => !keys.has(key)));
}

function labelKeys({ properties }: Execution['operation']): ReadonlySet<string> {
	return new Set(properties.map(({ name }) => chosenNameKey(name)));
}

function factOfName({ keys }: NamedLocator): string {
	return `ID of ${keys.join('.')}`;
}
