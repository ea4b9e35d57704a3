import { parseArgs } from 'node:util';

import { endChildren } from '../n8n/harness/children';
import { Opened } from '../n8n/harness/opened';
import { progress } from '../n8n/harness/progress';
import { installPackage, openStage } from '../n8n/harness/stage';
import { findBaseline } from './baseline';
import { runBench } from './bench';
import { caseName, CASES } from './grid';
import { comparison, machineText, measurements, writePage } from './page';

/** Measures all cases and writes the page, or prints the tables of cases whose name contains the text. */
async function main(args: string[]): Promise<void> {
	const text = { type: 'string' } as const;
	const { only = '', baseline } = parseArgs({
		args,
		options: { only: text, baseline: text },
	}).values;
	const opened = new Opened();
	try {
		const stageOf = async (root?: string) =>
			await openStage(opened, await installPackage(opened, root));
		const older = await findBaseline(baseline);
		const stages = { own: await stageOf(), baseline: older && (await stageOf(older.folder)) };
		const cases = CASES.filter((one) => caseName(one).includes(only));
		const results = await runBench(stages, cases);
		const content = measurements(results, await machineText(stages.own.n8n));
		console.log(`\n${content}\n`);
		if (older !== undefined) console.log(`${comparison(results, older.name)}\n`);
		if (only === '') await writePage(content);
	} finally {
		await opened.close();
	}
}

// Without this, Ctrl+C would leave n8n and its servers running.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, endChildren);

main(process.argv.slice(2)).catch((error: unknown) => {
	progress(String(error));
	process.exitCode = 1;
});
