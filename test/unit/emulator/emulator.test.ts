import { type Emulator, startEmulator } from '../../../tools/emulator';
import { pathOf, send } from './client';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator();
});

afterEach(() => emulator.close());

const service = () => pathOf(emulator, 'cloud', '').slice(0, -1);

it.each([
	{ what: 'a body without its source', method: 'POST', path: '/pipes', body: '{"name":"x"}' },
	{ what: 'invalid JSON', method: 'POST', path: '/pipes', body: '{"name":' },
	{ what: 'a malformed ID', method: 'GET', path: '/backups/%20' },
	{ what: 'an unknown query', method: 'GET', path: '?limit=1' },
	{ what: 'an unknown path', method: 'GET', path: '/none', status: 404 },
	{ what: 'an unsupported method', method: 'PUT', path: '/pipes', status: 404 },
])('emulator responds with an error to $what', async ({ method, path, body, status = 400 }) => {
	expect(await send(emulator, method, service() + path, body)).toMatchObject({ status });
	expect(emulator.violations).toMatchObject([{ where: 'request', status }]);
});

it('emulator reports an invalid dashboard body', async () => {
	const path = pathOf(emulator, 'own', 'dashboards', emulator.ids.dashboardId);
	expect(await send(emulator, 'PUT', path, { tiles: 1 })).toMatchObject({ status: 400 });
	expect(emulator.violations).toMatchObject([{ where: 'request', status: 400 }]);
});

it('emulator reports its own response if it breaks the contract', async () => {
	const [good] = emulator.state.services.all();
	if (good === undefined) throw new Error('the service is seeded');
	emulator.state.services.set({ ...good, numReplicas: 'three' });
	expect(await send(emulator, 'GET', service())).toMatchObject({ status: 500 });
	expect(emulator.violations).toMatchObject([{ where: 'answer', operationId: 'getService' }]);
});

it.each([true, false])(
	'emulator executes a request with a fault only if actAnyway is set: %s',
	async (actAnyway) => {
		emulator.faults.add({ kind: 'status', status: 504, actAnyway });
		const invitation = { email: 'ada@example.com', role: 'admin' };
		const path = `/v1/organizations/${emulator.ids.organizationId}/invitations`;
		const { size } = emulator.state.recordsOf('management', 'invitations');
		expect(await send(emulator, 'POST', path, invitation)).toMatchObject({ status: 504 });
		const made = emulator.state.recordsOf('management', 'invitations').size - size;
		expect(made).toBe(actAnyway ? 1 : 0);
	},
);
