import { summaryOf as sentenceOf } from '../../../nodes/engine/summary/summaries';
import { operations } from '../../../nodes/CloudManagement/resources';
import type { JsonObject } from '../../../nodes/engine/json';
import type { PlanContext } from '../../../nodes/engine/operation';
import { asObject } from '../../../nodes/engine/parameters/values';
import { plannedItem } from '../core/fakes';
import { problems, contextOf, PIPE_ID, SERVICE_ID, summarizing } from './context';
import { pipeIssues } from './pipeForm';
import { sentPlan } from '../../../tools/panel/facts';

const { update } = operations.pipe;

const LOGIN = { username: 'loader', password: 'secret-1' };
const FROM_LOGIN = { method: 'usernamePassword', ...LOGIN };
const CLOUD = {
	credential: { ...contextOf().credential, apiDialect: 'clickhouseCloud' },
};

/** Plans an update with the fields in `own`. */
function planned(own: object, additionalMembers: object = {}, context: Partial<PlanContext> = {}) {
	const { updateFields, ...others }: Record<string, unknown> = { ...own };
	const all = { ...asObject(updateFields), additionalMembers };
	const parameters = { serviceId: SERVICE_ID, pipeId: PIPE_ID, ...others, updateFields: all };
	return sentPlan(update, parameters, contextOf(context));
}

const TABLE = { sourceSchemaName: 'public', sourceTable: 'orders', targetTable: 'orders' };
const UNSORTED = { ...TABLE, useCustomSortingKey: true };
const LIST = { sourceKind: 'kafka', columnsInput: 'list', columnsList: 'id UInt64 key' };
const columns = [{ name: 'id', type: 'UInt64' }];
const MAPPED = {
	destination: { columns },
	fieldMappings: [{ sourceField: 'key', destinationField: 'id' }],
};
const adding = (...values: object[]) => ({
	sourceKind: 'postgres',
	tableMappingsToAdd: { values },
});
const added = (...tableMappingsToAdd: object[]) => ({
	source: { postgres: { tableMappingsToAdd } },
});

describe('Pipe → Update (body)', () => {
	const sent = (own: object, json: object = {}) => {
		const { request, issues } = planned(own, json);
		expect(issues).toEqual([]);
		return request.body;
	};

	it('sends columns from rows or a list', () => {
		const row = { name: 'id', type: 'UInt64', sourceField: 'key' };
		const rows = { sourceKind: 'kafka', destinationColumns: { values: [row] } };
		expect(sent(rows)).toEqual(MAPPED);
		expect(sent({ ...rows, destinationColumns: [row] })).toEqual(MAPPED);
		expect(sent(LIST)).toEqual(MAPPED);
	});

	it("sends an expression's list of tables", () => {
		const sorted = { ...TABLE, sortingKeys: ['id'] };
		const list = { sourceKind: 'postgres', tableMappingsToAdd: [sorted] };
		expect(sent(list)).toEqual(added(sorted));
		const off = { ...sorted, useCustomSortingKey: false };
		expect(sent({ ...list, tableMappingsToAdd: [off] })).toEqual(
			added({ ...TABLE, useCustomSortingKey: false }),
		);
	});

	it('sends fields and JSON together', () => {
		const json = { settings: { engine_max_threads: 1 } };
		const name = 'n'.repeat(255);
		expect(sent({ updateFields: { name } }, json)).toEqual({ name, ...json });
		expect(sent({}, added(UNSORTED))).toEqual(added(UNSORTED));
	});
});

describe('Pipe → Update (issues)', () => {
	const found = (own: object, json: object = {}) => pipeIssues(planned(own, json));

	it('rejects an update without a change', () => {
		const empty = 'updateFields is empty, so';
		expect(found({})).toBe(empty);
		// The JSON is empty, too.
		expect(found({ updateFields: { name: '' }, sourceKind: 'kafka' })).toBe(
			'updateFields are empty, so',
		);
		expect(found({ ...LIST, sourceKind: 'postgres', tableMappingsToAdd: {} })).toBe(empty);
	});

	it.each([{ value: null }, { value: [] }])(
		'rejects clearing the columns with $value',
		({ value }) => {
			const rows = { sourceKind: 'kafka', columnsInput: 'rows', destinationColumns: value };
			expect(found(rows)).toBe("destinationColumns can't be cleared:");
			expect(found({ ...rows, updateFields: { name: 'New' } })).toBe(
				"destinationColumns can't be cleared:",
			);
			// A Postgres pipe has no columns to clear.
			expect(found({ ...rows, sourceKind: 'postgres', updateFields: { name: 'New' } })).toBe('');
		},
	);

	it('rejects clearing the name', () => {
		expect(found({ updateFields: { name: null } })).toBe("updateFields.name can't be cleared:");
		expect(found({ ...LIST, updateFields: { name: null } })).toBe(
			"updateFields.name can't be cleared:",
		);
	});

	it("rejects an expression's result that isn't rows", () => {
		const name = { updateFields: { name: 'New' } };
		const columnText = { sourceKind: 'kafka', destinationColumns: 'id UInt64' };
		expect(found({ ...columnText, ...name })).toBe("destinationColumns can't be read");
		const tableNames = { sourceKind: 'postgres', tableMappingsToRemove: ['orders'] };
		expect(found({ ...tableNames, ...name })).toBe("tableMappingsToRemove can't be read");
	});

	it('rejects incomplete columns', () => {
		expect(found({ ...LIST, columnsList: '' })).toBe('columnsList is empty');
		expect(found({ ...LIST, columnsList: 'id' })).toBe('destinationColumns.0 is "id", which');
		expect(found({ ...LIST, columnsList: 'id UInt64, id String' })).toBe(
			'destinationColumns.1.name is "id", like',
		);
	});

	it('rejects incomplete table mappings', () => {
		expect(found(adding({ targetTable: 'a' }))).toBe('tableMappingsToAdd.0.sourceTable is empty');
		const mysql = {
			source: { mysql: { tableMappingsToAdd: [{ ...TABLE, sourceSchemaName: '' }] } },
		};
		expect(found({}, mysql)).toContain('.tableMappingsToAdd.0.sourceSchemaName is empty');
		const mongodb = { source: { mongodb: { tableMappingsToAdd: [{}] } } };
		expect(found({}, mongodb)).not.toContain('targetTable');
	});

	it('rejects two sources, a redacted login, or a misplaced secret', () => {
		expect(found(adding(TABLE), { source: { kafka: {} } })).toBe('source must contain exactly');
		const hidden = { source: { mongodb: { uri: 'mongodb+srv://***@h' } } };
		expect(found({}, hidden)).toBe('.uri contains ***, which');
		const misplaced = 'destination.password is a secret,';
		expect(found({}, { destination: { password: 'a' } })).toBe(misplaced);
	});
});

describe('Pipe → Update (source secrets)', () => {
	const send = (sourceKind: string, extraCredential?: Record<string, unknown>, owner = {}) =>
		planned(
			{ sourceKind, sendSourceSecrets: true },
			{ source: { [sourceKind]: owner } },
			{ extraCredential },
		);
	const KEY = { accessKeyId: 'key-1', secretKey: 'secret-2' };
	const FROM_KEY = { method: 'accessKey', ...KEY };
	const CONNECTION = { connectionString: 'Endpoint=sb://a' };

	it.each([
		{ kind: 'postgres', from: FROM_LOGIN, sent: { credentials: LOGIN } },
		{ kind: 'kafka', from: FROM_KEY, sent: { credentials: KEY } },
		{ kind: 'kinesis', from: FROM_KEY, sent: { authentication: 'IAM_USER', accessKey: KEY } },
		{
			kind: 'objectStorage',
			from: { method: 'connectionString', ...CONNECTION },
			sent: { authentication: 'CONNECTION_STRING', ...CONNECTION },
		},
		{
			kind: 'pubsub',
			from: { method: 'serviceAccount', serviceAccountKey: 'eyJhIjoxfQ==' },
			sent: {
				authentication: 'SERVICE_ACCOUNT',
				serviceAccountKey: { serviceAccountFile: 'eyJhIjoxfQ==' },
			},
		},
	])('fills in the secrets $sent for $kind', ({ kind, from, sent }) => {
		const plan = send(kind, from);
		expect(plan.issues).toEqual([]);
		expect(plan.request.body).toEqual({ source: { [kind]: sent } });
	});

	it('requires the secrets that the source needs', () => {
		const found = (...of: Parameters<typeof send>) => pipeIssues(send(...of));
		expect(found('postgres')).toBe("cloudPipeSourceApi isn't selected");
		expect(found('postgres', FROM_KEY)).toBe('cloudPipeSourceApi contains an access');
		const half = { ...FROM_LOGIN, password: '' };
		expect(found('postgres', half)).toBe('cloudPipeSourceApi has no Password');
		expect(found('postgres', half, { credentials: { password: 'p' } })).toBe('');
		expect(found('postgres', half, { credentials: { username: 'u', password: 'p' } })).toBe('');
		const role = found('postgres', FROM_LOGIN, { authentication: 'IAM_ROLE' });
		expect(role).toBe('cloudPipeSourceApi contains a username');
	});

	it('sends secrets only if Replace Login is on', () => {
		const { request } = planned(adding(TABLE), {}, { extraCredential: FROM_LOGIN });
		expect(JSON.stringify(request.body)).not.toContain(LOGIN.password);
		const field = (name: string) => update.properties.find((property) => property.name === name);
		const shown = field('sourceCredential')?.displayOptions?.show;
		expect(shown).toMatchObject({ sendSourceSecrets: [true] });
		expect(shown?.['sourceKind']).not.toContain('bigquery');
		const wanted = { default: false, noDataExpression: true };
		expect(field('sendSourceSecrets')).toMatchObject(wanted);
	});
});

it.each(['', ' ', undefined])('Pipe → Update keeps the name for %j, with a warning', (name) => {
	const { request, issues, hints } = planned({ ...LIST, updateFields: { name } });
	expect(issues).toEqual([]);
	expect(request.body).toEqual(MAPPED);
	expect(hints).toEqual(['Name is empty, so it keeps its value.']);
});

it('Pipe → Update leaves the tables unchanged for empty lists', () => {
	const none = { tableMappingsToAdd: [], tableMappingsToRemove: { values: [] } };
	const { request, issues } = planned({
		sourceKind: 'postgres',
		...none,
		updateFields: { name: 'New' },
	});
	expect(issues).toEqual([]);
	expect(request.body).toEqual({ name: 'New' });
});

describe('Pipe → Update (warnings)', () => {
	const hintsOn = (json: object, own: object = {}, context: Partial<PlanContext> = {}) => {
		const { issues, hints } = planned(own, json, context);
		expect(problems(issues)).toEqual([]);
		return hints.join('\n');
	};
	const source = (kind: string, owner: unknown) => ({ source: { [kind]: owner } });

	it('sends a URI without a clear host with a hint', () => {
		const change = { source: { mongodb: { uri: 'mongodb://[hidden]@h' } } };
		expect(hintsOn(change, {}, CLOUD)).toMatch(/uri"? has no clear host, so outputs show \*{3}\./);
		const clear = { source: { mongodb: { uri: 'mongodb://h:1,[::1]:2/?tls=true' } } };
		expect(hintsOn(clear, {}, CLOUD)).not.toContain('clear host');
	});

	it.each([
		{ uri: 'mongodb://evil.example/db?x=a@b', found: /uri has no clear/ },
		{ uri: 'mongodb://h.example/db', found: /^$/ },
	])('sends a new login only to a clear host: $uri', ({ uri, found }) => {
		const change = { mongodb: { uri, readPreference: 'primary', credentials: LOGIN } };
		expect(problems(planned({}, { source: change }, CLOUD).issues).join()).toMatch(found);
	});

	it('lists the keys that the API ignores', () => {
		expect(hintsOn({ settings: { engine_max_threads: 1 } })).toContain('ignores "settings"');
		const kafka = { topics: 'a', brokers: 'b', iamRole: 'arn:aws:iam::1:role/c', format: null };
		expect(hintsOn(source('kafka', kafka))).toMatch(/^The API ignores brokers, topics of a Kafka/);
		const registry = source('kafka', { schemaRegistry: { credentials: LOGIN } });
		expect(hintsOn(registry)).toMatch(
			/^The API ignores schemaRegistry .*\n.* refuses "source\.kafka/,
		);
		expect(hintsOn(source('kafka', { caCertificate: 'c' }))).toBe('');
	});

	it('warns that the API tests the connection without secrets', () => {
		const tested = 'tests the connection with host, which fails';
		expect(hintsOn(source('postgres', { host: 'a' }))).toContain(tested);
		expect(hintsOn(source('postgres', { host: 'a', credentials: LOGIN }))).toBe('');
		expect(hintsOn(source('postgres', { settings: {} }))).toBe('');
		const role = { host: 'a', port: 1, authentication: 'IAM_ROLE' };
		expect(hintsOn(source('mysql', role))).toBe('');
	});

	it('lists missing keys whose values the API chooses', () => {
		const mysql = source('mysql', { host: 'a', credentials: LOGIN });
		expect(hintsOn(mysql)).toBe('"source.mysql.port" isn\'t set, so the API chooses.');
		const pubsub = hintsOn(source('pubsub', { ackDeadline: 10 }), {}, CLOUD);
		expect(pubsub).toMatch(/^"source\.pubsub\.authentication" isn't set/);
	});

	it('warns about null, unknown columns, and repeated columns', () => {
		const nulls = { name: null, source: null };
		expect(hintsOn(nulls, {}, CLOUD)).toMatch(/^"name" is null, .*\n"source" is null, /);
		expect(hintsOn(nulls)).toBe('');
		const other = { sourceField: 'a', destinationField: 'b' };
		const unknown = { ...MAPPED, fieldMappings: [...MAPPED.fieldMappings, other] };
		expect(hintsOn(unknown)).toContain('"b"');
		const twice = added({ ...TABLE, excludedColumns: ['a', 'a'] });
		expect(hintsOn(twice, {}, CLOUD)).toMatch(/excludedColumns" contains .* twice/);
		expect(hintsOn(twice)).toBe('');
	});

	it('lists keys in JSON that fields replace', () => {
		const name = hintsOn({ name: 'b' }, { updateFields: { name: 'a' } });
		expect(name).toMatch(/^"name" in Additional Fields .* isn't sent, because a field of the form/);
		const other = [{ sourceField: 'other', destinationField: 'id' }];
		const mapped = hintsOn({ ...MAPPED, fieldMappings: other }, LIST);
		expect(mapped).toMatch(/"fieldMappings" .* a field of the form takes/);
		const tables = hintsOn(added(UNSORTED), adding(TABLE));
		expect(tables).toMatch(/tableMappingsToAdd" .* a field of the form takes/);
		const removed = source('postgres', { tableMappingsToRemove: [TABLE] });
		expect(hintsOn(removed, adding(TABLE))).toBe('');
	});

	it('prefers the neutral spelling of a setting', () => {
		const settings = { engine_max_threads: 1, clickhouse_max_threads: 2 };
		const hint = /^"clickhouse_max_threads" isn't sent, because "engine_max_threads"/;
		expect(hintsOn({ settings }, {}, CLOUD)).toMatch(hint);
		const { body } = planned({}, { settings }, CLOUD).request;
		expect(body).toEqual({ settings: { clickhouse_max_threads: 1 } });
	});
});

describe('Pipe → Update (summary)', () => {
	const summaryOf = (body: JsonObject, record?: JsonObject) => {
		const request = { method: 'PATCH', path: '/', body } as const;
		const parameters = { pipeId: 'p', serviceId: 's' };
		const item = plannedItem(request, { parameters, facts: { record } });
		const { text } = sentenceOf(item, summarizing(update));
		return text.replace('Change pipe p of service s: ', '');
	};

	it('lists the keys with their new values', () => {
		expect(summaryOf({ name: 'New' })).toBe('Name "New"');
		expect(summaryOf({ name: null })).toBe('Name null');
		const all = { name: 'New', settings: { engine_max_threads: 2 }, scaling: {} };
		expect(summaryOf(all)).toBe('Name "New"; settings (engine_max_threads 2); scaling {}');
	});

	it('lists columns with the fields that fill them', () => {
		expect(summaryOf({ ...MAPPED, fieldMappings: [] })).toBe(
			'no field mappings; columns "id" UInt64',
		);
		const odd = { fieldMappings: [...MAPPED.fieldMappings, 5] };
		expect(summaryOf(odd)).toBe('field mappings "key" → "id", "?" → "?"');
		const destination = { database: 'd', roles: ['admin'], table: 't' };
		const text = 'destination with database d, roles (admin), table t';
		expect(summaryOf({ destination })).toBe(text);
	});

	it('reports columns as unchanged only if their names and types are equal', () => {
		const wide = (last: string) => ({
			destination: {
				columns: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({
					name,
					type: name === 'f' ? last : 'Int8',
				})),
			},
		});
		const common = '"a" Int8, "b" Int8, "c" Int8, "d" Int8';
		expect(summaryOf(wide('Int8'), wide('Int8'))).toBe(
			`columns stays ${common}, "e" Int8 and 1 more`,
		);
		expect(summaryOf(wide('String'), wide('Int8'))).toBe(
			`columns from "f" Int8, ${common} and 1 more to "f" String, ${common} and 1 more`,
		);
	});

	it('lists tables with their source tables', () => {
		const postgres = { tableMappingsToAdd: [TABLE], host: 'db', port: 5432 };
		expect(summaryOf({ source: { postgres } })).toBe(
			'postgres at "db:5432"; tables to add "public.orders" → "orders"',
		);
		const other = { sourceTable: 'staff', targetTable: 'orders' };
		expect(summaryOf(added(other))).toBe('tables to add "staff" → "orders"');
		const mongodb = { tableMappingsToRemove: [{ sourceCollection: 'c' }], tableMappingsToAdd: [] };
		expect(summaryOf({ source: { mongodb } })).toBe('tables to remove "c"; no tables to add');
	});

	it('shows a connection with its login', () => {
		expect(summaryOf({ source: { postgres: { credentials: LOGIN } } })).toBe(
			'postgres with credentials (username loader, password ***)',
		);
		const kafka = { brokers: 'b:9092', schemaRegistry: { url: 'r' }, iamRole: null };
		expect(summaryOf({ source: { kafka } })).toBe(
			'kafka with iamRole null, schemaRegistry (url r); kafka at "b:9092", "r"',
		);
		const cleared = { reversePrivateEndpointIds: [], iamRole: 'r' };
		expect(summaryOf({ source: { kafka: cleared } })).toBe(
			'kafka with no reversePrivateEndpointIds, iamRole r',
		);
		const nothing = { source: { kafka: null, validateSamples: true } };
		expect(summaryOf(nothing)).toBe('kafka null; validateSamples true');
	});
});
