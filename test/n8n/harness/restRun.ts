import { createRequire } from 'node:module';
import path from 'node:path';

import type { InstalledN8n } from './install';
import { ask } from './rest';
import { until } from './until';
import type { Workflow } from './workflows';

/** The name of the trigger with which every example is run by hand. */
const BY_HAND = 'By Hand';

/** Adds a workflow to a running n8n as its editor does; returns its new ID. */
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

/** Publishes a workflow, as the editor does: from then on, its webhooks respond. */
export async function publish(url: string, cookie: string, id: string): Promise<void> {
	const workflow = `${url}/rest/workflows/${id}`;
	const { versionId } = Object(Object(await ask(workflow, cookie)).data);
	await ask(`${workflow}/activate`, cookie, { versionId });
}

/** What n8n returns about an execution. */
export interface Execution {
	status?: string;
	data: string;
}

/** Starts a workflow as "Execute workflow" does; returns the ID of the execution. */
export async function startRun(
	url: string,
	cookie: string,
	id: string,
	trigger = BY_HAND,
): Promise<string> {
	const body = { triggerToStartFrom: { name: trigger } };
	const started = await ask(`${url}/rest/workflows/${id}/run`, cookie, body);
	return String(Object(Object(started).data).executionId);
}

/** Waits until an execution has a status other than these; returns what n8n says about it. */
export async function whenNot(
	statuses: readonly string[],
	{ url, cookie }: { url: string; cookie: string },
	executionId: string,
): Promise<Execution> {
	let execution: Execution = { data: '' };
	await until(`execution ${executionId} is no longer ${statuses.join(', ')}`, async () => {
		const answer = await ask(`${url}/rest/executions/${executionId}`, cookie);
		execution = Object(Object(answer).data);
		return !statuses.includes(execution.status ?? 'new');
	});
	return execution;
}

/** Runs a workflow as "Execute workflow" does; returns what n8n says about the run. Throws if it fails. */
export async function runToEnd(
	url: string,
	cookie: string,
	id: string,
	trigger = BY_HAND,
): Promise<Execution> {
	const executionId = await startRun(url, cookie, id, trigger);
	const execution = await whenNot(['new', 'running', 'waiting'], { url, cookie }, executionId);
	if (execution.status !== 'success') {
		throw new Error(`The execution ended with ${String(execution.status)}: ${execution.data}`);
	}
	return execution;
}

/** The items that each node output in a run. */
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
