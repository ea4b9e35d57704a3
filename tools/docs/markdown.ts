const MIN_INDEXED = 10;

/** Line breaks in a cell become `<br>`, and characters that would end the cell are escaped. */
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

/** Expressions, and members with an empty value, look better as code. */
const CODE_IN_TEXT = /\{\{.*?\}\}|\{ "\w+": \{\} \}|"\w+": \[\]/;
const NEEDS_CARE = new RegExp(`${CODE_IN_TEXT.source}|[\\\\*_<>[\\]]`, 'g');

/** Escapes Markdown, except in parts that look better as code. */
export function plain(text: string): string {
	return text.replace(NEEDS_CARE, (part) => (CODE_IN_TEXT.test(part) ? code(part) : `\\${part}`));
}

/** File names and anchors are written like this: "API Request" is "api-request". */
export function kebab(name: string): string {
	return name.toLowerCase().replace(/[^a-z\d]+/g, '-');
}

/** The heading must be on the same page. */
export function linkTo(heading: string): string {
	return `[${heading}](#${kebab(heading)})`;
}

/** A short page needs no table of contents, so it gets an empty text. */
export function headingIndex(headings: readonly string[]): string {
	return headings.length < MIN_INDEXED ? '' : `\n\nOperations: ${headings.map(linkTo).join(', ')}.`;
}

export function ended(text: string): string {
	return text === '' || /[.?!_]$/.test(text) ? text : `${text}.`;
}
