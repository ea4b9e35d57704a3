import { createRequire } from 'node:module';
import path from 'node:path';

import type { InstalledN8n } from './install';
import { ask, dataOf, type LoggedIn } from './rest';
import { until } from './until';
import type { Workflow } from './workflows';

/** Users start every example manually with this trigger. */
const MANUAL_START = 'Run Manually';
export const UNDER_WAY = ['new', 'running'];

/** Returns the new workflow's ID. */
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

/** Publishes a workflow as the editor does, which starts its triggers and webhooks. */
export async function publish(n8n: LoggedIn, id: string): Promise<void> {
	const { versionId } = await dataOf(n8n, `/rest/workflows/${id}`);
	await ask(n8n, `/rest/workflows/${id}/activate`, { versionId });
}

export interface Execution {
	id: string;
	status: string;
	data: string;
}

/** Works like "Execute workflow". Returns the execution's ID. */
export async function startRun(n8n: LoggedIn, id: string, trigger = MANUAL_START): Promise<string> {
	const body = { triggerToStartFrom: { name: trigger } };
	return String((await dataOf(n8n, `/rest/workflows/${id}/run`, body)).executionId);
}

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

/** Works like "Execute workflow". Throws if the execution fails. */
export async function runToEnd(
	n8n: LoggedIn,
	id: string,
	trigger = MANUAL_START,
): Promise<Execution> {
	const executionId = await startRun(n8n, id, trigger);
	const execution = await whenNot([...UNDER_WAY, 'waiting'], n8n, executionId);
	if (execution.status === 'success') return execution;
	throw new Error(`The execution ended with ${execution.status}: ${execution.data}`);
}

/** n8n returns up to a hundred executions, the newest first. */
export async function executionsOf(
	n8n: LoggedIn,
	workflowId: string,
): Promise<Array<Pick<Execution, 'id' | 'status'>>> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	return (await dataOf(n8n, `/rest/executions?filter=${filter}&limit=100`)).results;
}

/** A webhook responds before its execution ends. */
export async function lastRun(n8n: LoggedIn, workflowId: string): Promise<Execution> {
	const [newest] = await executionsOf(n8n, workflowId);
	return await whenNot(UNDER_WAY, n8n, String(newest?.id));
}

/** n8n stores this about a node's run. */
interface NodeRun {
	executionTime: number;
	data?: { main?: ({ json: Record<string, unknown> }[] | null)[] };
}

/** Keyed by node name. */
export function runDataOf(
	{ folder }: InstalledN8n,
	{ data }: Pick<Execution, 'data'>,
): Array<[string, NodeRun[]]> {
	const require = createRequire(path.join(folder, 'package.json'));
	return Object.entries(require('flatted').parse(data).resultData.runData);
}

/** Keyed by node name. */
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
