import { valueAt } from '../../../nodes/engine/json';
import { problems } from './context';
import { FORMS, into, pipeIssues, type Kind, LOGIN, pipeOf, planForm, planJson } from './pipeForm';

const CLOUD = { apiDialect: 'clickhouseCloud' };
const WORKLOAD = 'SERVICE_ACCOUNT_WORKLOAD_IDENTITY';
const KEY_FILE = '{ "type": "service_account" }';
const ENCODED = Buffer.from(KEY_FILE).toString('base64');
const LOGIN_CREDENTIAL = { method: 'usernamePassword', ...LOGIN };
const ACCOUNT = { method: 'serviceAccount', serviceAccountKey: `${KEY_FILE}\n` };
const GLUE = { type: 'glue', glueRegion: 'us-east-1', glueRegistryName: 'orders' };
function planned(kind: Kind, changes: object = {}, credential: object = LOGIN_CREDENTIAL) {
	return planForm({ ...FORMS[kind], ...changes }, { ...credential }, CLOUD);
}

/** Throws if the form has issues. */
function sourceOf(kind: Kind, changes?: object, credential?: object): unknown {
	const plan = planned(kind, changes, credential);
	expect(pipeIssues(plan)).toBe('');
	return valueAt(plan.request.body, `source.${kind}`);
}

// test/formwalk tests that the API accepts such forms and which keys they reach.
describe('Pipe → Create (fields, ClickHouse Cloud)', () => {
	it("uses the source's word for a table's container: schema, database, or dataset", () => {
		const orders = { sourceTable: 'orders', targetTable: 'orders' };
		expect(sourceOf('mysql')).toMatchObject({
			credentials: LOGIN,
			tableMappings: [{ sourceSchemaName: 'shop', ...orders }],
		});
		expect(sourceOf('mongodb')).toMatchObject({
			tableMappings: [
				{ sourceDatabaseName: 'shop', sourceCollection: 'orders', targetTable: 'orders' },
			],
		});
		expect(sourceOf('bigquery', {}, ACCOUNT)).toMatchObject({
			tableMappings: [{ sourceDatasetName: 'shop', sourceTable: 'orders', targetTable: 'target' }],
		});
	});

	it('sends a service account key in Base64', () => {
		const account = { serviceAccountFile: ENCODED };
		expect(sourceOf('bigquery', {}, ACCOUNT)).toHaveProperty('credentials', account);
		expect(sourceOf('pubsub', {}, ACCOUNT)).toHaveProperty('serviceAccountKey', account);
		const files = { objectStorageType: 'gcs', objectStorageAuthentication: 'SERVICE_ACCOUNT' };
		const storage = sourceOf('objectStorage', files, ACCOUNT);
		expect(storage).toHaveProperty('serviceAccountKey', ENCODED);
	});

	it("doesn't send a service account key for a workload identity", () => {
		const identity = { bigqueryAuthentication: WORKLOAD, bigqueryProjectId: 'p' };
		const bigquery = sourceOf('bigquery', identity, {});
		expect(bigquery).toMatchObject({ authentication: WORKLOAD, projectId: 'p' });
		expect(bigquery).not.toHaveProperty('credentials');
	});

	it('warns about change replication from BigQuery', () => {
		const changes = { bigquerySettingsReplicationMode: 'cdc' };
		const { issues, hints } = planned('bigquery', changes, ACCOUNT);
		expect([issues, hints]).toEqual([
			[],
			[expect.stringMatching(/^Replication Mode is cdc, which/)],
		]);
	});

	it.each(['mariadb', 'rdsmariadb'])("rejects FILE_POS for %s, which isn't MySQL", (mysqlType) => {
		const additionalOptions = { mysqlSettingsReplicationMechanism: 'FILE_POS' };
		const settings = { replicationMechanism: 'FILE_POS' };
		expect(sourceOf('mysql', { additionalOptions })).toMatchObject({ settings });
		const { issues } = planned('mysql', { additionalOptions, mysqlType });
		expect(issues.map(({ text }) => text)).toEqual([
			`is FILE_POS, which ${mysqlType} doesn't support. Use one of: GTID.`,
		]);
	});
});

/** Hints on a pipe that is sent mention these paths. */
function hintedPaths(body: object, credential: object = CLOUD): string[] {
	const { issues, hints } = planJson(body, undefined, {}, credential);
	expect(problems(issues)).toEqual([]);
	return hints.map((hint) => /^"([\w.]+)"/.exec(hint)?.[1] ?? hint);
}

describe('Pipe → Create (JSON, ClickHouse Cloud)', () => {
	const kafka = (changes: object = {}, rest: object = {}) =>
		pipeOf('kafka', { credentials: LOGIN, ...changes }, rest);
	const engine = (type: string, more: object = {}) =>
		kafka({}, into({ managedTable: false, tableDefinition: { engine: { type, ...more } } }));

	it('warns about keys of other engines and sources', () => {
		const name = 'destination.tableDefinition.engine';
		expect(hintedPaths(engine('ReplacingMergeTree'))).toEqual([`${name}.versionColumnId`]);
		expect(hintedPaths(engine('SummingMergeTree', { columnIds: ['a'] }))).toEqual([]);
		const table = { destination: { database: 'd', table: 't' } };
		const mysql = pipeOf('mysql', {}, table);
		expect(hintedPaths(mysql)).toEqual(['destination.table']);
	});

	it("doesn't claim to send a missing value", () => {
		const unsorted = { sourceSchemaName: 's', sourceTable: 'o', targetTable: 't' };
		const tableMappings = [{ ...unsorted, useCustomSortingKey: true }];
		const hintsOn = (body: object) => planJson(body, undefined, {}, CLOUD).hints;
		expect(hintsOn(pipeOf('postgres', { tableMappings }))).toEqual([
			'"source.postgres.tableMappings.0.sortingKeys" is empty, but Use Custom Sorting Key is on.',
		]);
		expect(hintsOn(engine('ReplacingMergeTree'))).toEqual([
			'"destination.tableDefinition.engine.versionColumnId" is empty, but ReplacingMergeTree needs it.',
		]);
		expect(hintsOn(pipeOf('mysql', {}, { destination: { database: 'd', table: 't' } }))).toEqual([
			'"destination.table" doesn\'t apply to database pipes. The node sends it as entered.',
		]);
	});

	it("warns about BigQuery's change replication", () => {
		const mode = (replicationMode: string) => pipeOf('bigquery', { settings: { replicationMode } });
		const path = 'source.bigquery.settings.replicationMode';
		expect(hintedPaths(mode('snapshot'))).toEqual([]);
		expect(hintedPaths(mode('cdc_only'))).toEqual([path]);
		expect(pipeIssues(planJson(mode('stream')))).toBe(
			'.settings.replicationMode is "stream", which',
		);
		const settings = { replicationMode: 'cdc', replicationMethod: 'query_based' };
		const names = { sourceDatasetName: 's', sourceTable: 'o', targetTable: 't' };
		const tableMappings = [{ ...names, watermarkColumn: 'updated_at' }];
		const { issues, request } = planJson(pipeOf('bigquery', { settings, tableMappings }));
		expect(issues).toEqual([]);
		const source = valueAt(request.body, 'source.bigquery');
		expect(source).toMatchObject({ settings, tableMappings });
	});

	it('warns about a login in a MongoDB URI', () => {
		expect(hintedPaths(pipeOf('mongodb', { uri: 'mongodb://u:p@h' }))).toEqual([
			'source.mongodb.uri',
		]);
	});

	it('warns about a role for Google Cloud Storage', () => {
		const role = { type: 'gcs', authentication: 'IAM_ROLE', iamRole: 'arn:aws:iam::1:role/r' };
		expect(hintedPaths(pipeOf('objectStorage', role))).toEqual([
			'source.objectStorage.authentication',
		]);
	});

	it("warns about ClickHouse Cloud's own roles", () => {
		const roles = (...names: string[]) => hintedPaths(kafka({}, into({ roles: names })));
		expect(roles('reader', 'clickpipes')).toEqual(['destination.roles']);
		expect(roles('clickpipes_system')).toEqual(['destination.roles']);
		expect(roles('clickpipes_reader')).toEqual([]);
	});

	it.each([
		{ bytes: 524_288_000, hinted: false },
		{ bytes: 10_737_418_241, hinted: true },
	])('warns about an insert size of $bytes bytes: $hinted', ({ bytes, hinted }) => {
		const pipeWith = kafka({}, { settings: { object_storage_max_insert_bytes: bytes } });
		const path = 'settings.object_storage_max_insert_bytes';
		expect(hintedPaths(pipeWith)).toEqual(hinted ? [path] : []);
		expect(hintedPaths(pipeWith, { apiDialect: 'custom' })).toEqual([]);
	});
});

describe('Pipe → Create (keys of ClickHouse Cloud)', () => {
	it.each([
		{ body: pipeOf('kafka', { type: 'gcmk' }), path: 'source.kafka.type' },
		{ body: pipeOf('kinesis', { schemaRegistry: GLUE }), path: 'source.kinesis.schemaRegistry' },
		{ body: pipeOf('postgres', { tlsHost: 'h' }), path: 'source.postgres.tlsHost' },
		{ body: pipeOf('kafka', {}, { startPaused: true }), path: 'startPaused' },
	])('warns about $path only in the Standard dialect', ({ body, path }) => {
		const onlyCloud = new RegExp(
			`^"${path.replaceAll('.', '\\.')}" is only supported by ClickHouse`,
		);
		const hints = (credential: object) =>
			planJson(body, undefined, {}, credential).hints.join('\n');
		expect(hints({ apiDialect: 'standard' })).toMatch(new RegExp(onlyCloud, 'm'));
		const automatic = { apiDialect: 'automatic', baseUrl: 'https://api.clickhouse.cloud' };
		for (const other of [CLOUD, { apiDialect: 'custom' }, automatic]) {
			expect(hints(other)).not.toMatch(/is only supported by ClickHouse/);
		}
	});

	it("rejects a key that the pipe's source doesn't support", () => {
		const found = (...of: Parameters<typeof pipeOf>) =>
			pipeIssues(planJson(pipeOf(...of), undefined, {}, CLOUD));
		expect(found('mysql', {}, { startPaused: true })).toBe('startPaused is only for');
		expect(found('kinesis', {}, { startPaused: true })).toBe('');
		const name = 'kafka_read_committed';
		expect(found('kinesis', {}, { settings: { [name]: true } })).toBe(
			`settings.${name} is only for`,
		);
	});
});

describe('Pipe → Create (MongoDB URI)', () => {
	it('warns about a login in the URI', () => {
		const { issues, hints } = planned('mongodb', { mongodbUri: 'mongodb://u:p@h' });
		const login = 'Connection URI contains a login, which is stored in the workflow unencrypted';
		expect([issues, hints]).toEqual([[], [`${login}. The node sends it as entered.`]]);
	});

	it('rejects a redacted URI', () => {
		const found = (uri: string) => pipeIssues(planJson(pipeOf('mongodb', { uri })));
		expect(found('mongodb+srv://***@h')).toMatch(/uri contains \*\*\*, which/);
		expect(found('mongodb+srv://a***:b***@h/***')).toBe('');
	});
});
