import type { INodeProperties } from 'n8n-workflow';
import { prefixPaths } from '../../../engine/body/interpret';
import type { Issue, WithIssues } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject } from '../../../engine/json';
import { newRow, rowsOf } from '../../../engine/parameters/properties';

export interface Word {
	text: string;
	/** Set if any part of the word is in backticks or double quotes. */
	isQuoted: boolean;
	/** Position of the first unquoted dot, or -1. */
	dot: number;
}

export type Entry = [Word, ...Word[]];

export interface ListSyntax {
	/** Path of the list in the body. */
	path: string;
	/** Keys that a row can have. */
	keys: readonly string[];
	/** Accepted keys that aren't sent. */
	ignored?: readonly string[];
	/** Messages show this row as an example. */
	example: string;
	/** Checks a readable row if other rows are unreadable, because no rule checks an incomplete list. */
	rowIssues?: (row: JsonObject) => Issue[];
}

/** `isWhole`: the problem concerns the whole list. */
export type ParsedRow = { row: JsonObject } | { problem: string; isWhole?: true };

/**
 * Text has a row per line or between commas. An array contains strings and objects. `rowOf` returns a problem for words
 * that make no row.
 */
export function parseList(
	value: unknown,
	syntax: ListSyntax,
	rowOf: (words: Entry) => ParsedRow,
): WithIssues<JsonObject[]> {
	const entries: unknown[] = isAbsent(value) ? [] : [value].flat();
	const parsed = entries.flatMap((entry) =>
		typeof entry === 'string' ? parseText(entry, rowOf) : [checkedRow(entry, syntax)],
	);
	const isReadable = parsed.every((parsedRow) => 'row' in parsedRow);
	return {
		value: parsed.flatMap((parsedRow) => ('row' in parsedRow ? [parsedRow.row] : [])),
		issues: isReadable
			? []
			: parsed.flatMap((parsedRow, index) => issuesOfRow(parsedRow, index, syntax)),
	};
}

function issuesOfRow(parsedRow: ParsedRow, index: number, syntax: ListSyntax): Issue[] {
	const rowPath = `${syntax.path}.${String(index)}`;
	if ('row' in parsedRow) return prefixPaths(rowPath, syntax.rowIssues?.(parsedRow.row) ?? []);
	const { isWhole, problem: text } = parsedRow;
	return [{ path: isWhole ? syntax.path : rowPath, text }];
}

function parseText(text: string, rowOf: (words: Entry) => ParsedRow): ParsedRow[] {
	const entries = splitText(text);
	if (typeof entries === 'string') {
		return [{ problem: unreadableText(entries), isWhole: true }];
	}
	return entries.filter((words): words is Entry => words.length > 0).map(rowOf);
}

function checkedRow(row: unknown, { keys, ignored = [], example }: ListSyntax): ParsedRow {
	const keyNames = keys.join(', ');
	if (!isJsonObject(row)) {
		return { problem: `must be text such as "${example}" or an object with ${keyNames}.` };
	}
	const allowedKeys = [...keys, ...ignored];
	const unknown = Object.keys(row).filter((member) => !allowedKeys.includes(member));
	if (unknown.length === 0) return { row };
	return { problem: `has unknown keys: ${unknown.join(', ')}. Use only: ${keyNames}.` };
}

/** Matches a comment, quoted text, a parenthesis or separator, spaces, other text, or an unclosed quote. */
const TOKEN =
	/--[^\n]*|'(?:\\[^]|[^'\\])*'|`(?:``|[^`])*`|"(?:""|[^"])*"|[(),]|\s+|[^\s'"`(),]+|['"`]/g;

/**
 * Splits at commas and line breaks into entries, and at spaces into words. Parentheses keep text together: `Decimal(10,
 * 2)` is one word. Quoted names may contain anything, and two quotes in a row stand for one. Comments from `--` to the
 * line's end are removed. Returns the unreadable part, if any, as text.
 */
function splitText(text: string): Word[][] | string {
	let entry: Word[] = [];
	const entries = [entry];
	let depth = 0;
	let wordGoesOn = false;
	for (const [token] of text.matchAll(TOKEN)) {
		if (/^['"`]$/.test(token)) return `a ${token} that isn't closed`;
		if (token.startsWith('--')) continue;
		const isBlank = token.trim() === '';
		if (depth > 0 || token === '(') {
			// A parenthesis belongs to the word before it, even after a space.
			lastWord(entry, true).text += isBlank ? ' ' : token;
			wordGoesOn = true;
			depth += token === '(' ? 1 : token === ')' ? -1 : 0;
		} else if (token === ')') {
			return 'a ")" without a "("';
		} else if (isBlank || token === ',') {
			wordGoesOn = false;
			if (token !== ',' && !token.includes('\n')) continue;
			entry = [];
			entries.push(entry);
		} else {
			addToken(lastWord(entry, wordGoesOn), token);
			wordGoesOn = true;
		}
	}
	return depth > 0 ? 'a "(" that isn\'t closed' : entries;
}

function lastWord(entry: Word[], goesOn: boolean): Word {
	const last = goesOn ? entry.at(-1) : undefined;
	if (last !== undefined) return last;
	const word = { text: '', isQuoted: false, dot: -1 };
	entry.push(word);
	return word;
}

function addToken(word: Word, token: string): void {
	const isName = /^[`"]/.test(token);
	const dot = isName || token.startsWith("'") ? -1 : token.indexOf('.');
	if (isName) word.isQuoted = true;
	if (word.dot < 0 && dot >= 0) word.dot = word.text.length + dot;
	word.text += isName ? unquoted(token) : token;
}

/** In a quoted name, two quotes in a row mean a single quote. */
function unquoted(name: string): string {
	const quote = name.charAt(0);
	return name.slice(1, -1).replaceAll(quote + quote, quote);
}

/** The field `title` is the row's title in the panel. If a row is required, the form starts with a row. */
export function rowsField(
	displayName: string,
	name: string,
	[rowLabel, values]: readonly [rowLabel: string, values: INodeProperties[]],
	about: string,
	title?: string,
	isNeeded = title !== undefined,
): INodeProperties {
	const itemTitle = `={{ $collection.item.value.${String(title)} }}`;
	return {
		displayName,
		name,
		...rowsOf(rowLabel, values, {
			multipleValues: true,
			...(title && { fixedCollection: { itemTitle } }),
		}),
		placeholder: `Add ${rowLabel}`,
		default: isNeeded ? { values: [newRow(values)] } : {},
		description: about,
		...(isNeeded && { required: true }),
	};
}

export function moreWordsText(expected: string, more: readonly string[]): string {
	return `has more than ${expected}: "${more.join(' ')}". Put a name with spaces in double quotes.`;
}

export function unreadableText(what: string): string {
	return `can't be read: it has ${what}. Correct the text.`;
}
