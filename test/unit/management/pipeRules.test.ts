import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import { contextOf, sentences, SERVICE_ID } from './context';

const TABLE = {
	destination: {
		database: 'd',
		table: 't',
		managedTable: true,
		columns: [{ name: 'a', type: 'UInt8' }],
	},
};

const KAFKA = {
	type: 'kafka',
	format: 'Avro',
	brokers: 'b:9092',
	topics: 't',
	authentication: 'PLAIN',
};
const STORAGE = { type: 's3', format: 'CSV', url: 'https://x/*' };
const KINESIS = {
	format: 'Avro',
	streamName: 's',
	region: 'r',
	iteratorType: 'LATEST',
	authentication: 'IAM_ROLE',
	iamRole: 'arn',
};
const POSTGRES = {
	host: 'h',
	port: 5432,
	database: 'd',
	credentials: { username: 'u', password: 'p' },
};

function check(json: unknown): string[] {
	const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson: json };
	return sentences(createPipe.plan(parameters, contextOf()).issues);
}

const kafka = (changes: object, rest: object = {}) => ({
	name: 'n',
	...TABLE,
	source: { kafka: { ...KAFKA, ...changes } },
	...rest,
});
const storage = (changes: object, rest: object = {}) => ({
	name: 'n',
	...TABLE,
	source: { objectStorage: { ...STORAGE, ...changes } },
	...rest,
});
const kinesis = (changes: object, rest: object = {}) => ({
	name: 'n',
	...TABLE,
	source: { kinesis: { ...KINESIS, ...changes } },
	...rest,
});
const postgres = (changes: object, rest: object = {}) => ({
	name: 'n',
	destination: { database: 'd' },
	source: { postgres: { ...POSTGRES, ...changes } },
	...rest,
});

const ACCESS_KEY = { accessKeyId: 'a', secretKey: 's' };
const REGISTRY = { url: 'https://r.example.com', authentication: 'PLAIN' };

/** A rule, a body that follows it, a body that breaks it, and words of the message. */
const RULES: Array<[string, unknown, unknown, string]> = [
	['a name', kafka({}), kafka({}, { name: '' }), 'name is empty'],
	['a source', kafka({}), { ...kafka({}), source: undefined }, 'source is missing'],
	[
		'one source',
		kafka({}),
		{ ...kafka({}), source: { kafka: KAFKA, kinesis: KINESIS } },
		'must contain exactly one of bigquery, kafka, kinesis, mongodb, mysql, objectStorage, postgres, pubsub, but contains kafka and kinesis',
	],
	[
		'some source',
		{ ...kafka({}), source: { kafka: KAFKA, kinesis: null } },
		{ ...kafka({}), source: { kafka: null } },
		'but contains none',
	],
	[
		'Kafka type',
		kafka({ type: 'warpstream' }),
		kafka({ type: 'rabbit' }),
		'source.kafka.type is "rabbit", which is not listed',
	],
	[
		'Kafka format',
		kafka({ format: 'AvroConfluent' }),
		kafka({ format: 'CSV' }),
		'source.kafka.format is "CSV"',
	],
	['brokers', kafka({}), kafka({ brokers: '' }), 'source.kafka.brokers is empty'],
	['topics', kafka({}), kafka({ topics: undefined }), 'source.kafka.topics is missing'],
	[
		'Kafka IAM role',
		kafka({ type: 'msk', authentication: 'IAM_ROLE', iamRole: 'arn' }),
		kafka({ type: 'msk', authentication: 'IAM_ROLE' }),
		'source.kafka.iamRole is needed with IAM role authentication',
	],
	[
		'no secrets with an IAM role',
		kafka({ type: 'msk', authentication: 'IAM_ROLE', iamRole: 'arn' }),
		kafka({ type: 'msk', authentication: 'IAM_ROLE', iamRole: 'arn', credentials: ACCESS_KEY }),
		'credentials are not used with an IAM role',
	],
	[
		'a secret of Kafka',
		kafka({ credentials: { username: 'u', password: 'p', later: '' } }),
		kafka({ credentials: { username: 'u', password: ' ' } }),
		'credentials.password is missing. Select a Cloud Pipe Source API credential whose Password',
	],
	[
		'offset strategy',
		kafka({ offset: { strategy: 'from_latest' } }),
		kafka({ offset: { strategy: 'now' } }),
		'source.kafka.offset.strategy is "now"',
	],
	[
		'offset time',
		kafka({ offset: { strategy: 'from_timestamp', timestamp: '2026-05-31T14:30' } }),
		kafka({ offset: { strategy: 'from_timestamp', timestamp: null } }),
		'offset.timestamp is needed with the strategy from_timestamp',
	],
	[
		'minute precision',
		kafka({ offset: { strategy: 'from_latest', timestamp: null } }),
		kafka({ offset: { strategy: 'from_timestamp', timestamp: '2026-05-31T14:30:00Z' } }),
		'must be a UTC time to the minute',
	],
	[
		'real time',
		kafka({ offset: null }),
		kafka({ offset: { strategy: 'from_timestamp', timestamp: '2026-02-30T14:30' } }),
		'must be a UTC time to the minute',
	],
	[
		'registry over HTTPS',
		kafka({ schemaRegistry: REGISTRY }),
		kafka({ schemaRegistry: { ...REGISTRY, url: 'http://r' } }),
		'schemaRegistry.url must be an HTTPS address',
	],
	[
		'registry method',
		kafka({ schemaRegistry: null }),
		kafka({ schemaRegistry: { ...REGISTRY, authentication: 'NONE' } }),
		'schemaRegistry.authentication is "NONE"',
	],
	[
		'registry login',
		kafka({ schemaRegistry: { ...REGISTRY, credentials: { username: 'u', password: 'p' } } }),
		kafka({ schemaRegistry: { ...REGISTRY, credentials: { username: 'u' } } }),
		'whose Schema Registry Password is filled in',
	],
	[
		'endpoint IDs',
		kafka({ reversePrivateEndpointIds: ['x'] }),
		kafka({ reversePrivateEndpointIds: 'x' }),
		'reversePrivateEndpointIds must be a list',
	],
	[
		'storage type',
		storage({ type: 'gcs' }),
		storage({ type: 'ftp' }),
		'objectStorage.type is "ftp"',
	],
	[
		'storage format',
		storage({ format: 'Parquet' }),
		storage({ format: 'XML' }),
		'objectStorage.format is "XML"',
	],
	[
		'storage URL',
		storage({}),
		storage({ url: '' }),
		'objectStorage.url is needed to find the files',
	],
	[
		'compression',
		storage({ compression: 'LZMA' }),
		storage({ compression: 'rar' }),
		'compression is "rar"',
	],
	[
		'Azure container',
		storage({ type: 'azureblobstorage', url: undefined, azureContainerName: 'c' }),
		storage({ type: 'azureblobstorage', url: undefined }),
		'azureContainerName is needed for Azure Blob Storage',
	],
	[
		'Azure method',
		storage({
			type: 'azureblobstorage',
			azureContainerName: 'c',
			authentication: 'CONNECTION_STRING',
			connectionString: 's',
		}),
		storage({
			type: 'azureblobstorage',
			azureContainerName: 'c',
			authentication: 'IAM_ROLE',
			iamRole: 'r',
		}),
		'authentication is IAM_ROLE, which azureblobstorage does not support',
	],
	[
		'other methods',
		storage({ authentication: 'IAM_ROLE', iamRole: 'r' }),
		storage({ authentication: 'CONNECTION_STRING', connectionString: 's' }),
		'authentication is CONNECTION_STRING, which s3 does not support',
	],
	[
		'connection string',
		storage({ type: 'azureblobstorage', azureContainerName: 'c', authentication: null }),
		storage({
			type: 'azureblobstorage',
			azureContainerName: 'c',
			authentication: 'CONNECTION_STRING',
		}),
		'connectionString is missing',
	],
	[
		'storage IAM role',
		storage({ authentication: null }),
		storage({ authentication: 'IAM_ROLE' }),
		'iamRole is needed',
	],
	[
		'storage access key',
		storage({ authentication: 'IAM_USER', accessKey: ACCESS_KEY }),
		storage({ authentication: 'IAM_USER' }),
		'accessKey.accessKeyId is missing',
	],
	[
		'queue with continuous',
		storage({ queueUrl: 'q', isContinuous: true, authentication: 'IAM_ROLE', iamRole: 'r' }),
		storage({ queueUrl: 'q', isContinuous: false, authentication: 'IAM_ROLE', iamRole: 'r' }),
		'queueUrl is for continuous ingestion only',
	],
	['Kinesis format', kinesis({}), kinesis({ format: 'CSV' }), 'kinesis.format is "CSV"'],
	[
		'iterator type',
		kinesis({ iteratorType: 'TRIM_HORIZON' }),
		kinesis({ iteratorType: 'FIRST' }),
		'iteratorType is "FIRST"',
	],
	[
		'Kinesis timestamp',
		kinesis({ iteratorType: 'AT_TIMESTAMP', timestamp: 0 }),
		kinesis({ iteratorType: 'AT_TIMESTAMP' }),
		'timestamp is needed with the iterator type AT_TIMESTAMP',
	],
	[
		'UNIX time',
		kinesis({ timestamp: null }),
		kinesis({ iteratorType: 'AT_TIMESTAMP', timestamp: 1.5 }),
		'a UNIX timestamp in whole seconds',
	],
	[
		'Kinesis method',
		kinesis({}),
		kinesis({ authentication: 'PLAIN' }),
		'kinesis.authentication is "PLAIN"',
	],
	['Kinesis IAM role', kinesis({}), kinesis({ iamRole: null }), 'iamRole is needed'],
	[
		'Kinesis access key',
		kinesis({ authentication: 'IAM_USER', accessKey: ACCESS_KEY }),
		kinesis({ authentication: 'IAM_USER' }),
		'accessKey.secretKey is missing',
	],
	[
		'Postgres port',
		postgres({ port: 1 }),
		postgres({ port: '5432' }),
		'postgres.port must be a number, but is text',
	],
	[
		'Postgres login',
		postgres({}),
		postgres({ credentials: undefined }),
		'credentials.username is missing',
	],
	[
		'replication mode',
		postgres({ settings: { replicationMode: 'cdc_only' } }),
		postgres({ settings: { replicationMode: 'logical' } }),
		'replicationMode is "logical"',
	],
	[
		'failover slots without a slot name',
		postgres({ settings: { enableFailoverSlots: true } }),
		postgres({ settings: { enableFailoverSlots: 'yes' } }),
		'enableFailoverSlots',
	],
	[
		'failover slots',
		postgres({ settings: { enableFailoverSlots: false, replicationSlotName: 's' } }),
		postgres({ settings: { enableFailoverSlots: true, replicationSlotName: 's' } }),
		'enableFailoverSlots cannot be on while a replication slot name is set',
	],
	[
		'table mappings',
		postgres({ tableMappings: [{ sourceTable: 'a', sortingKeys: ['id'] }] }),
		postgres({ tableMappings: [{ sortingKeys: 'id' }] }),
		'tableMappings.0.sortingKeys must be a list',
	],
	['database', postgres({}), postgres({}, { destination: {} }), 'destination.database is missing'],
	[
		'table',
		kafka({}),
		kafka({}, { destination: { ...TABLE.destination, table: '' } }),
		'destination.table is needed for every source but BigQuery, MongoDB, MySQL and Postgres',
	],
	[
		'managed table',
		kafka({}),
		kafka({}, { destination: { ...TABLE.destination, managedTable: undefined } }),
		'destination.managedTable is needed',
	],
	[
		'columns',
		kafka({}),
		kafka({}, { destination: { ...TABLE.destination, columns: [] } }),
		'destination.columns are needed',
	],
	[
		'every column mapped',
		kafka({}, { fieldMappings: [{ sourceField: 'x', destinationField: 'a' }] }),
		kafka({}, { fieldMappings: [] }),
		'fieldMappings must cover every column. Add a mapping for: a.',
	],
	[
		'concurrency',
		storage({}, { scaling: { concurrency: 0 } }),
		kafka({}, { scaling: { concurrency: 1 } }),
		'scaling.concurrency is for object-storage pipes only',
	],
	[
		'CPU for streams',
		kinesis({}, { scaling: { replicaCpuMillicores: 125 } }),
		storage({}, { scaling: { replicaCpuMillicores: 125 } }),
		'scaling.replicaCpuMillicores is for streaming pipes',
	],
	[
		'memory for streams',
		kafka({}, { scaling: { replicaMemoryGb: 8 } }),
		postgres({}, { scaling: { replicaMemoryGb: 8 } }),
		'scaling.replicaMemoryGb is for streaming pipes',
	],
	[
		'least CPU',
		kafka({}, { scaling: { replicaCpuMillicores: 125 } }),
		kafka({}, { scaling: { replicaCpuMillicores: 124 } }),
		'must be at least 125',
	],
	[
		'most CPU',
		kafka({}, { scaling: { replicaCpuMillicores: 2000 } }),
		kafka({}, { scaling: { replicaCpuMillicores: 2001 } }),
		'must be at most 2000',
	],
	[
		'least memory',
		kafka({}, { scaling: { replicaMemoryGb: 0.5 } }),
		kafka({}, { scaling: { replicaMemoryGb: 0.4 } }),
		'must be at least 0.5',
	],
	[
		'most memory',
		kafka({}, { scaling: { replicaMemoryGb: 8 } }),
		kafka({}, { scaling: { replicaMemoryGb: 8.5 } }),
		'must be at most 8',
	],
	[
		'a whole number of replicas',
		kafka({}, { scaling: { replicas: 3 } }),
		kafka({}, { scaling: { replicas: 1.5 } }),
		'scaling.replicas must be a whole number',
	],
	[
		'settings object',
		kafka({}, { settings: {} }),
		kafka({}, { settings: [] }),
		'settings must be an object',
	],
];

/** Bodies with one fault, and the one sentence that names it in full. */
const PLACED: [string, unknown, string][] = [
	['a secret next to the source', kafka({}, { password: 'p' }), 'password is a secret, but'],
	[
		'a secret in a list',
		kafka({}, { fieldMappings: [{ sourceField: 'a', destinationField: 'a', secretKey: 's' }] }),
		'fieldMappings.0.secretKey is a secret, but',
	],
	[
		'a complete group in a wrong place',
		kafka({ accessKey: ACCESS_KEY }),
		'source.kafka.accessKey is a secret',
	],
	[
		'an access key that is not used',
		kinesis({ accessKey: ACCESS_KEY }),
		'source.kinesis.accessKey is for IAM_USER authentication only',
	],
	[
		'the method of a type',
		kafka({
			type: 'warpstream',
			authentication: 'MUTUAL_TLS',
			credentials: { certificate: 'c', privateKey: 'k' },
		}),
		'source.kafka.authentication is MUTUAL_TLS, which warpstream does not support',
	],
	[
		'half a login of the registry',
		kafka({ schemaRegistry: { ...REGISTRY, credentials: { username: 'u' } } }),
		'source.kafka.schemaRegistry.credentials.password is missing',
	],
	[
		'a secret of spaces',
		postgres({ credentials: { username: 'u', password: ' ' } }),
		'source.postgres.credentials.password is missing',
	],
	[
		'no timestamp',
		kinesis({ iteratorType: 'AT_TIMESTAMP', timestamp: null }),
		'source.kinesis.timestamp',
	],
];

describe('the place of an issue', () => {
	it.each(PLACED)('%s', (_name, body, words) => {
		expect(check(body)).toContainEqual(expect.stringContaining(words));
	});

	it('is the source itself where it contains two kinds', () => {
		const body = { ...kafka({}), source: { kafka: KAFKA, kinesis: KINESIS } };
		expect(check(body).filter((sentence) => sentence.includes('exactly one'))).toEqual([
			expect.stringMatching(/^source must contain/),
		]);
	});

	it('is nowhere where a group of secrets is not used and not there', () => {
		expect(check(kinesis({}))).toEqual([]);
		expect(check(storage({ accessKey: null }))).not.toContainEqual(
			expect.stringContaining('only. Remove it'),
		);
	});
});

/** Reference, "Authentication methods supported per `type`". */
const METHODS: Readonly<Record<string, readonly string[]>> = {
	kafka: ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS'],
	msk: ['SCRAM-SHA-512', 'IAM_ROLE', 'IAM_USER', 'MUTUAL_TLS'],
	confluent: ['PLAIN', 'MUTUAL_TLS'],
	warpstream: ['PLAIN'],
	azureeventhub: ['PLAIN'],
	redpanda: ['SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS'],
	dokafka: ['SCRAM-SHA-256', 'MUTUAL_TLS'],
};
const ALL_METHODS = [
	...['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'],
	...['IAM_ROLE', 'IAM_USER', 'MUTUAL_TLS'],
];

/** Reference, "Pipe settings": the smallest and the largest number. */
const BOUNDS: ReadonlyArray<[string, number, number]> = [
	['streaming_max_insert_wait_ms', 500, 60000],
	['object_storage_concurrency', 1, 35],
	['object_storage_polling_interval_ms', 100, 3600000],
	['object_storage_max_insert_bytes', 10485760, 53687091200],
	['object_storage_max_file_count', 1, 10000],
	['engine_max_threads', 0, 64],
	['engine_max_insert_threads', 0, 16],
	['engine_min_insert_block_size_bytes', 0, 10737418240],
	['engine_max_download_threads', 0, 32],
	['engine_parallel_distributed_insert_select', 0, 2],
];

const withSetting = (name: string, value: unknown) =>
	check(storage({}, { settings: { [name]: value } }));

describe('every rule of a new pipe, both ways', () => {
	it.each(RULES)('%s', (_rule, good, bad, words) => {
		expect(check(good)).toEqual([]);
		expect(check(bad).join('\n')).toContain(words);
	});

	it.each(Object.entries(METHODS))(
		'%s refuses the methods that it does not support',
		(type, supported) => {
			for (const authentication of ALL_METHODS) {
				const found = check(kafka({ type, authentication })).join('\n');
				const refusal = `which ${type} does not support`;
				expect(found.includes(refusal)).toBe(!supported.includes(authentication));
			}
		},
	);

	it.each(BOUNDS)('%s is a whole number from %d to %d, or null', (name, min, max) => {
		for (const valid of [null, min, max]) expect(withSetting(name, valid)).toEqual([]);
		expect(withSetting(name, min - 1)[0]).toContain(`at least ${String(min)}`);
		expect(withSetting(name, max + 1)[0]).toContain(`at most ${String(max)}`);
		expect(withSetting(name, min + 0.5)[0]).toContain('whole number');
	});

	it.each(['object_storage_use_cluster_function', 'engine_parallel_view_processing'])(
		'%s is true, false or null',
		(name) => {
			for (const valid of [null, true, false]) expect(withSetting(name, valid)).toEqual([]);
			expect(withSetting(name, 1)[0]).toContain('must be true or false');
		},
	);

	it('names an issue once', () => {
		const body = { type: 'msk', authentication: 'IAM_ROLE', iamRole: 'arn', credentials: 'no' };
		expect(check(kafka(body))).toHaveLength(2);
	});

	it('names all issues of a body, not only the first', () => {
		const body = kafka({ brokers: '', type: 'msk', authentication: 'IAM_ROLE' }, { name: '' });
		expect(check(body)).toHaveLength(3);
	});
});

describe('an access key without an authentication', () => {
	const sources: Array<[string, (changes: object) => unknown]> = [
		['kinesis', kinesis],
		['objectStorage', storage],
	];

	it.each(sources)('of %s is refused where a part of it is missing', (kind, bodyOf) => {
		for (const authentication of [undefined, null]) {
			const said = (accessKey: object) => check(bodyOf({ authentication, accessKey }));
			const missing = (member: string) =>
				`source.${kind}.accessKey.${member} is missing. Enter it, or remove accessKey.`;
			expect(said({})).toEqual([missing('accessKeyId'), missing('secretKey')]);
			expect(said({ accessKeyId: 'a', secretKey: ' ' })).toEqual([missing('secretKey')]);
			expect(said({ accessKeyId: null, secretKey: 's' })).toEqual([missing('accessKeyId')]);
		}
	});

	it.each(sources)('of %s is left to the API where it is whole or none', (_kind, bodyOf) => {
		for (const authentication of [undefined, null]) {
			for (const accessKey of [undefined, null, ACCESS_KEY, { ...ACCESS_KEY, session: 't' }]) {
				expect(check(bodyOf({ authentication, accessKey }))).toEqual([]);
			}
		}
	});
});

describe('JSON input', () => {
	it('keeps members that it does not know, and null', () => {
		const body = kafka({ consumerGroup: null, novel: { deep: [1] } }, { extra: true });
		const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson: JSON.stringify(body) };
		expect(createPipe.plan(parameters, contextOf())).toMatchObject({
			issues: [],
			request: { body },
		});
	});

	it('takes secrets that it leaves out from the credential, and keeps its own', () => {
		const body = postgres({ credentials: { username: 'mine' } });
		const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson: body };
		const extraCredential = { username: 'other', password: 'p' };
		const plan = createPipe.plan(parameters, contextOf({ extraCredential }));
		expect(plan.issues).toEqual([]);
		expect(plan.request.body).toHaveProperty('source.postgres.credentials', {
			username: 'mine',
			password: 'p',
		});
	});

	it.each([
		['{"name": }', 'is not valid JSON at line 1, column 10'],
		['{\n "name": "a"\n "b": 1}', 'is not valid JSON at line 3, column 2'],
		['{"name": "a"', 'is not valid JSON at line 1, column 13'],
		['[1]', 'contains a list, not a JSON object'],
		['"x"', 'contains a string, not a JSON object'],
		['null', 'contains nothing, not a JSON object'],
		['  ', 'is empty'],
	])('says where %j is wrong', (text, words) => {
		expect(check(text)[0]).toContain(words);
	});
});
