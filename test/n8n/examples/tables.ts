import assert from 'node:assert/strict';

import type { Checks } from '../harness/checks';
import { addRows, rowsOf } from '../../../tools/n8n/harness/dataTables';
import type { PlayedN8n } from '../../../tools/n8n/harness/playedN8n';
import { example, nodeOf } from '../../../tools/n8n/harness/workflows';
import { play, sending, sent } from './play';

const PIPES = 'Cloud pipes';
const PEOPLE = 'People to invite';

/** Runs the examples with data tables: one creates pipes, the other stops and starts them. */
export async function tables(checks: Checks, stage: PlayedN8n): Promise<void> {
	await pipesFromSheet(checks, stage);
	await refusedRows(checks, stage);
	await pipesByDay(checks, stage);
	await invitePeople(checks, stage);
}

async function pipesFromSheet(checks: Checks, stage: PlayedN8n): Promise<void> {
	await checks.check('pipes-from-sheet makes five pipes with five sets of columns', async () => {
		const output = await play(stage, sending(example('pipes-from-sheet')));
		const columns = stage.emulator.requests.map(({ body }) => JSON.stringify(body));
		assert.equal(new Set(columns).size, 5);
		assert.match(columns[0] ?? '', /"name":"amount","type":"Decimal\(18, 2\)"/);
		assert.match(columns[4] ?? '', /"type":"Tuple\(shelf UInt16, row UInt8\)"/);
		assert.deepEqual(stage.mailbox.mails, []);
		const created = output.get('Create Pipes')?.map(({ id, name, state }) => [id, name, state]);
		const rows = await rowsOf(stage, PIPES);
		assert.deepEqual(
			rows.map(({ pipeId, name, state }) => [pipeId, name, state]),
			created,
		);
		assert.ok(rows.every(({ serviceId }) => serviceId === stage.emulator.ids.serviceId));
	});
}

async function refusedRows(checks: Checks, stage: PlayedN8n): Promise<void> {
	await checks.check('pipes-from-sheet creates the rest, and reports failures', async () => {
		const { emulator, mailbox } = stage;
		const rows = ['Invoices', 'Broken', 'Refused', 'Lost', 'Returns'].map((name) => ({
			name,
			topic: name,
			table: name,
			sortingKey: 'id',
			columns: name === 'Broken' ? 'id' : 'id UInt64',
		}));
		emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
		emulator.faults.add({ kind: 'status', status: 400, body: { error: 'No topic' }, times: 1 });
		emulator.faults.add({ kind: 'status', status: 504, times: 1 });
		await play(stage, sending(example('pipes-from-sheet'), { rows }));
		const names = (await rowsOf(stage, PIPES)).map(({ name }) => name);
		assert.deepEqual(names.slice(5), ['Invoices', 'Returns']);
		const [mail] = mailbox.mails;
		assert.equal(mail?.subject, '3 of 5 pipes need a look');
		assert.match(mail.text, /^Not created: pipe Broken\. .*Column/m);
		assert.match(mail.text, /^Not created: pipe Refused\. .*\(400\): No topic/m);
		assert.match(mail.text, /^Perhaps created: pipe Lost\. .*\(504\)/m);
	});
}

async function pipesByDay(checks: Checks, stage: PlayedN8n): Promise<void> {
	const workflow = example('pipes-by-day');
	for (const command of ['stop', 'start']) {
		await checks.check(
			`pipes-by-day sends ${command} for each pipe of the table, in order`,
			async () => {
				const rows = await rowsOf(stage, PIPES);
				const output = await play(stage, sending(workflow, { manualRun: command }));
				assert.equal(rows.length, 7);
				assert.deepEqual(
					sent(stage),
					rows.map(({ pipeId }) => `PATCH ${String(pipeId)}/state ${command} 200`),
				);
				const lines = String(output.get('Combine Messages')?.[0]?.text).split('\n');
				for (const [index, { name, pipeId }] of rows.entries()) {
					assert.ok(lines[index]?.startsWith(`${String(name)}: `), lines[index]);
					assert.ok(lines[index]?.includes(`…${String(pipeId).slice(-4)})`), lines[index]);
				}
			},
		);
	}
	await checks.check('pipes-by-day continues after a failed pipe, and reports it', async () => {
		const [gone] = await rowsOf(stage, PIPES);
		stage.emulator.state.pipes.delete(String(gone?.pipeId));
		const output = await play(stage, sending(workflow));
		assert.equal(stage.emulator.requests.length, 7);
		const lines = String(output.get('Combine Messages')?.[0]?.text).split('\n');
		assert.equal(lines.length, 7);
		assert.match(lines[0] ?? '', /^Orders: .*not.*found/i);
		assert.match(lines[1] ?? '', /^Customers: /);
	});
}

async function invitePeople(checks: Checks, stage: PlayedN8n): Promise<void> {
	const { emulator, mailbox } = stage;
	const inviting = (maxWait: number) => {
		const workflow = sending(example('invite-people'));
		nodeOf(workflow, 'Invite').parameters.options = { maxWait };
		return workflow;
	};
	const outcomes = async () => (await rowsOf(stage, PEOPLE)).map(({ outcome }) => outcome);
	await checks.check('invite-people records no outcome of a dry run', async () => {
		const people = ['ada', 'ben', 'cleo', 'dana', 'eve'];
		await addRows(
			stage,
			PEOPLE,
			people.map((name) => ({ email: `${name}@example.com` })),
		);
		const output = await play(stage, example('invite-people'));
		assert.equal(output.get('Invite')?.length, 5);
		assert.deepEqual(await outcomes(), [null, null, null, null, null]);
	});
	await checks.check(
		'invite-people notifies Slack, or mails, depending on the next step',
		async () => {
			emulator.faults.add({ kind: 'status', status: 400, times: 1 });
			emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
			emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
			const headers = { 'retry-after': '3' };
			emulator.faults.add({ kind: 'status', status: 429, headers, times: 1 });
			const output = await play(stage, inviting(1));
			const told = output.get('Tell Slack')?.map(({ email }) => email);
			assert.deepEqual(told, ['ada@example.com']);
			assert.equal(mailbox.mails.length, 1);
			assert.equal(mailbox.mails[0]?.subject, 'Look first: invitation of ben@example.com');
			const [ada, ben, cleo, ...open] = await outcomes();
			assert.match(String(ada), /\(400\)/);
			assert.match(String(ben), /\(504\)/);
			assert.equal(cleo, 'Invited "cleo@example.com" as developer');
			assert.deepEqual(open, [null, null]);
		},
	);
	await checks.check(
		'invite-people invites in the next run those who are left, and only them',
		async () => {
			await play(stage, inviting(30));
			const invited = emulator.requests.map(({ body }) => Object(body).email);
			assert.deepEqual(invited, ['dana@example.com', 'eve@example.com']);
			assert.equal((await outcomes()).at(-1), 'Invited "eve@example.com" as developer');
			await play(stage, inviting(30));
			assert.deepEqual(emulator.requests, []);
		},
	);
}
