import { operations } from '../../../nodes/CloudManagement/resources';
import { failureDetails } from '../../../nodes/engine/errors/nodeErrors';
import { dialectOf, managementApi } from '../../../nodes/clickhouseCloud/api';
import type { JsonBody, JsonObject } from '../../../nodes/engine/json';
import type { OperationOutput, Preparation } from '../../../nodes/engine/operation';
import { wirePlan } from '../../../nodes/engine/execution/plan';
import { RULE } from '../core/wait/playedWait';
import { CLOUD, SERVICE_PATH } from './context';
import { sentPlan } from '../../../tools/panel/facts';

const DEPLOYMENT = {
	apiDialect: 'custom',
	pipesSegment: 'flows',
	engineSettingPrefix: 'flow_',
};

it.each([
	{ advice: 'Check what you entered', statuses: [400, 402, 412, 422, 423, 428, 499] },
	{ advice: 'key ID and key secret', statuses: [401] },
	{ advice: 'Base URL', statuses: [302, 405] },
	{ advice: 'Give the key a role', statuses: [403] },
	{ advice: 'Check the IDs', statuses: [404] },
	{ advice: 'Check its state', statuses: [409] },
	{ advice: 'wake it with', statuses: [424] },
	{ advice: 'Try again', statuses: [500, 599] },
])('mentions "$advice" after $statuses', ({ advice, statuses }) => {
	for (const status of statuses) expect(managementApi.adviceFor(status)).toContain(advice);
});

/** The API refuses the read of a backup. */
function refusedRead(status: number, error: string) {
	const response = { status, headers: {}, text: '', json: { error } };
	return failureDetails(
		{ kind: 'rejected', response, attempts: 1, maybeSent: false },
		{
			api: managementApi,
			operation: operations.backup.get,
			request: { method: 'GET' },
			baseUrl: '',
			redact: (text) => text,
		},
	);
}

it('shows the missing permission only after a 403', () => {
	const adviceFor = (status: number) => refusedRead(status, 'FORBIDDEN: no').description;
	expect(adviceFor(403)).toContain('control-plane:service:view-backups');
	expect(adviceFor(401)).not.toContain('control-plane');
});

it.each([
	{ error: 'Current state: idle', wakes: true, starts: false },
	{ error: 'Current state: stopped', wakes: false, starts: true },
	{ error: 'The state is "Stopped".', wakes: false, starts: true },
	{ error: 'Current state: stopping', wakes: true, starts: true },
	{ error: 'It must be stopped or idle', wakes: true, starts: true },
	{ error: '', wakes: true, starts: true },
])('advises after a 424 with "$error": Wake $wakes, Start $starts', ({ error, wakes, starts }) => {
	const { description } = refusedRead(424, error);
	const remedies = ['Service → Wake', 'Wake Service', 'Service → Start'];
	expect(remedies.map((remedy) => description.includes(remedy))).toEqual([wakes, wakes, starts]);
	expect(description).toMatch(/retry\.$/);
	expect(refusedRead(409, error).description).toContain('Check its state');
});

it.each([
	{ permission: 'organization:create-service', action: 'create services' },
	{ permission: 'organization:view', action: 'view the organization' },
	{ permission: 'service:manage-clickpipes', action: 'manage pipes' },
	{ permission: 'service:view-backups', action: 'view backups' },
	{ permission: 'novel-thing:view', action: 'view novel thing' },
])(
	'says that the key may not $action after a 403 without $permission',
	({ permission, action }) => {
		const headlines = [
			managementApi.headlineFor?.(403, permission),
			managementApi.headlineFor?.(403),
			managementApi.headlineFor?.(404, permission),
		];
		expect(headlines).toEqual([`The key lacks the permission to ${action}`, undefined, undefined]);
	},
);

describe('nodeErrors (long API message)', () => {
	it('shows only the first clause in the headline', () => {
		const clauses = ['a', 'b', 'c', 'd'].map(
			(key) => `source.${key}: ${'is not valid '.repeat(5)}`,
		);
		const error = `Body validation failed: ${[...clauses, ...clauses].join('; ')}`;
		const { message, description } = refusedRead(400, error);
		expect(message).toMatch(/\(400\): Body validation failed: source\.a: .*, and 3 more issues$/);
		expect(message).not.toContain('source.b');
		expect(description.match(/source\.\w/g)).toEqual([
			'source.a',
			'source.b',
			'source.c',
			'source.d',
		]);
	});
});

describe('toWire and fromWire', () => {
	const neutral = { engine_max_threads: 4, streaming_max_insert_wait_ms: 500 };
	const requestTo = (path: string, body: JsonObject) =>
		({ method: 'PUT', path: SERVICE_PATH + path, body }) as const;

	it.each([
		{ credential: DEPLOYMENT, segment: 'flows', prefix: 'flow' },
		{ credential: { apiDialect: 'clickhouseCloud' }, segment: 'clickpipes', prefix: 'clickhouse' },
		{ credential: { ...DEPLOYMENT, apiDialect: 'standard' } },
		{ credential: { ...DEPLOYMENT, apiDialect: 'other' } },
		{ credential: { apiDialect: 'custom', engineSettingPrefix: ' ', pipesSegment: '' } },
	])(
		'translates names both ways with %j',
		({ credential, segment = 'pipes', prefix = 'engine' }) => {
			const sent = (path: string, body: JsonObject) =>
				managementApi.toWire(requestTo(path, body), credential);
			const spelled = { [`${prefix}_max_threads`]: 4, streaming_max_insert_wait_ms: 500 };
			const received = (path: string, payload: JsonBody) =>
				managementApi.fromWire(payload, credential, SERVICE_PATH + path);
			const service = { [`${prefix}Version`]: '25.1' };
			const readService = { engineVersion: '25.1' };
			expect(received('', [service, 'text'])).toEqual([readService, 'text']);
			const created = { service: readService, password: 'x' };
			expect(received('', { service, password: 'x' })).toEqual(created);
			for (const path of [`/${segment}`, `/${segment}?limit=9`, `/${segment}/p/state`]) {
				expect(received(path, [{ settings: spelled }])).toEqual([{ settings: neutral }]);
			}
			expect(received(`/${segment}/p/settings`, spelled)).toEqual(neutral);
			const change = sent('/pipes/p/settings', neutral);
			expect(change).toEqual(requestTo(`/${segment}/p/settings`, spelled));
			const body = {
				tags: { engine_a: 'pipes' },
				engine_b: 1,
				source: { kafka: { settings: neutral } },
			};
			const update = sent('/pipes/p', { ...body, settings: neutral });
			expect(update).toEqual(requestTo(`/${segment}/p`, { ...body, settings: spelled }));
		},
	);

	it.each([
		'/snapshots/pipes',
		'/pipesettings',
		'/keys?name=/services/s/pipes',
		'/*/pipes/scaling',
		'/*CdcScaling',
		'/*ReversePrivateEndpoints/pipes',
	])('leaves the path or settings of %s unchanged', (path) => {
		const body = { ...neutral, settings: neutral };
		const request = managementApi.toWire(requestTo(path.replace('*', 'pipes'), body), DEPLOYMENT);
		expect(request).toEqual(requestTo(path.replace('*', 'flows'), body));
	});

	it.each([
		{ path: '', payload: { flowVersion: '25.1', engineVersion: 'own', flow_a: 1 } },
		{ path: '/clickhouseSettings', payload: { settings: { flow_a: 1 } } },
		{ path: '/pipes/p', payload: { settings: { flow_a: 1 } } },
		{ path: '/flowsheets/p/settings', payload: { flow_a: 1 } },
		{ path: '/flows/p', payload: ['text', null] },
	])('leaves the response $payload to $path unchanged', ({ path, payload }) => {
		expect(managementApi.fromWire(payload, DEPLOYMENT, SERVICE_PATH + path)).toEqual(payload);
	});

	it('translates the step before a change unless the operation is raw', () => {
		const request = { method: 'GET', path: `${SERVICE_PATH}/pipes` } as const;
		const preparation: Preparation = {
			...{ check: request, command: request, commandName: '', permission: '' },
			...{ step: 'command', stepIn: () => 'none', dryRunText: '', doneText: '' },
			waiting: {
				...{ kind: 'wait', properties: [], rule: () => RULE },
				plan: () => ({ request, issues: [] }),
			},
		};
		const plan = () => ({ request, issues: [], preparation });
		const planned = (output: OperationOutput) => {
			const operation = { kind: 'read' as const, properties: [], plan, output };
			return wirePlan({ api: managementApi, operation }, {}, CLOUD);
		};
		const sent = { path: `${SERVICE_PATH}/clickpipes` };
		expect(planned({})).toMatchObject({ preparation: { check: sent, command: sent } });
		const entered = { check: request, command: request };
		expect(planned({ raw: true })).toMatchObject({ preparation: entered });
	});

	it('leaves the path of API Request → Send unchanged', () => {
		const request = { method: 'GET', path: `${SERVICE_PATH}/pipes` } as const;
		expect(sentPlan(operations.apiRequest.send, request, CLOUD).request).toEqual(request);
	});
});

describe('dialectOf', () => {
	it.each([
		{ baseUrl: 'https://api.clickhouse.cloud', dialect: 'clickhouseCloud' },
		{ baseUrl: ' https://API.ClickHouse.Cloud.:443/v1/ ', dialect: 'clickhouseCloud' },
		{ baseUrl: 'https://api.staging.clickhouse.cloud', dialect: 'clickhouseCloud' },
		{ baseUrl: 'https://clickhouse.cloud', dialect: 'standard' },
		{ baseUrl: 'https://evilclickhouse.cloud', dialect: 'standard' },
		{ baseUrl: 'https://api.clickhouse.cloud.example.com', dialect: 'standard' },
		{ baseUrl: 'https://api.clickhouse.cloud@example.com', dialect: 'standard' },
		{ baseUrl: 'https://example.com#.clickhouse.cloud', dialect: 'standard' },
		{ baseUrl: 'api.clickhouse.cloud', dialect: 'clickhouseCloud' },
		{ baseUrl: '', dialect: 'standard' },
		{ baseUrl: undefined, dialect: 'standard' },
	])('recognizes "$baseUrl" as $dialect', ({ baseUrl, dialect }) => {
		for (const apiDialect of ['automatic', undefined, 'other', 'toString']) {
			expect(dialectOf({ baseUrl, apiDialect })).toBe(dialect);
		}
	});
});
