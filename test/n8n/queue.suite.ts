import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';

import { type Emulator, startEmulator } from '../emulator';
import type { Checks } from './harness/checks';
import { processesIn } from './harness/leftovers';
import { progress } from './harness/progress';
import {
	type Member,
	openQueueCluster,
	type QueueCluster,
	WORKER_CONCURRENCY,
} from './harness/queueCluster';
import {
	play,
	type Played,
	seenBy,
	startedBy,
	storedData,
	storedExecutions,
} from './harness/queuePlay';
import { ERROR_WORKFLOW, queueWorkflow } from './harness/queueWorkflow';
import { credentialsFor, type Stage } from './harness/stage';
import { until } from './harness/until';

const RUNS = 100;
const RUNS_WHILE_ONE_STOPS = 100;
const REQUESTS_OF_A_RUN = 3;
/** Responses take as long as those of a real service, so that jobs are under way when a worker ends. */
const LATENCY = { baseMs: 100, jitterMs: 200 };

/** Few enough to come within one window, also on a busy machine. */
const RATE_LIMIT = { requests: 10, windowMs: 10_000, header: 'retry-after-seconds' } as const;
const RUNS_WITHIN_LIMIT = 10;

/** n8n in queue mode: nothing is lost and nothing is sent twice, also when a worker ends. */
export async function queueSuite(checks: Checks, stage: Stage): Promise<void> {
	progress('Queue mode: one n8n, two workers, Redis and PostgreSQL');
	const emulator = await startEmulator({ latency: LATENCY });
	try {
		const cluster = await openQueueCluster(stage, {
			credentials: credentialsFor(emulator).filter(({ type }) => type.startsWith('cloud')),
			workflows: [ERROR_WORKFLOW, queueWorkflow(emulator.ids)],
		});
		try {
			await bothWork(checks, cluster, emulator);
			await bothWaitForTheLimit(checks, cluster, emulator);
			await oneStops(checks, cluster, emulator);
			await oneDies(checks, cluster, emulator);
		} finally {
			await cluster.close();
			await nothingIsLeft(checks, cluster);
		}
	} finally {
		await emulator.close();
	}
}

async function nothingIsLeft(checks: Checks, { folder }: QueueCluster) {
	await checks.check('every n8n process has ended, and its folder is gone', async () => {
		await until('its processes have ended', () => processesIn(folder).length === 0);
		assert.ok(!existsSync(folder));
	});
}

async function bothWork(checks: Checks, cluster: QueueCluster, emulator: Emulator) {
	const played = await play(cluster, RUNS);
	report('Both workers', cluster, played);
	await allSucceeded(checks, played, emulator);
	await checks.check('each execution ran on one worker, and both workers took part', () => {
		const shares = cluster.workers.map((worker) => startedBy(worker, played));
		assert.deepEqual(shares.flat().sort(), [...played.executions.keys()].sort());
		for (const { length } of shares) assert.ok(length > 0);
	});
}

async function bothWaitForTheLimit(checks: Checks, cluster: QueueCluster, emulator: Emulator) {
	emulator.clearLog();
	emulator.rateLimit = RATE_LIMIT;
	const played = await play(cluster, RUNS_WITHIN_LIMIT);
	const refused = emulator.refusedPerWindow();
	emulator.rateLimit = undefined;
	report('With ten requests a window', cluster, played);
	progress(`  refused in each window: ${refused.join(' ')}`);
	await allSucceeded(checks, played, emulator);
	await checks.check('the limit was in force', () => {
		assert.ok(refused.some((count) => count > 0));
	});
}

async function oneStops(checks: Checks, cluster: QueueCluster, emulator: Emulator) {
	emulator.clearLog();
	const leaver = lastOf(cluster.workers);
	const played = await play(cluster, RUNS_WHILE_ONE_STOPS, leaver.stop);
	report('One worker asked to stop half-way', cluster, played);
	await allSucceeded(checks, played, emulator);
}

/** What must be true where no worker died. */
async function allSucceeded(checks: Checks, played: Played, emulator: Emulator) {
	const runs = played.answers.size;
	await checks.check(`all ${String(runs)} calls are answered, and all executions succeed`, () => {
		assert.deepEqual(countsOf(played.answers.values()), { 200: runs });
		assert.deepEqual(countsOf(played.executions.values()), { success: runs });
	});
	await checks.check('no change is lost and none is sent twice', () => {
		for (const [run, { invitedBy, dashboardsSent }] of seenBy(emulator, played)) {
			assert.deepEqual([invitedBy.length, dashboardsSent], [1, 1], `run ${String(run)}`);
		}
		const taken = emulator.requests.filter(({ status }) => status === 200);
		assert.equal(taken.length, runs * REQUESTS_OF_A_RUN);
		assert.deepEqual(emulator.violations, []);
	});
}

async function oneDies(checks: Checks, cluster: QueueCluster, emulator: Emulator) {
	const victim = await cluster.addWorker();
	const [survivor] = cluster.workers;
	assert.ok(survivor);
	emulator.clearLog();
	const errorRunsBefore = await errorRuns(cluster);
	let startsBefore = 0;
	const played = await play(cluster, RUNS, async () => {
		await victim.kill();
		startsBefore = startsIn(survivor);
	});
	report('One worker killed half-way', cluster, played);
	const takenOver = startsIn(survivor) - startsBefore;
	const interrupted = [...played.executions].flatMap(([id, status]) =>
		status === 'success' ? [] : [id],
	);
	reportInterrupted(played, emulator);
	await checks.check('the jobs that waited are taken over, and all of them succeed', () => {
		assert.ok(takenOver >= RUNS / 4, `only ${String(takenOver)}`);
		for (const id of startedBy(survivor, played))
			assert.equal(played.executions.get(id), 'success');
	});
	await checks.check(
		'the jobs under way at its end are failed by n8n, not started again',
		async () => {
			sureOfInterrupted(cluster, played, interrupted);
			await until('the error workflow has run for each of them', async () => {
				return (await errorRuns(cluster)) - errorRunsBefore === interrupted.length;
			});
		},
	);
	await checks.check('n8n keeps nothing of what their nodes output', async () => {
		for (const id of interrupted) assert.ok(!(await storedData(cluster, id)).includes('Invite'));
		const [done = ''] = startedBy(survivor, played);
		assert.ok((await storedData(cluster, done)).includes('Invite'));
	});
	await checks.check('every caller gets a response that says so', () => {
		const { length } = interrupted;
		assert.deepEqual(countsOf(played.answers.values()), { 200: RUNS - length, 500: length });
	});
	await checks.check('no change of a success is lost, and none at all is sent twice', () => {
		sureOfChanges(played, emulator, interrupted.length);
	});
}

function sureOfInterrupted(cluster: QueueCluster, played: Played, interrupted: string[]): void {
	const { length } = interrupted;
	assert.equal(played.executions.size, RUNS);
	assert.ok(length >= 1 && length <= WORKER_CONCURRENCY, `${String(length)} interrupted`);
	const starts = cluster.workers.flatMap((worker) => startedBy(worker, played));
	assert.equal(new Set(starts).size, starts.length, 'n8n started an execution twice');
	for (const id of interrupted) {
		assert.equal(played.executions.get(id), 'error');
		const reason = `Problem with execution ${id}: This execution failed to be processed too many`;
		assert.ok(cluster.main.log().includes(reason), `the log says nothing of execution ${id}`);
	}
}

/** How often the error workflow has run to its end. */
async function errorRuns(cluster: QueueCluster): Promise<number> {
	const runs = await storedExecutions(cluster, ERROR_WORKFLOW.id);
	return countsOf(runs.values()).success ?? 0;
}

function sureOfChanges(played: Played, emulator: Emulator, interrupted: number): void {
	let unseen = 0;
	for (const [run, { invitedBy, dashboardsSent }] of seenBy(emulator, played)) {
		const [by] = invitedBy;
		if (by === undefined) {
			unseen += 1;
			assert.equal(dashboardsSent, 0, `run ${String(run)}`);
		} else if (played.executions.get(by) === 'success') {
			assert.deepEqual([invitedBy.length, dashboardsSent], [1, 1], `run ${String(run)}`);
		} else {
			assert.ok(invitedBy.length === 1 && dashboardsSent <= 1, `run ${String(run)}`);
		}
	}
	assert.ok(unseen <= interrupted, `${String(unseen)} runs sent nothing`);
	assert.deepEqual(emulator.violations, []);
}

function report(what: string, { workers }: QueueCluster, played: Played): void {
	const shares = workers.map((worker) => String(startedBy(worker, played).length)).join(' + ');
	const { size } = played.executions;
	const rate = (size / played.seconds).toFixed(1);
	const time = `${played.seconds.toFixed(1)} s, ${rate} a second`;
	progress(`  ${what}: ${String(size)} executions in ${time}, by worker: ${shares}`);
}

/** Says how far the executions came that did not succeed. */
function reportInterrupted(played: Played, emulator: Emulator): void {
	const stages = [...seenBy(emulator, played)].flatMap(([run, { invitedBy, dashboardsSent }]) => {
		if (played.answers.get(run) === 200) return [];
		return [`${String(invitedBy.length + dashboardsSent)} of 2 changes`];
	});
	progress(`  interrupted: ${JSON.stringify(countsOf(stages))}`);
}

function startsIn({ log }: Member): number {
	return log().split('Worker started execution').length;
}

function lastOf(workers: readonly Member[]): Member {
	const last = workers.at(-1);
	assert.ok(last);
	return last;
}

function countsOf(values: Iterable<string | number>): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
	return counts;
}
