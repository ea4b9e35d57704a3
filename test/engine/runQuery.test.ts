import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CLOUD_IDS } from '../../tools/emulator/state/ids';
import { openList } from '../../tools/engine/openList';
import {
	credentialsOf,
	detailsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';
import { skipWaits } from '../skipWaits';
import { withEmulator } from '../withEmulator';

const emulator = withEmulator({ dialect: 'clickhouseCloud' });
skipWaits();

const { queryEndpointId, serviceId } = CLOUD_IDS;
const ORDERS = 'SELECT * FROM orders';
const INSERT = 'INSERT INTO orders SELECT * FROM imported';
const BIG = "SELECT repeat('x', 1000) AS text FROM numbers(60000)";
const MB = 1024 * 1024;

const nodeOf = (fields: INodeParameters) => ({
	type: MANAGEMENT,
	parameters: { resource: 'queryEndpoint', operation: 'run', queryEndpointId, ...fields },
});
const setSql = (sql: string) => {
	emulator.change('queryEndpoints', queryEndpointId, (record) => ({ ...record, sql }));
};

async function run(
	sql: string,
	fields: INodeParameters = {},
	items: IDataObject[] = [{}],
	management: IDataObject = {},
) {
	setSql(sql);
	const done = await emulator.runNode(nodeOf(fields), items, { management });
	return { ...done, rows: done.items(NODE).map(({ json }) => json) };
}

const methods = () => emulator.requests.map(({ method }) => method);
const reads = { onlyReads: true };

describe('Query Endpoint → Run', () => {
	it('outputs one item per row with long integers as text', async () => {
		const { error, rows } = await run(ORDERS, { returnAll: true });
		expect(error).toBeUndefined();
		expect(rows).toMatchObject([{ id: '18446744073709551615' }, { id: 2 }]);
		expect(methods()).toEqual(['POST']);
	});

	const day = { name: { __rl: true, mode: 'name', value: 'day' }, value: '2026-05-31' };

	it.each<INodeParameters>([
		{ queryParameters: { values: [day] } },
		{ queryInput: 'json', queryJson: '{ "day": "2026-05-31" }' },
		{ queryInput: 'json', queryJson: '={{ $json }}' },
	])('sends the query parameters %j', async (fields) => {
		const sql = 'SELECT id FROM orders WHERE day = {day: Date}';
		const { rows } = await run(sql, fields, [{ day: '2026-05-31' }]);
		expect(rows).toEqual([{ id: 1, day: '2026-05-31' }]);
	});

	it('reports the field of a parameter that the query lacks', async () => {
		const { error } = await run('SELECT id FROM orders WHERE day = {day: Date}');
		expect(error?.message).toContain('Substitution `day` is not set');
		expect(error?.description).toContain('add a parameter with this name to Parameters.');
		expect(detailsOf(error)).toMatchObject({ httpCode: '400', outcome: 'refused' });
	});

	it('rejects two parameters of the same name', async () => {
		const values = [1, 2].map((value) => ({ name: 'day', value }));
		const { error } = await run(ORDERS, { queryParameters: { values } });
		expect(error?.message).toContain('more than once');
		expect(methods()).toEqual([]);
	});

	it('takes only the ID, never the host, from a URL', async () => {
		const value = `https://evil.example/run/${queryEndpointId}?x=1`;
		for (const mode of ['url', 'id']) {
			const { error } = await run(ORDERS, { queryEndpointId: { __rl: true, mode, value } });
			expect(error).toBeUndefined();
		}
		expect(emulator.requests.map(({ path }) => path)).toEqual(
			Array(2).fill(`/run/${queryEndpointId}`),
		);
	});

	it("requires Query Base URL if the Base URL doesn't imply it", async () => {
		const { error } = await run(ORDERS, {}, [{}], { queryBaseUrl: '' });
		expect(error?.message).toContain('Query Base URL is empty');
		expect(methods()).toEqual([]);
	});

	it('confirms an INSERT', async () => {
		expect((await run(INSERT)).rows).toEqual([{ success: true }]);
		const options = { fullResponse: true };
		expect((await run(INSERT, { options })).rows).toEqual([{ data: 'OK' }]);
		const [text] = (await run(ORDERS, { limit: 1, options })).rows;
		expect(text?.data).toMatch(/^\{"id":18446744073709551615[^\n]*\}$/);
	});

	it('stops reading rows at Limit', async () => {
		global.gc?.();
		const before = process.memoryUsage().rss;
		const { rows } = await run(BIG, { limit: 10 });
		expect(rows).toHaveLength(10);
		expect(process.memoryUsage().rss - before).toBeLessThan(40 * MB);
	});

	it.each([
		['SELECT * FROM plain_exception', 'The query failed after 2 rows (200): Code:'],
		['SELECT * FROM framed_exception', 'The query failed after 2 rows (200): Code:'],
		['SELECT * FROM exception_row', 'The query failed after 2 rows (200): Code:'],
		['SELECT * FROM cut_row', 'The response breaks off in row 3 (200).'],
		['SELECT * FROM web_page', 'The response is a web page instead of JSON (200)'],
		['SELECT * FROM no_line_break', 'The rows are larger than 50 MB (200)'],
	])("doesn't output a row of %s", async (sql, message) => {
		const options = { maxRetries: 0 };
		const read = await run(sql, { returnAll: true, ...reads, options });
		expect(read.error?.message).toContain(message);
		expect(read.rows).toEqual([]);
		const change = await run(sql, { returnAll: true });
		expect(change.error?.message).toContain('The query may have run.');
		expect(change.error?.message).toContain(message);
		expect(detailsOf(change.error)).toMatchObject({ outcome: 'unknown', attempts: 1 });
	});

	it('resends only a read while the service is asleep', async () => {
		emulator.change('services', serviceId, (service) => ({ ...service, state: 'idle' }));
		const asleep = await run(ORDERS);
		expect(asleep.error?.message).toContain('The service is idle or stopped (206)');
		expect(methods()).toEqual(['POST']);
		const read = await run(ORDERS, { ...reads, options: { maxRetries: 2 } });
		expect(read.error?.description).toContain('Service → Wake');
		expect(methods()).toHaveLength(4);
	});

	it("lists the key's missing roles", async () => {
		emulator.change('queryEndpoints', queryEndpointId, (record) => ({ ...record, apiKeyIds: [] }));
		const { error } = await run(ORDERS);
		expect(error?.description).toContain('the Member role in the organization');
	});

	it("doesn't resend a change that may have run", async () => {
		setSql(INSERT);
		const items = [{ id: queryEndpointId }, { id: serviceId }];
		const workflow = workflowOf(nodeOf({ queryEndpointId: '={{ $json.id }}' }), items);
		const failed = await emulator.run(workflow);
		expect(detailsOf(failed.error)).toMatchObject({ httpCode: '404', outcome: 'refused' });
		await emulator.retry(failed, workflow);
		expect(emulator.requests.map(({ path }) => path.split('/').at(-1))).toEqual([
			queryEndpointId,
			serviceId,
			serviceId,
		]);
		emulator.faults.add({ kind: 'resetBeforeHeaders', times: 1, match: { method: 'POST' } });
		const unknown = await emulator.run(workflow);
		expect(unknown.error?.message).toContain('The query may have run');
		const retried = await emulator.retry(unknown, workflow);
		expect(retried.error?.message).toContain('Not sent again');
	});

	it('rejects SQL that may change data if items only read', async () => {
		const read = await run(ORDERS, { ...reads, serviceId, limit: '={{ $json.n }}' }, [
			{ n: 1 },
			{ n: 2 },
		]);
		expect(read.rows).toHaveLength(3);
		expect(methods()).toEqual(['GET', 'POST', 'POST']);
		emulator.clearLog();
		const { error } = await run(INSERT, { ...reads, serviceId });
		expect(error?.message).toContain(
			"Query Only Reads must be off, because the endpoint's SQL doesn't begin",
		);
		expect(methods()).toEqual(['GET']);
		emulator.faults.add({ kind: 'status', status: 403, match: { method: 'GET' } });
		expect((await run(INSERT, { ...reads, serviceId })).rows).toEqual([{ success: true }]);
	});

	it('shows the request and its host in a dry run', async () => {
		const { rows } = await run(ORDERS, { options: { dryRun: true, timeout: 5000 } });
		expect(rows).toMatchObject([
			{
				summary: `Run query endpoint ${queryEndpointId}`,
				url: `${emulator.credentials.management.queryBaseUrl}/run/${queryEndpointId}?format=JSONEachRow&request_timeout=5000`,
				body: { queryVariables: {} },
			},
		]);
	});

	it("lists the query's parameters", async () => {
		setSql('SELECT {day: Date}, { id :UInt64}');
		emulator.change('queryEndpoints', queryEndpointId, (record) => ({
			...record,
			parameters: { day: 1, x: 2 },
		}));
		const { results } = await openList({
			credentials: credentialsOf(emulator),
			method: 'searchQueryParameters',
			parameters: { serviceId, queryEndpointId },
		});
		expect(results.map(({ value }) => value)).toEqual(['day', 'x', 'id']);
	});
});
