import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import { valueAt } from '../../../nodes/core/json';
import type { Parameters } from '../../../nodes/core/operation';
import { codes, contextOf, ORGANIZATION_ID, SERVICE_PATH } from './context';
import { ACCESS_KEY, FORMS, type Kind, LOGIN, planForm } from './pipeForm';

/** A login where the form needs one. */
const credentialFor = (kind: Kind) => (kind === 'postgres' || kind === 'kafka' ? LOGIN : undefined);
const plan = (kind: Kind, changes: Parameters) =>
	planForm({ ...FORMS[kind], ...changes }, credentialFor(kind));
/** Rows leave out the path of the source. */
const inSource = (kind: Kind, path: string) => path.replace(/^\./, `source.${kind}.`);
const options = (additionalOptions: object): Parameters => ({ additionalOptions });

function sent(kind: Kind, changes: Parameters = {}): unknown {
	const { request, issues } = plan(kind, changes);
	expect(codes(issues)).toEqual([]);
	return request.body;
}

const FIELD_MAPPINGS = [{ sourceField: 'orderId', destinationField: 'id' }];
const DESTINATION = {
	...{ database: 'default', table: 'orders', managedTable: false },
	columns: [{ name: 'id', type: 'UInt64' }],
};

describe('the body of a new pipe from the form', () => {
	it('has a table for a stream, and tables in the source for a database', () => {
		expect(planForm(FORMS.kinesis).request).toEqual({
			method: 'POST',
			path: `${SERVICE_PATH}/pipes`,
			body: {
				name: 'Orders',
				source: {
					kinesis: {
						...{ format: 'Avro', streamName: 'orders', region: 'us-east-1' },
						...{ iteratorType: 'LATEST', authentication: 'IAM_ROLE' },
						iamRole: 'arn:aws:iam::1:role/reader',
					},
				},
				destination: DESTINATION,
				fieldMappings: FIELD_MAPPINGS,
			},
		});
		expect(sent('postgres')).toEqual({
			name: 'Orders',
			source: {
				postgres: {
					...{ host: 'db.example.com', port: 5432, database: 'shop', credentials: LOGIN },
					settings: { replicationMode: 'cdc' },
					tableMappings: [{ sourceTable: 'orders', targetTable: 'orders' }],
				},
			},
			destination: { database: 'default' },
		});
	});

	const AVRO = { kafkaFormat: 'AvroConfluent', kafkaSchemaRegistryAuthentication: 'PLAIN' };
	const REGISTRY = { ...AVRO, kafkaSchemaRegistryUrl: 'https://r.example.com' };
	const SENT_REGISTRY = { url: 'https://r.example.com', authentication: 'PLAIN' };
	const CSV = { objectStorageFormat: 'CSV' };
	const ROLE = { objectStorageAuthentication: 'IAM_ROLE', objectStorageIamRole: 'arn' };
	const QUEUE = { objectStorageQueueUrl: 'https://sqs.example.com/1' };
	const ALWAYS = { objectStorageIsContinuous: true };
	const MODE = 'postgresSettingsReplicationMode';
	const SLOT = { postgresSettingsReplicationSlotName: 'slot' };
	const DEFINITION = {
		destinationTableDefinitionSortingKey: 'id,created',
		...options({ destinationTableDefinitionEngineColumnIds: 'a, b' }),
	};
	const ENGINE = (type: string) => options({ destinationTableDefinitionEngineType: type });
	const MANAGED = { destinationManagedTable: true };

	it.each<[Kind, Parameters, string, unknown]>([
		['objectStorage', {}, '.authentication', undefined],
		['objectStorage', { ...CSV, objectStorageDelimiter: ' ' }, '.delimiter', ' '],
		['objectStorage', { ...ROLE, ...QUEUE, ...ALWAYS }, '.queueUrl', QUEUE.objectStorageQueueUrl],
		['postgres', { [MODE]: 'apiDefault' }, '.settings', undefined],
		['postgres', SLOT, '.settings', { replicationMode: 'cdc', replicationSlotName: 'slot' }],
		['kafka', { kafkaOffsetStrategy: 'apiDefault' }, '.offset', undefined],
		['kafka', REGISTRY, '.schemaRegistry', SENT_REGISTRY],
		['kafka', { kafkaBrokers: 'a:1, b:2 ,\nc:3' }, '.brokers', 'a:1,b:2,c:3'],
		['kafka', { kafkaTopics: 'x , y' }, '.topics', 'x,y'],
		['kafka', DEFINITION, 'destination.tableDefinition', undefined],
		[
			'kafka',
			{ ...DEFINITION, ...MANAGED },
			'destination.tableDefinition.sortingKey',
			['id', 'created'],
		],
		[
			'kafka',
			{ ...DEFINITION, ...MANAGED },
			'destination.tableDefinition.engine.columnIds',
			['a', 'b'],
		],
		['kinesis', MANAGED, 'destination.tableDefinition', { engine: { type: 'MergeTree' } }],
		[
			'kinesis',
			{ ...MANAGED, ...ENGINE('Log') },
			'destination.tableDefinition',
			{ engine: { type: 'Log' } },
		],
		['kinesis', options({ validateSamples: false }), 'source.validateSamples', false],
		[
			'kinesis',
			options({ scalingReplicas: 0, scalingReplicaMemoryGb: '' }),
			'scaling',
			{ replicas: 0 },
		],
		['kinesis', options({ settingsEngineMaxThreads: 0 }), 'settings', { engine_max_threads: 0 }],
	])('of %s with %j has at %s %j', (kind, changes, path, value) => {
		expect(valueAt(sent(kind, changes), inSource(kind, path))).toEqual(value);
	});

	it('spells settings as the deployment does', () => {
		const credential = { organizationId: ORGANIZATION_ID, apiDialect: 'clickhouseCloud' };
		const form = { ...FORMS.kafka, ...options({ settingsEngineMaxInsertThreads: 2 }) };
		const { request } = createPipe.plan(form, contextOf({ credential }));
		expect(request.body).toHaveProperty('settings', { clickhouse_max_insert_threads: 2 });
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

describe('a form that is refused', () => {
	const members = (sourceAdditionalMembers: object) => options({ sourceAdditionalMembers });
	const AVRO = { kafkaFormat: 'AvroConfluent', kafkaSchemaRegistryAuthentication: 'PLAIN' };
	const rows = (name: string, row: object) => ({ [name]: { values: [row] } });
	const MAPPING = { sourceTable: 'a', targetTable: 'a' };

	it.each<[Kind, Parameters, string]>([
		['kafka', { kafkaType: '' }, '.type empty'],
		['kafka', { kafkaFormat: null }, '.format empty'],
		['kafka', { kafkaAuthentication: '' }, '.authentication empty'],
		[
			'kafka',
			{ kafkaOffsetStrategy: '', ...members({ offset: { timestamp: null } }) },
			'.offset.strategy empty',
		],
		['kafka', AVRO, '.schemaRegistry.url empty'],
		['kafka', { sourceKind: '{{ $json.choice }}' }, 'sourceKind noExpression'],
		[
			'kafka',
			rows('destinationColumns', { name: 'a', type: 'UInt8', sourceField: {} }),
			'destination.columns.0.sourceField wrongType',
		],
		['kafka', options({ destinationRoles: true }), 'destination.roles.0 wrongType'],
		['kinesis', { kinesisFormat: '' }, '.format empty'],
		['kinesis', { kinesisIteratorType: '' }, '.iteratorType empty'],
		['kinesis', { kinesisAuthentication: '' }, '.authentication empty'],
		['objectStorage', { objectStorageType: '' }, '.type empty'],
		['objectStorage', { objectStorageFormat: '' }, '.format empty'],
		['objectStorage', { objectStorageAuthentication: '' }, '.authentication unlisted'],
		['objectStorage', members({ accessKey: ACCESS_KEY }), '.authentication noAuthentication'],
		['postgres', { postgresSettingsPullBatchSize: Infinity }, '.settings.pullBatchSize notFinite'],
		[
			'postgres',
			rows('postgresTableMappings', { ...MAPPING, excludedColumns: 7 }),
			'.tableMappings.0.excludedColumns.0 wrongType',
		],
	])('%s with %j', (kind, changes, code) => {
		expect(codes(plan(kind, changes).issues)).toEqual([inSource(kind, code)]);
	});

	it('names the column of a mapping', () => {
		const { issues } = plan('kafka', rows('destinationColumns', { name: {}, type: 'UInt8' }));
		expect(codes(issues)).toContain('destination.columns.0.name wrongType');
	});

	it('is not where additional members contain what it lacks', () => {
		const changes = { kinesisFormat: '', ...members({ format: 'Avro' }) };
		expect(sent('kinesis', changes)).toHaveProperty('source.kinesis.format', 'Avro');
	});
});

describe('what looks like a slip', () => {
	const ROLE = { objectStorageAuthentication: 'IAM_ROLE' };
	const ARN = 'arn:aws-us-gov:iam::123456789012:role/a/b';
	const MANAGED = { destinationManagedTable: true };
	const sortedBy = (destinationTableDefinitionSortingKey: string) => ({
		destinationTableDefinitionSortingKey,
	});

	it.each<[Kind, Parameters, RegExp[]]>([
		['kafka', { kafkaBrokers: 'one:9092, two,three:port' }, [/^Brokers .* 'two'/, /'three:port'/]],
		['kafka', { kafkaBrokers: 'a:9092, [2001:db8::1]:9092 ,' }, []],
		['kafka', { kafkaTopics: 'orders, late orders' }, [/^Topics .* 'late orders'/]],
		['kafka', { kafkaTopics: ' orders , refunds' }, []],
		['objectStorage', { objectStorageUrl: 's3://bucket/*.json' }, [/^URL .* https:/]],
		['objectStorage', { objectStorageUrl: ' HTTPS://bucket/*.json' }, []],
		['objectStorage', { ...ROLE, objectStorageIamRole: 'reader' }, [/^IAM Role ARN /]],
		['objectStorage', { ...ROLE, objectStorageIamRole: ARN }, []],
		['kinesis', { kinesisIamRole: 'arn:aws:s3:::bucket' }, [/^IAM Role ARN /]],
		['kinesis', MANAGED, [/^Sorting Key is empty/]],
		['kinesis', { ...MANAGED, ...sortedBy('id') }, []],
		['kinesis', { ...MANAGED, ...options({ destinationTableDefinitionEngineType: 'Null' }) }, []],
	])('of %s, %j, is sent with a hint: %j', (kind, changes, hints) => {
		const matching = hints.map((hint): unknown => expect.stringMatching(hint));
		expect(plan(kind, changes)).toMatchObject({ issues: [], hints: matching });
	});
});
