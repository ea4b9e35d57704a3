import { isJsonObject } from '../json';
import type { ValidationIssue } from '../operation';
import { emptyToUndefined, isText } from '../parameters/values';
import { andMore, counted, shortened } from '../text';

export const VALUE_PATH_LABEL = 'Value Path';
export const EXAMPLE_VALUE_PATH = 'result.state';
export const VALUE_PATH_HELP =
	'The dot path of the value in the response, such as result.0.state. Elements of a list are counted from 0.';

/** What to do if a path leads nowhere. */
export const CORRECT_VALUE_PATH = `Correct ${VALUE_PATH_LABEL}.`;

const MAX_NAMED = 10;
const MAX_NAME_LENGTH = 80;

/** The text at the end of a path, empty if its last field is missing or null; or why the path leads nowhere. */
export type PathValue = { value: string } | { problem: string };

type Redact = (text: string) => string;

/**
 * Returns the value at a dotted path in JSON, an element of a list by its index: `result.0.state`.
 * The parts of the response and the path in a problem are redacted: the name of a field may be a secret.
 */
export function valueAt(json: unknown, path: string, redact: Redact): PathValue {
	return valueBelow(json, path.trim().split('.'), [], redact);
}

/** Returns the state at a path in JSON. A state is never empty. */
export function stateAt(json: unknown, path: string): PathValue {
	// The message is its own, and lists nothing.
	const found = valueAt(json, path, (text) => text);
	const isThere = 'value' in found && found.value.trim() !== '';
	return isThere ? found : { problem: `The response has no "${path}".` };
}

export function valuePathIssues(value: unknown): ValidationIssue[] {
	const [path, example] = ['valuePath', EXAMPLE_VALUE_PATH];
	if (emptyToUndefined(value) === undefined) return [{ path, code: 'noValuePath', example }];
	if (typeof value !== 'string') return [{ path, code: 'notText', example }];
	const hasEmptyPart = value.split('.').some((name) => name.trim() === '');
	return hasEmptyPart ? [{ path, code: 'emptyPart' }] : [];
}

function valueBelow(
	parent: unknown,
	[name, ...names]: readonly string[],
	before: readonly string[],
	redact: Redact,
): PathValue {
	if (name === undefined) return textOf(parent, before, redact);
	if (!isJsonObject(parent) && !Array.isArray(parent)) {
		return {
			problem: `${placeOf(before, redact)} is neither an object nor a list. End the path there.`,
		};
	}
	if (Array.isArray(parent) && !/^\d+$/.test(name)) {
		return { problem: contentOf(parent, before, redact) };
	}
	const value: unknown = Object.hasOwn(parent, name) ? Reflect.get(parent, name) : undefined;
	const path = [...before, name];
	if (value === undefined && names.length > 0) {
		const content = contentOf(parent, before, redact);
		return { problem: `The response has no ${placeOf(path, redact)}. ${content}` };
	}
	return valueBelow(value, names, path, redact);
}

function textOf(value: unknown, path: readonly string[], redact: Redact): PathValue {
	if (typeof value === 'object' && value !== null) {
		return { problem: contentOf(value, path, redact) };
	}
	return { value: isText(value) || typeof value === 'boolean' ? String(value) : '' };
}

function contentOf(parent: object, path: readonly string[], redact: Redact): string {
	const place = placeOf(path, redact);
	if (Array.isArray(parent)) {
		return `${place} is a list of ${counted(parent.length, 'element')}. Choose one by its index, counted from 0.`;
	}
	const names = Object.keys(parent);
	// Redacted before it is cut, or half a secret would be left.
	const named = names.slice(0, MAX_NAMED).map((name) => shortened(redact(name), MAX_NAME_LENGTH));
	const fields = named.length === 0 ? 'nothing' : named.join(', ');
	return `${place} contains ${fields}${andMore(names.length - named.length)}.`;
}

function placeOf(path: readonly string[], redact: Redact): string {
	if (path.length === 0) return 'The response';
	return `"${shortened(redact(path.join('.')), MAX_NAME_LENGTH)}"`;
}
