import type { INodeParameters } from 'n8n-workflow';

import { listSearch as dashboardLists } from '../../nodes/clickStack/lists';
import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import { managementApi } from '../../nodes/clickhouseCloud/api';
import { listSearch as managementLists } from '../../nodes/clickhouseCloud/lists';
import { dashboardApi, managedApi } from '../../nodes/clickStack/api';
import type { Api, OperationTable, ParameterValues } from '../../nodes/engine/operation';
import { type LocalServer, serve } from '../../tools/emulator/server';
import { CLICKSTACK_IDS } from '../../tools/emulator';
import { CLOUD_IDS, SEEDED_IDS } from '../../tools/emulator/state/ids';
import {
	ALL_CLICKSTACK_SAMPLES,
	isManagedOnly,
	MANAGED_SAMPLES,
} from '../../tools/samples/clickstackSamples';
import { type Credentials, plainData } from '../../tools/engine/credentials';
import { MANAGEMENT_SAMPLES } from '../../tools/samples/managementSamples';
import { openList } from '../../tools/engine/openList';
import type { OperationSample } from '../../tools/samples/operationSamples';
import { polledNode, type TriggerName } from '../../tools/engine/polledNode';
import { DASHBOARD, MANAGEMENT } from '../../tools/engine/workflow';
import { FakeClock } from '../unit/core/fakeClock';
import { execute, type FakeNode, text } from '../unit/core/fakes';
import { filled } from '../unit/management/context';
import { ContractBodies } from '../property/contractBodies';
import { Random } from '../../tools/random';
import { documentOf, resolve } from '../../tools/contract/documents';
import { isJsonObject, type JsonObject, objectAt } from '../../tools/contract/json';
import { findOperation } from '../../tools/contract/operations';
import { differences, needless, PAIRS, unexplained } from '../../tools/contract/vendor';

const SEED = 20_261_125;
const RUNS = 10;
const WAIT = { timeoutSeconds: 1, onTimeout: 'output' };
/** Raw output, because a simplified record would lack keys to compare. */
const WHOLE = { output: 'raw', filters: {} };
const WAITED = /^$|didn't become|ended after/;
/** Records may have no state, ID, or time by their schemas, and the nodes report that. */
const STATELESS =
	/ has no ".+"\.$|contains no list of|couldn't be read in two polls|skips activities without an ID/;
/** Only self-hosted or only managed ClickStack has these lists. */
const LISTS_OF_ONE = {
	accessToken: /^search(?:Connections|Team)/,
	cloudApiKey: /^search(?:Roles|Services)$/,
};

describe('explained.yaml', () => {
	it.each(Object.entries(PAIRS))('explains every difference of %s', (_name, pair) => {
		expect(unexplained(pair, differences(pair))).toEqual([]);
	});

	it('lists no explanation without a difference to explain', () => {
		expect(needless()).toEqual([]);
	});
});

const CREDENTIAL = {
	baseUrl: 'https://api.example.com',
	organizationId: SEEDED_IDS.organizationId,
	keyId: 'key',
	keySecret: 'secret',
	apiDialect: 'clickhouseCloud',
	accessToken: 'token',
};

function nodeOf(type: string, path: string): [Api, OperationTable] {
	if (type === MANAGEMENT) return [managementApi, managementOperations];
	return [path.startsWith('/api/v2') ? dashboardApi : managedApi, dashboardOperations];
}

const CANARY = 'canary7Qz';
/** Keys of records that nobody may see. */
const SECRET = /^(?:accessKey|connectionString|keySecret|password|privateKey|secretKey|uri)$/;

function withCanaries(value: unknown, name = ''): unknown {
	if (typeof value === 'string' && SECRET.test(name)) {
		return name === 'uri' ? `mongodb+srv://loader:${CANARY}@db.example.com/shop` : CANARY;
	}
	if (Array.isArray(value)) return value.map((element) => withCanaries(element, name));
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [key, withCanaries(member, key)]),
	);
}

/** The vendor's document must allow the data. Also answers the reads that a request needs. */
function answerTo(random: Random, method: string, path: string): unknown {
	const documents = path.startsWith('/api/v2/')
		? (['vendorClickStack', 'clickstack'] as const)
		: (['vendorCloud', 'clickhouseCloud'] as const);
	// Our document covers operations that the vendor's lacks or that are newer.
	const described = documents.flatMap((api) => {
		const operation = findOperation(api, method, path)?.operation;
		const response = resolve(documentOf(api), operation?.responses['200']);
		const { schema } = objectAt(objectAt(response, 'content'), 'application/json');
		return operation === undefined || schema === undefined ? [] : [{ operation, schema }];
	});
	const [first] = described;
	if (first === undefined) throw new Error(`${method} ${path} is unknown`);
	const { operation, schema } = first;
	const needed = ['status', 'requestId', 'result', 'data'];
	const answer = new ContractBodies(operation.api, random).make(schema, undefined, needed);
	return withCanaries(isJsonObject(answer) ? onePage(answer) : answer);
}

/** A list with a further page, or with fewer records than its total, would be incomplete. */
function onePage(answer: JsonObject): JsonObject {
	const { data, meta } = answer;
	const isCounted = isJsonObject(meta) && 'total' in meta && Array.isArray(data);
	return {
		...answer,
		...('nextCursor' in answer && { nextCursor: null }),
		...(isCounted && { meta: { ...meta, total: data.length } }),
	};
}

describe("responses from the vendors' schemas", () => {
	const random = new Random(SEED);
	let server: LocalServer;
	let credentials: Credentials;
	let answered = '';
	let canaries = 0;

	function madeFor(method: string, path: string): string {
		const made = JSON.stringify(answerTo(random, method, path));
		if (made.includes(CANARY)) canaries += 1;
		return made;
	}

	beforeAll(async () => {
		server = await serve(({ method = '', url = '' }, response) => {
			try {
				answered = madeFor(method, url);
			} catch (error) {
				// Without an answer, the request would wait for the test's end.
				response.writeHead(400).end(String(error));
				return;
			}
			response.setHeader('Content-Type', 'application/json').end(answered);
		});
		const data = plainData({ ...CREDENTIAL, baseUrl: server.url });
		credentials = {
			management: { type: 'cloudManagementApi', data },
			dashboard: { type: 'cloudDashboardApi', data },
		};
	});

	afterAll(async () => {
		await server.close();
	});

	const onStack = Object.entries(ALL_CLICKSTACK_SAMPLES).filter(([name]) => !isManagedOnly(name));
	const managed = Object.entries(MANAGED_SAMPLES).map(
		([name, one]) => [`managed ${name}`, one] as const,
	);
	const samples = [...Object.entries(MANAGEMENT_SAMPLES), ...onStack, ...managed].filter(
		// Metrics are text without a schema.
		([name, { method }]) => method === 'GET' && name !== 'metric getAll',
	);

	it.each(samples)('%s outputs every key except secrets', async (_name, sample) => {
		// A wait may end with another state, or with none.
		const ended: unknown = sample.waits === true ? expect.stringMatching(WAITED) : '';
		for (let run = 0; run < RUNS; run += 1) {
			const whole = { ...WHOLE, options: { fullResponse: run % 2 === 1 } };
			const { items, message } = await outputOf(sample, sample.waits === true ? WAIT : whole);
			expect({ answered, message }).toEqual({ answered, message: ended });
			expect(JSON.stringify(items)).not.toContain(CANARY);
		}
	});

	/** Doesn't start n8n and doesn't wait. */
	async function outputOf({ type, path, parameters }: OperationSample, changes: INodeParameters) {
		const own: ParameterValues = { ...parameters(CLOUD_IDS), ...changes };
		const [api, operations] = nodeOf(type, path(CLOUD_IDS));
		const operation = operations[String(own['resource'])]?.[String(own['operation'])];
		if (operation === undefined) throw new Error('a sample has an operation');
		const setup: FakeNode = {
			fields: filled(operation, own),
			credentials: { cloudManagementApi: CREDENTIAL, cloudDashboardApi: CREDENTIAL },
			respond: ({ method = 'GET', url }) => {
				answered = madeFor(method, url.slice(CREDENTIAL.baseUrl.length));
				return text(answered, 200, 'application/json');
			},
		};
		const { items, error } = await execute(setup, operations, new FakeClock(), api);
		return { items, message: error instanceof Error ? error.message : '' };
	}

	const lists = [
		...Object.keys(managementLists).map((method) => ({ type: MANAGEMENT, method })),
		...Object.keys(dashboardLists)
			.filter((method) => !LISTS_OF_ONE.cloudApiKey.test(method))
			.map((method) => ({ type: DASHBOARD, method, authentication: 'accessToken' })),
		...Object.keys(dashboardLists)
			.filter((method) => !LISTS_OF_ONE.accessToken.test(method))
			.map((method) => ({ type: DASHBOARD, method, authentication: 'cloudApiKey' })),
	];
	it.each<{ type: string; method: string; authentication?: string }>(lists)(
		'the panel of $type shows their records by $method',
		async ({ type, method, authentication = '' }) => {
			const { serviceId, queryEndpointId } = SEEDED_IDS;
			const { dashboardId } = CLICKSTACK_IDS;
			const ids = { serviceId, dashboardId, queryEndpointId };
			const parameters = { ...ids, authentication, options: {} };
			for (let run = 0; run < RUNS; run += 1) {
				const { results } = await openList({ type, method, parameters, credentials });
				expect(JSON.stringify(results)).not.toContain(CANARY);
			}
		},
	);

	it.each<{ event: string; trigger: TriggerName }>([
		{ event: 'newActivity', trigger: 'cloudManagementTrigger' },
		{ event: 'pipeStateChanged', trigger: 'cloudManagementTrigger' },
		{ event: 'reversePrivateEndpointStatusChanged', trigger: 'cloudManagementTrigger' },
		{ event: 'serviceStateChanged', trigger: 'cloudManagementTrigger' },
		{ event: 'alertStateChanged', trigger: 'cloudDashboardTrigger' },
	])('the trigger watches their records for $event', async ({ event, trigger }) => {
		const parameters = { event, serviceId: SEEDED_IDS.serviceId, output: 'raw' };
		const { poll, reported } = await polledNode(parameters, credentials, trigger);
		for (let run = 0; run < RUNS; run += 1) {
			const emitted = await poll().catch((error: unknown) => {
				expect(String(error)).toMatch(STATELESS);
			});
			expect(JSON.stringify(emitted ?? [])).not.toContain(CANARY);
		}
		expect(reported.filter((error) => !STATELESS.test(String(error)))).toEqual([]);
	});

	it('covers more than ten secrets', () => {
		expect(canaries).toBeGreaterThan(10);
	});
});
