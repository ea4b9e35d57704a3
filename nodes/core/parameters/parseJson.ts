import type { JsonBody, JsonObject } from '../json';
import { isJsonObject, jsonCopy, jsonProblem } from '../json';
import type { ValidationIssue } from '../operation';
import { messageOfError } from '../errors/nodeErrors';

/** A JSON field's value, or the issues that explain why it has none. */
export interface JsonInput<Value> {
	value?: Value;
	issues: ValidationIssue[];
}

/** What a JSON field accepts. */
interface Accepted<Value> {
	accepts: (value: unknown) => value is Value;
	/** As messages call it. */
	name: string;
}

const OBJECT: Accepted<JsonObject> = {
	accepts: isJsonObject,
	name: 'a JSON object',
};
const OBJECT_OR_LIST: Accepted<JsonBody> = {
	accepts: (value): value is JsonBody => isJsonObject(value) || Array.isArray(value),
	name: 'a JSON object or list',
};

/**
 * Parses a JSON field, by its path: text, or an object that an expression returned.
 * Returns an issue with line and column if the text isn't JSON.
 */
export function parseJsonObject(path: string, input: unknown): JsonInput<JsonObject> {
	return parse(path, input, OBJECT);
}

/** The same for a field that accepts an object or a list. */
export function parseJsonBody(path: string, input: unknown): JsonInput<JsonBody> {
	return parse(path, input, OBJECT_OR_LIST);
}

function parse<Value extends JsonBody>(
	path: string,
	input: unknown,
	accepted: Accepted<Value>,
): JsonInput<Value> {
	// A deep copy, so that a plan never changes the item that it was read from.
	if (typeof input !== 'string') return acceptedOnly(path, input, accepted, jsonCopy);
	if (input.trim() === '') return { issues: [{ path, code: 'jsonEmpty' }] };
	try {
		const parsed: unknown = JSON.parse(input);
		return acceptedOnly(path, parsed, accepted);
	} catch {
		return { issues: [{ path, code: 'jsonInvalid', at: lineAndColumn(input) }] };
	}
}

function acceptedOnly<Value extends JsonBody>(
	path: string,
	value: unknown,
	{ accepts, name }: Accepted<Value>,
	copy: (value: Value) => unknown = (container) => container,
): JsonInput<Value> {
	const problem = accepts(value) ? jsonProblem(value) : undefined;
	if (problem !== undefined) return { issues: [{ path, ...problem }] };
	// A value with a toJSON, such as $now, is an object only until it is copied.
	const copied: unknown = accepts(value) ? copy(value) : value;
	if (accepts(copied)) return { value: copied, issues: [] };
	return { issues: [{ path, code: 'jsonOther', found: kindOf(copied), accepted: name }] };
}

function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function lineAndColumn(text: string): string {
	const before = text.slice(0, errorPosition(text));
	const column = before.length - before.lastIndexOf('\n');
	return `line ${String(before.split('\n').length)}, column ${String(column)}`;
}

/** Finds the first character that no JSON text can have there: bisects for the longest prefix that JSON can begin with. */
function errorPosition(text: string): number {
	let [valid, invalidFrom] = [0, text.length + 1];
	while (invalidFrom - valid > 1) {
		const middle = Math.floor((valid + invalidFrom) / 2);
		if (canBeginJson(text.slice(0, middle))) valid = middle;
		else invalidFrom = middle;
	}
	return valid;
}

/** Returns whether text is JSON, or stops being JSON only at its end. */
function canBeginJson(prefix: string): boolean {
	try {
		JSON.parse(prefix);
		return true;
	} catch (error) {
		const message = messageOfError(error);
		const position = /position (\d+)/.exec(message)?.[1];
		return position === undefined
			? message.includes('end of JSON input')
			: Number(position) === prefix.length;
	}
}
