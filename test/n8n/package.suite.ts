import assert from 'node:assert/strict';

import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import { ask } from './harness/rest';
import type { SharedN8n } from './harness/sharedN8n';

/** Checks that n8n loads the installed package. */
export async function packageSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	progress('Package: does it load as users have it?');
	await checks.check('n8n lists all four nodes and all three credentials', async () => {
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
	return own.flatMap((name) => [name, `${name}Tool`, `${name}Trigger`]);
}

function namesIn(list: unknown): string[] {
	assert.ok(Array.isArray(list));
	return list.map((entry: { name: unknown }) => String(entry.name));
}
