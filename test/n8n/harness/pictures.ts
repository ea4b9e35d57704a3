import { mkdirSync } from 'node:fs';
import path from 'node:path';

const DOCS = path.resolve(__dirname, '../../../docs/images');
const CHECKED = path.resolve(__dirname, '../../../.cache/pictures');

/** Where the suites write pictures: those of the docs are replaced only with UPDATE_PICTURES=1. */
export function picturesFolder(): string {
	const folder = process.env.UPDATE_PICTURES === '1' ? DOCS : CHECKED;
	mkdirSync(folder, { recursive: true });
	return folder;
}
