import { operations } from '../../../nodes/CloudManagement/actions';
import type { Parameters as Fields, PlanContext } from '../../../nodes/core/operation';
import { codes, contextOf, PIPE_ID, sentences, SERVICE_ID, SERVICE_PATH } from './context';

const { update } = operations.pipe;

const login = { username: 'loader', password: 'secret-1' };
const accessKey = { accessKeyId: 'key-1', secretKey: 'secret-2' };
const file = 'eyJhIjoxfQ==';
const LOGIN = { method: 'usernamePassword', ...login };
const KEY = { method: 'accessKey', ...accessKey };
const ACCOUNT = { method: 'serviceAccount', serviceAccountKey: file };
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
const dialect = (apiDialect: string) => ({
	credential: { ...contextOf().credential, apiDialect },
});
const named = (name: string): Fields => ({ updateFields: { name } });
const postgres = (member: object) => ({ source: { postgres: member } });
const mysql = (member: object) => ({ source: { mysql: member } });

const TABLE = { sourceSchemaName: 'public', sourceTable: 'orders', targetTable: 'orders' };
const COLLECTION = { sourceDatabaseName: 's', sourceCollection: 'c', targetTable: 't' };
const adds = (sourceKind: string, row: object): Fields => ({
	...{
		sourceKind,
		tableMappingsToAdd: { values: [row] },
		tableMappingsToRemove: { values: [row] },
	},
});
const added = (row: object): Fields => ({
	...{ sourceKind: 'postgres', tableMappingsToAdd: { values: [row] } },
});
const KEYS = { useCustomSortingKey: true, sortingKeys: '' };
const both = (mapping: object) => ({
	...{ tableMappingsToAdd: [mapping], tableMappingsToRemove: [mapping] },
});
const SPLIT = { ...TABLE, useCustomSortingKey: false, excludedColumns: 'a, b' };
const columns = [{ name: 'id', type: 'UInt64' }];
const destination = { columns };
const fieldMappings = [{ sourceField: 'key', destinationField: 'id' }];
const column = (name: string, type = 'String') => ({
	values: [{ name, type, sourceField: 'key' }],
});
const list = (columnsList: string): Fields => ({
	...{ sourceKind: 'kafka', columnsInput: 'list', columnsList },
});

it('an update is a PATCH', () => {
	const { request, issues, hints } = planned(named(' New '));
	const path = `${SERVICE_PATH}/pipes/${PIPE_ID}`;
	expect(request).toEqual({ method: 'PATCH', path, body: { name: 'New' } });
	expect([issues, hints]).toEqual([[], []]);
});

it.each<[Fields, object, object]>([
	[
		{ sourceKind: 'kafka', destinationColumns: column('id', 'UInt64') },
		{},
		{ destination, fieldMappings },
	],
	[list('id UInt64 key'), {}, { destination, fieldMappings }],
	[adds('postgres', SPLIT), {}, postgres(both({ ...SPLIT, excludedColumns: ['a', 'b'] }))],
	[adds('mysql', TABLE), {}, mysql(both(TABLE))],
	[adds('mongodb', COLLECTION), {}, { source: { mongodb: both(COLLECTION) } }],
	[
		named('n'.repeat(255)),
		{ settings: { engine_max_threads: 1 } },
		{ name: 'n'.repeat(255), settings: { engine_max_threads: 1 } },
	],
	[
		{},
		postgres({ tableMappingsToAdd: [{ ...TABLE, useCustomSortingKey: true }] }),
		postgres({ tableMappingsToAdd: [{ ...TABLE, useCustomSortingKey: true }] }),
	],
])('an update with %j and %j sends only what is filled in', (fields, json, body) => {
	expect(bodyOf(fields, json)).toEqual(body);
});

it.each<[Fields, object | undefined, string]>([
	[{}, undefined, 'updateFields nothingToUpdate'],
	[
		{ ...named(''), sourceKind: 'kafka', columnsInput: 'fields' },
		{},
		'updateFields nothingToUpdate',
	],
	[
		{ ...list('id UInt64'), sourceKind: 'postgres', tableMappingsToAdd: {} },
		undefined,
		'updateFields nothingToUpdate',
	],
	[
		{ ...named('n'.repeat(256)), pipeId: 'x' },
		undefined,
		'pipeId notUuid, updateFields.name malformed',
	],
	[{ sourceKind: '={{ $json.kind }}' }, undefined, 'sourceKind noExpression'],
	[list(''), undefined, 'columnsList empty'],
	[list('id'), undefined, 'destination.columns.0 noType'],
	[list('id UInt64, id String'), undefined, 'destination.columns.1.name repeatedColumn'],
	[
		{ sourceKind: 'kafka', columnsInput: 'sample', columnsSample: '' },
		undefined,
		'columnsSample jsonEmpty',
	],
	[
		{ sourceKind: 'kafka', destinationColumns: column('') },
		undefined,
		'destination.columns.0.name empty',
	],
	[
		{},
		mysql({ tableMappingsToAdd: [{ sourceTable: 'a' }] }),
		'source.mysql.tableMappingsToAdd.0.sourceSchemaName noTable, source.mysql.tableMappingsToAdd.0.targetTable noTable',
	],
	[{}, postgres({ tableMappingsToAdd: 'a' }), 'source.postgres.tableMappingsToAdd wrongType'],
	[
		{},
		{ destination: { password: 'a' }, ...postgres({ apiSecret: 1, credentials: login }) },
		'destination.password misplacedSecret',
	],
	[adds('postgres', TABLE), { source: { kafka: {} } }, 'source notOneSource'],
	[added({ targetTable: 'a' }), undefined, 'tableMappingsToAdd.0.sourceTable noTable'],
	[added({ ...TABLE, ...KEYS }), undefined, 'tableMappingsToAdd.0.sortingKeys noSortingKeys'],
])('an update with %.80j and %j is refused: %s', (fields, json, expected) => {
	expect(codes(planned(fields, json).issues).join(', ')).toBe(expected);
});

it('rows are named by their labels, columns in JSON by their path', () => {
	const fields = { sourceKind: 'kafka', destinationColumns: column('') };
	expect(sentences(planned(fields).issues, update)[0]).toMatch(/^Column 1, Name is empty/);
	const { issues, hints = [] } = planned(added({ ...TABLE, ...KEYS, tableEngine: 'Log' }));
	expect(sentences(issues, update)[0]).toMatch(/^Table Mappings to Add 1, /);
	expect(hints.join()).toMatch(/^Table Mappings to Add 1, Table Engine isn't/);
	const byJson = planned({}, { destination: { columns: column('').values } }).issues;
	expect(sentences(byJson, update)[0]).toMatch(/^destination\.columns\.0\.name is empty/);
});

it('table mappings have the rows of their source: of removed ones the three names', () => {
	const rowsOf = (name: string) =>
		update.properties
			.filter((property) => property.name === name)
			.map(({ options: [group] = [], displayOptions }) => [
				displayOptions?.show?.['sourceKind'],
				group !== undefined && 'values' in group ? group.values.map((row) => row.name) : [],
			]);
	expect(rowsOf('tableMappingsToRemove').sort()).toEqual([
		[['mongodb'], Object.keys(COLLECTION)],
		[['mysql'], Object.keys(TABLE)],
		[['postgres'], Object.keys(TABLE)],
	]);
	expect(rowsOf('tableMappingsToAdd')).toHaveLength(3);
});

describe('the secrets of an update', () => {
	const send = (sourceKind: string, extraCredential?: object, json?: object) =>
		planned(
			{ sourceKind, sendSourceSecrets: true },
			json,
			extraCredential && { extraCredential: { ...extraCredential } },
		);
	const user = { authentication: 'IAM_USER', accessKey };
	const account = { authentication: 'SERVICE_ACCOUNT' };
	const scram = { authentication: 'SCRAM-SHA-256' };
	const role = { authentication: 'IAM_ROLE' };

	it.each<[string, object, object, object?]>([
		['postgres', LOGIN, { credentials: login }, {}],
		['mysql', LOGIN, { credentials: login }, {}],
		['mongodb', LOGIN, { credentials: login }, {}],
		['kafka', LOGIN, { credentials: login }, {}],
		['kafka', LOGIN, { ...scram, credentials: login }, { source: { kafka: scram } }],
		['kafka', KEY, { credentials: accessKey }, {}],
		['kinesis', KEY, user, {}],
		['objectStorage', KEY, user, {}],
		['objectStorage', CONNECTION, { authentication: 'CONNECTION_STRING', ...SENT_CONNECTION }, {}],
		['objectStorage', ACCOUNT, { ...account, serviceAccountKey: file }, {}],
		['pubsub', ACCOUNT, { ...account, serviceAccountKey: { serviceAccountFile: file } }, {}],
		['other', LOGIN, {}, {}],
	])('of %s are filled in: %j', (kind, credential, owner, json) => {
		const { request, issues } = send(kind, credential, json);
		expect(codes(issues)).toEqual([]);
		expect(request.body).toEqual({ source: { [kind]: owner } });
	});

	it.each<[string, object | undefined, object, string]>([
		['postgres', undefined, {}, 'noCredential'],
		['postgres', KEY, {}, 'otherSecrets'],
		['objectStorage', LOGIN, {}, 'otherSecrets'],
		['postgres', { ...LOGIN, password: '' }, {}, 'credentialLacks'],
		['postgres', LOGIN, postgres(role), 'otherSecrets'],
		['postgres', { username: 'a' }, postgres(role), 'otherSecrets'],
	])('of %s are refused from %j with %j: %s', (kind, credential, json, code) => {
		expect(codes(send(kind, credential, json).issues)).toEqual([`cloudPipeSourceApi ${code}`]);
	});

	it('are not sent, and their credential is not shown, unless wanted', () => {
		const fields = { sourceKind: 'mysql', tableMappingsToAdd: { values: [TABLE] } };
		expect(bodyOf(fields, {}, { extraCredential: LOGIN })).toEqual(
			mysql({ tableMappingsToAdd: [TABLE] }),
		);
		const field = (name: string) => update.properties.find((property) => property.name === name);
		const shown = field('sourceCredential')?.displayOptions?.show;
		expect(shown).toMatchObject({ sendSourceSecrets: [true] });
		expect(shown?.['sourceKind']).not.toContain('bigquery');
		const wanted = { default: false, noDataExpression: true };
		expect(field('sendSourceSecrets')).toMatchObject(wanted);
	});
});

describe('an update has a hint', () => {
	const TWICE = [{ ...TABLE, excludedColumns: ['a', 'a'] }];
	const unmapped = [...fieldMappings, { sourceField: 'a', destinationField: 'b' }];

	it.each<[string, object, RegExp | undefined]>([
		['standard', { settings: { engine_max_threads: 1 } }, /ignores 'settings'/],
		['standard', { settings: null, name: 'a' }, undefined],
		['standard', { destination, fieldMappings: unmapped }, /'b'/],
		['standard', postgres({ host: 'a' }), /tests the connection with host\./],
		['standard', postgres({ settings: {} }), undefined],
		['standard', { source: { kafka: 'a' } }, undefined],
		['standard', { source: { kafka: { iamRole: 'a' } } }, undefined],
		['standard', postgres({ host: 'a', credentials: login }), undefined],
		['standard', mysql({ host: 'a', port: 1, authentication: 'IAM_ROLE' }), undefined],
		['standard', mysql({ host: 'a', credentials: login }), /^'source\.mysql\.port' isn't set/],
		['standard', postgres({ tableMappingsToAdd: TWICE }), undefined],
		[
			'clickhouseCloud',
			postgres({ tableMappingsToAdd: TWICE }),
			/excludedColumns" contains .* twice/,
		],
		[
			'standard',
			postgres({ tableMappingsToAdd: [{ ...TABLE, useCustomSortingKey: true }] }),
			/sortingKeys/,
		],
	])('in the dialect %s of %j: %s', (apiDialect, json, hint) => {
		const { issues, hints = [] } = planned({}, json, dialect(apiDialect));
		expect(codes(issues)).toEqual([]);
		expect(hints).toEqual(hint === undefined ? [] : [expect.stringMatching(hint)]);
	});

	it('and is spelled as the deployment does', () => {
		const json = { settings: { engine_max_threads: 1 } };
		expect(bodyOf({}, json, dialect('clickhouseCloud'))).toEqual({
			settings: { clickhouse_max_threads: 1 },
		});
	});
});

it.each<[object, string]>([
	[{ name: 'New' }, "name 'New'"],
	[{ destination: { columns: [{ name: 'id' }] }, fieldMappings: [] }, "columns 'id'"],
	[
		postgres({ tableMappingsToAdd: [TABLE], host: 'db', credentials: {} }),
		"tables to add 'orders'; postgres with 'host', 'credentials' at 'db'",
	],
	[
		{ source: { mongodb: { tableMappingsToRemove: [{ sourceCollection: 'c' }] } } },
		"tables to remove 'c'",
	],
	[{ name: 'New', settings: {} }, "name 'New' (other fields: settings)"],
])('the summary of %j', (body, text) => {
	const request = { method: 'PATCH', path: '/', body: { ...body } } as const;
	const summary = update.summarize?.(request, { pipeId: 'p', serviceId: 's' });
	expect(summary?.replaceAll(/\P{ASCII}/gu, "'")).toBe(`Change pipe p of service s: ${text}`);
});
