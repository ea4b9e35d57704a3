import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import type { Checks } from './harness/checks';
import { addWorkflow, outputOf, runToEnd } from '../../tools/n8n/harness/restRun';
import { OTHER_LIBRARIES, type SharedN8n } from './harness/sharedN8n';
import { chainOf, ownNode, type Workflow, workflowNode } from '../../tools/n8n/harness/workflows';

const DESTINATION = {
	database: 'default',
	table: 'orders',
	managedTable: false,
	columns: [{ name: 'id', type: 'UInt64' }],
};

/** Tests the package next to other major versions of n8n's libraries, with which all suites in this n8n run. */
export async function librariesSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	await checks.check("the package finds the other package's libraries first", () => {
		const from = createRequire(path.join(n8n.packageFolder, 'index.js'));
		for (const [name, version] of Object.entries(OTHER_LIBRARIES)) {
			const [modules = ''] = from.resolve.paths(name)?.slice(1) ?? [];
			const manifest = readFileSync(path.join(modules, name, 'package.json'), 'utf8');
			assert.equal(JSON.parse(manifest).version, version);
		}
	});
	await checks.check('definitions, ranges, and times are checked with them', async () => {
		const run = await runToEnd(n8n, await addWorkflow(n8n, checkedItems(n8n)));
		const refused = [...outputOf(n8n.n8n, run)].flatMap(([name, [item = {}]]) =>
			'error' in item ? [name] : [],
		);
		assert.deepEqual(refused, ['Wrong Types', 'Wrong Day', 'Wrong Range', 'Wrong Month']);
	});
}

/** For each kind of check, one node is valid and one isn't. Nothing is sent. */
function checkedItems({ emulator }: SharedN8n): Workflow {
	const { serviceId } = emulator.ids;
	const pipe = { resource: 'pipe', operation: 'create', serviceId, pipeInput: 'json' };
	const zones = { accountId: '1', availabilityZoneSuffixes: ['a'] };
	const byoc = { resource: 'byocInfrastructure', operation: 'create', ...zones };
	const activities = { resource: 'activity', operation: 'getAll' };
	const cases: Record<string, Record<string, unknown>> = {
		Types: { ...pipe, pipeJson: kafka('2026-02-28T00:00') },
		'Wrong Types': { ...pipe, pipeJson: kafka('2026-02-28T00:00', { topics: 1 }) },
		'Wrong Day': { ...pipe, pipeJson: kafka('2026-02-30T00:00') },
		Range: { ...byoc, vpcCidrRange: '10.0.0.0/16' },
		'Wrong Range': { ...byoc, vpcCidrRange: '10.0.0.0/33' },
		'Wrong Month': { ...activities, filters: { since: '2026-13-01' } },
	};
	const nodes = Object.entries(cases).map(([name, parameters]) => ({
		...ownNode(name, 'cloudManagement', { ...parameters, options: { dryRun: true } }),
		onError: 'continueRegularOutput',
		executeOnce: true,
	}));
	return chainOf('libraries', {}, [
		workflowNode('Run Manually', 'n8n-nodes-base.manualTrigger', 1),
		...nodes,
	]);
}

function kafka(timestamp: string, changes: object = {}): string {
	const offset = { strategy: 'from_timestamp', timestamp };
	const source = { type: 'kafka', brokers: 'a.example.com:9092', topics: 'orders', offset };
	return JSON.stringify({
		name: 'Orders',
		source: { kafka: { ...source, ...changes } },
		destination: DESTINATION,
	});
}
