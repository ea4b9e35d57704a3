import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import type { BenchResults } from '../results';
import { measurements, PICTURES, type Run } from './measurements';
import { plot, THEMES } from './plot';

const PAGE = 'performance.md';
const BEGIN = '<!-- begin measurements -->';
const END = '<!-- end measurements -->';

/** Writes table and pictures into a folder that holds the page. */
export async function writePage(folder: string, results: BenchResults, run: Run): Promise<void> {
	const pictures = path.join(folder, 'images');
	mkdirSync(pictures, { recursive: true });
	for (const theme of ['light', 'dark'] as const) {
		const svg = await plot(results.cases, THEMES[theme]);
		writeFileSync(path.join(pictures, PICTURES[theme]), `${svg}\n`);
	}
	const file = path.join(folder, PAGE);
	const text = withBlock(readFileSync(file, 'utf8'), measurements(results, run));
	const config = await resolveConfig(file);
	writeFileSync(file, await format(text, { ...config, filepath: file }));
}

function withBlock(text: string, content: string): string {
	const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
	if (from < 0 || to < from) throw new Error(`${PAGE} has no block for the measurements`);
	return `${text.slice(0, from)}${BEGIN}\n\n${content}\n\n${text.slice(to)}`;
}
