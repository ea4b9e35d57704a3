/** Comments, strings and quoted names, where keywords mean nothing. A group matches if the text has no end. */
const QUOTED = [
	/(?<!-)--.*/,
	/#[ !].*/,
	/\/\*[^]*?(?:\*\/|($))/,
	/'[^'\\]*(?:\\[^][^'\\]*)*(?:'|(\\?$))/,
	/"[^"\\]*(?:\\[^][^"\\]*)*(?:"|(\\?$))/,
	/`[^`\\]*(?:\\[^][^`\\]*)*(?:`|(\\?$))/,
];
const ALL_QUOTED = new RegExp(QUOTED.map(({ source }) => source).join('|'), 'g');
const ENDS = 4;
const HEREDOCS = /\$(\w*)\$[^]*?\$\1\$/g;

/** Removes comments, strings and quoted names, unless they have no end. */
export function withoutQuoted(sql: string): string {
	return sql.replace(ALL_QUOTED, (quoted, ...ends: unknown[]) =>
		ends.slice(0, ENDS).some((end) => end !== undefined) ? quoted : ' ',
	);
}

/** The editor colors braces in fixed SQL like an expression, but n8n doesn't evaluate them. */
export function hasExpressionBraces(sql: string): boolean {
	return sql.includes('{{') && withoutQuoted(sql.replace(HEREDOCS, ' ')).includes('{{');
}
