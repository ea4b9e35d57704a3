import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { nextVersion } from './examples/nextVersion';
import { play, sending, sent } from './examples/play';
import { watching } from './examples/watching';
import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import { serveRawFile } from './harness/rawFile';
import { ask } from './harness/rest';
import type { SharedN8n } from './harness/sharedN8n';
import {
	example,
	exampleNames,
	EXAMPLES,
	nodeOf,
	withoutNode,
	withSettings,
} from './harness/workflows';

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
	return { activities };
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
	await nextVersion(checks, n8n);
	await onlyLooking(checks, n8n);
	await pipesByDay(checks, n8n);
	await pipesFromSheet(checks, n8n);
	await watching(checks, n8n);
	await weeklyDigest(checks, n8n);
	await invitePeople(checks, n8n);
	await dashboardFromGit(checks, n8n);
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
	const file = await serveRawFile(DASHBOARD_FILE);
	for (const name of exampleNames().filter(runsByHand)) {
		await checks.check(`${name} sends no change before its dry run is off`, async () => {
			const workflow = example(name);
			const { nodes } =
				name === 'dashboard-from-git' ? withSettings(workflow, { url: file.url }) : workflow;
			const quiet = nodes.map((node) =>
				node.type.endsWith('.slack') ? { ...node, disabled: true } : node,
			);
			await play(stage, { ...workflow, nodes: quiet });
			const changes = stage.emulator.requests.filter(({ method }) => method !== 'GET');
			assert.deepEqual(changes, []);
		});
	}
	await file.close();
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
		assert.deepEqual(stage.mailbox.mails, []);
	});
	await checks.check('pipes-from-sheet creates the rest, and reports what failed', async () => {
		const { emulator, mailbox } = stage;
		const rows = ['Orders', 'Broken', 'Refused', 'Customers'].map((name) => ({
			...{ name, topic: name, table: name, sortingKey: 'id' },
			columns: name === 'Broken' ? 'id' : 'id UInt64',
		}));
		emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
		emulator.faults.add({ kind: 'status', status: 400, body: { error: 'No topic' }, times: 1 });
		const output = await play(stage, withSettings(workflow, { dryRun: false, rows }));
		assert.deepEqual(
			output.get('Created')?.map(({ name }) => name),
			['Orders', 'Customers'],
		);
		const [mail] = mailbox.mails;
		assert.equal(mail?.subject, '2 of 4 pipes need a look');
		assert.match(mail.text, /^Broken was not created: .*Columns/m);
		assert.match(mail.text, /^Refused was not created: .*status 400: No topic/m);
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

async function dashboardFromGit(checks: Checks, stage: SharedN8n): Promise<void> {
	await checks.check('dashboard-from-git sends the file as it is, twice in a row', async () => {
		const { url, close } = await serveRawFile(DASHBOARD_FILE);
		const source = path.join(EXAMPLES, 'files', DASHBOARD_FILE);
		const wanted: unknown = JSON.parse(readFileSync(source, 'utf8'));
		try {
			for (let run = 1; run <= 2; run += 1) {
				const output = await play(stage, sending(example('dashboard-from-git'), { url }));
				assert.deepEqual(sent(stage), ['PUT dashboards/dashboard-1  200']);
				assert.deepEqual(stage.emulator.requests[0]?.body, wanted);
				assert.equal(output.get('Update Dashboard')?.[0]?.name, 'Shop overview');
			}
		} finally {
			await close();
		}
	});
	await checks.check('the example of the demo runs through', async () => {
		const demo = example('demo');
		const output = await play(stage, sending(demo));
		assert.equal(output.size, demo.nodes.length - 1);
	});
}
