import assert from 'node:assert/strict';

import { PIPE } from './agents.suite';
import { takePicture } from '../../tools/n8n/editor/picture';
import { modelCredential, openChatModel, type Script } from '../../tools/n8n/harness/chatModel';
import type { Checks } from './harness/checks';
import { bringIn } from '../../tools/n8n/harness/content';
import { clickIn, type Mail } from '../../tools/n8n/harness/mailbox';
import type { Execution } from '../../tools/n8n/harness/restRun';
import { addWorkflow, outputOf, startRun, whenNot } from '../../tools/n8n/harness/restRun';
import type { SharedN8n } from './harness/sharedN8n';
import { example, type Workflow } from '../../tools/n8n/harness/workflows';

/** Runs the examples with an approval, and clicks in the mail. */
export async function approvalsSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	await sheet(checks, n8n);
	await proposal(checks, n8n);
}

async function sheet(checks: Checks, n8n: SharedN8n): Promise<void> {
	const workflow = example('pipes-with-approval');
	await checks.check(
		'the mail names what would be created, and Decline sends nothing',
		async () => {
			const { mail, end } = await runToMail(n8n, workflow);
			assert.equal(mail.subject, 'Create 3 pipes?');
			const entries = await pictureOf(mail, n8n);
			assert.equal(entries.length, 4);
			assert.match(
				entries[3] ?? '',
				/^Whole requests: http:\/\/localhost:5678\/workflow\/\w+\/executions\/\d+$/,
			);
			for (const [index, name] of ['Orders', 'Customers', 'Payments'].entries()) {
				const described = new RegExp(
					`^${String(index + 1)}\\. (?:Warning: .+\\n)*Create pipe "${name}" in service "Analytics 1" \\(\\S+\\): Kafka topic "${name.toLowerCase()}"`,
				);
				assert.match(entries[index] ?? '', described);
			}
			const execution = await end(false);
			assert.ok(outputOf(n8n.n8n, execution).has('Declined'));
			assert.deepEqual(changesIn(n8n), []);
		},
	);
	await checks.check('a click on Approve sends the planned requests', async () => {
		const { end } = await runToMail(n8n, workflow);
		const execution = await end(true);
		assert.equal(execution.status, 'success', execution.data);
		const created = changesIn(n8n).map(({ body }) => Object(body).name);
		assert.deepEqual(created, ['Orders', 'Customers', 'Payments']);
		assert.equal(outputOf(n8n.n8n, execution).get('Create Pipes')?.length, 3);
	});
}

/** A dry run reads the service's name. */
function changesIn({ emulator }: SharedN8n) {
	return emulator.requests.filter(({ method }) => method !== 'GET');
}

/** Opens a mail as its reader would. Returns its paragraphs. */
async function pictureOf({ html }: Mail, { page }: SharedN8n): Promise<string[]> {
	const reader = await page.context().newPage();
	try {
		await reader.setViewportSize({ width: 720, height: 800 });
		await reader.setContent(html);
		const text = await reader.locator('td > p').innerText();
		await takePicture(reader, 'approval-mail', reader.locator('td > table').first(), {
			margins: [24, 24, 48, 24],
		});
		return text.split(/\n{2,}/);
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
		await bringIn(n8n, { credentials: [modelCredential(model)] });
		await checks.check('a click on Approve creates the pipe that an agent proposed', async () => {
			model.play(script);
			const { mail, end } = await runToMail(n8n, example('agent-proposes'));
			assert.deepEqual(changesIn(n8n), []);
			assert.match(
				mail.text.replace(/\s+/g, ' '),
				/"Orders" in service "Analytics 1" \(\S+\): Kafka topic "orders"/,
			);
			const execution = await end(true);
			assert.equal(execution.status, 'success', execution.data);
			const created = changesIn(n8n).map(({ body }) => Object(body).name);
			assert.deepEqual(created, ['Orders']);
		});
	} finally {
		await model.close();
	}
}

/** Runs a workflow until it has mailed and waits. `end` clicks a button and waits for the end. */
async function runToMail(n8n: SharedN8n, workflow: Workflow) {
	const { url, emulator, mailbox } = n8n;
	const id = await addWorkflow(n8n, workflow);
	emulator.clearLog();
	mailbox.mails.length = 0;
	const executionId = await startRun(n8n, id);
	const waiting = await whenNot(['new', 'running'], n8n, executionId);
	assert.equal(waiting.status, 'waiting', waiting.data);
	assert.deepEqual(emulator.violations, []);
	const [mail] = mailbox.mails;
	assert.ok(mail !== undefined);
	const end = async (approve: boolean): Promise<Execution> => {
		await clickIn(mail, approve, url);
		return await whenNot(['waiting', 'new', 'running'], n8n, executionId);
	};
	return { mail, end };
}
