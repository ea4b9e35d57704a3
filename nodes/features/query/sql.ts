import { withoutQuoted } from '../../engine/parameters/sqlText';

const DOLLARS = /\$[^]*\$/;
const READ_KEYWORDS = ['SELECT', 'FROM', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS'];
const STARTS_READING = new RegExp(`^[\\s(]*(?:${READ_KEYWORDS.join('|')})\\b`, 'i');

/**
 * ClickHouse also separates words by invisible characters that aren't white space in JavaScript. A column named parallel
 * can have a modifier, such as WITH TOTALS.
 */
const SEVERAL = /;\s*[^\s;]|\bPARALLEL[^!-~]+WITH\b(?![^!-~]+(?:CUBE|FILL|ROLLUP|TIES|TOTALS)\b)/i;

/** Why the statement may write, as the end of a sentence. Undefined if it only reads. */
export function writingStatementIn(sql: string): string | undefined {
	const bare = withoutQuoted(sql);
	// Text between dollar signs could contain a quotation mark, which would hide the rest.
	if (bare.includes('$') && DOLLARS.test(sql)) return 'contains text between dollar signs';
	if (!STARTS_READING.test(bare)) return `doesn't begin with any of ${READ_KEYWORDS.join(', ')}`;
	// Only a comment without a clear end is left. It could separate the two words.
	const isUnclear = bare.includes('/*') && /\bPARALLEL\b/i.test(bare);
	if (isUnclear || SEVERAL.test(bare)) return 'contains several statements';
	// ClickHouse has no INSERT without INTO. A column or a function may be named insert.
	return /\bINSERT\b/i.test(bare) && /\bINTO\b/i.test(bare) ? 'contains INSERT' : undefined;
}

/** In `{day: Date}`, `day` is a parameter's name. */
export function parametersIn(sql: string): string[] {
	return [...sql.matchAll(/\{\s*(\w+)\s*:/g)].map(([, name = '']) => name);
}
