import assert from 'node:assert/strict';

import type { Checks } from './harness/checks';
import { type Mailbox, openMailbox } from './harness/mailbox';
import { n8nCommand, type RunningN8n, startN8n } from './harness/n8n';
import { progress } from './harness/progress';
import { credentialsFor, importInto, type Stage } from './harness/stage';
import { until } from './harness/until';
import { example, nodeOf, type Workflow } from './harness/workflows';
import { modesOfPolling, POLL_TIMES } from './trigger/modes';

const EXAMPLE = 'activity-alert';

/** n8n itself polls the trigger, in each of its modes, and as an example that mails. Most of the time, all wait. */
export async function triggerSuite(checks: Checks, stage: Stage): Promise<void> {
	progress(
		'Trigger: what it remembers, by the way in which n8n polls, and next to it the example that mails',
	);
	// The modes come first: they copy the stage before the example changes it.
	await Promise.all([modesOfPolling(checks, stage), examplePolled(checks, stage)]);
}

/** Activation, poll times, and an n8n that is stopped and started again. */
async function examplePolled(checks: Checks, stage: Stage): Promise<void> {
	const mailbox = await openMailbox(stage.n8n);
	try {
		const { n8n, env, emulator } = stage;
		await importInto(stage, 'credentials', credentialsFor(emulator, mailbox.port));
		await importInto(stage, 'workflow', [polledOften()]);
		await n8nCommand(n8n, env, 'publish:workflow', `--id=${EXAMPLE}`);
		emulator.clearLog();
		await whileRunning(stage, () => firstLife(checks, stage, mailbox));
		emulator.state.activities.push({ id: 'meanwhile', ...wanted('Meanwhile') });
		await whileRunning(stage, () => secondLife(checks, stage, mailbox));
		await checks.check('every request of the trigger is within the contract', () => {
			assert.deepEqual(emulator.violations, []);
		});
	} finally {
		await mailbox.close();
	}
}

function polledOften(): Workflow {
	const workflow = example(EXAMPLE);
	const item = POLL_TIMES.map((cronExpression) => ({ mode: 'custom', cronExpression }));
	nodeOf(workflow, 'New Activity').parameters.pollTimes = { item };
	return workflow;
}

function wanted(actorDetails: string) {
	return { type: 'service_restore_backup', actorDetails };
}

async function whileRunning({ n8n, env }: Stage, body: () => Promise<void>): Promise<void> {
	const running: RunningN8n = await startN8n(n8n, env);
	try {
		await body();
	} finally {
		await running.stop();
	}
}

async function firstLife(checks: Checks, { emulator }: Stage, mailbox: Mailbox): Promise<void> {
	await checks.check('activation polls once and starts nothing', async () => {
		await until('the trigger is polled', () => emulator.requests.length > 0);
		await nextPolls(emulator.requests);
		assert.deepEqual(subjects(mailbox), []);
	});
	await checks.check('new activities start one execution each poll, the oldest first', async () => {
		emulator.state.activities.push({ type: 'service_start', actorDetails: 'Filtered' });
		const now = Date.now();
		for (const [name, age] of [
			['Second', 1000],
			['First', 2000],
		] as const) {
			const createdAt = new Date(now - age).toISOString();
			emulator.state.activities.push({ ...wanted(name), createdAt });
		}
		await until('both are mailed', () => mailbox.mails.length >= 2);
		assert.deepEqual(subjects(mailbox), [
			'service_restore_backup by First',
			'service_restore_backup by Second',
		]);
	});
	await checks.check('the next polls start nothing', async () => {
		await nextPolls(emulator.requests);
		assert.equal(mailbox.mails.length, 2);
	});
}

async function secondLife(checks: Checks, { emulator }: Stage, mailbox: Mailbox): Promise<void> {
	await checks.check('after a restart, what came meanwhile is mailed once', async () => {
		await until('it is mailed', () => mailbox.mails.length >= 3);
		await nextPolls(emulator.requests);
		assert.deepEqual(subjects(mailbox).slice(2), ['service_restore_backup by Meanwhile']);
	});
	await checks.check('a fault is an error execution, and the poll after it goes on', async () => {
		const fault = emulator.faults.add({ kind: 'status', status: 500 });
		emulator.state.activities.push(wanted('After the fault'));
		await until('the fault is met', () => fault.given >= 3);
		fault.remove();
		await until('it is mailed', () => mailbox.mails.length >= 4);
		assert.deepEqual(subjects(mailbox).slice(3), ['service_restore_backup by After the fault']);
	});
}

/** Waits for two more polls: what the first of them starts has ended when the second comes. */
async function nextPolls(requests: readonly unknown[]): Promise<void> {
	const before = requests.length;
	await until('the next polls', () => requests.length >= before + 2);
}

function subjects({ mails }: Mailbox): string[] {
	return mails.map(({ subject }) => subject);
}
