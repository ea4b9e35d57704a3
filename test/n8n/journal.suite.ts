import assert from 'node:assert/strict';

import { type Emulator, startEmulator } from '../emulator';
import type { Checks } from './harness/checks';
import { type RunningN8n, startN8n } from './harness/n8n';
import { ownerCookie } from './harness/browser';
import { progress } from './harness/progress';
import { publish } from './harness/restRun';
import { credentialsFor, importInto, type Stage } from './harness/stage';
import { until } from './harness/until';
import { chainOf, type Workflow, type WorkflowNode } from './harness/workflows';

const PEOPLE = ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@example.com` }));
const UNDER_WAY = ['new', 'running'];
const RETRIES = { retryOnFail: true, maxTries: 5, waitBetweenTries: 100 };

/** A running n8n, and what the checks ask of it. */
interface Play {
	stage: Stage;
	emulator: Emulator;
	n8n: RunningN8n;
	cookie: string;
}

interface Execution {
	id: string;
	status: string;
}

/** n8n runs a node again, by itself or for the user: it continues where it has stopped. */
export async function journalSuite(checks: Checks, stage: Stage): Promise<void> {
	progress('Journal: Retry On Fail, and Retry in the list of executions');
	const emulator = await startEmulator();
	try {
		const cloud = credentialsFor(emulator).filter(({ type }) => type === 'cloudManagementApi');
		await importInto(stage, 'credentials', cloud);
		const workflows = [
			inviting('journal-tries', RETRIES),
			...['retried', 'asked', 'edited', 'twice'].map((name) => inviting(`journal-${name}`)),
			inviting('journal-progress', {}, { saveExecutionProgress: true }),
			inviting('journal-child', {}, {}, 'executeWorkflowTrigger'),
			parent(),
		];
		await importInto(stage, 'workflow', workflows);
		const n8n = await startN8n(stage.n8n, stage.env);
		const play = { stage, emulator, n8n, cookie: await ownerCookie(n8n.url) };
		try {
			// The sub-workflow comes before the parent: n8n publishes nothing that calls an unpublished one.
			for (const { id } of workflows) await publish(n8n.url, play.cookie, id);
			await tries(checks, play);
			await retries(checks, play);
			await limits(checks, play);
		} finally {
			await play.n8n.stop();
		}
	} finally {
		await emulator.close();
	}
}

async function tries(checks: Checks, play: Play): Promise<void> {
	await checks.check('Retry On Fail continues where the try before has stopped', async () => {
		failSecond(play, 409);
		const { status, text } = await call(play, 'journal-tries');
		assert.equal(status, 200, text);
		assert.deepEqual(invited(play), ['ada', 'ben', 'ben', 'cleo']);
	});
	await checks.check('Retry On Fail does not repeat what may have been done', async () => {
		failSecond(play, 504);
		const { status } = await call(play, 'journal-tries');
		assert.equal(status, 500);
		assert.deepEqual(invited(play), ['ada', 'ben']);
		const data = await stored(play, (await lastOf(play, 'journal-tries')).id);
		assert.match(data, /Not sent again: it was sent at/);
	});
}

async function retries(checks: Checks, play: Play): Promise<void> {
	await checks.check('Retry with original workflow continues where it has stopped', async () => {
		const { id } = await failed(play, 'journal-retried', 409);
		assert.equal((await retry(play, id, false)).status, 'success');
		assert.deepEqual(invited(play), ['ada', 'ben', 'ben', 'cleo']);
	});
	await checks.check('Retry does not repeat what may have been done, until asked to', async () => {
		const { id } = await failed(play, 'journal-asked', 504);
		const again = await retry(play, id, false);
		assert.equal(again.status, 'error');
		assert.deepEqual(invited(play), ['ada', 'ben']);
		await save(play, 'journal-asked', { options: { resendUnknown: true } });
		assert.equal((await retry(play, again.id, true)).status, 'success');
		assert.deepEqual(invited(play), ['ada', 'ben', 'ben', 'cleo']);
	});
	await checks.check('Retry with currently saved workflow goes by the request', async () => {
		const { id } = await failed(play, 'journal-edited', 409);
		const email = '={{ $json.email.replace("ben", "benno") }}';
		await save(play, 'journal-edited', { email });
		assert.equal((await retry(play, id, true)).status, 'success');
		assert.deepEqual(invited(play), ['ada', 'ben', 'benno', 'cleo']);
	});
}

/** Calls a workflow whose second invitation is answered with this status, and returns its failed execution. */
async function failed(play: Play, name: string, code: number): Promise<Execution> {
	failSecond(play, code);
	assert.equal((await call(play, name)).status, 500);
	return await lastOf(play, name);
}

/** What n8n does not let a node know: docs/development/proofs.md names each of these. */
async function limits(checks: Checks, play: Play): Promise<void> {
	await checks.check(
		'a second Retry of the original execution knows nothing of the first',
		async () => {
			const { id } = await failed(play, 'journal-twice', 409);
			play.emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
			play.emulator.faults.add({ kind: 'status', status: 409, times: 1 });
			assert.equal((await retry(play, id, false)).status, 'error');
			assert.deepEqual(invited(play), ['ada', 'ben', 'ben', 'cleo']);
			assert.equal((await retry(play, id, false)).status, 'success');
			assert.deepEqual(invited(play), ['ada', 'ben', 'ben', 'cleo', 'ben', 'cleo']);
		},
	);
	await checks.check('a retried parent starts its sub-workflow from the beginning', async () => {
		const { id } = await failed(play, 'journal-parent', 409);
		assert.equal((await retry(play, id, false)).status, 'success');
		assert.deepEqual(invited(play), ['ada', 'ben', 'ada', 'ben', 'cleo']);
	});
	for (const name of ['journal-retried', 'journal-progress']) {
		await checks.check(`${name}: a process that dies stores no journal`, async () => {
			await dieWithin(play, name);
			const { id, status } = await lastOf(play, name);
			assert.equal(status, 'crashed');
			assert.equal((await retry(play, id, false)).status, 'success');
			assert.deepEqual(invited(play), ['ada', 'ben', 'ada', 'ben', 'cleo']);
		});
	}
}

/** Kills n8n while the second write is under way, and starts it again. */
async function dieWithin(play: Play, name: string): Promise<void> {
	play.emulator.clearLog();
	play.emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
	play.emulator.faults.add({ kind: 'hang', times: 1 });
	const dropped = call(play, name).catch(() => undefined);
	await until('the second write is under way', () => invited(play).length === 2);
	await play.n8n.kill();
	await dropped;
	play.n8n = await startN8n(play.stage.n8n, play.stage.env);
}

/** Answers the second write with this status; if that leaves the outcome open, the write is still carried out. */
function failSecond({ emulator }: Play, status: number): void {
	emulator.clearLog();
	emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
	emulator.faults.add({ kind: 'status', status, times: 1, actAnyway: status >= 500 });
}

/** The names of those who were invited, request by request. */
function invited({ emulator }: Play): string[] {
	return emulator.requests.map(({ body }) =>
		typeof body === 'object' && body !== null && 'email' in body
			? String(body.email).replace('@example.com', '')
			: '',
	);
}

async function call({ n8n }: Play, path: string): Promise<{ status: number; text: string }> {
	const response = await fetch(`${n8n.url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ people: PEOPLE }),
	});
	return { status: response.status, text: await response.text() };
}

async function rest({ n8n, cookie }: Play, path: string, body?: object): Promise<string> {
	const response = await fetch(`${n8n.url}/rest/${path}`, {
		method: body === undefined ? 'GET' : 'POST',
		headers: { 'content-type': 'application/json', 'browser-id': 'suite', cookie },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	assert.ok(response.ok, `${path}: ${text.slice(0, 500)}`);
	return text;
}

async function stored(play: Play, id: string): Promise<string> {
	return await rest(play, `executions/${id}`);
}

/** The newest execution of a workflow, once it has ended: a caller is answered a moment before. */
async function lastOf(play: Play, workflowId: string): Promise<Execution> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	let last: Execution = { id: '', status: 'new' };
	await until(`the execution of ${workflowId} has ended`, async () => {
		const { data } = JSON.parse(await rest(play, `executions?filter=${filter}&limit=1`));
		const [newest] = data.results;
		last = { id: String(newest.id), status: String(newest.status) };
		return !UNDER_WAY.includes(last.status);
	});
	return last;
}

async function retry(play: Play, id: string, loadWorkflow: boolean): Promise<Execution> {
	const { data } = JSON.parse(await rest(play, `executions/${id}/retry`, { loadWorkflow }));
	return { id: String(data.id), status: String(data.status) };
}

/** Saves a workflow with other parameters, like a user who edits the node. */
async function save({ stage }: Play, id: string, parameters: object): Promise<void> {
	await importInto(stage, 'workflow', [inviting(id, {}, {}, 'webhook', parameters)]);
}

function nodeOf(name: string, type: string, parameters: object, more: object = {}): WorkflowNode {
	return {
		...{ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion: 1, position: [0, 0] },
		parameters: { ...parameters },
		...more,
	};
}

function startOf(id: string, type: string): WorkflowNode {
	return type === 'webhook'
		? nodeOf(
				'Start',
				type,
				{ httpMethod: 'POST', path: id, responseMode: 'lastNode' },
				{ typeVersion: 2, webhookId: id },
			)
		: nodeOf('Start', type, { inputSource: 'passthrough' }, { typeVersion: 1.1 });
}

function inviting(
	id: string,
	node: object = {},
	settings: object = {},
	start = 'webhook',
	parameters: object = {},
): Workflow {
	const invite = {
		...{ resource: 'invitation', operation: 'create', role: 'developer' },
		email: '={{ $json.email }}',
		...parameters,
	};
	const credentials = { cloudManagementApi: { id: 'management', name: 'Cloud Management' } };
	return chainOf(id, settings, [
		startOf(id, start),
		nodeOf('People', 'splitOut', { fieldToSplitOut: 'body.people' }),
		nodeOf('Invite', '', invite, {
			type: 'n8n-nodes-cloud-management.cloudManagement',
			credentials,
			...node,
		}),
	]);
}

function parent(): Workflow {
	const id = 'journal-parent';
	const workflowId = { __rl: true, mode: 'id', value: 'journal-child' };
	return chainOf(id, {}, [
		startOf(id, 'webhook'),
		nodeOf('Child', 'executeWorkflow', { workflowId, options: {} }, { typeVersion: 1.2 }),
	]);
}
