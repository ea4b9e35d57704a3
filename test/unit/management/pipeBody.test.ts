import { valueAt } from '../../../nodes/engine/json';
import { fields, rows, valueOf } from '../rows';
import { SERVICE_PATH } from './context';
import { FORMS, isKind, issuesOf, LOGIN, planForm } from './pipeForm';

/** The plan of a form with changes, and of a login if it needs one. */
function planned(kind: string, changes: object, dialect = {}) {
	if (!isKind(kind)) throw new Error(kind);
	const needsLogin = kind === 'postgres' || kind === 'kafka';
	return planForm({ ...FORMS[kind], ...changes }, needsLogin ? LOGIN : undefined, dialect);
}

function sent(kind: string, changes: object = {}, dialect = {}): unknown {
	const plan = planned(kind, changes, dialect);
	expect(issuesOf(plan)).toBe('');
	return plan.request.body;
}

const AVRO = 'kafkaFormat=AvroConfluent kafkaSchemaRegistryAuthentication=PLAIN';
const ROLE = 'objectStorageAuthentication=IAM_ROLE objectStorageIamRole';
const MANAGED = 'destinationManagedTable=true';
const OPTION = 'additionalOptions';
const TABLE = 'destination.tableDefinition';
const KEYS = `destinationTableDefinitionSortingKey=id,created ${OPTION}.destinationTableDefinitionEngineColumnIds=a, b`;
const ENGINE = `${OPTION}.destinationTableDefinitionEngineType`;
const COLUMN = 'destinationColumns.values=[{"name":"a","type":"UInt8","sourceField":{}}]';
const MAPPING =
	'postgresTableMappings.values=[{"sourceTable":"a","targetTable":"a","excludedColumns":true}]';

describe('the body of a new pipe from the form', () => {
	// One from Postgres is a sample of the engine's tests.
	it('has a table for a stream', () => {
		const columns = [{ name: 'id', type: 'UInt64' }];
		expect(planForm(FORMS.kinesis).request).toEqual({
			method: 'POST',
			path: `${SERVICE_PATH}/pipes`,
			body: {
				name: 'Orders',
				source: {
					kinesis: fields(
						`format=Avro streamName=orders region=us-east-1 iteratorType=LATEST
						authentication=IAM_ROLE iamRole=arn:aws:iam::1:role/reader`,
					),
				},
				destination: { database: 'default', table: 'orders', managedTable: false, columns },
				fieldMappings: [{ sourceField: 'orderId', destinationField: 'id' }],
			},
		});
	});

	it.each(
		rows(`
		objectStorage | | .authentication | undefined
		objectStorage | objectStorageFormat=CSV objectStorageDelimiter=" " | .delimiter | " "
		objectStorage | ${ROLE}=arn objectStorageQueueUrl=q objectStorageIsContinuous=true | .queueUrl | q
		postgres | postgresSettingsReplicationMode=apiDefault | .settings | undefined
		postgres | postgresSettingsReplicationSlotName=s | .settings | {"replicationMode":"cdc","replicationSlotName":"s"}
		kafka | kafkaOffsetStrategy=apiDefault | .offset | undefined
		kafka | ${AVRO} kafkaSchemaRegistryUrl=https://r | .schemaRegistry | {"url":"https://r","authentication":"PLAIN"}
		kafka | kafkaBrokers="a:1, b:2 ,\\nc:3" | .brokers | a:1,b:2,c:3
		kafka | kafkaTopics=x , y | .topics | x,y
		kafka | ${KEYS} | ${TABLE} | undefined
		kafka | ${KEYS} ${MANAGED} | ${TABLE}.sortingKey | ["id","created"]
		kafka | ${KEYS} ${MANAGED} | ${TABLE}.engine.columnIds | ["a","b"]
		kinesis | ${MANAGED} | ${TABLE} | {"engine":{"type":"MergeTree"}}
		kinesis | ${MANAGED} ${ENGINE}=Log | ${TABLE} | {"engine":{"type":"Log"}}
		kinesis | ${OPTION}.validateSamples=false | source.validateSamples | false
		kinesis | ${OPTION}.scalingReplicas=0 ${OPTION}.scalingReplicaMemoryGb= | scaling | {"replicas":0}
		kinesis | ${OPTION}.settingsEngineMaxThreads=0 | settings | {"engine_max_threads":0}
		kinesis | kinesisFormat= ${OPTION}.sourceAdditionalMembers.format=Avro | .format | Avro
		`),
	)('has for %s with %s at %s: %s', (kind, changes, path, value) => {
		const place = path.replace(/^\./, `source.${kind}.`);
		expect(valueAt(sent(kind, fields(changes)), place)).toEqual(valueOf(value));
	});

	it('spells settings as the deployment does', () => {
		const changes = fields(`${OPTION}.settingsEngineMaxInsertThreads=2`);
		const body = sent('kafka', changes, { apiDialect: 'clickhouseCloud' });
		expect(body).toHaveProperty('settings', { clickhouse_max_insert_threads: 2 });
	});

	it.each<[unknown, string, number]>([
		['2026-05-31T14:30:59', '2026-05-31T12:30', 1_780_230_659],
		['2026-05-31T14:30:59+05:30', '2026-05-31T09:00', 1_780_218_059],
		[new Date('2026-05-31T14:30:59.900Z'), '2026-05-31T14:30', 1_780_237_859],
		[1_780_237_859_900, '2026-05-31T14:30', 1_780_237_859],
	])('has the time %s as each service requires it', (time, minute, seconds) => {
		const kafka = { kafkaOffsetStrategy: 'from_timestamp', kafkaOffsetTimestamp: time };
		expect(sent('kafka', kafka)).toHaveProperty('source.kafka.offset.timestamp', minute);
		const kinesis = { kinesisIteratorType: 'AT_TIMESTAMP', kinesisTimestamp: time };
		expect(sent('kinesis', kinesis)).toHaveProperty('source.kinesis.timestamp', seconds);
	});
});

it.each(
	rows(`
	kafka | kafkaType= | .type empty
	kafka | kafkaFormat=null | .format empty
	kafka | kafkaOffsetStrategy= ${OPTION}.sourceAdditionalMembers.offset.timestamp=null | .offset.strategy empty
	kafka | ${AVRO} | .schemaRegistry.url needed
	kafka | sourceKind={{ $json.choice }} | sourceKind noExpression
	kafka | ${COLUMN} | destination.columns.0.sourceField wrongType
	kafka | ${OPTION}.destinationRoles=true | destination.roles.0 wrongType
	kinesis | kinesisIteratorType= | .iteratorType empty
	objectStorage | objectStorageAuthentication= | .authentication unlisted
	objectStorage | ${OPTION}.sourceAdditionalMembers.accessKey.accessKeyId=AK | .accessKey.secretKey halfGroup, .authentication noAuthentication
	postgres | postgresSettingsPullBatchSize=1e999 | .settings.pullBatchSize notFinite
	postgres | ${MAPPING} | .tableMappings.0.excludedColumns.0 wrongType
	`),
)('a form of %s with %s is refused: %s', (kind, changes, expected) => {
	expect(issuesOf(planned(kind, fields(changes)))).toBe(expected);
});

it.each(
	rows(`
	kafka | kafkaBrokers=one:9092, two,three:port | Brokers 'two' 'three:port'
	kafka | kafkaBrokers=a:9092, [2001:db8::1]:9092 , |
	kafka | kafkaTopics=orders, late orders | Topics 'late orders'
	kafka | kafkaTopics=" orders , refunds" |
	objectStorage | objectStorageUrl=s3://bucket/*.json | URL
	objectStorage | objectStorageUrl=" HTTPS://bucket/*.json" |
	objectStorage | ${ROLE}=reader | IAM Role ARN
	objectStorage | ${ROLE}=arn:aws-us-gov:iam::123456789012:role/a/b |
	kinesis | kinesisIamRole=arn:aws:s3:::bucket | IAM Role ARN
	kinesis | ${MANAGED} | Sorting Key
	kinesis | ${MANAGED} destinationTableDefinitionSortingKey=id |
	kinesis | ${MANAGED} ${ENGINE}=Null |
	kinesis | ${MANAGED} ${ENGINE}=SummingMergeTree ${OPTION}.destinationTableDefinitionEngineColumnIds=id | Sorting Key
	kinesis | ${MANAGED} ${ENGINE}=SummingMergeTree ${OPTION}.destinationTableDefinitionEngineColumnIds=id destinationTableDefinitionSortingKey=id |
	`),
)('a likely mistake in %s, %s, is sent with a hint on %j', (kind, changes, expected) => {
	const plan = planned(kind, fields(changes));
	expect(issuesOf(plan)).toBe('');
	const hints = plan.hints?.join(' ') ?? '';
	expect(hints === '').toBe(expected === '');
	const parts = expected.split(/ (?=')/);
	for (const part of parts) expect(hints).toContain(part);
});
