import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ownerCookie } from './browser';
import { freePort } from './freePort';
import { ended, environmentOf, type RunningN8n, startN8n } from './n8n';
import { Opened } from './opened';
import { type Postgres, startPostgres } from './postgres';
import { progress } from './progress';
import { startRedis } from './redis';
import { publish } from './restRun';
import { type ImportedCredential, importInto, type Stage } from './stage';
import type { Workflow } from './workflows';

/** How many executions one worker carries out at the same time. */
export const WORKER_CONCURRENCY = 5;

/**
 * The lease of a job is short here, so that a dead worker is noticed soon; n8n's own is a minute. It is ten times as
 * long as the time to renew it, so that no worker is taken for dead because the machine is busy.
 */
const SHORT_LEASES = {
	QUEUE_WORKER_LOCK_DURATION: '30000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

/** A worker that is asked to stop finishes its jobs first, which takes long on a busy machine. */
const SECONDS_TO_STOP = 300;

/** An n8n process of the cluster, with what it has logged so far. */
export interface Member extends RunningN8n {
	log: () => string;
}

/** An n8n in queue mode: a main process and two workers on Redis and PostgreSQL. */
export interface QueueCluster {
	main: Member;
	/** Every worker that was started, also those that have ended since. */
	workers: Member[];
	/** Starts a further worker. */
	addWorker: () => Promise<Member>;
	database: Postgres;
	/** Contains everything that its n8n processes keep on disk. */
	folder: string;
	close: () => Promise<void>;
}

interface Content {
	credentials: readonly ImportedCredential[];
	workflows: readonly Workflow[];
}

/** Starts n8n in queue mode with its workflows published. The caller closes it. */
export async function openQueueCluster(stage: Stage, content: Content): Promise<QueueCluster> {
	const folder = mkdtempSync(path.join(tmpdir(), 'cloud-management-queue-'));
	const opened = new Opened();
	opened.add(() => {
		rmSync(folder, { recursive: true, force: true });
	});
	const close = () => opened.close();
	const starting = async <Part extends { stop: () => Promise<void> }>(start: Promise<Part>) => {
		const part = await start;
		opened.add(part.stop);
		return part;
	};
	try {
		progress('Starting PostgreSQL and Redis');
		const database = await starting(startPostgres());
		const redis = await starting(startRedis());
		const shared = { ...SHORT_LEASES, ...database.environment, ...redis.environment };
		await fill(stage, path.join(folder, 'import'), content, shared);
		progress('Starting n8n and two workers in queue mode');
		const member = (name: string, ...args: string[]) =>
			starting(startMember(stage, path.join(folder, name), args, shared));
		const main = await member('main', 'start');
		const cookie = await ownerCookie(main.url);
		for (const { id } of content.workflows) await publish(main.url, cookie, id);
		const workers: Member[] = [];
		let started = 0;
		const addWorker = async () => {
			started += 1;
			const name = `worker-${String(started)}`;
			const worker = await member(name, 'worker', `--concurrency=${String(WORKER_CONCURRENCY)}`);
			workers.push(worker);
			return worker;
		};
		await Promise.all([addWorker(), addWorker()]);
		return { main, workers, addWorker, database, folder, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** The environment of one process of the cluster, in a folder of its own that contains the package. */
async function environmentIn(
	stage: Stage,
	userFolder: string,
	shared: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
	const nodes = path.join('.n8n', 'nodes');
	mkdirSync(userFolder, { recursive: true });
	cpSync(path.join(stage.userFolder, nodes), path.join(userFolder, nodes), { recursive: true });
	return await environmentOf(stage.n8n, userFolder, {
		...shared,
		EXECUTIONS_MODE: 'queue',
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: String(SECONDS_TO_STOP),
		QUEUE_HEALTH_CHECK_PORT: String(await freePort()),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	});
}

async function startMember(
	stage: Stage,
	userFolder: string,
	args: string[],
	shared: NodeJS.ProcessEnv,
): Promise<Member> {
	const env = await environmentIn(stage, userFolder, shared);
	const port = args[0] === 'worker' ? env.QUEUE_HEALTH_CHECK_PORT : env.N8N_PORT;
	const log = path.join(userFolder, 'n8n.log');
	const running = await startN8n(stage.n8n, env, { args, port, log });
	const stop = () => ended(running.child, 'SIGTERM', SECONDS_TO_STOP);
	return { ...running, stop, log: () => readFileSync(log, 'utf8') };
}

/** Imports before the start: a running n8n would not notice. */
async function fill(
	stage: Stage,
	userFolder: string,
	{ credentials, workflows }: Content,
	shared: NodeJS.ProcessEnv,
): Promise<void> {
	progress('Filling the database by n8n’s command line');
	const env = await environmentIn(stage, userFolder, shared);
	const { n8n } = stage;
	await importInto({ n8n, env, userFolder }, 'credentials', credentials);
	await importInto({ n8n, env, userFolder }, 'workflow', workflows);
}
