import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeParameters,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import type { RawResponse } from '../../../nodes/engine/http/response';
import { isDataObject } from '../../../nodes/engine/json';
import { asObject } from '../../../nodes/engine/parameters/values';
import { dashboardTrigger } from '../../../nodes/CloudDashboardTrigger/trigger';
import { managementTrigger } from '../../../nodes/CloudManagementTrigger/trigger';
import { runPoll } from '../../../nodes/features/watch/poll';
import { FakeTime, json, SILENT } from '../core/fakes';

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

/** The events that watch a whole list. */
export const ALERTS = { event: 'alertStateChanged' };
export const PIPES = { event: 'pipeStateChanged', serviceId: SERVICE_ID };
export const SERVICES = { event: 'serviceStateChanged' };
export const BACKUPS = { event: 'backupStatusChanged', serviceId: SERVICE_ID };
export const ENDPOINTS = { event: 'reversePrivateEndpointStatusChanged', serviceId: SERVICE_ID };

export type Respond = (path: string, signal?: AbortSignal) => RawResponse | Promise<RawResponse>;

/** A test's settings for one poll; the rest has defaults. */
export interface FakePoll {
	parameters?: IDataObject;
	/** The parameters that are expressions, as they are stored. */
	raw?: INodeParameters;
	staticData?: IDataObject;
	mode?: 'manual' | 'trigger';
	respond?: Respond;
	credential?: ICredentialDataDecryptedObject;
	budgetMs?: number;
}

let polls = 0;

/** Plays n8n's part of `poll` and records the paths that were read, and the errors that were reported. */
export function fakePoll(setup: FakePoll): {
	context: IPollFunctions;
	paths: string[];
	reported: Error[];
} {
	const paths: string[] = [];
	const reported: Error[] = [];
	polls += 1;
	const parameters: IDataObject = { event: 'newActivity', output: 'raw', ...setup.parameters };
	const respond = setup.respond ?? (() => json({ result: [] }));
	const { budgetMs } = setup;
	const context = {
		logger: SILENT,
		getNode: () => ({
			name: 'Trigger',
			type: 'trigger',
			credentials: {},
			parameters: { ...parameters, ...setup.raw },
		}),
		__emitError: (error: Error) => {
			reported.push(error);
		},
		getMode: () => setup.mode ?? 'trigger',
		getTimezone: () => 'UTC',
		...(budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs }),
		getNodeParameter: (name: string, fallback: unknown) =>
			Object.hasOwn(parameters, name) ? parameters[name] : fallback,
		// A key of its own for each poll: every simulated clock starts again, which a shared rate limiter does not expect.
		getCredentials: async () =>
			await Promise.resolve({
				...(setup.credential ?? CREDENTIAL),
				keyId: `key-id-${String(polls)}`,
				accessToken: `token-${String(polls)}`,
			}),
		getWorkflowStaticData: () => {
			if (setup.staticData === undefined) throw new Error('the state was touched');
			return setup.staticData;
		},
		helpers: {
			async httpRequestWithAuthentication(
				this: IExecuteFunctions,
				_type: string,
				{ url }: IHttpRequestOptions,
			) {
				// This is how n8n's helper looks for a signal.
				if (!('getExecutionCancelSignal' in this)) throw new Error('no signal');
				if (!('helpers' in this) || 'none' in this) throw new Error('another context');
				const path = url.split(ORGANIZATION_ID)[1] ?? url;
				paths.push(path);
				const signal = this.getExecutionCancelSignal();
				const { status, ...rest } = await respond(path, signal);
				return { statusCode: status, ...rest };
			},
		},
	};
	return { context: context as unknown as IPollFunctions, paths, reported };
}

/** Runs one poll. Returns the items that it emits, and its reads and reports. */
export async function poll(setup: FakePoll, clock = new FakeTime()) {
	const { context, paths, reported } = fakePoll(setup);
	const event = setup.parameters?.['event'];
	const trigger = event === ALERTS.event ? dashboardTrigger : managementTrigger;
	const output = await runPoll(context, trigger, clock);
	return { items: output?.[0]?.map(({ json: item }) => item), paths, reported, clock };
}

/** Runs a poll that must fail. Returns the error, and expects the state to be unchanged. */
export async function failure(setup: FakePoll, clock?: FakeTime): Promise<Error> {
	const before = structuredClone(setup.staticData);
	const error: unknown = await poll(setup, clock).catch((thrown: unknown) => thrown);
	expect(setup.staticData).toEqual(before);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	throw new Error('no error of n8n', { cause: error });
}

/** A poll's findings: states by ID as `p:x q:y` or as an object, a failed read's status, or any response. */
export type Found = string | Readonly<Record<string, string>> | Respond;

const LIST = /\/(?:services|alerts|backups|(?:click)?pipes(?:ReversePrivateEndpoints)?)(?:\?|$)/i;

/** Responds with a list, paged by its query, or with one of the records. Each API has them under its own key. */
export function respondWith(found: Found): Respond {
	if (typeof found === 'function') return found;
	const entries =
		typeof found === 'object'
			? Object.entries(found)
			: found.match(/\S+/g)?.map((one) => one.split(':'));
	const records = (entries ?? []).map(([id = '', state = '']) => ({ id, state, status: state }));
	return (path) => {
		if (LIST.test(path)) {
			const query = new URLSearchParams(path.split('?')[1]);
			const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit') ?? Infinity)];
			const page = records.slice(offset, offset + limit);
			return json({ result: page, data: page, meta: { total: records.length } });
		}
		const record = records.find(({ id }) => path.endsWith(`/${id}`));
		if (record === undefined) return json({ error: 'NOT_FOUND' }, 404);
		const status = Number(record.state);
		return status > 0 ? json({}, status, { 'retry-after': '40' }) : json({ result: record });
	};
}

/** A response that does not arrive before the request is aborted. */
export async function never(signal?: AbortSignal): Promise<RawResponse> {
	return await new Promise((_resolve, reject) => {
		signal?.addEventListener('abort', () => {
			reject(new Error('aborted'));
		});
	});
}

const textOf = (value: unknown): string => z.string().parse(value);

/** Returns a change as `id: before → after`, and in another service than the events' as `service/id`. */
export function changeOf(item: IDataObject): string {
	const { previousState, previousStatus, previousValue, state, status, value, path } = item;
	const record = Object.values(item).find(isDataObject);
	const id = textOf(path ?? record?.['id']).replace(/^.*\//, '');
	const service = record === item['service'] ? undefined : asObject(item['service'])['id'];
	const home =
		service === undefined || service === SERVICE_ID ? '' : `${textOf(service).slice(-1)}/`;
	const before = previousState ?? previousStatus ?? previousValue;
	return `${home}${id}: ${textOf(before)} → ${textOf(state ?? status ?? value)}`;
}

/** The IDs and names in an error; each is a single letter. */
function named({ message }: Error): string[] {
	return message.match(/\b[ABp-r]\b/g) ?? [];
}

/** Polls the findings. Returns for each poll the changes, then its reports, or the status with which it fails. */
export async function told(
	parameters: IDataObject,
	finds: readonly Found[],
	staticData: IDataObject = {},
): Promise<string[]> {
	const all: string[] = [];
	for (const found of finds) {
		const setup = { parameters, staticData, respond: respondWith(found) };
		const outcome = await poll(setup).then(
			({ items = [], reported }) => [
				...items.map(changeOf),
				...reported.map((error) => ['reported', ...named(error)].join(' ')),
			],
			(error: unknown) => {
				if (!(error instanceof NodeApiError)) throw error;
				return [['failed', error.httpCode ?? 'none', ...named(error)].join(' ')];
			},
		);
		all.push(outcome.join(', '));
	}
	return all;
}
