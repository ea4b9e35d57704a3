import type { UpdateRule } from '../../contract';
import { actionOf, keysOf } from '../../contract/collections';
import type { JsonObject } from '../../contract/json';
import { type Operation, operationsOf } from '../../contract/operations';
import type { Call } from './answers';

export function pick(value: JsonObject, names: readonly unknown[]): JsonObject {
	return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

export function omit(value: JsonObject, names: readonly unknown[]): JsonObject {
	return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** The contract's rules of PUT also say what a creation sets. */
export function updateRuleFor({ api, ...operation }: Operation): UpdateRule | undefined {
	const { collection } = actionOf({ api, ...operation }) ?? {};
	const updates = operationsOf(api).filter(({ update }) => update !== undefined);
	return updates.find((other) => actionOf(other)?.collection === collection)?.update;
}

/** The API sets some members. Members that no schema describes are dropped. */
export function replaced(
	{ operation, body, now }: Call,
	{ sets, keeps, resets }: UpdateRule,
	record: JsonObject,
): JsonObject {
	const known = keysOf(operation, operation.bodySchema);
	return {
		...structuredClone(resets),
		...pick(record, [...sets, ...keeps]),
		...pick(omit(body, sets), [...known]),
		...(sets.includes('updatedAt') && { updatedAt: now }),
	};
}
