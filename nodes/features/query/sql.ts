import { withoutQuoted } from '../../engine/parameters/sqlText';

const DOLLARS = /\$[^]*\$/;
const READ_KEYWORDS = ['SELECT', 'FROM', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS'];
const STARTS_READING = new RegExp(`^[\\s(]*(?:${READ_KEYWORDS.join('|')})\\b`, 'i');

/** ClickHouse also separates words by invisible characters that aren't white space in JavaScript. */
const SEVERAL = /;\s*[^\s;]|\bPARALLEL[^!-~]+WITH\b/i;

/** Why the statement may write, as the end of a sentence. Undefined if it only reads. */
export function writingStatementIn(sql: string): string | undefined {
	const bare = withoutQuoted(sql);
	// Text between dollar signs could contain a quotation mark, which would hide the rest.
	if (bare.includes('$') && DOLLARS.test(sql)) return 'contains text between dollar signs';
	if (!STARTS_READING.test(bare)) return `doesn't begin with any of ${READ_KEYWORDS.join(', ')}`;
	if (SEVERAL.test(bare)) return 'contains several statements';
	// A bracket follows the function `insert`, but never the statement.
	return /\bINSERT\b(?!\s*\()/i.test(bare) ? 'contains INSERT' : undefined;
}

/** In `{day: Date}`, `day` is a parameter's name. */
export function parametersIn(sql: string): string[] {
	return [...sql.matchAll(/\{\s*(\w+)\s*:/g)].map(([, name = '']) => name);
}
