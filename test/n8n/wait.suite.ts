import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import { play, sending, sent } from './examples/play';
import type { Checks } from './harness/checks';
import type { PlayedN8n } from '../../tools/n8n/harness/playedN8n';
import { ask } from '../../tools/n8n/harness/rest';
import { addWorkflow, startRun, whenNot } from '../../tools/n8n/harness/restRun';
import { until } from '../../tools/n8n/harness/until';
import { example, withSettings } from '../../tools/n8n/harness/workflows';

/** The first pauses between checks are shorter. */
const LONGEST_PAUSE_MS = 5000;

/** Tests waits: examples with changing states, and the stop button. */
export async function waitSuite(checks: Checks, n8n: PlayedN8n): Promise<void> {
	const { pipes } = n8n.emulator.state;
	const before = pipes.all();
	await waitThenStart(checks, n8n);
	for (const pipe of before) pipes.set(pipe);
	await waitInALoop(checks, n8n);
	await stopped(checks, n8n);
}

/** Plays states over the service's reads. The body can query the number of reads. */
async function withStates(
	{ emulator }: PlayedN8n,
	states: readonly string[],
	body: (reads: () => number) => Promise<void>,
): Promise<void> {
	const { serviceId } = emulator.ids;
	const { services } = emulator.state;
	const before = services.get(serviceId);
	assert(before !== undefined);
	services.accept(before, ...states);
	emulator.clearLog();
	try {
		await body(() => emulator.requests.filter(({ path }) => path.endsWith(serviceId)).length);
	} finally {
		services.set(before);
	}
}

async function waitThenStart(checks: Checks, n8n: PlayedN8n): Promise<void> {
	const { failedPipeId, serviceId, stoppedPipeId } = n8n.emulator.ids;
	const pipes = [
		{ name: 'Orders', pipeId: stoppedPipeId },
		{ name: 'Shop database', pipeId: failedPipeId },
	];
	const workflow = sending(example('wait-then-start'), { pipes });
	await checks.check('wait-then-start starts the pipes once the service runs', async () => {
		await withStates(n8n, ['starting', 'running'], async () => {
			await play(n8n, workflow);
		});
		assert.deepEqual(sent(n8n), [
			`GET services/${serviceId}  200`,
			`GET services/${serviceId}  200`,
			`PATCH ${stoppedPipeId}/state start 200`,
			`PATCH ${failedPipeId}/state start 200`,
		]);
		assert.equal(n8n.mailbox.mails[0]?.subject, 'Analytics 1 is running');
		assert.match(n8n.mailbox.mails[0].text, /^Orders: .*\nShop database: .*$/);
	});
	await checks.check('wait-then-start starts nothing when the service fails', async () => {
		await withStates(n8n, ['failed'], async () => {
			await play(n8n, workflow);
		});
		assert.deepEqual(sent(n8n), [`GET services/${serviceId}  200`]);
		assert.equal(n8n.mailbox.mails[0]?.subject, 'The pipes were not started');
	});
}

async function waitInALoop(checks: Checks, n8n: PlayedN8n): Promise<void> {
	const workflow = withSettings(example('wait-in-a-loop'), { everySeconds: 1, mostReads: 3 });
	const cases: Array<[string, string[], number, RegExp]> = [
		['until it is there', ['starting', 'running'], 2, /^\S+ 1 is running$/],
		['until a state to give up on', ['failed'], 1, /^\S+ 1 is not running$/],
		['as often as it may', ['starting'], 3, /^\S+ 1 is not running$/],
	];
	for (const [what, states, reads, subject] of cases) {
		await checks.check(`wait-in-a-loop reads the service ${what}`, async () => {
			await withStates(n8n, states, async (count) => {
				await play(n8n, workflow);
				assert.equal(count(), reads);
			});
			assert.match(n8n.mailbox.mails[0]?.subject ?? '', subject);
		});
	}
}

async function stopped(checks: Checks, n8n: PlayedN8n): Promise<void> {
	await checks.check('the stop button ends a wait immediately', async () => {
		await withStates(n8n, ['starting'], async (reads) => {
			const run = await startRun(n8n, await addWorkflow(n8n, example('wait-then-start')));
			await until('the node waits', () => reads() > 0);
			await ask(n8n, `/rest/executions/${run}/stop`, {});
			const { status } = await whenNot(['new', 'running', 'waiting'], n8n, run);
			assert.equal(status, 'canceled');
			const atEnd = reads();
			await sleep(LONGEST_PAUSE_MS);
			assert.equal(reads(), atEnd);
		});
	});
}
