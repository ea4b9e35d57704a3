import type { INodeProperties } from 'n8n-workflow';
import type { JsonBody, JsonObject } from '../json';
import { isJsonObject, jsonCopy, jsonProblem, mergeObjects } from '../json';
import { ADDITIONAL_FIELDS, ADDITIONAL_MEMBERS } from '../parameterNames';
import { collection } from './properties';
import { emptyToUndefined } from './values';
import type { Issue } from '../issue';
import { byName, messageOfError } from '../text';

/** A JSON field's value, or the issues that explain why it has none. */
interface JsonInput<Value> {
	value?: Value;
	issues: Issue[];
}

/**
 * Parses a JSON field, by its path: text, or an object that an expression returned. Returns an issue with line and
 * column if the text isn't JSON.
 */
export function parseJsonObject(path: string, input: unknown): JsonInput<JsonObject> {
	return parse(path, input, isJsonObject, 'a JSON object');
}

/** The same for a field that accepts an object or a list. */
export function parseJsonBody(path: string, input: unknown): JsonInput<JsonBody> {
	const accepts = (value: unknown): value is JsonBody =>
		isJsonObject(value) || Array.isArray(value);
	return parse(path, input, accepts, 'a JSON object or list');
}

function parse<Value extends JsonBody>(
	path: string,
	input: unknown,
	accepts: (value: unknown) => value is Value,
	accepted: string,
): JsonInput<Value> {
	let value = input;
	if (typeof input === 'string') {
		const text = 'is empty. Paste a JSON object, or choose to define it by fields.';
		if (input.trim() === '') return { issues: [{ path, text }] };
		try {
			value = JSON.parse(input);
		} catch {
			const text = `isn't valid JSON at ${lineAndColumn(input)}. Correct it.`;
			return { issues: [{ path, text }] };
		}
	}
	const problem = accepts(value) ? jsonProblem(value) : undefined;
	if (problem !== undefined) return { issues: [{ path, text: problem }] };
	// A deep copy: a plan never changes the item. A value with a toJSON, such as $now, is an object only until then.
	if (value === input && accepts(value)) value = jsonCopy(value);
	if (accepts(value)) return { value, issues: [] };
	const text = `contains ${jsonTypeName(value)}, not ${accepted}. Enter ${accepted}, such as { "name": "value" }.`;
	return { issues: [{ path, text }] };
}

function jsonTypeName(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function lineAndColumn(text: string): string {
	const before = text.slice(0, errorPosition(text));
	const column = before.length - before.lastIndexOf('\n');
	return `line ${String(before.split('\n').length)}, column ${String(column)}`;
}

/** Finds the first character that no JSON text can have there: bisects for the longest valid prefix. */
function errorPosition(text: string): number {
	let [valid, invalidFrom] = [0, text.length + 1];
	while (invalidFrom - valid > 1) {
		const middle = Math.floor((valid + invalidFrom) / 2);
		if (canBeginJson(text.slice(0, middle))) valid = middle;
		else invalidFrom = middle;
	}
	return valid;
}

/** True if text is JSON, or stops being JSON only at its end. */
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

/** The field's label in hints and issues. */
export const ADDED_FIELDS_LABEL = 'Additional Fields (JSON)';

/** The field for keys of an object that the form doesn't have. `example` is an object with such keys. */
export function additionalMembersField(
	noun: string,
	example: string,
	name = ADDITIONAL_MEMBERS,
	warning = '',
): INodeProperties {
	const description = `Fields to add to the ${noun}, as a JSON object. The form's fields take precedence.${warning}`;
	return {
		displayName: ADDED_FIELDS_LABEL,
		name,
		type: 'json',
		default: '{}',
		placeholder: `e.g. ${example}`,
		description,
	};
}

/** A hint for each path of the field's object whose value isn't sent, because another field sets it. */
export function overriddenHints(
	paths: readonly string[],
	labelOf?: (path: string) => string | undefined,
): string[] {
	return paths.map((path) => {
		const label = labelOf?.(path);
		const field = label === undefined ? 'a field of the form' : `the field ${label}`;
		return `'${path}' in ${ADDED_FIELDS_LABEL} isn't sent, because ${field} takes precedence.`;
	});
}

/**
 * Merges the field's object into a body that the other fields define; they win. `path` is the field's path. Returns the
 * object as `added` as well.
 */
export function withAdditionalMembers(
	body: JsonObject,
	json: unknown,
	path: string,
): { body: JsonObject; added: JsonObject; issues: Issue[] } {
	if (emptyToUndefined(json) === undefined) return { body, added: {}, issues: [] };
	const { value: added = {}, issues } = parseJsonObject(path, json);
	return { body: mergeObjects(body, added), added, issues };
}

/** Sorts fields by their labels: a minimum before its maximum, and JSON for keys without a field last. */
export function byLabel(first: INodeProperties, second: INodeProperties): number {
	const [isLast, isOtherLast] = [first, second].map(
		({ displayName }) => displayName === ADDED_FIELDS_LABEL,
	);
	const [label = '', otherLabel = ''] = [first, second].map(({ displayName }) =>
		displayName.replace(/^(?:(Min)|Max) (.+)/, (_, min: unknown, noun: string) =>
			min === undefined ? `Max ${noun} 2` : `Max ${noun} 1`,
		),
	);
	return Number(isLast) - Number(isOtherLast) || byName({ name: label }, { name: otherLabel });
}

/** The collection with the field for keys that the form doesn't have, and `fields` that few need. */
export function requestMembersField(
	example: string,
	...fields: INodeProperties[]
): INodeProperties {
	const options = [additionalMembersField('request', example), ...fields].sort(byLabel);
	return collection('Additional Fields', ADDITIONAL_FIELDS, 'Add Field', options);
}
