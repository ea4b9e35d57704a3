import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asObject } from '../../nodes/engine/parameters/values';
import { valueAt } from '../../nodes/engine/json';
import { CLOUD_IDS } from '../../tools/emulator/state/ids';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import { detailsOf, MANAGEMENT, NODE } from '../../tools/engine/workflow';
import { FORMS } from '../unit/management/pipeForm';
import { withEmulator } from '../withEmulator';

const emulator = withEmulator({ dialect: 'clickhouseCloud' });

const { serviceId, kafkaPipeId: pipeId } = CLOUD_IDS;
const LOGIN = { username: 'loader', password: 'not-a-real-secret' };
const DISCOVER = 'POST schemaDiscovery';
const SOURCES: Readonly<Record<string, IDataObject>> = {
	kafka: { method: 'usernamePassword', ...LOGIN },
	pubsub: { method: 'serviceAccount', serviceAccountKey: 'e30=' },
};
const STREAM = [
	{ name: 'orderId', type: 'Int64' },
	{ name: 'amount', type: 'Nullable(Float64)' },
];

const creating = (
	kind: keyof typeof FORMS = 'kafka',
	fields: INodeParameters = {},
	options: IDataObject = {},
): NodeUnderTest => ({
	type: MANAGEMENT,
	withSource: kind in SOURCES,
	parameters: {
		...{ ...FORMS[kind], resource: 'pipe', operation: 'create', serviceId },
		...{ columnsInput: 'discover', ...fields, options },
	} as INodeParameters,
});

const updating = (fields: INodeParameters = {}, options: IDataObject = {}): NodeUnderTest => ({
	type: MANAGEMENT,
	withSource: true,
	parameters: {
		...{ resource: 'pipe', operation: 'update', serviceId, pipeId, sourceKind: 'kafka' },
		...{ columnsInput: 'discover', ...fields, options },
	} as INodeParameters,
});

async function run(node: NodeUnderTest, items: IDataObject[] = [{}], kind = 'kafka') {
	return await emulator.runNode(node, items, { source: SOURCES[kind] ?? {} });
}

/** Formats each request as a line. */
function sent(): string[] {
	return emulator.requests.map(({ method, path }) =>
		`${method} ${path.replace(/^.*\/services\/[^/]+(?:\/clickpipes)?\/?/, '')}`.trim(),
	);
}

function answerWith(result: unknown) {
	const match = { operationId: 'discoverSchema' };
	return emulator.faults.add({ kind: 'result200', result, match });
}

const columnsOf = (body: unknown) => valueAt(body, 'destination.columns');
const lastBody = () => emulator.requests.at(-1)?.body;
const planHash = (json: IDataObject | undefined) => String(asObject(json?.['plan'])['hash']);

describe('Pipe → Create (Columns → Discover)', () => {
	it.each([
		{ kind: 'kafka', columns: STREAM },
		{ kind: 'kinesis', columns: STREAM },
		{ kind: 'pubsub', columns: STREAM },
		{
			kind: 'objectStorage',
			columns: [
				{ name: 'orderId', type: 'UInt64' },
				{ name: 'url', type: 'String' },
			],
		},
	] as const)('maps the columns of $kind', async ({ kind, columns }) => {
		const { error } = await run(creating(kind), [{}], kind);
		expect(error?.message).toBeUndefined();
		expect(sent()).toEqual([DISCOVER, 'POST']);
		const [discovery, creation] = emulator.requests.map(({ body }) => body);
		expect(discovery).toEqual({ source: valueAt(creation, 'source') });
		expect(columnsOf(creation)).toEqual(columns);
		const sourceFields = columns.map(({ name }) => ({ sourceField: name, destinationField: name }));
		expect(valueAt(creation, 'fieldMappings')).toEqual(sourceFields);
	});

	it('applies overrides to column names and types', async () => {
		const values = [
			{ sourceField: 'orderId', name: 'order_id', type: '' },
			{ sourceField: 'amount', name: '', type: 'Decimal(18, 2)' },
		];
		await run(creating('kafka', { columnOverrides: { values } }));
		expect(lastBody()).toMatchObject({
			destination: {
				columns: [
					{ name: 'order_id', type: 'Int64' },
					{ name: 'amount', type: 'Decimal(18, 2)' },
				],
			},
			fieldMappings: [
				{ sourceField: 'orderId', destinationField: 'order_id' },
				{ sourceField: 'amount', destinationField: 'amount' },
			],
		});
	});

	const sortedBy = (destinationTableDefinitionSortingKey: string) =>
		creating('kafka', { destinationManagedTable: true, destinationTableDefinitionSortingKey });

	it.each(['orderId', 'orderId,amount'])('sorts by the discovered columns %s', async (key) => {
		expect((await run(sortedBy(key))).error?.message).toBeUndefined();
		expect(lastBody()).toMatchObject({
			destination: { tableDefinition: { sortingKey: key.split(',') } },
		});
	});

	it('rejects a sorting key missing from the discovered columns', async () => {
		const { error } = await run(sortedBy('ordrId'));
		expect(error?.message).toContain('"ordrId" (did you mean "orderId"?)');
		expect(sent()).toEqual([DISCOVER]);
	});

	it('lists the discovered columns if the sorting key resembles none of them', async () => {
		const { error } = await run(sortedBy('id'));
		expect(error?.message).toContain(
			'Sorting Key refers to the unknown column "id" (the columns are: orderId, amount). Correct the name, or add the column.',
		);
		expect(sent()).toEqual([DISCOVER]);
	});

	it('reads a source once for all of its items', async () => {
		const items = [{ table: 'a' }, { table: 'b' }, { table: 'c' }];
		const node = creating('kafka', { destinationTable: '={{ $json.table }}' });
		expect((await run(node, items)).error).toBeUndefined();
		expect(sent()).toEqual([DISCOVER, 'POST', 'POST', 'POST']);
	});

	it('shows the columns in a dry run without secrets', async () => {
		const { items } = await run(creating('kafka', {}, { dryRun: true }));
		const planned = items(NODE)[0]?.json;
		expect(columnsOf(planned?.['body'])).toEqual(STREAM);
		expect(planned?.['summary']).toContain('(2 columns)');
		expect(JSON.stringify(planned)).not.toContain(LOGIN.password);
		// Besides the columns, the names of the service and its pipes are read.
		expect(sent()).toEqual([DISCOVER, 'GET', 'GET']);
	});

	it('names the pipe whose approved plan has other columns', async () => {
		const { items } = await run(creating('kafka', {}, { dryRun: true }));
		const approved = creating('kafka', {}, { approvedPlan: planHash(items(NODE)[0]?.json) });
		const changed = answerWith({ fields: [...STREAM, { name: 'note', type: 'String' }] });
		const { error } = await run(approved);
		expect(error?.message).toBe(
			'Changed since the plan was approved: columns in the source of pipe Orders.',
		);
		expect(error?.description).toContain('The items match the approved plan');
		changed.remove();
		emulator.clearLog();
		expect((await run(approved)).error).toBeUndefined();
		expect(sent()).toEqual([DISCOVER, 'POST']);
	});

	it.each([
		{ status: 400, message: /refused the request for columns in the source of pipe Orders/ },
		{ status: 403, message: /lacks the permission to manage pipes/ },
		{ status: 404, message: /can't find columns in the source of pipe Orders/ },
		{ status: 500, message: /failed to read columns in the source of pipe Orders/ },
	])("explains after a $status why it doesn't create a pipe", async ({ status, message }) => {
		const error = `cannot log in with ${LOGIN.password}`;
		const match = { operationId: 'discoverSchema' };
		emulator.faults.add({ kind: 'status', status, body: { error }, match });
		const { error: failure } = await run(creating('kafka', {}, { maxRetries: 0 }));
		expect(failure?.message).toMatch(message);
		expect(failure?.description).toContain('Define Columns is Discover');
		expect(JSON.stringify(failure)).not.toContain(LOGIN.password);
		expect(detailsOf(failure)).toMatchObject({ outcome: 'notSent' });
		expect(sent()).toEqual([DISCOVER]);
	});

	it('reads the columns again under Retry On Fail', async () => {
		const match = { operationId: 'discoverSchema' };
		emulator.faults.add({ kind: 'status', status: 503, match, times: 1 });
		expect((await run(creating())).error).toBeUndefined();
		expect(sent()).toEqual([DISCOVER, DISCOVER, 'POST']);
		emulator.clearLog();
		emulator.faults.add({ kind: 'status', status: 403, match, times: 1 });
		const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		expect((await run({ ...creating(), ...retries })).error).toBeUndefined();
		expect(sent()).toEqual([DISCOVER, DISCOVER, 'POST']);
	});

	it('never wakes a service for its dry run', async () => {
		emulator.change('services', serviceId, (service) => ({ ...service, state: 'idle' }));
		const { error } = await run(creating('objectStorage', {}, { wakeService: true }), [{}], '');
		expect(error?.message).toMatch(/^The service isn't running \(424\)/);
		expect(error?.description).toContain('use Service → Wake or Service → Start');
		expect(sent()).toEqual([DISCOVER]);
	});

	it.each([{ fields: [] }, {}, { fields: [{ type: 'String' }] }])(
		'reports that there are no columns in %j',
		async (result) => {
			answerWith(result);
			const { error } = await run(creating());
			expect(error?.message).toBe('The API found no columns in the source.');
			expect(error?.description).toContain('define the columns a different way');
		},
	);

	it('takes a type unknown to the API from an override', async () => {
		answerWith({ fields: [{ name: 'a', type: '' }, { name: 'b' }, { name: 'c', type: 'UInt8' }] });
		const { error } = await run(creating());
		expect(error?.message).toContain('Column "a" has no type');
		const values = ['a', 'b'].map((sourceField) => ({ sourceField, name: '', type: 'String' }));
		const overriding = creating('kafka', { columnOverrides: { values } });
		expect((await run(overriding)).error).toBeUndefined();
	});

	it('checks the types of overrides before it reads', async () => {
		const values = [{ sourceField: 'orderId', name: '', type: 'Strnig' }];
		const { error } = await run(creating('kafka', { columnOverrides: { values } }));
		expect(error?.message).toContain('Column "orderId" contains "Strnig"');
		expect(sent()).toEqual([]);
	});
});

describe('Pipe → Update (Columns → Discover)', () => {
	it("maps the columns of the pipe's source", async () => {
		const { error } = await run(updating());
		expect(error?.message).toBeUndefined();
		expect(sent()).toEqual([`GET ${pipeId}`, DISCOVER, `PATCH ${pipeId}`]);
		const [, discovery] = emulator.requests;
		expect(discovery?.body).toMatchObject({
			source: { kafka: { topics: 'events', credentials: LOGIN } },
		});
		expect(lastBody()).toEqual({
			destination: { columns: STREAM },
			fieldMappings: STREAM.map(({ name }) => ({ sourceField: name, destinationField: name })),
		});
	});

	it("doesn't send the login to another pipe's brokers", async () => {
		const result = { ...emulator.state.pipes.get(pipeId), id: CLOUD_IDS.postgresPipeId };
		emulator.faults.add({ kind: 'result200', result, match: { method: 'GET' } });
		const { error } = await run(updating({}, { dryRun: true }));
		expect(error?.message).toBe('The API has no pipe with this ID.');
		expect(sent()).toEqual([`GET ${pipeId}`]);
	});

	it('reports that a database source has no columns', async () => {
		const { error } = await run(updating({ pipeId: CLOUD_IDS.postgresPipeId }));
		expect(error?.message).toContain('contains postgres');
		expect(sent()).toEqual([`GET ${CLOUD_IDS.postgresPipeId}`]);
	});
});

describe('Pipe → Discover Schema', () => {
	it('sends discovery once for all items, and resends it after a failure', async () => {
		const match = { operationId: 'discoverSchema' };
		emulator.faults.add({ kind: 'status', status: 503, match, times: 1 });
		const { items } = await run(creating('kafka', { operation: 'discoverSchema' }), [{}, {}]);
		expect(items(NODE)).toHaveLength(2);
		expect(sent()).toEqual([DISCOVER, DISCOVER]);
	});
});
