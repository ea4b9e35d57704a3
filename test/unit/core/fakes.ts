import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeParameters,
	NodeExecutionHint,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { executeOperation } from '../../../nodes/engine/execution/execute';
import type { RawResponse } from '../../../nodes/engine/http/response';
import type { Clock } from '../../../nodes/engine/time';
import { isJsonObject } from '../../../nodes/engine/json';
import type { Execution, PlannedItem } from '../../../nodes/engine/executionState';
import type {
	Api,
	ChangeOperation,
	Operation,
	ReadOperation,
	NameLookups,
	OperationTable,
} from '../../../nodes/engine/operation';
import type { HttpRequest, RateLimit } from '../../../nodes/engine/request';
import type { Issue } from '../../../nodes/engine/issue';
import { FakeClock } from './fakeClock';

export const EXPECTED_LIMIT: RateLimit = { requests: 10, ms: 10_000 };

export const API: Api = {
	credentialType: 'testApi',
	secretCredentialProperties: ['keySecret'],
	authorizationProperties: { keyId: 'Key ID', keySecret: 'Key Secret' },
	versionPath: '/v1',
	payloadKey: 'result',
	errorKey: 'error',
	idKey: 'id',
	requestIdKey: 'requestId',
	expectedLimit: EXPECTED_LIMIT,
	reasons: { 424: 'asleep' },
	adviceFor: (status) => `Advice for ${String(status)}.`,
	toWire: (request) => request,
	fromWire: (payload) => payload,
};

export const CREDENTIAL: ICredentialDataDecryptedObject = {
	baseUrl: 'https://api.example.com/base/',
	keyId: 'key-id',
	keySecret: 'canary/secret',
};

let keys = 0;

/** n8n's process remembers facts about a key beyond a run, such as its rate limit, so each test needs its own key. */
export function newKey(): string {
	keys += 1;
	return `key-${String(keys)}`;
}

export function malformed(path: string, text: string): Issue {
	return { path, text };
}

export const GET: ReadOperation = {
	kind: 'read',
	properties: [{ displayName: 'Thing ID', name: 'thingId', type: 'string', default: '' }],
	plan: ({ thingId }) => ({
		request: { method: 'GET', path: `/things/${String(thingId)}` },
		issues: thingId === '' ? [malformed('thingId', 'is empty. Enter the ID.')] : [],
	}),
};

export const CREATE: ChangeOperation = {
	kind: 'change',
	properties: [
		{ displayName: 'Name', name: 'name', type: 'string', default: '' },
		{ displayName: 'Password', name: 'password', type: 'string', default: '' },
	],
	unknownOutcome: ['The thing may exist', 'Look for it by name.'],
	plan: ({ name, password }) => ({
		request: {
			method: 'POST',
			path: '/things',
			body: { name, ...(password === undefined ? {} : { credentials: { password } }) },
		},
		issues: [
			...(name === '' ? [malformed('name', 'is empty. Enter one.')] : []),
			...(password === 'weak-pass'
				? [malformed('password', 'is weak-pass, which is too weak.')]
				: []),
		],
	}),
};

export const REMOVE: ChangeOperation = {
	kind: 'change',
	properties: [],
	output: { emptyResult: () => ({ deleted: true }) },
	plan: () => ({ request: { method: 'DELETE', path: '/things/1' }, issues: [] }),
};

export const OPTIONS_FIELD: Operation['properties'][number] = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	options: [
		{ displayName: 'Dry Run', name: 'dryRun', type: 'boolean', default: false },
		{ displayName: 'Max Retries', name: 'maxRetries', type: 'number', default: 3 },
	],
};

export function withOptions<Kind extends Operation>(operation: Kind): Kind {
	return { ...operation, properties: [...operation.properties, OPTIONS_FIELD] };
}

export function json(
	body: unknown,
	status = 200,
	headers: Record<string, string> = {},
): RawResponse {
	return {
		status,
		headers: { 'content-type': 'application/json', ...headers },
		body: Buffer.from(JSON.stringify(body)),
	};
}

export function text(body: string, status = 200, type = 'text/html'): RawResponse {
	return { status, headers: { 'Content-Type': type }, body: Buffer.from(body) };
}

/** A request that the node hands to the fake n8n. */
interface Sent {
	options: IHttpRequestOptions;
	extra: unknown;
	signal: AbortSignal | undefined;
}

export type Respond = (
	options: IHttpRequestOptions,
	sent: Sent,
) => RawResponse | Promise<RawResponse>;

export interface FakeNode {
	/** A function supplies each item's value, like an expression. */
	fields?: Record<string, unknown>;
	count?: number;
	onError?: INode['onError'];
	operation?: string;
	credentials?: Record<string, ICredentialDataDecryptedObject | Error>;
	respond?: Respond;
	cancel?: AbortSignal;
	node?: Partial<INode>;
	/** n8n keeps this for the node between attempts. */
	stored?: Record<string, unknown>;
	runIndex?: number;
	timezone?: string;
	members?: object;
}

/** Stands in for n8n in `execute`. Records requests, hints, and logs. */
export function fakeContext(setup: FakeNode = {}) {
	const sent: Sent[] = [];
	const hints: string[] = [];
	const logged: Array<[level: string, message: string, facts: unknown]> = [];
	const { operation = 'get' } = setup;
	const fields: Record<string, unknown> = { resource: 'thing', operation, ...setup.fields };
	const credentials = setup.credentials ?? { testApi: CREDENTIAL };
	const node = nodeOf(setup, fields, Object.keys(credentials));
	const log = (level: string) => (message: string, facts: unknown) =>
		logged.push([level, message, facts]);
	const context = {
		logger: { debug: log('debug'), error: log('error'), info: log('info'), warn: log('warn') },
		getNode: () => node,
		getInputData: () => Array.from({ length: setup.count ?? 1 }, () => ({ json: {} })),
		getTimezone: () => setup.timezone ?? 'UTC',
		addExecutionHints: (...added: NodeExecutionHint[]) => {
			hints.push(...added.map(({ message }) => message));
		},
		continueOnFail: () => node.onError !== undefined && node.onError !== 'stopWorkflow',
		getExecutionCancelSignal: () => setup.cancel,
		getContext: () => setup.stored ?? {},
		getWorkflowDataProxy: () => ({ $thisRunIndex: setup.runIndex ?? 0 }),
		getNodeParameter(name: string, itemIndex: number) {
			const value = fields[name];
			const own: unknown = isPerItem(value) ? value(itemIndex) : value;
			return own;
		},
		async getCredentials(type: string) {
			const found = credentials[type];
			if (found === undefined || found instanceof Error) throw found ?? new Error('none');
			return await Promise.resolve({ ...found });
		},
		helpers: {
			async httpRequestWithAuthentication(
				this: IExecuteFunctions,
				_type: string,
				options: IHttpRequestOptions,
				extra: unknown,
			) {
				const request = { options, extra, signal: this.getExecutionCancelSignal() };
				if (this.getNode() !== node) throw new Error('called on another context');
				sent.push(request);
				const { status, ...rest } = await (setup.respond ?? (() => json({ result: {} })))(
					options,
					request,
				);
				return { statusCode: status, ...rest };
			},
		},
		...setup.members,
	};
	return { context: context as unknown as IExecuteFunctions, sent, hints, logged };
}

/** Runs an operation as n8n does. */
export async function execute(
	setup: FakeNode,
	table: OperationTable,
	clock: Clock = new FakeClock(),
	api = API,
	lookups?: NameLookups,
) {
	const fake = fakeContext(setup);
	const result = await executeOperation(fake.context, () => api, table, {
		clock,
		...(lookups && { lookups }),
	}).then(
		([items = []]) => ({ items, error: undefined }),
		(error: unknown) => ({ items: [], error }),
	);
	return { ...result, ...fake };
}

/** Returns the texts that n8n shows for an error. */
export function shown(error: unknown) {
	if (!(error instanceof NodeApiError) && !(error instanceof NodeOperationError)) {
		throw new Error(`not n8n's error: ${String(error)}`);
	}
	const { message, description, context } = error;
	const { details } = context;
	return { message, description: description ?? '', details };
}

/** Reads `name` from a request's body. */
export function nameIn(body: unknown): unknown {
	const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : body;
	return isJsonObject(parsed) ? parsed['name'] : undefined;
}

/** Names the item after its index. */
export const byItem = (itemIndex: number): string => `t${String(itemIndex)}`;

export function like(pattern: RegExp): unknown {
	return expect.stringMatching(pattern);
}

/** Makes an item whose plan needs no read. */
export function plannedItem(request: HttpRequest, changes: Partial<PlannedItem> = {}): PlannedItem {
	const fields = { parameters: {}, chosenNames: new Map(), empty: [], unevaluated: [], names: [] };
	const item = { itemIndex: 0, ...fields, facts: {}, factReads: [], issues: [] };
	return { ...item, request, inputRequest: request, ...changes, state: 'planned' };
}

/** By default, the execution is of a single read. */
export function fakeExecution(changes: Partial<Execution> = {}): Execution {
	return {
		api: API,
		lookups: new Map(),
		operation: GET,
		credential: CREDENTIAL,
		context: fakeContext().context,
		startedAt: 0,
		timezone: 'UTC',
		clock: new FakeClock(),
		progress: { sent: 'nothing', sentBefore: 0, prepared: [] },
		limits: { maxConcurrency: 50, maxRetries: 3, maxWait: 300_000, timeout: 120_000 },
		redactorFor: () => (shown) => shown,
		logDefect: () => undefined,
		...changes,
	};
}

function isPerItem(value: unknown): value is (itemIndex: number) => unknown {
	return typeof value === 'function';
}

function nodeOf(setup: FakeNode, fields: Record<string, unknown>, credentials: string[]): INode {
	const raw = Object.entries(fields).map(([name, value]) => [
		name,
		typeof value === 'function' ? '={{ $json.value }}' : value,
	]);
	return {
		id: 'n',
		name: 'Test node',
		type: 'test.node',
		typeVersion: 1,
		position: [0, 0],
		parameters: Object.fromEntries(raw) as INodeParameters,
		credentials: Object.fromEntries(
			credentials.map((type) => [type, { id: `${type}-id`, name: `${type} name` }]),
		),
		...(setup.onError === undefined ? {} : { onError: setup.onError }),
		...setup.node,
	};
}
