import { readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');

/**
 * Runs all tests of a folder as one file, each in a group with the name of its own file: loading n8n for each file would
 * take longer than most of the tests.
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
