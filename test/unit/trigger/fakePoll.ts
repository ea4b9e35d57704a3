import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { SharedLimiter } from '../../../nodes/engine/http/requestQueue';
import type { RawResponse } from '../../../nodes/engine/http/response';
import { isDataObject } from '../../../nodes/engine/json';
import { dashboardTrigger } from '../../../nodes/CloudDashboardTrigger/trigger';
import { managementTrigger } from '../../../nodes/CloudManagementTrigger/trigger';
import { runPoll } from '../../../nodes/features/watch/poll';
import { FakeClock } from '../core/fakeClock';
import { fakeContext, json, newKey } from '../core/fakes';

export const ORGANIZATION_ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
export const SERVICE_ID = '5b7e2c18-90af-4d36-8e12-c4a9d0f3b672';

export const CREDENTIAL: ICredentialDataDecryptedObject = {
	baseUrl: 'https://api.example.com',
	organizationId: ORGANIZATION_ID,
	keyId: 'key-id',
	keySecret: 'canary-secret',
	pipesSegment: 'pipes',
	engineSettingPrefix: 'engine_',
};

/** These events watch a whole list. */
export const ALERTS = { event: 'alertStateChanged' };
export const PIPES = { event: 'pipeStateChanged', serviceId: SERVICE_ID };
export const SERVICES = { event: 'serviceStateChanged' };
export const BACKUPS = { event: 'backupStatusChanged', serviceId: SERVICE_ID };
export const ENDPOINTS = { event: 'reversePrivateEndpointStatusChanged', serviceId: SERVICE_ID };

/** `path` starts after the organization's ID. */
export type Respond = (path: string, signal?: AbortSignal) => RawResponse | Promise<RawResponse>;

export interface FakePoll {
	parameters?: IDataObject;
	/** Stored parameters may contain expressions. */
	raw?: INodeParameters;
	staticData?: IDataObject;
	mode?: 'manual' | 'trigger';
	respond?: Respond;
	credential?: ICredentialDataDecryptedObject;
	budgetMs?: number;
}

/** Stands in for n8n in `poll`. Records paths read and errors reported. */
function fakePoll(setup: FakePoll) {
	const { staticData, budgetMs, respond = () => json({ result: [] }) } = setup;
	const parameters: IDataObject = { event: 'newActivity', output: 'raw', ...setup.parameters };
	const paths: string[] = [];
	const reported: Error[] = [];
	// Every simulated clock restarts, which a shared rate limiter doesn't expect.
	const key = newKey();
	const credential = { ...(setup.credential ?? CREDENTIAL), keyId: key, accessToken: key };
	// Each key adds a limiter, and a new limiter scans all others.
	SharedLimiter.all.clear();
	const { context } = fakeContext({
		credentials: { cloudManagementApi: credential, cloudDashboardApi: credential },
		node: { name: 'Trigger', parameters: { ...parameters, ...setup.raw } as INodeParameters },
		respond: async ({ url }, { signal }) => {
			const path = url.split(ORGANIZATION_ID)[1] ?? url;
			paths.push(path);
			return await respond(path, signal);
		},
		members: {
			__emitError: (error: Error) => reported.push(error),
			getMode: () => setup.mode ?? 'trigger',
			...(budgetMs !== undefined && { getPollBudgetMs: () => budgetMs }),
			getNodeParameter: (name: string, fallback: unknown) =>
				Object.hasOwn(parameters, name) ? parameters[name] : fallback,
			getWorkflowStaticData: () => {
				if (staticData === undefined) throw new Error('the state was touched');
				return staticData;
			},
		},
	});
	return { context: context as unknown as IPollFunctions, paths, reported };
}

/** Contains the poll's items, reads, and reports. */
export async function poll(setup: FakePoll, clock = new FakeClock()) {
	const { context, paths, reported } = fakePoll(setup);
	const isAlerts = setup.parameters?.['event'] === ALERTS.event;
	const output = await runPoll(context, isAlerts ? dashboardTrigger : managementTrigger, clock);
	return { items: output?.[0]?.map(({ json: item }) => item), paths, reported, clock };
}

/** The poll must fail and leave the state unchanged. Returns the error. */
export async function failure(setup: FakePoll, clock?: FakeClock) {
	const before = structuredClone(setup.staticData);
	const error: unknown = await poll(setup, clock).catch((thrown: unknown) => thrown);
	expect(setup.staticData).toEqual(before);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	throw new Error('no error of n8n', { cause: error });
}

/** Keyed by record ID. A response stands for an unreadable record. */
export type Records = Readonly<Record<string, string | RawResponse>>;

/** Keyed by service ID, in the order of the list. A response stands for an unreadable list. */
export type Services = Readonly<Record<string, Records | RawResponse>> | RawResponse;

const LIST = /\/(?:services|alerts|backups|(?:click)?pipes(?:ReversePrivateEndpoints)?)(?:\?|$)/i;

/** If the path ends with a record's ID, responds with that record. */
export function listed(records: Records, pageSize = Infinity): Respond {
	const found = Object.entries(records);
	const all = found.flatMap(([id, state]) =>
		typeof state === 'string' ? recordOf(id, state) : [],
	);
	return (path) => {
		if (LIST.test(path)) {
			const query = new URLSearchParams(path.split('?')[1]);
			const offset = Number(query.get('offset'));
			const limit = Math.min(Number(query.get('limit') ?? Infinity), pageSize);
			const page = all.slice(offset, offset + limit);
			return json({ result: page, data: page, meta: { total: all.length } });
		}
		const [id, state] = found.find(([one]) => path.endsWith(`/${one}`)) ?? [];
		if (id === undefined || state === undefined) return json({ error: 'NOT_FOUND' }, 404);
		return typeof state === 'string' ? json({ result: recordOf(id, state) }) : state;
	};
}

function recordOf(id: string, state: string) {
	return { id, state, status: state };
}

/** If the path contains a service's ID, responds with that service's records. */
export function servicesWith(services: Services): Respond {
	return async (path) => {
		if (isResponse(services)) return services;
		const ids = Object.keys(services);
		const records = services[ids.find((id) => path.includes(id)) ?? ''];
		if (path === '/services')
			return json({ result: ids.map((id) => ({ id, name: id.slice(-1) })) });
		if (isResponse(records)) return records;
		return await listed(records ?? {})(path);
	};
}

export function isResponse(found: unknown): found is RawResponse {
	return typeof found === 'object' && found !== null && 'body' in found;
}

function changeOf(item: IDataObject) {
	const { previousState, previousStatus, state, status } = item;
	const record = Object.values(item).find(isDataObject);
	return { id: record?.['id'], before: previousState ?? previousStatus, after: state ?? status };
}

/** Each poll starts with the last poll's state. Rejects if the poll fails. */
export function watching(parameters: IDataObject, staticData: IDataObject = {}) {
	return async (found: Records | Respond) => {
		const respond = typeof found === 'function' ? found : listed(found);
		const { items = [], paths, reported } = await poll({ parameters, staticData, respond });
		const reports = reported.map(({ message }) => message);
		return { changes: items.map(changeOf), reports, paths };
	};
}

/** The response never arrives before the request is aborted. */
export async function never(signal?: AbortSignal): Promise<RawResponse> {
	return await new Promise((_resolve, reject) => {
		signal?.addEventListener('abort', () => {
			reject(new Error('aborted'));
		});
	});
}
