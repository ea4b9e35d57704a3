import { RowReader } from '../../../nodes/features/query/rows';
import { parsePrometheus } from '../../../nodes/features/metrics/prometheus';
import { CLICKSTACK_IDS, type Emulator, startEmulator } from '../../../tools/emulator';
import { CLOUD_IDS } from '../../../tools/emulator/state/ids';
import { pathOf, send } from './client';

const { serviceId, queryEndpointId, apiKeyId, organizationId, kafkaPipeId } = CLOUD_IDS;
const LOG = { name: 'log_queries', value: '1' };
const EXCEPTION = expect.stringMatching(/^Code: 395\. .*_ZERO\)$/) as string;

describe('the emulator', () => {
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

	it('stores settings', async () => {
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

	it.each([
		{ state: 'running', filtered: 'false', scrape: 'full', pipes: 10, others: 4 },
		{ state: 'running', filtered: 'true', scrape: 'full', pipes: 0, others: 4 },
		{ state: 'partially_running', filtered: 'false', scrape: 'partial', pipes: 0, others: 4 },
		{ state: 'idle', filtered: 'false', scrape: 'partial', pipes: 0, others: 0 },
	])(
		'returns the metrics of a $state service (filtered: $filtered)',
		async ({ state, filtered, ...expected }) => {
			emulator.change('services', serviceId, (service) => ({ ...service, state }));
			const path = pathOf(emulator, 'cloud', `prometheus?filtered_metrics=${filtered}`);
			const { text, type } = await send(emulator, 'GET', path);
			const parsed = parsePrometheus(text);
			const [information, ...items] = 'items' in parsed ? parsed.items : [];
			expect(type).toBe('text/plain');
			expect(information).toMatchObject({
				name: 'ClickHouse_ServiceInfo',
				labels: {
					clickhouse_service_name: 'Analytics 1',
					clickhouse_cluster_status: state,
					scrape: expected.scrape,
				},
			});
			const ofPipes = items.filter(({ name }) => name === 'ClickPipes_Latency_count');
			expect(items.filter(({ name }) => !name.startsWith('ClickPipes'))).toHaveLength(
				expected.others,
			);
			expect(ofPipes).toHaveLength(expected.pipes);
			for (const { labels, type: kind } of ofPipes.filter(
				(item) => item.labels['clickpipe_id'] === kafkaPipeId,
			)) {
				expect([labels['clickpipe_source'], kind]).toEqual(['kafka', 'histogram']);
			}
		},
	);

	it('names the requesting key', async () => {
		const { result } = await send(emulator, 'GET', '/v1/whoami');
		expect(result).toMatchObject({ actorType: 'apiKey', keyId: apiKeyId, organizationId });
	});

	it('has roles only in managed ClickStack', async () => {
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

	/** Runs the endpoint on the query host, with this SQL. */
	async function run(sql: string, queryVariables = {}, headers = {}) {
		const { keyId, keySecret, queryBaseUrl } = emulator.credentials.management;
		emulator.change('queryEndpoints', queryEndpointId, (endpoint) => ({
			...endpoint,
			sql,
		}));
		const response = await fetch(`${queryBaseUrl}/run/${queryEndpointId}?format=JSONEachRow`, {
			method: 'POST',
			body: JSON.stringify({ queryVariables }),
			headers: {
				authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}`,
				'content-type': 'application/json',
				'x-clickhouse-endpoint-version': '2',
				...headers,
			},
		});
		const reader = new RowReader();
		reader.write(Buffer.from(await response.arrayBuffer()));
		return response.status === 200 ? reader.end() : { status: response.status };
	}

	it.each([
		['SELECT 1', { kind: 'rows', rows: [{ 1: 1 }] }],
		['SELECT * FROM orders', { kind: 'rows', rows: [{ id: '18446744073709551615' }, { id: 2 }] }],
		['SELECT * FROM orders WHERE 0', { kind: 'rows', rows: [] }],
		['INSERT INTO orders SELECT * FROM imported', { kind: 'accepted' }],
		['SELECT * FROM plain_exception', { kind: 'exception', row: 3, text: EXCEPTION }],
		['SELECT * FROM framed_exception', { kind: 'exception', row: 3, text: EXCEPTION }],
		['SELECT * FROM exception_row', { kind: 'exception', row: 3, text: EXCEPTION }],
		['SELECT * FROM cut_row', { kind: 'cutOff', row: 3 }],
		['SELECT * FROM web_page', { kind: 'html', row: 1 }],
		['SELECT * FROM no_line_break', { kind: 'tooLarge', row: 1 }],
	])('runs %s', async (sql, expected) => {
		expect(await run(sql)).toMatchObject(expected);
	});

	it('runs a query with its variables', async () => {
		const sql = 'SELECT number FROM numbers({count: UInt64})';
		expect(await run(sql)).toEqual({ status: 400 });
		const answer = await run(sql, { count: 100_000 });
		expect('rows' in answer && answer.rows.at(-1)).toEqual({ number: 99_999 });
	});

	it('refuses queries as the API does', async () => {
		expect(await run('SELECT 2')).toEqual({ status: 400 });
		expect(await run('SELECT 1', {}, { 'x-clickhouse-endpoint-version': '1' })).toEqual({
			status: 400,
		});
		expect(await run('SELECT 1', {}, { authorization: 'Basic other' })).toEqual({ status: 401 });
		emulator.change('services', serviceId, (service) => ({ ...service, state: 'idle' }));
		expect(await run('SELECT 1')).toEqual({ status: 206 });
		emulator.change('queryEndpoints', queryEndpointId, (endpoint) => ({
			...endpoint,
			apiKeyIds: [],
		}));
		expect(await run('SELECT 1')).toEqual({ status: 401 });
		emulator.state.recordsOf('clickhouseCloud', 'queryEndpoints').delete(queryEndpointId);
		expect(
			(await send(emulator, 'POST', `/run/${queryEndpointId}?format=JSONEachRow`, {})).status,
		).toBe(404);
	});
});
