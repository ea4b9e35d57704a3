import { createRequire } from 'node:module';
import path from 'node:path';

import type { InstalledN8n } from './install';
import { ask } from './rest';
import { until } from './until';
import type { Workflow } from './workflows';

/** The name of the trigger with which every example is run by hand. */
const BY_HAND = 'By Hand';

/** Adds a workflow to a running n8n as its editor does; gives its new ID. */
export async function addWorkflow(
	url: string,
	cookie: string,
	workflow: Workflow,
): Promise<string> {
	const { name, nodes, connections, settings, pinData } = workflow;
	const body = { name, nodes, connections, settings, pinData };
	const added = await ask(`${url}/rest/workflows`, cookie, body);
	return String(Object(Object(added).data).id);
}

/** Runs a workflow as "Execute workflow" does; gives what n8n tells of the run. Throws where it fails. */
export async function runToEnd(
	url: string,
	cookie: string,
	id: string,
	trigger = BY_HAND,
): Promise<{ data: string }> {
	const body = { triggerToStartFrom: { name: trigger } };
	const started = await ask(`${url}/rest/workflows/${id}/run`, cookie, body);
	const { executionId } = Object(Object(started).data);
	let execution: { status?: string; data: string } = { data: '' };
	await until(`execution ${String(executionId)} has ended`, async () => {
		const answer = await ask(`${url}/rest/executions/${String(executionId)}`, cookie);
		execution = Object(Object(answer).data);
		return !['new', 'running', 'waiting'].includes(execution.status ?? 'new');
	});
	if (execution.status !== 'success') {
		throw new Error(`The execution ended with ${String(execution.status)}: ${execution.data}`);
	}
	return execution;
}

/** The items that each node gave in a run. */
export function outputOf(
	{ folder }: InstalledN8n,
	{ data }: { data: string },
): Map<string, Record<string, unknown>[]> {
	const require = createRequire(path.join(folder, 'package.json'));
	const { resultData } = require('flatted').parse(data);
	const runs: [string, { data?: { main?: ({ json: Record<string, unknown> }[] | null)[] } }[]][] =
		Object.entries(resultData.runData);
	return new Map(
		runs.map(([name, [run]]) => [
			name,
			(run?.data?.main ?? []).flatMap((items) => (items ?? []).map(({ json }) => json)),
		]),
	);
}
