import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../..');

/** Reads a document by its path from the project's root. */
export function readDocument(name: string): string {
	return readFileSync(path.join(ROOT, name), 'utf8');
}

/** `name` is a path from the project's root. */
export function exists(name: string): boolean {
	return existsSync(path.join(ROOT, name));
}

/** Documents in a folder and below, by path from the project's root. */
export function documentsIn(folder: string): string[] {
	return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
		.map((name) => path.join(folder, name))
		.sort();
}
