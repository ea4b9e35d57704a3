import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import type { TestResult } from './promises';
import { PROMISING, promises, unheld } from './promises';

const ROOT = path.resolve(__dirname, '../..');
/** Suites in a real n8n check their own guarantees. */
const IN_N8N = 'test/n8n/';
const RUNS = ['unit.json', 'system.json', 'engine.json'];

const jestResults = z.object({
	testResults: z.array(
		z.object({
			name: z.string(),
			assertionResults: z.array(
				z.object({
					ancestorTitles: z.array(z.string()),
					title: z.string(),
					status: z.string(),
				}),
			),
		}),
	),
});

/** A folder's tests run as a single file with a group for each test file. */
function resultsIn(run: string): TestResult[] {
	const file = path.join(ROOT, '.cache', run);
	const { testResults } = jestResults.parse(JSON.parse(readFileSync(file, 'utf8')));
	return testResults.flatMap(({ name, assertionResults }) =>
		assertionResults.map(({ ancestorTitles, title, status }) => ({
			file: ancestorTitles.find((group) => group.endsWith('.test.ts')) ?? path.relative(ROOT, name),
			titles: [...ancestorTitles, title],
			status,
		})),
	);
}

function main(): boolean {
	const results = RUNS.flatMap(resultsIn);
	const promised = promises().filter((promise) => !promise.file.startsWith(IN_N8N));
	const faults = unheld(promised, results);
	for (const fault of faults) console.error(`${PROMISING} promises too much. ${fault}.`);
	const proved = `${String(promised.length)} guarantees of ${PROMISING}`;
	if (faults.length === 0) console.log(`The tests of ${proved} ran and passed`);
	return faults.length === 0;
}

process.exitCode = main() ? 0 : 1;
