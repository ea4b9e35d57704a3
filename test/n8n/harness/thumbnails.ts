import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { example, exampleNames, EXAMPLES } from './workflows';

/** The folder with a small picture of each example. */
export const THUMBNAILS = path.join(EXAMPLES, 'images');
const HASHES = path.resolve(__dirname, '../editor/thumbnails.json');

/** A hash of what the canvas shows of an example. */
export function canvasHash(name: string): string {
	const { nodes, connections } = example(name);
	const drawn = nodes.map(({ name: title, type, position, disabled, parameters }) => {
		const { content, width, height, operation, resource } = parameters;
		return [title, type, position, disabled, content, width, height, operation, resource];
	});
	const text = JSON.stringify([drawn, connections]);
	return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** The hash of each example when its thumbnail was taken. */
export function hashesOfThumbnails(): Record<string, string> {
	return JSON.parse(readFileSync(HASHES, 'utf8'));
}

/** Keeps the hashes of all examples, whose thumbnails have been taken. */
export function keepHashes(): void {
	const hashes = Object.fromEntries(exampleNames().map((name) => [name, canvasHash(name)]));
	writeFileSync(HASHES, `${JSON.stringify(hashes, null, 2)}\n`);
}
