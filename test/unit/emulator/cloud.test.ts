import { isJsonObject, type JsonObject, objectAt } from '../../../tools/contract/json';
import { withEmulator } from '../../withEmulator';
import { call, pathsOf, type Reply } from './client';

const emulator = withEmulator({ dialect: 'clickhouseCloud', seed: {} });

async function inOrganization(method: string, path: string, body?: object): Promise<Reply> {
	return await call(emulator, `${pathsOf(emulator).organization}${path}`, { method, body });
}

async function inService(method: string, path: string, body?: object): Promise<Reply> {
	return await call(emulator, `${pathsOf(emulator).service}${path}`, { method, body });
}

/** Returns the result of a response, or an empty object if it has none. */
function resultOf({ json: { result } }: Reply): JsonObject {
	return isJsonObject(result) ? result : {};
}

describe('a reverse private endpoint', () => {
	const ENDPOINTS = '/clickpipesReversePrivateEndpoints';
	const RESOURCE = {
		description: 'Brokers',
		type: 'VPC_RESOURCE',
		vpcResourceConfigurationId: 'rcfg-1',
		vpcResourceShareArn: 'arn:1',
	};

	it('is provisioned, then ready; once deleted, it disappears after a while', async () => {
		const created = resultOf(await inService('POST', ENDPOINTS, RESOURCE));
		expect(created).toMatchObject({ ...RESOURCE, status: 'Provisioning' });
		const path = `${ENDPOINTS}/${String(created['id'])}`;
		expect(resultOf(await inService('GET', path))).toMatchObject({ status: 'Ready' });
		expect((await inService('DELETE', path)).status).toBe(200);
		expect(resultOf(await inService('GET', path))).toMatchObject({ status: 'Deleting' });
		expect((await inService('GET', path)).status).toBe(404);
	});

	it('needs a service that runs', async () => {
		emulator.scripts.service(emulator.ids.serviceId, [{ state: 'idle' }]);
		const { status, json } = await inService('POST', ENDPOINTS, RESOURCE);
		expect([status, json['error']]).toEqual([424, expect.stringContaining('state: idle')]);
		const path = `${ENDPOINTS}/${emulator.ids.reversePrivateEndpointId}`;
		expect((await inService('PATCH', path, { customPrivateDnsMappings: [] })).status).toBe(424);
		expect((await inService('DELETE', path)).status).toBe(200);
	});
});

it('provisions a BYOC infrastructure, and terminates it once it is deleted', async () => {
	const account = { accountId: '1', regionId: 'us-east1' };
	const created = resultOf(await inOrganization('POST', '/byocInfrastructure', account));
	expect(created).toMatchObject({ ...account, state: 'infra-provisioning' });
	const path = `/byocInfrastructure/${String(created['id'])}`;
	const state = async () => resultOf(await inOrganization('GET', path))['state'];
	expect(await state()).toBe('infra-ready');
	await inOrganization('DELETE', path);
	expect([await state(), await state()]).toEqual(['infra-terminating', 'infra-terminated']);
});

it('reads only committed messages of Kafka', async () => {
	const body = { kafka_read_committed: true };
	const { kafkaPipeId, kinesisPipeId } = emulator.ids;
	const { status, json } = await inService('PUT', `/clickpipes/${kafkaPipeId}/settings`, body);
	expect({ status, json }).toMatchObject({ status: 200, json: { result: body } });
	const refused = await inService('PUT', `/clickpipes/${kinesisPipeId}/settings`, body);
	expect(refused.status).toBe(400);
});

describe('a new key', () => {
	it('shows its secret once', async () => {
		const body = { name: 'Loader', assignedRoleIds: [emulator.ids.roleId] };
		const created = resultOf(await inOrganization('POST', '/keys', body));
		const { keyId, keySecret } = created;
		const key = objectAt(created, 'key');
		expect(key).toMatchObject({
			name: 'Loader',
			state: 'enabled',
			assignedRoles: [{ roleId: emulator.ids.roleId }],
			keySuffix: String(keyId).slice(-4),
		});
		const read = await inOrganization('GET', `/keys/${String(key['id'])}`);
		expect(resultOf(read)).toEqual(key);
		expect([keySecret, read.text]).toEqual([
			expect.any(String),
			expect.not.stringContaining(String(keySecret)),
		]);
	});

	it('has no secret if the caller has made it', async () => {
		const hashData = { keyIdHash: 'a', keyIdSuffix: 'abcd', keySecretHash: 'b' };
		const created = resultOf(await inOrganization('POST', '/keys', { name: 'Own', hashData }));
		expect(created).toEqual({ key: expect.objectContaining({ keySuffix: 'abcd' }) as unknown });
	});
});

it('identifies the key in use, and keeps it', async () => {
	const { ownApiKeyId: keyId, organizationId } = emulator.ids;
	const caller = resultOf(await call(emulator, '/v1/whoami'));
	expect(caller).toMatchObject({ actorType: 'apiKey', keyId, organizationId });
	expect((await inOrganization('DELETE', `/keys/${keyId}`)).status).toBe(400);
});

it('changes and deletes only custom roles', async () => {
	const system = `/roles/${emulator.ids.roleId}`;
	expect((await inOrganization('PATCH', system, { name: 'Mine' })).status).toBe(400);
	expect((await inOrganization('DELETE', system)).status).toBe(400);
	expect((await inOrganization('DELETE', `/roles/${emulator.ids.customRoleId}`)).status).toBe(200);
});

it("shows an organization's endpoints and infrastructures", async () => {
	await inService('POST', '/privateEndpoint', { id: 'vpce-7' });
	const organization = resultOf(await inOrganization('GET', ''));
	expect(organization).toMatchObject({
		privateEndpoints: [{ id: 'vpce-7' }],
		byocConfig: [{ id: emulator.ids.byocInfrastructureId }],
	});
});

it('replaces a query as a whole, and lists queries without their SQL', async () => {
	const path = `/saved-queries/${emulator.ids.savedQueryId}`;
	const body = { name: 'Revenue', sql: 'SELECT 1', database: 'shop' };
	await inService('PUT', path, { ...body, parameters: { day: '1' } });
	await inService('PUT', path, body);
	expect(resultOf(await inService('GET', path))).toMatchObject(body);
	expect(resultOf(await inService('GET', path))).not.toHaveProperty('parameters');
	expect((await inService('GET', '/saved-queries')).text).not.toContain('SELECT');
});

it('keeps a configuration as it was changed, and null resets it', async () => {
	const path = '/backupConfiguration';
	const initial = resultOf(await inService('GET', path));
	await inService('PATCH', path, { backupStartTime: '03:00' });
	expect(resultOf(await inService('GET', path))).toEqual({ ...initial, backupStartTime: '03:00' });
	await inService('PATCH', path, { backupStartTime: null });
	expect(resultOf(await inService('GET', path))).toEqual(initial);
});

it('lists the activities of a period, and the costs of tagged services', async () => {
	const activities = await inOrganization('GET', '/activities?from_date=2026-01-05T06:02:00Z');
	expect(activities.json['result']).toHaveLength(2);
	const period = 'from_date=2026-01-05&to_date=2026-01-05';
	const costs = async (filter: string) =>
		resultOf(await inOrganization('GET', `/usageCost?${period}&filter=tag:${filter}`));
	expect(await costs('Environment=Production')).toMatchObject({ grandTotalCHC: 1.5 });
	expect(await costs('Environment=Test')).toEqual({ grandTotalCHC: 0, costs: [] });
	expect(
		(await inOrganization('GET', '/usageCost?from_date=2026-01-02&to_date=2026-01-01')).status,
	).toBe(400);
});

it("follows a script of a snapshot's states", async () => {
	const steps = [{ state: 'in_progress' }, { state: 'throttled' }, { state: 'done' }];
	emulator.scripts.snapshot(emulator.ids.snapshotId, steps);
	const path = `/snapshots/${emulator.ids.snapshotId}`;
	for (const { state } of steps) {
		expect(resultOf(await inService('GET', path))).toMatchObject({ status: state });
	}
});
