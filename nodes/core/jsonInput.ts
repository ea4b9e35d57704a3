import type { Issue, JsonObject } from './operation';
import { isJsonObject } from './formValues';

/** A JSON field's object, or the issues that say why there is none. */
export interface JsonInput {
	value?: JsonObject;
	issues: Issue[];
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
		const words = error instanceof Error ? error.message : String(error);
		return fault(label, `is not valid JSON${placeOf(input, words)}. Correct it there.`);
	}
}

function objectOnly(label: string, value: unknown): JsonInput {
	if (isJsonObject(value)) return { value, issues: [] };
	const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
	return fault(label, `holds ${kind}, not a JSON object. Wrap it in { }.`);
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
	const before = text.slice(0, position).split('\n');
	const column = (before.at(-1) ?? '').length + 1;
	return ` at line ${String(before.length)}, column ${String(column)}`;
}

/** The parser names a position, the end of the text, or shows ten characters on each side of a token. */
function positionOf(text: string, words: string): number | undefined {
	const named = /position (\d+)/.exec(words)?.[1];
	if (named !== undefined) return Number(named);
	if (words.includes('end of JSON input')) return text.length;
	const shown = /^Unexpected token '(.+?)', (\.\.\.)?"(.*)"(\.\.\.)? is not valid JSON$/su.exec(
		words,
	);
	if (shown === null) return undefined;
	const [, token = '', cutBefore, context = '', cutAfter] = shown;
	if (cutBefore !== undefined) return text.indexOf(context) + CONTEXT_LENGTH;
	if (cutAfter !== undefined) return context.length - CONTEXT_LENGTH;
	return text.indexOf(token);
}

/** How much text V8 shows on each side of an unexpected token. */
const CONTEXT_LENGTH = 10;

function fault(label: string, message: string): JsonInput {
	return { issues: [{ field: label, message }] };
}
