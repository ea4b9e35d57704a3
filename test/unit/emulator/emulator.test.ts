import { type Emulator, startEmulator } from '../../../tools/emulator';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator();
});

afterEach(() => emulator.close());

const service = () =>
	`/v1/organizations/${emulator.ids.organizationId}/services/${emulator.ids.serviceId}`;

/** Sends with the correct key. Returns the status. */
async function send(method: string, path: string, body?: string): Promise<number> {
	const { management, dashboard } = emulator.credentials;
	const pair = Buffer.from(`${management.keyId}:${management.keySecret}`).toString('base64');
	const token = `Bearer ${dashboard.accessToken}`;
	const authorization = path.startsWith('/api/') ? token : `Basic ${pair}`;
	const headers = { authorization, 'content-type': 'application/json' };
	const sent = { method, headers, ...(body !== undefined && { body }) };
	return (await fetch(`${emulator.url}${path}`, sent)).status;
}

it.each([
	{ what: 'a body without its source', method: 'POST', path: '/pipes', body: '{"name":"x"}' },
	{ what: 'invalid JSON', method: 'POST', path: '/pipes', body: '{"name":' },
	{ what: 'a malformed ID', method: 'GET', path: '/backups/%20' },
	{ what: 'an unknown query', method: 'GET', path: '?limit=1' },
	{ what: 'an unknown path', method: 'GET', path: '/none', status: 404 },
	{ what: 'an unsupported method', method: 'PUT', path: '/pipes', status: 404 },
])('emulator refuses and reports $what', async ({ method, path, body, status = 400 }) => {
	expect(await send(method, `${service()}${path}`, body)).toBe(status);
	expect(emulator.violations).toMatchObject([{ where: 'request', status }]);
});

it('emulator refuses and reports an invalid dashboard body', async () => {
	const path = `/api/v2/dashboards/${emulator.ids.dashboardId}`;
	expect(await send('PUT', path, '{"tiles":1}')).toBe(400);
	expect(emulator.violations).toMatchObject([{ where: 'request', status: 400 }]);
});

it('emulator reports its own response if it breaks the contract', async () => {
	const [good] = emulator.state.services.all();
	if (good === undefined) throw new Error('the service is seeded');
	emulator.state.services.set({ ...good, numReplicas: 'three' });
	expect(await send('GET', service())).toBe(500);
	expect(emulator.violations).toMatchObject([{ where: 'answer', operationId: 'getService' }]);
});

it.each([true, false])(
	'emulator executes a request with a fault only if actAnyway is set: %s',
	async (actAnyway) => {
		emulator.faults.add({ kind: 'status', status: 504, actAnyway });
		const invitation = JSON.stringify({ email: 'ada@example.com', role: 'admin' });
		const path = `/v1/organizations/${emulator.ids.organizationId}/invitations`;
		const { size } = emulator.state.recordsOf('management', 'invitations');
		expect(await send('POST', path, invitation)).toBe(504);
		const made = emulator.state.recordsOf('management', 'invitations').size - size;
		expect(made).toBe(actAnyway ? 1 : 0);
	},
);
