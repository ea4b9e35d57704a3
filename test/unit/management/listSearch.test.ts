import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { managementApi } from '../../../nodes/clickhouseCloud/api';
import { listSearch, loadOptions, watchedOptions } from '../../../nodes/clickhouseCloud/lists';
import { listPage, searchMethod } from '../../../nodes/features/lists/lists';
import type { RawResponse } from '../../../nodes/engine/http/response';
import type { JsonObject } from '../../../nodes/engine/json';
import { fakeContext, json } from '../core/fakes';
import { ORGANIZATION_ID, SERVICE_ID } from './context';
import { newCredential } from './runManagement';

const CLOUD_URL = 'https://api.clickhouse.cloud';

const redact = (text: string): string => text.replaceAll('canary', '***');

/** Stands in for n8n's list. Each panel has a new key. */
function panel(
	respond: (path: string, query: string) => RawResponse,
	parameters: INodeParameters = {},
	changes: Record<string, string> = {},
) {
	const paths: string[] = [];
	const { context } = fakeContext({
		credentials: {
			cloudManagementApi: newCredential({ baseUrl: 'https://api.example.com', ...changes }),
		},
		timezone: 'Europe/Berlin',
		respond: ({ url }) => {
			const { pathname: path, search } = new URL(url);
			paths.push(path.split('/').at(-1) ?? '');
			return respond(path, search.slice(1));
		},
		members: { getCurrentNodeParameter: (name: string) => parameters[name] },
	});
	return { context: context as unknown as ILoadOptionsFunctions, paths };
}

const zone = { timezone: 'Europe/Berlin', redact };

describe('listPage (names)', () => {
	const nameOf = (record: object, shown: Omit<Parameters<typeof listPage>[1], 'idKey'>) =>
		listPage([{ id: 'i', ...record }], shown, zone).results[0]?.name;

	it("joins a record's names", () => {
		const shown = { name: [['type'], ['by', 'at'], ['createdAt']] };
		const start = { type: 'start', by: 'Ada', at: '1', createdAt: '2026-05-31T10:00:00Z' };
		expect(nameOf(start, shown)).toBe('start · Ada · 2026-05-31 12:00');
		expect(nameOf({ type: 'start', at: '1', createdAt: 'once' }, shown)).toBe('start · 1');
	});

	it.each([
		{ record: { name: 'a\ncanary', state: 'canary' }, label: 'a ***\u00a0(***)' },
		{ record: { id: 'canary' }, label: '***' },
		{ record: { name: 'x'.repeat(1000) }, label: `${'x'.repeat(200)}…` },
		{ record: { name: `${'x'.repeat(198)}canary` }, label: `${'x'.repeat(198)}**…` },
	])('shows at most 200 characters without secrets: $label', ({ record, label }) => {
		expect(nameOf(record, { name: [['name']], details: ['state'] })).toBe(label);
	});
});

describe('listPage (search)', () => {
	const shown = { name: [['name'], ['createdAt']], details: ['state'] };
	const found = (listed: JsonObject[], ...query: [filter?: string, paginationToken?: unknown]) => {
		const { results, paginationToken } = listPage(listed, shown, zone, ...query);
		return { ids: results.map(({ value }) => value), paginationToken };
	};
	const listed = [
		{ id: 'id-1', name: 'Shop', state: 'idle', createdAt: '2026-05-31T22:30:00Z' },
		{ id: 'id-22', name: 'Orders\n of today' },
		{ name: 'shop without an ID' },
	];

	it.each([
		{ filter: '', ids: ['id-22', 'id-1'] },
		{ filter: ' shop ', ids: ['id-1'] },
		{ filter: 'shop · 2026-06-01 00:30 (idle)', ids: ['id-1'] },
		{ filter: 'orders of', ids: ['id-22'] },
		{ filter: 'ID-2', ids: ['id-22'] },
		{ filter: '.', ids: [] },
	])('finds $ids for $filter', ({ filter, ids }) => {
		expect(found(listed, filter)).toEqual({ ids });
	});

	const many = Array.from({ length: 450 }, (_, n) => ({ id: `i${String(n)}`, name: 'n' }));

	it('searches the entries of all pages', () => {
		expect(found(many, 'i449').ids).toEqual(['i449']);
	});

	it('shows 200 entries per page', () => {
		const ids = many.map(({ id }) => id);
		expect(found(many)).toEqual({ ids: ids.slice(0, 200), paginationToken: '200' });
		expect(found(many, 'N', '200')).toEqual({ ids: ids.slice(200, 400), paginationToken: '400' });
		expect(found(many, '', '400')).toEqual({ ids: ids.slice(400) });
		expect(found(many.slice(0, 200)).paginationToken).toBeUndefined();
	});
});

describe('listPage (order)', () => {
	const NAMES = ['Zebra', 'alpha', '', 'Mid 10', 'Mid 9'];
	const listed = NAMES.map((name, n) => ({ id: `i${String(n)}`, name }));
	const shown = { name: [['name']] };
	const namesOf = (...of: Parameters<typeof listPage>) =>
		listPage(...of).results.map(({ name }) => name);
	const SORTED = ['alpha', 'Mid 9', 'Mid 10', 'Zebra', 'i2'];

	it('sorts by name, with unnamed records last', () => {
		expect(namesOf(listed, shown, zone)).toEqual(SORTED);
		expect(namesOf(listed, { ...shown, isPaged: true }, zone)).toEqual(SORTED);
	});

	it("lists records in the API's order where it's meaningful, such as newest first", () => {
		const names = namesOf(listed, { ...shown, isOrdered: true }, zone);
		expect(names).toEqual(['Zebra', 'alpha', 'i2', 'Mid 10', 'Mid 9']);
	});

	const many = Array.from({ length: 250 }, (_, n) => ({
		id: `00000${String(n).padStart(3, '0')}`,
		name: n % 125 === 0 ? 'Twice' : `Name ${String(250 - n)}`,
	}));

	it.each([
		{ of: 'a list without pages', more: {}, filter: '', first: 'Name 1' },
		{ of: 'a search in pages', more: { isPaged: true }, filter: 'NAME', first: 'Name 1' },
		// Names on later pages aren't known yet.
		{ of: 'pages', more: { isPaged: true }, filter: '', first: 'Twice\u00a0…000000' },
	])('starts $of with $first', ({ more, filter, first }) => {
		expect(namesOf(many, { ...shown, ...more }, zone, filter)[0]).toBe(first);
	});

	it.each([{}, { isPaged: true }])('shows every entry once with %j', (more) => {
		const ids = ['0', '200'].flatMap((token) =>
			listPage(many, { ...shown, ...more }, zone, '', token).results.map(({ value }) => value),
		);
		expect(new Set(ids).size).toBe(many.length);
	});

	it('tells equal names on two pages apart', () => {
		const twice = [many[0], ...many.slice(1, 201), many[125]].flatMap((record) => record ?? []);
		const keepsOrder = { ...shown, isOrdered: true } as const;
		const marks = ['0', '200'].flatMap((token) =>
			namesOf(twice, keepsOrder, zone, '', token).filter((name) => name.startsWith('Twice')),
		);
		expect(marks).toContain('Twice\u00a0…000000');
		expect(marks).not.toContain('Twice');
	});

	it('marks an equal name that a search leaves out', () => {
		expect(namesOf(many, shown, zone, '00000125')).toEqual(['Twice\u00a0…000125']);
		expect(namesOf(many, shown, zone, '00000124')).toEqual(['Name 126']);
	});
});

const records =
	(...result: object[]) =>
	() =>
		json({ result });
const serviceId = { __rl: true, mode: 'id', value: ` ${SERVICE_ID} ` };
describe('listSearch', () => {
	/** The record has everything that a list can show. */
	const RECORD = {
		id: 'r-1',
		userId: 'u-1',
		name: 'Ada',
		email: 'ada@example.com',
		description: 'Brokers',
		database: 'shop',
		actorId: 'U-1',
		type: 'custom',
		state: 'idle',
		status: 'done',
		keySuffix: 'aB3x',
		createdAt: '2026-05-31T10:00:00Z',
		startedAt: '2026-05-31T10:00:00Z',
	};
	const LISTS: Array<{ method: keyof typeof listSearch; path: string; name: string }> = [
		{ method: 'searchActivities', path: 'activities', name: 'custom · U-1 · 2026-05-31 12:00' },
		{ method: 'searchApiKeys', path: 'keys', name: 'Ada\u00a0(idle, aB3x)' },
		{ method: 'searchBackups', path: 'backups', name: '2026-05-31 12:00\u00a0(done)' },
		{ method: 'searchInvitations', path: 'invitations', name: 'ada@example.com' },
		{ method: 'searchMembers', path: 'members', name: 'Ada\u00a0(ada@example.com)' },
		{ method: 'searchPipes', path: 'pipes', name: 'Ada\u00a0(idle)' },
		{ method: 'searchQueryEndpoints', path: 'query-api-endpoints', name: 'Ada\u00a0(shop)' },
		{
			method: 'searchReversePrivateEndpoints',
			path: 'pipesReversePrivateEndpoints',
			name: 'Brokers\u00a0(done)',
		},
		{ method: 'searchRoles', path: 'roles', name: 'Ada\u00a0(custom)' },
		{ method: 'searchSavedQueries', path: 'saved-queries', name: 'Ada\u00a0(shop)' },
		{ method: 'searchServices', path: 'services', name: 'Ada\u00a0(idle)' },
	];

	it.each(LISTS)('$method shows the records of $path', async ({ method, path, name }) => {
		const { context, paths } = panel(records(RECORD, {}), { serviceId });
		const value = method === 'searchMembers' ? RECORD.userId : RECORD.id;
		expect(await listSearch[method].call(context)).toEqual({ results: [{ name, value }] });
		expect(await listSearch[method].call(context, 'NONE')).toEqual({ results: [] });
		expect(paths).toEqual([path, path]);
	});

	it.each([undefined, '', 'ada@example.com'])(
		'shows the address of a member named %j once',
		async (name) => {
			const { context } = panel(records({ ...RECORD, name }, {}));
			const { results } = await listSearch.searchMembers.call(context);
			expect(results).toEqual([{ name: 'ada@example.com', value: RECORD.userId }]);
		},
	);

	it("shows a service's private endpoints", async () => {
		const found = async (availablePrivateEndpointIds?: unknown[]) => {
			const respond = () => json({ result: { availablePrivateEndpointIds } });
			const { context } = panel(respond, { serviceId });
			return (await listSearch.searchPrivateEndpoints.call(context)).results;
		};
		expect(await found(['vpce-1', 7, '', null])).toEqual([{ name: 'vpce-1', value: 'vpce-1' }]);
		expect(await found(['vpce-canary-secret'])).toEqual([
			{ name: 'vpce-***', value: 'vpce-canary-secret' },
		]);
		expect(await found()).toEqual([]);
	});

	it('reads only the shown part of a paged list', async () => {
		const queries: string[] = [];
		const respond = (_path: string, query: string) => {
			queries.push(query);
			const start = Number(new URLSearchParams(query).get('cursor'));
			const result = Array.from({ length: 250 }, (_key, n) => ({
				id: `k${String(start + n)}`,
				name: 'n',
			}));
			return json({ result, nextCursor: start < 500 ? String(start + 250) : null });
		};
		const { context } = panel(respond);
		const keys = listSearch.searchApiKeys;
		expect(await keys.call(context)).toMatchObject({
			results: { length: 200 },
			paginationToken: '200',
		});
		expect(queries.splice(0)).toEqual(['']);
		const second = await keys.call(context, '', '200');
		expect(second.results[0]?.value).toBe('k200');
		expect(queries.splice(0)).toEqual(['', 'cursor=250']);
		expect((await keys.call(context, 'K749')).results).toHaveLength(1);
		expect(queries.splice(0)).toEqual(['', 'cursor=250', 'cursor=500']);
		await keys.call(panel(respond, {}, { baseUrl: CLOUD_URL }).context);
		expect(queries).toEqual(['limit=201']);
	});

	it('redacts secrets that the API echoes', async () => {
		const { context } = panel(records({ id: SERVICE_ID, name: 'canary-secret' }));
		const { results } = await listSearch.searchServices.call(context);
		expect(results.map(({ name }) => name)).toEqual(['***']);
	});

	it("reads the key's organization first if the credential has none", async () => {
		const organizations: unknown[] = [[{ id: '' }], [{ id: ORGANIZATION_ID }]];
		const { context, paths } = panel(
			(path) =>
				json({
					result: path.endsWith('/organizations')
						? organizations.shift()
						: [{ id: SERVICE_ID, name: 'Shop' }],
				}),
			{},
			{ baseUrl: CLOUD_URL, organizationId: '' },
		);
		await expect(listSearch.searchServices.call(context)).rejects.toThrow(/can't be read/);
		expect(paths).toEqual(['organizations']);
		const { results } = await listSearch.searchServices.call(context);
		expect(results).toMatchObject([{ value: SERVICE_ID }]);
		expect(paths).toEqual(['organizations', 'organizations', 'services']);
	});

	it("reports the Base URL's typo before an empty Organization ID", async () => {
		const { context, paths } = panel(
			() => json({ result: [] }),
			{},
			{ baseUrl: 'https://api.clickhouse.clod', organizationId: '' },
		);
		await expect(listSearch.searchServices.call(context)).rejects.toThrow(
			/^Base URL is api\.clickhouse\.clod\. Did you mean api\.clickhouse\.cloud\?/,
		);
		expect(paths).toEqual([]);
	});

	it('explains that the list took too long', async () => {
		const now = jest.spyOn(performance, 'now');
		const { context } = panel(() => {
			now.mockReturnValue(performance.now() + 20_000);
			return json({}, 503);
		});
		await expect(listSearch.searchServices.call(context)).rejects.toThrow(/15 seconds/);
		now.mockRestore();
	});

	it('skips the read if an expression in Options returns nothing', async () => {
		const { context, paths } = panel(() => json({}), { options: null });
		await expect(listSearch.searchServices.call(context)).rejects.toThrow(/options/);
		expect(paths).toEqual([]);
	});

	it.each([
		{ status: 302, description: / Choose By ID to type the ID\.$/ },
		{ status: 401, description: /^Check the key ID.* type the ID\.$/ },
		{ status: 404, description: /might not have this list\. Choose By ID/ },
		{ status: 429, description: /^Open the list again in a minute\. Choose By ID/ },
	])('ends the error after status $status with advice', async ({ status, description }) => {
		const answer = json({ error: 'canary-secret' }, status, { 'retry-after': '60' });
		const { context, paths } = panel(() => answer, { serviceId });
		const read = listSearch.searchPipes.call(context);
		await expect(read).rejects.toMatchObject({
			httpCode: String(status),
			message: expect.not.stringContaining('canary') as string,
			description: expect.stringMatching(description) as string,
		});
		expect(paths).toEqual(['pipes']);
	});

	it.each([undefined, 'no UUID', { __rl: true, mode: 'list', value: '' }])(
		'asks for the service instead of %j',
		async (chosen) => {
			const parameters: INodeParameters = chosen === undefined ? {} : { serviceId: chosen };
			const { context, paths } = panel(() => json({ result: {} }), parameters);
			await expect(listSearch.searchPrivateEndpoints.call(context)).rejects.toThrow(/^Service /);
			expect(paths).toEqual([]);
		},
	);
});

describe('loadOptions', () => {
	it("returns the organization's roles by name", async () => {
		const result = [
			{ id: 'r-2', name: 'Ops', type: 'custom' },
			{ id: 'r-1', name: 'Admin', type: 'system' },
		];
		const { context, paths } = panel(() => json({ result }));
		expect(await loadOptions.getRoles.call(context)).toEqual([
			{ name: 'Admin\u00a0(system)', value: 'r-1' },
			{ name: 'Ops\u00a0(custom)', value: 'r-2' },
		]);
		expect(paths).toEqual(['roles']);
	});

	it("doesn't return roles if the API doesn't list them", async () => {
		const { context } = panel(() => json({ error: 'NOT_FOUND' }, 404));
		expect(await loadOptions.getRoles.call(context)).toEqual([]);
	});

	it('returns members and API keys as the actors of a role', async () => {
		const { context } = panel((path) =>
			json({
				result: path.endsWith('/members')
					? [
							{ userId: 'u-1', name: 'Zoe', email: 'zoe@example.com' },
							{ userId: 'u-2', email: 'a@b.c' },
						]
					: [{ id: 'k-1', name: 'Reporting' }],
			}),
		);
		expect(await loadOptions.getActors.call(context)).toEqual([
			{ name: 'a@b.c', value: 'user/u-2' },
			{ name: 'Reporting\u00a0(API key)', value: 'apiKey/k-1' },
			{ name: 'Zoe\u00a0(zoe@example.com)', value: 'user/u-1' },
		]);
	});

	it('returns services and the organization as the resources of a policy', async () => {
		const { context } = panel((path) =>
			json({
				result: path.endsWith('/services')
					? [{ id: 's-1', name: 'Shop', state: 'running', region: 'eu' }]
					: { id: 'o-1', name: 'Acme' },
			}),
		);
		expect(await loadOptions.getResources.call(context)).toEqual([
			{ name: 'Acme\u00a0(organization)', value: 'organization/o-1' },
			{ name: 'All services', value: 'instance/*' },
			{ name: 'Shop\u00a0(running, eu)', value: 'instance/s-1' },
		]);
	});

	it("advises if it can't read the roles", async () => {
		const { context } = panel(() => json({ error: 'FORBIDDEN' }, 403));
		await expect(loadOptions.getRoles.call(context)).rejects.toMatchObject({
			description: expect.stringMatching(/ enter the IDs with an expression\.$/) as string,
		});
	});

	it("names the permission that a read of the organization's record lacks", async () => {
		const { context } = panel(() => json({ error: 'FORBIDDEN' }, 403));
		await expect(loadOptions.getResources.call(context)).rejects.toMatchObject({
			description: expect.stringMatching(/control-plane:organization:view permission/) as string,
		});
	});

	it('advises if an expression in Options returns nothing', async () => {
		const { context } = panel(records(), { options: null });
		await expect(loadOptions.getServices.call(context)).rejects.toMatchObject({
			description: expect.stringMatching(/ enter the IDs with an expression\.$/) as string,
		});
	});

	it('returns no pipes while a trigger watches all services', async () => {
		const { context, paths } = panel(records(), { serviceId: '' });
		expect(await watchedOptions.getPipes.call(context)).toEqual([]);
		expect(paths).toEqual([]);
	});
});

it('reports a defect without showing a secret', async () => {
	const { context } = panel(records());
	const logged = jest.spyOn(context.logger, 'error');
	const access = () => ({ api: managementApi, options: {} });
	const broken = async (error: Error) => {
		const loadEntries = async () => await Promise.reject(error);
		return await searchMethod({ access, loadEntries, name: [] }).call(context);
	};
	await expect(broken(new TypeError('boom canary-secret'))).rejects.toMatchObject({
		message: "The node couldn't finish the list (TypeError).",
		context: { details: { reason: 'defect', nextAction: 'lookFirst' } },
	});
	expect(logged).toHaveBeenCalledWith(
		expect.stringContaining(
			`${context.getNode().type}: the list failed unexpectedly. TypeError: boom ***`,
		),
	);
	const refused = new NodeOperationError(context.getNode(), 'Not this way');
	await expect(broken(refused)).rejects.toBe(refused);
	logged.mockRestore();
});
