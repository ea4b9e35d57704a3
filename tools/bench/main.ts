import path from 'node:path';
import { parseArgs } from 'node:util';

import { endChildren } from '../n8n/harness/children';
import { Opened } from '../n8n/harness/opened';
import { progress } from '../n8n/harness/progress';
import { installPackage, openStage } from '../n8n/harness/stage';
import { findBaseline } from './baseline';
import { runBench } from './bench';
import { COMPLETE, type Grid } from './grid';
import { machineText } from './report/machine';
import { caseName } from './report/names';
import { measurements, writePage } from './report/page';

const DOCS = path.resolve(__dirname, '../../docs/development');
const HELP = `npm run bench -- [--only <text>] [--rounds <number>] [--baseline <folder or git ref>]

Measures the package beside HTTP Request, a bare node and an older build, and rewrites docs/development/performance.md.
--only <text>      measures the cases whose name contains the text, and prints the tables
--rounds <number>  measures that often, and prints the tables
--baseline <…>     the older build: the folder of another tree, or a commit; by default the last release`;

/** The command line's requests. */
interface Asked {
	only?: string | undefined;
	rounds?: string | undefined;
	baseline?: string | undefined;
}

function gridOf({ only = '', rounds = String(COMPLETE.rounds) }: Asked): Grid {
	return {
		...COMPLETE,
		rounds: Number(rounds),
		cases: COMPLETE.cases.filter((one) => caseName(one).includes(only)),
		memory: COMPLETE.memory.filter((one) => caseName(one).includes(only)),
	};
}

async function measure(asked: Asked): Promise<void> {
	const grid = gridOf(asked);
	const opened = new Opened();
	try {
		const older = await findBaseline(asked.baseline);
		const stageOf = async (root?: string) =>
			await openStage(opened, await installPackage(opened, root));
		const own = await stageOf();
		const baseline = older && (await stageOf(older.folder));
		const results = await runBench({ own, baseline }, grid);
		const content = measurements(results, grid, await machineText(own.n8n), older?.name);
		console.log(`\n${content}\n`);
		const isComplete = asked.only === undefined && asked.rounds === undefined;
		if (isComplete) await writePage(DOCS, content);
	} finally {
		await opened.close();
	}
}

async function main(args: string[]): Promise<void> {
	const text = { type: 'string' } as const;
	const options = { only: text, rounds: text, baseline: text, help: { type: 'boolean' } } as const;
	const { help, ...asked } = parseArgs({ args, options }).values;
	if (help === true) console.log(HELP);
	else await measure(asked);
}

// n8n and the other processes must end with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, endChildren);

main(process.argv.slice(2)).catch((error: unknown) => {
	progress(String(error));
	process.exitCode = 1;
});
