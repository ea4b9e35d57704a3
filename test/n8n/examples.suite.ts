import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { asObject, rows } from '../../nodes/engine/parameters/values';
import { CLICKSTACK_IDS } from '../../tools/emulator';
import { nextVersion } from './examples/nextVersion';
import { operationsOfClickHouseCloud } from './examples/clickHouseCloud';
import { play, sending, sent } from './examples/play';
import { tables } from './examples/tables';
import { watching } from './examples/watching';
import type { Checks } from './harness/checks';
import type { SharedN8n } from './harness/sharedN8n';
import { example, exampleNames, EXAMPLES, nodeOf } from '../../tools/n8n/harness/workflows';

/** Runs all imported examples in n8n and checks the emulator's log. */
export async function examplesSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	await nextVersion(checks, n8n);
	await onlyLooking(checks, n8n);
	await tables(checks, n8n);
	await watching(checks, n8n);
	await operationsOfClickHouseCloud(checks, n8n);
	await weeklyDigest(checks, n8n);
	await dashboardFromGit(checks, n8n);
	await updates(checks, n8n);
}

/** Examples with an agent or an approval wait for somebody, so they have suites of their own. */
function runsManually(name: string): boolean {
	const { nodes } = example(name);
	const types = nodes.map(({ type }) => type);
	const hasAgent = types.some((type) => type.endsWith('.agent'));
	const waits = nodes.some(({ parameters }) => parameters.operation === 'sendAndWait');
	return types.includes('n8n-nodes-base.manualTrigger') && !hasAgent && !waits;
}

/** These requests read with another method than GET. */
const READS = /\/(?:charts\/series|search|run\/[\w-]+)$/;

/** Checks that "Execute workflow" changes nothing in the services. */
async function onlyLooking(checks: Checks, stage: SharedN8n): Promise<void> {
	for (const name of exampleNames().filter(runsManually)) {
		await checks.check(`${name} sends no change before its dry run is off`, async () => {
			await play(stage, example(name));
			const changes = stage.emulator.requests.filter(
				({ method, path: target }) => method !== 'GET' && !READS.test(target),
			);
			assert.deepEqual(changes, []);
			assert.deepEqual(stage.git.commits, []);
		});
	}
}

async function weeklyDigest(checks: Checks, stage: SharedN8n): Promise<void> {
	const { mailbox } = stage;
	await checks.check('weekly-digest counts the last seven days and mails them', async () => {
		await play(stage, example('weekly-digest'));
		assert.deepEqual(sent(stage).length, 1);
		assert.equal(mailbox.mails.length, 1);
		assert.equal(mailbox.mails[0]?.subject, 'Activities of the last 7 days');
		assert.equal(
			mailbox.mails[0]?.text,
			'2 × service_restore_backup by Grace Example\n1 × service_stop by api key-1',
		);
	});
	await checks.check('weekly-digest mails nothing in a week without activities', async () => {
		const workflow = example('weekly-digest');
		nodeOf(workflow, 'Read Activities').parameters.filters = { until: '2020-01-01T00:00:00Z' };
		await play(stage, workflow);
		assert.deepEqual(mailbox.mails, []);
	});
}

async function dashboardFromGit(checks: Checks, stage: SharedN8n): Promise<void> {
	const { commits } = stage.git;
	const workflow = sending(example('dashboard-from-git'));
	const source = path.join(EXAMPLES, 'files', 'shop-dashboard.json');
	const wanted = asObject(JSON.parse(readFileSync(source, 'utf8')));
	await checks.check('dashboard-from-git commits the new IDs after it sent the file', async () => {
		const output = await play(stage, workflow);
		const requests = ['GET dashboards/dashboard-1  404', 'PUT dashboards/dashboard-1  200'];
		assert.deepEqual(sent(stage), requests);
		assert.deepEqual(stage.emulator.requests[1]?.body, wanted);
		const [updated] = output.get('Update Dashboard') ?? [];
		const ids = rows(updated?.tiles).map(({ id }) => id);
		const tiles = rows(wanted.tiles).map((tile, index) => ({ ...tile, id: ids[index] }));
		assert.equal(commits.length, 1);
		assert.deepEqual(JSON.parse(commits[0]?.content ?? ''), { ...wanted, tiles });
		assert.match(commits[0]?.content ?? '', /"id": "new-tile-\d+"/);
		assert.match(commits[0]?.message ?? '', /^Keep the IDs of the tiles\n\nReplaced dashboard /);
	});
	await checks.check('dashboard-from-git keeps the tiles in the next run', async () => {
		await play(stage, workflow);
		assert.deepEqual(stage.emulator.requests[1]?.body, JSON.parse(commits[0]?.content ?? ''));
		assert.equal(commits.length, 1);
	});
	await checks.check('the example of the demo runs through', async () => {
		const demo = example('demo');
		const output = await play(stage, sending(demo));
		assert.equal(output.size, demo.nodes.length - 1);
	});
}

/** Checks that each update changes a single key and keeps the rest. */
async function updates(checks: Checks, stage: SharedN8n): Promise<void> {
	const { alertId, webhookId } = CLICKSTACK_IDS;
	const cases = [
		['alert-threshold', 'alerts', alertId, { threshold: 20 }, `GET alerts/${alertId}  200`],
		['rename-webhook', 'webhooks', webhookId, { name: 'On call' }, 'GET v2/webhooks  200'],
	] as const;
	for (const [name, kind, id, changes, read] of cases) {
		await checks.check(`${name} changes one value, and keeps the others`, async () => {
			const before = stage.emulator.stored(kind, id);
			await play(stage, sending(example(name)));
			assert.deepEqual(sent(stage), [read, `PUT ${kind}/${id}  200`]);
			const after = stage.emulator.stored(kind, id);
			// The server adds empty texts.
			const others = Object.keys(before).filter((key) => key !== 'updatedAt' && !(key in changes));
			for (const key of others) assert.deepEqual(after[key], before[key]);
			for (const [key, value] of Object.entries(changes)) assert.equal(after[key], value);
			stage.emulator.change(kind, id, () => ({ ...before }));
		});
	}
}
