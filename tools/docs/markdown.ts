/** A Markdown table. Line breaks in a cell become `<br>`, and characters that would end the cell are escaped. */
export function table(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
	return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|').replaceAll('\n', '<br>');
}

export function code(text: string): string {
	return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

export function fence(language: string, content: string): string {
	return `\`\`\`${language}\n${content}\n\`\`\``;
}

/** Escapes Markdown. */
export function plain(text: string): string {
	return text.replace(/[\\*_<>[\]]/g, '\\$&');
}

/** "a", "a or b", "a, b or c". */
export function listed(texts: readonly string[], conjunction: 'and' | 'or'): string {
	const last = texts.at(-1) ?? '';
	const before = texts.slice(0, -1);
	return before.length === 0 ? last : `${before.join(', ')} ${conjunction} ${last}`;
}

/** Lower case with dashes, as in file names and anchors: "API Request" is "api-request". */
export function kebab(name: string): string {
	return name.toLowerCase().replace(/[^a-z\d]+/g, '-');
}
