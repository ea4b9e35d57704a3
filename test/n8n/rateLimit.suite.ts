import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { type Emulator, startEmulator } from '../emulator';
import { ownerCookie } from './harness/browser';
import type { Checks } from './harness/checks';
import { startN8n } from './harness/n8n';
import { progress } from './harness/progress';
import { outputOf, runToEnd } from './harness/restRun';
import { credentialsFor, importInto, type Stage } from './harness/stage';
import { chainOf, type Workflow, workflowNode } from './harness/workflows';

const WORKFLOWS = 10;
const READS_OF_EACH = 3;
/** A window long enough for ten workflows to start, and ten requests to come, also on a busy machine. */
const LIMIT = { requests: 10, windowMs: 20_000, header: 'retry-after-seconds' } as const;
const MIN_WINDOWS = (WORKFLOWS * READS_OF_EACH) / LIMIT.requests;
const OK = 200;
const READ = 'Read Activity';

type Output = ReturnType<typeof outputOf>;

/** Ten workflows of one n8n process that use the same key, against a rate limit. */
export async function rateLimitSuite(checks: Checks, stage: Stage): Promise<void> {
	progress('Rate limit: ten workflows at the same time in one n8n process');
	const emulator = await startEmulator({ rateLimit: LIMIT });
	try {
		for (let run = 0; run < WORKFLOWS; run += 1) {
			for (const id of idsOf(run)) emulator.state.activities.push({ id });
		}
		const key = credentialsFor(emulator).filter(({ type }) => type === 'cloudManagementApi');
		await importInto(stage, 'credentials', key);
		await importInto(
			stage,
			'workflow',
			Array.from({ length: WORKFLOWS }, (_, run) => reading(run)),
		);
		const outputs = await runAll(stage);
		await checkRuns(checks, outputs, emulator);
		await checkLimit(checks, emulator);
		await checkLog(checks, path.join(stage.userFolder, 'rateLimit.log'), emulator);
	} finally {
		await emulator.close();
	}
}

/** Runs all workflows at the same time; returns the outcome of each. */
async function runAll(stage: Stage): Promise<PromiseSettledResult<Output>[]> {
	const { url, stop } = await startN8n(stage.n8n, stage.env, {
		log: path.join(stage.userFolder, 'rateLimit.log'),
	});
	try {
		const cookie = await ownerCookie(url);
		const runs = Array.from({ length: WORKFLOWS }, async (_, run) =>
			outputOf(stage.n8n, await runToEnd(url, cookie, workflowIdOf(run))),
		);
		return await Promise.allSettled(runs);
	} finally {
		await stop();
	}
}

async function checkRuns(
	checks: Checks,
	outputs: readonly PromiseSettledResult<Output>[],
	emulator: Emulator,
): Promise<void> {
	await checks.check('every workflow succeeds and reads its own activities, in order', () => {
		for (const [run, output] of outputs.entries()) {
			if (output.status === 'rejected') throw output.reason;
			const read = output.value.get(READ)?.map(({ id }) => id);
			assert.deepEqual(read, idsOf(run), workflowIdOf(run));
		}
	});
	await checks.check('nothing is read again once it was answered', () => {
		const all = outputs.flatMap((_, run) => idsOf(run));
		assert.deepEqual(answered(emulator).sort(), all.sort());
		assert.deepEqual(emulator.violations, []);
	});
}

async function checkLimit(checks: Checks, emulator: Emulator): Promise<void> {
	const { refused, refusedPerWindow } = emulator.rateLimitStatistics();
	progress(`  refused in each window: ${refusedPerWindow.join(' ')}`);
	await checks.check('the limit refuses, and fewer requests than there are workflows', () => {
		assert.ok(refused > 0, 'the limit was not in force');
		// Workflows that did not share the pause would each be refused in each window.
		assert.ok(refused < WORKFLOWS, refusedPerWindow.join(' '));
	});
	await checks.check('all is read in as few windows as the limit allows, or one more', () => {
		assert.ok(refusedPerWindow.length <= MIN_WINDOWS + 1, refusedPerWindow.join(' '));
	});
	await checks.check('no workflow is starved: they take turns once the limit is met', () => {
		const turns = answered(emulator).slice(LIMIT.requests).map(runOf);
		const repeated = turns.filter((run, index) => run === turns[index - 1]).length;
		// One after another, four of five reads would follow one of the same workflow.
		assert.ok(repeated < turns.length / 4, turns.join(' '));
	});
}

/** n8n logs at the level info where nothing else is set. */
async function checkLog(checks: Checks, file: string, emulator: Emulator): Promise<void> {
	await checks.check('each pause is in the log of n8n once, and no request is', () => {
		const log = readFileSync(file, 'utf8');
		const pauses = log.split('was throttled: requests with this credential wait').length - 1;
		const { refused, refusedPerWindow } = emulator.rateLimitStatistics();
		const windows = refusedPerWindow.filter((count) => count > 0).length;
		// What was under way when a pause began is throttled too, and begins no other.
		assert.ok(pauses >= windows && pauses <= refused, log);
		assert.doesNotMatch(log, / responded \d+/);
	});
}

/** The activities that were answered, in the order in which they were asked for. */
function answered({ requests }: Emulator): string[] {
	return requests
		.filter(({ status }) => status === OK)
		.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
}

const workflowIdOf = (run: number) => `rateLimit-${String(run)}`;

function idsOf(run: number): string[] {
	return Array.from({ length: READS_OF_EACH }, (_, read) => `run-${String(run)}-${String(read)}`);
}

const runOf = (id: string) => id.split('-')[1];

/** A workflow that is started by hand and reads activities of its own, each by one item. */
function reading(run: number): Workflow {
	const activities = JSON.stringify({ activityId: idsOf(run) });
	const byId = { resource: 'activity', operation: 'get', activityId: '={{ $json.activityId }}' };
	return chainOf(workflowIdOf(run), {}, [
		workflowNode('By Hand', 'n8n-nodes-base.manualTrigger', 1, {}),
		workflowNode('Settings', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: activities }),
		workflowNode('Activities', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'activityId' }),
		{
			...workflowNode(READ, 'n8n-nodes-cloud-management.cloudManagement', 1, byId),
			credentials: { cloudManagementApi: { id: 'management', name: 'Cloud Management' } },
		},
	]);
}
