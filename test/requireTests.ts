import { readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');

/**
 * Runs the tests of a folder as those of one file: to load for each what they all need takes longer than most of them.
 * Each has the name of its own file around it.
 */
export function requireTests(folder: string): void {
	const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
	for (const name of names.filter((file) => file.endsWith('.test.ts')).sort()) {
		const file = path.join(folder, name);
		describe(file, () => {
			jest.requireActual(path.join(ROOT, file));
		});
	}
}
