import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { PROMISING, promises, unheld } from './promises';

const ROOT = path.resolve(__dirname, '../..');
/** The suites in a real n8n check the promises that name them. */
const IN_N8N = 'test/n8n/';

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

/** Compares the guarantees with what Jest has written about a run of all tests. */
function main(file: string): boolean {
	const { testResults } = jestResults.parse(JSON.parse(readFileSync(file, 'utf8')));
	const results = testResults.flatMap(({ name, assertionResults }) =>
		assertionResults.map(({ ancestorTitles, title, status }) => ({
			file: path.relative(ROOT, name),
			titles: [...ancestorTitles, title],
			status,
		})),
	);
	const promised = promises().filter((promise) => !promise.file.startsWith(IN_N8N));
	const faults = unheld(promised, results);
	for (const fault of faults) console.error(`${PROMISING} promises too much. ${fault}.`);
	const proved = `${String(promised.length)} guarantees of ${PROMISING}`;
	if (faults.length === 0) console.log(`The tests of ${proved} ran and passed`);
	return faults.length === 0;
}

process.exitCode = main(process.argv[2] ?? '.cache/jest.json') ? 0 : 1;
