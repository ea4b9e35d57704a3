import { deepCopy } from 'n8n-workflow';

import type { JsonObject } from '../json';
import { isJsonObject, jsonProblem } from '../json';
import type { ValidationIssue } from '../operation';
import { messageOfError } from '../errors/nodeErrors';

/** A JSON field's object, or the issues that say why there is none. */
export interface JsonInput {
	value?: JsonObject;
	issues: ValidationIssue[];
}

/**
 * Parses a JSON field: a text, or an object that an expression returned. `label` is the field's display name.
 * Returns an issue with line and column where the text is not JSON.
 */
export function parseJsonObject(label: string, input: unknown): JsonInput {
	// A deep copy, so that a plan never changes the item that it was read from.
	if (typeof input !== 'string') return objectOnly(label, input, deepCopy);
	if (input.trim() === '') {
		return invalid(label, 'is empty. Paste a JSON object, or choose to define it by fields.');
	}
	try {
		const parsed: unknown = JSON.parse(input);
		return objectOnly(label, parsed);
	} catch {
		return invalid(label, `is not valid JSON at ${lineAndColumn(input)}. Correct it.`);
	}
}

function objectOnly(
	label: string,
	value: unknown,
	copy: (value: JsonObject) => JsonObject = (object) => object,
): JsonInput {
	const problem = isJsonObject(value) ? jsonProblem(value) : undefined;
	if (problem !== undefined) return invalid(label, problem);
	// A value with a toJSON, such as $now, is an object only until it is copied.
	const copied: unknown = isJsonObject(value) ? copy(value) : value;
	if (isJsonObject(copied)) return { value: copied, issues: [] };
	return invalid(
		label,
		`holds ${kindOf(copied)}, not a JSON object. Enter a JSON object, such as { "name": "value" }.`,
	);
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

/** Returns whether a text is JSON, or stops being JSON only where it ends. */
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

function invalid(label: string, message: string): JsonInput {
	return { issues: [{ field: label, message }] };
}
