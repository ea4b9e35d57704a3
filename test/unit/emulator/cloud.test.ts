import { objectAt } from '../../../tools/contract/json';
import { type Emulator, startEmulator } from '../../../tools/emulator';
import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import { call, pathsOf, type Reply } from './client';

const BYOC = '/byocInfrastructure';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator({ dialect: 'clickhouseCloud' });
});

afterEach(async () => {
	expect(emulator.violations).toEqual([]);
	await emulator.close();
});

/** Sends to a path of the service, or of the organization. */
async function ask(method: string, path: string, body?: object): Promise<Reply> {
	const { organization, service } = pathsOf(emulator);
	const of = path.startsWith(BYOC) ? organization : service;
	return await call(emulator, `${of}${path}`, { method, body });
}

/** Creates a record, and returns its path. */
async function created(path: string, body: object): Promise<string> {
	const { json } = await ask('POST', path, body);
	return `${path}/${String(objectAt(json, 'result')['id'])}`;
}

const shows = (result: object, status = 200) => ({ status, json: { status, result } });
const refuses = (status: number, reason: string) => ({
	status,
	json: { error: expect.stringContaining(reason) as string },
});

const ENDPOINTS = '/clickpipesReversePrivateEndpoints';
const RESOURCE = {
	...{ description: 'Brokers', type: 'VPC_RESOURCE' },
	...{ vpcResourceConfigurationId: 'rcfg-1', vpcResourceShareArn: 'arn:1' },
};
const mapped = (...names: string[]) => ({
	customPrivateDnsMappings: names.map((privateDnsName) => ({ privateDnsName })),
});

describe('a reverse private endpoint', () => {
	it('is provisioned, then ready; once deleted, it disappears after a while', async () => {
		expect(await ask('POST', ENDPOINTS, RESOURCE)).toMatchObject(
			shows({ ...RESOURCE, status: 'Provisioning' }),
		);
		const path = await created(ENDPOINTS, RESOURCE);
		expect(await ask('GET', path)).toMatchObject(shows({ status: 'Ready' }));
		expect(await ask('DELETE', path)).toMatchObject({ status: 200 });
		expect(await ask('GET', path)).toMatchObject(shows({ status: 'Deleting' }));
		expect(await ask('GET', path)).toMatchObject({ status: 404 });
	});

	it('has its mappings replaced as a whole', async () => {
		const path = await created(ENDPOINTS, { ...RESOURCE, ...mapped('a') });
		expect(await ask('PATCH', path, mapped('b', 'c'))).toMatchObject(shows(mapped('b', 'c')));
		expect(await ask('PATCH', path, mapped())).toMatchObject(shows(mapped()));
	});

	it.each([
		['a name that another one has', mapped('b'), 'mapped twice'],
		['a name twice', mapped('c', 'c'), 'mapped twice'],
		[
			'an unknown target',
			{ customPrivateDnsMappings: [{ privateDnsName: 'c', targetId: 'rcfg-2' }] },
			'no target',
		],
	])("can't have %s", async (_name, mappings, reason) => {
		await created(ENDPOINTS, { ...RESOURCE, ...mapped('b') });
		const path = await created(ENDPOINTS, RESOURCE);
		const { reversePrivateEndpoints } = emulator.state;
		const id = path.replace(/.*\//, '');
		const record = reversePrivateEndpoints.get(id);
		if (record === undefined) throw new Error('the endpoint was created');
		reversePrivateEndpoints.set({ ...record, dnsTargets: [{ id: 'rcfg-1' }] });
		expect(await ask('PATCH', path, mappings)).toMatchObject(refuses(400, reason));
	});

	it('needs a service that runs', async () => {
		emulator.scripts.service(emulator.ids.serviceId, [{ state: 'idle' }]);
		const sleeps = refuses(424, 'Current state: idle');
		expect(await ask('POST', ENDPOINTS, RESOURCE)).toMatchObject(sleeps);
		const path = `${ENDPOINTS}/${emulator.ids.reversePrivateEndpointId}`;
		expect(await ask('PATCH', path, mapped())).toMatchObject(sleeps);
	});
});

const CDC = '/clickpipesCdcScaling';
const BUCKET = { type: 's3', format: 'CSV', url: 'https://bucket.example.com/*.csv' };
const BROKERS = { brokers: 'b:9092', topics: 'orders' };

describe('pipes', () => {
	it("have their source's fields discovered, and files need a running service", async () => {
		const discover = (source: object) => ask('POST', '/clickpipes/schemaDiscovery', { source });
		const fields = [{ name: 'id', type: 'UInt64', optional: false }, { optional: true }];
		expect(await discover({ objectStorage: BUCKET })).toMatchObject(shows({ fields }));
		emulator.scripts.service(emulator.ids.serviceId, [{ state: 'idle' }]);
		const sleeps = refuses(424, 'Current state: idle');
		expect(await discover({ objectStorage: BUCKET })).toMatchObject(sleeps);
		expect(await discover({ kafka: BROKERS })).toMatchObject(shows({ fields }));
	});

	it('are scaled together if they are from databases', async () => {
		const scaling = { replicaCpuMillicores: 4000, replicaMemoryGb: 16 };
		expect(await ask('PATCH', CDC, scaling)).toMatchObject(shows(scaling));
		expect((await ask('GET', CDC)).json['result']).toEqual(scaling);
		expect(await ask('PATCH', CDC, { replicaMemoryGb: 8 })).toMatchObject(refuses(400, 'four'));
	});

	it('are not scaled before there is one from a database', async () => {
		const { kafkaPipeId, mysqlPipeId, serviceId } = emulator.ids;
		emulator.state.cdcScalings.delete(serviceId);
		expect(await ask('GET', CDC)).toMatchObject({ status: 404 });
		expect(await ask('PATCH', CDC, {})).toMatchObject({ status: 404 });
		for (const [id, kind, status] of [
			[kafkaPipeId, 'kafka', 404],
			[mysqlPipeId, 'mysql', 200],
		] as const) {
			const { name, source, destination } = emulator.state.pipes.get(id) ?? {};
			await created('/clickpipes', { name, source: { [kind]: source?.[kind] }, destination });
			expect(await ask('GET', CDC)).toMatchObject({ status });
		}
	});

	it('return the principal of workload identity', async () => {
		const gcpWorkloadIdentity = { supported: true, principal: expect.any(String) as string };
		expect(await ask('GET', '/clickpipes/context')).toMatchObject(shows({ gcpWorkloadIdentity }));
	});

	it('read only committed messages of Kafka', async () => {
		const body = { kafka_read_committed: true };
		const set = (id: string) => ask('PUT', `/clickpipes/${id}/settings`, body);
		expect(await set(emulator.ids.kafkaPipeId)).toMatchObject(shows(body));
		expect(await set(emulator.ids.kinesisPipeId)).toMatchObject(refuses(400, 'Kafka'));
	});
});

describe('BYOC infrastructure', () => {
	const account = { accountId: '1', regionId: 'us-east1' };
	const own = { ...account, vpcId: 'v', privateSubnetIds: ['s'] };

	it('is provisioned, then ready; once deleted, it is terminated', async () => {
		const state = 'infra-provisioning';
		expect(await ask('POST', BYOC, account)).toMatchObject(shows({ ...account, state }));
		const path = await created(BYOC, own);
		const network = { isByoVpc: true, byoVpcId: 'v', byoVpcPrivateSubnetIds: ['s'] };
		expect(await ask('GET', path)).toMatchObject(shows({ state: 'infra-ready', ...network }));
		expect(await ask('DELETE', path)).toMatchObject({ status: 200 });
		expect(await ask('GET', path)).toMatchObject(shows({ state: 'infra-terminating' }));
		expect(await ask('GET', path)).toMatchObject(shows({ state: 'infra-terminated' }));
	});

	it('is changed in part', async () => {
		const path = `${BYOC}/${emulator.ids.byocInfrastructureId}`;
		const changes = { displayName: 'Other', enablePrivateLink: true, tags: { team: 'data' } };
		expect(await ask('PATCH', path, changes)).toMatchObject(shows({ displayName: 'Other' }));
		const { result } = (await ask('GET', path)).json;
		expect(result).toMatchObject({ enablePrivateLink: true, enablePublicLoadBalancer: true });
		expect(result).not.toHaveProperty('tags');
	});

	it('is checked without being created', async () => {
		const check = (body: object) => ask('POST', `${BYOC}/validate`, body);
		expect(await check(account)).toMatchObject(shows({ cloudProvider: 'gcp', allPassed: true }));
		const checks = [{ allowed: true }, { allowed: false, reason: expect.any(String) as string }];
		expect(await check(own)).toMatchObject(shows({ allPassed: false, checks }));
		expect(emulator.state.byocInfrastructures.size).toBe(1);
	});
});

it("names a private endpoint's target", async () => {
	const { json } = await ask('GET', '/privateEndpointConfig');
	expect(json['result']).toEqual({
		endpointServiceId: expect.any(String) as string,
		privateDnsHostname: expect.any(String) as string,
	});
});

const QUERY = { name: 'Revenue', sql: 'SELECT 1', database: 'default', parameters: { day: '1' } };
const KEYS = { apiKeyIds: [SEEDED_IDS.apiKeyId], roles: ['reader'] };

describe.each([
	['query-api-endpoints', { ...QUERY, ...KEYS }, 'consoleQueryEndpointId'],
	['saved-queries', QUERY, 'consoleSavedQueryId'],
] as const)('%s', (name, body, console) => {
	const path = `/${name}`;

	it('are created, replaced as a whole, and deleted', async () => {
		expect(await ask('POST', path, body)).toMatchObject(shows(body, 201));
		const own = await created(path, { ...body, name: 'Costs' });
		const { parameters, ...others } = { ...body, name: 'Cost' };
		const replaced = await ask('PUT', own, others);
		expect(replaced).toMatchObject(shows(others));
		expect(objectAt(replaced.json, 'result')).not.toMatchObject({ parameters });
		expect((await ask('GET', own)).json['result']).toEqual(replaced.json['result']);
		expect(await ask('DELETE', own)).toMatchObject({ status: 200 });
		expect(await ask('GET', own)).toMatchObject({ status: 404 });
	});

	it('are listed in pages, without their SQL', async () => {
		const first = (await ask('GET', `${path}?limit=1`)).json;
		expect(first).toMatchObject({ limit: 1, totalCount: 2, result: { length: 1 } });
		const cursor = encodeURIComponent(String(first['nextCursor']));
		const { json } = await ask('GET', `${path}?limit=1&cursor=${cursor}`);
		expect(json).toMatchObject({ nextCursor: null, result: [{ id: emulator.ids[console] }] });
		expect(JSON.stringify([first, json])).not.toContain('SELECT');
	});

	it('are not changed if they were made in the console', async () => {
		const made = `${path}/${emulator.ids[console]}`;
		expect(await ask('GET', made)).toMatchObject({ status: 200 });
		expect(await ask('PUT', made, body)).toMatchObject(refuses(409, 'console'));
		expect(await ask('DELETE', made)).toMatchObject(refuses(409, 'console'));
	});
});

it('has at most one saved query with a name', async () => {
	const own = await created('/saved-queries', QUERY);
	await created('/saved-queries', { ...QUERY, name: 'Costs' });
	expect(await ask('POST', '/saved-queries', QUERY)).toMatchObject(refuses(409, 'name'));
	expect(await ask('PUT', own, { ...QUERY, name: 'Costs' })).toMatchObject(refuses(409, 'name'));
	expect(await ask('PUT', own, QUERY)).toMatchObject({ status: 200 });
});
