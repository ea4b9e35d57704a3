import { CLICKSTACK_IDS, type Emulator, startEmulator } from '../../../tools/emulator';
import { CLOUD_IDS } from '../../../tools/emulator/state/ids';
import { pathOf, send } from './client';

const { serviceId } = CLOUD_IDS;
const LOG = { name: 'log_queries', value: '1' };

describe('emulator', () => {
	let emulator: Emulator;

	beforeEach(async () => {
		emulator = await startEmulator({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });
	});

	afterEach(async () => {
		await emulator.close();
	});

	async function ask(method: string, part: string, body?: Record<string, unknown>) {
		const { status, result } = await send(emulator, method, pathOf(emulator, 'cloud', part), body);
		return result ?? status;
	}

	it("stores a service's settings", async () => {
		expect(await ask('GET', 'clickhouseSettings')).toEqual({ settings: [LOG] });
		const settings = { log_queries: 0, 'spec.extraConfig.server.max_concurrent_queries': '9' };
		const [, restarting] = Object.keys(settings);
		const warnings = [{ name: restarting, message: 'A reset restarts the server.' }];
		expect(await ask('PATCH', 'clickhouseSettings', { settings })).toEqual({ settings, warnings });
		expect(await ask('GET', 'clickhouseSettings/log_queries')).toEqual({ ...LOG, value: '0' });
		expect(await ask('DELETE', 'clickhouseSettings/log_queries')).toBe(200);
		expect(await ask('DELETE', 'clickhouseSettings/log_queries')).toBe(200);
		expect(await ask('GET', 'clickhouseSettings/log_queries')).toBe(404);
		expect(await ask('PATCH', 'clickhouseSettings', { settings: { other: 1 } })).toBe(400);
		expect(await ask('PATCH', 'clickhouseSettings', { settings: {} })).toBe(400);
		const [known] = [await ask('GET', 'clickhouseSettings/schema')];
		expect(known).toMatchObject({ settings: [{ name: restarting }, { enum: [0, 1] }, {}] });
	});

	it('stores an upgrade window until it is deleted', async () => {
		const duration = 6;
		const sent = { weekday: 3, startHourUtc: 18 };
		expect(await ask('GET', 'upgradeWindow')).toEqual({ weekday: 0, startHourUtc: 6, duration });
		expect(await ask('PUT', 'upgradeWindow', sent)).toEqual({ ...sent, duration });
		expect(await ask('DELETE', 'upgradeWindow')).toBe(200);
		expect([await ask('GET', 'upgradeWindow'), await ask('DELETE', 'upgradeWindow')]).toEqual([
			404, 404,
		]);
		expect(await ask('PUT', 'upgradeWindow', { weekday: 3, startHourUtc: 5 })).toBe(400);
		emulator.change('services', serviceId, (service) => ({ ...service, isPrimary: false }));
		expect(await ask('PUT', 'upgradeWindow', sent)).toBe(400);
	});

	it('serves roles only in managed ClickStack', async () => {
		const { predefinedRoleId, clickStackRoleId } = CLICKSTACK_IDS;
		const inManaged = (id?: string) => pathOf(emulator, 'managed', 'roles', id);
		const permissions = [{ action: 'read', subject: 'Alert' }];
		const { result: role } = await send(emulator, 'PUT', inManaged(clickStackRoleId), {
			permissions,
		});
		expect(role).toMatchObject({ name: 'Reader', description: 'Reads dashboards', permissions });
		const { result: made } = await send(emulator, 'POST', inManaged(), {
			name: 'New',
			permissions,
		});
		expect(made).toMatchObject({ name: 'New', permissions, isPredefined: false });
		const deleted = [predefinedRoleId, clickStackRoleId, clickStackRoleId].map(inManaged);
		const statuses: number[] = [];
		for (const path of deleted) statuses.push((await send(emulator, 'DELETE', path)).status);
		expect(statuses).toEqual([400, 200, 404]);
		expect((await send(emulator, 'GET', pathOf(emulator, 'own', 'roles'))).status).toBe(400);
	});
});
