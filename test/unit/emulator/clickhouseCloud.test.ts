import { type JsonObject, objectAt, objectsAt } from '../../contract/json';
import { type Emulator, sampleService, sampleUsageCost, startEmulator } from '../../emulator';
import { call, pathsOf } from './client';

let emulator: Emulator;
let organization: string;
let service: string;
let pipes: string;

beforeAll(async () => {
	emulator = await startEmulator({
		dialect: 'clickhouseCloud',
		seed: {
			services: [
				{
					...sampleService(2),
					tags: [{ key: 'isActive' }, { key: 'Environment', value: 'Test' }],
				},
			],
			usageCosts: [sampleUsageCost('2026-01-06', 2, 2)],
		},
	});
	({ organization, service } = pathsOf(emulator));
	pipes = `${service}/clickpipes`;
});

beforeEach(() => {
	emulator.clearLog();
	setService('running');
});

afterAll(() => emulator.close());

function setService(state: string): void {
	const { services } = emulator.state;
	const known = services.get(emulator.ids.serviceId);
	if (known !== undefined) services.set({ ...known, state });
}

function setPipe(id: string, state: string): string {
	const known = emulator.state.pipes.get(id);
	if (known === undefined) throw new Error('the pipe is seeded');
	emulator.state.pipes.set({ ...known, state });
	return `${pipes}/${id}`;
}

const send = (method: string, path: string, body?: unknown) =>
	call(emulator, path, { method, ...(body === undefined ? {} : { body }) });

const stateOf = async (path: string) => objectAt((await send('GET', path)).json, 'result')['state'];

const mapping = { sourceSchemaName: 'shop', sourceTable: 'new', targetTable: 'new' };
const postgres = (members: JsonObject) => ({
	name: 'A pipe',
	destination: { database: 'default' },
	source: {
		postgres: {
			...{ host: 'db.example.com', port: 5432, database: 'shop' },
			credentials: { username: 'u', password: 'p' },
			settings: { replicationMode: 'cdc' },
			tableMappings: [mapping],
			...members,
		},
	},
});

it('speaks its own document: credentials, spellings, errors with a request ID', async () => {
	expect(emulator.credentials.management.apiDialect).toBe('clickhouseCloud');
	const { status, json } = await send('GET', `${pipes}/${emulator.ids.serviceId}`);
	expect([status, typeof json['requestId']]).toEqual([404, 'string']);
	expect((await send('GET', `${service}/pipes`)).status).toBe(404);
	const record = objectAt((await send('GET', service)).json, 'result');
	expect(record).toHaveProperty('clickhouseVersion');
});

it.each([
	['', 'activities'],
	['', `activities/activity-00000000001`],
	...['members', 'invitations', 'roles', 'keys', 'services'].map((path) => ['', path]),
	...['clickpipes', 'backups', 'clickpipesReversePrivateEndpoints'].map((path) => ['s', path]),
])('reads %s/%s as the document has it', async (below, path) => {
	const { status } = await send('GET', `${below === '' ? organization : service}/${path}`);
	expect([status, emulator.violations]).toEqual([200, []]);
});

it('lists what is created, and no more what is deleted', async () => {
	const listed = async (path: string, key: string) =>
		objectsAt((await send('GET', path)).json, 'result').map((record) => record[key]);
	const created = await send('POST', pipes, postgres({}));
	const { id } = objectAt(created.json, 'result');
	expect(await listed(pipes, 'id')).toContain(id);
	await send('DELETE', `${pipes}/${String(id)}`);
	expect(await listed(pipes, 'id')).not.toContain(id);
	const body = { email: 'New@example.com', assignedRoleIds: [emulator.ids.roleId] };
	const invited = objectAt(
		(await send('POST', `${organization}/invitations`, body)).json,
		'result',
	);
	expect(invited['assignedRoles']).toMatchObject([{ roleName: 'Developer' }]);
	const invitation = `${organization}/invitations/${String(invited['id'])}`;
	expect((await send('GET', invitation)).json['result']).toEqual(invited);
	expect((await send('DELETE', invitation)).json).not.toHaveProperty('result');
	expect((await send('GET', invitation)).status).toBe(404);
	expect(emulator.violations).toEqual([]);
});

it.each(['idle', 'stopped', 'partially_running'])('needs a running service: %s', async (state) => {
	setService(state);
	const created = await send('POST', pipes, postgres({}));
	expect([created.status, created.json['error']]).toEqual([
		424,
		expect.stringMatching(`${state}$`),
	]);
	const path = `${pipes}/${emulator.ids.kafkaPipeId}`;
	expect((await send('PATCH', path, { name: 'New' })).status).toBe(424);
});

it.each([
	['an empty object', { ...postgres({}), settings: {} }],
	['a table', { ...postgres({}), destination: { database: 'd', table: 't' } }],
	['no mode', postgres({ settings: {} })],
	['no mappings', postgres({ tableMappings: [] })],
	['a target twice', postgres({ tableMappings: [mapping, mapping] })],
	['no credentials', postgres({ credentials: undefined })],
])('refuses a new Postgres pipe with %s', async (_name, body) => {
	expect((await send('POST', pipes, body)).status).toBe(400);
});

it.each([
	['kafkaPipeId', 'Running', 'stop', 200, 'Stopped'],
	['mysqlPipeId', 'Running', 'stop', 200, 'Paused'],
	['mysqlPipeId', 'Paused', 'stop', 200, 'Paused'],
	['mysqlPipeId', 'Paused', 'start', 200, 'Running'],
	['kafkaPipeId', 'Running', 'start', 400, 'Running'],
	['kafkaPipeId', 'Completed', 'start', 200, 'Completed'],
	['kafkaPipeId', 'Completed', 'stop', 400, 'Completed'],
	['mongodbPipeId', 'Failed', 'resync', 200, 'Running'],
	['kafkaPipeId', 'Failed', 'resync', 400, 'Failed'],
] as const)('%s in %s takes %s with %i, then is %s', async (key, state, command, status, next) => {
	const path = setPipe(emulator.ids[key], state);
	const answer = await send('PATCH', `${path}/state`, { command });
	expect(answer.status).toBe(status);
	if (status === 200) expect(objectAt(answer.json, 'result')['state']).toBe(state);
	expect(await stateOf(path)).toBe(next);
});

describe('updating a pipe', () => {
	const add = { source: { mysql: { host: 'db.example.com', port: 3306 } } };
	const mappings = { tableMappingsToAdd: [mapping] };
	const change = (members: object) => ({ source: { mysql: { ...add.source.mysql, ...members } } });

	it.each([
		['a mapping while it runs', 'Running', change(mappings)],
		['anything when completed', 'Completed', { name: 'New' }],
		['another host without credentials', 'Paused', change({ host: 'other' })],
		['another kind', 'Paused', { source: { kafka: {} } }],
	])('is refused: %s', async (_name, state, body) => {
		const path = setPipe(emulator.ids.mysqlPipeId, state);
		expect((await send('PATCH', path, body)).status).toBe(400);
	});

	it('takes mappings while it is paused, and resumes', async () => {
		const path = setPipe(emulator.ids.mysqlPipeId, 'Paused');
		const { status } = await send('PATCH', path, change(mappings));
		expect([status, await stateOf(path)]).toEqual([200, 'Snapshot']);
		const known = emulator.state.pipes.get(emulator.ids.mysqlPipeId);
		expect(objectAt(known?.source, 'mysql')['tableMappings']).toContainEqual(mapping);
	});

	it('keeps no secret, and ignores settings', async () => {
		const path = setPipe(emulator.ids.mysqlPipeId, 'Paused');
		const credentials = { username: 'u', password: 'p' };
		const settings = { clickhouse_max_threads: 8 };
		const body = { ...change({ host: 'other', credentials }), name: 'New', settings };
		const { json } = await send('PATCH', path, body);
		expect(objectAt(json, 'result')).toMatchObject({
			...{ name: 'New', settings: { clickhouse_max_threads: 4 } },
		});
		expect(JSON.stringify(json)).not.toContain('"p"');
		expect(emulator.violations).toEqual([]);
	});
});

it.each([
	['PUT', 'kafkaPipeId', 'settings', {}, 400],
	['PUT', 'kafkaPipeId', 'settings', { object_storage_concurrency: 2 }, 200],
	['GET', 'postgresPipeId', 'settings', undefined, 404],
	['PUT', 'postgresPipeId', 'settings', { object_storage_concurrency: 2 }, 404],
	['PATCH', 'kafkaPipeId', 'scaling', { replicas: 2 }, 200],
	['PATCH', 'mysqlPipeId', 'scaling', { replicas: 2 }, 400],
] as const)('%s of %s %s %j answers %i', async (method, key, path, body, status) => {
	const answer = await send(method, `${pipes}/${emulator.ids[key]}/${path}`, body);
	expect([answer.status, emulator.violations]).toEqual([status, []]);
	const kept = objectAt((await send('GET', `${pipes}/${emulator.ids[key]}`)).json, 'result');
	if (status === 200) expect(kept[path]).toMatchObject(body);
	if (path === 'settings') expect(kept['settings']).toHaveProperty('clickhouse_max_threads');
});

it.each([
	['idle', 'awake', 200, 'running'],
	['running', 'awake', 200, 'running'],
	['stopped', 'awake', 400, 'stopped'],
	['stopped', 'start', 200, 'running'],
	['running', 'stop', 200, 'stopped'],
])('a service that is %s takes %s with %i, then is %s', async (state, command, status, next) => {
	setService(state);
	expect((await send('PATCH', `${service}/state`, { command })).status).toBe(status);
	expect(await stateOf(service)).toBe(next);
});

it.each([
	[{ minReplicaMemoryGb: 120, maxReplicaMemoryGb: 16 }, 400],
	[{ minReplicas: 1, maxReplicas: 2 }, 400],
	[{ autoscalingMode: 'horizontal' }, 400],
	[{ autoscalingMode: 'horizontal', minReplicaMemoryGb: 120, numReplicas: 2 }, 400],
	[{ idleTimeoutMinutes: 10 }, 200],
])('scales a service by %j with %i', async (body, status) => {
	expect((await send('PATCH', `${service}/replicaScaling`, body)).status).toBe(status);
});

it.each([
	['services?filter=tag:Environment=Production', 1],
	['services?filter=tag:isActive&filter=tag:Environment=Test', 1],
	['services?filter=tag:isActive&filter=tag:Environment=Production', 0],
	['activities?from_date=2026-01-05T06:02:00Z', 2],
	['activities?to_date=2026-01-05T06:02:00Z', 2],
])('lists of %s %i', async (path, count) => {
	const { json } = await send('GET', `${organization}/${path}`);
	expect(objectsAt(json, 'result')).toHaveLength(count);
});

it.each([
	['from_date=2026-01-05&to_date=2026-02-04', 200, 5.5],
	['from_date=2026-01-06&to_date=2026-01-06', 200, 4],
	['from_date=2026-01-05&to_date=2026-01-06&filter=tag:isActive', 200, 2],
	['from_date=2026-01-05&to_date=2026-02-05', 400, undefined],
	['from_date=2026-01-06&to_date=2026-01-05', 400, undefined],
	['from_date=2026-01-05T00:00:00Z&to_date=2026-01-06', 400, undefined],
	['from_date=2026-01-05', 400, undefined],
])('counts the cost of %s: %i', async (query, status, total) => {
	const answer = await send('GET', `${organization}/usageCost?${query}`);
	expect([answer.status, objectAt(answer.json, 'result')['grandTotalCHC']]).toEqual([
		status,
		total,
	]);
});

it('keeps the key in use, and updates and deletes others', async () => {
	const path = (id: string) => `${organization}/keys/${id}`;
	const { apiKeyId, ownApiKeyId, customRoleId } = emulator.ids;
	const body = { state: 'disabled', assignedRoleIds: [customRoleId] };
	const updated = await send('PATCH', path(apiKeyId), body);
	expect(updated.json['result']).toMatchObject({
		...{ state: 'disabled', assignedRoles: [{ roleType: 'custom' }] },
	});
	const unknown = { assignedRoleIds: [apiKeyId] };
	expect((await send('PATCH', path(apiKeyId), unknown)).status).toBe(400);
	expect((await send('DELETE', path(ownApiKeyId))).status).toBe(400);
	expect((await send('DELETE', path(apiKeyId))).status).toBe(200);
	expect((await send('GET', path(apiKeyId))).status).toBe(404);
});

it('asks for all of a BYOC infrastructure, in three zones', async () => {
	const body = {
		...{ regionId: 'us-east-1', accountId: '1', vpcCidrRange: '10.0.0.0/16' },
		...{ availabilityZoneSuffixes: ['a', 'b', 'c'], displayName: 'Ours' },
	};
	const path = `${organization}/byocInfrastructure`;
	expect((await send('POST', path, body)).json['result']).toMatchObject({ displayName: 'Ours' });
	const nameless = { ...body, displayName: undefined };
	expect((await send('POST', path, nameless)).status).toBe(400);
	expect((await send('POST', path, { ...body, availabilityZoneSuffixes: ['a'] })).status).toBe(400);
});

it('is under faults and scripts like the other', async () => {
	emulator.faults.add({ kind: 'status', status: 503, times: 1 });
	const faulty = await send('GET', pipes);
	expect([faulty.status, typeof faulty.json['requestId']]).toEqual([503, 'string']);
	emulator.scripts.service(emulator.ids.serviceId, [{ state: 'starting' }, { state: 'running' }]);
	expect([await stateOf(service), await stateOf(service)]).toEqual(['starting', 'running']);
});
