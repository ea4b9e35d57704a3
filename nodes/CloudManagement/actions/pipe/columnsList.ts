import type { JsonObject } from '../../../core/json';
import type { ListSyntax, ParsedList, Words } from '../../../core/parameters/parseList';
import { parseList } from '../../../core/parameters/parseList';

/** The label of the field, whose issues name it. */
export const COLUMNS_LABEL = 'Columns';

/** What SQL knows behind the type of a column, and a pipe does not. Each takes an argument. */
const CLAUSES: ReadonlySet<string> = new Set([
	...['ALIAS', 'CODEC', 'COLLATE', 'COMMENT', 'DEFAULT', 'EPHEMERAL', 'MATERIALIZED', 'NOT'],
	...['PRIMARY', 'STATISTICS', 'TTL'],
]);

const CREATE_TABLE = /^\s*(?:--[^\n]*\n\s*)*create\s+(?:or\s+replace\s+)?(?:temporary\s+)?table\s/i;

const COLUMNS: ListSyntax = {
	label: COLUMNS_LABEL,
	members: ['name', 'type', 'sourceField'],
	example: 'order_id UInt64 orderId',
	rowOf: columnOf,
};

/**
 * Parses columns given as a list: a text like `id UInt64, name LowCardinality(String)`, an array of such texts, or
 * an array of objects with `name`, `type` and, where the source names the field otherwise, `sourceField`.
 */
export function parseColumnsList(value: unknown): ParsedList {
	const parts: unknown[] = Array.isArray(value) ? value : [value];
	if (!parts.some((part) => typeof part === 'string' && CREATE_TABLE.test(part))) {
		return parseList(value, COLUMNS);
	}
	const message =
		'cannot be a CREATE TABLE statement: paste only what its parentheses contain, the name and the type of each column.';
	return { rows: [], issues: [{ field: COLUMNS_LABEL, message }] };
}

function columnOf(words: Words, quoted: ReadonlySet<number>): JsonObject | string {
	const [name, type, sourceField, ...more] = words;
	if (type === undefined) {
		return `is "${name}", which has no type. Write the name and the type, such as "${name} String".`;
	}
	const clause = words.findIndex(
		(_word, index) => index > 1 && !quoted.has(index) && isClause(words, index),
	);
	if (clause > 0) return clauseProblem(words, clause);
	if (sourceField === undefined) return { name, type };
	if (more.length === 0) return { name, type, sourceField };
	return `has more than name, type and source field: "${more.join(' ')}". Put a name with blanks in double quotes.`;
}

/** Whether a word is NULL, or one of SQL's words with its argument: behind it, or in parentheses. */
function isClause(words: Words, index: number): boolean {
	const [keyword = '', argument] = clauseParts(words, index);
	return keyword === 'NULL' || (CLAUSES.has(keyword) && argument !== undefined);
}

/** Returns the keyword of a clause, and the beginning of its argument, if it has one. */
function clauseParts(words: Words, index: number): string[] {
	const [word = '', next] = words.slice(index, index + 2);
	const [keyword = '', ...inParentheses] = word.toUpperCase().split('(', 2);
	const following = next === undefined ? [] : [next.toUpperCase()];
	return [keyword.trimEnd(), ...inParentheses, ...following];
}

function clauseProblem(words: Words, index: number): string {
	const [keyword = '', argument = ''] = clauseParts(words, index);
	const shown = ['NOT', 'PRIMARY'].includes(keyword) ? `${keyword} ${argument}` : keyword;
	const [name = '', type = '', ...source] = words.slice(0, index);
	const typed = keyword === 'NULL' ? nullable(type) : type;
	const column = [inQuotes(name), typed, ...source.map(inQuotes)].join(' ');
	return `has ${shown} behind its type, where only a source field can stand. Write "${column}", or put a source field of that name in double quotes.`;
}

function nullable(type: string): string {
	const inner = /^LowCardinality\((.+)\)$/i.exec(type)?.[1];
	if (inner !== undefined) return `LowCardinality(${nullable(inner)})`;
	return /^Nullable\(/i.test(type) ? type : `Nullable(${type})`;
}

/** Returns a name as the list takes it. */
function inQuotes(name: string): string {
	return /^[^\s(),'"`]+$/.test(name) ? name : `"${name}"`;
}
