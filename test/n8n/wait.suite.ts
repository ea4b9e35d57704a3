import assert from 'node:assert/strict';

import type { ScriptStep } from '../emulator';
import { play, sending, sent } from './examples/play';
import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import { ask } from './harness/rest';
import { addWorkflow } from './harness/restRun';
import type { SharedN8n } from './harness/sharedN8n';
import { until } from './harness/until';
import { example, withSettings } from './harness/workflows';

/** Waits in n8n: the examples with states that change, and the stop button. */
export async function waitSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	progress('Waits: states that change while n8n waits');
	await waitThenStart(checks, n8n);
	await waitInALoop(checks, n8n);
	await stopped(checks, n8n);
}

/** Lets the state of the service follow a script meanwhile. Gives how often it was read. */
async function scripted(
	{ emulator }: SharedN8n,
	steps: readonly ScriptStep[],
	body: (reads: () => number) => Promise<void>,
): Promise<void> {
	const { serviceId } = emulator.ids;
	const before = emulator.state.services.get(serviceId);
	const script = emulator.scripts.service(serviceId, steps);
	try {
		await body(() => script.reads);
	} finally {
		script.remove();
		if (before !== undefined) emulator.state.services.set(before);
	}
}

async function waitThenStart(checks: Checks, stage: SharedN8n): Promise<void> {
	const { failedPipeId, serviceId, stoppedPipeId } = stage.emulator.ids;
	const pipes = [
		{ name: 'Orders', pipeId: stoppedPipeId },
		{ name: 'Shop database', pipeId: failedPipeId },
	];
	const workflow = example('wait-then-start');
	await checks.check('wait-then-start starts the pipes once the service runs', async () => {
		await scripted(stage, [{ state: 'starting' }, { state: 'running' }], async () => {
			await play(stage, sending(workflow, { pipes }));
		});
		assert.deepEqual(sent(stage), [
			`GET services/${serviceId}  200`,
			`GET services/${serviceId}  200`,
			`PATCH ${stoppedPipeId}/state start 200`,
			`PATCH ${failedPipeId}/state start 200`,
		]);
		assert.equal(stage.mailbox.mails.length, 1);
		assert.equal(stage.mailbox.mails[0]?.subject, 'Analytics 1 is running');
		assert.match(
			stage.mailbox.mails[0]?.text ?? '',
			/^Orders: start accepted, \w+\nShop database: start accepted, \w+$/,
		);
	});
	await checks.check('wait-then-start starts nothing when the service fails', async () => {
		await scripted(stage, [{ state: 'failed' }], async () => {
			await play(stage, sending(workflow, { pipes }));
		});
		assert.deepEqual(sent(stage), [`GET services/${serviceId}  200`]);
		assert.equal(stage.mailbox.mails[0]?.subject, 'The pipes were not started');
		assert.match(stage.mailbox.mails[0]?.text ?? '', /its last state is "failed"/);
	});
}

async function waitInALoop(checks: Checks, stage: SharedN8n): Promise<void> {
	const workflow = withSettings(example('wait-in-a-loop'), { everySeconds: 1, mostReads: 3 });
	const cases: Array<[string, ScriptStep[], number, RegExp]> = [
		['until it is there', [{ state: 'starting' }, { state: 'running' }], 2, /^\S+ 1 is running$/],
		['until a state to give up on', [{ state: 'failed' }], 1, /^\S+ 1 is not running$/],
		['as often as it may', [{ state: 'starting' }], 3, /^\S+ 1 is not running$/],
	];
	for (const [what, steps, reads, subject] of cases) {
		await checks.check(`wait-in-a-loop reads the service ${what}`, async () => {
			await scripted(stage, steps, async (count) => {
				await play(stage, workflow);
				assert.equal(count(), reads);
			});
			assert.equal(stage.mailbox.mails.length, 1);
			assert.match(stage.mailbox.mails[0]?.subject ?? '', subject);
		});
	}
}

async function stopped(checks: Checks, stage: SharedN8n): Promise<void> {
	const { url, cookie } = stage;
	await checks.check('the stop button ends a wait at once', async () => {
		await scripted(stage, [{ state: 'starting' }], async (reads) => {
			const id = await addWorkflow(url, cookie, example('wait-then-start'));
			const body = { triggerToStartFrom: { name: 'By Hand' } };
			const started = await ask(`${url}/rest/workflows/${id}/run`, cookie, body);
			const { executionId } = Object(Object(started).data);
			const execution = `${url}/rest/executions/${String(executionId)}`;
			await until('the first check', () => reads() > 0);
			await ask(`${execution}/stop`, cookie, {});
			const ended = async () => {
				const { status } = Object(Object(await ask(execution, cookie)).data);
				return status === 'canceled';
			};
			await until('the execution is stopped', ended, 5);
			const atEnd = reads();
			await new Promise((resolve) => setTimeout(resolve, 5000));
			assert.equal(reads(), atEnd);
		});
	});
}
