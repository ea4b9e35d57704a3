import type { Issue } from '../issue';
import type { Execution, InputItem, RecordName } from '../executionState';
import type { Need, Parameters } from '../operation';
import { withIds } from '../parameters/recordNames';

/** Replaces names with the IDs found so far. */
export function withFoundIds(item: InputItem): InputItem {
	const { facts, names, parameters } = item;
	const isFound = (name: RecordName): boolean => Object.hasOwn(facts, factOfName(name));
	const foundNames = names.filter(isFound);
	if (foundNames.length === 0) return item;
	return {
		...item,
		parameters: withIds(parameters, foundNames, (name) => facts[factOfName(name)]),
		names: names.filter((name) => !isFound(name)),
		// It was planned with example IDs.
		inputRequest: undefined,
	};
}

/** Example IDs let the other parameters be checked before the lookup. */
export function withExampleIds(parameters: Parameters, names: readonly RecordName[]): Parameters {
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
		const need = lookups.get(listMethod)?.(name, withoutNames, { ...execution, facts });
		if (need === undefined) return [];
		const request = api.toWire(need.request, credential);
		return [{ fact: factOfName(recordName), ...need, request }];
	});
	if (needs.length > 0) return { issues: [], needs };
	const text = "can't be found by its name here. Choose By ID.";
	return { issues: [{ path: names[0]?.keys[0] ?? '', text }], needs };
}

function factOfName({ keys }: RecordName): string {
	return `ID of ${keys.join('.')}`;
}
