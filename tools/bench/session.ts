import path from 'node:path';

import { setUpOwner } from '../n8n/harness/browser';
import { bringIn, type ImportedCredential } from '../n8n/harness/content';
import type { InstalledN8n } from '../n8n/harness/install';
import { startN8n } from '../n8n/harness/n8n';
import type { Opened } from '../n8n/harness/opened';
import type { LoggedIn } from '../n8n/harness/rest';
import {
	addWorkflow,
	executionsOf,
	runDataOf,
	startRun,
	UNDER_WAY,
	whenNot,
} from '../n8n/harness/restRun';
import type { Stage } from '../n8n/harness/stage';
import { until } from '../n8n/harness/until';
import type { Workflow } from '../n8n/harness/workflows';
import { KEYS } from './calls';
import { credentialId, isMeasured } from './workflows';

export type Addresses = Record<'plain' | 'tls', string>;

/** n8n loads the bare node from this folder. */
const CUSTOM_NODES = path.resolve(__dirname, 'floor');
const LONGEST_RUN_SECONDS = 600;

export interface Session extends LoggedIn {
	n8n: InstalledN8n;
}

/** Starts an n8n with credentials for the server. */
export async function openSession(
	opened: Opened,
	{ n8n, env }: Stage,
	certificate: string,
	addresses: Addresses,
): Promise<Session> {
	const own = { NODE_EXTRA_CA_CERTS: certificate, N8N_CUSTOM_EXTENSIONS: CUSTOM_NODES };
	const running = await startN8n(n8n, { ...env, ...own });
	opened.add(running.stop);
	const session = { n8n, url: running.url, cookie: await setUpOwner(running.url) };
	await bringIn(session, { credentials: credentialsFor(addresses) });
	return session;
}

/** Throws if the workflow fails. */
export async function timeOf(
	session: Session,
	workflow: Workflow,
	hasEnded: () => Promise<boolean>,
): Promise<number> {
	const id = await addWorkflow(session, workflow);
	const executionId = await startRun(session, id);
	// n8n can't have finished while the server still expects requests.
	await until('the server has answered all', hasEnded, LONGEST_RUN_SECONDS);
	let status = 'new';
	const isStored = async () => {
		// While n8n stores a large execution, it refuses this request.
		const [found] = await executionsOf(session, id).catch(() => []);
		status = found?.status ?? status;
		return !UNDER_WAY.includes(status);
	};
	await until(`execution ${executionId} has ended`, isStored, LONGEST_RUN_SECONDS);
	if (status !== 'success') throw new Error(`Execution ${executionId} ended with ${status}`);
	const execution = await whenNot(UNDER_WAY, session, executionId);
	return runDataOf(session.n8n, execution)
		.filter(([name]) => isMeasured(name))
		.flatMap(([, runs]) => runs.map(({ executionTime }) => executionTime))
		.reduce((sum, time) => sum + time, 0);
}

function credentialsFor(addresses: Addresses): ImportedCredential[] {
	const { organizationId, keyId, keySecret, accessToken } = KEYS;
	const key = { organizationId, keyId, keySecret, apiDialect: 'standard' };
	return [false, true].flatMap((tls) => {
		const baseUrl = tls ? addresses.tls : addresses.plain;
		const [management, dashboard] = [
			credentialId('management', tls),
			credentialId('dashboard', tls),
		];
		return [
			{ id: management, name: management, type: 'cloudManagementApi', data: { baseUrl, ...key } },
			{ id: dashboard, name: dashboard, type: 'cloudDashboardApi', data: { baseUrl, accessToken } },
		];
	});
}
