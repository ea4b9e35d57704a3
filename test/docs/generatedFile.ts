import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { readDocument } from './generatedBlock';

const ROOT = path.resolve(__dirname, '../..');

/** Expects a whole file, named from the project's root, to hold a text. With UPDATE_DOCS=1 it is written there instead. */
export function expectGeneratedFile(file: string, text: string): void {
	if (process.env['UPDATE_DOCS'] === '1') writeFileSync(path.join(ROOT, file), text);
	expect(existsSync(path.join(ROOT, file)) ? readDocument(file) : '').toBe(text);
}
