import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { startEmulator } from '../emulator';
import { credentialsOf, MANAGEMENT, workflowOf } from '../engine/workflow';
import { mustRun } from '../n8n/harness/run';
import { findBaseline } from './baseline';

const ROOT = path.resolve(__dirname, '../..');
const CHILD = path.join(__dirname, 'firstUseChild.mjs');
/** Milliseconds of CPU time. The first use includes loading. */
const TIMES = z.object({ loading: z.number(), firstUse: z.number() });

type Times = z.infer<typeof TIMES>;
type Pair = Record<'now' | 'then', Times>;

/** Measures a build in a new process. */
async function measure(folder: string, input: string): Promise<Times> {
	const env = { ...process.env, N8N_LOG_LEVEL: 'silent', NODE_DISABLE_COMPILE_CACHE: '1' };
	const output = await mustRun(process.execPath, [CHILD, folder, input], { env });
	return TIMES.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
}

/** Returns the value below which this share of the numbers lies. */
function quantile(numbers: readonly number[], share: number): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[Math.round(share * (sorted.length - 1))] ?? NaN;
}

/** The middle half is in brackets after the median. */
function spreadText(numbers: readonly number[], digits: number): string {
	const [low = '', median = '', high = ''] = [0.25, 0.5, 0.75].map((share) =>
		quantile(numbers, share).toFixed(digits),
	);
	return `${median} (${low}–${high})`;
}

function rowOf(name: string, pairs: readonly Pair[], what: keyof Times): string {
	const ratios = pairs.map(({ now, then }) => now[what] / then[what]);
	const [now, then] = [pairs.map((pair) => pair.now[what]), pairs.map((pair) => pair.then[what])];
	return `${name}: ${spreadText(now, 0)} ms, before ${spreadText(then, 0)} ms, ratio ${spreadText(ratios, 2)}`;
}

/** The builds take turns. In every second pair, the other build starts. */
async function measurePairs(older: string, count: number): Promise<Pair[]> {
	const emulator = await startEmulator();
	const { serviceId } = emulator.ids;
	const parameters = { resource: 'service', operation: 'get', serviceId };
	const workflow = workflowOf({ type: MANAGEMENT, parameters });
	const warmUp = { ...workflow, nodes: workflow.nodes.slice(0, 2), connections: {} };
	const input = JSON.stringify({ warmUp, workflow, credentials: credentialsOf(emulator) });
	const pairs: Pair[] = [];
	for (let index = 0; index < count; index += 1) {
		const first = index % 2 === 0 ? undefined : await measure(ROOT, input);
		const then = await measure(older, input);
		pairs.push({ now: first ?? (await measure(ROOT, input)), then });
	}
	await emulator.close();
	return pairs;
}

async function main(): Promise<void> {
	const { baseline, pairs } = parseArgs({
		options: { baseline: { type: 'string' }, pairs: { type: 'string', default: '15' } },
	}).values;
	const older = await findBaseline(baseline);
	if (older === undefined) throw new Error('There is no release yet. Name a commit: --baseline');
	if (!existsSync(path.join(older.folder, 'dist'))) {
		await mustRun('npm', ['run', '--silent', 'build'], { cwd: older.folder });
	}
	const measured = await measurePairs(older.folder, Number(pairs));
	console.log(`Node ${process.versions.node}, ${pairs} pairs, compared with ${older.name}`);
	console.log(rowOf('Loading', measured, 'loading'));
	console.log(rowOf('Loading and first Service → Get', measured, 'firstUse'));
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
