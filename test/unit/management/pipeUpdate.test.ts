import { operations } from '../../../nodes/CloudManagement/actions';
import type { Parameters as Fields, PlanContext } from '../../../nodes/core/operation';
import { codes, contextOf, PIPE_ID, sentences, SERVICE_ID, SERVICE_PATH } from './context';

const { update } = operations.pipe;

const login = { username: 'loader', password: 'secret-1' };
const LOGIN = { method: 'usernamePassword', ...login };
const KEY = { method: 'accessKey', accessKeyId: 'key-1', secretKey: 'secret-2' };
const ACCOUNT = { method: 'serviceAccount', serviceAccountKey: 'eyJhIjoxfQ==' };
const SENT_CONNECTION = { connectionString: 'Endpoint=sb://a' };
const CONNECTION = { method: 'connectionString', ...SENT_CONNECTION };

/** The plan of fields; `json` are additional fields. */
function planned(fields: Fields, json?: object, context: Partial<PlanContext> = {}) {
	const additionalFields = { additionalMembers: json };
	const parameters = { serviceId: SERVICE_ID, pipeId: PIPE_ID, additionalFields, ...fields };
	return update.plan(parameters, contextOf(context));
}

const bodyOf = (...parameters: Parameters<typeof planned>) => {
	const { request, issues } = planned(...parameters);
	expect(codes(issues)).toEqual([]);
	return request.body;
};
const codesOf = (...parameters: Parameters<typeof planned>) => codes(planned(...parameters).issues);

const TABLE = { sourceSchemaName: 'public', sourceTable: 'orders', targetTable: 'orders' };
const POSTGRES = { sourceKind: 'postgres', tableMappingsToAdd: { values: [TABLE] } };

describe('Update of a pipe', () => {
	it('is a PATCH of what is filled in', () => {
		const { request, issues, hints } = planned({ updateFields: { name: ' New ' } });
		const path = `${SERVICE_PATH}/pipes/${PIPE_ID}`;
		expect(request).toEqual({ method: 'PATCH', path, body: { name: 'New' } });
		expect([issues, hints]).toEqual([[], []]);
	});

	it.each<[Fields, object | undefined]>([
		[{}, undefined],
		[{ updateFields: { name: '' }, sourceKind: 'kafka', columnsInput: 'fields' }, {}],
		[{ sourceKind: 'postgres', tableMappingsToAdd: {}, columnsList: 'id UInt64' }, undefined],
	])('that changes nothing is invalid: %j', (fields, json) => {
		expect(codesOf(fields, json)).toEqual(['updateFields nothingToUpdate']);
	});

	it('checks name and IDs', () => {
		const name = 'n'.repeat(256);
		expect(codesOf({ updateFields: { name }, pipeId: 'x' })).toEqual([
			'pipeId notUuid',
			'updateFields.name malformed',
		]);
		expect(codesOf({ updateFields: { name: name.slice(1) } })).toEqual([]);
		expect(codesOf({ sourceKind: '={{ $json.kind }}' })).toEqual(['sourceKind noExpression']);
	});

	it('is repeatable without new tables and secrets', () => {
		const isRepeatable = (body: object) =>
			typeof update.repeatable === 'function' && update.repeatable({ ...body });
		const postgres = (member: object) => ({ source: { postgres: member } });
		expect(isRepeatable({ name: 'a' })).toBe(true);
		expect(isRepeatable(postgres({ tableMappingsToRemove: [TABLE] }))).toBe(true);
		expect(isRepeatable(postgres({ tableMappingsToAdd: [] }))).toBe(true);
		expect(isRepeatable(postgres({ tableMappingsToAdd: [TABLE] }))).toBe(false);
		expect(isRepeatable(postgres({ credentials: { username: 'a' } }))).toBe(false);
		expect(isRepeatable({ source: { kinesis: { accessKey: {} } } })).toBe(false);
	});
});

describe('the columns of an update', () => {
	const columns = [{ name: 'id', type: 'UInt64' }];
	const destination = { columns };
	const fieldMappings = [{ sourceField: 'key', destinationField: 'id' }];

	it.each<[Fields]>([
		[{ destinationColumns: { values: [{ ...columns[0], sourceField: 'key' }] } }],
		[{ columnsInput: 'list', columnsList: 'id UInt64 key' }],
	])('are sent with their mappings: %j', (fields) => {
		expect(bodyOf({ sourceKind: 'kafka', ...fields })).toEqual({ destination, fieldMappings });
		expect(codesOf({ sourceKind: 'postgres', ...fields })).toEqual([
			'updateFields nothingToUpdate',
		]);
	});

	it.each<[Fields, string]>([
		[{ columnsInput: 'list', columnsList: '' }, 'columnsList empty'],
		[{ columnsInput: 'list', columnsList: 'id' }, 'destination.columns.0 noType'],
		[{ columnsInput: 'sample', columnsSample: '' }, 'columnsSample jsonEmpty'],
		[
			{ destinationColumns: { values: [{ name: '', type: 'String' }] } },
			'destination.columns.0.name empty',
		],
		[
			{ columnsInput: 'list', columnsList: 'id UInt64, id String' },
			'destination.columns.1.name repeatedColumn',
		],
	])('refuse %j', (fields, code) => {
		expect(codesOf({ sourceKind: 'kafka', ...fields })).toEqual([code]);
	});

	it('are named by their labels, those in JSON by their path', () => {
		const wrong = [{ name: '', type: 'String' }];
		const fields = { sourceKind: 'kafka', destinationColumns: { values: wrong } };
		expect(sentences(planned(fields).issues, update)[0]).toMatch(/^Column 1, Name is empty\./);
		const byJson = planned({}, { destination: { columns: wrong } }).issues;
		expect(sentences(byJson, update)[0]).toMatch(/^destination\.columns\.0\.name is empty\./);
	});

	it('of a mapping in JSON that no column has are a hint', () => {
		const { issues, hints } = planned(
			{},
			{
				destination,
				fieldMappings: [...fieldMappings, { sourceField: 'a', destinationField: 'b' }],
			},
		);
		expect(issues).toEqual([]);
		expect(hints?.join()).toContain("'b'");
	});
});

describe('the table mappings of an update', () => {
	const COLLECTION = { sourceDatabaseName: 's', sourceCollection: 'c', targetTable: 't' };
	const EXCLUDED = { ...TABLE, useCustomSortingKey: false };
	it.each<[string, Fields, object]>([
		[
			'postgres',
			{ ...EXCLUDED, excludedColumns: 'a, b' },
			{ ...EXCLUDED, excludedColumns: ['a', 'b'] },
		],
		['mysql', TABLE, TABLE],
		['mongodb', COLLECTION, COLLECTION],
	])('of %s are sent', (sourceKind, row, mapping) => {
		const [tableMappingsToAdd, tableMappingsToRemove] = [{ values: [row] }, { values: [row] }];
		const lists = { tableMappingsToAdd: [mapping], tableMappingsToRemove: [mapping] };
		expect(bodyOf({ sourceKind, tableMappingsToAdd, tableMappingsToRemove })).toEqual({
			source: { [sourceKind]: lists },
		});
	});

	it('have the rows of their source: of removed ones the three names', () => {
		const rowsOf = (name: string) =>
			update.properties
				.filter((property) => property.name === name)
				.map(({ options, displayOptions }) => [
					displayOptions?.show?.['sourceKind'],
					options?.flatMap((option) =>
						'values' in option ? option.values.map((field) => field.name) : [],
					),
				]);
		const names = ['sourceSchemaName', 'sourceTable', 'targetTable'];
		expect(rowsOf('tableMappingsToRemove').sort()).toEqual([
			[['mongodb'], ['sourceDatabaseName', 'sourceCollection', 'targetTable']],
			[['mysql'], names],
			[['postgres'], names],
		]);
		expect(rowsOf('tableMappingsToAdd').map(([kinds]) => kinds)).toHaveLength(3);
	});

	it.each<[Fields, string]>([
		[{ targetTable: 'orders' }, 'tableMappingsToAdd.0.sourceTable noTable'],
		[
			{ ...TABLE, useCustomSortingKey: true, sortingKeys: '' },
			'tableMappingsToAdd.0.sortingKeys noSortingKeys',
		],
	])('refuse the row %j', (row, code) => {
		const fields = { sourceKind: 'postgres', tableMappingsToAdd: { values: [row] } };
		expect(codesOf(fields)).toEqual([code]);
		expect(sentences(planned(fields).issues, update)[0]).toMatch(/^Table Mappings to Add 1, /);
	});

	it('with an unusual engine are a hint', () => {
		const row = { ...TABLE, tableEngine: 'Log' };
		const { issues, hints } = planned({
			...{ sourceKind: 'postgres', tableMappingsToAdd: { values: [row] } },
		});
		expect(issues).toEqual([]);
		expect(hints?.join()).toMatch(/^Table Mappings to Add 1, Table Engine is not/);
	});

	it('in JSON are merged, and the API decides on what it leaves open', () => {
		const tableMappingsToAdd = [{ ...TABLE, useCustomSortingKey: true }];
		const { request, issues, hints } = planned(
			{},
			{ source: { postgres: { tableMappingsToAdd } } },
		);
		expect(request.body).toEqual({ source: { postgres: { tableMappingsToAdd } } });
		expect(issues).toEqual([]);
		expect(hints?.join()).toMatch(/sortingKeys.*left unchanged/);
		const mysql = { tableMappingsToAdd: [{ sourceTable: 'a' }] };
		expect(codesOf({}, { source: { mysql } })).toEqual([
			'source.mysql.tableMappingsToAdd.0.sourceSchemaName noTable',
			'source.mysql.tableMappingsToAdd.0.targetTable noTable',
		]);
		expect(codesOf({}, { source: { postgres: { tableMappingsToAdd: 'a' } } })).toEqual([
			'source.postgres.tableMappingsToAdd wrongType',
		]);
	});
});

describe('the secrets of an update', () => {
	const send = (sourceKind: string, extraCredential?: object, json?: object) =>
		planned(
			{ sourceKind, sendSourceSecrets: true },
			json,
			extraCredential && { extraCredential: { ...extraCredential } },
		);
	const accessKey = { accessKeyId: 'key-1', secretKey: 'secret-2' };

	const user = { authentication: 'IAM_USER', accessKey };
	const account = { authentication: 'SERVICE_ACCOUNT' };
	const file = 'eyJhIjoxfQ==';
	it.each<[string, object, object]>([
		...['postgres', 'mysql', 'mongodb', 'kafka'].map((kind): [string, object, object] => [
			...([kind, LOGIN, { credentials: login }] as const),
		]),
		['kafka', KEY, { credentials: accessKey }],
		['kinesis', KEY, user],
		['objectStorage', KEY, user],
		['objectStorage', CONNECTION, { authentication: 'CONNECTION_STRING', ...SENT_CONNECTION }],
		['objectStorage', ACCOUNT, { ...account, serviceAccountKey: file }],
		['pubsub', ACCOUNT, { ...account, serviceAccountKey: { serviceAccountFile: file } }],
	])('of %s are filled in: %j', (kind, credential, owner) => {
		const { request, issues } = send(kind, credential);
		expect(codes(issues)).toEqual([]);
		expect(request.body).toEqual({ source: { [kind]: owner } });
	});

	it('are not sent unless wanted', () => {
		const context = { extraCredential: LOGIN };
		expect(bodyOf(POSTGRES, undefined, context)).toEqual({
			source: { postgres: { tableMappingsToAdd: [TABLE] } },
		});
	});

	it('go with the authentication in JSON', () => {
		const kafka = { authentication: 'SCRAM-SHA-256' };
		expect(send('kafka', LOGIN, { source: { kafka } }).request.body).toEqual({
			source: { kafka: { ...kafka, credentials: login } },
		});
	});

	const ROLE = { source: { postgres: { authentication: 'IAM_ROLE' } } };
	it.each<[string, string, object | undefined, object | undefined, string]>([
		['without a credential', 'postgres', undefined, undefined, 'noCredential'],
		['of another kind', 'postgres', KEY, undefined, 'otherSecrets'],
		['that the source does not take', 'objectStorage', LOGIN, undefined, 'otherSecrets'],
		['that are incomplete', 'postgres', { ...LOGIN, password: '' }, undefined, 'credentialLacks'],
		['with a role', 'postgres', LOGIN, ROLE, 'otherSecrets'],
		['without a method', 'postgres', { username: 'a' }, ROLE, 'otherSecrets'],
	])('%s are refused', (_, kind, credential, json, code) => {
		expect(codes(send(kind, credential, json).issues)).toEqual([`cloudPipeSourceApi ${code}`]);
	});

	it('are those of a known source', () => {
		expect(send('other', LOGIN).request.body).toEqual({ source: { other: {} } });
	});

	it('show their credential', () => {
		const { displayOptions } =
			update.properties.find(({ name }) => name === 'sourceCredential') ?? {};
		expect(displayOptions?.show).toMatchObject({ sendSourceSecrets: [true] });
		expect(displayOptions?.show?.['sourceKind']).not.toContain('bigquery');
		expect(update.properties.find(({ name }) => name === 'sendSourceSecrets')).toMatchObject({
			...{ default: false, noDataExpression: true },
		});
	});

	it('in JSON are refused where the API takes none', () => {
		const json = {
			destination: { password: 'a' },
			source: { postgres: { apiSecret: 1, credentials: login } },
		};
		expect(codesOf({}, json)).toEqual(['destination.password misplacedSecret']);
	});
});

describe('what a change by JSON should know', () => {
	const postgres = (member: object) => ({ source: { postgres: member } });
	const mysql = (member: object) => ({ source: { mysql: { host: 'a', ...member } } });
	it.each<[object, RegExp | undefined]>([
		[{ settings: { engine_max_threads: 1 } }, /ignores 'settings'/],
		[{ settings: null, name: 'a' }, undefined],
		[postgres({ host: 'a' }), /tests the connection with host\./],
		[postgres({ settings: {} }), undefined],
		[{ source: { kafka: 'a' } }, undefined],
		[{ source: { kafka: { iamRole: 'a' } } }, undefined],
		[postgres({ host: 'a', credentials: login }), undefined],
		[mysql({ port: 1, authentication: 'IAM_ROLE' }), undefined],
		[mysql({ credentials: login }), /^'source\.mysql\.port' is missing: the API decides\.$/],
	])('of %j: %s', (json, hint) => {
		const { issues, hints } = planned({}, json);
		expect(codes(issues)).toEqual([]);
		if (hint === undefined) expect(hints).toEqual([]);
		else expect(hints?.join()).toMatch(hint);
	});

	it('is that a source has one kind', () => {
		expect(codesOf(POSTGRES, { source: { kafka: {} } })).toEqual(['source notOneSource']);
	});

	it.each<[string, string[]]>([
		[
			'clickhouseCloud',
			[
				'Table Mappings to Add 1, Excluded Columns has a column twice, which ClickHouse Cloud refuses. List each column once.',
			],
		],
		['standard', []],
	])('has hints on columns that are there twice, in the dialect %s', (apiDialect, expected) => {
		const credential = { ...contextOf().credential, apiDialect };
		const values = [{ ...TABLE, excludedColumns: 'a, a' }];
		const fields = { ...POSTGRES, tableMappingsToAdd: { values } };
		const { issues, hints } = planned(fields, undefined, { credential });
		expect([issues, hints]).toEqual([[], expected]);
	});

	it('is spelled as the deployment does', () => {
		const credential = { ...contextOf().credential, apiDialect: 'clickhouseCloud' };
		const json = { settings: { engine_max_threads: 1 } };
		expect(planned({}, json, { credential }).request.body).toEqual({
			settings: { clickhouse_max_threads: 1 },
		});
	});
});

describe('the summary of an update', () => {
	const summary = (body: object) =>
		update
			.summarize?.(
				{ method: 'PATCH', path: '/', body: { ...body } },
				{ pipeId: 'p', serviceId: 's' },
			)
			.replaceAll(/\P{ASCII}/gu, "'");

	it.each<[object, string]>([
		[{ name: 'New' }, "name 'New'"],
		[{ destination: { columns: [{ name: 'id' }] }, fieldMappings: [] }, "columns 'id'"],
		[
			{ source: { postgres: { tableMappingsToAdd: [TABLE], host: 'db', credentials: {} } } },
			"tables to add 'orders'; postgres with 'host', 'credentials' at 'db'",
		],
		[
			{ source: { mongodb: { tableMappingsToRemove: [{ sourceCollection: 'a' }] } } },
			"tables to remove 'a'",
		],
		[{ name: 'New', settings: {} }, "name 'New' (other fields: settings)"],
	])('of %j', (body, text) => {
		expect(summary(body)).toBe(`Change pipe p of service s: ${text}`);
	});
});
