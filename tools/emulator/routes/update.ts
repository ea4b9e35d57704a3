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

/** The contract's PUT rules for the records that an operation creates or changes. */
export function updateRuleFor({ api, ...operation }: Operation): UpdateRule | undefined {
	const { collection } = actionOf({ api, ...operation }) ?? {};
	const updates = operationsOf(api).filter(({ update }) => update !== undefined);
	return updates.find((other) => actionOf(other)?.collection === collection)?.update;
}

/** A record after its replacement or creation, with members that the API sets. Undescribed members are dropped. */
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
