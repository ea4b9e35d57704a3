import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { textAt } from '../contract/json';
import type { Credentials } from '../engine/credentials';
import { runWorkflow } from '../engine/runWorkflow';
import { DASHBOARD, detailsOf, MANAGEMENT, NODE, workflowOf } from '../engine/workflow';
import { judgeResponse } from './judge';
import { type Exchange, record, type Recorder } from './recorder';

/** `managed` is a service's ClickStack in ClickHouse Cloud, `own` a self-hosted one. */
export type Target = 'cloud' | 'managed' | 'own';

/** Accounts to check. APIs without an account are skipped. */
export interface Accounts {
	cloud?: { baseUrl: string; keyId: string; keySecret: string; organizationId?: string };
	own?: { baseUrl: string; accessToken: string };
}

export interface Result {
	name: string;
	outcome: 'drift' | 'failed' | 'ok' | 'skipped';
	/** Differences from the contract, or the reason why the operation failed or wasn't run. */
	lines: string[];
}

export interface Run extends Result {
	items: IDataObject[];
}

/** If the node sent a request again, the throttled or failed response before doesn't count. */
function isLast({ method, path, status }: Exchange, index: number, all: Exchange[]): boolean {
	const isRetryable = status === 429 || status >= 500;
	const isSame = (other: Exchange) => other.method === method && other.path === path;
	return !isRetryable || !all.slice(index + 1).some(isSame);
}

/** Runs operations through the nodes, which respect the rate limit, and checks each response. */
export class Session {
	private constructor(
		private readonly recorders: Recorder[],
		private readonly credentials: Credentials,
	) {}

	static async open({ cloud, own }: Accounts): Promise<Session> {
		const credentials: Record<string, Credentials[string]> = {};
		const recorders: Recorder[] = [];
		if (cloud !== undefined) {
			const recorder = await record(cloud.baseUrl);
			recorders.push(recorder);
			// The recorder's address doesn't reveal the dialect, so it's set here.
			const data = { organizationId: '', ...cloud, apiDialect: 'clickhouseCloud' };
			credentials.management = {
				type: 'cloudManagementApi',
				data: { ...data, baseUrl: recorder.url },
			};
		}
		if (own !== undefined) {
			const recorder = await record(own.baseUrl);
			recorders.push(recorder);
			credentials.dashboard = {
				type: 'cloudDashboardApi',
				data: { ...own, baseUrl: recorder.url },
			};
		}
		return new Session(recorders, credentials);
	}

	has(target: Target): boolean {
		return this.credentials[target === 'own' ? 'dashboard' : 'management'] !== undefined;
	}

	/** Runs an operation with a single item. */
	async run(target: Target, parameters: INodeParameters): Promise<Run> {
		const own = { ...parameters, ...(target === 'managed' && { authentication: 'cloudApiKey' }) };
		const type = target === 'cloud' ? MANAGEMENT : DASHBOARD;
		const workflow = workflowOf({ type, parameters: own });
		const { error, items } = await runWorkflow(workflow, { credentials: this.credentials });
		const exchanges = this.recorders.flatMap((recorder) => recorder.take());
		const lines = [...new Set(exchanges.filter(isLast).flatMap(judgeResponse))];
		const { resource, operation } = parameters;
		const name = [target, resource, operation].map(String).join(' ');
		if (error !== undefined) {
			const reason = textAt(detailsOf(error), 'reason');
			const why = lines.length > 0 ? lines : [reason === '' ? error.name : reason];
			return { name, outcome: 'failed', lines: why, items: [] };
		}
		const outcome = lines.length > 0 ? 'drift' : 'ok';
		return { name, outcome, lines, items: items(NODE).map(({ json }) => json) };
	}

	async close(): Promise<void> {
		await Promise.all(
			this.recorders.map(async (recorder) => {
				await recorder.close();
			}),
		);
	}
}
