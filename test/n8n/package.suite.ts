import assert from 'node:assert/strict';
import path from 'node:path';

import { setUpOwner } from './harness/browser';
import type { Checks } from './harness/checks';
import { startN8n } from './harness/n8n';
import { progress } from './harness/progress';
import { mustRun } from './harness/run';
import type { Stage } from './harness/stage';

const LIBRARIES = ['n8n-workflow', 'zod', 'p-limit', 'luxon'];

/** That n8n takes the installed package in, and that the package finds the libraries it relies on. */
export async function packageSuite(checks: Checks, stage: Stage): Promise<void> {
	progress('Package: does it load as users have it?');
	const { n8n, env } = stage;
	const running = await startN8n(n8n, env);
	try {
		await checks.check('n8n lists both nodes and all three credentials', async () => {
			const cookie = await logIn(running.url);
			const types = await json(`${running.url}/types/nodes.json`, cookie);
			const credentials = await json(`${running.url}/types/credentials.json`, cookie);
			const nodes = namesIn(types).filter((name) => name.startsWith('n8n-nodes-cloud-management.'));
			assert.deepEqual(new Set(nodes), new Set(expectedNodes()));
			const own = namesIn(credentials).filter((name) => /^cloud[A-Z]/.test(name));
			const expected = ['cloudDashboardApi', 'cloudManagementApi', 'cloudPipeSourceApi'];
			for (const name of expected) assert.ok(own.includes(name), `no credential ${name}`);
		});
	} finally {
		await running.stop();
	}
}

function expectedNodes(): string[] {
	const names = ['cloudManagement', 'cloudDashboard'];
	const own = names.map((name) => `n8n-nodes-cloud-management.${name}`);
	return [...own, ...own.map((name) => `${name}Tool`)];
}

/** Libraries resolve from inside n8n: its process lends its own folder to packages. */
export async function librarySuite(
	checks: Checks,
	{ n8n, env, packageFolder }: Stage,
): Promise<void> {
	progress('Package: does it find its libraries?');
	const node = path.join(n8n.nodeFolder, 'node');
	for (const name of LIBRARIES) {
		await checks.check(`"${name}" resolves from the installed package`, async () => {
			const code = `require('module').createRequire(${JSON.stringify(`${packageFolder}/`)})(${JSON.stringify(name)})`;
			await mustRun(node, ['-e', code], { env: { ...env, NODE_PATH: pathsOf(n8n.folder) } });
		});
	}
}

async function logIn(url: string): Promise<string> {
	const cookie = await setUpOwner(url);
	assert.ok(cookie, 'n8n made no account of an owner');
	return cookie;
}

async function json(url: string, cookie: string): Promise<unknown> {
	const answer = await fetch(url, { headers: { cookie, 'browser-id': 'suite' } });
	assert.equal(answer.status, 200, url);
	return await answer.json();
}

function namesIn(list: unknown): string[] {
	assert.ok(Array.isArray(list));
	return list.map((entry: { name: unknown }) => String(entry.name));
}

/** The folders that n8n adds to the search path when it starts. */
function pathsOf(folder: string): string {
	const modules = path.join(folder, 'node_modules');
	return [path.join(modules, 'n8n', 'node_modules'), modules].join(path.delimiter);
}
