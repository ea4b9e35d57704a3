import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../..');

/** `name` is a path from the project's root. */
export function readDocument(name: string): string {
	return readFileSync(path.join(ROOT, name), 'utf8');
}

/** `name` is a path from the project's root. */
export function exists(name: string): boolean {
	return existsSync(path.join(ROOT, name));
}

/** Paths start at the project's root. Includes folders below. */
export function documentsIn(folder: string): string[] {
	return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
		.map((name) => path.join(folder, name))
		.sort();
}
