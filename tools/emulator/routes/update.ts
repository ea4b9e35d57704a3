import type { UpdateRule } from '../../contract';
import { actionOf, keysOf } from '../../contract/collections';
import type { JsonObject } from '../../contract/json';
import { type Operation, operationsOf } from '../../contract/operations';
import type { Call } from './answers';

/** Keeps the members with these names. */
export function pick(value: JsonObject, names: readonly unknown[]): JsonObject {
	return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

/** Drops the members with these names. */
export function omit(value: JsonObject, names: readonly unknown[]): JsonObject {
	return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** What a PUT does with the records that an operation creates or changes, if the contract says it. */
export function updateRuleFor({ api, ...operation }: Operation): UpdateRule | undefined {
	const { collection } = actionOf({ api, ...operation }) ?? {};
	const updates = operationsOf(api).filter(({ update }) => update !== undefined);
	return updates.find((other) => actionOf(other)?.collection === collection)?.update;
}

/**
 * The record after a body replaced it, or that a creation makes of what the API sets. Members that the contract doesn't
 * describe are dropped.
 */
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
