import { createPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import type { JsonObject } from '../../../nodes/engine/json';
import type { Parameters, Plan } from '../../../nodes/engine/operation';
import { fields } from '../rows';
import { codes, contextOf, SERVICE_ID } from './context';

const form = (text: string) =>
	fields(
		`serviceId=${SERVICE_ID} pipeInput=fields name=Orders destinationDatabase=default ${text}`,
	);
const streamForm = (text: string) =>
	form(`
		destinationTable=orders destinationManagedTable=false columnsInput=fields ${text}
		destinationColumns.values=[{"name":"id","type":"UInt64","sourceField":"orderId"}]`);

/** The smallest valid form of each source kind. */
export const FORMS = {
	kafka: streamForm(
		`sourceKind=kafka kafkaType=kafka kafkaFormat=JSONEachRow kafkaBrokers=broker:9092
		kafkaTopics=orders kafkaAuthentication=PLAIN kafkaOffsetStrategy=from_latest`,
	),
	kinesis: streamForm(
		`sourceKind=kinesis kinesisFormat=Avro kinesisStreamName=orders kinesisRegion=us-east-1
		kinesisIteratorType=LATEST kinesisAuthentication=IAM_ROLE
		kinesisIamRole=arn:aws:iam::1:role/reader`,
	),
	objectStorage: streamForm(
		`sourceKind=objectStorage objectStorageType=s3 objectStorageFormat=JSONEachRow
		objectStorageUrl=https://bucket.example.com/*.json objectStorageIsContinuous=false
		objectStorageAuthentication=none`,
	),
	pubsub: streamForm(
		`sourceKind=pubsub pubsubProjectId=p pubsubTopic=orders pubsubFormat=Avro
		pubsubAuthentication=SERVICE_ACCOUNT pubsubSeekType=timestamp
		pubsubSeekTimestamp=2026-05-31T14:30`,
	),
	postgres: form(
		`sourceKind=postgres postgresHost=db.example.com postgresPort=5432 postgresDatabase=shop
		postgresSettingsReplicationMode=cdc tableMappingsInput=fields
		postgresTableMappings.values=[{"sourceTable":"orders","targetTable":"orders"}]`,
	),
	mysql: form(
		`sourceKind=mysql mysqlType=mysql mysqlHost=h mysqlPort=3306 mysqlAuthentication=basic
		mysqlSettingsReplicationMode=cdc tableMappingsInput=list tableMappingsList=shop.orders`,
	),
	mongodb: form(
		`sourceKind=mongodb mongodbUri=mongodb+srv://c.example.com mongodbReadPreference=nearest
		mongodbSettingsReplicationMode=snapshot tableMappingsInput=list tableMappingsList=shop.orders`,
	),
	bigquery: form(
		`sourceKind=bigquery bigquerySnapshotStagingPath=gs://staging/x tableMappingsInput=list
		bigquerySettingsReplicationMode=snapshot tableMappingsList=shop.orders target`,
	),
};

export const LOGIN = { username: 'ada', password: 's3cret' };
export const ACCESS_KEY = { accessKeyId: 'AK', secretKey: 'SK' };

const INTO_TABLE = {
	database: 'd',
	table: 't',
	managedTable: true,
	columns: [{ name: 'a', type: 'UInt8' }],
};
const MAPPING = '"sourceSchemaName":"s","sourceTable":"o","targetTable":"t"';
const COLLECTION = '"sourceDatabaseName":"s","sourceCollection":"c","targetTable":"t"';
const DATASET_TABLE = '"sourceDatasetName":"s","sourceTable":"o","targetTable":"t"';
const SENT_LOGIN = `credentials=${JSON.stringify(LOGIN)}`;

/** The smallest definition of each source kind that leaves nothing to the API. */
const SOURCES = {
	kafka: fields('type=kafka format=Avro brokers=b:9092 topics=t authentication=PLAIN'),
	kinesis: fields(
		'format=Avro streamName=s region=r iteratorType=LATEST authentication=IAM_ROLE iamRole=arn',
	),
	objectStorage: fields('type=s3 format=CSV url=https://x/*'),
	pubsub: fields(
		`format=Avro projectId=p topic=t authentication=SERVICE_ACCOUNT seekType=latest
		serviceAccountKey.serviceAccountFile=e30=`,
	),
	postgres: fields(`host=h port=5432 database=d ${SENT_LOGIN}`),
	mysql: fields(
		`host=h port=1 ${SENT_LOGIN} settings.replicationMode=cdc tableMappings=[{${MAPPING}}]`,
	),
	mongodb: fields(
		`uri=mongodb://h readPreference=primary ${SENT_LOGIN} settings.replicationMode=cdc
		tableMappings=[{${COLLECTION}}]`,
	),
	bigquery: fields(
		`credentials.serviceAccountFile=e30= snapshotStagingPath=gs://staging/x
		settings.replicationMode=snapshot tableMappings=[{${DATASET_TABLE}}]`,
	),
};

/** Whether a source has a form and a definition here. */
export function isKind(name: string): name is keyof typeof FORMS {
	return name in SOURCES;
}

/** A pipe by JSON with changes to its source and to itself. */
export function pipeOf(kind: string, changes: object = {}, rest: object = {}): JsonObject {
	const own = isKind(kind) ? SOURCES[kind] : {};
	const isTable = ['kafka', 'kinesis', 'objectStorage', 'pubsub'].includes(kind);
	const destination = isTable ? INTO_TABLE : { database: 'd' };
	return { name: 'n', destination, source: { [kind]: { ...own, ...changes } }, ...rest };
}

/** A change to the destination of a pipe. */
export function into(changes: object): { destination: object } {
	return { destination: { ...INTO_TABLE, ...changes } };
}

/** The plan of a form. */
export function planForm(parameters: Parameters, extraCredential?: JsonObject, own = {}): Plan {
	const name = extraCredential === undefined ? {} : { extraCredentialName: 'Orders source' };
	const credential = { ...contextOf().credential, ...own };
	return createPipe.plan(parameters, contextOf({ extraCredential, ...name, credential }));
}

/** The plan of a definition by JSON. */
export function planJson(
	pipeJson: unknown,
	extraCredential?: JsonObject,
	options = {},
	credential = {},
): Plan {
	const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson, options };
	return planForm(parameters, extraCredential, credential);
}

/** The issues of a plan in one line; a path in the object of the source starts with a dot. */
export function issuesOf({ issues }: Plan): string {
	return codes(issues)
		.join(', ')
		.replaceAll(/source\.\w+\./g, '.');
}
