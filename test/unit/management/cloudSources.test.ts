import { pipe } from '../../../nodes/CloudManagement/resources/pipe';
import { SERVICE_ACCOUNT } from '../../../nodes/CloudManagement/resources/pipe/sources/secrets';
import { mergeObjects, objectMember, valueAt } from '../../../nodes/engine/json';
import { shownRequest } from '../../../nodes/engine/redaction/redact';
import { fields, rows, valueOf } from '../rows';
import { codes } from './context';
import { FORMS, isKind, issuesOf, LOGIN, pipeOf, planForm, planJson } from './pipeForm';

const CLOUD = { apiDialect: 'clickhouseCloud' };
const KEY_FILE = '{ "type": "service_account" }';
const ENCODED = Buffer.from(KEY_FILE).toString('base64');
const REGISTRY_LOGIN = { schemaRegistryUsername: 'r', schemaRegistryPassword: 's' };
const REGISTRY =
	'kafkaFormat=AvroConfluent kafkaSchemaRegistryType=confluent kafkaSchemaRegistryAuthentication=PLAIN kafkaSchemaRegistryUrl=https://r.example.com';
const CREDENTIALS = new Map([
	['login', { method: 'usernamePassword', ...LOGIN }],
	['both logins', { method: 'usernamePassword', ...LOGIN, ...REGISTRY_LOGIN }],
	['account', { method: 'serviceAccount', serviceAccountKey: `${KEY_FILE}\n` }],
	['account without a key', { method: 'serviceAccount' }],
]);

const ROLE = 'mysqlType=mariadb mysqlAuthentication=IAM_ROLE mysqlIamRole=arn';
const STORAGE = 'objectStorageType=gcs objectStorageAuthentication=SERVICE_ACCOUNT';
const WORKLOAD = 'SERVICE_ACCOUNT_WORKLOAD_IDENTITY';
const KAFKA_GLUE =
	'kafkaFormat=AvroConfluent kafkaSchemaRegistryType=glue kafkaSchemaRegistryGlueRegion=us-east-1 kafkaSchemaRegistryGlueRegistryName=orders';
const KINESIS_GLUE =
	'kinesisSchemaRegistryType=glue kinesisSchemaRegistryGlueRegion=us-east-1 kinesisSchemaRegistryGlueRegistryName=orders';
const IAM = 'kafkaType=msk kafkaAuthentication=IAM_ROLE kafkaIamRole=arn';
const SMALL =
	'additionalOptions.bigquerySettingsInitialLoadParallelism=0.5 additionalOptions.bigquerySettingsSnapshotNumRowsPerPartition=500';
const SENT_GLUE = '"type":"glue","glueRegion":"us-east-1","glueRegistryName":"orders"';
const SECRETS = JSON.stringify(LOGIN);
const TABLE = '"sourceTable":"orders","targetTable"';
const BYTES = 'settings.object_storage_max_insert_bytes';
const NO_SOURCE = 'cloudPipeSourceApi';

/** The plan of a form with changes, and the credential of that name. */
function planned(kind: string, changes: string, credential: string) {
	if (!isKind(kind)) throw new Error(kind);
	return planForm({ ...FORMS[kind], ...fields(changes) }, CREDENTIALS.get(credential), CLOUD);
}

// test/formwalk shows that the API accepts such forms, and which keys they reach.
describe('a new source, by fields', () => {
	it.each(
		rows(`
		mysql | | login | credentials=${SECRETS} tableMappings=[{"sourceSchemaName":"shop",${TABLE}:"orders"}]
		mysql | ${ROLE} | login | iamRole="arn" credentials=undefined
		mongodb | | login | credentials=${SECRETS} tableMappings=[{"sourceDatabaseName":"shop","sourceCollection":"orders","targetTable":"orders"}]
		bigquery | | account | credentials.serviceAccountFile=${ENCODED} tableMappings=[{"sourceDatasetName":"shop",${TABLE}:"target"}]
		pubsub | | account | serviceAccountKey.serviceAccountFile=${ENCODED} seekTimestamp=2026-05-31T12:30:00.000Z
		objectStorage | ${STORAGE} | account | serviceAccountKey=${ENCODED}
		objectStorage | ${STORAGE.replace('SERVICE_ACCOUNT', WORKLOAD)} | none | authentication=${WORKLOAD}
		kafka | kafkaType=gcmk kafkaAuthentication=${WORKLOAD} | none | authentication=${WORKLOAD} credentials=undefined
		pubsub | pubsubAuthentication=${WORKLOAD} | none | authentication=${WORKLOAD} serviceAccountKey=undefined
		bigquery | | account | authentication=undefined projectId=undefined
		bigquery | bigqueryAuthentication=${WORKLOAD} bigqueryProjectId=p | none | authentication=${WORKLOAD} projectId=p credentials=undefined
		bigquery | ${SMALL} | account | settings={"replicationMode":"snapshot","initialLoadParallelism":0.5,"snapshotNumRowsPerPartition":500}
		mongodb | additionalOptions.mongodbSettingsInitialLoadParallelism=1 | login | settings={"replicationMode":"snapshot","initialLoadParallelism":1}
		kafka | ${IAM} ${KAFKA_GLUE} | none | schemaRegistry={${SENT_GLUE}}
		kafka | ${KAFKA_GLUE} kafkaSchemaRegistryGlueRoleArn=arn:aws:iam::1:role/r | login | schemaRegistry={${SENT_GLUE},"glueRoleArn":"arn:aws:iam::1:role/r"}
		kafka | kafkaFormat=AvroConfluent kafkaSchemaRegistryAuthentication=none | login | schemaRegistry=undefined
		kafka | kafkaFormat=Protobuf additionalOptions.kafkaProtobufSchema=Cg== additionalOptions.kafkaTombstoneMode=soft_delete | login | protobufSchema=Cg== tombstoneMode=soft_delete
		kafka | ${KAFKA_GLUE} kafkaFormat=Protobuf kafkaSchemaRegistryGlueRoleArn=arn:aws:iam::1:role/r | login | format=Protobuf schemaRegistry={${SENT_GLUE},"glueRoleArn":"arn:aws:iam::1:role/r"}
		kafka | kafkaFormat=Protobuf kafkaSchemaRegistryUrl=https://r kafkaSchemaRegistryAuthentication=PLAIN | both logins | schemaRegistry={"url":"https://r","authentication":"PLAIN","credentials":{"username":"r","password":"s"}}
		kafka | kafkaFormat=Protobuf kafkaSchemaRegistryUrl=https://r kafkaSchemaRegistryAuthentication=none | login | schemaRegistry=undefined
		kinesis | kinesisFormat=AvroConfluent ${KINESIS_GLUE} | none | schemaRegistry={${SENT_GLUE}}
		kinesis | kinesisFormat=Avro ${KINESIS_GLUE} | none | schemaRegistry=undefined
		kinesis | kinesisFormat=Protobuf kinesisSchemaRegistryType=none kinesisProtobufSchema=Cg== | none | format=Protobuf protobufSchema=Cg== schemaRegistry=undefined
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
		bigquery | tableMappingsList=orders | account | .tableMappings.0.sourceDatasetName noTable
		bigquery | tableMappingsList=shop. | account | .tableMappings.0.sourceTable noTable, .tableMappings.0.targetTable noTable
		mongodb | | none | ${NO_SOURCE} noCredential
		mongodb | mongodbUri=mongodb://u:p@h | login | .uri loginInUri
		mongodb | mongodbUri=h | login | .uri malformed
		kafka | kafkaType=gcmk kafkaAuthentication=PLAIN ${REGISTRY} | login | ${NO_SOURCE} credentialLacks, ${NO_SOURCE} credentialLacks
		kafka | kafkaType=gcmk kafkaAuthentication=PLAIN ${REGISTRY} | both logins |
		bigquery | | login | ${NO_SOURCE} otherSecrets
		bigquery | bigqueryAuthentication=${WORKLOAD} | none | .projectId needed
		kafka | ${KAFKA_GLUE} | login | .schemaRegistry.glueRoleArn needed
		kafka | ${IAM} ${KAFKA_GLUE} kafkaSchemaRegistryGlueRegion= | none | .schemaRegistry.glueRegion needed
		kafka | kafkaFormat=Protobuf kafkaSchemaRegistryAuthentication=PLAIN | both logins | .schemaRegistry.url needed
		kafka | ${KAFKA_GLUE} kafkaFormat=Protobuf ${IAM} additionalOptions.kafkaProtobufSchema=Cg== | none | .protobufSchema notTogether
		kinesis | kinesisFormat=Protobuf kinesisSchemaRegistryType=none | none | .protobufSchema needed
		mongodb | additionalOptions.mongodbSettingsInitialLoadParallelism=0 | login | .settings.initialLoadParallelism tooSmall
		pubsub | | account without a key | ${NO_SOURCE} credentialLacks
		pubsub | pubsubSeekTimestamp=soon | account | .seekTimestamp malformed
		pubsub | pubsubSeekTimestamp= | account | .seekTimestamp needed
		pubsub | additionalOptions.pubsubFilter=${'x'.repeat(256)} | account |
		pubsub | additionalOptions.pubsubFilter=${'x'.repeat(257)} | account | .filter malformed
		`),
	)('%s with %.40s, and a credential of %s: %s', (kind, changes, credential, expected) => {
		expect(issuesOf(planned(kind, changes, credential))).toBe(expected);
	});
});

describe('in JSON,', () => {
	const ENGINE = 'destination.tableDefinition.engine';
	const LOADED = `snapshotStagingPath=gs://b settings.replicationMode=snapshot tableMappings=[{"sourceDatasetName":"s",${TABLE}:"t"}]`;
	const MAPPINGS = '[{"sourceTable":"o","targetTable":"t","tableEngine":"Log"}]';

	/** The fields at the start of the hints on a source, in a table with an engine. */
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
		kafka | format=Protobuf protobufSchema=Cg== tombstoneMode=soft_delete | managedTable=false tableDefinition.ttl=x |
		kafka | schemaRegistry={${SENT_GLUE},"glueRoleArn":"arn:aws:iam::1:role/r"} | |
		kinesis | format=Protobuf iamRole=arn:aws:iam::1:role/r schemaRegistry={${SENT_GLUE}} | |
		kinesis | format=Protobuf iamRole=arn:aws:iam::1:role/r schemaRegistry={${SENT_GLUE},"glueRoleArn":"r"} | | source.kinesis.schemaRegistry.glueRoleArn
		mysql | tableMappings=[{"sourceSchemaName":"s",${TABLE}:"t","partitionByExpr":"x"}] | |
		mongodb | settings.initialLoadParallelism=1 settings.replicationMode=cdc | |
		bigquery | authentication=SERVICE_ACCOUNT projectId=p ${LOADED} | |
		mysql | novel=1 tableMappings=[{"sourceSchemaName":"s",${TABLE}:"t","novel":1}] | | 'source.mysql.tableMappings.0.novel' and 'source.mysql.novel' aren't in the API reference; sent as entered.
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

	const TWICE_IN_MYSQL =
		'tableMappings=[{"sourceSchemaName":"s","sourceTable":"a","targetTable":"a","sortingKeys":["a","a"]}]';
	const TWICE = `tableMappings=[{"sourceTable":"a","excludedColumns":["a","b","a"],"sortingKeys":["a","b"]},{"sourceTable":"a","useCustomSortingKey":true,"sortingKeys":["a","a"]}]`;
	it.each(
		rows(`
		startPaused=true | standard | startPaused
		destination.tableDefinition.ttl=x | standard | destination.tableDefinition.ttl
		settings.kafka_read_committed=false | standard | settings.kafka_read_committed
		startPaused=true destination.tableDefinition.ttl=x settings.kafka_read_committed=true | custom |
		startPaused=true destination.tableDefinition.ttl=x settings.kafka_read_committed=true | clickhouseCloud |
		${BYTES}=524287999 | clickhouseCloud | ${BYTES}
		${BYTES}=524288000 | clickhouseCloud |
		${BYTES}=10737418240 | clickhouseCloud |
		${BYTES}=10737418241 | clickhouseCloud | ${BYTES}
		${BYTES}=10485760 | standard |
		${BYTES}=10485760 | custom |
		destination.roles=["reader","clickpipes"] | clickhouseCloud | destination.roles
		destination.roles=["clickpipes_system"] | clickhouseCloud | destination.roles
		destination.roles=["clickpipes_reader"] | clickhouseCloud |
		destination.roles=["clickpipes"] | standard |
		scaling=null settings=null source.kinesis=null | clickhouseCloud | scaling, settings, source.kinesis
		scaling=null settings=null source.kinesis=null | standard |
		settings.engine_max_threads=null scaling.replicas=null | clickhouseCloud |
		`),
	)('a pipe with %s in %s has hints on %j', (changes, apiDialect, expected) => {
		const pipe = mergeObjects(fields(changes), pipeOf('kafka', { credentials: LOGIN }));
		const { issues, hints = [] } = planJson(pipe, undefined, {}, { apiDialect });
		expect(codes(issues)).toEqual([]);
		const isOfDialect = (hint: string) => !hint.includes('is empty');
		const names = hints.filter(isOfDialect).map((hint) => /^"([\w.]+)"/.exec(hint)?.[1] ?? hint);
		expect(names.join(', ')).toBe(expected);
	});

	it.each([
		[10_485_759, 'tooSmall'],
		[53_687_091_201, 'tooBig'],
	])('%d bytes are outside of both contracts: %s', (object_storage_max_insert_bytes, code) => {
		const pipe = pipeOf('objectStorage', {}, { settings: { object_storage_max_insert_bytes } });
		const plan = planJson(pipe, undefined, {}, CLOUD);
		expect(issuesOf(plan)).toBe(`${BYTES} ${code}`);
	});

	it.each(
		rows(`
		mysql | startPaused=true | startPaused onlyFor
		postgres | startPaused=false | startPaused onlyFor
		kinesis | startPaused=true |
		mysql | startPaused=null |
		kinesis | settings.kafka_read_committed=true | settings.kafka_read_committed onlyFor
		kafka | settings.kafka_read_committed=true |
		`),
	)('a pipe from %s with %s, which some kinds lack, has the issues "%s"', (kind, more, issues) => {
		expect(issuesOf(planJson(pipeOf(kind, {}, fields(more)), undefined, {}, CLOUD))).toBe(issues);
	});

	const KAFKA = 'type=gcmk format=Protobuf exactlyOnce=true authentication=MUTUAL_TLS';
	const NEW_KAFKA = `type=gcmk authentication=${WORKLOAD} tombstoneMode=soft_delete protobufSchema=Cg== format=Protobuf`;
	const TLS = 'tlsHost=h caCertificate=c disableTls=false skipCertVerification=true';
	const HINT = /^"source\.(.*)" (?:is only supported by ClickHouse|contains a column twice)/;
	it.each(
		rows(`
		kafka | ${KAFKA} | apiDialect=standard | kafka.type, kafka.format, kafka.exactlyOnce
		kafka | ${KAFKA} | apiDialect=custom |
		kafka | ${KAFKA} | apiDialect=clickhouseCloud |
		kafka | ${KAFKA} | apiDialect=automatic baseUrl=https://api.clickhouse.cloud |
		kafka | ${NEW_KAFKA} | apiDialect=standard | kafka.type, kafka.format, kafka.authentication, kafka.tombstoneMode, kafka.protobufSchema
		kafka | schemaRegistry={${SENT_GLUE},"glueRoleArn":"r"} | apiDialect=standard | kafka.schemaRegistry.type
		kinesis | format=Protobuf protobufSchema=Cg== | apiDialect=standard | kinesis.format, kinesis.protobufSchema
		kinesis | schemaRegistry={${SENT_GLUE}} | apiDialect=standard | kinesis.schemaRegistry
		objectStorage | type=gcs authentication=${WORKLOAD} | apiDialect=standard | objectStorage.authentication
		objectStorage | type=gcs authentication=${WORKLOAD} | apiDialect=clickhouseCloud |
		postgres | ${TLS} | apiDialect=standard | postgres.tlsHost, postgres.caCertificate, postgres.disableTls, postgres.skipCertVerification
		postgres | type=neon authentication=IAM_ROLE iamRole=r settings.deleteOnMerge=true credentials=null | apiDialect=standard | postgres.type, postgres.authentication, postgres.iamRole, postgres.settings.deleteOnMerge
		postgres | ${TLS} | apiDialect=clickhouseCloud |
		mysql | | apiDialect=standard | mysql
		bigquery | | apiDialect=standard | bigquery
		mongodb | | apiDialect=standard | mongodb
		pubsub | | apiDialect=standard | pubsub
		postgres | | apiDialect=standard |
		postgres | ${TWICE} | apiDialect=standard |
		postgres | ${TWICE} | apiDialect=custom |
		postgres | ${TWICE} | apiDialect=clickhouseCloud | postgres.tableMappings.0.excludedColumns, postgres.tableMappings.1.sortingKeys
		mysql | ${TWICE_IN_MYSQL} | apiDialect=clickhouseCloud | mysql.tableMappings.0.sortingKeys
		bigquery | ${TWICE} | apiDialect=clickhouseCloud |
		`),
	)('%s with %.40s in %s might not support %j', (kind, changes, credential, expected) => {
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
	])('%s, in which the output may have hidden a login, has the issue %j', (uri, issue) => {
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
)('a service account key %s is sent as base64', (given, expected) => {
	const text = given === KEY_FILE ? given : String(valueOf(given));
	expect(SERVICE_ACCOUNT.encode(text)).toBe(expected);
});

it('a resync reports a source that is not known to have one', () => {
	const hintFor = (kind: string) =>
		pipe.operations.resync.successHint?.(
			{ state: 'Running', source: { [kind]: {} } },
			{ method: 'PATCH', path: '/' },
			(text) => text,
		);
	expect(hintFor('kafka')).toContain('MongoDB, MySQL and Postgres');
	expect(hintFor('mysql')).toBeUndefined();
});

describe('the replication mechanism of a MySQL source', () => {
	const FILE_POS = 'additionalOptions.mysqlSettingsReplicationMechanism=FILE_POS';

	it('can be FILE_POS for MySQL', () => {
		const { issues, request } = planned('mysql', FILE_POS, 'login');
		expect(issues).toEqual([]);
		expect(valueAt(request.body, 'source.mysql.settings.replicationMechanism')).toBe('FILE_POS');
	});

	it.each(['mariadb', 'rdsmariadb'])(
		'is refused as FILE_POS for %s, which has GTID alone',
		(type) => {
			const { issues } = planned('mysql', `${FILE_POS} mysqlType=${type}`, 'login');
			expect(codes(issues)).toEqual(['source.mysql.settings.replicationMechanism unsupported']);
		},
	);
});
