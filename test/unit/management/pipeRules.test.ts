import { fields, rows, valueOf } from '../rows';
import { ACCESS_KEY, into, issuesOf, LOGIN, pipeOf, planJson } from './pipeForm';

const found = (pipe: unknown): string => issuesOf(planJson(pipe));
const ofKafka = (rest: object) => found(pipeOf('kafka', {}, rest));

const SECRETS = `credentials=${JSON.stringify(LOGIN)}`;
const AZURE = 'type=azureblobstorage azureContainerName=c';
const SQS = 'queueUrl=q authentication=IAM_ROLE iamRole=r';
const GCS = `type=gcs isContinuous=true authentication=IAM_USER accessKey=${JSON.stringify(ACCESS_KEY)}`;
const REGISTRY = 'schemaRegistry.url=https://r.example.com schemaRegistry.authentication=PLAIN';
const WORKLOAD = 'authentication=SERVICE_ACCOUNT_WORKLOAD_IDENTITY';
const GLUE = 'schemaRegistry={"type":"glue","glueRegion":"r","glueRegistryName":"n"}';
const PROTOBUF = 'format=Protobuf protobufSchema=Cg==';
const BAD_LOGIN = '.credentials.username noSecret, .credentials.password noSecret';
const NO_NAMES = ['sourceSchemaName', 'sourceTable', 'targetTable']
	.map((name) => `.tableMappings.0.${name} noTable`)
	.join(', ');

// test/property and test/docs/schemas compare with the contract the values of single keys, their bounds and the methods
// of each type: here are the names of broken rules.
describe('every rule of a new pipe, both ways', () => {
	it.each(
		rows(`
		kafka | offset.strategy=from_timestamp offset.timestamp=null | .offset.timestamp needed
		kafka | offset.strategy=from_timestamp offset.timestamp=2026-05-31T14:30:00Z | .offset.timestamp malformed
		kafka | type= | .type unlisted
		kafka | topics=undefined | .topics missing
		kafka | type=msk authentication=IAM_ROLE | .iamRole needed
		kafka | type=msk authentication=IAM_ROLE iamRole=arn ${SECRETS} | .credentials unusedSecrets
		kafka | type=gcmk authentication=SCRAM-SHA-256 | .authentication unsupported
		kafka | credentials.username=u credentials.password=" " | .credentials.password noSecret
		kafka | sasl=[{"password":"p"}] | .sasl.0.password misplacedSecret
		kafka | ${REGISTRY} schemaRegistry.credentials.username=u | .schemaRegistry.credentials.password noSecret
		kafka | schemaRegistry.authentication=PLAIN | .schemaRegistry.url needed
		kafka | type=msk authentication=IAM_USER credentials=${JSON.stringify(ACCESS_KEY)} ${GLUE} |
		kafka | authentication=null ${GLUE} |
		kafka | ${GLUE} | .schemaRegistry.glueRoleArn needed
		kafka | ${GLUE} schemaRegistry.glueRoleArn=arn |
		kafka | schemaRegistry.type=glue schemaRegistry.glueRoleArn=arn | .schemaRegistry.glueRegion needed, .schemaRegistry.glueRegistryName needed
		kafka | schemaRegistry.type=confluent | .schemaRegistry.url needed
		kafka | schemaRegistry.type=later | .schemaRegistry.type unlisted
		kafka | type=gcmk ${WORKLOAD} |
		kafka | type=gcmk ${WORKLOAD} ${SECRETS} | .credentials unusedSecrets
		kafka | ${WORKLOAD} | .authentication unsupported
		kafka | ${PROTOBUF} |
		kafka | format=null protobufSchema=Cg== |
		kafka | protobufSchema=Cg== | .protobufSchema onlyFor
		kafka | ${PROTOBUF} ${GLUE} schemaRegistry.glueRoleArn=arn | .protobufSchema notTogether
		kafka | format=Protobuf protobufSchema= | .protobufSchema empty
		kafka | tombstoneMode=soft_delete |
		kafka | tombstoneMode=delete exactlyOnce=true |
		kafka | tombstoneMode=delete | .exactlyOnce needed
		kafka | ${REGISTRY} schemaRegistry.url=http://r | .schemaRegistry.url malformed
		objectStorage | type=gcs ${WORKLOAD} |
		objectStorage | ${WORKLOAD} | .authentication unsupportedOr
		objectStorage | type=gcs ${WORKLOAD} accessKey.secretKey=s | .accessKey onlyFor
		objectStorage | ${AZURE} authentication=null |
		objectStorage | ${SQS} isContinuous=true |
		objectStorage | ${SQS} isContinuous=false | .queueUrl queueOnce
		objectStorage | url= | .url needed
		objectStorage | type=azureblobstorage | .azureContainerName needed
		objectStorage | ${AZURE} authentication=IAM_ROLE iamRole=r | .authentication unsupportedOr
		objectStorage | ${AZURE} authentication=CONNECTION_STRING connectionString= | .connectionString noSecret
		objectStorage | authentication=IAM_USER accessKey.secretKey=s | .accessKey.accessKeyId noSecret
		objectStorage | ${GCS} skipInitialLoad=true | .queueUrl needed
		objectStorage | ${GCS} queueUrl=q skipInitialLoad=true startAfter=k | .startAfter onlyFor
		kinesis | iteratorType=AT_TIMESTAMP timestamp=0 |
		kinesis | iteratorType=AT_TIMESTAMP timestamp=1.5 | .timestamp malformed
		kinesis | ${PROTOBUF} |
		kinesis | format=Protobuf ${GLUE} |
		kinesis | format=Protobuf | .protobufSchema needed
		kinesis | schemaRegistry.type=glue | .schemaRegistry.glueRegion missing, .schemaRegistry.glueRegistryName missing
		kinesis | accessKey.secretKey=s | .accessKey onlyFor
		postgres | settings.replicationSlotName=s settings.enableFailoverSlots=true | .settings.enableFailoverSlots failoverWithSlot
		postgres | tableMappings=["a"] | .tableMappings.0 wrongType
		mysql | settings={} | .settings.replicationMode needed
		mysql | tableMappings=null | .tableMappings noTables
		mysql | tableMappings=[{}] | ${NO_NAMES}
		mysql | settings.replicationMode=cdc settings.syncIntervalSeconds=1.5 | .settings.syncIntervalSeconds notWhole
		mysql | credentials=null | ${BAD_LOGIN}
		mongodb | uri=mongodb://u:p@h credentials=null |
		mongodb | tableMappings=[{"sourceDatabaseName":"s","sourceCollection":"c","targetTable":"t","tableEngine":"Log"}] | .tableMappings.0.tableEngine unlisted
		bigquery | credentials=null ${WORKLOAD} projectId=p |
		bigquery | credentials=null ${WORKLOAD} | .projectId needed
		bigquery | ${WORKLOAD} projectId=p | .credentials onlyFor
		bigquery | settings={"replicationMode":"snapshot","snapshotNumRowsPerPartition":500,"initialLoadParallelism":0.5,"snapshotNumberOfParallelTables":0} |
		bigquery | credentials=null | .credentials.serviceAccountFile noSecret
		bigquery | snapshotStagingPath=s3://b | .snapshotStagingPath malformed
		bigquery | snapshotStagingPath=undefined settings=undefined tableMappings=undefined | .snapshotStagingPath missing, .settings.replicationMode needed, .tableMappings noTables
		pubsub | ${WORKLOAD} serviceAccountKey=null |
		pubsub | ${WORKLOAD} | .serviceAccountKey onlyFor
		pubsub | serviceAccountKey=null | .serviceAccountKey.serviceAccountFile noSecret
		pubsub | seekTimestamp=2026-05-31T14:30:00Z | .seekTimestamp onlyFor
		`),
	)('%s with %s: %j', (kind, changes, expected) => {
		expect(found(pipeOf(kind, fields(changes)))).toBe(expected);
	});

	it.each(
		rows(`
		kafka | fieldMappings=[] | fieldMappings unmapped
		kafka | tags={"accessKey":"billing","owner":[{"username":"ada"}]} |
		kafka | scaling.concurrency=1 | scaling.concurrency onlyFor
		objectStorage | scaling.replicaCpuMillicores=125 | scaling.replicaCpuMillicores onlyFor
		kafka | scaling.replicaMemoryGb=8.1 | scaling.replicaMemoryGb tooBig
		kafka | name=" \\n" | name empty
		kafka | source=null | source wrongType
		kafka | source.kafka=null | source notOneSource
		kafka | password=p | password misplacedSecret
		postgres | destination={} | destination.database missing
		`),
	)('%s next to its source, with %s: %j', (kind, rest, expected) => {
		expect(found(pipeOf(kind, {}, fields(rest)))).toBe(expected);
	});

	it.each(
		rows(`
		${SECRETS} | .credentials misplacedSecret
		table= | .table needed
		managedTable=undefined | .managedTable noManagedTable
		columns=[] | .columns noColumns
		columns=[{"name":"a","type":"String"},{"name":"a","type":"String"}] | .columns.1.name repeatedColumn
		`),
	)('a destination with %s: %s', (changes, expected) => {
		expect(ofKafka(into(fields(changes)))).toBe(`destination${expected}`);
	});

	it.each([
		...[
			'UInt64',
			'String',
			'INT',
			'int unsigned',
			'VARCHAR(255)',
			'decimal(10,2)',
			'Decimal(18, 2)',
		],
		...['Nested(a UInt8, b Array(String))', "Enum8('a' = 1, 'it''s)' = 2)", "Enum('uint64)' = 1)"],
		...['LowCardinality(Nullable(String))', 'AggregateFunction(sum, UInt64)', 'datetime'],
		...['Tuple(a UInt8, `b c` Map(String, UUID))', 'Tuple(UInt8, String)', "DateTime64(3, 'UTC')"],
		...['JSON(max_dynamic_paths=8, a.b UInt32, SKIP x)', 'json', 'Variant(UInt8, String)'],
		...['Dynamic(max_types=3)', 'Point', 'BOOLEAN', 'DOUBLE PRECISION', "Object('json')", 'Bool'],
		...[
			'SimpleAggregateFunction(max, Nullable(Float64))',
			'Array(Array(IPv4))',
			'character varying',
		],
	])('accepts the type %s', (type) => {
		const { issues, hints } = planJson(
			pipeOf('kafka', {}, into({ columns: [{ name: 'a', type }] })),
		);
		expect([issues, hints?.filter((hint) => hint.includes('type'))]).toEqual([[], []]);
	});

	it.each(
		rows(`
		Uint64 | typeCase
		Array(uint64) | typeCase
		nullable(String) | typeCase
		Tuple(a string) | typeCase
		Map(String, Nullable(Uint64)) | typeCase
		Decimal(18, 2 | unreadable
		Decimal(18, 2)) | unreadable
		Enum8('a = 1) | unreadable
		`),
	)('refuses the type %s: %s', (type, code) => {
		const columns = [{ name: 'a', type }];
		expect(ofKafka(into({ columns }))).toBe(`destination.columns.0.type ${code}`);
	});

	it('suggests the nearest type for an unknown one, and sends it', () => {
		const columns = ['Strng', 'Array(Long)'].map((type, index) => ({
			name: `c${String(index)}`,
			type,
		}));
		const { issues, hints } = planJson(pipeOf('kafka', {}, into({ columns })));
		expect(issues).toEqual([]);
		expect(hints?.slice(1)).toEqual([
			`"destination.columns.0.type" contains 'Strng', which isn't a known type of ClickHouse (did you mean String?); sent as entered.`,
			`"destination.columns.1.type" contains 'Long', which isn't a known type of ClickHouse; sent as entered.`,
		]);
	});

	it.each(
		rows(`
		postgres | host=https://db.example.com | .host malformed
		mysql | host=mysql://db.example.com:3306 | .host malformed
		mysql | tlsHost=https://db.example.com | .tlsHost malformed
		kafka | brokers=SASL_SSL://b:9092 | .brokers malformed
		kafka | brokers=b:9092,https://c:9092 | .brokers malformed
		kafka | brokers=b:9092,10.0.0.1:9092,[2001:db8::1]:9092 |
		`),
	)('%s with an address %s: %j', (kind, changes, expected) => {
		expect(found(pipeOf(kind, fields(changes)))).toBe(expected);
	});

	it.each(
		rows(`
		db.example.com |
		10.0.0.1 |
		2001:db8::1 |
		[2001:db8::1] |
		db_1 |
		db.example.com:5432 | "source.postgres.host" isn't a host name or IP address; sent as entered.
		db.example.com/shop | "source.postgres.host" isn't a host name or IP address; sent as entered.
		`),
	)('sends the host %s with this hint: %s', (host, hint) => {
		const { issues, hints } = planJson(pipeOf('postgres', { host }));
		expect([issues, hints?.filter((one) => one.includes('host')).join()]).toEqual([[], hint]);
	});

	it('a Protobuf schema has at most 1,048,576 characters', () => {
		const ofLength = (length: number) =>
			found(pipeOf('kafka', { format: 'Protobuf', protobufSchema: 'C'.repeat(length) }));
		expect([1_048_576, 1_048_577].map(ofLength)).toEqual(['', '.protobufSchema tooLong']);
	});

	it('lists the kinds if there are two, and all issues of a body', () => {
		const two = { ...pipeOf('kafka'), source: { kafka: {}, kinesis: {} } };
		expect(planJson(two).issues).toContainEqual(
			expect.objectContaining({ code: 'notOneSource', found: 'kafka and kinesis' }),
		);
		const many = pipeOf('kafka', fields('brokers= type=msk authentication=IAM_ROLE'), { name: '' });
		expect(planJson(many).issues).toHaveLength(3);
	});

	it.each(['kinesis', 'objectStorage'])(
		'%s: without a method, an access key is whole or none',
		(kind) => {
			for (const authentication of [undefined, null]) {
				const given = (accessKey: unknown) => found(pipeOf(kind, { authentication, accessKey }));
				for (const whole of [undefined, null, ACCESS_KEY, { ...ACCESS_KEY, session: 't' }]) {
					expect(given(whole)).toBe('');
				}
				const [noId, noKey] = ['.accessKey.accessKeyId', '.accessKey.secretKey'];
				expect(given({})).toBe(`${noId} halfGroup, ${noKey} halfGroup`);
				expect(given({ accessKeyId: 'a', secretKey: ' ' })).toBe(`${noKey} halfGroup`);
			}
		},
	);

	it.each(
		rows(`
		{"name": } | jsonInvalid
		"[1]" | jsonOther
		"null" | jsonOther
		"  " | jsonEmpty
		`),
	)('%s is no definition', (text, code) => {
		expect(found(valueOf(text))).toBe(`pipeJson ${code}`);
	});
});
