const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \1-----/gs;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const LINE_LENGTH = 64;

/**
 * Takes PEM text, gives it with its line breaks, which a one-line input loses or turns into blanks or `\n`.
 * Text that has its breaks, and blocks whose content is not plain base64, are given back as they are.
 */
export function restoredPem(text: string): string {
	if (!/-----BEGIN [A-Z0-9 ]+-----(?!\r?\n)/.test(text)) return text;
	return pemBlocks(text).join('');
}

/** The blocks of PEM text, each ending in a line break; those on one line have their breaks restored. */
export function pemBlocks(text: string): string[] {
	return [...text.matchAll(BLOCK)].map(([whole, label = '', content = '']) => {
		const packed = content.replace(/\\r|\\n|\s/g, '');
		if (!BASE64.test(packed)) return `${whole}\n`;
		const lines = packed.match(new RegExp(`.{1,${String(LINE_LENGTH)}}`, 'g')) ?? [];
		return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
	});
}
