import { withoutQuoted } from '../../engine/parameters/sqlText';

const DOLLARS = /\$[^]*\$/;
const READ_KEYWORDS = ['SELECT', 'FROM', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS'];
const STARTS_READING = new RegExp(`^[\\s(]*(?:${READ_KEYWORDS.join('|')})\\b`, 'i');

/** Several statements. ClickHouse also separates words by invisible signs that aren't white space here. */
const SEVERAL = /;\s*[^\s;]|\bPARALLEL[^!-~]+WITH\b/i;

/** Explains in a clause why a statement may do more than read. Undefined if it only reads. */
export function writingStatementIn(sql: string): string | undefined {
	const bare = withoutQuoted(sql);
	// Text between dollar signs could contain a quotation mark, and so hide the rest.
	if (bare.includes('$') && DOLLARS.test(sql)) return 'contains text between dollar signs';
	if (!STARTS_READING.test(bare)) return `doesn't begin with any of ${READ_KEYWORDS.join(', ')}`;
	if (SEVERAL.test(bare)) return 'contains several statements';
	// A bracket follows the function's name, never the statement's.
	return /\bINSERT\b(?!\s*\()/i.test(bare) ? 'contains INSERT' : undefined;
}

/** Names of a statement's parameters: `day` for `{day: Date}`. */
export function parametersIn(sql: string): string[] {
	return [...sql.matchAll(/\{\s*(\w+)\s*:/g)].map(([, name = '']) => name);
}
