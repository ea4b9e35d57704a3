import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import type { Checks } from './harness/checks';
import { logOf } from '../../tools/n8n/harness/n8n';
import { Opened } from '../../tools/n8n/harness/opened';
import { progress } from '../../tools/n8n/harness/progress';
import { dataOf } from '../../tools/n8n/harness/rest';
import { executionsOf } from '../../tools/n8n/harness/restRun';
import type { Installed } from '../../tools/n8n/harness/stage';
import { until } from '../../tools/n8n/harness/until';
import {
	openQueueCluster,
	type QueueCluster,
	WORKER_CONCURRENCY,
} from '../../tools/n8n/queue/cluster';
import { play, type Played, seenOf, startedBy } from './queue/play';
import { ERROR_WORKFLOW, queueWorkflow } from './queue/workflow';

/** n8n lists up to a hundred executions. */
const RUNS = 90;

/** Tests n8n in queue mode: nothing is lost or sent twice, even when workers end. */
export async function queueSuite(checks: Checks, installed: Installed): Promise<void> {
	const opened = new Opened();
	try {
		const cluster = await openQueueCluster(opened, installed, (ids) => [
			ERROR_WORKFLOW,
			queueWorkflow(ids),
		]);
		const [leaver, victim] = cluster.workers;
		const played = await play(cluster, RUNS, { 30: leaver.stop, 60: victim.kill });
		await checkPlayed(checks, cluster, played);
	} finally {
		await opened.close();
	}
}

async function checkPlayed(checks: Checks, cluster: QueueCluster, played: Played): Promise<void> {
	const { answers, executions } = played;
	const [left, died, survived] = cluster.workers.map((worker) => startedBy(worker, played));
	assert.ok(left && died && survived);
	const interrupted = [...executions].flatMap(([id, status]) => (status === 'success' ? [] : [id]));
	const { length } = interrupted;
	const storedData = async (id: string) =>
		JSON.stringify((await dataOf(cluster.main, `/rest/executions/${id}`)).data);
	progress(
		`By worker: ${[left, died, survived].map((ids) => ids.length).join(', ')}; ${String(length)} interrupted`,
	);
	await checks.check('no execution is started twice, and every worker took part', () => {
		const started = [...left, ...died, ...survived];
		assert.equal(executions.size, RUNS);
		assert.equal(new Set(started).size, started.length);
		for (const own of [left, died, survived]) assert.ok(own.length > 0);
	});
	await checks.check('a worker that is asked to stop finishes its jobs', () => {
		for (const id of left) assert.equal(executions.get(id), 'success');
	});
	await checks.check("n8n fails a dead worker's executions, and no others", async () => {
		assert.ok(length >= 1 && length <= WORKER_CONCURRENCY, `${String(length)} interrupted`);
		const log = readFileSync(logOf(cluster.main.userFolder), 'utf8');
		for (const id of interrupted) {
			// The dead worker may not have logged its last execution.
			assert.ok(!left.includes(id) && !survived.includes(id));
			assert.equal(executions.get(id), 'error');
			const reason = `Problem with execution ${id}: This execution failed to be processed too many`;
			assert.ok(log.includes(reason), `the log says nothing of execution ${id}`);
			assert.ok(!(await storedData(id)).includes('Invite'));
		}
		assert.ok((await storedData(survived[0] ?? '')).includes('Invite'));
		await until('the error workflow has run for each of them', async () => {
			const runs = await executionsOf(cluster.main, ERROR_WORKFLOW.id);
			return runs.filter(({ status }) => status === 'success').length === length;
		});
	});
	await checks.check('every caller gets the matching response', () => {
		const statuses = [...answers.values()];
		assert.equal(statuses.filter((status) => status === 200).length, RUNS - length);
		assert.equal(statuses.filter((status) => status === 500).length, length);
	});
	await checks.check('no change of a successful execution is lost, and none is sent twice', () => {
		sureOfChanges(cluster, played, length);
	});
}

function sureOfChanges(cluster: QueueCluster, played: Played, interrupted: number): void {
	let unseen = 0;
	for (const [run, { invitedBy, dashboardsSent }] of seenOf(cluster, played)) {
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
	assert.deepEqual(cluster.main.emulator.violations, []);
}
