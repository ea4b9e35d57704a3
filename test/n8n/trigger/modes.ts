import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sampleService, startEmulator } from '../../emulator';
import type { Checks } from '../harness/checks';
import { type Mailbox, openMailbox } from '../harness/mailbox';
import { environmentOf, n8nCommand, type RunningN8n, startN8n } from '../harness/n8n';
import { Opened } from '../harness/opened';
import { credentialsFor, importInto, type Stage } from '../harness/stage';
import { until } from '../harness/until';
import { chainOf, type Workflow, workflowNode } from '../harness/workflows';

/** Four times a minute: n8n refuses one expression that is as often, and takes several. */
export const POLL_TIMES = ['0', '15', '30', '45'].map((second) => `${second} * * * * *`);

const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
};

/** A way in which n8n polls and stores, and what the trigger can promise with it: the table of docs/development/storage.md. */
interface Mode {
	name: string;
	env: NodeJS.ProcessEnv;
	/** Whether a state is reported again after a change away from it that a filter keeps back. */
	reportsAgain: boolean;
	/** The same, if n8n is restarted in between. */
	reportsAgainAfterRestart: boolean;
	/** How often a change is reported when two polls run at the same time. */
	reportsByTwo: number;
	/** Whether n8n sets a time for a poll, and after a stop runs the polls of all poll times at once. */
	isScheduled: boolean;
}

const MODES: readonly Mode[] = [
	{
		name: 'without the scheduler',
		env: {},
		...{ reportsAgain: true, reportsAgainAfterRestart: false, reportsByTwo: 1, isScheduled: false },
	},
	{
		name: 'with the scheduler alone',
		env: SCHEDULER,
		...{ reportsAgain: false, reportsAgainAfterRestart: false, reportsByTwo: 2, isScheduled: true },
	},
	{
		name: 'with durable cursors',
		env: { ...SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
		...{ reportsAgain: true, reportsAgainAfterRestart: true, reportsByTwo: 2, isScheduled: true },
	},
];

/** The watched services: all changes of one start the workflow, of another those to "failed", and one is polled twice. */
const WATCHED = { all: sampleService(11), failed: sampleService(12), twice: sampleService(13) };
type Watched = keyof typeof WATCHED;

/** An n8n that polls in one mode. */
interface Polling extends Stage {
	mailbox: Mailbox;
	running: RunningN8n;
}

/** What the trigger remembers in each of n8n's ways to poll. They run side by side: most of the time, all wait. */
export async function modesOfPolling(checks: Checks, stage: Stage): Promise<void> {
	const opened = new Opened();
	try {
		const published = await copyOf(opened, stage, {});
		await importInto(published, 'workflow', workflows());
		for (const { id } of workflows()) {
			await n8nCommand(stage.n8n, published.env, 'publish:workflow', `--id=${id}`);
		}
		await Promise.all(MODES.map((mode) => pollingIn(checks, published, mode)));
	} finally {
		await opened.close();
	}
}

/** The n8n of a stage in a folder of its own, with what it has stored so far. */
async function copyOf(opened: Opened, stage: Stage, more: NodeJS.ProcessEnv): Promise<Stage> {
	const userFolder = mkdtempSync(path.join(tmpdir(), 'cloud-management-mode-'));
	opened.add(() => {
		rmSync(userFolder, { recursive: true, force: true });
	});
	cpSync(stage.userFolder, userFolder, { recursive: true });
	return { ...stage, userFolder, env: await environmentOf(stage.n8n, userFolder, more) };
}

async function pollingIn(checks: Checks, stage: Stage, mode: Mode): Promise<void> {
	const opened = new Opened();
	try {
		const polling = await openPolling(opened, stage, mode);
		const check = (what: string, body: () => Promise<void>) =>
			checks.check(`${mode.name}, ${what}`, body);
		await check('each change is reported once', () => everyChange(polling));
		await check('a change that a filter keeps back', () => filteredChange(polling, mode));
		await check('a change while n8n is restarted', () => restarted(polling, mode));
		await check('two polls at the same time', () => polledTwice(polling, mode));
		// The scheduler recovers what a crash has cut off after a time that varies from run to run.
		if (!mode.isScheduled) await check('a poll that is cut off by a crash', () => crashed(polling));
	} finally {
		await opened.close();
	}
}

async function openPolling(opened: Opened, stage: Stage, mode: Mode): Promise<Polling> {
	const own = await copyOf(opened, stage, mode.env);
	const emulator = await startEmulator();
	opened.add(emulator.close);
	const mailbox = await openMailbox(stage.n8n);
	opened.add(mailbox.close);
	for (const service of Object.values(WATCHED)) {
		emulator.state.services.set({ ...service, state: 'running' });
	}
	await importInto(own, 'credentials', credentialsFor(emulator, mailbox.port));
	const running = await startN8n(own.n8n, own.env);
	const polling: Polling = { ...own, emulator, mailbox, running };
	opened.add(() => polling.running.kill());
	// The first state of each is remembered once the second poll has started.
	await pollsOf(polling, 'all', 'failed');
	await pollsOf(polling, 'twice');
	return polling;
}

function workflows(): Workflow[] {
	return [
		watching('all', POLL_TIMES),
		watching('failed', POLL_TIMES, { states: 'failed' }),
		watching('twice', [...POLL_TIMES, ...POLL_TIMES]),
	];
}

function watching(name: Watched, times: readonly string[], filters = {}): Workflow {
	const item = times.map((cronExpression) => ({ mode: 'custom', cronExpression }));
	const serviceIds = WATCHED[name].id;
	const parameters = { event: 'serviceStateChanged', serviceIds, pollTimes: { item }, ...filters };
	const trigger = workflowNode(
		'Trigger',
		'n8n-nodes-cloud-management.cloudManagementTrigger',
		1,
		parameters,
	);
	const mail = workflowNode('Mail', 'n8n-nodes-base.emailSend', 2.1, {
		...{ fromEmail: 'n8n@example.com', toEmail: 'you@example.com', emailFormat: 'text', text: '.' },
		subject: `=${name}: {{ $json.previousState }} → {{ $json.state }}`,
	});
	trigger.credentials = { cloudManagementApi: { id: 'management', name: 'Cloud Management' } };
	mail.credentials = { smtp: { id: 'smtp', name: 'Mail Server' } };
	return chainOf(`watch-${name}`, {}, [trigger, mail]);
}

function reads({ emulator }: Pick<Polling, 'emulator'>, name: Watched): number {
	return emulator.requests.filter((request) => request.path.endsWith(WATCHED[name].id)).length;
}

/**
 * Lets two more polls of each service pass, so that at least one of them has started since: what it starts has ended
 * when the next begins.
 */
async function pollsOf(polling: Polling, ...names: Watched[]): Promise<void> {
	const two = names.map((name) => ({ name, after: reads(polling, name) + 2 }));
	await until('the next polls', () =>
		two.every(({ name, after }) => reads(polling, name) >= after),
	);
	await new Promise((resolve) => setTimeout(resolve, 3000));
}

function become({ emulator }: Polling, name: Watched, state: string): void {
	emulator.state.services.set({ ...WATCHED[name], state });
}

function reported({ mailbox }: Polling, name: Watched): string[] {
	return mailbox.mails
		.filter(({ subject }) => subject.startsWith(`${name}: `))
		.map(({ subject }) => subject.slice(name.length + 2));
}

async function everyChange(polling: Polling): Promise<void> {
	become(polling, 'all', 'idle');
	become(polling, 'failed', 'failed');
	await pollsOf(polling, 'failed', 'all');
	assert.deepEqual(reported(polling, 'all'), ['running → idle']);
	assert.deepEqual(reported(polling, 'failed'), ['running → failed']);
}

async function filteredChange(polling: Polling, { reportsAgain }: Mode): Promise<void> {
	polling.mailbox.mails.length = 0;
	become(polling, 'failed', 'running');
	await pollsOf(polling, 'failed');
	assert.deepEqual(reported(polling, 'failed'), []);
	become(polling, 'failed', 'failed');
	await pollsOf(polling, 'failed');
	assert.deepEqual(reported(polling, 'failed'), reportsAgain ? ['running → failed'] : []);
}

async function restarted(polling: Polling, mode: Mode): Promise<void> {
	polling.mailbox.mails.length = 0;
	become(polling, 'failed', 'running');
	await pollsOf(polling, 'failed');
	await polling.running.stop();
	become(polling, 'all', 'running');
	become(polling, 'failed', 'failed');
	await restart(polling);
	// One after the other: the scheduler begins with all the polls that it has missed.
	await pollsOf(polling, 'failed');
	await pollsOf(polling, 'all');
	reportedAfterStop(polling, mode, ['idle → running']);
	const again = mode.reportsAgainAfterRestart ? ['running → failed'] : [];
	assert.deepEqual([...new Set(reported(polling, 'failed'))], again);
}

/** Asserts what was reported of the service without a filter: polls that run at once report it once each. */
function reportedAfterStop(polling: Polling, { isScheduled }: Mode, expected: string[]): void {
	const found = reported(polling, 'all');
	assert.deepEqual(isScheduled ? [...new Set(found)] : found, expected);
}

async function restart(polling: Polling): Promise<void> {
	polling.running = await startN8n(polling.n8n, polling.env);
}

async function polledTwice(polling: Polling, { reportsByTwo }: Mode): Promise<void> {
	const match = { path: new RegExp(WATCHED.twice.id) };
	const slow = polling.emulator.faults.add({ kind: 'delay', ms: 2500, match });
	become(polling, 'twice', 'idle');
	await pollsOf(polling, 'twice');
	await pollsOf(polling, 'twice');
	slow.remove();
	assert.deepEqual(
		reported(polling, 'twice'),
		Array.from({ length: reportsByTwo }, () => 'running → idle'),
	);
}

async function crashed(polling: Polling): Promise<void> {
	polling.mailbox.mails.length = 0;
	const match = { path: new RegExp(WATCHED.all.id) };
	const slow = polling.emulator.faults.add({ kind: 'delay', ms: 4000, match });
	become(polling, 'all', 'stopped');
	await until('a poll is under way', () => slow.given > 0);
	await polling.running.kill();
	slow.remove();
	await restart(polling);
	await pollsOf(polling, 'all');
	assert.deepEqual(reported(polling, 'all'), ['running → stopped']);
}
