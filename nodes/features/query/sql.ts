/** Comments, texts and quoted names, in which a keyword means nothing. A group matches the end if there's no other. */
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
const HEREDOC = /\$\w*\$/;
const READING = ['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'EXPLAIN', 'EXISTS'];
const STARTS_READING = new RegExp(`^[\\s(]*(?:${READING.join('|')})\\b`, 'i');

/** Why a statement may do more than read, as a clause; undefined if it only reads. */
export function changeIn(sql: string): string | undefined {
	// A text between such marks could hold a quotation mark, and so hide what follows.
	if (HEREDOC.test(sql)) return 'contains a text between dollar signs';
	const bare = sql.replace(ALL_QUOTED, (quoted, ...ends: unknown[]) =>
		ends.slice(0, ENDS).some((end) => end !== undefined) ? quoted : ' ',
	);
	if (!STARTS_READING.test(bare)) return `doesn't begin with any of ${READING.join(', ')}`;
	if (/;\s*[^\s;]/.test(bare)) return 'contains several statements';
	return /\bINSERT\b/i.test(bare) ? 'contains INSERT' : undefined;
}

/** The names of a statement's parameters: `day` for `{day: Date}`. */
export function parametersIn(sql: string): string[] {
	return [...sql.matchAll(/\{\s*(\w+)\s*:/g)].map(([, name = '']) => name);
}
