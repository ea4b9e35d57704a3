import { asObject } from '../../../nodes/engine/parameters/values';
import { operations } from '../../../nodes/CloudManagement/resources';
import type { Parameters as Fields, PlanContext } from '../../../nodes/engine/operation';
import { fields, rows } from '../rows';
import { codes, contextOf, PIPE_ID, sentences, SERVICE_ID, SERVICE_PATH } from './context';
import { issuesOf } from './pipeForm';

const { update } = operations.pipe;

const LOGIN = { method: 'usernamePassword', username: 'loader', password: 'secret-1' };

/** The plan of fields, and of additional ones by JSON. */
function planned(own: Fields, additionalMembers: object = {}, context: Partial<PlanContext> = {}) {
	const updateFields = { ...asObject(own['updateFields']), additionalMembers };
	const parameters = { serviceId: SERVICE_ID, pipeId: PIPE_ID, ...own, updateFields };
	return update.plan(parameters, contextOf(context));
}

const dialect = (apiDialect: string) => ({
	credential: { ...contextOf().credential, apiDialect },
});

const TABLE = '"sourceSchemaName":"public","sourceTable":"orders","targetTable":"orders"';
const COLLECTION = '"sourceDatabaseName":"s","sourceCollection":"c","targetTable":"t"';
const SPLIT = `${TABLE},"useCustomSortingKey":false`;
const NO_KEYS = `${TABLE},"useCustomSortingKey":true`;
const COLUMN = 'destination.columns=[{"name":"id","type":"UInt64"}]';
const MAPPED = `${COLUMN} fieldMappings=[{"sourceField":"key","destinationField":"id"}]`;
const ADD = 'tableMappingsToAdd.values';
const REMOVE = 'tableMappingsToRemove.values';
const POSTGRES = 'source.postgres.tableMappingsToAdd';
const LIST = 'sourceKind=kafka columnsInput=list columnsList';
const LONG = 'n'.repeat(255);

it('an update is a PATCH', () => {
	const { request, issues, hints } = planned({ updateFields: { name: ' New ' } });
	const path = `${SERVICE_PATH}/pipes/${PIPE_ID}`;
	expect(request).toEqual({ method: 'PATCH', path, body: { name: 'New' } });
	expect([issues, hints]).toEqual([[], []]);
});

it.each(
	rows(`
	sourceKind=kafka destinationColumns.values=[{"name":"id","type":"UInt64","sourceField":"key"}] | | ${MAPPED}
	${LIST}=id UInt64 key | | ${MAPPED}
	sourceKind=postgres ${ADD}=[{${SPLIT},"excludedColumns":"a, b"}] | | ${POSTGRES}=[{${SPLIT},"excludedColumns":["a","b"]}]
	sourceKind=mysql ${REMOVE}=[{${TABLE}}] | | source.mysql.tableMappingsToRemove=[{${TABLE}}]
	sourceKind=mongodb ${ADD}=[{${COLLECTION}}] | | source.mongodb.tableMappingsToAdd=[{${COLLECTION}}]
	updateFields.name=${LONG} | settings.engine_max_threads=1 | name=${LONG} settings.engine_max_threads=1
	| ${POSTGRES}=[{${NO_KEYS}}] | ${POSTGRES}=[{${NO_KEYS}}]
	`),
)('an update with %.80s and %s sends only filled-in values', (own, json, body) => {
	const { request, issues } = planned(fields(own), fields(json));
	expect(issues).toEqual([]);
	expect(request.body).toEqual(fields(body));
});

it.each(
	rows(`
	| | updateFields nothingToUpdate
	updateFields.name= sourceKind=kafka columnsInput=fields | | updateFields nothingToUpdate
	${LIST}=id UInt64 sourceKind=postgres tableMappingsToAdd={} | | updateFields nothingToUpdate
	updateFields.name=${LONG}n pipeId=x | | pipeId notUuid, updateFields.name malformed
	updateFields.name={} | | updateFields.name wrongType
	sourceKind={{ $json.kind }} | | sourceKind noExpression
	${LIST}= | | columnsList empty
	${LIST}=id | | destination.columns.0 noType
	${LIST}=id UInt64, id String | | destination.columns.1.name repeatedColumn
	sourceKind=kafka columnsInput=sample columnsSample= | | columnsSample jsonEmpty
	sourceKind=kafka destinationColumns.values=[{"name":"","type":"String"}] | | destination.columns.0.name empty
	| ${POSTGRES}=a | .tableMappingsToAdd wrongType
	| source.mysql.tableMappingsToAdd=[{"sourceTable":"a","targetTable":"b"}] | .tableMappingsToAdd.0.sourceSchemaName noTable
	| source.mongodb.uri=mongodb+srv://***@h | .uri hiddenLogin
	| destination.password=a source.postgres.apiSecret=1 source.postgres.credentials.username=u | destination.password misplacedSecret
	sourceKind=postgres ${ADD}=[{${TABLE}}] | source.kafka={} | source notOneSource
	sourceKind=postgres ${ADD}=[{"targetTable":"a"}] | | tableMappingsToAdd.0.sourceTable noTable
	sourceKind=postgres ${ADD}=[{${NO_KEYS}}] | | tableMappingsToAdd.0.sortingKeys noSortingKeys
	`),
)('an update with %.80s and %s is refused: %s', (own, json, expected) => {
	expect(issuesOf(planned(fields(own), fields(json)))).toBe(expected);
});

it('rows are named by their labels, columns in JSON by their path', () => {
	const columns = 'sourceKind=kafka destinationColumns.values=[{"name":""}]';
	expect(sentences(planned(fields(columns)).issues, update)[0]).toMatch(
		/^Column 1, Column Name is empty/,
	);
	const tables = `sourceKind=postgres ${ADD}=[{${NO_KEYS},"tableEngine":"Log"}]`;
	const { issues, hints = [] } = planned(fields(tables));
	expect(sentences(issues, update)[0]).toMatch(/^Table Mapping to Add 1, /);
	expect(hints.join()).toMatch(/^Table Mapping to Add 1, Table Engine isn't/);
	const byJson = planned({}, { destination: { columns: [{ name: '' }] } }).issues;
	expect(sentences(byJson, update)[0]).toMatch(/^destination\.columns\.0\.name is empty/);
});

it("table mappings have their source's rows, and removed ones the three names", () => {
	const rowsOf = (name: string) =>
		update.properties
			.filter((property) => property.name === name)
			.map(({ options: [group] = [], displayOptions }) => [
				displayOptions?.show?.['sourceKind'],
				group !== undefined && 'values' in group ? group.values.map((row) => row.name) : [],
			]);
	const names = ['sourceSchemaName', 'sourceTable', 'targetTable'];
	expect(rowsOf('tableMappingsToRemove').sort()).toEqual([
		[['mongodb'], ['sourceDatabaseName', 'sourceCollection', 'targetTable']],
		[['mysql'], names],
		[['postgres'], names],
	]);
	expect(rowsOf('tableMappingsToAdd')).toHaveLength(3);
});

/** The credentials for sources, by their content. */
const CREDENTIALS: Readonly<Record<string, string>> = {
	login: 'method=usernamePassword username=loader password=secret-1',
	'half a login': 'method=usernamePassword username=loader password=',
	username: 'username=a',
	'access key': 'method=accessKey accessKeyId=key-1 secretKey=secret-2',
	connection: 'method=connectionString connectionString=Endpoint=sb://a',
	account: 'method=serviceAccount serviceAccountKey=eyJhIjoxfQ==',
};
const SENT_LOGIN = 'credentials={"username":"loader","password":"secret-1"}';
const SENT_KEY = '{"accessKeyId":"key-1","secretKey":"secret-2"}';

describe('the secrets of an update', () => {
	const send = (sourceKind: string, credential: string, json: string) => {
		const members = CREDENTIALS[credential];
		const extraCredential = members === undefined ? undefined : fields(members);
		return planned({ sourceKind, sendSourceSecrets: true }, fields(json), { extraCredential });
	};

	it.each(
		rows(`
		postgres | login | | ${SENT_LOGIN}
		mysql | login | | ${SENT_LOGIN}
		mongodb | login | | ${SENT_LOGIN}
		kafka | login | | ${SENT_LOGIN}
		kafka | login | source.kafka.authentication=SCRAM-SHA-256 | authentication=SCRAM-SHA-256 ${SENT_LOGIN}
		kafka | access key | | credentials=${SENT_KEY}
		kinesis | access key | | authentication=IAM_USER accessKey=${SENT_KEY}
		objectStorage | access key | | authentication=IAM_USER accessKey=${SENT_KEY}
		objectStorage | connection | | authentication=CONNECTION_STRING connectionString=Endpoint=sb://a
		objectStorage | account | | authentication=SERVICE_ACCOUNT serviceAccountKey=eyJhIjoxfQ==
		pubsub | account | | authentication=SERVICE_ACCOUNT serviceAccountKey.serviceAccountFile=eyJhIjoxfQ==
		other | login | |
		`),
	)('are filled in for %s from a credential of %s with %j: %s', (kind, credential, json, owner) => {
		const plan = send(kind, credential, json);
		expect(issuesOf(plan)).toBe('');
		expect(plan.request.body).toEqual({ source: { [kind]: fields(owner) } });
	});

	it.each(
		rows(`
		postgres | none | | noCredential
		postgres | access key | | otherSecrets
		objectStorage | login | | otherSecrets
		postgres | half a login | | credentialLacks
		postgres | login | source.postgres.authentication=IAM_ROLE | otherSecrets
		postgres | username | source.postgres.authentication=IAM_ROLE | otherSecrets
		`),
	)('are refused for %s from a credential of %s with %j: %s', (kind, credential, json, code) => {
		expect(issuesOf(send(kind, credential, json))).toBe(`cloudPipeSourceApi ${code}`);
	});

	it('are not sent, and their credential is not shown, unless wanted', () => {
		const own = fields(`sourceKind=mysql ${ADD}=[{${TABLE}}]`);
		const { request } = planned(own, {}, { extraCredential: LOGIN });
		expect(JSON.stringify(request.body)).not.toContain(LOGIN.password);
		const field = (name: string) => update.properties.find((property) => property.name === name);
		const shown = field('sourceCredential')?.displayOptions?.show;
		expect(shown).toMatchObject({ sendSourceSecrets: [true] });
		expect(shown?.['sourceKind']).not.toContain('bigquery');
		expect(field('sourceCredentialNotice')).toBeUndefined();
		const wanted = { default: false, noDataExpression: true };
		expect(field('sendSourceSecrets')).toMatchObject(wanted);
	});
});

describe('an update has a hint', () => {
	const FIXED_NAMES =
		'type, format, brokers, topics, consumerGroup, offset, schemaRegistry, exactlyOnce, tombstoneMode';
	const FIXED = FIXED_NAMES.split(', ')
		.map((name) => `"${name}":"x"`)
		.join();
	const TWICE = `${POSTGRES}=[{${TABLE},"excludedColumns":["a","a"]}]`;

	it.each(
		rows(`
		standard | settings.engine_max_threads=1 | ignores 'settings'
		standard | settings=null name=a |
		standard | ${COLUMN} fieldMappings=[{"sourceField":"key","destinationField":"id"},{"sourceField":"a","destinationField":"b"}] | 'b'
		standard | source.postgres.host=a | tests the connection with host\\.
		standard | source.postgres.settings={} |
		standard | source.kafka=a |
		standard | source.kafka.topics=a source.kafka.brokers=b source.kafka.iamRole=c | ^The API ignores brokers, topics of a Kafka source
		standard | source.kafka={${FIXED}} | ^The API ignores ${FIXED_NAMES} of a Kafka source
		standard | source.kafka.schemaRegistry.${SENT_LOGIN} | ^The API ignores schemaRegistry ; ^The API refuses 'source\\.kafka\\.schemaRegistry\\.credentials'
		standard | source.kafka={"topics":null,"reversePrivateEndpointIds":[],"caCertificate":"c"} |
		standard | source.kinesis.streamName=a |
		clickhouseCloud | source.kafka.authentication=SERVICE_ACCOUNT_WORKLOAD_IDENTITY |
		clickhouseCloud | source.pubsub.authentication=SERVICE_ACCOUNT_WORKLOAD_IDENTITY |
		clickhouseCloud | source.pubsub.ackDeadline=10 | ^'source\\.pubsub\\.authentication' isn't set
		clickhouseCloud | name=null source=null destination=null settings=null | ^"name" is null, ; ^"source" is null, ; ^"destination" is null, ; ^"settings" is null,
		standard | name=null source=null destination=null settings=null |
		clickhouseCloud | name=a fieldMappings=[] |
		standard | source.kafka.iamRole=a |
		standard | source.postgres.host=a source.postgres.${SENT_LOGIN} |
		standard | source.mysql.host=a source.mysql.port=1 source.mysql.authentication=IAM_ROLE |
		standard | source.mysql.host=a source.mysql.${SENT_LOGIN} | ^'source\\.mysql\\.port' isn't set
		standard | ${TWICE} |
		clickhouseCloud | ${TWICE} | excludedColumns" contains .* twice
		standard | ${POSTGRES}=[{${NO_KEYS}}] | sortingKeys
		`),
	)('in the dialect %s of %s: %s', (apiDialect, json, hint) => {
		const { issues, hints = [] } = planned({}, fields(json), dialect(apiDialect));
		expect(codes(issues)).toEqual([]);
		const wanted = hint === '' ? [] : hint.split(' ; ');
		expect(hints).toEqual(wanted.map((one): unknown => expect.stringMatching(one)));
	});

	const ROWS = `${ADD}=[{${SPLIT}}] sourceKind=postgres`;
	const ADDED_BY_JSON = `${POSTGRES}=[{${NO_KEYS}}]`;
	it.each(
		rows(`
		updateFields.name=a | name=b | ^'name' in Additional Fields .* isn't sent: a field of the form
		${LIST}=id UInt64 key | ${MAPPED.replace('key', 'other')} | ^'destination\\.columns' .* the field Columns takes ; ^'fieldMappings' .* the field Columns takes
		${LIST}=id UInt64 key | tags=b |
		${ROWS} | ${ADDED_BY_JSON} | ^'source\\.postgres\\.tableMappingsToAdd' .* the field Table Mappings to Add takes
		${ROWS} | source.postgres.tableMappingsToRemove=[{${TABLE}}] |
		| settings.engine_max_threads=1 settings.clickhouse_max_threads=2 | ^'clickhouse_max_threads' isn't sent: 'engine_max_threads' ; ignores 'settings'
		| settings.clickhouse_max_threads=2 | ignores 'settings'
		`),
	)('if fields (%s) replace additional ones (%s): %s', (own, json, expected) => {
		const { issues, hints = [] } = planned(fields(own), fields(json), dialect('clickhouseCloud'));
		expect(codes(issues)).toEqual([]);
		const wanted = expected === '' ? [] : expected.split(' ; ');
		expect(hints).toEqual(wanted.map((hint): unknown => expect.stringMatching(hint)));
	});

	it("for settings in the deployment's spelling", () => {
		const json = { settings: { engine_max_threads: 1 } };
		expect(planned({}, json, dialect('clickhouseCloud')).request.body).toEqual({
			settings: { clickhouse_max_threads: 1 },
		});
	});
});

const KAFKA = 'source.kafka.brokers=b:9092 source.kafka.schemaRegistry.url=r';
const TARGET = 'destination={"database":"d","roles":["admin"],"table":"t"}';

it.each(
	rows(`
	name=New | name 'New'
	name=null | name null
	destination.columns=[{"name":"id"},{"name":"b"}] | columns 'id', 'b'
	destination.columns=[{"name":"id"}] fieldMappings=[] | no fieldMappings; columns 'id'
	fieldMappings=[{"sourceField":"key","destinationField":"id"},5] | fieldMappings 'key' to 'id', '?' to '?'
	fieldMappings=null | fieldMappings null
	${TARGET} | destination with database d, roles (admin), table t
	name=New destination={"columns":null,"roles":[],"table":"t"} | columns null; destination with no roles, table t; name 'New'
	${POSTGRES}=[{${TABLE}}] source.postgres.host=db source.postgres.port=5432 | postgres at 'db:5432'; postgres with port 5432; tables to add 'orders'
	${POSTGRES}=[{"sourceTable":"staff","targetTable":"orders"}] | tables to add 'orders' from 'staff'
	name=New ${POSTGRES}=[{${TABLE}}] source.postgres.tableMappingsToRemove=[{"sourceTable":"c"}] | tables to remove 'c'; tables to add 'orders'; name 'New'
	source.mongodb.tableMappingsToRemove=[{"sourceCollection":"c"}] source.mongodb.tableMappingsToAdd=[] | tables to remove 'c'; no tableMappingsToAdd
	source.postgres.settings={"publicationName":"p"} source.postgres.${SENT_LOGIN} | postgres with settings (publicationName p), credentials (username loader, password secret-1)
	${KAFKA} source.kafka.iamRole=null | kafka with iamRole null, schemaRegistry (url r); kafka at 'b:9092', 'r'
	source={"kafka":null,"validateSamples":true} | kafka null; validateSamples true
	source={"kafka":{}} | source (kafka {})
	name=New settings={"engine_max_threads":2} scaling={} | name 'New'; settings (engine_max_threads 2); scaling {}
	`),
)('the summary of %s', (body, text) => {
	const request = { method: 'PATCH', path: '/', body: fields(body) } as const;
	const summary = update.summarize?.(request, { pipeId: 'p', serviceId: 's' });
	expect(summary?.replaceAll(/\P{ASCII}/gu, "'")).toBe(`Change pipe p of service s: ${text}`);
});
