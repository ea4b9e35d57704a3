import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import { withBlock } from '../../docs/generated';
import type { BenchResults } from '../results';
import { measurements, PICTURES, type Run } from './measurements';
import { plot, THEMES } from './plot';

const PAGE = 'performance.md';

/** Writes table and pictures into the folder of the page. */
export async function writePage(folder: string, results: BenchResults, run: Run): Promise<void> {
	const pictures = path.join(folder, 'images');
	mkdirSync(pictures, { recursive: true });
	for (const theme of ['light', 'dark'] as const) {
		const svg = await plot(results.cases, THEMES[theme]);
		writeFileSync(path.join(pictures, PICTURES[theme]), `${svg}\n`);
	}
	const file = path.join(folder, PAGE);
	const text = withBlock(readFileSync(file, 'utf8'), 'measurements', measurements(results, run));
	const config = await resolveConfig(file);
	writeFileSync(file, await format(text, { ...config, filepath: file }));
}
