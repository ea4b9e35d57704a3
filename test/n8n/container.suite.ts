import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ownerCookie } from './harness/browser';
import type { Checks } from './harness/checks';
import { tracked } from './harness/children';
import { putEmptyDatabase } from './harness/emptyDatabase';
import { ended, environmentOf, type RunningN8n, startN8n } from './harness/n8n';
import { progress } from './harness/progress';
import { ask } from './harness/rest';
import { outputOf, runToEnd } from './harness/restRun';
import type { Stage } from './harness/stage';
import { until } from './harness/until';
import { example, exampleNames } from './harness/workflows';

const ROOT = path.resolve(__dirname, '../..');
const SCOPES = ['create', 'list', 'read', 'update'];

/** What docs/development/container.md says, as far as possible without a container. */
export async function containerSuite(checks: Checks, stage: Stage): Promise<void> {
	progress('Container: what its page says, in the n8n from npm');
	const userFolder = mkdtempSync(path.join(tmpdir(), 'cloud-management-container-'));
	try {
		const nodes = path.join('.n8n', 'nodes');
		cpSync(path.join(stage.userFolder, nodes), path.join(userFolder, nodes), { recursive: true });
		await putEmptyDatabase(stage.n8n, userFolder);
		const off = { N8N_UNVERIFIED_PACKAGES_ENABLED: 'false' };
		const env = await environmentOf(stage.n8n, userFolder, off);
		const running = await startN8n(stage.n8n, env);
		try {
			await withoutSwitch(checks, running);
			await importing(checks, stage, running);
		} finally {
			await running.stop();
		}
	} finally {
		rmSync(userFolder, { recursive: true, force: true });
	}
}

async function withoutSwitch(checks: Checks, { url }: RunningN8n): Promise<void> {
	await checks.check('with unverified packages off, n8n 2.41 installs none', async () => {
		const cookie = await ownerCookie(url);
		const install = ask(`${url}/rest/community-packages`, cookie, { name: 'n8n-nodes-any' });
		await assert.rejects(install, /unverified community packages is forbidden/);
	});
}

async function importing(checks: Checks, { n8n }: Stage, { url }: RunningN8n): Promise<void> {
	const cookie = await ownerCookie(url);
	const scopes = ['workflow', 'credential'].flatMap((kind) =>
		SCOPES.map((may) => `${kind}:${may}`),
	);
	const made = await ask(`${url}/rest/api-keys`, cookie, { label: 'own', scopes, expiresAt: null });
	const key = String(Object(Object(made).data).rawApiKey);
	await checks.check('a wrong API key ends the import with what n8n says', async () => {
		const script = startScript(url, 'wrong');
		await until('it ends', () => script.child.exitCode !== null);
		assert.equal(script.child.exitCode, 1);
		assert.match(script.output(), /responded 401/);
	});
	for (const time of ['once', 'twice']) {
		await checks.check(`imported ${time}, each example is there once, and one runs`, async () => {
			const script = startScript(url, key);
			try {
				await until('the examples are there', () => {
					if (script.child.exitCode !== null) throw new Error(script.output());
					return script.output().includes('Ready:');
				});
				const listed = Object(await ask(`${url}/rest/workflows`, cookie)).data;
				const wanted = exampleNames().map((name) => example(name).name);
				const names = listed.map(({ name }: { name: string }) => name);
				assert.deepEqual(names.sort(), wanted.sort());
				const check = example('service-check').name;
				const { id } = listed.find(({ name }: { name: string }) => name === check);
				const output = outputOf(n8n, await runToEnd(url, cookie, id));
				assert.equal(output.get('Read Service')?.length, 1);
				assert.match(script.output(), /GET \/v1\/organizations\/\S+ 200/);
			} finally {
				await ended(script.child, 'SIGTERM');
			}
		});
	}
}

function startScript(url: string, key: string): { child: ChildProcess; output: () => string } {
	const env = { ...process.env, N8N_URL: url, N8N_API_KEY: key };
	const args = ['--import', 'tsx', path.join('test', 'n8n', 'importExamples.ts')];
	const child = tracked(spawn(process.execPath, args, { cwd: ROOT, env }));
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
	}
	return { child, output: () => text };
}
