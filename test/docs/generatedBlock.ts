import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** Reads a document, named from the project's root. */
export function readDocument(name: string): string {
	return readFileSync(path.join(ROOT, name), 'utf8');
}

/**
 * Expects a document to hold the content between `<!-- begin name -->` and `<!-- end name -->`, however its
 * tables are padded. With UPDATE_DOCS=1 it is written there instead; `npm run format` then pads the tables.
 */
export function expectGenerated(document: string, name: string, content: string): void {
	const text = readDocument(document);
	const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
	const from = text.indexOf(begin) + begin.length;
	const to = text.indexOf(end);
	if (from < begin.length || to < from) throw new Error(`${document} has no block "${name}"`);
	if (process.env['UPDATE_DOCS'] === '1') {
		const written = `${text.slice(0, from)}\n\n${content.trim()}\n\n${text.slice(to)}`;
		writeFileSync(path.join(ROOT, document), written);
		return;
	}
	expect(unpadded(text.slice(from, to))).toEqual(unpadded(content));
}

/** The lines without what only pads the columns of a table. */
function unpadded(markdown: string): string[] {
	const lines = markdown.trim().split('\n');
	return lines.map((line) => line.replace(/-{3,}/g, '---').replace(/ +/g, ' ').trim());
}
