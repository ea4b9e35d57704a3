import { readFileSync } from 'node:fs';

import { ended, environmentOf, logOf, type RunningN8n, startN8n } from '../harness/n8n';
import type { Opened } from '../harness/opened';
import { openPlayedN8n, type PlayedN8n } from '../harness/playedN8n';
import { progress } from '../harness/progress';
import { publish } from '../harness/restRun';
import { type Installed, newUserFolder, openStage } from '../harness/stage';
import type { Workflow } from '../harness/workflows';
import { startPostgres } from './postgres';
import { startRedis } from './redis';

/** A worker runs this many executions in parallel. */
export const WORKER_CONCURRENCY = 5;
/** A stopping worker finishes its jobs first, which takes long on a busy machine. */
const SECONDS_TO_STOP = 300;
/** The API must be as slow as a real service, so that jobs are running when a worker ends. */
const LATENCY = { baseMs: 100, jitterMs: 200 };

/**
 * Shorter than n8n's minute, so that a dead worker is noticed soon. Ten times the renewal interval, so that no worker
 * on a busy machine looks dead.
 */
const QUEUE = {
	EXECUTIONS_MODE: 'queue',
	QUEUE_WORKER_LOCK_DURATION: '30000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: String(SECONDS_TO_STOP),
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
};

export interface Member extends RunningN8n {
	log: () => string;
}

/** n8n in queue mode: a main process and three workers, with Redis and PostgreSQL. */
export interface QueueCluster {
	main: PlayedN8n;
	workers: [Member, Member, Member];
}

/** Starts n8n in queue mode with published workflows. */
export async function openQueueCluster(
	opened: Opened,
	installed: Installed,
	workflowsFor: (ids: PlayedN8n['emulator']['ids']) => Workflow[],
): Promise<QueueCluster> {
	progress('Starting PostgreSQL, Redis, n8n and three workers in queue mode');
	const database = await startPostgres();
	opened.add(database.stop);
	const redis = await startRedis();
	opened.add(redis.stop);
	const shared = { ...QUEUE, ...database.environment, ...redis.environment };
	const stage = await openStage(opened, installed, { latency: LATENCY }, shared);
	const workflows = workflowsFor(stage.emulator.ids);
	const main = await openPlayedN8n(opened, stage, { workflows });
	for (const { id } of workflows) await publish(main, id);
	const worker = async (): Promise<Member> => {
		const userFolder = await newUserFolder(opened, installed);
		const env = await environmentOf(installed.n8n, userFolder, shared);
		const args = ['worker', `--concurrency=${String(WORKER_CONCURRENCY)}`];
		const running = await startN8n(installed.n8n, env, { args });
		const stop = () => ended(running.child, 'SIGTERM', SECONDS_TO_STOP);
		opened.add(stop);
		return { ...running, stop, log: () => readFileSync(logOf(userFolder), 'utf8') };
	};
	const workers = await Promise.all([worker(), worker(), worker()] as const);
	return { main, workers };
}
