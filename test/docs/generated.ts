/** The first line of a page that is generated completely. */
export const GENERATED = '<!-- Written by `npm run docs`. Do not edit. -->';

/** A document as it must be, before Prettier formats it. */
export interface GeneratedDocument {
	/** From the project's root. */
	file: string;
	content: string;
}

/** Content of a document between two comments that name it. */
export interface GeneratedBlock {
	file: string;
	name: string;
	content: string;
}

/** Returns a document with other content between `<!-- begin name -->` and `<!-- end name -->`. */
export function withBlock(document: string, name: string, content: string): string {
	const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
	const from = document.indexOf(begin) + begin.length;
	const to = document.indexOf(end);
	if (from < begin.length || to < from) throw new Error(`There is no block "${name}"`);
	return `${document.slice(0, from)}\n\n${content.trim()}\n\n${document.slice(to)}`;
}
