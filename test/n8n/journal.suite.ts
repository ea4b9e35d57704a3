import assert from 'node:assert/strict';

import type { Checks } from './harness/checks';
import { bringIn } from './harness/content';
import { PACKAGE } from './harness/packedPackage';
import { type PlayedN8n, startAgain } from './harness/playedN8n';
import { ask, dataOf, send } from './harness/rest';
import { type Execution, lastRun, publish } from './harness/restRun';
import { until } from './harness/until';
import { chainOf, type Workflow, type WorkflowNode, workflowNode } from './harness/workflows';

const PEOPLE = ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@example.com` }));

/** n8n runs a node again, by itself or for the user: it continues where it has stopped. */
export async function journalSuite(checks: Checks, n8n: PlayedN8n): Promise<void> {
	const workflows = [
		inviting('journal-tries', { retryOnFail: true, maxTries: 5, waitBetweenTries: 100 }),
		...['retried', 'asked', 'edited', 'twice'].map((name) => inviting(`journal-${name}`)),
		inviting('journal-dies', {}, { saveExecutionProgress: true }),
		inviting('journal-child', {}, {}, workflowNode('Start', CALLED, 1.1, PASSES_THROUGH)),
		parent(),
	];
	await bringIn(n8n, { workflows });
	// The sub-workflow comes before the parent: n8n publishes nothing that calls an unpublished one.
	for (const { id } of workflows) await publish(n8n, id);
	await tries(checks, n8n);
	await retries(checks, n8n);
	await limits(checks, n8n);
}

async function tries(checks: Checks, n8n: PlayedN8n): Promise<void> {
	await checks.check('Retry On Fail continues where the try before has stopped', async () => {
		failSecond(n8n, 409);
		assert.equal(await call(n8n, 'journal-tries'), 200);
		assert.deepEqual(invited(n8n), ['ada', 'ben', 'ben', 'cleo']);
	});
	await checks.check('Retry On Fail does not repeat what may have been done', async () => {
		failSecond(n8n, 504);
		assert.equal(await call(n8n, 'journal-tries'), 500);
		assert.deepEqual(invited(n8n), ['ada', 'ben']);
	});
}

async function retries(checks: Checks, n8n: PlayedN8n): Promise<void> {
	await checks.check('Retry with original workflow continues where it has stopped', async () => {
		const { id } = await failed(n8n, 'journal-retried', 409);
		assert.equal((await retry(n8n, id, false)).status, 'success');
		assert.deepEqual(invited(n8n), ['ada', 'ben', 'ben', 'cleo']);
	});
	await checks.check('Retry does not repeat what may have been done, until asked to', async () => {
		const { id } = await failed(n8n, 'journal-asked', 504);
		const again = await retry(n8n, id, false);
		assert.equal(again.status, 'error');
		assert.deepEqual(invited(n8n), ['ada', 'ben']);
		await save(n8n, 'journal-asked', { options: { resendUnknown: true } });
		assert.equal((await retry(n8n, again.id, true)).status, 'success');
		assert.deepEqual(invited(n8n), ['ada', 'ben', 'ben', 'cleo']);
	});
	await checks.check('Retry with currently saved workflow goes by the request', async () => {
		const { id } = await failed(n8n, 'journal-edited', 409);
		const email = '={{ $json.email.replace("ben", "benno") }}';
		await save(n8n, 'journal-edited', { email });
		assert.equal((await retry(n8n, id, true)).status, 'success');
		assert.deepEqual(invited(n8n), ['ada', 'ben', 'benno', 'cleo']);
	});
}

/** What n8n does not let a node know: docs/development/proofs.md names each of these. */
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
	await checks.check('a retried parent starts its sub-workflow from the beginning', async () => {
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

/** Calls a workflow whose second invitation is answered with this status, and returns its failed execution. */
async function failed(n8n: PlayedN8n, name: string, code: number): Promise<Execution> {
	failSecond(n8n, code);
	assert.equal(await call(n8n, name), 500);
	return await lastRun(n8n, name);
}

/** Answers the second write with this status; if that leaves the outcome open, the write is still carried out. */
function failSecond({ emulator }: PlayedN8n, status: number): void {
	emulator.clearLog();
	emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
	emulator.faults.add({ kind: 'status', status, times: 1, actAnyway: status >= 500 });
}

/** The names of those who were invited, request by request. */
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

/** Saves a workflow with other parameters, like a user who edits the node. */
async function save(n8n: PlayedN8n, id: string, parameters: object): Promise<void> {
	const { nodes } = inviting(id, {}, {}, webhook(id), parameters);
	await ask(n8n, `/rest/workflows/${id}`, { nodes }, 'PATCH');
}

const CALLED = 'n8n-nodes-base.executeWorkflowTrigger';
const PASSES_THROUGH = { inputSource: 'passthrough' };

function webhook(id: string): WorkflowNode {
	const parameters = { httpMethod: 'POST', path: id, responseMode: 'lastNode' };
	return { ...workflowNode('Start', 'n8n-nodes-base.webhook', 2, parameters), webhookId: id };
}

function inviting(
	id: string,
	node: object = {},
	settings: object = {},
	start = webhook(id),
	parameters: object = {},
): Workflow {
	const invite = workflowNode('Invite', `${PACKAGE}.cloudManagement`, 1, {
		...{ resource: 'invitation', operation: 'create', role: 'developer' },
		email: '={{ $json.email }}',
		...parameters,
	});
	const credentials = { cloudManagementApi: { id: 'management', name: 'Cloud Management' } };
	const people = { fieldToSplitOut: 'body.people' };
	return chainOf(id, settings, [
		start,
		workflowNode('People', 'n8n-nodes-base.splitOut', 1, people),
		{ ...invite, credentials, ...node },
	]);
}

function parent(): Workflow {
	const workflowId = { __rl: true, mode: 'id', value: 'journal-child' };
	return chainOf('journal-parent', {}, [
		webhook('journal-parent'),
		workflowNode('Child', 'n8n-nodes-base.executeWorkflow', 1.2, { workflowId, options: {} }),
	]);
}
