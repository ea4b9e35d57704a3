import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import type { Emulator } from '../../tools/emulator';
import type { Checks } from './harness/checks';
import { logOf } from '../../tools/n8n/harness/n8n';
import type { PlayedN8n } from '../../tools/n8n/harness/playedN8n';
import { progress } from '../../tools/n8n/harness/progress';
import { addWorkflow, outputOf, runToEnd } from '../../tools/n8n/harness/restRun';
import { chainOf, ownNode, type Workflow, workflowNode } from '../../tools/n8n/harness/workflows';

const WORKFLOWS = 10;
const READS_OF_EACH = 2;
/** A window long enough for ten workflows to start, and ten requests to arrive, even on a busy machine. */
const LIMIT = { requests: 10, windowMs: 20_000, header: 'retry-after-seconds' } as const;
const MIN_WINDOWS = (WORKFLOWS * READS_OF_EACH) / LIMIT.requests;
const READ = 'Read Activity';

/** Ten workflows of one n8n process that use the same key, against a rate limit. */
export async function rateLimitSuite(checks: Checks, n8n: PlayedN8n): Promise<void> {
	const { emulator } = n8n;
	const runs = Array.from({ length: WORKFLOWS }, (_, run) => run);
	for (const id of runs.flatMap(idsOf)) emulator.state.activities.push({ id });
	const ids = await Promise.all(runs.map((run) => addWorkflow(n8n, reading(run))));
	emulator.clearLog();
	emulator.rateLimit = LIMIT;
	await checks.check('every workflow succeeds and reads its own activities, in order', async () => {
		const outputs = await Promise.all(
			ids.map(async (id) => outputOf(n8n.n8n, await runToEnd(n8n, id)).get(READ)),
		);
		for (const run of runs)
			assert.deepEqual(
				outputs[run]?.map(({ id }) => id),
				idsOf(run),
			);
	});
	const { refused, refusedPerWindow } = emulator.rateLimitStatistics();
	emulator.rateLimit = undefined;
	const answered = answeredBy(emulator);
	progress(`refused in each window: ${refusedPerWindow.join(' ')}`);
	await checks.check('nothing is read again once it was answered', () => {
		assert.deepEqual(answered.toSorted(), runs.flatMap(idsOf).sort());
		assert.deepEqual(emulator.violations, []);
	});
	await checks.check('the limit refuses some requests, but fewer than there are workflows', () => {
		assert.ok(refused > 0, 'the limit was not in force');
		// Workflows that did not share the pause would each be refused in each window.
		assert.ok(refused < WORKFLOWS, refusedPerWindow.join(' '));
	});
	await checks.check(
		'everything is read in as few windows as the limit allows, or one more',
		() => {
			assert.ok(refusedPerWindow.length <= MIN_WINDOWS + 1, refusedPerWindow.join(' '));
		},
	);
	await checks.check('each pause is in the log of n8n once', () => {
		const log = readFileSync(logOf(n8n.userFolder), 'utf8');
		const pauses = log.split('was throttled: requests with this credential wait').length - 1;
		const windows = refusedPerWindow.filter((count) => count > 0).length;
		// Requests under way when a pause started are throttled as well, and start no other pause.
		assert.ok(pauses >= windows && pauses <= refused, `${String(pauses)} pauses`);
	});
}

/** The answered activities, in the order of the requests. */
function answeredBy({ requests }: Emulator): string[] {
	return requests
		.filter(({ status }) => status === 200)
		.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
}

function idsOf(run: number): string[] {
	return Array.from({ length: READS_OF_EACH }, (_, read) => `run-${String(run)}-${String(read)}`);
}

/** A workflow that is started by hand and reads activities of its own, each by one item. */
function reading(run: number): Workflow {
	const activities = JSON.stringify({ activityId: idsOf(run) });
	const byId = { resource: 'activity', operation: 'get', activityId: '={{ $json.activityId }}' };
	return chainOf(`rateLimit-${String(run)}`, {}, [
		workflowNode('By Hand', 'n8n-nodes-base.manualTrigger', 1, {}),
		workflowNode('Settings', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: activities }),
		workflowNode('Activities', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'activityId' }),
		ownNode(READ, 'cloudManagement', byId),
	]);
}
