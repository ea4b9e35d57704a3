import { fork } from 'node:child_process';
import path from 'node:path';

import type { TestCredential } from '../engine/harness/credentials';
import { runWorkflow } from '../engine/harness/runWorkflow';
import { DASHBOARD, MANAGEMENT, workflowOf } from '../engine/harness/workflow';
import { type CallName, callOf, CALLS, itemId, KEYS } from './calls';
import { addresses } from './server/counts';

/**
 * Runs one call in n8n's engine in this process, for a profiler:
 * `node --cpu-prof --import tsx test/bench/profile.ts get 3000 5`, with `dry` after it as a Dry Run.
 */
async function main([name = 'get', count = '1000', runs = '5', dry]: string[]): Promise<void> {
	const isCall = (text: string): text is CallName => text in CALLS;
	if (!isCall(name)) throw new Error(`There is no call "${name}"`);
	const server = fork(path.join(__dirname, 'server/main.ts'), { execArgv: ['--import', 'tsx'] });
	const { plain } = addresses.parse(
		await new Promise((resolve) => server.once('message', resolve)),
	);
	const { api, parameters } = callOf(name);
	const items = Array.from({ length: Number(count) }, (_, index) => ({ id: itemId(index) }));
	const workflow = workflowOf(
		{
			type: api === 'management' ? MANAGEMENT : DASHBOARD,
			parameters: { ...parameters, ...(dry === 'dry' && { options: { dryRun: true } }) },
		},
		items,
	);
	for (let run = 0; run < Number(runs); run += 1) {
		const { run: result, error } = await runWorkflow(workflow, { credentials: credentials(plain) });
		if (error !== undefined) throw error;
		const ms = result.data.resultData.runData['Node']?.[0]?.executionTime ?? 0;
		console.log(
			`${count} × ${name}: ${String(ms)} ms, ${(ms / items.length).toFixed(3)} ms an item`,
		);
	}
	server.disconnect();
}

function credentials(baseUrl: string): Record<string, TestCredential> {
	const { organizationId, keyId, keySecret, accessToken } = KEYS;
	return {
		management: {
			type: 'cloudManagementApi',
			name: 'Management',
			data: { baseUrl, organizationId, keyId, keySecret, apiDialect: 'standard' },
		},
		dashboard: {
			type: 'cloudDashboardApi',
			name: 'Dashboard',
			data: { baseUrl, accessToken },
		},
	};
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
