const BOUNDARY = /-----(BEGIN|END) ([A-Z0-9 ]+)-----/g;
const PARTS = /^(-----BEGIN [A-Z0-9 ]+-----)(.*)(-----END [A-Z0-9 ]+-----)$/s;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** So long are the lines of a PEM block. */
const LINE = /.{1,64}/g;

/**
 * Returns PEM text with its line breaks, which a one-line input loses or turns into spaces or `\n`.
 * Text that has its breaks, and blocks whose content isn't plain base64, are returned unchanged.
 */
export function restoredPem(text: string): string {
	if (!/-----BEGIN [A-Z0-9 ]+-----(?!\r?\n)/.test(text)) return text;
	const blocks = pemBlocks(text);
	return blocks.length === 0 ? text : blocks.join('');
}

/** Returns the blocks of PEM text, each ending in a line break; those on one line have their breaks restored. */
export function pemBlocks(text: string): string[] {
	return wholeBlocks(text).map((block) => `${block.replace(PARTS, withBreaks)}\n`);
}

/** Reads the boundaries once, from front to back: one pattern for a whole block would look for each end again. */
function wholeBlocks(text: string): string[] {
	const blocks: string[] = [];
	let begin: { index: number; label: string | undefined } | undefined;
	for (const { 0: boundary, 1: kind, 2: label, index } of text.matchAll(BOUNDARY)) {
		if (begin === undefined) {
			if (kind === 'BEGIN') begin = { index, label };
		} else if (kind === 'END' && label === begin.label) {
			blocks.push(text.slice(begin.index, index + boundary.length));
			begin = undefined;
		}
	}
	return blocks;
}

function withBreaks(block: string, begin: string, content: string, end: string): string {
	const packed = content.replace(/\\r|\\n|\s/g, '');
	return BASE64.test(packed) ? `${begin}\n${packed.replace(LINE, '$&\n')}${end}` : block;
}

/** Takes the key file of a Google service account, or its base64, and returns its base64. */
export function keyFileAsBase64(text: string): string {
	const trimmed = text.trim();
	const isFile = trimmed.startsWith('{');
	return isFile ? Buffer.from(trimmed).toString('base64') : trimmed.replace(/\s/g, '');
}
