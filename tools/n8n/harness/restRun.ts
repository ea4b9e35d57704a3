import { createRequire } from 'node:module';
import path from 'node:path';

import type { InstalledN8n } from './install';
import { ask, dataOf, type LoggedIn } from './rest';
import { until } from './until';
import type { Workflow } from './workflows';

/** The name of the trigger with which every example is run by hand. */
const BY_HAND = 'By Hand';
export const UNDER_WAY = ['new', 'running'];

/** Adds a workflow to a running n8n as its editor does; returns its new ID. */
export async function addWorkflow(n8n: LoggedIn, workflow: Workflow): Promise<string> {
	const { name, nodes, connections, settings, pinData } = workflow;
	const added = await dataOf(n8n, '/rest/workflows', {
		name,
		nodes,
		connections,
		settings,
		pinData,
	});
	return String(added.id);
}

/** Publishes a workflow, as the editor does: from then on, its triggers and webhooks work. */
export async function publish(n8n: LoggedIn, id: string): Promise<void> {
	const { versionId } = await dataOf(n8n, `/rest/workflows/${id}`);
	await ask(n8n, `/rest/workflows/${id}/activate`, { versionId });
}

/** n8n's data about an execution. */
export interface Execution {
	id: string;
	status: string;
	data: string;
}

/** Starts a workflow as "Execute workflow" does; returns the ID of the execution. */
export async function startRun(n8n: LoggedIn, id: string, trigger = BY_HAND): Promise<string> {
	const body = { triggerToStartFrom: { name: trigger } };
	return String((await dataOf(n8n, `/rest/workflows/${id}/run`, body)).executionId);
}

/** Waits until an execution has a status other than these; returns n8n's data about it. */
export async function whenNot(
	statuses: readonly string[],
	n8n: LoggedIn,
	executionId: string,
): Promise<Execution> {
	let execution: Execution = { id: executionId, status: 'new', data: '' };
	await until(`execution ${executionId} is no longer ${statuses.join(', ')}`, async () => {
		execution = await dataOf(n8n, `/rest/executions/${executionId}`);
		return !statuses.includes(execution.status);
	});
	return execution;
}

/** Runs a workflow as "Execute workflow" does; returns n8n's data about the run. Throws if it fails. */
export async function runToEnd(n8n: LoggedIn, id: string, trigger = BY_HAND): Promise<Execution> {
	const executionId = await startRun(n8n, id, trigger);
	const execution = await whenNot([...UNDER_WAY, 'waiting'], n8n, executionId);
	if (execution.status === 'success') return execution;
	throw new Error(`The execution ended with ${execution.status}: ${execution.data}`);
}

/** The executions of a workflow, the newest first, at most a hundred. */
export async function executionsOf(
	n8n: LoggedIn,
	workflowId: string,
): Promise<Array<Pick<Execution, 'id' | 'status'>>> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	return (await dataOf(n8n, `/rest/executions?filter=${filter}&limit=100`)).results;
}

/** The newest execution of a workflow, once it has ended: the webhook's caller has the response a moment before. */
export async function lastRun(n8n: LoggedIn, workflowId: string): Promise<Execution> {
	const [newest] = await executionsOf(n8n, workflowId);
	return await whenNot(UNDER_WAY, n8n, String(newest?.id));
}

/** A run of a node, as n8n stores it. */
interface NodeRun {
	executionTime: number;
	data?: { main?: ({ json: Record<string, unknown> }[] | null)[] };
}

/** The stored runs of each node of an execution, by its name. */
export function runDataOf(
	{ folder }: InstalledN8n,
	{ data }: Pick<Execution, 'data'>,
): Array<[string, NodeRun[]]> {
	const require = createRequire(path.join(folder, 'package.json'));
	return Object.entries(require('flatted').parse(data).resultData.runData);
}

/** The items that each node output in a run. */
export function outputOf(
	n8n: InstalledN8n,
	execution: Pick<Execution, 'data'>,
): Map<string, Record<string, unknown>[]> {
	return new Map(
		runDataOf(n8n, execution).map(([name, [run]]) => [
			name,
			(run?.data?.main ?? []).flatMap((items) => (items ?? []).map(({ json }) => json)),
		]),
	);
}
