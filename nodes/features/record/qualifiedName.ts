import type { Issue } from '../../engine/issue';
import { sentHint, unusual } from '../../engine/issue';

/** In names such as "orders.2024" and ".inner.orders", the dots don't separate plain names. */
const UNQUOTED_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

export interface Container {
	/** For example, "schema". */
	word: string;
	/** Label of the field for the container, if the form has one. */
	field?: string;
	value?: unknown;
	/** Set if dots are common in these names. A dot then only causes a hint. */
	allowsDots?: boolean | undefined;
}

/** Finds a name that includes its container. The API would take the container for a part of the name. */
export function qualifiedNameIssues(
	name: unknown,
	path: string,
	{ word, field, value, allowsDots }: Container,
): Issue[] {
	const enteredName = typeof name === 'string' ? name.trim() : '';
	const names = enteredName.split('.');
	const [qualifier, ownName] = names.slice(-2);
	if (ownName === undefined || !names.every((part) => UNQUOTED_NAME.test(part))) return [];
	const repeats = value === qualifier;
	const problem = `is "${enteredName}", which ${repeats ? 'repeats the' : 'seems to start with a'} ${word}`;
	if (allowsDots) return [{ path, ...sentHint(problem) }];
	const remedy =
		repeats || field === undefined
			? `Enter only ${ownName}.`
			: `Enter ${String(qualifier)} in ${field}, and only ${ownName} in this field.`;
	return [{ path, ...unusual(problem, remedy) }];
}
