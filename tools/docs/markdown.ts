/** Returns a table in Markdown. Line breaks in a cell become `<br>`, and characters that end a cell are escaped. */
export function table(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
	return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|').replaceAll('\n', '<br>');
}

/** Returns text as code. */
export function code(text: string): string {
	return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Returns a fenced block of code. */
export function fence(language: string, content: string): string {
	return `\`\`\`${language}\n${content}\n\`\`\``;
}

/** Escapes the text's Markdown markup. */
export function plain(text: string): string {
	return text.replace(/[\\*_<>[\]]/g, '\\$&');
}

/** Returns a list in words: "a", "a or b", "a, b or c". */
export function listed(texts: readonly string[], conjunction: 'and' | 'or'): string {
	const last = texts.at(-1) ?? '';
	const before = texts.slice(0, -1);
	return before.length === 0 ? last : `${before.join(', ')} ${conjunction} ${last}`;
}

/** Returns a name in lower case with dashes, as in file names and anchors: "API Request" is "api-request". */
export function kebab(name: string): string {
	return name.toLowerCase().replace(/[^a-z\d]+/g, '-');
}
