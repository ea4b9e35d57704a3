import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import { withBlock } from '../../docs/generated';
import type { BenchResults } from '../results';
import { measurements, type Run } from './measurements';

const PAGE = 'performance.md';

/** Writes the tables into the page. */
export async function writePage(folder: string, results: BenchResults, run: Run): Promise<void> {
	const file = path.join(folder, PAGE);
	const text = withBlock(readFileSync(file, 'utf8'), 'measurements', measurements(results, run));
	const config = await resolveConfig(file);
	writeFileSync(file, await format(text, { ...config, filepath: file }));
}
