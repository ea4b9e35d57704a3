import assert from 'node:assert/strict';

import { canariesIn } from '../../reliability/leaks/canaries';
import { openCanvas } from '../editor/canvas';
import { openNode } from '../editor/openNode';
import { takePicture } from '../editor/picture';
import { AROUND_CANVAS, canvasOf } from '../editor/regions';
import { openEditor } from '../harness/browser';
import type { Checks } from '../harness/checks';
import { addWorkflow } from '../harness/restRun';
import { until } from '../harness/until';
import { example } from '../harness/workflows';
import { answer, PIPE, type Play, steps } from './play';

const EXAMPLE = 'agent-pipes';
/** n8n ignores programs that follow links in mails. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };

/** Clicks a button of the next mail that asks for approval; returns the mail and what was sent before the click. */
async function click({ mailbox, emulator }: Play, approved: boolean) {
	await until('the mail that asks for approval has come', () => mailbox.mails.length > 0);
	const [{ text = '', subject = '' } = {}] = mailbox.mails.splice(0);
	const before = emulator.requests.length;
	const links = text.match(/https?:\/\/[^\s\]]+/g) ?? [];
	const link = links.find((found) => found.includes(`approved=${String(approved)}`));
	assert.ok(link !== undefined, text);
	const taken = async () =>
		(await fetch(link.replace('localhost', '127.0.0.1'), { headers: BROWSER })).ok;
	// The mail is there before n8n has stored that the execution waits for the click.
	await until('n8n takes the click', taken);
	return { text, subject, before };
}

/** The example: what is asked, what waits for a person, and what is sent. */
export async function agentPipes(checks: Checks, play: Play): Promise<void> {
	const { serviceId } = play.emulator.ids;
	const input = { service_id: serviceId, pipe_definition: PIPE };
	const check = [{ name: 'Check_Pipe', input }];
	const create = [{ name: 'Create_Pipe', input: { toolParameters: input, hitlParameters: {} } }];
	await checks.check(
		'agent-pipes checks a pipe, asks a person, and creates it once approved',
		async () => {
			const script = steps(check, create, ([checked = '', created = '']) => {
				assert.equal(JSON.parse(checked)[0].dryRun, true);
				return `Created ${String(JSON.parse(created)[0].name)}.`;
			});
			const [said, asked] = await Promise.all([
				answer(play, example(EXAMPLE), script),
				click(play, true),
			]);
			assert.equal(said, 'Created Orders.');
			assert.equal(asked.subject, 'An agent asks for your approval');
			assert.match(asked.text, /Create_Pipe[\s\S]*broker\.example\.com/);
			assert.deepEqual(canariesIn(asked.text), []);
			assert.equal(asked.before, 0);
			assert.deepEqual(
				play.emulator.requests.map(({ method }) => method),
				['POST'],
			);
		},
	);
	await checks.check('agent-pipes finds a pipe by names, and stops it once approved', () =>
		stopByName(play),
	);
	await checks.check('agent-pipes sends nothing that the person declines', async () => {
		const script = steps(create, ([declined = '']) => declined);
		const [said] = await Promise.all([answer(play, example(EXAMPLE), script), click(play, false)]);
		assert.match(said, /rejected the tool call/);
		assert.deepEqual(play.emulator.requests, []);
	});
}

/** Nobody has said an ID: each one that the model gives comes from what a tool has returned. */
async function stopByName(play: Play): Promise<void> {
	const { emulator } = play;
	const { serviceId } = emulator.ids;
	const { pipes: allPipes, services: allServices } = emulator.state;
	const pipe = allPipes.all().find((one) => one.serviceId === serviceId);
	assert.ok(pipe);
	const [serviceName, pipeName] = [allServices.get(serviceId)?.name, 'Clicks'];
	allPipes.set({ ...pipe, name: pipeName, state: 'Running' });
	const idOf = (result: string, name: unknown): string =>
		JSON.parse(result).find((record: { name: unknown }) => record.name === name).id;
	const script = steps(
		[{ name: 'List_Services', input: {} }],
		([services = '']) => {
			const input = { service_id: idOf(services, serviceName) };
			return [{ name: 'List_Pipes', input }];
		},
		([services = '', pipes = '']) => {
			const ids = { service_id: idOf(services, serviceName), pipe_id: idOf(pipes, pipeName) };
			return [{ name: 'Stop_Pipe', input: { toolParameters: ids, hitlParameters: {} } }];
		},
		([, , stopped = '']) => `Accepted: ${String(JSON.parse(stopped)[0].accepted)}.`,
	);
	const [said, asked] = await Promise.all([
		answer(play, example(EXAMPLE), script),
		click(play, true),
	]);
	assert.equal(said, 'Accepted: true.');
	assert.equal(asked.before, 2);
	const [, , stop, ...others] = emulator.requests;
	assert.deepEqual(others, []);
	assert.ok(stop);
	assert.ok(stop.path.includes(`${serviceId}/`) && stop.path.includes(pipe.id));
	assert.deepEqual(stop.body, { command: 'stop' });
	const [{ tools = [] } = {}] = play.model.turns;
	const list = tools.find(({ name }) => name === 'List_Pipes');
	assert.match(String(list?.description), /^List the pipes of one service/);
	const { service_id: input } = list?.parameters.properties ?? {};
	assert.match(String(input?.description), /as List_Services returned it$/);
}

/** The example and one of its tools, as the editor shows them. */
export async function inTheEditor(checks: Checks, { stage, url, cookie }: Play): Promise<void> {
	const id = await addWorkflow(url, cookie, example(EXAMPLE));
	const workflow = { ...example(EXAMPLE), id };
	const { browser, context } = await openEditor(stage.n8n, url, cookie);
	try {
		const page = await context.newPage();
		await checks.check('agent-pipes opens in the editor with nothing to correct', async () => {
			await openCanvas(page, url, id, 'Ask a Person');
			await takePicture(page, 'agent-pipes', canvasOf(page), AROUND_CANVAS);
			assert.equal(await page.locator('[data-test-id="node-issues"]').count(), 0);
		});
		await checks.check(
			'the panel of a tool says nothing about a field that the model fills in',
			async () => {
				await openNode(page, url, workflow, 'create-pipe');
				await page.getByText('Pipe Definition', { exact: true }).first().waitFor();
				assert.equal(await page.getByText('To let the AI Agent fill in').count(), 0);
			},
		);
	} finally {
		await browser.close();
	}
}
