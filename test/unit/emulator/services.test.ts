import { isJsonObject, objectAt } from '../../../tools/contract/json';
import { sampleService } from '../../../tools/emulator';
import { withEmulator } from '../../withEmulator';
import { call, pathsOf } from './client';

const emulator = withEmulator({ dialect: 'clickhouseCloud', seed: {} });

async function send(request: string, body?: unknown) {
	const [method = '', path = ''] = request.split(' ');
	const { organization, service } = pathsOf(emulator);
	const full = path.replace('SERVICE', service).replace('ORGANIZATION', organization);
	const { status, json } = await call(emulator, full, { method, body });
	return { status, error: json['error'], result: json['result'] };
}

const BODY = { name: 'Shop', provider: 'gcp', region: 'us-east1', ipAccessList: [] };

it('creates a service that is provisioned, then runs, and shows its password once', async () => {
	const created = await send('POST ORGANIZATION/services', { ...BODY, numReplicas: 2 });
	const service = { ...BODY, numReplicas: 2, isPrimary: true };
	expect(created.result).toMatchObject({
		service: { ...service, state: 'provisioning' },
		password: expect.any(String) as unknown,
	});
	const id = String(objectAt(created.result, 'service')['id']);
	const { result } = await send(`GET ORGANIZATION/services/${id}`);
	expect(result).toMatchObject({ id, ...service, state: 'running' });
	expect(result).not.toHaveProperty('password');
});

it.each([
	{ minReplicas: 1, maxReplicas: 2 },
	{ autoscalingMode: 'horizontal', numReplicas: 2 },
])('refuses a new service with %j', async (scaling) => {
	const { status } = await send('POST ORGANIZATION/services', { ...BODY, ...scaling });
	expect([status, emulator.state.services.size]).toEqual([400, 1]);
});

it('adds to lists and removes from them, the removals first', async () => {
	const office = { source: '192.0.2.0/24', description: 'Office' };
	const ipAccessList = { add: [{ source: '203.0.113.7' }, office], remove: [office] };
	const tags = {
		add: [{ key: 'Team', value: 'a' }],
		remove: [{ key: 'Environment' }, { key: 'x' }],
	};
	const body = { name: 'Shop', ipAccessList, tags, privateEndpointIds: { remove: ['vpce-1'] } };
	expect(await send('PATCH SERVICE', body)).toMatchObject({ status: 200 });
	expect((await send('GET SERVICE')).result).toMatchObject({
		name: 'Shop',
		ipAccessList: [{ source: '203.0.113.7' }, office],
		tags: [{ key: 'Team', value: 'a' }],
		privateEndpointIds: [],
	});
});

it('switches the endpoint for MySQL on and off', async () => {
	const protocols = async (enabled: boolean) => {
		const body = { endpoints: [{ protocol: 'mysql', enabled }] };
		const { result } = await send('PATCH SERVICE', body);
		const endpoints: unknown = isJsonObject(result) ? result['endpoints'] : undefined;
		return JSON.stringify(endpoints).includes('mysql');
	};
	expect([await protocols(true), await protocols(false)]).toEqual([true, false]);
});

it('deletes a service only when it is stopped, and not immediately then', async () => {
	const statuses: number[] = [(await send('DELETE SERVICE')).status];
	await send('PATCH SERVICE/state', { command: 'stop' });
	for (const method of ['DELETE', 'DELETE', 'GET', 'DELETE']) {
		statuses.push((await send(`${method} SERVICE`)).status);
	}
	expect(statuses).toEqual([409, 409, 200, 404, 404]);
});

it.each(['idle', 'failed', 'degraded', 'provisioning'])(
	'deletes a service that is %s',
	async (state) => {
		emulator.state.services.set({ ...sampleService(), state });
		expect(await send('DELETE SERVICE')).toMatchObject({ status: 200 });
	},
);

const HASH = `${'k'.repeat(43)}=`;

it.each<[object, boolean]>([
	[{}, true],
	[{ newDoubleSha1Hash: 'a9'.repeat(20) }, true],
	[{ newPasswordHash: HASH }, false],
])('resets a password with %j, and answers one: %s', async (body, hasPassword) => {
	const { status, result } = await send('PATCH SERVICE/password', body);
	expect([status, isJsonObject(result) && 'password' in result]).toEqual([200, hasPassword]);
});

it('keeps a schedule until it is replaced, cleared or deleted', async () => {
	const schedule = 'SERVICE/scalingSchedule';
	const entry = { name: 'Nights', weekdays: [1], startHourUtc: 22, endHourUtc: 6, numReplicas: 2 };
	const statuses: number[] = [];
	const note = async (method: string, entries?: unknown[]) => {
		const { status, result } = await send(`${method} ${schedule}`, entries && { entries });
		statuses.push(status);
		return result;
	};
	await note('GET');
	await note('DELETE');
	await note('POST', [entry, entry]);
	await note('POST', [entry]);
	const stored = { entries: [{ name: 'Nights', minReplicas: 2, maxReplicas: 2 }] };
	expect(await note('GET')).toMatchObject({ ...stored, baseConfig: { idleScaling: true } });
	expect((await send('GET SERVICE')).result).toMatchObject({ scalingSchedule: stored });
	await note('POST', []);
	await note('GET');
	await note('POST', [entry]);
	await note('DELETE');
	await note('GET');
	expect(statuses).toEqual([404, 404, 200, 200, 200, 200, 404, 200, 200, 404]);
});
