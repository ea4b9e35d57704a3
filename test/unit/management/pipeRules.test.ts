import { fields, rows, valueOf } from '../rows';
import { ACCESS_KEY, into, issuesOf, LOGIN, pipeOf, planJson } from './pipeForm';

const found = (pipe: unknown): string => issuesOf(planJson(pipe));
const ofKafka = (rest: object) => found(pipeOf('kafka', {}, rest));

const SECRETS = `credentials=${JSON.stringify(LOGIN)}`;
const KEYS = `authentication=IAM_USER accessKey=${JSON.stringify(ACCESS_KEY)}`;
const AZURE = 'type=azureblobstorage azureContainerName=c';
const CONNECTION = 'authentication=CONNECTION_STRING connectionString=s';
const SQS = 'queueUrl=q authentication=IAM_ROLE iamRole=r';
const GCS = 'type=gcs iamRole=arn:aws:iam::1:role/r';
const REGISTRY = 'schemaRegistry.url=https://r.example.com schemaRegistry.authentication=PLAIN';
const BAD_LOGIN = '.credentials.username noSecret, .credentials.password noSecret';
const NO_NAMES = ['sourceSchemaName', 'sourceTable', 'targetTable']
	.map((name) => `.tableMappings.0.${name} noTable`)
	.join(', ');

/** Reference, "Scaling" and "Pipe settings": the smallest and the largest number. */
const BOUNDS: Array<[path: string, min: number, max: number]> = [
	['scaling.replicaCpuMillicores', 125, 2000],
	['settings.streaming_max_insert_wait_ms', 500, 60000],
	['settings.object_storage_concurrency', 1, 35],
	['settings.object_storage_polling_interval_ms', 100, 3600000],
	['settings.object_storage_max_insert_bytes', 10485760, 53687091200],
	['settings.object_storage_max_file_count', 1, 10000],
	['settings.engine_max_threads', 0, 64],
	['settings.engine_max_insert_threads', 0, 16],
	['settings.engine_min_insert_block_size_bytes', 0, 10737418240],
	['settings.engine_max_download_threads', 0, 32],
	['settings.engine_parallel_distributed_insert_select', 0, 2],
];

/** Reference, "Authentication methods supported per `type`". */
const METHODS = `
	kafka | PLAIN, SCRAM-SHA-256, SCRAM-SHA-512, MUTUAL_TLS
	msk | SCRAM-SHA-512, IAM_ROLE, IAM_USER, MUTUAL_TLS
	confluent | PLAIN, MUTUAL_TLS
	warpstream | PLAIN
	azureeventhub | PLAIN
	redpanda | SCRAM-SHA-256, SCRAM-SHA-512, MUTUAL_TLS
	dokafka | SCRAM-SHA-256, MUTUAL_TLS`;

// What single members may be is compared with the contract in test/property.
describe('every rule of a new pipe, both ways', () => {
	it.each(
		rows(`
		kafka | credentials.later= |
		kafka | offset=null schemaRegistry=null |
		kafka | offset.strategy=from_timestamp offset.timestamp=2026-05-31T14:30 |
		kafka | offset.strategy=from_timestamp offset.timestamp=null | .offset.timestamp needed
		kafka | offset.strategy=from_timestamp offset.timestamp=2026-05-31T14:30:00Z | .offset.timestamp malformed
		kafka | offset.strategy=from_timestamp offset.timestamp=2026-02-30T14:30 | .offset.timestamp malformed
		kafka | type= | .type unlisted
		kafka | topics=undefined | .topics missing
		kafka | type=msk authentication=IAM_ROLE iamRole=arn |
		kafka | type=msk authentication=IAM_ROLE | .iamRole needed
		kafka | type=msk authentication=IAM_ROLE iamRole=arn ${SECRETS} | .credentials secretsWithRole
		kafka | type=gcmk format=Protobuf exactlyOnce=true authentication=PLAIN |
		kafka | type=gcmk authentication=SCRAM-SHA-256 | .authentication unsupported
		kafka | credentials.username=u credentials.password=" " | .credentials.password noSecret
		kafka | accessKey.secretKey=s | .accessKey misplacedSecret
		kafka | sasl=[{"password":"p"}] | .sasl.0.password misplacedSecret
		kafka | ${REGISTRY} |
		kafka | ${REGISTRY} schemaRegistry.${SECRETS} |
		kafka | ${REGISTRY} schemaRegistry.credentials.username=u | .schemaRegistry.credentials.password noSecret
		kafka | ${REGISTRY} schemaRegistry.url=http://r | .schemaRegistry.url malformed
		objectStorage | ${AZURE} ${CONNECTION} url=undefined |
		objectStorage | ${AZURE} authentication=null |
		objectStorage | ${SQS} isContinuous=true |
		objectStorage | ${SQS} isContinuous=false | .queueUrl queueOnce
		objectStorage | url= | .url needed
		objectStorage | type=azureblobstorage | .azureContainerName needed
		objectStorage | ${AZURE} authentication=IAM_ROLE iamRole=r | .authentication unsupportedOr
		objectStorage | ${CONNECTION} | .authentication unsupportedOr
		objectStorage | ${AZURE} ${CONNECTION} connectionString= | .connectionString noSecret
		objectStorage | authentication=IAM_ROLE | .iamRole needed
		objectStorage | authentication=IAM_USER accessKey.secretKey=s | .accessKey.accessKeyId noSecret
		objectStorage | ${GCS} isContinuous=true queueUrl=q ${KEYS} skipInitialLoad=true |
		objectStorage | ${GCS} isContinuous=true ${KEYS} skipInitialLoad=true | .queueUrl needed
		objectStorage | ${GCS} isContinuous=true queueUrl=q ${KEYS} skipInitialLoad=true startAfter=k | .startAfter onlyFor
		objectStorage | type=ovhobjectstorage compression=none |
		kinesis | iteratorType=TRIM_HORIZON timestamp=null |
		kinesis | iteratorType=AT_TIMESTAMP timestamp=0 |
		kinesis | iteratorType=AT_TIMESTAMP timestamp=null | .timestamp needed
		kinesis | iteratorType=AT_TIMESTAMP timestamp=1.5 | .timestamp malformed
		kinesis | iamRole=null | .iamRole needed
		kinesis | authentication=IAM_USER accessKey.accessKeyId=a | .accessKey.secretKey noSecret
		kinesis | accessKey.secretKey=s | .accessKey onlyFor
		postgres | port=1 |
		postgres | credentials.password=p | .credentials.username noSecret
		postgres | settings.enableFailoverSlots=true |
		postgres | settings.replicationSlotName=s settings.enableFailoverSlots=false |
		postgres | settings.replicationSlotName=s settings.enableFailoverSlots=true | .settings.enableFailoverSlots failoverWithSlot
		postgres | tableMappings=[{"sourceTable":"a","sortingKeys":["id"]}] |
		postgres | tableMappings=["a"] | .tableMappings.0 wrongType
		mysql | |
		mysql | settings={} | .settings.replicationMode needed
		mysql | tableMappings=[] |
		mysql | tableMappings=null | .tableMappings noTables
		mysql | tableMappings=[{}] | ${NO_NAMES}
		mysql | serverId=0 | .serverId tooSmall
		mysql | settings.replicationMode=cdc settings.pullBatchSize=1 settings.snapshotNumRowsPerPartition=1000 |
		mysql | settings.replicationMode=cdc settings.pullBatchSize=0 | .settings.pullBatchSize tooSmall
		mysql | settings.replicationMode=cdc settings.syncIntervalSeconds=1.5 | .settings.syncIntervalSeconds notWhole
		mysql | authentication=x | .authentication unlisted
		mysql | credentials=null | ${BAD_LOGIN}
		mysql | credentials=null authentication=IAM_ROLE | .iamRole needed
		mongodb | |
		mongodb | uri=mongodb://u:p@h credentials=null |
		mongodb | readPreference=x | .readPreference unlisted
		mongodb | tableMappings=[{"sourceDatabaseName":"s","sourceCollection":"c","targetTable":"t","tableEngine":"Log"}] | .tableMappings.0.tableEngine unlisted
		mongodb | settings.replicationMode=cdc settings.snapshotNumRowsPerPartition=999 | .settings.snapshotNumRowsPerPartition tooSmall
		bigquery | |
		bigquery | credentials=null | .credentials.serviceAccountFile noSecret
		bigquery | snapshotStagingPath=s3://b | .snapshotStagingPath malformed
		pubsub | |
		pubsub | seekTimestamp=2026-05-31T14:30:00Z | .seekTimestamp onlyFor
		pubsub | ackDeadline=601 | .ackDeadline tooBig
		`),
	)('%s with %s: %j', (kind, changes, expected) => {
		expect(found(pipeOf(kind, fields(changes)))).toBe(expected);
	});

	it.each(
		rows(`
		kafka | fieldMappings=[{"sourceField":"x","destinationField":"a"}] |
		kafka | fieldMappings=[] | fieldMappings unmapped
		kafka | scaling.replicaMemoryGb=8 settings={} |
		kafka | tags={"accessKey":"billing","owner":[{"username":"ada"}]} |
		kinesis | scaling.replicaCpuMillicores=125 |
		objectStorage | scaling.concurrency=0 |
		kafka | scaling.concurrency=1 | scaling.concurrency onlyFor
		objectStorage | scaling.replicaCpuMillicores=125 | scaling.replicaCpuMillicores onlyFor
		postgres | scaling.replicaMemoryGb=8 | scaling.replicaMemoryGb onlyFor
		kafka | name=" \\n" | name empty
		kafka | name=undefined | name missing
		kafka | source=null | source wrongType
		kafka | source.kafka=x | source.kafka wrongType
		kafka | source.kafka=null | source notOneSource
		kafka | password=p | password misplacedSecret
		postgres | destination={} | destination.database missing
		kafka | settings=[] | settings wrongType
		`),
	)('%s beside its source, with %s: %j', (kind, rest, expected) => {
		expect(found(pipeOf(kind, {}, fields(rest)))).toBe(expected);
	});

	it.each(
		rows(`
		${SECRETS} | .credentials misplacedSecret
		table= | .table needed
		managedTable=undefined | .managedTable noManagedTable
		columns=null | .columns noColumns
		columns=[] | .columns noColumns
		columns=[{"name":"a","type":"String"},{"name":"a","type":"String"}] | .columns.1.name repeatedColumn
		`),
	)('a destination with %s: %s', (changes, expected) => {
		expect(ofKafka(into(fields(changes)))).toBe(`destination${expected}`);
	});

	it.each(BOUNDS)('%s is from %d to %d, or null', (path, min, max) => {
		const at = (value: unknown) => ofKafka(fields(`${path}=${String(value)}`));
		const expected = ['', '', '', ...['notWhole', 'tooSmall', 'tooBig'].map((c) => `${path} ${c}`)];
		expect([null, min, max, min + 0.5, min - 1, max + 1].map(at)).toEqual(expected);
	});

	it('memory has parts', () => {
		const at = (replicaMemoryGb: number) => ofKafka({ scaling: { replicaMemoryGb } });
		expect([0.5, 1.5, 8].map(at)).toEqual(['', '', '']);
		const path = 'scaling.replicaMemoryGb';
		expect([0.4, 8.1].map(at)).toEqual([`${path} tooSmall`, `${path} tooBig`]);
	});

	it.each(rows(METHODS))('%s supports only %s', (type, methods) => {
		const supported = methods.split(', ');
		for (const authentication of rows(METHODS).flatMap(([, all]) => all.split(', '))) {
			const codesOf = found(pipeOf('kafka', { type, authentication }));
			expect(codesOf.includes('unsupported')).toBe(!supported.includes(authentication));
		}
	});

	it('names the kinds where there are two, and all issues of a body', () => {
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
