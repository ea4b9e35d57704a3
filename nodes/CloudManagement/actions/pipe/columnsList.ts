import type { Problem } from '../../../core/validation/issue';
import type { Entry, ListSyntax, ParsedList, ParsedRow } from './parseList';
import { parseList } from './parseList';

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
