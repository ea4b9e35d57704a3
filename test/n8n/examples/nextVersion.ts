import assert from 'node:assert/strict';

import type { Checks } from '../harness/checks';
import { ask } from '../harness/rest';
import { addWorkflow } from '../harness/restRun';
import type { SharedN8n } from '../harness/sharedN8n';
import { chainOf, exampleNames, workflowNode } from '../harness/workflows';

/** Checks that n8n's own migration report finds nothing in the examples that n8n 3 changes. */
export async function nextVersion(checks: Checks, { url, cookie }: SharedN8n): Promise<void> {
	await checks.check('no example is in the migration report for n8n 3', async () => {
		// One that must be found, so that a report that finds nothing does not pass.
		const removed = workflowNode('Old', 'n8n-nodes-base.function', 1);
		const control = await addWorkflow(url, cookie, chainOf('Old', {}, [removed]));
		const found = await findings(`${url}/rest/breaking-changes/report`, cookie);
		assert.ok(found.has(control), 'The report misses a node that n8n 3 removes');
		const affected = exampleNames().filter((name) => found.has(name));
		assert.deepEqual(
			affected.map((name) => [name, found.get(name)]),
			[],
		);
	});
}

/** What the report says of each workflow, by its ID. */
async function findings(report: string, cookie: string): Promise<Map<string, string[]>> {
	const { workflowResults } = Object(await dataOf(`${report}?version=v3`, cookie)).report;
	const found = new Map<string, string[]>();
	for (const { ruleId } of workflowResults) {
		const { affectedWorkflows } = Object(await dataOf(`${report}/${ruleId}`, cookie));
		for (const { id, issues } of affectedWorkflows) {
			const titles = issues.map(({ title }: { title: string }) => title);
			found.set(id, [...(found.get(id) ?? []), ...titles]);
		}
	}
	return found;
}

async function dataOf(url: string, cookie: string): Promise<unknown> {
	return Object(await ask(url, cookie)).data;
}
