import assert from 'node:assert/strict';

import type { Checks } from '../harness/checks';
import { dataOf, type LoggedIn } from '../../../tools/n8n/harness/rest';
import { addWorkflow } from '../../../tools/n8n/harness/restRun';
import type { SharedN8n } from '../harness/sharedN8n';
import { chainOf, exampleNames, workflowNode } from '../../../tools/n8n/harness/workflows';

/** Checks that n8n's migration report for version 3 finds nothing in the examples. */
export async function nextVersion(checks: Checks, n8n: SharedN8n): Promise<void> {
	await checks.check('no example is in the migration report for n8n 3', async () => {
		// n8n must find this node, so that an empty report can't pass.
		const removed = workflowNode('Old', 'n8n-nodes-base.function', 1);
		const control = await addWorkflow(n8n, chainOf('Old', {}, [removed]));
		const found = await findings(n8n);
		assert.ok(found.has(control), 'The report misses a node that n8n 3 removes');
		const affected = exampleNames().filter((name) => found.has(name));
		assert.deepEqual(
			affected.map((name) => [name, found.get(name)]),
			[],
		);
	});
}

/** Maps each workflow's ID to its findings. */
async function findings(n8n: LoggedIn): Promise<Map<string, string[]>> {
	const report = '/rest/breaking-changes/report';
	const { workflowResults } = (await dataOf(n8n, `${report}?version=v3`)).report;
	const found = new Map<string, string[]>();
	for (const { ruleId } of workflowResults) {
		const { affectedWorkflows } = await dataOf(n8n, `${report}/${String(ruleId)}`);
		for (const { id, issues } of affectedWorkflows) {
			const titles = issues.map(({ title }: { title: string }) => title);
			found.set(id, [...(found.get(id) ?? []), ...titles]);
		}
	}
	return found;
}
