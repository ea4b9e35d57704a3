import { fork } from 'node:child_process';
import path from 'node:path';

import type { Emulator, Fault } from '../../../tools/emulator';
import { sampleActivity, startEmulator } from '../../../tools/emulator';
import type { BatchRun } from './batchRun';
import { batchRun } from './batchRun';

const ITEMS = 4000;
/** A second run of this size makes memory that each item leaks measurable. */
const ITEMS_AGAIN = 2000;
const MAX_BYTES_PER_ITEM = 60 * 1024;
/** The engine's caches grow by less. A leak of a small object per item would far exceed it. */
const MAX_GROWTH_BYTES = 150 * ITEMS_AGAIN;

/** Every fiftieth item hits one of these faults on its first request. */
const FLAWS: Fault[] = [
	{ kind: 'status', status: 503 },
	{ kind: 'resetBeforeHeaders' },
	{ kind: 'cutJson200' },
	{ kind: 'status', status: 504, body: '<html><title>504 Gateway Time-out</title></html>' },
	{ kind: 'empty200' },
	{ kind: 'resetMidBody' },
];

function addFlaws(emulator: Emulator): void {
	for (let item = 0; item < ITEMS; item += 50) {
		const flaw = FLAWS[(item / 50) % FLAWS.length];
		const match = { path: new RegExp(`/event-${String(item)}$`) };
		if (flaw !== undefined) emulator.faults.add({ ...flaw, match, times: 1 });
	}
}

async function runBatches(emulator: Emulator, onRun: (run: BatchRun) => void): Promise<void> {
	const counts = [String(ITEMS), String(ITEMS_AGAIN)];
	const args = [JSON.stringify(emulator.credentials.management), ...counts];
	const execArgv = ['--expose-gc', '--import', 'tsx'];
	const child = fork(path.join(__dirname, 'readBatch.ts'), args, { execArgv });
	child.on('message', (run) => {
		onRun(batchRun.parse(run));
	});
	const code = await new Promise((resolve) => child.once('close', resolve));
	expect(code).toBe(0);
}

/** Counts the correct responses per activity. */
function answersByPath(emulator: Emulator): Map<string, number> {
	const answers = new Map<string, number>();
	for (const { path: asked, status, fault } of emulator.requests) {
		if (status === 200 && fault === undefined) answers.set(asked, (answers.get(asked) ?? 0) + 1);
	}
	return answers;
}

describe('4,000 items through a slow and flaky service', () => {
	it('get one answer each, in order, in bounded memory', async () => {
		const activities = Array.from({ length: ITEMS }, (_, index) => ({
			...sampleActivity(),
			id: `event-${String(index)}`,
		}));
		const emulator = await startEmulator({
			seed: { activities },
			latency: { baseMs: 2, jitterMs: 20 },
		});
		const runs: BatchRun[] = [];
		const answered: number[][] = [];
		addFlaws(emulator);
		await runBatches(emulator, (run) => {
			runs.push(run);
			answered.push([...answersByPath(emulator).values()]);
			emulator.clearLog();
			addFlaws(emulator);
		});
		await emulator.close();

		const ids = activities.map(({ id }) => id);
		const pairs = ids.map((_, item) => ({ item }));
		const [first, second] = runs;
		expect(first).toMatchObject({ answers: ids, pairs });
		expect(second?.answers).toEqual(ids.slice(0, ITEMS_AGAIN));
		expect(answered).toEqual([Array(ITEMS).fill(1), Array(ITEMS_AGAIN).fill(1)]);
		const peak = (first?.peak ?? 0) / ITEMS;
		const growth = (second?.left ?? 0) - (first?.left ?? 0);
		console.log(`Peak bytes an item: ${peak.toFixed()}; grown in a second run: ${String(growth)}`);
		expect(peak).toBeLessThan(MAX_BYTES_PER_ITEM);
		expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
	}, 1_800_000);
});
