import assert from 'node:assert/strict';

import { PIPE } from './agents/play';
import { openCanvas } from './editor/canvas';
import { takePicture } from './editor/picture';
import { AROUND_CANVAS, canvasOf } from './editor/regions';
import { type ChatModel, openChatModel, type Script } from './harness/chatModel';
import type { Checks } from './harness/checks';
import type { Mail } from './harness/mailbox';
import { addCredential } from './harness/rest';
import type { Execution } from './harness/restRun';
import { addWorkflow, outputOf, startRun, whenNot } from './harness/restRun';
import type { SharedN8n } from './harness/sharedN8n';
import { until } from './harness/until';
import { example, nodeOf, type Workflow } from './harness/workflows';

/** n8n treats a program without a browser's name as a preview, which must not approve anything. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

/** Runs the examples in which a person approves a plan, and clicks in the mail. */
export async function approvalsSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	await sheet(checks, n8n);
	await proposal(checks, n8n);
}

async function sheet(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { serviceId } = n8n.emulator.ids;
	const workflow = example('pipes-with-approval');
	await checks.check('the mail says in a sentence what each request would do', async () => {
		const { mail, end } = await runToMail(n8n, workflow);
		assert.equal(n8n.emulator.requests.length, 0);
		assert.equal(mail.subject, 'Create 3 pipes?');
		const text = mail.text.replace(/\s+/g, ' ');
		const sentence = (name: string, table: string) =>
			`Create pipe '${name}' from Kafka topic '${table}' at 'broker-1.example.com:9092' into 'default.${table}' of service ${serviceId} with 9 more fields (`;
		for (const name of ['Orders', 'Customers', 'Payments']) {
			assert.ok(text.includes(sentence(name, name.toLowerCase())), text);
		}
		await pictureOf(mail, n8n);
		await end(false);
	});
	await checks.check('the example opens with nothing to correct', async () => {
		const { page, url } = n8n;
		await openCanvas(page, url, workflow.id, 'Create Pipes');
		assert.equal(await page.locator('[data-test-id="node-issues"]').count(), 0);
		await takePicture(page, 'approval', canvasOf(page), AROUND_CANVAS);
	});
	await checks.check('a click on Approve sends what was planned', async () => {
		const { end } = await runToMail(n8n, workflow);
		const execution = await end(true);
		assert.equal(execution.status, 'success', execution.data);
		const created = n8n.emulator.requests.map(({ body }) => Object(body).name);
		assert.deepEqual(created, ['Orders', 'Customers', 'Payments']);
		assert.equal(outputOf(n8n.n8n, execution).get('Create Pipes')?.length, 3);
	});
	await checks.check('a click on Decline sends nothing', async () => {
		const { end } = await runToMail(n8n, workflow);
		const execution = await end(false);
		assert.equal(execution.status, 'success', execution.data);
		assert.ok(outputOf(n8n.n8n, execution).has('Declined'));
		assert.deepEqual(n8n.emulator.requests, []);
	});
	await checks.check(
		'a row that changed after the approval is named, and nothing is sent',
		async () => {
			const changed = structuredClone(workflow);
			nodeOf(changed, 'Read Rows Again').parameters.jsonOutput =
				"={{ { rows: $('Settings').first().json.rows.map((row, index) => index === 1 ? { ...row, table: 'other' } : row) } }}";
			const { end } = await runToMail(n8n, changed);
			const execution = await end(true);
			assert.equal(execution.status, 'error');
			assert.match(execution.data, /The requests differ from the approved plan in item 2\./);
			assert.deepEqual(n8n.emulator.requests, []);
		},
	);
}

/** Opens a mail as a reader does. */
async function pictureOf({ html }: Mail, { page }: SharedN8n): Promise<void> {
	const reader = await page.context().newPage();
	try {
		await reader.setViewportSize({ width: 720, height: 800 });
		await reader.setContent(html);
		await takePicture(reader, 'approval-mail', reader.locator('td > table').first(), {
			margins: [24, 24, 48, 24],
		});
	} finally {
		await reader.close();
	}
}

async function proposal(checks: Checks, n8n: SharedN8n): Promise<void> {
	const model = await openChatModel();
	const check = [{ name: 'Check_Pipe', input: { pipe_definition: PIPE } }];
	const script: Script = ({ results: [checked] }) =>
		checked === undefined ? check : `\`\`\`json\n${JSON.stringify(PIPE)}\n\`\`\``;
	try {
		const workflow = example('agent-proposes');
		nodeOf(workflow, 'Chat Model').credentials = { openAiApi: await credentialOf(n8n, model) };
		for (const approve of [true, false]) {
			await checks.check(
				`an agent proposes a pipe, and a click on ${approve ? 'Approve creates it' : 'Decline sends nothing'}`,
				async () => {
					model.play(script);
					const { mail, end } = await runToMail(n8n, workflow);
					assert.deepEqual(n8n.emulator.requests, []);
					assert.match(
						mail.text.replace(/\s+/g, ' '),
						/Create pipe 'Orders' from Kafka topic 'orders'/,
					);
					const execution = await end(approve);
					assert.equal(execution.status, 'success', execution.data);
					const created = n8n.emulator.requests.map(({ body }) => Object(body).name);
					assert.deepEqual(created, approve ? ['Orders'] : []);
				},
			);
		}
	} finally {
		await model.close();
	}
}

/** Adds a credential for the scripted model, as the editor does. */
async function credentialOf(n8n: SharedN8n, model: ChatModel) {
	const name = 'Chat Model';
	const data = { apiKey: 'only-for-the-scripted-model', url: model.url };
	return { id: await addCredential(n8n, { name, type: 'openAiApi', data }), name };
}

/** Runs a workflow until it has mailed and waits. `end` clicks a button of the mail and waits for the end. */
async function runToMail(n8n: SharedN8n, workflow: Workflow) {
	const { url, cookie, emulator, mailbox } = n8n;
	const id = await addWorkflow(url, cookie, workflow);
	emulator.clearLog();
	mailbox.mails.length = 0;
	const executionId = await startRun(url, cookie, id);
	await until('a mail has come', () => mailbox.mails.length > 0);
	const waiting = await whenNot(['new', 'running'], n8n, executionId);
	assert.equal(waiting.status, 'waiting', waiting.data);
	assert.deepEqual(emulator.violations, []);
	const [mail] = mailbox.mails;
	assert.ok(mail !== undefined);
	const end = async (approve: boolean): Promise<Execution> => {
		const link = new RegExp(`https?://[^\\s\\]]*approved=${String(approve)}[^\\s\\]]*`).exec(
			mail.text,
		);
		assert.ok(link !== null, mail.text);
		const clicked = new URL(link[0]);
		const answer = await fetch(url + clicked.pathname + clicked.search, { headers: BROWSER });
		assert.equal(answer.status, 200, await answer.text());
		return await whenNot(['waiting', 'new', 'running'], n8n, executionId);
	};
	return { mail, end };
}
