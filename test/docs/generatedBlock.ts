/** Returns a document with other content between `<!-- begin name -->` and `<!-- end name -->`. */
export function withBlock(document: string, name: string, content: string): string {
	const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
	const from = document.indexOf(begin) + begin.length;
	const to = document.indexOf(end);
	if (from < begin.length || to < from) throw new Error(`There is no block "${name}"`);
	return `${document.slice(0, from)}\n\n${content.trim()}\n\n${document.slice(to)}`;
}
