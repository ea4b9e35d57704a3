import type { JsonObject } from '../../../nodes/core/json';
import { codes } from './context';
import { ACCESS_KEY, into, type Kind, LOGIN, pipeOf, planJson, withRegistry } from './pipeForm';

const found = (pipe: unknown): string => codes(planJson(pipe).issues).join(', ');

const ROLE = { type: 'msk', authentication: 'IAM_ROLE' };
const USER = { authentication: 'IAM_USER' };
const AZURE = { type: 'azureblobstorage', azureContainerName: 'c' };
const FROM_TIME = (timestamp: unknown) => ({ offset: { strategy: 'from_timestamp', timestamp } });
const AT_TIME = (timestamp: unknown) => ({ iteratorType: 'AT_TIMESTAMP', timestamp });
const SQS = { queueUrl: 'q', authentication: 'IAM_ROLE', iamRole: 'r' };
const CONNECTION = { authentication: 'CONNECTION_STRING', connectionString: 's' };
const SLOT = { replicationSlotName: 's' };
const FAILOVER = { ...SLOT, enableFailoverSlots: true };
const CPU = { replicaCpuMillicores: 125 };
const TWICE = [1, 2].map(() => ({ name: 'a', type: 'String' }));

const VALID_SOURCES: Array<[Kind, object]> = [
	['kafka', { type: 'warpstream' }],
	['kafka', { format: 'AvroConfluent' }],
	['kafka', { ...ROLE, iamRole: 'arn' }],
	['kafka', { credentials: { later: '' } }],
	['kafka', FROM_TIME('2026-05-31T14:30')],
	['kafka', { offset: null, schemaRegistry: null }],
	['kafka', { reversePrivateEndpointIds: ['x'] }],
	['objectStorage', { type: 'gcs', format: 'Parquet', compression: 'LZMA' }],
	['objectStorage', { ...AZURE, ...CONNECTION, url: undefined }],
	['objectStorage', { ...AZURE, authentication: null }],
	['objectStorage', { authentication: 'IAM_ROLE', iamRole: 'r' }],
	['objectStorage', { ...USER, accessKey: ACCESS_KEY }],
	['objectStorage', { ...SQS, isContinuous: true }],
	['kinesis', { iteratorType: 'TRIM_HORIZON', timestamp: null }],
	['kinesis', AT_TIME(0)],
	['kinesis', { ...USER, accessKey: ACCESS_KEY }],
	['postgres', { port: 1 }],
	['postgres', { settings: { replicationMode: 'cdc_only' } }],
	['postgres', { settings: { enableFailoverSlots: true } }],
	['postgres', { settings: { ...SLOT, enableFailoverSlots: false } }],
	['postgres', { tableMappings: [{ sourceTable: 'a', sortingKeys: ['id'] }] }],
];

const INVALID_SOURCES: Array<[Kind, object, string]> = [
	['kafka', { type: 'rabbit' }, 'type unlisted'],
	['kafka', { type: '' }, 'type unlisted'],
	['kafka', { format: 'CSV' }, 'format unlisted'],
	['kafka', { brokers: '' }, 'brokers empty'],
	['kafka', { topics: undefined }, 'topics missing'],
	['kafka', ROLE, 'iamRole needed'],
	['kafka', { ...ROLE, iamRole: 'arn', credentials: LOGIN }, 'credentials secretsWithRole'],
	['kafka', { credentials: { ...LOGIN, password: ' ' } }, 'credentials.password noSecret'],
	['kafka', { offset: { strategy: 'now' } }, 'offset.strategy unlisted'],
	['kafka', FROM_TIME(null), 'offset.timestamp needed'],
	['kafka', FROM_TIME('2026-05-31T14:30:00Z'), 'offset.timestamp malformed'],
	['kafka', FROM_TIME('2026-02-30T14:30'), 'offset.timestamp malformed'],
	['kafka', { reversePrivateEndpointIds: 'x' }, 'reversePrivateEndpointIds wrongType'],
	['kafka', { accessKey: ACCESS_KEY }, 'accessKey misplacedSecret'],
	['kafka', { sasl: [{ password: 'p' }] }, 'sasl.0.password misplacedSecret'],
	['objectStorage', { type: 'ftp' }, 'type unlisted'],
	['objectStorage', { format: 'XML' }, 'format unlisted'],
	['objectStorage', { url: '' }, 'url needed'],
	['objectStorage', { compression: 'rar' }, 'compression unlisted'],
	['objectStorage', { type: 'azureblobstorage' }, 'azureContainerName needed'],
	['objectStorage', { ...AZURE, ...SQS, queueUrl: null }, 'authentication unsupportedOr'],
	['objectStorage', CONNECTION, 'authentication unsupportedOr'],
	['objectStorage', { ...AZURE, ...CONNECTION, connectionString: '' }, 'connectionString noSecret'],
	['objectStorage', { authentication: 'IAM_ROLE' }, 'iamRole needed'],
	['objectStorage', { ...USER, accessKey: { secretKey: 's' } }, 'accessKey.accessKeyId noSecret'],
	['objectStorage', { ...SQS, isContinuous: false }, 'queueUrl queueOnce'],
	['kinesis', { format: 'CSV' }, 'format unlisted'],
	['kinesis', { iteratorType: 'FIRST' }, 'iteratorType unlisted'],
	['kinesis', AT_TIME(null), 'timestamp needed'],
	['kinesis', AT_TIME(1.5), 'timestamp malformed'],
	['kinesis', { authentication: 'PLAIN' }, 'authentication unlisted'],
	['kinesis', { iamRole: null }, 'iamRole needed'],
	['kinesis', { ...USER, accessKey: { accessKeyId: 'a' } }, 'accessKey.secretKey noSecret'],
	['kinesis', { accessKey: ACCESS_KEY }, 'accessKey onlyFor'],
	['postgres', { port: '5432' }, 'port wrongType'],
	['postgres', { credentials: { password: 'p' } }, 'credentials.username noSecret'],
	['postgres', { settings: { replicationMode: 'x' } }, 'settings.replicationMode unlisted'],
	['postgres', { settings: FAILOVER }, 'settings.enableFailoverSlots failoverWithSlot'],
	['postgres', { tableMappings: 'a' }, 'tableMappings wrongType'],
	['postgres', { tableMappings: ['a'] }, 'tableMappings.0 wrongType'],
	['postgres', { tableMappings: [{ sortingKeys: 'id' }] }, 'tableMappings.0.sortingKeys wrongType'],
];

const VALID_PIPES: JsonObject[] = [
	withRegistry({}),
	withRegistry({ credentials: LOGIN }),
	pipeOf('kafka', {}, { fieldMappings: [{ sourceField: 'x', destinationField: 'a' }] }),
	pipeOf('kafka', {}, { scaling: { replicaMemoryGb: 8 }, settings: {} }),
	pipeOf('kafka', {}, { tags: { accessKey: 'billing', owner: [{ username: 'ada' }] } }),
	pipeOf('kinesis', {}, { scaling: CPU }),
	pipeOf('objectStorage', {}, { scaling: { concurrency: 0 } }),
];

const INVALID_PIPES: Array<[JsonObject, string]> = [
	[withRegistry({ url: 'http://r' }), 'source.kafka.schemaRegistry.url malformed'],
	[withRegistry({ authentication: 'x' }), 'source.kafka.schemaRegistry.authentication unlisted'],
	[
		withRegistry({ credentials: { username: 'u' } }),
		'source.kafka.schemaRegistry.credentials.password noSecret',
	],
	[pipeOf('kafka', {}, { name: '' }), 'name empty'],
	[pipeOf('kafka', {}, { name: ' \n' }), 'name empty'],
	[pipeOf('kafka', {}, { name: null }), 'name wrongType'],
	[pipeOf('kafka', {}, { name: undefined }), 'name missing'],
	[pipeOf('kafka', {}, { source: undefined }), 'source missing'],
	[pipeOf('kafka', {}, { source: null }), 'source wrongType'],
	[pipeOf('kafka', {}, { source: { kafka: 'x' } }), 'source.kafka wrongType'],
	[pipeOf('kafka', {}, { source: { kafka: null } }), 'source notOneSource'],
	[pipeOf('kafka', {}, { password: 'p' }), 'password misplacedSecret'],
	[pipeOf('kafka', {}, into({ credentials: LOGIN })), 'destination.credentials misplacedSecret'],
	[pipeOf('postgres', {}, { destination: undefined }), 'destination missing'],
	[pipeOf('postgres', {}, { destination: {} }), 'destination.database missing'],
	[pipeOf('kafka', {}, into({ table: '' })), 'destination.table needed'],
	[
		pipeOf('kafka', {}, into({ managedTable: undefined })),
		'destination.managedTable noManagedTable',
	],
	[pipeOf('kafka', {}, into({ columns: null })), 'destination.columns noColumns'],
	[pipeOf('kafka', {}, into({ columns: [] })), 'destination.columns noColumns'],
	[pipeOf('kafka', {}, into({ columns: TWICE })), 'destination.columns.1.name repeatedColumn'],
	[pipeOf('kafka', {}, { fieldMappings: [] }), 'fieldMappings unmapped'],
	[pipeOf('kafka', {}, { scaling: { concurrency: 1 } }), 'scaling.concurrency onlyFor'],
	[pipeOf('objectStorage', {}, { scaling: CPU }), 'scaling.replicaCpuMillicores onlyFor'],
	[pipeOf('postgres', {}, { scaling: { replicaMemoryGb: 8 } }), 'scaling.replicaMemoryGb onlyFor'],
	[pipeOf('kafka', {}, { settings: [] }), 'settings wrongType'],
];

/** Reference, "Scaling" and "Pipe settings": the smallest and the largest number, and whether parts of it count. */
const BOUNDS: Array<[string, number, number, boolean?]> = [
	['scaling.replicaCpuMillicores', 125, 2000],
	['scaling.replicaMemoryGb', 0.5, 8, true],
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
const METHODS = {
	kafka: ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS'],
	msk: ['SCRAM-SHA-512', 'IAM_ROLE', 'IAM_USER', 'MUTUAL_TLS'],
	confluent: ['PLAIN', 'MUTUAL_TLS'],
	warpstream: ['PLAIN'],
	azureeventhub: ['PLAIN'],
	redpanda: ['SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS'],
	dokafka: ['SCRAM-SHA-256', 'MUTUAL_TLS'],
};

describe('every rule of a new pipe, both ways', () => {
	it.each(VALID_SOURCES)('lets through %s with %j', (kind, changes) => {
		expect(found(pipeOf(kind, changes))).toBe('');
	});

	it.each(INVALID_SOURCES)('refuses %s with %j: %s', (kind, changes, code) => {
		expect(found(pipeOf(kind, changes))).toBe(`source.${kind}.${code}`);
	});

	it('lets through what goes together', () => {
		expect(VALID_PIPES.map(found).filter((code) => code !== '')).toEqual([]);
	});

	it.each(INVALID_PIPES)('refuses %j: %s', (pipe, code) => {
		expect(found(pipe)).toBe(code);
	});

	it.each(BOUNDS)('%s is from %d to %d, or null', (path, min, max, hasParts = false) => {
		const [group = '', name = ''] = path.split('.');
		const at = (value: unknown) => found(pipeOf('kafka', {}, { [group]: { [name]: value } }));
		expect([null, min, max].map(at)).toEqual(['', '', '']);
		expect(at(min + 0.5)).toBe(hasParts ? '' : `${path} notWhole`);
		const step = hasParts ? 0.1 : 1;
		expect([at(min - step), at(max + step)]).toEqual([`${path} tooSmall`, `${path} tooBig`]);
	});

	it.each(Object.entries(METHODS))('%s supports only %j', (type, supported) => {
		for (const authentication of Object.values(METHODS).flat()) {
			const codesOf = found(pipeOf('kafka', { type, authentication }));
			expect(codesOf.includes('unsupported')).toBe(!supported.includes(authentication));
		}
	});

	it('names the kinds where there are two, and all issues of a body', () => {
		const two = { ...pipeOf('kafka'), source: { kafka: {}, kinesis: {} } };
		expect(planJson(two).issues).toContainEqual(
			expect.objectContaining({ code: 'notOneSource', found: 'kafka and kinesis' }),
		);
		const many = pipeOf('kafka', { brokers: '', ...ROLE }, { name: '' });
		expect(planJson(many).issues).toHaveLength(3);
	});

	it.each<Kind>(['kinesis', 'objectStorage'])(
		'%s: without a method, an access key is whole or none',
		(kind) => {
			for (const authentication of [undefined, null]) {
				const given = (accessKey: unknown) => found(pipeOf(kind, { authentication, accessKey }));
				for (const whole of [undefined, null, ACCESS_KEY, { ...ACCESS_KEY, session: 't' }]) {
					expect(given(whole)).toBe('');
				}
				const missing = (name: string) => `source.${kind}.accessKey.${name} halfGroup`;
				expect(given({})).toBe(`${missing('accessKeyId')}, ${missing('secretKey')}`);
				expect(given({ accessKeyId: 'a', secretKey: ' ' })).toBe(missing('secretKey'));
			}
		},
	);
});

describe('the definition by JSON', () => {
	it.each([
		['{"name": }', 'pipeJson jsonInvalid'],
		['[1]', 'pipeJson jsonOther'],
		['null', 'pipeJson jsonOther'],
		['  ', 'pipeJson jsonEmpty'],
	])('is refused as %j', (text, code) => {
		expect(found(text)).toBe(code);
	});
});
