const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----.*?-----END \1-----/gs;
const PARTS = /^(-----BEGIN [A-Z0-9 ]+-----)(.*)(-----END [A-Z0-9 ]+-----)$/s;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** So long are the lines of a PEM block. */
const LINE = /.{1,64}/g;

/**
 * Takes PEM text, gives it with its line breaks, which a one-line input loses or turns into blanks or `\n`.
 * Text that has its breaks, and blocks whose content is not plain base64, are given back as they are.
 */
export function restoredPem(text: string): string {
	if (!/-----BEGIN [A-Z0-9 ]+-----(?!\r?\n)/.test(text)) return text;
	const blocks = pemBlocks(text);
	return blocks.length === 0 ? text : blocks.join('');
}

/** The blocks of PEM text, each ending in a line break; those on one line have their breaks restored. */
export function pemBlocks(text: string): string[] {
	const blocks = text.match(BLOCK) ?? [];
	return blocks.map((block) => `${block.replace(PARTS, withBreaks)}\n`);
}

function withBreaks(block: string, begin: string, content: string, end: string): string {
	const packed = content.replace(/\\r|\\n|\s/g, '');
	return BASE64.test(packed) ? `${begin}\n${packed.replace(LINE, '$&\n')}${end}` : block;
}
