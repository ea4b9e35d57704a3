import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { MemberPath } from '../../../core/validation/zodIssues';

/** One broken cross-field rule: the member to mend and a message that follows its name. */
export interface MemberFault {
	path: MemberPath;
	message: string;
}

/** Gives a text member's value, or undefined where it is absent, empty or not a text. */
export function textMember(object: JsonObject, name: string): string | undefined {
	const value = object[name];
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Gives an object member, or undefined where it is absent or not an object. */
export function objectMember(object: JsonObject, name: string): JsonObject | undefined {
	const value = object[name];
	return isJsonObject(value) ? value : undefined;
}

/** A fault for each named text member that is absent or empty. `because` ends the sentence "is needed …". */
export function needed(
	object: JsonObject,
	names: readonly string[],
	because: string,
): MemberFault[] {
	return names
		.filter((name) => textMember(object, name) === undefined)
		.map((name) => ({ path: [name], message: `is needed ${because}. Enter it.` }));
}

/** Puts the faults of an inner object at their place in the outer one. */
export function within(prefix: MemberPath, faults: readonly MemberFault[]): MemberFault[] {
	return faults.map(({ path, message }) => ({ path: [...prefix, ...path], message }));
}
