import pLimit from 'p-limit';

import { executionsOf, UNDER_WAY } from '../../../tools/n8n/harness/restRun';
import { until } from '../../../tools/n8n/harness/until';
import type { Member, QueueCluster } from '../../../tools/n8n/queue/cluster';
import { QUEUE_WORKFLOW_ID } from './workflow';

/** More calls than all workers take leave some jobs waiting. */
const CALLS_AT_ONCE = 30;

/** Keyed by run number. */
export interface Played {
	/** Maps each run to the status that its caller received. */
	answers: Map<number, number>;
	/** Maps each stored execution's ID to its status. */
	executions: Map<string, string>;
}

interface Seen {
	/** An execution occurs once per request that sent the run's invitation. */
	invitedBy: string[];
	dashboardsSent: number;
}

/** Calls the webhook for each run. More calls follow as soon as `count` have a response. Waits for all responses. */
export async function play(
	cluster: QueueCluster,
	runs: number,
	then: Readonly<Record<number, () => Promise<void>>>,
): Promise<Played> {
	const answers: Played['answers'] = new Map();
	const done: Promise<void>[] = [];
	const call = async (run: number) => {
		answers.set(run, await callWebhook(cluster, run));
		const next = then[answers.size];
		if (next !== undefined) done.push(next());
	};
	const limit = pLimit(CALLS_AT_ONCE);
	await Promise.all(Array.from({ length: runs }, (_, index) => limit(call, index + 1)));
	await Promise.all(done);
	let executions = new Map<string, string>();
	// Callers get their response a moment before n8n stores the execution's end.
	await until('n8n has stored the end of every execution', async () => {
		executions = await storedExecutions(cluster);
		return [...executions.values()].every((status) => !UNDER_WAY.includes(status));
	});
	return { answers, executions };
}

async function callWebhook({ main }: QueueCluster, run: number): Promise<number> {
	const answer = await fetch(`${main.url}/webhook/${QUEUE_WORKFLOW_ID}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', connection: 'close' },
		body: JSON.stringify({ run }),
	});
	await answer.arrayBuffer();
	return answer.status;
}

/** Maps each of the workflow's stored executions to its status. */
async function storedExecutions({ main }: QueueCluster): Promise<Map<string, string>> {
	const stored = await executionsOf(main, QUEUE_WORKFLOW_ID);
	return new Map(stored.map(({ id, status }) => [id, status]));
}

/** Counts every run, even one that sent no request. */
export function seenOf({ main }: QueueCluster, { answers }: Played): Map<number, Seen> {
	const seen = new Map<number, Seen>();
	for (const run of answers.keys()) seen.set(run, { invitedBy: [], dashboardsSent: 0 });
	for (const { rawBody } of main.emulator.requests) {
		const [, invited, execution = ''] = /"run-(\d+)\.execution-(\d+)@/.exec(rawBody) ?? [];
		const [, updated] = /"Run (\d+)"/.exec(rawBody) ?? [];
		seen.get(Number(invited))?.invitedBy.push(execution);
		const dashboard = seen.get(Number(updated));
		if (dashboard !== undefined) dashboard.dashboardsSent += 1;
	}
	return seen;
}

/** An execution occurs once per start in the worker's log. */
export function startedBy({ log }: Member, { executions }: Played): string[] {
	const lines = log().matchAll(/Worker started execution (\d+)/g);
	return [...lines].map(([, id = '']) => id).filter((id) => executions.has(id));
}
