import assert from 'node:assert/strict';

import { sampleService } from '../../tools/emulator';
import type { Checks } from './harness/checks';
import { Opened } from '../../tools/n8n/harness/opened';
import { openPlayedN8n, type PlayedN8n, startAgain } from '../../tools/n8n/harness/playedN8n';
import { publish } from '../../tools/n8n/harness/restRun';
import { type Installed, openStage } from '../../tools/n8n/harness/stage';
import { until } from '../../tools/n8n/harness/until';
import { chainOf, ownNode, type Workflow, workflowNode } from '../../tools/n8n/harness/workflows';

/** n8n refuses six polls a minute as a single expression, but accepts several. */
const POLL_TIMES = ['0', '10', '20', '30', '40', '50'].map((second) => `${second} * * * * *`);

const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
};

/** The rows of docs/development/storage.md say how n8n polls and stores, and what the trigger guarantees then. */
interface Mode {
	name: string;
	env: NodeJS.ProcessEnv;
	/** Set if a state is reported again after a filtered change away from it. */
	reportsAgain: boolean;
	/** As `reportsAgain`, with a restart of n8n in between. */
	reportsAgainAfterRestart: boolean;
	/** Set if n8n schedules each poll, and catches up on missed polls. */
	isScheduled: boolean;
}

const MODES: readonly Mode[] = [
	{
		name: 'without the scheduler',
		env: {},
		reportsAgain: true,
		reportsAgainAfterRestart: false,
		isScheduled: false,
	},
	{
		name: 'with the scheduler alone',
		env: SCHEDULER,
		reportsAgain: false,
		reportsAgainAfterRestart: false,
		isScheduled: true,
	},
	{
		name: 'with durable cursors',
		env: { ...SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
		reportsAgain: true,
		reportsAgainAfterRestart: true,
		isScheduled: true,
	},
];

/** The first service starts the workflow with every change, the second service only with a change to "failed". */
const WATCHED = { all: sampleService(11), failed: sampleService(12) };
type Watched = keyof typeof WATCHED;

/** Tests the trigger's memory in each of n8n's polling modes. The modes run in parallel, because they mostly wait. */
export async function triggerSuite(checks: Checks, installed: Installed): Promise<void> {
	await Promise.all(MODES.map((mode) => pollingIn(checks, installed, mode)));
}

async function pollingIn(checks: Checks, installed: Installed, mode: Mode): Promise<void> {
	const opened = new Opened();
	try {
		const stage = await openStage(opened, installed, {}, mode.env);
		for (const service of Object.values(WATCHED)) {
			stage.emulator.state.services.set({ ...service, state: 'running' });
		}
		const workflows = [watching('all'), watching('failed', { states: ['failed'] })];
		const n8n = await openPlayedN8n(opened, stage, { workflows });
		for (const { id } of workflows) await publish(n8n, id);
		// The first states are stored once the second poll starts.
		await polled(n8n, 'all', 'failed');
		const check = (what: string, body: () => Promise<void>) =>
			checks.check(`${mode.name}, ${what}`, body);
		await check('reports each change once', () => everyChange(n8n, mode));
		await check('holds back a change that a filter excludes', () => filteredChange(n8n, mode));
		await check(
			mode.isScheduled
				? 'reports a change made during a restart'
				: 'repeats a poll that a crash cut off',
			() => restarted(n8n, mode),
		);
	} finally {
		await opened.close();
	}
}

function watching(name: Watched, filters = {}): Workflow {
	const item = POLL_TIMES.map((cronExpression) => ({ mode: 'custom', cronExpression }));
	const serviceIds = WATCHED[name].id;
	const parameters = { event: 'serviceStateChanged', serviceIds, pollTimes: { item }, ...filters };
	const trigger = ownNode('Trigger', 'cloudManagementTrigger', parameters);
	const mail = workflowNode('Mail', 'n8n-nodes-base.emailSend', 2.1, {
		fromEmail: 'n8n@example.com',
		toEmail: 'you@example.com',
		emailFormat: 'text',
		text: '.',
		subject: `=${name}: {{ $json.previousState }} → {{ $json.state }}`,
	});
	mail.credentials = { smtp: { id: 'smtp', name: 'Mail Server' } };
	return chainOf(`watch-${name}`, {}, [trigger, mail]);
}

function reads({ emulator }: PlayedN8n, name: Watched): number {
	return emulator.requests.filter((request) => request.path.endsWith(WATCHED[name].id)).length;
}

/** Waits for two more polls of each service, so that at least one of them started after the call. */
async function polled(n8n: PlayedN8n, ...names: Watched[]): Promise<void> {
	const two = names.map((name) => ({ name, after: reads(n8n, name) + 2 }));
	await until('the next polls', () => two.every(({ name, after }) => reads(n8n, name) >= after));
}

function become({ emulator }: PlayedN8n, name: Watched, state: string): void {
	emulator.state.services.set({ ...WATCHED[name], state });
}

/** Counts a change's mails. Each check uses its own changes, so a late mail can't be confused. */
function mailed({ mailbox }: PlayedN8n, name: Watched, change: string): number {
	return mailbox.mails.filter(({ subject }) => subject === `${name}: ${change}`).length;
}

/**
 * Waits until a change was mailed and two more polls have passed, to prove a single mail. A late scheduler starts
 * missed polls simultaneously, and each may report the change.
 */
async function reported(n8n: PlayedN8n, { isScheduled }: Mode, name: Watched, change: string) {
	await until(`"${change}" is reported`, () => mailed(n8n, name, change) > 0);
	await polled(n8n, name);
	const count = mailed(n8n, name, change);
	assert.ok(count === 1 || isScheduled, `"${change}" is reported ${String(count)} times`);
}

async function everyChange(n8n: PlayedN8n, mode: Mode): Promise<void> {
	become(n8n, 'all', 'idle');
	become(n8n, 'failed', 'failed');
	await Promise.all([
		reported(n8n, mode, 'all', 'running → idle'),
		reported(n8n, mode, 'failed', 'running → failed'),
	]);
}

async function filteredChange(n8n: PlayedN8n, mode: Mode): Promise<void> {
	become(n8n, 'failed', 'stopped');
	await polled(n8n, 'failed');
	become(n8n, 'failed', 'failed');
	if (mode.reportsAgain) await reported(n8n, mode, 'failed', 'stopped → failed');
	else await sureOfSilence(n8n, 'stopped → failed', 'idle → awaking');
}

/** By the time that a later change's mail arrives, the filtered change's mail would have arrived too. */
async function sureOfSilence(n8n: PlayedN8n, change: string, control: string): Promise<void> {
	await polled(n8n, 'failed');
	become(n8n, 'all', control.split(' → ')[1] ?? '');
	await until('the other change is reported', () => mailed(n8n, 'all', control) > 0);
	assert.equal(mailed(n8n, 'failed', change), 0);
}

/** Stops or crashes n8n within a poll, and restarts it after changes. */
async function restarted(n8n: PlayedN8n, mode: Mode): Promise<void> {
	become(n8n, 'failed', 'degraded');
	await polled(n8n, 'failed');
	const before = n8n.emulator.state.services.get(WATCHED.all.id)?.state;
	if (mode.isScheduled) {
		await n8n.running.stop();
		become(n8n, 'all', 'stopping');
	} else {
		const match = { path: new RegExp(WATCHED.all.id) };
		const slow = n8n.emulator.faults.add({ kind: 'delay', ms: 4000, match });
		become(n8n, 'all', 'stopping');
		await until('a poll is under way', () => slow.given > 0);
		await n8n.running.kill();
		slow.remove();
	}
	become(n8n, 'failed', 'failed');
	await startAgain(n8n);
	const again = 'degraded → failed';
	await Promise.all([
		reported(n8n, mode, 'all', `${String(before)} → stopping`),
		mode.reportsAgainAfterRestart && reported(n8n, mode, 'failed', again),
	]);
	if (mode.reportsAgainAfterRestart) return;
	await sureOfSilence(n8n, again, 'stopping → partially_running');
}
