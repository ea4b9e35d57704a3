import { resyncPipe } from '../../../nodes/CloudManagement/actions/pipe/command.operation';
import { keyFileAsBase64 } from '../../../nodes/CloudManagement/api/pem';
import { mergeObjects, objectMember, valueAt } from '../../../nodes/core/json';
import { shownRequest } from '../../../nodes/core/redaction/redact';
import { fields, rows, valueOf } from '../rows';
import { FORMS, isKind, issuesOf, LOGIN, pipeOf, planForm, planJson } from './pipeForm';

const CLOUD = { apiDialect: 'clickhouseCloud' };
const KEY_FILE = '{ "type": "service_account" }';
const ENCODED = Buffer.from(KEY_FILE).toString('base64');
const CREDENTIALS = new Map([
	['login', { method: 'usernamePassword', ...LOGIN }],
	['account', { method: 'serviceAccount', serviceAccountKey: `${KEY_FILE}\n` }],
	['account without a key', { method: 'serviceAccount' }],
]);

const ROLE = 'mysqlType=mariadb mysqlAuthentication=IAM_ROLE mysqlIamRole=arn';
const STORAGE = 'objectStorageType=gcs objectStorageAuthentication=SERVICE_ACCOUNT';
const SECRETS = JSON.stringify(LOGIN);
const TABLE = '"sourceTable":"orders","targetTable"';
const NO_SOURCE = 'cloudPipeSourceApi';

/** The plan of a form with changes, and the credential of that name. */
function planned(kind: string, changes: string, credential: string) {
	if (!isKind(kind)) throw new Error(kind);
	return planForm({ ...FORMS[kind], ...fields(changes) }, CREDENTIALS.get(credential), CLOUD);
}

// That the API takes such forms, and which members they reach, is seen in test/formwalk.
describe('a new source, by fields', () => {
	it.each(
		rows(`
		mysql | | login | credentials=${SECRETS} tableMappings=[{"sourceSchemaName":"shop",${TABLE}:"orders"}]
		mysql | ${ROLE} | login | iamRole="arn" credentials=undefined
		mongodb | | login | credentials=${SECRETS} tableMappings=[{"sourceDatabaseName":"shop","sourceCollection":"orders","targetTable":"orders"}]
		bigquery | | account | credentials.serviceAccountFile=${ENCODED} tableMappings=[{"sourceDatasetName":"shop",${TABLE}:"target"}]
		pubsub | | account | serviceAccountKey.serviceAccountFile=${ENCODED} seekTimestamp=2026-05-31T12:30:00.000Z
		objectStorage | ${STORAGE} | account | serviceAccountKey=${ENCODED}
		`),
	)('%s with %s, and a %s, has %s', (kind, changes, credential, sent) => {
		const plan = planned(kind, changes, credential);
		expect(issuesOf(plan)).toBe('');
		const source = valueAt(plan.request.body, `source.${kind}`);
		for (const [name, value] of Object.entries(fields(sent))) {
			expect(valueAt(source, name)).toEqual(value);
		}
	});

	it.each(
		rows(`
		mysql | | account | ${NO_SOURCE} otherSecrets
		mysql | tableMappingsList=orders | login | .tableMappings.0.sourceSchemaName noTable
		mysql | tableMappingsList= | login | .tableMappings noTables
		mongodb | | none | ${NO_SOURCE} noCredential
		mongodb | mongodbUri=mongodb://u:p@h | login | .uri loginInUri
		mongodb | mongodbUri=h | login | .uri malformed
		bigquery | | login | ${NO_SOURCE} otherSecrets
		pubsub | | account without a key | ${NO_SOURCE} credentialLacks
		pubsub | pubsubSeekTimestamp=soon | account | .seekTimestamp malformed
		pubsub | pubsubSeekTimestamp= | account | .seekTimestamp needed
		pubsub | additionalOptions.pubsubFilter=${'x'.repeat(257)} | account | .filter malformed
		`),
	)('%s with %.40s, and a credential of %s: %s', (kind, changes, credential, expected) => {
		expect(issuesOf(planned(kind, changes, credential))).toBe(expected);
	});
});

describe('in JSON, ', () => {
	const ENGINE = 'destination.tableDefinition.engine';
	const MAPPINGS = '[{"sourceTable":"o","targetTable":"t","tableEngine":"Log"}]';

	/** The fields that begin the hints on a source, in a table with an engine. */
	const hintedAt = (kind: string, changes: string, rest: string) => {
		const destination = mergeObjects(fields(rest), objectMember(pipeOf(kind), 'destination') ?? {});
		const tables = kind === 'postgres' ? { tableMappings: [{ sourceTable: 'o' }] } : {};
		const credentials = kind === 'kafka' ? { credentials: LOGIN } : {};
		const all = { ...tables, ...credentials, ...fields(changes) };
		const plan = planJson(pipeOf(kind, all, { destination }), undefined, {}, CLOUD);
		expect(issuesOf(plan)).toBe('');
		return (plan.hints ?? []).map((hint) => /^"([\w.]+)"/.exec(hint)?.[1] ?? hint).join(', ');
	};

	it.each(
		rows(`
		postgres | type=neon authentication=basic | |
		postgres | type=x | | source.postgres.type
		postgres | settings.replicationSlotName=s settings.replicationMode=cdc | | source.postgres.settings.replicationSlotName
		postgres | settings.snapshotNumRowsPerPartition=999 settings.pullBatchSize=1 | | source.postgres.settings.snapshotNumRowsPerPartition
		postgres | tableMappings=${MAPPINGS} | table=t | destination.table, source.postgres.tableMappings.0.tableEngine
		mongodb | uri=mongodb://u:p@h | | source.mongodb.uri
		objectStorage | type=gcs authentication=IAM_ROLE iamRole=arn:aws:iam::1:role/r | | source.objectStorage.authentication
		kafka | | managedTable=false tableDefinition.engine.type=ReplacingMergeTree | ${ENGINE}.versionColumnId
		kafka | | managedTable=false tableDefinition.engine.type=SummingMergeTree tableDefinition.engine.columnIds=["a"] |
		kafka | | managedTable=false tableDefinition.engine.type=Log | ${ENGINE}.type
		`),
	)('%s with %s and the destination %s has the hints %j', (kind, changes, rest, expected) => {
		expect(hintedAt(kind, changes, rest)).toBe(expected);
	});

	it.each([
		[40, 0],
		[41, 1],
	])('%d replicas have %d hints', (replicas, count) => {
		const pipe = pipeOf('kafka', { credentials: LOGIN }, { scaling: { replicas } });
		const { issues, hints } = planJson(pipe, undefined, {}, CLOUD);
		expect([issues, hints?.length]).toEqual([[], count]);
	});

	const TWICE = `tableMappings=[{"sourceTable":"a","excludedColumns":["a","b","a"],"sortingKeys":["a","b"]},{"sourceTable":"a","useCustomSortingKey":true,"sortingKeys":["a","a"]}]`;
	const KAFKA = 'type=gcmk format=Protobuf exactlyOnce=true authentication=MUTUAL_TLS';
	const HINT = /^"source\.(.*)" (?:is only supported by ClickHouse|contains a column twice)/;
	it.each(
		rows(`
		kafka | ${KAFKA} | apiDialect=standard | kafka.type, kafka.format, kafka.exactlyOnce
		kafka | ${KAFKA} | apiDialect=custom |
		kafka | ${KAFKA} | apiDialect=clickhouseCloud |
		kafka | ${KAFKA} | apiDialect=automatic baseUrl=https://api.clickhouse.cloud |
		mysql | | apiDialect=standard | mysql
		postgres | | apiDialect=standard |
		postgres | ${TWICE} | apiDialect=standard |
		postgres | ${TWICE} | apiDialect=custom |
		postgres | ${TWICE} | apiDialect=clickhouseCloud | postgres.tableMappings.0.excludedColumns, postgres.tableMappings.1.sortingKeys
		`),
	)('%s with %.40s in %s may not know or take %j', (kind, changes, credential, expected) => {
		const pipe = pipeOf(kind, fields(changes));
		const { hints = [] } = planJson(pipe, undefined, {}, fields(credential));
		expect(hints.flatMap((hint) => HINT.exec(hint)?.[1] ?? []).join(', ')).toBe(expected);
	});

	it.each([
		['mongodb://h.example.com', 'mongodb://h.example.com'],
		['mongodb+srv://u:p@h', 'mongodb+srv://***@h'],
	])('%s is shown as %s', (uri, shown) => {
		const { body } = shownRequest(planJson(pipeOf('mongodb', { uri })).request, { credential: {} });
		expect(body).toHaveProperty('source.mongodb.uri', shown);
	});

	it.each([
		['mongodb+srv://***@h', '.uri hiddenLogin'],
		['mongodb+srv://a***:b***@h/***', ''],
	])('%s, which the output may have hidden a login in, has the issue %j', (uri, issue) => {
		const plan = planJson(pipeOf('mongodb', { uri, credentials: LOGIN }));
		expect(issuesOf(plan)).toBe(issue);
	});
});

it.each(
	rows(`
	${KEY_FILE} | ${ENCODED}
	${JSON.stringify(`\n ${KEY_FILE} `)} | ${ENCODED}
	${JSON.stringify(`${ENCODED.slice(0, 8)}\n${ENCODED.slice(8)}\n`)} | ${ENCODED}
	`),
)('the key of a service account %s is sent as base64', (given, expected) => {
	const text = given === KEY_FILE ? given : String(valueOf(given));
	expect(keyFileAsBase64(text)).toBe(expected);
});

it('a resync names a source that is not known to have one', () => {
	const hintFor = (kind: string) =>
		resyncPipe.successHint?.(
			{ state: 'Running', source: { [kind]: {} } },
			{ method: 'PATCH', path: '/' },
			(text) => text,
		);
	expect(hintFor('kafka')).toContain('MongoDB, MySQL and Postgres');
	expect(hintFor('mysql')).toBeUndefined();
});
