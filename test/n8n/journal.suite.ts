import assert from 'node:assert/strict';

import type { Checks } from './harness/checks';
import { bringIn } from '../../tools/n8n/harness/content';
import { type PlayedN8n, startAgain } from '../../tools/n8n/harness/playedN8n';
import { ask, dataOf, send } from '../../tools/n8n/harness/rest';
import { type Execution, lastRun, publish } from '../../tools/n8n/harness/restRun';
import { until } from '../../tools/n8n/harness/until';
import {
	chainOf,
	ownNode,
	type Workflow,
	type WorkflowNode,
	webhookNode,
	workflowNode,
} from '../../tools/n8n/harness/workflows';

const PEOPLE = ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@example.com` }));

/** n8n runs a node again for the user, from its stored data: the node continues after its last completed item. */
export async function journalSuite(checks: Checks, n8n: PlayedN8n): Promise<void> {
	const workflows = [
		...['retried', 'asked', 'twice'].map((name) => inviting(`journal-${name}`)),
		inviting('journal-dies', { saveExecutionProgress: true }),
		...parentAndChild(),
	];
	await bringIn(n8n, { workflows });
	for (const { id } of workflows) await publish(n8n, id);
	await retries(checks, n8n);
	await limits(checks, n8n);
}

async function retries(checks: Checks, n8n: PlayedN8n): Promise<void> {
	await checks.check(
		'Retry with original workflow continues after the last completed item',
		async () => {
			const { id } = await failed(n8n, 'journal-retried', 409);
			assert.equal((await retry(n8n, id, false)).status, 'success');
			assert.deepEqual(invited(n8n), ['ada', 'ben', 'ben', 'cleo']);
		},
	);
	await checks.check('Retry does not repeat a possible change until asked to', async () => {
		const { id } = await failed(n8n, 'journal-asked', 504);
		const again = await retry(n8n, id, false);
		assert.equal(again.status, 'error');
		assert.deepEqual(invited(n8n), ['ada', 'ben']);
		// As a user does who edits the node.
		const { nodes } = inviting('journal-asked', {}, undefined, { resendUnknown: true });
		await ask(n8n, '/rest/workflows/journal-asked', { nodes }, 'PATCH');
		assert.equal((await retry(n8n, again.id, true)).status, 'success');
		assert.deepEqual(invited(n8n), ['ada', 'ben', 'ben', 'cleo']);
	});
}

/** n8n does not tell a node about these: docs/development/proofs.md names each of them. */
async function limits(checks: Checks, n8n: PlayedN8n): Promise<void> {
	await checks.check(
		'a second Retry of the original execution knows nothing of the first',
		async () => {
			const { id } = await failed(n8n, 'journal-twice', 409);
			n8n.emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
			n8n.emulator.faults.add({ kind: 'status', status: 409, times: 1 });
			assert.equal((await retry(n8n, id, false)).status, 'error');
			assert.deepEqual(invited(n8n), ['ada', 'ben', 'ben', 'cleo']);
			assert.equal((await retry(n8n, id, false)).status, 'success');
			assert.deepEqual(invited(n8n), ['ada', 'ben', 'ben', 'cleo', 'ben', 'cleo']);
		},
	);
	await checks.check('a retried parent starts its sub-workflow from the start', async () => {
		const { id } = await failed(n8n, 'journal-parent', 409);
		assert.equal((await retry(n8n, id, false)).status, 'success');
		assert.deepEqual(invited(n8n), ['ada', 'ben', 'ada', 'ben', 'cleo']);
	});
	await checks.check(
		'a process that dies stores no journal, not even with the progress',
		async () => {
			await dieWithin(n8n, 'journal-dies');
			const { id, status } = await lastRun(n8n, 'journal-dies');
			assert.equal(status, 'crashed');
			assert.equal((await retry(n8n, id, false)).status, 'success');
			assert.deepEqual(invited(n8n), ['ada', 'ben', 'ada', 'ben', 'cleo']);
		},
	);
}

/** Kills n8n while the second write is under way, and starts it again. */
async function dieWithin(n8n: PlayedN8n, name: string): Promise<void> {
	n8n.emulator.clearLog();
	n8n.emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
	n8n.emulator.faults.add({ kind: 'hang', times: 1 });
	const dropped = call(n8n, name).catch(() => undefined);
	await until('the second write is under way', () => invited(n8n).length === 2);
	await n8n.running.kill();
	await dropped;
	await startAgain(n8n);
}

/**
 * Calls a workflow whose second invitation is answered with this status; returns its failed execution. A write with an
 * unknown outcome is carried out anyway.
 */
async function failed(n8n: PlayedN8n, name: string, status: number): Promise<Execution> {
	const { emulator } = n8n;
	emulator.clearLog();
	emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
	emulator.faults.add({ kind: 'status', status, times: 1, actAnyway: status >= 500 });
	assert.equal(await call(n8n, name), 500);
	return await lastRun(n8n, name);
}

/** The names of the invited people, request by request. */
function invited({ emulator }: PlayedN8n): string[] {
	return emulator.requests.map(({ body }) =>
		String(Object(body).email).replace('@example.com', ''),
	);
}

async function call(n8n: PlayedN8n, path: string): Promise<number> {
	return (await send(n8n, `/webhook/${path}`, { people: PEOPLE })).status;
}

async function retry(n8n: PlayedN8n, id: string, loadWorkflow: boolean): Promise<Execution> {
	return await dataOf(n8n, `/rest/executions/${id}/retry`, { loadWorkflow });
}

/** A workflow that invites people, from a webhook unless it starts otherwise. */
function inviting(
	id: string,
	settings: object = {},
	start: WorkflowNode = webhookNode('Start', id),
	options: object = {},
): Workflow {
	const people = { fieldToSplitOut: 'body.people' };
	const invite = ownNode('Invite', 'cloudManagement', {
		resource: 'invitation',
		operation: 'create',
		role: 'developer',
		email: '={{ $json.email }}',
		options,
	});
	return chainOf(id, settings, [
		start,
		workflowNode('People', 'n8n-nodes-base.splitOut', 1, people),
		invite,
	]);
}

/** A workflow that calls another one, which invites people. */
function parentAndChild(): Workflow[] {
	const workflowId = { __rl: true, mode: 'id', value: 'journal-child' };
	const called = 'n8n-nodes-base.executeWorkflowTrigger';
	const start = workflowNode('Start', called, 1.1, { inputSource: 'passthrough' });
	const parent = chainOf('journal-parent', {}, [
		webhookNode('Start', 'journal-parent'),
		workflowNode('Child', 'n8n-nodes-base.executeWorkflow', 1.2, { workflowId, options: {} }),
	]);
	// The called one is first: n8n publishes nothing that calls an unpublished one.
	return [inviting('journal-child', {}, start), parent];
}
