import assert from 'node:assert/strict';
import path from 'node:path';

import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import { ask } from './harness/rest';
import { mustRun } from './harness/run';
import type { SharedN8n } from './harness/sharedN8n';
import type { Stage } from './harness/stage';

const LIBRARIES = ['n8n-workflow', 'zod', 'p-limit', 'luxon'];

/** That n8n takes the installed package in, and that the package finds the libraries it relies on. */
export async function packageSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	progress('Package: does it load as users have it?');
	await checks.check('n8n lists all three nodes and all three credentials', async () => {
		const types = await ask(`${n8n.url}/types/nodes.json`, n8n.cookie);
		const credentials = await ask(`${n8n.url}/types/credentials.json`, n8n.cookie);
		const nodes = namesIn(types).filter((name) => name.startsWith('n8n-nodes-cloud-management.'));
		assert.deepEqual(new Set(nodes), new Set(expectedNodes()));
		const own = namesIn(credentials).filter((name) => /^cloud[A-Z]/.test(name));
		const expected = ['cloudDashboardApi', 'cloudManagementApi', 'cloudPipeSourceApi'];
		for (const name of expected) assert.ok(own.includes(name), `no credential ${name}`);
	});
}

function expectedNodes(): string[] {
	const names = ['cloudManagement', 'cloudDashboard'];
	const own = names.map((name) => `n8n-nodes-cloud-management.${name}`);
	const trigger = 'n8n-nodes-cloud-management.cloudManagementTrigger';
	return [...own, ...own.map((name) => `${name}Tool`), trigger];
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

function namesIn(list: unknown): string[] {
	assert.ok(Array.isArray(list));
	return list.map((entry: { name: unknown }) => String(entry.name));
}

/** The folders that n8n adds to the search path when it starts. */
function pathsOf(folder: string): string {
	const modules = path.join(folder, 'node_modules');
	return [path.join(modules, 'n8n', 'node_modules'), modules].join(path.delimiter);
}
