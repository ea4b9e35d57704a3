import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import type { Problem } from '../../../core/validation/issue';

/** The words of one entry: never none. */
export type Words = [string, ...string[]];

/** One entry of a list. */
export interface Entry<W extends string[] = Words> {
	words: W;
	/** The indices of the words in backticks or double quotes. */
	quoted: Set<number>;
	/** The position of the first dot outside quotes, by the indices of the words that have one. */
	dots: Map<number, number>;
}

/** How the rows of one field are written as a list. */
export interface ListSyntax {
	/** The path of the list in the body. */
	path: string;
	/** The keys that a row may have. */
	members: readonly string[];
	/** One row as text, for messages. */
	example: string;
	/** Returns the row that an entry describes, or what is wrong with it. */
	rowOf(entry: Entry): ParsedRow;
}

export type ParsedRow = { row: JsonObject } | { problem: Problem };

/** The rows of a list, and the issues with it. */
export interface ParsedList {
	rows: JsonObject[];
	issues: ValidationIssue[];
}

/** Parses a list of rows: text with a row per line or between commas, or an array of strings and objects. */
export function parseList(value: unknown, syntax: ListSyntax): ParsedList {
	if (value === undefined || value === null) return { rows: [], issues: [] };
	const parsed: ParsedList = { rows: [], issues: [] };
	const parts: unknown[] = Array.isArray(value) ? value : [value];
	for (const part of parts) {
		if (typeof part === 'string') addText(parsed, part, syntax);
		else addRow(parsed, checkedRow(part, syntax), syntax);
	}
	return parsed;
}

function addText(parsed: ParsedList, text: string, syntax: ListSyntax): void {
	const { entries, problem } = splitText(text);
	if (problem !== undefined) parsed.issues.push({ path: syntax.path, ...problem });
	for (const entry of entries) addRow(parsed, syntax.rowOf(entry), syntax);
}

function addRow({ rows, issues }: ParsedList, parsed: ParsedRow, { path }: ListSyntax): void {
	if ('row' in parsed) rows.push(parsed.row);
	else issues.push({ path: `${path}.${String(rows.length + issues.length)}`, ...parsed.problem });
}

function checkedRow(row: unknown, { members, example }: ListSyntax): ParsedRow {
	if (!isJsonObject(row)) return { problem: { code: 'noEntry', example, members } };
	const unknown = Object.keys(row).filter((member) => !members.includes(member));
	return unknown.length === 0 ? { row } : { problem: { code: 'unknownMembers', unknown, members } };
}

/** A comment, text in quotes, a parenthesis or separator, spaces, anything else, or a quote that is not closed. */
const TOKEN = /--[^\n]*|'[^']*'|`[^`]*`|"[^"]*"|[(),]|\s+|[^\s'"`(),]+|['"`]/g;

/**
 * Splits text into entries at commas and line breaks, and each entry into words at spaces. Parentheses keep
 * together, so that `Decimal(10, 2)` is one word; a name in backticks or double quotes may contain anything.
 * Comments from `--` to the end of the line are left out.
 */
function splitText(text: string): { entries: Entry[]; problem?: Problem } {
	const entries: Entry<string[]>[] = [];
	let entry = newEntry();
	let depth = 0;
	let wordGoesOn = false;
	const append = (part: string, toLastWord: boolean): string => {
		const last = toLastWord ? entry.words.pop() : undefined;
		const word = `${last ?? ''}${part}`;
		entry.words.push(word);
		wordGoesOn = true;
		return word;
	};
	for (const [token] of text.matchAll(TOKEN)) {
		if (/^['"`]$/.test(token)) return unreadable(`a ${token} that isn't closed`);
		const isBlank = token.trim() === '';
		if (token.startsWith('--')) continue;
		if (depth > 0 || token === '(') {
			// A parenthesis belongs to the word before it, even with a space between them.
			append(isBlank ? ' ' : token, true);
			depth += token === '(' ? 1 : token === ')' ? -1 : 0;
		} else if (token === ')') {
			return unreadable('a ")" without a "("');
		} else if (isBlank || token === ',') {
			wordGoesOn = false;
			if (token !== ',' && !token.includes('\n')) continue;
			entries.push(entry);
			entry = newEntry();
		} else {
			const name = unquoted(token);
			const word = append(name, wordGoesOn);
			if (name === token) noteDot(entry, word, token);
			else entry.quoted.add(entry.words.length - 1);
		}
	}
	if (depth > 0) return unreadable('a "(" that isn\'t closed');
	return { entries: [...entries, entry].filter(isFilled) };
}

function newEntry(): Entry<string[]> {
	return { words: [], quoted: new Set(), dots: new Map() };
}

/** Notes the first dot of the last word, which ends in a part without quotes. */
function noteDot({ words, dots }: Entry<string[]>, word: string, part: string): void {
	const last = words.length - 1;
	const dot = part.startsWith("'") ? -1 : part.indexOf('.');
	if (dot < 0 || dots.has(last)) return;
	dots.set(last, word.length - part.length + dot);
}

function isFilled(entry: Entry<string[]>): entry is Entry {
	return entry.words.length > 0;
}

function unreadable(found: string): { entries: Entry[]; problem: Problem } {
	return { entries: [], problem: { code: 'unreadable', found } };
}

function unquoted(token: string): string {
	return token.startsWith('`') || token.startsWith('"') ? token.slice(1, -1) : token;
}
