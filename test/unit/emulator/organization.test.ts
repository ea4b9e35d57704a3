import { isJsonObject, type JsonObject, objectAt } from '../../../tools/contract/json';
import {
	type Emulator,
	sampleApiKey,
	sampleCreditBalance,
	sampleOrganization,
	sampleSnapshot,
	startEmulator,
} from '../../../tools/emulator';
import { call, pathsOf } from './client';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator({ dialect: 'clickhouseCloud' });
});

afterEach(async () => {
	expect(emulator.violations).toEqual([]);
	await emulator.close();
});

async function send(request: string, body?: unknown) {
	const [method = '', path = ''] = request.split(' ');
	const { organization, service } = pathsOf(emulator);
	const full = path.replace('SERVICE', service).replace('ORGANIZATION', organization);
	const { status, json } = await call(emulator, full, { method, body });
	return { status, result: json['result'], json };
}

function idOf(result: unknown): string {
	return isJsonObject(result) ? String(result['id']) : '';
}

/** Reads a list page by page, and returns the IDs of each page. */
async function pages(path: string, limit: number): Promise<string[][]> {
	const ids: string[][] = [];
	for (let cursor: unknown = ''; typeof cursor === 'string';) {
		const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
		const { result, json } = await send(`GET ${path}?limit=${String(limit)}${after}`);
		ids.push(Array.isArray(result) ? result.map(idOf) : []);
		cursor = json['nextCursor'];
	}
	return ids;
}

describe('a new key', () => {
	it('shows its secret once', async () => {
		const { roleId } = emulator.ids;
		const { result } = await send('POST ORGANIZATION/keys', {
			...{ name: 'Loader', assignedRoleIds: [roleId] },
		});
		const key = objectAt(result, 'key');
		const { keyId, keySecret } = isJsonObject(result) ? result : {};
		const shown = { name: 'Loader', state: 'enabled', assignedRoles: [{ roleId }] };
		expect(key).toMatchObject({ ...shown, keySuffix: String(keyId).slice(-4) });
		expect(keySecret).toEqual(expect.any(String));
		const read = await send(`GET ORGANIZATION/keys/${idOf(key)}`);
		expect(read.result).toEqual(key);
		expect(JSON.stringify(key)).not.toContain(keySecret);
	});

	it('has no secret if the caller has made it', async () => {
		const hashData = { keyIdHash: 'a', keyIdSuffix: 'abcd', keySecretHash: 'b' };
		const { result } = await send('POST ORGANIZATION/keys', { name: 'Own', hashData });
		expect(result).toEqual({ key: expect.objectContaining({ keySuffix: 'abcd' }) as unknown });
	});

	it('is refused as the 101st, and with an unknown role', async () => {
		const assignedRoleIds = [sampleApiKey().id];
		const unknown = await send('POST ORGANIZATION/keys', { name: 'Loader', assignedRoleIds });
		for (let n = 3; n < 100; n += 1) emulator.state.apiKeys.set(sampleApiKey(n));
		const statuses = [unknown.status];
		for (const name of ['100', '101']) {
			statuses.push((await send('POST ORGANIZATION/keys', { name })).status);
		}
		expect(statuses).toEqual([400, 200, 400]);
	});
});

it('identifies the key in use', async () => {
	const { ownApiKeyId, organizationId } = emulator.ids;
	const caller = { actorType: 'apiKey', keyId: ownApiKeyId, organizationId };
	expect((await send('GET /v1/whoami')).result).toMatchObject(caller);
	expect((await send(`DELETE ORGANIZATION/keys/${ownApiKeyId}`)).status).toBe(400);
});

it('lists organizations page by page, and changes its own', async () => {
	const { organizationId } = emulator.ids;
	const others = [2, 3].map((n) => sampleOrganization(n));
	for (const other of others) emulator.state.organizations.set(other);
	const ids = [organizationId, ...others.map(({ id }) => id)];
	expect(await pages('/v1/organizations', 2)).toEqual([ids.slice(0, 2), ids.slice(2)]);
	await send('PATCH ORGANIZATION', { name: 'Shop' });
	await send('POST SERVICE/privateEndpoint', { id: 'vpce-7' });
	const shown = { name: 'Shop', privateEndpoints: [{ id: 'vpce-7' }] };
	expect((await send('GET ORGANIZATION')).result).toMatchObject(shown);
});

it('creates, changes and deletes only custom roles', async () => {
	const policy = { allowDeny: 'ALLOW', permissions: ['control-plane:service:view'], resources: [] };
	const body = { name: 'Reader', actors: ['user/u'], policies: [policy] };
	const created = await send('POST ORGANIZATION/roles', body);
	const path = `ORGANIZATION/roles/${idOf(created.result)}`;
	expect(created.result).toMatchObject({ ...body, type: 'custom' });
	await send(`PATCH ${path}`, { name: 'Watcher' });
	expect((await send(`GET ${path}`)).result).toMatchObject({ ...body, name: 'Watcher' });
	const statuses: number[] = [];
	for (const method of ['DELETE', 'GET', 'PATCH']) {
		statuses.push((await send(`${method} ${path}`, method === 'PATCH' ? {} : undefined)).status);
	}
	expect(statuses).toEqual([200, 404, 404]);
	const system = `ORGANIZATION/roles/${emulator.ids.roleId}`;
	expect((await send(`PATCH ${system}`, { name: 'Mine' })).status).toBe(400);
	expect((await send(`DELETE ${system}`)).status).toBe(400);
});

it('adds up the remaining credits', async () => {
	emulator.state.creditBalances.set(sampleCreditBalance(2, 5));
	const balances = [{ type: 'prepaid' }, { type: 'trial', remainingCredits: 5 }];
	const { result } = await send('GET ORGANIZATION/creditBalances');
	expect(result).toMatchObject({ totalRemainingCredits: 80, balances });
});

it('counts the records that quotas limit', async () => {
	const usageOf = async (code: string) => {
		const { result } = await send('GET ORGANIZATION/quotas');
		const quotas: unknown[] = Array.isArray(result) ? result : [];
		return quotas.filter(isJsonObject).find(({ quotaCode }) => quotaCode === code)?.['usage'];
	};
	await send('POST ORGANIZATION/keys', { name: 'Third' });
	expect(await usageOf('api-keys-per-organization')).toBe(3);
	expect(await usageOf('services-per-organization')).toBe(1);
});

describe('the backup configuration', () => {
	const patch = (body: JsonObject) => send('PATCH SERVICE/backupConfiguration', body);
	const shown = async () => (await send('GET SERVICE/backupConfiguration')).result;

	it('becomes daily with an hour, and null resets it', async () => {
		await patch({ backupPeriodInHours: 12, backupRetentionPeriodInHours: 48 });
		await patch({ backupStartTime: '03:00' });
		const daily = { backupPeriodInHours: 24, backupRetentionPeriodInHours: 48 };
		expect(await shown()).toEqual({ ...daily, backupStartTime: '03:00' });
		expect((await patch({ backupPeriodInHours: 12 })).status).toBe(400);
		await patch({ backupStartTime: null, backupRetentionPeriodInHours: null });
		expect(await shown()).toEqual({ backupPeriodInHours: 24, backupRetentionPeriodInHours: 24 });
	});

	it('belongs to a primary service', async () => {
		const [service] = emulator.state.services.all();
		if (service === undefined) throw new Error('the service is seeded');
		emulator.state.services.set({ ...service, isPrimary: false });
		expect((await send('GET SERVICE/backupConfiguration')).status).toBe(400);
		expect((await patch({ backupPeriodInHours: 24 })).status).toBe(400);
	});
});

describe('snapshots', () => {
	it('are listed page by page, and read by ID', async () => {
		const { snapshotId } = emulator.ids;
		const other = sampleSnapshot(2);
		emulator.state.snapshots.set(other);
		expect(await pages('SERVICE/snapshots', 1)).toEqual([[snapshotId], [other.id]]);
		const script = [{ state: 'in_progress' }, { state: 'throttled' }, { state: 'done' }];
		emulator.scripts.snapshot(snapshotId, script);
		const read = async () => (await send(`GET SERVICE/snapshots/${snapshotId}`)).result;
		for (const { state } of script) expect(await read()).toMatchObject({ status: state });
		expect((await send('GET SERVICE/snapshots/none')).status).toBe(404);
	});

	it('are configured if the organization has them', async () => {
		const body = { enabled: true, gap: 30, timeFrame: 1440 };
		const patch = async () => (await send('PATCH SERVICE/snapshotConfiguration', body)).status;
		expect(await patch()).toBe(200);
		expect((await send('GET SERVICE/snapshotConfiguration')).result).toEqual(body);
		emulator.state.organizations.set({ ...sampleOrganization(), capabilities: {} });
		expect(await patch()).toBe(403);
	});
});
