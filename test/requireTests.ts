import { readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');

/**
 * Loading n8n for each file would take longer than most tests, so a folder's tests run as a single file with a group
 * per test file.
 */
export function requireTests(folder: string, isWanted?: (file: string) => boolean): void {
	const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
	const files = names.map((name) => path.join(folder, name));
	for (const file of files
		.filter((one) => one.endsWith('.test.ts') && isWanted?.(one) !== false)
		.sort()) {
		describe(file, () => {
			jest.requireActual(path.join(ROOT, file));
		});
	}
}
