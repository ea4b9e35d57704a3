import { listSearch as dashboardLists } from '../../nodes/CloudDashboard/methods/listSearch';
import { listSearch as managementLists } from '../../nodes/clickhouseCloud/lists';
import { type LocalServer, serve } from '../../tools/emulator/server';
import { SEEDED_IDS } from '../../tools/emulator/state/ids';
import { ALL_CLICKSTACK_SAMPLES, MANAGED_SAMPLES } from '../../tools/samples/clickstackSamples';
import { plainData, type TestCredential } from '../../tools/engine/credentials';
import { MANAGEMENT_SAMPLES } from '../../tools/samples/managementSamples';
import { openList } from '../../tools/engine/openList';
import { sampleNode } from '../../tools/samples/operationSamples';
import { polledNode, type TriggerName } from '../../tools/engine/polledNode';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import { DASHBOARD, MANAGEMENT, workflowOf } from '../../tools/engine/workflow';
import { ContractBodies } from '../property/contractBodies';
import { Random } from '../../tools/random';
import { documentOf, resolve } from '../../tools/contract/documents';
import { isJsonObject, objectAt } from '../../tools/contract/json';
import { findOperation } from '../../tools/contract/operations';
import { differences, needless, PAIRS, unexplained } from '../../tools/contract/vendor';

const SEED = 20_261_125;
const RUNS = 10;
const WAIT = { timeoutSeconds: 1, onTimeout: 'output' };
/** All records with all their keys. */
const WHOLE = { output: 'raw', filters: {} };
const WAITED = /^$|didn't become|ended after/;
/** The errors of a poll about records without a state, an ID or a time, which their schemas allow. */
const STATELESS = / has no ".+"\.$|couldn't be read in two polls|^\S+ Activities without an ID/;
/** The lists that one of both ClickStacks doesn't have. */
const LISTS_OF_ONE = {
	accessToken: /^search(?:Connections|Team)/,
	cloudApiKey: /^searchServices$/,
};

describe("the vendors' documents", () => {
	it.each(Object.entries(PAIRS))('%s differs from its vendor only for a reason', (_name, pair) => {
		expect(unexplained(pair, differences(pair))).toEqual([]);
	});

	it('every reason belongs to a difference', () => {
		expect(needless()).toEqual([]);
	});
});

const CANARY = 'canary7Qz';
/** A record may have these, and nobody may see them. */
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

/** Answers any request with data that the vendor's document allows, and with the reads that it needs. */
function answerTo(random: Random, method: string, path: string): unknown {
	const documents = path.startsWith('/api/v2/')
		? (['vendorClickStack', 'clickstack'] as const)
		: (['vendorCloud', 'clickhouseCloud'] as const);
	// Ours is asked for everything newer than the vendor's document, and for everything that it doesn't describe.
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
	const isPage = isJsonObject(answer) && 'nextCursor' in answer;
	return withCanaries(isPage ? { ...answer, nextCursor: null } : answer);
}

describe('answers made of their schemas', () => {
	const random = new Random(SEED);
	let server: LocalServer;
	let credentials: Record<string, TestCredential>;
	let answered = '';
	let canaries = 0;

	beforeAll(async () => {
		server = await serve(({ method = '', url = '' }, response) => {
			try {
				answered = JSON.stringify(answerTo(random, method, url));
			} catch (error) {
				// Refused immediately: a request without an answer would wait for the end of the test.
				response.writeHead(400).end(String(error));
				return;
			}
			if (answered.includes(CANARY)) canaries += 1;
			response.setHeader('Content-Type', 'application/json').end(answered);
		});
		const baseUrl = server.url;
		const { organizationId } = SEEDED_IDS;
		const key = { keyId: 'key', keySecret: 'secret', apiDialect: 'clickhouseCloud' };
		const data = plainData({ baseUrl, organizationId, ...key, accessToken: 'token' });
		credentials = {
			management: { type: 'cloudManagementApi', name: 'Management', data },
			dashboard: { type: 'cloudDashboardApi', name: 'Dashboard', data },
		};
	});

	afterAll(async () => {
		await server.close();
	});

	const onStack = Object.entries(ALL_CLICKSTACK_SAMPLES);
	const managed = Object.entries(MANAGED_SAMPLES).map(
		([name, one]) => [`managed ${name}`, one] as const,
	);
	const samples = [...Object.entries(MANAGEMENT_SAMPLES), ...onStack, ...managed].filter(
		([, { method }]) => method === 'GET',
	);

	it.each(samples)(
		'appear in the output of %s, without their secrets',
		async (_name, { waits, ...sample }) => {
			// A wait may end with another state, or with none.
			const ended: unknown = waits === true ? expect.stringMatching(WAITED) : '';
			for (let run = 0; run < RUNS; run += 1) {
				const whole = { ...WHOLE, options: { fullResponse: run % 2 === 1 } };
				const node = sampleNode(sample, SEEDED_IDS, waits === true ? WAIT : whole);
				const { error, run: stored } = await runWorkflow(workflowOf(node), { credentials });
				expect({ answered, error: error?.message ?? '' }).toEqual({ answered, error: ended });
				expect(JSON.stringify(stored.data)).not.toContain(CANARY);
			}
		},
	);

	const lists = [
		...Object.keys(managementLists).map((name) => [MANAGEMENT, name, '']),
		...Object.keys(dashboardLists)
			.filter((name) => !LISTS_OF_ONE.cloudApiKey.test(name))
			.map((name) => [DASHBOARD, name, 'accessToken']),
		...Object.keys(dashboardLists)
			.filter((name) => !LISTS_OF_ONE.accessToken.test(name))
			.map((name) => [DASHBOARD, name, 'cloudApiKey']),
	] as const;
	it.each(lists)(
		'appear in the panel of %s by %s',
		async (type = '', method = '', authentication = '') => {
			const { serviceId, dashboardId } = SEEDED_IDS;
			const parameters = { serviceId, dashboardId, authentication, options: {} };
			for (let run = 0; run < RUNS; run += 1) {
				const { results } = await openList({ type, method, parameters, credentials });
				expect(JSON.stringify(results)).not.toContain(CANARY);
			}
		},
	);

	it.each<[string, TriggerName]>([
		['newActivity', 'cloudManagementTrigger'],
		['pipeStateChanged', 'cloudManagementTrigger'],
		['reversePrivateEndpointStatusChanged', 'cloudManagementTrigger'],
		['serviceStateChanged', 'cloudManagementTrigger'],
		['alertStateChanged', 'cloudDashboardTrigger'],
	])('can be watched for %s', async (event, trigger) => {
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

	it('contained secrets', () => {
		expect(canaries).toBeGreaterThan(10);
	});
});
