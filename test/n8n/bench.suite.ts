import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { runBench, type Stages } from '../../tools/bench/bench';
import { SMOKE } from '../../tools/bench/grid';
import { machineText } from '../../tools/bench/report/machine';
import { measurements, writePage } from '../../tools/bench/report/page';
import type { BenchResults } from '../../tools/bench/results';
import type { Checks } from './harness/checks';
import { Opened } from '../../tools/n8n/harness/opened';
import { type Installed, openStage } from '../../tools/n8n/harness/stage';

/** Checks that the benchmark measures the right things, not how fast anything is. */
export async function benchSuite(checks: Checks, installed: Installed): Promise<void> {
	const opened = new Opened();
	try {
		const own = await openStage(opened, installed);
		// The older build is the same one here.
		await bench(checks, { own, baseline: await openStage(opened, installed) });
	} finally {
		await opened.close();
	}
}

async function bench(checks: Checks, stages: Stages): Promise<void> {
	const { own: stage } = stages;
	let results: BenchResults | undefined;
	await checks.check('every client sends exactly the requests of each case', async () => {
		// Throws if the server has other counts.
		results = await runBench(stages, SMOKE);
		assert.equal(results.cases.length, SMOKE.cases.length);
		for (const { case: one, measured } of results.cases) {
			assert.deepEqual(new Set(Object.keys(measured)), new Set(one.clients));
		}
	});
	await checks.check('the page gets its tables', async () => {
		assert.ok(results);
		const folder = path.join(stage.userFolder, 'docs');
		mkdirSync(folder);
		const page = path.join(folder, 'performance.md');
		writeFileSync(page, '<!-- begin measurements -->\n\nold\n\n<!-- end measurements -->\n');
		const machine = await machineText(stage.n8n);
		await writePage(folder, measurements(results, SMOKE, machine, 'the same'));
		const text = readFileSync(page, 'utf8');
		assert.match(text, /Measured on \d{4}-\d\d-\d\d: \d+ cores.*n8n 2\.\d+\.\d+ on Node 24/);
		assert.match(text, /^\| 3 × Pipe → Create, fields +\| +\d/m);
		assert.match(text, /^\| 3 × Service → Get +(?:\| +\d+\.\d\d +){3}\|$/m);
	});
}
