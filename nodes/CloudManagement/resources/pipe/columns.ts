import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { z } from 'zod';
import type { JsonObject } from '../../../engine/json';
import { isJsonObject } from '../../../engine/json';
import type { ValidationIssue, Parameters } from '../../../engine/operation';
import type { Problem } from '../../../engine/issue';
import { parseJsonObject, trimmed } from '../../../engine/parameters/json';
import { description, text } from '../../../engine/body/fields';
import { bodyOf, propertiesOf } from '../../../engine/body/interpret';
import { inputField } from '../../../engine/parameters/properties';
import { emptyToUndefined, rows } from '../../../engine/parameters/values';

/** The words of one entry: never none. */
type Words = [string, ...string[]];

/** One entry of a list. */
interface Entry<W extends string[] = Words> {
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

type ParsedRow = { row: JsonObject } | { problem: Problem };

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

/** The type of text, and of what has no better one. */
const TEXT_TYPE = 'String';

/** The rules of `typeOf`, as the panel shows them. */
const SAMPLE_RULES =
	'Whole number → Int64, other number → Float64, true or false → Bool, ISO date and time → DateTime64(3), null → Nullable(String), everything else → String';

/** A date and a time of ISO 8601, such as 2026-05-31T14:30:00Z. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
/** What Int64 can store is less than this. */
const INT64_END = 2 ** 63;

/** Returns a column for each field of a JSON message, which is text or an object, with the type of its value. */
export function columnsFromSample(sample: unknown): ParsedList {
	const { value = {}, issues } = parseJsonObject('columnsSample', sample);
	const columns = Object.entries(value).map(([field, member]): JsonObject => {
		const [name, type] = [field.trim(), typeOf(member)];
		// A column has no spaces around its name; the source's field may have some.
		return name === field ? { name, type } : { name, type, sourceField: field };
	});
	if (issues.length > 0 || columns.length > 0) return { rows: columns, issues };
	return { rows: [], issues: [{ path: 'columnsSample', code: 'emptySample' }] };
}

function typeOf(value: unknown): string {
	switch (typeof value) {
		case 'number':
			return Number.isInteger(value) && Math.abs(value) < INT64_END ? 'Int64' : 'Float64';
		case 'boolean':
			return 'Bool';
		case 'string':
			return ISO_TIME.test(value) ? 'DateTime64(3)' : TEXT_TYPE;
		default:
			return value === null ? `Nullable(${TEXT_TYPE})` : TEXT_TYPE;
	}
}

/** What SQL writes after the type of a column, and a pipe does not have: each with its argument, but for NULL. */
const CLAUSE =
	/^(?:NULL(?= |$)|(?:NOT|PRIMARY) \S+|(?:ALIAS|CODEC|COLLATE|COMMENT|DEFAULT|EPHEMERAL|MATERIALIZED|STATISTICS|TTL)(?=[ (]))/;

const CREATE_TABLE = /^\s*(?:--[^\n]*\n\s*)*create\s+(?:or\s+replace\s+)?(?:temporary\s+)?table\s/i;

const COLUMNS: ListSyntax = {
	path: 'destination.columns',
	members: ['name', 'type', 'sourceField'],
	example: 'order_id UInt64 orderId',
	rowOf: columnOf,
};

/**
 * Parses a list of columns: text like `id UInt64, name LowCardinality(String)`, an array of such strings, or
 * an array of objects with `name`, `type` and, if the source's field has another name, `sourceField`.
 */
export function parseColumnsList(value: unknown): ParsedList {
	const parts: unknown[] = Array.isArray(value) ? value : [value];
	if (!parts.some((part) => typeof part === 'string' && CREATE_TABLE.test(part))) {
		return parseList(value, COLUMNS);
	}
	return { rows: [], issues: [{ path: COLUMNS.path, code: 'createTable' }] };
}

function columnOf({ words, quoted }: Entry): ParsedRow {
	const [name, type, ...others] = words;
	if (type === undefined) return { problem: { code: 'noType', name } };
	const unquoted = others.map((word, index) => (quoted.has(index + 2) ? '' : word));
	const problem = clauseProblem(name, type, others, unquoted);
	if (problem !== undefined) return { problem };
	const [sourceField, ...more] = others;
	if (sourceField === undefined) return { row: { name, type } };
	if (more.length === 0) return { row: { name, type, sourceField } };
	return {
		problem: { code: 'moreWords', expected: 'name, type and source field', more: more.join(' ') },
	};
}

/** Explains what to write if a clause follows the type. `unquoted` has empty strings for words in quotes. */
function clauseProblem(
	name: string,
	type: string,
	others: readonly string[],
	unquoted: readonly string[],
): Problem | undefined {
	for (const index of unquoted.keys()) {
		const text = unquoted.slice(index, index + 2).join(' ');
		const clause = CLAUSE.exec(text.trimEnd().toUpperCase())?.[0];
		if (clause === undefined) continue;
		const typed = clause === 'NULL' ? nullable(type) : type;
		const source = others.slice(0, index).map(inQuotes);
		const column = [inQuotes(name), typed, ...source].join(' ');
		return { code: 'clause', clause, column };
	}
	return undefined;
}

function nullable(type: string): string {
	const inner = /^LowCardinality\((.+)\)$/i.exec(type)?.[1];
	if (inner !== undefined) return `LowCardinality(${nullable(inner)})`;
	return /^Nullable\(/i.test(type) ? type : `Nullable(${type})`;
}

/** Returns a name as the list accepts it. */
function inQuotes(name: string): string {
	return /^[^\s(),'"`]+$/.test(name) ? name : `"${name}"`;
}

const column = description('', {
	name: text('Name', { required: true, placeholder: 'e.g. order_id' }),
	type: text('Type', { required: true, default: TEXT_TYPE, placeholder: 'e.g. UInt64' }),
});

export const columnsSchema = z.array(column.schema);

/** Takes a row of the form, and returns the column. */
export const columnBody = bodyOf(column);

const columnRow: INodeProperties[] = [
	...propertiesOf(column),
	{
		displayName: 'Source Field',
		name: 'sourceField',
		type: 'string',
		default: '',
		placeholder: 'e.g. orderId',
		description: 'Leave empty if it has the same name as the column',
	},
];

/** The fields that define the columns of the table, as rows, as a list or from a sample. */
export const columnsFields: INodeProperties[] = [
	inputField('Define Columns', 'columnsInput', 'How to define the columns', [
		{
			name: 'From Sample',
			value: 'sample',
			description: 'Read names and types from a JSON message',
		},
	]),
	...updateDisplayOptions({ show: { columnsInput: ['fields'] } }, [
		{
			displayName: 'Columns',
			name: 'destinationColumns',
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				fixedCollection: { itemTitle: '={{ $collection.item.value.name }}' },
			},
			required: true,
			placeholder: 'Add Column',
			default: { values: [{ name: '', type: TEXT_TYPE, sourceField: '' }] },
			description: 'The columns of the table, each with the source field that fills it',
			options: [{ displayName: 'Column', name: 'values', values: columnRow }],
		},
	]),
	...updateDisplayOptions({ show: { columnsInput: ['list'] } }, [
		{
			displayName: 'Columns',
			name: 'columnsList',
			type: 'string',
			typeOptions: { rows: 5 },
			required: true,
			default: '',
			placeholder: 'e.g. order_id UInt64 orderId',
			hint: 'One column per line: name, type, source field if different',
			description:
				'The columns of the table, one per line or separated by commas, such as order_id UInt64, city LowCardinality(String). An expression can also return a list of objects with name, type and sourceField.',
		},
	]),
	...updateDisplayOptions({ show: { columnsInput: ['sample'] } }, [
		{
			displayName: 'Sample Message',
			name: 'columnsSample',
			// Not JSON: n8n marks an empty JSON field as an error, and shows no placeholder in it.
			type: 'string',
			typeOptions: { rows: 5 },
			required: true,
			default: '',
			placeholder: 'e.g. { "order_id": 1 }',
			hint: SAMPLE_RULES,
			description:
				'A message of the source as a JSON object, pasted or mapped. Each of its fields becomes a column. Dry Run shows the columns.',
		},
	]),
];

/** Returns the columns, each with its source field, and the issues with them. */
export function columnsOf(fields: Parameters): ParsedList {
	if (fields.columnsInput === 'list') return parseColumnsList(fields.columnsList);
	if (fields.columnsInput === 'sample') return columnsFromSample(fields.columnsSample);
	const entered = rows(fields.destinationColumns);
	const trimmedRows = entered.map((row) => ({ ...row, sourceField: trimmed(row.sourceField) }));
	return { rows: trimmedRows, issues: [] };
}

/** Returns the `fieldMappings`, which follow from the columns, so that every column is mapped. */
export function fieldMappingsBody(columns: readonly JsonObject[]): JsonObject[] | undefined {
	const mappings = columns.flatMap(({ name, sourceField }) => {
		const destinationField = trimmed(name);
		if (destinationField === undefined) return [];
		return [{ sourceField: emptyToUndefined(sourceField) ?? destinationField, destinationField }];
	});
	return mappings.length > 0 ? mappings : undefined;
}
