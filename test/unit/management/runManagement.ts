import { operations } from '../../../nodes/CloudManagement/resources';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import { executeOperation } from '../../../nodes/engine/execution/execute';
import type { RawResponse } from '../../../nodes/engine/http/response';
import type { FakeNode } from '../core/fakes';
import { FakeClock } from '../core/fakeClock';
import { fakeContext, json } from '../core/fakes';

export const ORGANIZATION_ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
export const SERVICE_ID = '5b7e2c18-90af-4d36-8e12-c4a9d0f3b672';
export const PIPE_ID = '0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54';

let keys = 0;

/** A credential whose key no other one has: all executions share their knowledge of a key. */
export function newCredential(changes: Record<string, string> = {}) {
	keys += 1;
	return {
		baseUrl: 'https://api.clickhouse.cloud',
		organizationId: ORGANIZATION_ID,
		keyId: `key-${String(keys)}`,
		keySecret: 'canary-secret',
		apiDialect: 'automatic',
		...changes,
	};
}

export interface ManagementRun extends Pick<
	FakeNode,
	'count' | 'hints' | 'logged' | 'onError' | 'stored'
> {
	fields: Record<string, unknown>;
	credential?: ReturnType<typeof newCredential>;
	/** The answer to each request, by "METHOD path" without the organization. */
	answer: (request: string) => RawResponse;
}

/** Runs the management node in time that only sleeping moves, and returns its output and its requests. */
export async function runManagement(run: ManagementRun, clock = new FakeClock()) {
	const { fields, credential = newCredential(), answer, ...others } = run;
	const fake = fakeContext({
		...others,
		fields,
		credentials: { cloudManagementApi: credential },
		respond: ({ method = 'GET', url }) => answer(requestName(method, url)),
	});
	const result = await executeOperation(fake.context, managementApi, operations, clock).then(
		([items = []]) => ({ items: items.map((item) => item.json), error: undefined }),
		(error: unknown) => ({ items: [], error }),
	);
	const requests = fake.sent.map(({ options: { method = 'GET', url } }) =>
		requestName(method, url),
	);
	return { ...result, requests, hints: fake.hints };
}

function requestName(method: string, url: string): string {
	const { pathname, search } = new URL(url);
	return `${method} ${pathname.replace(/^\/v1\/organizations\/[^/]+\//, '')}${search}`;
}

/** A refusal as the API words it. */
export function refusal(status: number, error: string): RawResponse {
	return json({ status, error }, status);
}
