import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { type Emulator, startEmulator } from '../emulator';
import { answersFor } from '../reliability/leaks/answers';
import { API_KEYS, canariesIn } from '../reliability/leaks/canaries';
import { LEAK_CASES, type LeakCase } from '../reliability/leaks/cases';
import type { Checks } from './harness/checks';
import { ownerCookie } from './harness/browser';
import { startN8n } from './harness/n8n';
import { progress } from './harness/progress';
import { publish } from './harness/restRun';
import { type ImportedCredential, importInto, type Stage } from './harness/stage';
import { until } from './harness/until';
import type { Workflow, WorkflowNode } from './harness/workflows';

const WORKFLOW = 'secrets';
/** Stored with every execution: if the search finds it, it would find a secret too. */
const CONTROL = 'control-of-the-search';
/** The answers that n8n would log or store in other ways than in the engine alone. */
const ANSWERS = [
	'success',
	'a success that contains the secrets',
	'401',
	'500',
	'redirect',
	'no answer',
];
/** The timeout is long enough for an emulator on a busy machine. */
const OPTIONS = { maxRetries: 0, maxWait: 0, timeout: 6000 };

/** Cases whose secrets are all in credentials: those in JSON are part of the workflow. */
const CASES = Object.values(LEAK_CASES).filter(({ ownMember }) => ownMember === undefined);

/** Runs nodes with only canaries as credentials in an n8n that logs everything, and searches what n8n keeps. */
export async function secretsSuite(checks: Checks, stage: Stage): Promise<void> {
	progress('Secrets: what n8n stores and logs');
	const emulator = await startEmulator({ keys: API_KEYS });
	const log = path.join(stage.userFolder, 'secrets.log');
	try {
		await importInto(stage, 'credentials', credentialsOf(emulator));
		await importInto(stage, 'workflow', [workflowOf(emulator)]);
		const running = await startN8n(stage.n8n, { ...stage.env, N8N_LOG_LEVEL: 'debug' }, { log });
		try {
			await checks.check('every case runs under every answer', async () => {
				await publish(running.url, await ownerCookie(running.url), WORKFLOW);
				// n8n answers a moment before it listens.
				const added = () => textOf(log).split('Added webhook').length - 1;
				await until('n8n listens for every case', () => added() === CASES.length);
				for (const [index, leakCase] of CASES.entries()) {
					await play(leakCase, `${running.url}/webhook/${idOf(index)}`, emulator);
				}
			});
		} finally {
			await running.stop();
		}
	} finally {
		await emulator.close();
	}
	await checks.check("n8n's log says what was sent, and what came of it", () => {
		const entries = entriesOfNodes(textOf(log));
		assert.match(entries, /debug.* POST \/v1\/\S+ responded 200\b/);
		assert.match(entries, /debug.* POST \/v1\/\S+ responded 500\b/);
		assert.match(entries, /debug.* POST \/v1\/\S+ got no response: \w+/);
		assert.doesNotMatch(entries, /Cloud Management: .* failed unexpectedly/);
	});
	await checks.check('no secret is in the database or in the log', () => {
		sureOfSearch(stage, log);
		const found = filesIn(path.join(stage.userFolder, '.n8n')).concat(log).flatMap(canariesInFile);
		assert.deepEqual(found, []);
	});
}

/** The entries about requests and defects, without the colors of a terminal. */
function entriesOfNodes(text: string): string {
	const lines = text.replace(/\u001b\[\d+m/g, '').split('\n');
	return lines.filter((line) => / \/(?:v1|api)\/|Cloud Management: /.test(line)).join('\n');
}

const textOf = (file: string) => readFileSync(file, 'utf8');
const idOf = (index: number) => `secrets-${String(index)}`;

function credentialsOf({ credentials }: Emulator): ImportedCredential[] {
	const { management, dashboard } = credentials;
	const sources = CASES.map(({ source }, index) => ({
		...{ id: `source-${idOf(index)}`, name: `Source ${String(index)}` },
		...{ type: 'cloudPipeSourceApi', data: source },
	}));
	return [
		{ id: 'm-secrets', name: 'Management', type: 'cloudManagementApi', data: management },
		{ id: 'd-secrets', name: 'Dashboard', type: 'cloudDashboardApi', data: { ...dashboard } },
		...sources,
	];
}

/** One workflow: each case with a webhook of its own. */
function workflowOf({ ids }: Emulator): Workflow {
	return {
		...{ id: WORKFLOW, name: 'Secrets', active: false, settings: { executionOrder: 'v1' } },
		nodes: CASES.flatMap((leakCase, index) => [webhookOf(index), nodeOf(leakCase, index, ids)]),
		connections: Object.fromEntries(
			CASES.map((_, index) => [
				`Webhook ${idOf(index)}`,
				{ main: [[{ node: idOf(index), type: 'main', index: 0 }]] },
			]),
		),
	};
}

function webhookOf(index: number): WorkflowNode {
	const name = `Webhook ${idOf(index)}`;
	return {
		...{
			id: name,
			name,
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			position: [0, index * 99],
		},
		parameters: { httpMethod: 'POST', path: idOf(index), responseMode: 'lastNode' },
		// Without an ID of its own, n8n would put names into the path.
		webhookId: idOf(index),
	};
}

function nodeOf(leakCase: LeakCase, index: number, ids: Emulator['ids']): WorkflowNode {
	const { type, parameters, withSource } = leakCase.node(ids);
	const name = idOf(index);
	const own = type.endsWith('cloudDashboard')
		? { cloudDashboardApi: { id: 'd-secrets', name: 'Dashboard' } }
		: { cloudManagementApi: { id: 'm-secrets', name: 'Management' } };
	const source = { cloudPipeSourceApi: { id: `source-${name}`, name: `Source ${String(index)}` } };
	return {
		...{ id: name, name, type, typeVersion: 1, position: [400, index * 99] },
		parameters: { ...parameters, options: OPTIONS },
		credentials: { ...own, ...(withSource === true ? source : {}) },
	};
}

async function play({ secrets }: LeakCase, url: string, emulator: Emulator): Promise<void> {
	const answers = answersFor(secrets);
	for (const name of ANSWERS) {
		assert.ok(name in answers, `There is no answer "${name}"`);
		const fault = answers[name];
		const placed = fault && emulator.faults.add(fault);
		const before = emulator.requests.length;
		const answer = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ control: CONTROL }),
		});
		const text = await answer.text();
		placed?.remove();
		assert.equal(emulator.requests.length, before + 1, `${name}: ${text}`);
		assert.equal(answer.ok, name.includes('success'), `${name}: ${text}`);
		assert.deepEqual(canariesIn(text), []);
	}
}

/** The search only proves something if the executions were stored and the log is complete. */
function sureOfSearch({ userFolder }: Stage, log: string): void {
	const stored = filesIn(path.join(userFolder, '.n8n')).map((file) => readFileSync(file, 'latin1'));
	const executions = stored.join('').split(CONTROL).length - 1;
	assert.ok(executions >= CASES.length * ANSWERS.length, `${String(executions)} are stored`);
	assert.match(textOf(log), /\bdebug\b/);
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
