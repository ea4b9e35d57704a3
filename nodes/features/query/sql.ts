import { withoutQuoted } from '../../engine/parameters/sqlText';

const DOLLARS = /\$[^]*\$/;
const READ_KEYWORDS = ['SELECT', 'FROM', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS'];
const STARTS_READING = new RegExp(`^[\\s(]*(?:${READ_KEYWORDS.join('|')})\\b`, 'i');

/**
 * In ClickHouse, some invisible characters separate words, although they aren't white space in JavaScript. A modifier,
 * such as WITH TOTALS, can follow a column named parallel.
 */
const SEVERAL = /;\s*[^\s;]|\bPARALLEL[^!-~]+WITH\b(?![^!-~]+(?:CUBE|FILL|ROLLUP|TIES|TOTALS)\b)/i;

/** Why the statement may change data, as the end of a sentence. Undefined if it only reads. */
export function writingStatementIn(sql: string): string | undefined {
	const bare = withoutQuoted(sql);
	// Text between dollar signs could contain a quotation mark. Everything after that mark would look like quoted text.
	if (bare.includes('$') && DOLLARS.test(sql)) return 'contains text between dollar signs';
	if (!STARTS_READING.test(bare)) return `doesn't begin with any of ${READ_KEYWORDS.join(', ')}`;
	// Only comments without a clear end are left here. Such a comment could come between the two words.
	const isUnclear = bare.includes('/*') && /\bPARALLEL\b/i.test(bare);
	if (isUnclear || SEVERAL.test(bare)) return 'contains several statements';
	// ClickHouse has no INSERT without INTO. A column or a function may be named insert.
	return /\bINSERT\b/i.test(bare) && /\bINTO\b/i.test(bare) ? 'contains INSERT' : undefined;
}

/** In `{day: Date}`, `day` is a parameter's name. */
export function parametersIn(sql: string): string[] {
	return [...sql.matchAll(/\{\s*(\w+)\s*:/g)].map(([, name = '']) => name);
}
