import pLimit from 'p-limit';

import type { Emulator } from '../../emulator';
import type { Member, QueueCluster } from './queueCluster';
import { QUEUE_WORKFLOW_ID } from './queueWorkflow';
import { until } from './until';

/** Twice what both workers together carry out at once: some jobs are always waiting. */
const CALLS_AT_ONCE = 20;
const TOO_MANY_REQUESTS = 429;
const UNDER_WAY = ['new', 'running'];

/** The outcome of a number of calls of the webhook, each with the number of its run. */
export interface Played {
	seconds: number;
	/** The status that the caller of each run got. */
	answers: Map<number, number>;
	/** The status of each execution in n8n's database, by its ID. */
	executions: Map<string, string>;
}

/** What the emulator saw of one run, without what it refused for the rate limit. */
export interface Seen {
	/** The executions that sent its invitation, one entry per request. */
	invitedBy: string[];
	dashboardsSent: number;
}

/** Calls the webhook for a number of runs and waits for all responses; `atHalf` is called half-way. */
export async function play(
	cluster: QueueCluster,
	runs: number,
	atHalf: () => Promise<void> = () => Promise.resolve(),
): Promise<Played> {
	const before = await storedExecutions(cluster);
	const answers: Played['answers'] = new Map();
	let half: Promise<void> | undefined;
	const call = async (run: number) => {
		answers.set(run, await callWebhook(cluster, run));
		if (answers.size === runs / 2) half = atHalf();
	};
	const start = Date.now();
	const limit = pLimit(CALLS_AT_ONCE);
	await Promise.all(Array.from({ length: runs }, (_, index) => limit(call, index + 1)));
	const seconds = (Date.now() - start) / 1000;
	await half;
	let executions = new Map<string, string>();
	// A caller is answered a moment before n8n stores how the execution ended.
	await until('n8n has stored the end of every execution', async () => {
		executions = await storedExecutions(cluster);
		for (const id of before.keys()) executions.delete(id);
		return [...executions.values()].every((status) => !UNDER_WAY.includes(status));
	});
	return { seconds, answers, executions };
}

async function callWebhook({ main }: QueueCluster, run: number): Promise<number> {
	const answer = await fetch(`${main.url}/webhook/${QUEUE_WORKFLOW_ID}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ run }),
	});
	await answer.arrayBuffer();
	return answer.status;
}

/** The executions of a workflow in n8n's database: the status of each, by its ID. */
export async function storedExecutions(
	{ database }: QueueCluster,
	workflowId = QUEUE_WORKFLOW_ID,
): Promise<Map<string, string>> {
	const sql = `select id, status from execution_entity where "workflowId" = '${workflowId}'`;
	const rows = await database.query(sql);
	return new Map(rows.map(([id = '', status = '']) => [id, status]));
}

/** What n8n keeps of the run of an execution, as text from its database. */
export async function storedData({ database }: QueueCluster, id: string): Promise<string> {
	const rows = await database.query(`select data from execution_data where "executionId" = ${id}`);
	return rows.flat().join('\n');
}

/** What the emulator saw of every run, also of runs that it saw nothing of. */
export function seenBy({ requests }: Emulator, { answers }: Played): Map<number, Seen> {
	const seen = new Map<number, Seen>();
	for (const run of answers.keys()) seen.set(run, { invitedBy: [], dashboardsSent: 0 });
	for (const { rawBody } of requests.filter(({ status }) => status !== TOO_MANY_REQUESTS)) {
		const [, invited, execution = ''] = /"run-(\d+)\.execution-(\d+)@/.exec(rawBody) ?? [];
		const [, updated] = /"Run (\d+)"/.exec(rawBody) ?? [];
		seen.get(Number(invited))?.invitedBy.push(execution);
		const dashboard = seen.get(Number(updated));
		if (dashboard !== undefined) dashboard.dashboardsSent += 1;
	}
	return seen;
}

/** The executions that a worker has started according to its log, one entry per start. */
export function startedBy({ log }: Member, { executions }: Played): string[] {
	const lines = log().matchAll(/Worker started execution (\d+)/g);
	return [...lines].map(([, id = '']) => id).filter((id) => executions.has(id));
}
