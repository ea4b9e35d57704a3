import type { JsonObject } from '../json';
import { isJsonObject } from '../json';
import type { ValidationIssue } from '../operation';
import { messageOfError } from '../errors/nodeErrors';

/** A JSON field's object, or the issues that say why there is none. */
export interface JsonInput {
	value?: JsonObject;
	issues: ValidationIssue[];
}

/**
 * Reads a JSON field: a text, or an object that an expression gave.
 * `label` is the field's display name. Gives an issue with line and column where the text is not JSON.
 */
export function parseJsonObject(label: string, input: unknown): JsonInput {
	if (typeof input !== 'string') return objectOnly(label, copyOf(input));
	if (input.trim() === '') {
		return fault(label, 'is empty. Paste a JSON object, or choose to define it by fields.');
	}
	try {
		const parsed: unknown = JSON.parse(input);
		return objectOnly(label, parsed);
	} catch (error) {
		return fault(label, `is not valid JSON${placeOf(input, messageOfError(error))}. Correct it.`);
	}
}

function objectOnly(label: string, value: unknown): JsonInput {
	if (isJsonObject(value)) return { value, issues: [] };
	return fault(label, `holds ${kindOf(value)}, not a JSON object. Wrap it in { }.`);
}

function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/** A deep copy, so that a plan never changes the item it was read from. */
function copyOf(input: unknown): unknown {
	if (typeof input !== 'object' || input === null) return input;
	const copied: unknown = JSON.parse(JSON.stringify(input));
	return copied;
}

/** Where the parser stopped, as words to put behind "not valid JSON". */
function placeOf(text: string, words: string): string {
	const position = positionOf(text, words);
	if (position === undefined) return '';
	const before = text.slice(0, position);
	const column = position - before.lastIndexOf('\n');
	return ` at line ${String(before.split('\n').length)}, column ${String(column)}`;
}

const UNEXPECTED = "Unexpected token '";
/** How much text the parser shows on each side of an unexpected token. */
const CONTEXT_LENGTH = 10;

/** The parser names a position, the end of the text, or shows ten characters on each side of a token. */
function positionOf(text: string, words: string): number | undefined {
	const named = /position (\d+)/.exec(words)?.[1];
	if (named !== undefined) return Number(named);
	if (words.includes('end of JSON input')) return text.length;
	if (!words.startsWith(UNEXPECTED)) return undefined;
	const context = words.slice(words.indexOf('"') + 1, words.lastIndexOf('"'));
	if (words.includes(', ..."')) return text.indexOf(context) + CONTEXT_LENGTH;
	if (words.endsWith('"... is not valid JSON')) return context.length - CONTEXT_LENGTH;
	return text.indexOf(words.slice(UNEXPECTED.length, words.indexOf("', ")));
}

function fault(label: string, message: string): JsonInput {
	return { issues: [{ field: label, message }] };
}
