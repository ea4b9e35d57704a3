import assert from 'node:assert/strict';

import type { ScriptStep } from '../emulator';
import { play, sending, sent } from './examples/play';
import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import { ask } from './harness/rest';
import { addWorkflow, startRun, whenNot } from './harness/restRun';
import type { SharedN8n } from './harness/sharedN8n';
import { until } from './harness/until';
import { example, withSettings } from './harness/workflows';

const OTHER_SERVICE = '00000020-0000-4000-8000-00000000000f';

/** Waits in n8n: the examples with states that change, and the stop button. */
export async function waitSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	progress('Waits: states that change while n8n waits');
	await waitThenStart(checks, n8n);
	await waitInALoop(checks, n8n);
	await stopped(checks, n8n);
}

/** Makes the state of the service follow a script meanwhile. Returns how often it was read. */
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
			/^Orders: Start requested for pipe .*; its state then was \w+\nShop database: Start requested for pipe .*; its state then was \w+$/,
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
	await checks.check('the stop button ends a wait at once', async () => {
		await scripted(stage, [{ state: 'starting' }], async (reads) => {
			await runAndStop(stage, {}, () => reads() > 0);
			const atEnd = reads();
			await waitBeside(stage);
			assert.equal(reads(), atEnd);
		});
	});
}

/** Waits for another service, for enough checks that the stopped wait would have made one more meanwhile. */
async function waitBeside(stage: SharedN8n): Promise<void> {
	const { scripts, state } = stage.emulator;
	const script = scripts.service(OTHER_SERVICE, [{ state: 'starting' }]);
	try {
		await runAndStop(stage, { serviceId: OTHER_SERVICE }, () => script.reads >= 3);
	} finally {
		script.remove();
		state.services.delete(OTHER_SERVICE);
	}
}

/** Runs the example until it is time, and stops it like the stop button. */
async function runAndStop(
	{ url, cookie }: SharedN8n,
	settings: Record<string, unknown>,
	isTime: () => boolean,
): Promise<void> {
	const id = await addWorkflow(url, cookie, withSettings(example('wait-then-start'), settings));
	const executionId = await startRun(url, cookie, id);
	await until('it is time', isTime);
	await ask(`${url}/rest/executions/${executionId}/stop`, cookie, {});
	const { status } = await whenNot(['new', 'running', 'waiting'], { url, cookie }, executionId);
	assert.equal(status, 'canceled');
}
