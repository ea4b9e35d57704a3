import path from 'node:path';
import { parseArgs } from 'node:util';

import { endChildren } from '../n8n/harness/children';
import { Opened } from '../n8n/harness/opened';
import { progress } from '../n8n/harness/progress';
import { installPackage, openStage } from '../n8n/harness/stage';
import { runBench } from './bench';
import { COMPLETE, type Grid } from './grid';
import { machineText } from './report/machine';
import { caseName } from './report/names';
import { measurements, writePage } from './report/page';

const DOCS = path.resolve(__dirname, '../../docs/development');
const HELP = `npm run bench -- [--only <text>]

Measures the package beside HTTP Request, and rewrites docs/development/performance.md.
--only <text>  measures the cases whose name contains the text, and prints the tables`;

function gridOf(only: string): Grid {
	return {
		...COMPLETE,
		cases: COMPLETE.cases.filter((one) => caseName(one).includes(only)),
		memory: COMPLETE.memory.filter((one) => caseName(one).includes(only)),
	};
}

async function measure(only: string | undefined): Promise<void> {
	const grid = gridOf(only ?? '');
	const opened = new Opened();
	try {
		const stage = await openStage(opened, await installPackage(opened));
		const results = await runBench(stage, grid);
		const content = measurements(results, grid, await machineText(stage.n8n));
		console.log(`\n${content}\n`);
		if (only === undefined) await writePage(DOCS, content);
	} finally {
		await opened.close();
	}
}

async function main(args: string[]): Promise<void> {
	const options = { only: { type: 'string' }, help: { type: 'boolean' } } as const;
	const { only, help } = parseArgs({ args, options }).values;
	if (help === true) console.log(HELP);
	else await measure(only);
}

// n8n and the other processes must not outlive it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, endChildren);

main(process.argv.slice(2)).catch((error: unknown) => {
	progress(String(error));
	process.exitCode = 1;
});
