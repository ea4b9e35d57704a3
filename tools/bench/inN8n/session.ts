import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { z } from 'zod';

import { ownerCookie } from '../../n8n/harness/browser';
import { bringIn, type ImportedCredential } from '../../n8n/harness/content';
import { type RunningN8n, startN8n } from '../../n8n/harness/n8n';
import { ask, type LoggedIn, send } from '../../n8n/harness/rest';
import { addWorkflow } from '../../n8n/harness/restRun';
import type { Stage } from '../../n8n/harness/stage';
import { until } from '../../n8n/harness/until';
import type { Workflow } from '../../n8n/harness/workflows';
import { KEYS } from '../calls';
import type { Addresses } from '../server/process';
import { credentialId, isMeasured } from './workflows';

const started = z.object({ data: z.object({ executionId: z.string() }) });
const listed = z.object({
	data: z.object({ results: z.array(z.object({ id: z.string(), status: z.string() })) }),
});
const stored = z.object({ data: z.object({ data: z.string() }) });
const runs = z.object({
	resultData: z.object({
		runData: z.record(z.array(z.object({ executionTime: z.number() }))),
	}),
});
/** The library by which n8n writes executions. */
const parser = z.object({ parse: z.function().args(z.string()).returns(z.unknown()) });

/** Has the bare node. */
const CUSTOM_NODES = path.resolve(__dirname, '../floor');
const UNFINISHED = ['new', 'running', 'waiting'];
const LONGEST_RUN_SECONDS = 600;
const BYTES_PER_KB = 1024;

/** A running n8n in which workflows are measured. */
export class Session {
	private constructor(
		private readonly stage: Stage,
		private readonly running: RunningN8n,
		private readonly cookie: string,
	) {}

	static async start(stage: Stage, certificate: string): Promise<Session> {
		const env = {
			...{ ...stage.env, NODE_EXTRA_CA_CERTS: certificate },
			...{ N8N_CUSTOM_EXTENSIONS: CUSTOM_NODES },
		};
		const running = await startN8n(stage.n8n, env);
		return new Session(stage, running, await ownerCookie(running.url));
	}

	async stop(): Promise<void> {
		await this.running.stop();
	}

	async add(workflow: Workflow): Promise<string> {
		return await addWorkflow(this.loggedIn, workflow);
	}

	/** Runs a workflow to its end, and returns the ID of the execution. Throws if it fails. */
	async run(workflowId: string, hasEnded: () => Promise<boolean>): Promise<string> {
		const body = { triggerToStartFrom: { name: 'By Hand' } };
		const path = `/rest/workflows/${workflowId}/run`;
		const { executionId } = started.parse(await ask(this.loggedIn, path, body)).data;
		// n8n waits as long as the server still expects requests.
		await until('the server has answered all', hasEnded, LONGEST_RUN_SECONDS);
		let status = 'new';
		await until(
			`execution ${executionId} has ended`,
			async () => {
				status = await this.statusOf(executionId, workflowId);
				return !UNFINISHED.includes(status);
			},
			LONGEST_RUN_SECONDS,
		);
		if (status !== 'success') throw new Error(`Execution ${executionId} ended with ${status}`);
		return executionId;
	}

	/** The time in milliseconds of each measured node of an execution. */
	async timesOf(executionId: string): Promise<number[]> {
		const answer = await ask(this.loggedIn, `/rest/executions/${executionId}`);
		const require = createRequire(path.join(this.stage.n8n.folder, 'package.json'));
		const flatted = parser.parse(require('flatted'));
		const execution = flatted.parse(stored.parse(answer).data.data);
		const { runData } = runs.parse(execution).resultData;
		const measured = Object.entries(runData).filter(([name]) => isMeasured(name));
		return measured.flatMap(([, own]) => own.map(({ executionTime }) => executionTime));
	}

	/** The physical memory of n8n's process, in bytes: current use, and the peak since the last call. Linux only. */
	memory(): { now: number; peak: number } {
		const folder = `/proc/${String(this.running.child.pid)}`;
		const status = readFileSync(`${folder}/status`, 'utf8');
		const kilobytes = (name: string): number =>
			Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
		const [now, peak] = [kilobytes('VmRSS') * BYTES_PER_KB, kilobytes('VmHWM') * BYTES_PER_KB];
		// 5: the peak is counted again from here on (man 5 proc_pid_clear_refs).
		writeFileSync(`${folder}/clear_refs`, '5');
		return { now, peak };
	}

	/** Imports the server's credentials, which stay for other sessions' n8n. */
	async bringInCredentials(addresses: Addresses): Promise<void> {
		await bringIn(this.loggedIn, { credentials: credentialsFor(addresses) });
	}

	private get loggedIn(): LoggedIn {
		return { url: this.running.url, cookie: this.cookie };
	}

	private async statusOf(executionId: string, workflowId: string): Promise<string> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?limit=10&filter=${filter}`;
		const answer = await send(this.loggedIn, path);
		// n8n logs this while it stores a large execution.
		if (answer.status === 503) return 'new';
		const { results } = listed.parse(await answer.json()).data;
		return results.find(({ id }) => id === executionId)?.status ?? 'new';
	}
}

/** Credentials that reach the server with its accepted keys, plain and over TLS. */
function credentialsFor(addresses: Addresses): ImportedCredential[] {
	const { organizationId, keyId, keySecret, accessToken } = KEYS;
	return [false, true].flatMap((tls): ImportedCredential[] => {
		const baseUrl = tls ? addresses.tls : addresses.plain;
		const [management, dashboard] = [
			credentialId('management', tls),
			credentialId('dashboard', tls),
		];
		return [
			{
				...{ id: management, name: management, type: 'cloudManagementApi' },
				data: { baseUrl, organizationId, keyId, keySecret, apiDialect: 'standard' },
			},
			{
				...{ id: dashboard, name: dashboard, type: 'cloudDashboardApi' },
				data: { baseUrl, accessToken },
			},
		];
	});
}
