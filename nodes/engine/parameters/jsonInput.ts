import type { INodeProperties } from 'n8n-workflow';
import type { JsonBody, JsonObject } from '../json';
import {
	isJsonObject,
	jsonCopy,
	jsonProblem,
	mergeObjects,
	overriddenPaths,
	repeatedKey,
	roundedIntegers,
	withoutEmptied,
	withoutOverridden,
} from '../json';
import { ADDED_FIELDS_LABEL, ADDITIONAL_FIELDS, ADDITIONAL_MEMBERS } from '../parameterNames';
import { collection, JSON_EDITOR, sortedByLabel } from './properties';
import { emptyToUndefined } from './values';
import type { Issue, WithIssues } from '../issue';
import { sentenceHint } from '../issue';
import { messageOfError } from '../text';

type ParsedJson<Value> = WithIssues<Value | undefined>;

/** Accepts JSON text, or an object that an expression returned. Issues name the line and column. */
export function parseJsonObject(path: string, input: unknown): ParsedJson<JsonObject> {
	return refuseLossy(path, input, parseJsonSample(path, input));
}

/**
 * Like `parseJsonObject`, for a change. Refuses an object from an expression if all of its values are missing, because
 * it would clear what is stored.
 */
export function parseJsonChange(path: string, input: unknown): ParsedJson<JsonObject> {
	const { value, issues } = parseJsonObject(path, input);
	const hints: Issue[] = [];
	const filled = withoutEmptied(value, input, (name) => {
		hints.push(sentenceHint(`"${name}" isn't sent, because its expression returned nothing.`));
	});
	return { value: isJsonObject(filled) ? filled : undefined, issues: [...issues, ...hints] };
}

/** Like `parseJsonObject`, but accepts numbers that JavaScript rounds, because the values aren't sent. */
export function parseJsonSample(path: string, input: unknown): ParsedJson<JsonObject> {
	return parse(path, input, isJsonObject, 'a JSON object');
}

/** Like `parseJsonObject`, but also accepts a list. */
export function parseJsonBody(path: string, input: unknown): ParsedJson<JsonBody> {
	const accepts = (value: unknown): value is JsonBody =>
		isJsonObject(value) || Array.isArray(value);
	return refuseLossy(path, input, parse(path, input, accepts, 'a JSON object or list'));
}

/** Refuses text with a repeated key, or with a long integer that JavaScript would send with other digits. */
function refuseLossy<Value>(
	path: string,
	input: unknown,
	parsed: ParsedJson<Value>,
): ParsedJson<Value> {
	const issues = parsed.issues.length > 0 ? [] : lossyIssues(path, input);
	return issues.length > 0 ? { value: undefined, issues } : parsed;
}

/** Problems of valid JSON text that parsing would hide. */
export function lossyIssues(path: string, input: unknown): Issue[] {
	if (typeof input !== 'string') return [];
	const key = repeatedKey(input);
	if (key !== undefined) {
		return [{ path, text: `contains the key "${key}" twice in one object. Remove one of them.` }];
	}
	const [integer] = roundedIntegers(input);
	if (integer === undefined) return [];
	const text = `contains ${integer}, which n8n would round to ${String(Number(integer))}. Put the number in quotes if the API accepts text, or enter a rounded number.`;
	return [{ path, text }];
}

function parse<Value extends JsonBody>(
	path: string,
	input: unknown,
	accepts: (value: unknown) => value is Value,
	accepted: string,
): ParsedJson<Value> {
	const refusal = (text: string) => ({ value: undefined, issues: [{ path, text }] });
	let value = input;
	if (typeof input === 'string') {
		if (input.trim() === '') {
			return refusal('is empty. Enter a JSON object. You can also define it by fields.');
		}
		try {
			value = JSON.parse(input);
		} catch {
			return refusal(`isn't valid JSON at ${lineAndColumn(input)}. Correct the JSON there.`);
		}
	}
	const problem = accepts(value) ? jsonProblem(value) : undefined;
	if (problem !== undefined) return refusal(problem);
	// Copies an object from an expression, because a plan must not change the item. Values with toJSON, such as $now,
	// turn into text.
	if (value === input && accepts(value)) value = jsonCopy(value);
	if (accepts(value)) return { value, issues: [] };
	return refusal(
		`contains ${jsonTypeName(value)}, not ${accepted}. Enter ${accepted}, such as { "name": "value" }.`,
	);
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

/** Finds, by bisection, the longest start of the text that could still be JSON. */
function errorPosition(text: string): number {
	let [validLength, invalidFrom] = [0, text.length + 1];
	while (invalidFrom - validLength > 1) {
		const middle = Math.floor((validLength + invalidFrom) / 2);
		if (canBeginJson(text.slice(0, middle))) validLength = middle;
		else invalidFrom = middle;
	}
	return validLength;
}

/** If the error is at the end of the text, more text could complete the JSON. */
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

/** A field for keys that the form lacks. `example` is an object with such keys. */
export function additionalMembersField(
	noun: string,
	example: string,
	name = ADDITIONAL_MEMBERS,
	warning = '',
): INodeProperties {
	const description = `JSON object, merged into the ${noun}. Form fields take precedence.${warning}`;
	return {
		displayName: ADDED_FIELDS_LABEL,
		name,
		type: 'json',
		typeOptions: JSON_EDITOR,
		default: '{}',
		placeholder: `e.g. ${example}`,
		description,
	};
}

/** Names the keys in the JSON that a field overrides. `outer` is the start of their paths. */
export function overriddenHints(byFields: JsonObject, json: JsonObject, outer = ''): Issue[] {
	return overriddenPaths(byFields, json).map((path) =>
		sentenceHint(
			`"${outer}${path}" in ${ADDED_FIELDS_LABEL} isn't sent, because a field of the form takes precedence.`,
		),
	);
}

/** Puts fields over a body's keys from JSON. Warnings name the keys that lose, and `json` is the rest of the JSON. */
export function withFields(
	byFields: JsonObject,
	{ body, json = {} }: { body: JsonObject; json?: JsonObject | undefined },
	outer = '',
): { body: JsonObject; json: JsonObject; issues: Issue[] } {
	return {
		body: mergeObjects(byFields, body),
		json: withoutOverridden(byFields, json),
		issues: overriddenHints(byFields, json, outer),
	};
}

/** Adds a field's JSON to the keys of other fields. */
export function withAdditionalMembers(
	byFields: JsonObject,
	json: unknown,
	path: string,
	{ outer = '', parse: parseInput = parseJsonObject } = {},
): ReturnType<typeof withFields> {
	if (emptyToUndefined(json) === undefined) return { body: byFields, json: {}, issues: [] };
	const { value: parsed = {}, issues } = parseInput(path, json);
	const merged = withFields(byFields, { body: parsed, json: parsed }, outer);
	return { ...merged, issues: [...issues, ...merged.issues] };
}

/** A collection of the less common `fields`, plus JSON for keys that the form lacks. */
export function requestMembersField(
	example: string,
	...fields: INodeProperties[]
): INodeProperties {
	const options = sortedByLabel([additionalMembersField('request', example), ...fields]);
	return collection('Additional Fields', ADDITIONAL_FIELDS, 'Add Field', options);
}
