/**
 * Comments, strings, and quoted names, where keywords mean nothing. A group matches if the text has no end, or contains
 * a nested comment, whose end depends on the server.
 */
const QUOTED = [
	/(?<!-)--[^\n]*/,
	/(?<![^*]\/)\/\/[^\n]*/,
	/#[ !][^\n]*/,
	/\/\*[^]*?(?:\*\/|(\/\*[^]*|$))/,
	/(?<!‘)‘[^’]*(?:’|($))/,
	/(?<!“)“[^”]*(?:”|($))/,
	/'[^'\\]*(?:\\[^][^'\\]*)*(?:'|(\\?$))/,
	/"[^"\\]*(?:\\[^][^"\\]*)*(?:"|(\\?$))/,
	/`[^`\\]*(?:\\[^][^`\\]*)*(?:`|(\\?$))/,
];
const ALL_QUOTED = new RegExp(QUOTED.map(({ source }) => source).join('|'), 'g');
const HEREDOCS = /\$(\w*)\$[^]*?\$\1\$/g;

/** Removes comments, strings, and quoted names, unless they have no clear end. */
export function withoutQuoted(sql: string): string {
	return sql.replace(ALL_QUOTED, (quoted, ...ends: unknown[]) =>
		// `ends` contains the groups, followed by the match's position and the whole text.
		ends.slice(0, -2).some((end) => end !== undefined) ? quoted : ' ',
	);
}

/** The editor colors braces in fixed SQL like an expression, but n8n doesn't evaluate them. */
export function hasExpressionBraces(sql: string): boolean {
	return sql.includes('{{') && withoutQuoted(sql.replace(HEREDOCS, ' ')).includes('{{');
}
