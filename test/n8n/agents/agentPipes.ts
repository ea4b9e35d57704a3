import assert from 'node:assert/strict';

import { canariesIn } from '../../../tools/samples/canaries';
import type { Checks } from '../harness/checks';
import { clickIn } from '../../../tools/n8n/harness/mailbox';
import { until } from '../../../tools/n8n/harness/until';
import { example } from '../../../tools/n8n/harness/workflows';
import { answer, PIPE, type Play, steps } from './play';

const EXAMPLE = 'agent-pipes';

/** Clicks a button of the next mail that asks for approval; returns the mail and the requests sent before the click. */
async function click(play: Play, approved: boolean) {
	const { mails } = play.mailbox;
	mails.length = 0;
	await until('the mail that asks for approval has come', () => mails.length > 0);
	const [mail] = mails;
	assert.ok(mail);
	const before = play.emulator.requests.length;
	await clickIn(mail, approved, play.url);
	return { text: mail.text, before };
}

/** The example: the question, the call that waits for a person, and the request. */
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

/** Nobody has named an ID: each ID from the model is from a tool's result. */
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
}
