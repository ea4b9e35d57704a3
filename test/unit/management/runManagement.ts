import { operations } from '../../../nodes/CloudManagement/resources';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import { lookups } from '../../../nodes/clickhouseCloud/lists';
import type { RawResponse } from '../../../nodes/engine/http/response';
import type { FakeNode } from '../core/fakes';
import { FakeClock } from '../core/fakeClock';
import { execute, json, newKey } from '../core/fakes';
import { ORGANIZATION_ID } from './context';

/** Executions share what they learned about a key, so each credential has a new one. */
export function newCredential(changes: Record<string, string> = {}) {
	return {
		baseUrl: 'https://api.clickhouse.cloud',
		organizationId: ORGANIZATION_ID,
		keyId: newKey(),
		keySecret: 'canary-secret',
		apiDialect: 'automatic',
		...changes,
	};
}

export interface ManagementRun extends Pick<FakeNode, 'cancel' | 'count' | 'onError' | 'stored'> {
	fields: Record<string, unknown>;
	credential?: ReturnType<typeof newCredential>;
	/** `request` is "METHOD path" without the organization. */
	answer: (request: string) => RawResponse;
}

/** Runs the management node in simulated time. Records its requests. */
export async function runManagement(run: ManagementRun, clock = new FakeClock()) {
	const { fields, credential = newCredential(), answer, ...others } = run;
	const setup: FakeNode = {
		...others,
		fields,
		credentials: { cloudManagementApi: credential },
		respond: ({ method = 'GET', url }) => answer(requestName(method, url)),
	};
	const { items, sent, ...result } = await execute(
		setup,
		operations,
		clock,
		managementApi,
		lookups,
	);
	const requests = sent.map(({ options: { method = 'GET', url } }) => requestName(method, url));
	return { ...result, items: items.map((item) => item.json), requests };
}

function requestName(method: string, url: string): string {
	const { pathname, search } = new URL(url);
	return `${method} ${pathname.replace(/^\/v1\/organizations\/[^/]+\//, '')}${search}`;
}

export function refusal(status: number, error: string): RawResponse {
	return json({ status, error }, status);
}
