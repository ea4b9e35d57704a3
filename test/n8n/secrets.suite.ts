import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Emulator, Fault } from '../../tools/emulator';
import { answersFor } from '../reliability/leaks/answers';
import { canariesIn } from '../../tools/samples/canaries';
import { LEAK_CASES, type LeakCase } from '../reliability/leaks/cases';
import type { Checks } from './harness/checks';
import { bringIn, type ImportedCredential } from '../../tools/n8n/harness/content';
import { logOf } from '../../tools/n8n/harness/n8n';
import type { PlayedN8n } from '../../tools/n8n/harness/playedN8n';
import { publish } from '../../tools/n8n/harness/restRun';
import { until } from '../../tools/n8n/harness/until';
import {
	chainOf,
	type Workflow,
	webhookNode,
	workflowNode,
} from '../../tools/n8n/harness/workflows';

/** n8n stores this text with every execution. If the search finds the text, it would also find secrets. */
const CONTROL = 'control-of-the-search';
/** Responses that n8n may log or store differently than the engine alone. */
const ANSWERS = ['a success that contains the secrets', '401', '500', 'redirect'] as const;
/** The timeout suits an emulator on a busy machine. */
const OPTIONS = { maxRetries: 0, maxWait: 0, timeout: 6000 };

/** All secrets must be in credentials, because secrets in JSON belong to the workflow. The cases share an emulator. */
const CASES = Object.values(LEAK_CASES).filter(
	({ emulator, ownMember }) => ownMember === undefined && emulator === undefined,
);

/** Runs nodes with canaries as credentials, and searches everything that n8n stored, also in earlier runs. */
export async function secretsSuite(checks: Checks, n8n: PlayedN8n): Promise<void> {
	await checks.check('every case runs under every answer', async () => {
		const workflows = CASES.map((leakCase, index) => workflowOf(leakCase, index, n8n.emulator.ids));
		await bringIn(n8n, { credentials: credentialsOf(n8n), workflows });
		const listening = () => textOf(n8n).split('Added webhook').length;
		const before = listening();
		for (const { id } of workflows) await publish(n8n, id);
		// n8n responds a moment before it listens.
		await until('n8n listens for every case', () => listening() === before + CASES.length);
		for (const [index, { secrets, reads = 0 }] of CASES.entries()) {
			const answers = answersFor(secrets);
			// An update's first reads succeed normally.
			const match = reads === 0 ? {} : { match: { method: 'PUT' } };
			await play(n8n, [index], 'success', undefined, 1 + reads);
			for (const name of ANSWERS) {
				await play(n8n, [index], name, { ...answers[name], ...match }, 1 + reads);
			}
		}
		await play(n8n, [...CASES.keys()], 'none', { kind: 'hang' }, CASES.length);
	});
	await n8n.running.stop();
	await checks.check("n8n's log has each request and its result", () => {
		const entries = entriesOfNodes(textOf(n8n));
		assert.match(entries, /debug.* POST \/v1\/\S+ responded 200\b/);
		assert.match(entries, /debug.* POST \/v1\/\S+ responded 500\b/);
		assert.match(entries, /debug.* POST \/v1\/\S+ got no response: \w+/);
		assert.doesNotMatch(entries, / failed unexpectedly/);
	});
	await checks.check('no secret is in the database or in the log', () => {
		const files = filesIn(path.join(n8n.userFolder, '.n8n')).concat(logOf(n8n.userFolder));
		// Without the executions, the search couldn't find secrets.
		const stored = files.map((file) => readFileSync(file, 'latin1')).join('');
		const executions = stored.split(CONTROL).length - 1;
		assert.ok(executions >= CASES.length * ANSWERS.length, `${String(executions)} are stored`);
		assert.deepEqual(files.flatMap(canariesInFile), []);
	});
}

/** The log has colors for a terminal, which are removed. */
function entriesOfNodes(text: string): string {
	const lines = text.replace(/\u001b\[\d+m/g, '').split('\n');
	return lines.filter((line) => / \/(?:v1|api)\/| failed unexpectedly/.test(line)).join('\n');
}

const textOf = ({ userFolder }: PlayedN8n) => readFileSync(logOf(userFolder), 'utf8');
const idOf = (index: number) => `secrets-${String(index)}`;

function credentialsOf({ emulator: { credentials } }: PlayedN8n): ImportedCredential[] {
	const { management, dashboard } = credentials;
	const sources = CASES.map(({ source }, index) => ({
		id: `source-${idOf(index)}`,
		name: `Source ${String(index)}`,
		type: 'cloudPipeSourceApi',
		data: source,
	}));
	return [
		{ id: 'm-secrets', name: 'Management', type: 'cloudManagementApi', data: management },
		{ id: 'd-secrets', name: 'Dashboard', type: 'cloudDashboardApi', data: { ...dashboard } },
		...sources,
	];
}

function workflowOf(leakCase: LeakCase, index: number, ids: Emulator['ids']): Workflow {
	const { type, parameters, withSource } = leakCase.node(ids);
	const own = type.endsWith('cloudDashboard')
		? { cloudDashboardApi: { id: 'd-secrets', name: 'Dashboard' } }
		: { cloudManagementApi: { id: 'm-secrets', name: 'Management' } };
	const source = { id: `source-${idOf(index)}`, name: `Source ${String(index)}` };
	const node = workflowNode('Node', type, 1, { ...parameters, options: OPTIONS });
	node.credentials = withSource === true ? { ...own, cloudPipeSourceApi: source } : own;
	return chainOf(idOf(index), {}, [webhookNode('Webhook', idOf(index)), node]);
}

/** All cases get the same response. Together they send `count` requests. */
async function play(
	n8n: PlayedN8n,
	cases: readonly number[],
	name: string,
	answer: Fault | undefined,
	count: number,
): Promise<void> {
	const { faults, requests } = n8n.emulator;
	const placed = answer && faults.add(answer);
	const before = requests.length;
	const responses = await Promise.all(cases.map((index) => call(n8n, index)));
	placed?.remove();
	for (const { ok } of responses) assert.equal(ok, name.includes('success'), name);
	assert.equal(requests.length, before + count, name);
}

/** Calls a case's webhook, and checks the response for secrets. */
async function call({ url }: PlayedN8n, index: number): Promise<Response> {
	const response = await fetch(`${url}/webhook/${idOf(index)}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', connection: 'close' },
		body: JSON.stringify({ control: CONTROL }),
	});
	assert.deepEqual(canariesIn(await response.text()), []);
	return response;
}

function filesIn(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map((entry) => path.join(entry.parentPath, entry.name));
}

function canariesInFile(file: string): string[] {
	const found = new Set(canariesIn(readFileSync(file, 'latin1')));
	return [...found].map((canary) => `${canary} in ${path.basename(file)}`);
}
