/**
 * Matches comments, strings, and quoted names, where keywords mean nothing. A group matches if the text has no end, or
 * contains a nested comment, which servers end in different places.
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
/** Two tags such as $a$ can share a dollar sign. */
const HEREDOC_TAGS = /\$(?=(\w*)\$)/g;

/** Removes comments, strings, and quoted names, unless they have no clear end. */
export function withoutQuoted(sql: string): string {
	return sql.replace(ALL_QUOTED, (quoted, ...ends: unknown[]) =>
		// `ends` contains the groups, and then the match's position and the whole text.
		ends.slice(0, -2).some((end) => end !== undefined) ? quoted : ' ',
	);
}

const BRACKET_OR_COMMA = new RegExp(`${ALL_QUOTED.source}|[()[\\]{},]`, 'g');

/** Splits SQL at commas, except within brackets, quotes, and comments. */
export function splitSql(sql: string): string[] {
	const expressions: string[] = [];
	let [start, depth] = [0, 0];
	for (const { 0: token, index } of sql.matchAll(BRACKET_OR_COMMA)) {
		if ('([{'.includes(token)) depth += 1;
		if (')]}'.includes(token)) depth = Math.max(0, depth - 1);
		if (token !== ',' || depth > 0) continue;
		expressions.push(sql.slice(start, index));
		start = index + 1;
	}
	return [...expressions, sql.slice(start)];
}

/**
 * Removes the text between two equal tags. A regular expression would search the rest of the SQL again for each tag.
 */
function withoutHeredocs(sql: string): string {
	const tags = [...sql.matchAll(HEREDOC_TAGS)].map(({ 1: name = '', index }) => ({
		tag: `$${name}$`,
		index,
	}));
	const lastIndexes = new Map(tags.map(({ tag, index }) => [tag, index]));
	let [outside, start] = ['', 0];
	for (const { tag, index } of tags) {
		const textStart = index + tag.length;
		if (index < start || textStart > (lastIndexes.get(tag) ?? -1)) continue;
		outside += `${sql.slice(start, index)} `;
		start = sql.indexOf(tag, textStart) + tag.length;
	}
	return outside + sql.slice(start);
}

/** The editor colors braces in fixed SQL like an expression, but n8n doesn't evaluate them. */
export function hasExpressionBraces(sql: string): boolean {
	return sql.includes('{{') && withoutQuoted(withoutHeredocs(sql)).includes('{{');
}
