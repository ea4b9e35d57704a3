import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { operations as clickStackOperations } from '../../../nodes/CloudDashboard/resources';
import { operations } from '../../../nodes/CloudManagement/resources';
import { dashboardApi } from '../../../nodes/clickStack/api';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import type { JsonObject } from '../../../nodes/engine/json';
import type { Operation, ParameterValues } from '../../../nodes/engine/operation';
import type { HttpRequest } from '../../../nodes/engine/request';
import { Panel } from '../../../tools/panel/panel';
import { changeOf, problems, contextOf, operationOf, PIPE_ID, planOf } from './context';

const PIPE = { pipeId: PIPE_ID };

const shaped = (name: string, record: IDataObject, parameters: ParameterValues = {}) =>
	operationOf(name).output?.toItem?.(record, parameters, {}) ?? record;

describe('Pipe → Start (output)', () => {
	const OF_PIPE = { id: 'p', serviceId: 's', name: 'Orders', state: 'Stopped', createdAt: 'c' };
	const WHOLE_PIPE = {
		...OF_PIPE,
		scaling: { replicas: 1 },
		source: { kafka: null, kinesis: { streamName: 'orders' } },
		destination: { database: 'd', table: 't', columns: [] },
	};
	const PIPE_ROW = {
		...OF_PIPE,
		sourceKind: 'kinesis',
		sourceName: 'orders',
		tables: ['t'],
		database: 'd',
		table: 't',
		updatedAt: null,
	};

	it('confirms that the API accepted the command', () => {
		const accepted = { command: 'stop', accepted: true };
		expect(shaped('pipe.stop', WHOLE_PIPE)).toEqual({ ...PIPE_ROW, ...accepted });
		const raw = { output: 'raw' };
		expect(shaped('pipe.stop', WHOLE_PIPE, raw)).toEqual({ ...WHOLE_PIPE, ...accepted });
	});
});

describe('Pipe → Get (Simplified)', () => {
	const orders = { sourceSchemaName: 'public', sourceTable: 'orders', targetTable: 'orders' };
	const people = { sourceDatabaseName: 'shop', sourceCollection: 'people', targetTable: 'clients' };

	const shopOrders = { sourceSchemaName: 'shop', sourceTable: 'orders', targetTable: 'orders' };
	const crm = { sourceSchemaName: 'crm', sourceTable: 'people', targetTable: 'people' };
	const dataset = { sourceDatasetName: 'sales', sourceTable: 'orders', targetTable: 'bq_orders' };

	it.each<{
		source: IDataObject | null;
		destination?: IDataObject;
		sourceName?: string;
		tables?: string[];
		table?: string;
	}>([
		{
			source: { kafka: { topics: 'a,b' } },
			destination: { table: 't' },
			sourceName: 'a,b',
			tables: ['t'],
			table: 't',
		},
		{
			source: { pubsub: { projectId: 'p', topic: 't' } },
			sourceName: 't',
		},
		{
			source: { objectStorage: { url: 'https://x/*' } },
			destination: { table: 't' },
			sourceName: 'https://x/*',
			tables: ['t'],
			table: 't',
		},
		{
			source: { postgres: { host: 'h', database: 'shop', tableMappings: [orders] } },
			destination: { table: null },
			sourceName: 'shop',
			tables: ['public.orders → orders'],
			table: 'orders',
		},
		{
			source: { mysql: { host: 'h', tableMappings: [shopOrders, crm, shopOrders] } },
			sourceName: 'shop,crm',
			tables: ['shop.orders → orders', 'crm.people → people', 'shop.orders → orders'],
		},
		{
			source: { mongodb: { uri: 'mongodb://h', tableMappings: [people, { targetTable: 't' }] } },
			sourceName: 'shop',
			tables: ['shop.people → clients', 't'],
		},
		{
			source: { bigquery: { projectId: 'p', tableMappings: [dataset] } },
			sourceName: 'sales',
			tables: ['sales.orders → bq_orders'],
			table: 'bq_orders',
		},
		{ source: { bigquery: { projectId: 'p' } }, sourceName: 'p' },
		{
			source: { mysql: { host: 'h', tableMappings: [] } },
			sourceName: 'h',
		},
		{
			source: { mongodb: { uri: 'mongodb://h' } },
			sourceName: 'mongodb://h',
		},
		{ source: { bigquery: { tableMappings: [] } } },
		{ source: { kafka: null } },
		{ source: null },
	])(
		'names what the source $source reads and fills',
		({ source, destination = null, sourceName = null, tables = [], table = null }) => {
			const columns = { sourceName, tables, table };
			expect(shaped('pipe.get', { id: 'p', source, destination })).toMatchObject(columns);
		},
	);
});

describe('Output (Simplified)', () => {
	const simplified = [operations, clickStackOperations].flatMap((table) =>
		Object.entries<Record<string, Operation>>(table).flatMap(([resource, rows]) =>
			Object.entries(rows)
				.filter(([, { properties }]) => properties.some(({ name }) => name === 'output'))
				.map(([name, operation]) => ({ name: `${resource}.${name}`, operation })),
		),
	);

	it.each(simplified)('outputs the same columns for any record: $name', ({ operation }) => {
		const parameters = { output: 'simplified', fromDate: '2026-05-01', toDate: '2026-05-31' };
		const columnsOf = (record: IDataObject) =>
			Object.keys(operation.output?.toItem?.(record, parameters, {}) ?? {});
		const members = operation.properties
			.filter(({ name }) => name === 'outputFields')
			.flatMap(({ options = [] }) => options.map(({ name }) => name));
		expect(members.length).toBeGreaterThan(1);
		const whole = Object.fromEntries(members.map((name) => [name, {}]));
		// The API returns a new service next to its password.
		const isNested = operation.output?.secrets !== undefined;
		expect(columnsOf({})).toEqual(columnsOf(isNested ? { service: whole } : whole));
	});

	it.each(['service.get', 'pipe.getAll', 'apiKey.get', 'role.getAll', 'service.update'])(
		'puts the name first and the ID last: %s',
		(name) => {
			const columns = Object.keys(shaped(name, { id: '1', name: 'n' }, { output: 'simplified' }));
			expect([columns[0], columns.at(-1)]).toEqual(['name', 'id']);
		},
	);
});

describe('Output (Selected Fields)', () => {
	const choose = (outputFields: unknown, name = 'service.get') =>
		shaped(
			name,
			{ id: '1', name: 'n', state: 's', more: 1 },
			{ output: 'selectedFields', outputFields },
		);

	it('outputs the chosen fields in their order', () => {
		expect(Object.entries(choose(['name', 'id']))).toEqual([
			['name', 'n'],
			['id', '1'],
		]);
		expect(choose('more, missing, constructor')).toEqual({ more: 1 });
		expect(choose(['id'], 'pipe.start')).toEqual({ command: 'start', accepted: true, id: '1' });
	});

	it.each(['service.get', 'activity.getAll', 'pipe.start'])(
		'requires a list of fields for %s',
		(name) => {
			const issuesWith = (outputFields: unknown) =>
				problems(planOf(name, { ...PIPE, output: 'selectedFields', outputFields }).issues);
			expect(issuesWith([])).toEqual(['outputFields is empty']);
			expect(issuesWith('id, name')).toEqual([]);
			expect(issuesWith({ id: true })).toEqual(['outputFields must be a']);
		},
	);
});

describe('Get Many (output)', () => {
	const LISTED = [
		{ id: '1', state: 'idle', startedAt: '2026-05-01T00:00:00Z' },
		{ id: '2', state: 'Running', startedAt: '2026-05-02T00:00:00+02:00' },
		{ id: '3', state: null, startedAt: 'soon' },
		{ id: '4', state: 'running', startedAt: '2026-05-01T23:00:00Z' },
	];
	const selected = (name: string, parameters: ParameterValues) =>
		operationOf(name)
			.output?.pick?.(LISTED, { returnAll: true, ...parameters }, contextOf())
			.map(({ id }) => id);

	it('limits the records after it filters them', () => {
		const first = { filters: { states: 'running' }, returnAll: false, limit: 1 };
		expect(selected('service.getAll', first)).toEqual(['2']);
	});

	it('outputs the newest backup first', () => {
		expect(selected('backup.getAll', {})).toEqual(['4', '2', '1', '3']);
	});
});

describe('Usage Cost → Get', () => {
	const { get } = operations.usageCost;
	const MAY = { fromDate: '2026-05-01', toDate: '2026-05-31' };
	const cost = { date: '2026-05-01', entityId: 'e', totalCHC: 1, metrics: { computeCHC: 1 } };
	const total = { grandTotalCHC: 1, costs: [cost, 'text'] };
	const split = { splitIntoItems: true };
	const fullResponse = { options: { fullResponse: true } };

	function output(parameters: ParameterValues, record: IDataObject = total) {
		const records = get.output?.pick?.([record], parameters, contextOf());
		return records?.map((one) => get.output?.toItem?.(one, { ...MAY, ...parameters }, {}));
	}

	it('outputs the total costs with the dates', () => {
		expect(output({})).toEqual([{ ...MAY, grandTotalCHC: 1 }]);
	});

	it('outputs the whole response or the chosen fields', () => {
		expect(output({ output: 'raw' })).toEqual([total]);
		const chosen = { output: 'selectedFields', outputFields: ['costs'] };
		expect(output(chosen)).toEqual([{ costs: total.costs }]);
	});

	it.each([split, { splitIntoItems: false }])(
		'leaves a raw output with %j unchanged',
		(parameters) => {
			const { choosesRaw } = get.output ?? {};
			expect(choosesRaw?.({ ...parameters, output: 'raw' })).toBe(true);
			expect(choosesRaw?.({ ...parameters, output: 'simplified' })).toBe(false);
		},
	);

	it('outputs one item per cost with Split Into Items', () => {
		const others = { entityType: null, entityName: null, serviceId: null };
		expect(output(split)).toEqual([{ date: '2026-05-01', entityId: 'e', totalCHC: 1, ...others }]);
		expect(output({ ...split, output: 'raw' })).toEqual([cost]);
		expect(output(split, { grandTotalCHC: 0, costs: [] })).toEqual([]);
	});

	it('outputs a full response as one item despite Split Into Items', () => {
		expect(output({ ...split, output: 'raw', ...fullResponse })).toEqual([total]);
	});

	it('requires a list of costs for Split Into Items', () => {
		expect(get.missingList?.({ costs: [] }, split)).toBeUndefined();
		for (const payload of [{ grandTotalCHC: 0 }, { costs: { day: 1 } }, []]) {
			expect(get.missingList?.(payload, split)).toBe('costs');
			expect(get.missingList?.(payload, {})).toBeUndefined();
			expect(get.missingList?.(payload, { ...split, ...fullResponse })).toBeUndefined();
		}
	});

	it("doesn't add warnings, because the total is a complete answer", () => {
		expect(get.output?.successHint).toBeUndefined();
	});
});

const ANY_REQUEST: HttpRequest = { method: 'POST', path: '/' };
const hintOf = (name: string, record: IDataObject) =>
	operationOf(name).output?.successHint?.(record, ANY_REQUEST, String);

describe('hints after an accepted change', () => {
	it.each([
		{ name: 'pipe.start', before: 'Stopped', after: 'Running' },
		{ name: 'pipe.stop', before: 'Failed', after: 'Paused' },
		{ name: 'pipe.resync', before: 'Snapshot', after: 'Running' },
		{ name: 'service.start', before: 'starting', after: 'running' },
		{ name: 'service.stop', before: 'stopping', after: 'stopped' },
		{ name: 'service.wake', before: 'idle', after: 'running' },
	])('warns after $name unless the state is $after', ({ name, before, after }) => {
		expect(hintOf(name, { state: before })).toContain(` ${before}.`);
		expect(hintOf(name, { state: after })).toBeUndefined();
		expect(hintOf(name, {})).toBeUndefined();
	});

	it.each([
		{
			name: 'pipe.start',
			state: 'Stopping',
			advice: "If the pipe isn't started then, use Start again.",
		},
		{ name: 'pipe.start', state: 'Stopped', advice: undefined },
		{ name: 'pipe.start', state: 'Provisioning', advice: undefined },
		{
			name: 'pipe.stop',
			state: 'Setup',
			advice: "If the pipe isn't stopped then, use Stop again.",
		},
		{ name: 'pipe.stop', state: 'Pausing', advice: undefined },
		{
			name: 'service.start',
			state: 'stopping',
			advice: "If the service isn't started then, use Start again.",
		},
		{ name: 'service.start', state: 'starting', advice: undefined },
		{
			name: 'service.stop',
			state: 'starting',
			advice: "If the service isn't stopped then, use Stop again.",
		},
		{ name: 'service.stop', state: 'stopping', advice: undefined },
		{ name: 'service.wake', state: 'awaking', advice: undefined },
	])('advises after $name while the state is $state: $advice', ({ name, state, advice }) => {
		const hint = hintOf(name, { state });
		const wait = advice === undefined ? '' : ` Wait until the state changes. ${advice}`;
		expect(hint?.endsWith(` state is still ${state}.${wait}`)).toBe(true);
	});

	it.each<{ body: JsonObject; status: number; isDone: boolean }>([
		{ body: { requestId: 'r-1' }, status: 200, isDone: true },
		{ body: { status: 200, error: null, result: null }, status: 200, isDone: true },
		{ body: { status: 201 }, status: 200, isDone: false },
		{ body: { requestId: '' }, status: 200, isDone: false },
		{ body: { status: 200, result: 'created' }, status: 200, isDone: false },
		{ body: {}, status: 201, isDone: true },
		{ body: {}, status: 202, isDone: false },
		{ body: {}, status: 204, isDone: true },
	])('takes $status with $body as a created pipe: $isDone', ({ body, status, isDone }) => {
		expect(
			operations.pipe.create.output?.isSuccessWithoutPayload?.(body, status, managementApi),
		).toBe(isDone);
	});

	it.each<{ body: JsonObject; status: number; isDone: boolean }>([
		{ body: { message: 'queued' }, status: 201, isDone: false },
		{ body: { requestId: 'r-1' }, status: 200, isDone: false },
		{ body: {}, status: 201, isDone: true },
		{ body: {}, status: 200, isDone: false },
	])('takes $status with $body as a created alert: $isDone', ({ body, status, isDone }) => {
		const { isSuccessWithoutPayload } = operationOf('alert.create').output ?? {};
		expect(isSuccessWithoutPayload?.(body, status, dashboardApi)).toBe(isDone);
	});

	it("finds a new invitation's ID under its own key", () => {
		const hintFor = (payload: IDataObject) =>
			operationOf('teamInvitation.create').output?.successHint?.(
				payload,
				{ method: 'POST', path: '/' },
				String,
			);
		expect(hintFor({ invitationId: 'i', url: 'u' })).toMatch(/^Anyone with the url/);
		expect(hintFor({ id: 'i', url: 'u' })).toMatch(/contains no ID\. .* Anyone with the url/);
	});

	it("warns if a new record's ID is missing", () => {
		for (const resource of ['pipe', 'privateEndpoint', 'byocInfrastructure', 'invitation']) {
			for (const id of [undefined, null, '']) {
				expect(hintOf(`${resource}.create`, { id })).toContain('no ID');
			}
			expect(hintOf(`${resource}.create`, { id: 'a' })).toBeUndefined();
		}
	});

	it("trims a deleted record's ID", () => {
		const deleted = operations.pipe.delete.output?.emptyResult?.({ pipeId: ` ${PIPE_ID} ` });
		expect(deleted).toEqual({ id: PIPE_ID, deleted: true });
	});

	it("lists BYOC infrastructure's failed checks", () => {
		const checks = [
			{ name: 'Account', allowed: true },
			{ name: 'Network', allowed: false, reason: 'denied' },
			{ action: 'ec2:DescribeVpcs', allowed: false },
		];
		expect(hintOf('byocInfrastructure.validate', { allPassed: false, checks })).toBe(
			'Not all checks passed: Network (denied), ec2:DescribeVpcs.',
		);
		expect(hintOf('byocInfrastructure.validate', { allPassed: true })).toBeUndefined();
	});
});

describe('Pipe → Update (repeatable)', () => {
	function isRepeatable(name: string, body: JsonObject) {
		const { repeatable } = changeOf(name);
		return typeof repeatable === 'function' && repeatable(body, {});
	}

	const TABLES_OF_SOURCE = [{ sourceTable: 'a' }];

	it.each([{ tableMappingsToRemove: TABLES_OF_SOURCE }, { tableMappingsToAdd: [] }, { host: 'h' }])(
		'allows a resend of the source %j',
		(oracle) => {
			expect(isRepeatable('pipe.update', { name: 'a', source: { oracle } })).toBe(true);
		},
	);

	it.each([
		{ tableMappingsToAdd: TABLES_OF_SOURCE },
		{ credentials: { username: 'a' } },
		{ accessKey: {} },
	])("doesn't allow resending the source %j, which adds tables or contains secrets", (kinesis) => {
		expect(isRepeatable('pipe.update', { source: { kinesis } })).toBe(false);
	});
});

it.each([
	{ name: 'service.getAll', status: 404, advice: 'this API might not have this list' },
	{ name: 'pipe.scale', status: 400, advice: 'Update CDC Scaling' },
	{ name: 'pipe.getSettings', status: 404, advice: 'source.postgres.settings' },
	{
		name: 'pipe.start',
		status: 400,
		advice: "If the pipe is already running, there's nothing to do.",
	},
	{ name: 'pipe.stop', status: 400, advice: 'If the pipe is already stopped or paused' },
	{ name: 'service.start', status: 400, advice: 'If the service is already running' },
])('$name advises after a $status: $advice', ({ name, status, advice }) => {
	expect(operationOf(name).texts?.advice?.[status]).toContain(advice);
});

describe('Member → Update (panel)', () => {
	const panel = new Panel(new CloudManagement().description);
	const namesOf = (parameters: INodeParameters) =>
		panel.opened(parameters).fields.map(({ name }) => name);

	it.each([
		{ assignedRoleIds: [], isShown: true },
		{ assignedRoleIds: '={{ $json.roles }}', isShown: false },
	])(
		'shows Role if the assigned roles are $assignedRoleIds: $isShown',
		({ assignedRoleIds, isShown }) => {
			const additionalFields = { assignedRoleIds };
			const parameters = { resource: 'member', operation: 'update', additionalFields };
			expect(namesOf(parameters).includes('role')).toBe(isShown);
		},
	);
});
