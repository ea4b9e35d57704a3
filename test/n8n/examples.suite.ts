import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { sampleBackup } from '../emulator';
import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import { ask } from './harness/rest';
import { addWorkflow, outputOf, runToEnd } from './harness/restRun';
import type { SharedN8n } from './harness/sharedN8n';
import type { Stage } from './harness/stage';
import {
	example,
	exampleNames,
	EXAMPLES,
	nodeOf,
	withoutNode,
	withSettings,
	type Workflow,
} from './harness/workflows';

const FRESH_BACKUP = '00000040-0000-4000-8000-00000000000a';
const MISSING_BACKUP = '00000040-0000-4000-8000-00000000000b';
const RUNNING_BACKUP = '00000040-0000-4000-8000-00000000000c';
const DASHBOARD_FILE = 'shop-dashboard.json';

/** The fresh records that the examples look for. */
export function seedForExamples(now = Date.now()) {
	const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
	const activity = { organizationId: '', serviceId: '', actorType: 'user', actorIpAddress: '' };
	const activities = [10, 20, 60 * 24 * 8].map((minutes, index) => ({
		...activity,
		id: `recent-${String(index)}`,
		type: 'backup_restore',
		actorId: 'user-1',
		actorDetails: 'Grace Example',
		userAgent: 'Example/1.0',
		createdAt: at(minutes),
	}));
	const backups = [
		{ ...sampleBackup(), id: FRESH_BACKUP, finishedAt: at(120) },
		{ ...sampleBackup(), id: RUNNING_BACKUP, status: 'in_progress' },
	];
	return { activities, backups };
}

/** Runs all imported examples in n8n and compares with what the emulator saw. */
export async function examplesSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	progress('Examples: imported by n8n’s command line, and run');
	await checks.check('every example is imported as it is', async () => {
		for (const name of exampleNames()) {
			const answer = await ask(`${n8n.url}/rest/workflows/${name}`, n8n.cookie);
			const { nodes, connections } = Object(Object(answer).data);
			const wanted = example(name);
			assert.deepEqual(
				{ nodes, connections },
				{ nodes: wanted.nodes, connections: wanted.connections },
			);
		}
	});
	await checks.check(
		'every example says what to set, and all but those for one run start by themselves',
		readMeAndSchedule,
	);
	await onlyLooking(checks, n8n);
	await pipesByDay(checks, n8n);
	await pipesFromSheet(checks, n8n);
	await backupCheck(checks, n8n);
	await weeklyDigest(checks, n8n);
	await invitePeople(checks, n8n);
	await dashboardFromFile(checks, n8n);
}

/** Examples that are run by hand, once, or by chat. */
const RUN_ONCE: readonly string[] = [
	'agent-pipes',
	'agent-proposes',
	'demo',
	'pipes-from-sheet',
	'pipes-with-approval',
];

function readMeAndSchedule(): void {
	for (const name of exampleNames()) {
		const types = example(name).nodes.map(({ type }) => type.replace(/^[^.]+\./, ''));
		const polled = types.includes('cloudManagementTrigger');
		const schedule = RUN_ONCE.includes(name) ? [] : ['scheduleTrigger'];
		const starts = polled ? [] : [...schedule, 'manualTrigger'];
		for (const type of [...starts, 'stickyNote']) {
			assert.ok(types.includes(type), `${name} has no ${type}`);
		}
	}
}

/** Runs a workflow and gives what its nodes gave; the emulator's log and the mailbox hold its traffic alone. */
export async function play({ n8n, url, cookie, emulator, mailbox }: SharedN8n, workflow: Workflow) {
	const id = await addWorkflow(url, cookie, workflow);
	emulator.clearLog();
	mailbox.mails.length = 0;
	const run = await runToEnd(url, cookie, id);
	assert.deepEqual(emulator.violations, []);
	return outputOf(n8n, run);
}

/** The requests that arrived, one line each. */
export function sent({ emulator }: Stage): string[] {
	return emulator.requests.map(({ method, path: target, status, body }) => {
		const command =
			typeof body === 'object' && body !== null && 'command' in body ? body.command : '';
		return `${method} ${target.split('/').slice(-2).join('/')} ${String(command)} ${String(status)}`;
	});
}

/** Whether an example runs by hand and to its end: those with an agent or a person have suites of their own. */
function runsByHand(name: string): boolean {
	const { nodes } = example(name);
	const types = nodes.map(({ type }) => type);
	const hasAgent = types.some((type) => type.endsWith('.agent'));
	const waits = nodes.some(({ parameters }) => parameters.operation === 'sendAndWait');
	return types.includes('n8n-nodes-base.manualTrigger') && !hasAgent && !waits;
}

/** Pressing "Execute workflow" to look at an example changes nothing in the services. */
async function onlyLooking(checks: Checks, stage: SharedN8n): Promise<void> {
	const source = path.join(EXAMPLES, 'files', DASHBOARD_FILE);
	const file = path.join(stage.userFolder, '.n8n-files', DASHBOARD_FILE);
	copyFileSync(source, file);
	for (const name of exampleNames().filter(runsByHand)) {
		await checks.check(`${name} sends no change before its dry run is off`, async () => {
			const workflow = example(name);
			const { nodes } =
				name === 'dashboard-from-file' ? withSettings(workflow, { file }) : workflow;
			const quiet = nodes.map((node) =>
				node.type.endsWith('.slack') ? { ...node, disabled: true } : node,
			);
			await play(stage, { ...workflow, nodes: quiet });
			const changes = stage.emulator.requests.filter(({ method }) => method !== 'GET');
			assert.deepEqual(changes, []);
		});
	}
}

/** The example with its Settings changed so that it sends. */
export function sending(workflow: Workflow, changes: Record<string, unknown> = {}): Workflow {
	return withSettings(workflow, { dryRun: false, ...changes });
}

async function pipesByDay(checks: Checks, stage: SharedN8n): Promise<void> {
	const { kafkaPipeId, postgresPipeId, serviceId } = stage.emulator.ids;
	const quiet = withoutNode(example('pipes-by-day'), 'Tell Slack');
	for (const command of ['stop', 'start']) {
		await checks.check(`pipes-by-day sends ${command} for each pipe, in order`, async () => {
			const output = await play(stage, sending(quiet, { runByHand: command }));
			assert.deepEqual(sent(stage), [
				`PATCH ${kafkaPipeId}/state ${command} 200`,
				`PATCH ${postgresPipeId}/state ${command} 200`,
			]);
			const [message] = output.get('One Message') ?? [];
			const accepted = `${command} accepted, \\w+`;
			const lines = new RegExp(`Orders: ${accepted}.*Shop database: ${accepted}`);
			assert.match(JSON.stringify(message), lines);
		});
	}
	await checks.check('pipes-by-day goes on behind a pipe that fails, and tells of it', async () => {
		const missing = kafkaPipeId.replace(/1$/, 'f');
		const pipes = [
			{ name: 'Gone', serviceId, pipeId: missing },
			{ name: 'Shop database', serviceId, pipeId: postgresPipeId },
		];
		const output = await play(stage, sending(quiet, { pipes }));
		assert.equal(stage.emulator.requests.length, 2);
		const lines = output.get('One Message')?.[0]?.lines;
		assert.ok(Array.isArray(lines) && lines.length === 2, JSON.stringify(lines));
		assert.match(String(lines[0]), /^Gone: .*not.*found/i);
		assert.match(String(lines[1]), /^Shop database: stop accepted, \w+$/);
	});
}

async function pipesFromSheet(checks: Checks, stage: SharedN8n): Promise<void> {
	const workflow = example('pipes-from-sheet');
	await checks.check('pipes-from-sheet sends nothing before its dry run is off', async () => {
		const output = await play(stage, workflow);
		assert.deepEqual(sent(stage), []);
		assert.equal(output.get('Create Pipes')?.length, 5);
	});
	await checks.check('pipes-from-sheet makes five pipes with five sets of columns', async () => {
		await play(stage, withSettings(workflow, { dryRun: false }));
		const columns = stage.emulator.requests.map(({ body }) => JSON.stringify(body));
		assert.equal(new Set(columns).size, 5);
		assert.match(columns[0] ?? '', /"name":"amount","type":"Decimal\(18, 2\)"/);
		assert.match(columns[4] ?? '', /"type":"Tuple\(shelf UInt16, row UInt8\)"/);
		assert.ok(workflow.nodes.every(({ type }) => !type.endsWith('.code')));
	});
}

async function backupCheck(checks: Checks, stage: SharedN8n): Promise<void> {
	const { emulator, mailbox } = stage;
	const { backupId } = emulator.ids;
	const workflow = example('backup-check');
	await checks.check('backup-check is silent about a fresh backup', async () => {
		const output = await play(stage, withSettings(workflow, { backupId: FRESH_BACKUP }));
		assert.deepEqual(sent(stage), [`GET backups/${FRESH_BACKUP}  200`]);
		assert.equal(output.get('All Is Well')?.length, 1);
		assert.deepEqual(mailbox.mails, []);
	});
	await checks.check('backup-check mails about an old backup', async () => {
		await play(stage, workflow);
		assert.deepEqual(sent(stage), [`GET backups/${backupId}  200`]);
		assert.equal(mailbox.mails.length, 1);
		const [mail] = mailbox.mails;
		assert.equal(mail?.subject, 'Backup Nightly 1 is too old');
		assert.equal(mail?.to, 'on-call@example.com');
		assert.equal(mail?.from, 'n8n@example.com');
		assert.match(mail?.text ?? '', /Status: done\nStarted: 2026-01-05T02:00/);
	});
	await checks.check('backup-check mails about a backup that is not done', async () => {
		await play(stage, withSettings(workflow, { backupId: RUNNING_BACKUP }));
		assert.equal(mailbox.mails[0]?.subject, 'Backup Nightly 1 is not done');
		assert.match(mailbox.mails[0]?.text ?? '', /Status: in_progress/);
	});
	await checks.check('backup-check mails about a backup that cannot be read', async () => {
		await play(stage, withSettings(workflow, { backupId: MISSING_BACKUP }));
		assert.equal(mailbox.mails.length, 1);
		assert.equal(mailbox.mails[0]?.subject, `Backup ${MISSING_BACKUP} cannot be read`);
		assert.match(mailbox.mails[0]?.text ?? '', /The backup could not be read: .+/);
	});
}

async function weeklyDigest(checks: Checks, stage: SharedN8n): Promise<void> {
	const { mailbox } = stage;
	await checks.check('weekly-digest counts the last seven days and mails them', async () => {
		await play(stage, example('weekly-digest'));
		assert.deepEqual(sent(stage).length, 1);
		assert.equal(mailbox.mails.length, 1);
		assert.equal(mailbox.mails[0]?.subject, 'Activities of the last 7 days');
		assert.equal(mailbox.mails[0]?.text, '2 × backup_restore by Grace Example');
	});
	await checks.check('weekly-digest mails nothing in a week without activities', async () => {
		const workflow = example('weekly-digest');
		nodeOf(workflow, 'Read Activities').parameters.filters = { until: '2020-01-01T00:00:00Z' };
		await play(stage, workflow);
		assert.deepEqual(mailbox.mails, []);
	});
}

async function invitePeople(checks: Checks, stage: SharedN8n): Promise<void> {
	const { emulator, mailbox } = stage;
	await checks.check('invite-people tells Slack, mails or invites again, by outcome', async () => {
		const people = ['ada', 'ben', 'cleo', 'dana', 'eve'].map((name) => ({
			email: `${name}@example.com`,
		}));
		const workflow = sending(withoutNode(example('invite-people'), 'Tell Slack'), {
			people,
			againAfterSeconds: 4,
		});
		nodeOf(workflow, 'Invite').parameters.options = { maxWait: 1 };
		emulator.faults.add({ kind: 'status', status: 400, times: 1 });
		emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
		emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
		const headers = { 'retry-after': '3' };
		emulator.faults.add({ kind: 'status', status: 429, headers, times: 1 });
		const output = await play(stage, workflow);
		const emails = (name: string) => (output.get(name) ?? []).map(({ email }) => email);
		assert.deepEqual(emails('Again Later'), ['dana@example.com', 'eve@example.com']);
		assert.deepEqual(emails('Tell Slack'), ['ada@example.com']);
		assert.equal(mailbox.mails.length, 1);
		assert.equal(mailbox.mails[0]?.subject, 'Was ben@example.com invited?');
		assert.match(mailbox.mails[0]?.text ?? '', /Look at the invitations of the organization/);
		// Dana was refused for the rate limit, Eve not sent: both are invited by the second run.
		assert.equal(emulator.requests.length, 6);
	});
}

async function dashboardFromFile(checks: Checks, stage: SharedN8n): Promise<void> {
	await checks.check('dashboard-from-file sends the file as it is, twice in a row', async () => {
		const source = path.join(EXAMPLES, 'files', DASHBOARD_FILE);
		const file = path.join(stage.userFolder, '.n8n-files', DASHBOARD_FILE);
		copyFileSync(source, file);
		const wanted: unknown = JSON.parse(readFileSync(source, 'utf8'));
		for (let run = 1; run <= 2; run += 1) {
			const output = await play(stage, sending(example('dashboard-from-file'), { file }));
			assert.deepEqual(sent(stage), ['PUT dashboards/dashboard-1  200']);
			assert.deepEqual(stage.emulator.requests[0]?.body, wanted);
			assert.equal(output.get('Update Dashboard')?.[0]?.name, 'Shop overview');
		}
	});
	await checks.check('the example of the demo runs through', async () => {
		const demo = example('demo');
		const output = await play(stage, sending(demo));
		assert.equal(output.size, demo.nodes.length - 1);
	});
}
