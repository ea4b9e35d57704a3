import type { RawResponse } from '../../../nodes/engine/http/response';
import { json, like, shown } from '../core/fakes';
import { ORGANIZATION_ID } from './context';
import type { ManagementRun } from './runManagement';
import { refusal, runManagement } from './runManagement';

const SERVICE = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
const PIPES = ['0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54', '5b7e2c18-90af-4d36-8e12-c4a9d0f3b672'];
const KEY = '8d21f0c4-0000-4000-8000-000000000001';

const byName = (value: unknown) => ({ __rl: true, mode: 'name', value });

const LISTS: Record<string, unknown> = {
	'GET services': [
		{ id: SERVICE, name: ' Analytics ' },
		{ id: PIPES[0], name: 'Shop' },
	],
	[`GET services/${SERVICE}/clickpipes`]: [
		{ id: PIPES[0], name: 'Orders' },
		{ id: PIPES[1], name: 'Users', state: 'Failed', createdAt: '2026-05-31T11:59:57Z' },
		{ id: KEY, name: 'Users' },
	],
};

/** Each page contains two API keys. */
const KEY_PAGES = [
	['a', 'b'],
	['c', 'twice'],
	['last', 'twice'],
];

function keyPage(request: string) {
	const page = Number(/cursor=(\d)/.exec(request)?.[1] ?? 0);
	const next = page + 1 < KEY_PAGES.length ? { nextCursor: String(page + 1) } : {};
	const result = (KEY_PAGES[page] ?? []).map((name, index) => ({ id: idOf(page, index), name }));
	return json({ result, ...next });
}

function idOf(page: number, index: number): string {
	return KEY.replace(/..$/, `${String(page)}${String(index)}`);
}

async function stop(pipe: unknown, more: Partial<ManagementRun> = {}, fields = {}) {
	return await runManagement({
		fields: {
			resource: 'pipe',
			operation: 'stop',
			serviceId: byName('Analytics'),
			pipeId: byName(pipe),
			...fields,
		},
		answer: (request) => json({ result: LISTS[request] ?? { id: PIPES[0], state: 'Stopped' } }),
		...more,
	});
}

describe('Pipe → Stop (By Name)', () => {
	it('reads the services and the pipes once each', async () => {
		const { requests } = await stop(' Orders ', { count: 2 });
		expect(requests).toEqual([
			'GET services',
			`GET services/${SERVICE}/clickpipes`,
			`PATCH services/${SERVICE}/clickpipes/${String(PIPES[0])}/state`,
			`PATCH services/${SERVICE}/clickpipes/${String(PIPES[0])}/state`,
		]);
	});

	it("shows the pipe with its ID in a dry run's summary", async () => {
		const { items } = await stop('Orders', {}, { options: { dryRun: true } });
		expect(items[0]?.['summary']).toBe(
			'Stop pipe "Orders" (0c8f…8e54) of service "Analytics" (3f0c…1b90)',
		);
	});

	it.each([
		[
			'orders',
			'No pipe has the name "orders".',
			/^Nothing was changed\. Did you mean "Orders"\?.* Pipe → Get Many lists the names\.$/,
		],
		['Clicks', 'No pipe has the name "Clicks".', /There are: "Orders", "Users"\. Names are/],
		[
			'Users',
			'2 pipes have the name "Users".',
			new RegExp(
				`Enter the ID of the right pipe in Pipe: ${String(PIPES[1])} \\(Failed, created 2026-05-31\\), ${KEY}\\. .* choose By ID\\.`,
			),
		],
	])('lists the existing names if it finds %s', async (name, message, description) => {
		const { error, requests } = await stop(name);
		expect(shown(error)).toMatchObject({
			message,
			description: like(description),
		});
		expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
	});
});

it("lists the first five names in the API's order, because sorting takes long", async () => {
	const named = ['f', 'e', 'd', 'e', 'c', 'b', 'a'].map((name) => ({ id: `${KEY}${name}`, name }));
	const { error } = await stop('Clicks', {
		answer: (request) => json({ result: request === 'GET services' ? LISTS[request] : named }),
	});
	expect(shown(error).description).toContain('There are: "f", "e", "d", "c", "b" and 1 more.');
});

it("hides the credential's secret in a list of names", async () => {
	const named = [{ id: KEY, name: 'canary-secret' }];
	const { error } = await stop('Clicks', {
		answer: (request) => json({ result: request === 'GET services' ? LISTS[request] : named }),
	});
	expect(shown(error).description).toContain('There are: "***".');
});

describe('WriteJournal (By Name)', () => {
	it.each([
		{ first: PIPES[0], then: byName('Orders'), how: 'By ID, then By Name' },
		{ first: byName('Orders'), then: PIPES[0], how: 'By Name, then By ID' },
	])('counts a pipe chosen $how as deleted after an unknown outcome', async ({ first, then }) => {
		const stored = {};
		const remove = async (pipeId: unknown, response: RawResponse) =>
			await stop(
				'',
				{
					stored,
					answer: (request) =>
						request.startsWith('GET') ? json({ result: LISTS[request] }) : response,
				},
				{ operation: 'delete', serviceId: SERVICE, pipeId },
			);
		await remove(first, json({}, 504));
		const { error, requests } = await remove(then, refusal(404, 'NOT_FOUND: No pipe'));
		expect(error).toBeUndefined();
		expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([
			`DELETE services/${SERVICE}/clickpipes/${String(PIPES[0])}`,
		]);
	});
});

describe('API Key → Get (By Name)', () => {
	const get = async (name: string) =>
		await runManagement({
			fields: { resource: 'apiKey', operation: 'get', apiKeyId: byName(name) },
			answer: (request) =>
				request.startsWith('GET keys?') ? keyPage(request) : json({ result: { id: request } }),
		});

	it('finds a key on the last page', async () => {
		const { requests, items } = await get('last');
		expect(requests.slice(1, 3)).toEqual([
			'GET keys?limit=250&cursor=1',
			'GET keys?limit=250&cursor=2',
		]);
		expect(items).toMatchObject([{ id: `GET keys/${idOf(2, 0)}` }]);
	});

	it('rejects a name that appears on two pages', async () => {
		const { error } = await get('twice');
		expect(shown(error).description).toContain(`${idOf(1, 1)}, ${idOf(2, 1)}`);
	});
});

describe('Query Endpoint → Run (By Name)', () => {
	const run = async (serviceId: unknown) =>
		await runManagement({
			fields: {
				resource: 'queryEndpoint',
				operation: 'run',
				queryEndpointId: byName('a'),
				serviceId,
			},
			answer: (request) => (request.startsWith('GET services?') ? json({}) : keyPage(request)),
		});

	it('needs a service to find the endpoint', async () => {
		const { error, requests } = await run('');
		expect(shown(error).message).toBe(
			'Service is needed to find the record by its name. Enter it.',
		);
		expect(requests).toEqual([]);
	});

	it('finds the endpoint in the chosen service', async () => {
		const { requests } = await run(SERVICE);
		expect(requests.some((request) => request.includes(`/run/${idOf(0, 0)}`))).toBe(true);
	});
});

describe('BYOC Infrastructure → Get (By Name)', () => {
	const INFRASTRUCTURE = [
		{ id: KEY, displayName: 'Production' },
		{ id: PIPES[0], displayName: null, accountId: '4711' },
	];
	const get = async (name: string) =>
		await runManagement({
			fields: {
				resource: 'byocInfrastructure',
				operation: 'get',
				byocInfrastructureId: byName(name),
			},
			answer: (request) =>
				json({
					result: request.endsWith(ORGANIZATION_ID)
						? { byocConfig: INFRASTRUCTURE }
						: { id: request },
				}),
		});

	it.each([
		{ name: 'Production', id: KEY },
		{ name: '4711', id: PIPES[0] },
	])("finds $name in the organization's record", async ({ name, id }) => {
		const { items } = await get(name);
		expect(items).toMatchObject([{ id: `GET byocInfrastructure/${String(id)}` }]);
	});

	it('lists the IDs with Organization → Get, by default', async () => {
		const record = { id: ORGANIZATION_ID, name: 'Acme', byocConfig: INFRASTRUCTURE, tenant: '1' };
		const { items } = await runManagement({
			fields: { resource: 'organization', operation: 'get', output: 'simplified' },
			answer: () => json({ result: record }),
		});
		expect(items).toMatchObject([{ byocConfig: INFRASTRUCTURE }]);
		expect(items[0]).not.toHaveProperty('tenant');
	});

	it('suggests the operation that lists the names', async () => {
		const { error, requests } = await get('production');
		expect(shown(error).description).toMatch(
			/"Production"\?.* Organization → Get lists the names\.$/,
		);
		expect(requests).toHaveLength(1);
	});
});

describe('locators with By Name', () => {
	it('suggests By Name for a name typed as an ID', async () => {
		const { error } = await stop('Orders', {}, { pipeId: 'Orders', serviceId: SERVICE });
		expect(shown(error).message).toMatch(
			/^Pipe isn't a UUID\. .* choose By Name\. Pipe → Get Many lists names and IDs\.$/,
		);
	});

	it("doesn't suggest By Name if names can't be looked up", async () => {
		const fields = { resource: 'snapshot', operation: 'get', snapshotId: byName('Monday') };
		const { error } = await stop('Orders', {}, fields);
		expect(shown(error).message).toBe(
			"Snapshot can't be found by its name here. Enter its ID. To type an ID, choose By ID.",
		);
	});

	it("suggests a multi-select's list for a typed name", async () => {
		const { error } = await runManagement({
			fields: {
				resource: 'apiKey',
				operation: 'create',
				name: 'Reporting',
				additionalFields: { assignedRoleIds: ['Reader'] },
			},
			answer: () => json({}),
		});
		expect(shown(error).message).toMatch(
			/^Entry 1 of "Assigned Role Names or IDs" isn't a UUID\. .* choose it from the list\. Role → Get Many lists names and IDs\.$/,
		);
	});

	it('reports other invalid fields before it reads a list', async () => {
		const { error, requests } = await stop('Orders', {}, { serviceId: byName(' ') });
		expect(shown(error).message).toMatch(/^Service is empty/);
		expect(requests).toEqual([]);
	});

	it('blocks a change with an unknown outcome without reading a list', async () => {
		const create = async (stored: Record<string, unknown>) =>
			await runManagement({
				stored,
				fields: {
					...{ resource: 'savedQuery', operation: 'create', serviceId: byName('Analytics') },
					...{ name: 'Orders', sql: 'SELECT 1', database: 'default' },
				},
				answer: (request) =>
					request.startsWith('GET') ? json({ result: LISTS[request] }) : json({}, 502),
			});
		const stored = {};
		await create(stored);
		const { error, requests } = await create(stored);
		expect(shown(error).message).toMatch(/Not sent again/);
		expect(requests).toEqual([]);
	});
});
