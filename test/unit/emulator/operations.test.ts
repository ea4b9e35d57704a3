import { objectAt, objectsAt } from '../../contract/json';
import { type Emulator, sampleActivity, sampleBackup, startEmulator } from '../../emulator';
import { call, kafkaPipe, matching, pathsOf } from './client';

let emulator: Emulator;
const paths = () => pathsOf(emulator);

beforeAll(async () => {
	emulator = await startEmulator({ seed: { activities: [sampleActivity(99)] } });
});

afterAll(() => emulator.close());

afterEach(() => {
	expect(emulator.violations).toEqual([]);
});

describe('reads', () => {
	it.each([
		['service', () => paths().service, () => emulator.ids.serviceId],
		[
			'backup',
			() => `${paths().service}/backups/${emulator.ids.backupId}`,
			() => emulator.ids.backupId,
		],
		['activity', () => `${paths().activities}/activity-2`, () => 'activity-2'],
		[
			'reverse private endpoint',
			() => `${paths().service}/pipesReversePrivateEndpoints/rpe-1`,
			() => 'rpe-1',
		],
	])('return the %s in the envelope', async (_name, path, id) => {
		const { status, json } = await call(emulator, path());
		expect(status).toBe(200);
		expect(json['status']).toBe(200);
		expect(json['requestId']).toMatch(/^[0-9a-f-]{36}$/);
		expect(objectAt(json, 'result')['id']).toBe(id());
	});

	it('return all activities, the seeded ones last', async () => {
		const { json } = await call(emulator, paths().activities);
		const ids = objectsAt(json, 'result').map((activity) => activity['id']);
		expect(ids).toEqual(['activity-1', 'activity-2', 'activity-3', 'activity-99']);
	});

	it('never use a request id twice', async () => {
		const replies = await Promise.all([1, 2, 3].map(() => call(emulator, paths().service)));
		expect(new Set(replies.map(({ json }) => json['requestId'])).size).toBe(3);
	});

	it('say that a record is not there', async () => {
		const other = '99999999-0000-4000-8000-000000000001';
		const asked = [
			`/v1/organizations/${other}/activities`,
			`${paths().organization}/services/${other}`,
			`${paths().service}/backups/${other}`,
			`${paths().activities}/none`,
			`${paths().service}/pipesReversePrivateEndpoints/none`,
		];
		for (const path of asked) {
			const { status, json } = await call(emulator, path);
			expect(status).toBe(404);
			expect(json).toEqual({ error: matching(/^NOT_FOUND: /), status: 404 });
		}
	});

	it('do not return the backup of another service', async () => {
		const backup = { ...sampleBackup(7), serviceId: 'another' };
		emulator.state.backups.set(backup);
		const { status } = await call(emulator, `${paths().service}/backups/${backup.id}`);
		expect(status).toBe(404);
	});
});

describe('pipes', () => {
	const command = async (id: string, name: string) => {
		const path = `${paths().pipes}/${id}/state`;
		const { status, json } = await call(emulator, path, {
			method: 'PATCH',
			body: { command: name },
		});
		return { status, error: json['error'], state: objectAt(json, 'result')['state'] };
	};

	it('are created without their secrets, and run later', async () => {
		const { status, text, json } = await call(emulator, paths().pipes, {
			method: 'POST',
			body: kafkaPipe(),
		});
		expect(status).toBe(200);
		expect(text).not.toContain('secret-');
		const result = objectAt(json, 'result');
		const id = String(result['id']);
		const kafka = objectAt(objectAt(result, 'source'), 'kafka');
		expect(result).toMatchObject({ name: 'Orders', state: 'Provisioning' });
		expect(result['source']).toMatchObject({ kinesis: null, objectStorage: null, postgres: null });
		expect(kafka).toMatchObject({ brokers: 'b:9092', consumerGroup: id });
		expect(objectAt(result, 'destination')).not.toHaveProperty('roles');
		expect(emulator.state.pipes.get(id)?.state).toBe('Running');
	});

	it('accept a command first and do it later', async () => {
		const id = emulator.ids.stoppedPipeId;
		expect(await command(id, 'start')).toMatchObject({ status: 200, state: 'Stopped' });
		expect(emulator.state.pipes.get(id)?.state).toBe('Running');
		expect(await command(id, 'stop')).toMatchObject({ status: 200, state: 'Running' });
		expect(await command(id, 'start')).toMatchObject({ status: 200, state: 'Stopped' });
	});

	it('start from Stopped or Failed only', async () => {
		expect(await command(emulator.ids.failedPipeId, 'start')).toMatchObject({ status: 200 });
		const refused = await command(emulator.ids.kafkaPipeId, 'start');
		expect(refused).toMatchObject({ status: 400, error: matching(/^BAD_REQUEST: /) });
	});

	it('resync for Postgres only', async () => {
		expect(await command(emulator.ids.postgresPipeId, 'resync')).toMatchObject({ status: 200 });
		const refused = await command(emulator.ids.kinesisPipeId, 'resync');
		expect(refused).toMatchObject({ status: 400, error: matching(/Postgres/) });
	});

	it('are gone once deleted', async () => {
		const path = `${paths().pipes}/${emulator.ids.objectStoragePipeId}`;
		const { status, json } = await call(emulator, path, { method: 'DELETE' });
		expect([status, Object.keys(json).sort()]).toEqual([200, ['requestId', 'status']]);
		expect((await call(emulator, path, { method: 'DELETE' })).status).toBe(404);
		expect(await command(emulator.ids.objectStoragePipeId, 'stop')).toMatchObject({ status: 404 });
	});
});

describe('other writes', () => {
	it('associate a private endpoint with the service', async () => {
		const { json } = await call(emulator, `${paths().service}/privateEndpoint`, {
			method: 'POST',
			body: { id: 'vpce-9', description: 'Mine' },
		});
		expect(json['result']).toEqual({
			id: 'vpce-9',
			description: 'Mine',
			cloudProvider: 'aws',
			region: 'eu-central-1',
		});
		expect(emulator.state.services.get(emulator.ids.serviceId)?.privateEndpointIds).toContain(
			'vpce-9',
		);
	});

	it.each([
		['us-east-1', 'aws'],
		['us-east1', 'gcp'],
		['germanywestcentral', 'azure'],
	])('place BYOC infrastructure in %s at %s', async (regionId, cloudProvider) => {
		const { json } = await call(emulator, `${paths().organization}/byocInfrastructure`, {
			method: 'POST',
			body: {
				accountId: '123',
				regionId,
				availabilityZoneSuffixes: ['a'],
				vpcCidrRange: '10.0.0.0/16',
			},
		});
		expect(json['result']).toMatchObject({ regionId, cloudProvider, state: 'infra-provisioning' });
	});

	it('invite with the address in lowercase, for a week', async () => {
		const { json } = await call(emulator, `${paths().organization}/invitations`, {
			method: 'POST',
			body: { email: 'Ada@Example.COM', role: 'admin' },
		});
		const { email, createdAt, expireAt } = objectAt(json, 'result');
		expect(email).toBe('ada@example.com');
		expect(Date.parse(String(expireAt)) - Date.parse(String(createdAt))).toBe(7 * 86_400_000);
		expect(emulator.state.invitations.size).toBe(2);
	});

	it('change the role of a member', async () => {
		const path = `${paths().organization}/members/${emulator.ids.userId}`;
		const { json } = await call(emulator, path, { method: 'PATCH', body: { role: 'admin' } });
		expect(objectAt(json, 'result')['role']).toBe('admin');
		expect(emulator.state.members.get(emulator.ids.userId)?.role).toBe('admin');
	});
});

describe('dashboards', () => {
	const put = (id: string, body: unknown) =>
		call(emulator, `/api/v2/dashboards/${id}`, { method: 'PUT', body });

	it('replace their tiles: known ones stay, new ones get an id, others go', async () => {
		const tiles = [{ name: 'New' }, { id: emulator.ids.tileId, name: 'Kept', later: 1 }];
		const { status, json } = await put('dashboard-1', { name: 'Both', tiles, tags: ['a'] });
		expect(status).toBe(200);
		expect(json['data']).toEqual({
			id: 'dashboard-1',
			name: 'Both',
			tiles: [
				{ name: 'New', id: matching(/.+/) },
				{ id: emulator.ids.tileId, name: 'Kept', later: 1 },
			],
			tags: ['a'],
		});
		const gone = await put('dashboard-1', { tiles: [{ id: emulator.ids.secondTileId }] });
		expect(gone.status).toBe(400);
		expect(gone.json['message']).toContain(emulator.ids.secondTileId);
		expect(emulator.state.dashboards.get('dashboard-1')?.tiles).toHaveLength(2);
	});

	it('refuse a tile that is named twice', async () => {
		const tile = { id: emulator.ids.tileId };
		expect((await put('dashboard-1', { tiles: [tile, tile] })).status).toBe(400);
	});

	it('are not made by an update', async () => {
		const { status, json } = await put('none', { name: 'x', tiles: [] });
		expect([status, json]).toEqual([404, { message: 'Dashboard not found' }]);
	});
});
