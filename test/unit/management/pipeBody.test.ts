import { valueAt } from '../../../nodes/engine/json';
import { SERVICE_PATH } from './context';
import { FORMS, issuesOf, type Kind, LOGIN, planForm } from './pipeForm';

/** The plan of a form with changes, and of a login if it needs one. */
function planned(kind: Kind, changes: object, dialect = {}) {
	const needsLogin = kind === 'postgres' || kind === 'kafka';
	return planForm({ ...FORMS[kind], ...changes }, needsLogin ? LOGIN : undefined, dialect);
}

function sent(kind: Kind, changes: object = {}, dialect = {}): unknown {
	const plan = planned(kind, changes, dialect);
	expect(issuesOf(plan)).toBe('');
	return plan.request.body;
}

const AVRO = { kafkaFormat: 'AvroConfluent', kafkaSchemaRegistryAuthentication: 'PLAIN' };
const MANAGED = { destinationManagedTable: true };

describe('the body of a new pipe from the form', () => {
	// One from Postgres is a sample of the engine's tests.
	it('has a table for a stream', () => {
		const kinesis = {
			format: 'Avro',
			streamName: 'orders',
			region: 'us-east-1',
			iteratorType: 'LATEST',
			authentication: 'IAM_ROLE',
			iamRole: 'arn:aws:iam::1:role/reader',
		};
		const columns = [{ name: 'id', type: 'UInt64' }];
		expect(planForm(FORMS.kinesis).request).toEqual({
			method: 'POST',
			path: `${SERVICE_PATH}/pipes`,
			body: {
				name: 'Orders',
				source: { kinesis },
				destination: { database: 'default', table: 'orders', managedTable: false, columns },
				fieldMappings: [{ sourceField: 'orderId', destinationField: 'id' }],
			},
		});
	});

	it('leaves out what the API decides', () => {
		const storage = sent('objectStorage');
		expect(valueAt(storage, 'source.objectStorage.authentication')).toBeUndefined();
		const postgres = sent('postgres', { postgresSettingsReplicationMode: 'apiDefault' });
		expect(valueAt(postgres, 'source.postgres.settings')).toBeUndefined();
		const kafka = sent('kafka', { kafkaOffsetStrategy: 'apiDefault' });
		expect(valueAt(kafka, 'source.kafka.offset')).toBeUndefined();
	});

	it('has lists without spaces, and a delimiter with them', () => {
		const kafka = sent('kafka', { kafkaBrokers: 'a:1, b:2 ,\nc:3', kafkaTopics: 'x , y' });
		expect(kafka).toMatchObject({ source: { kafka: { brokers: 'a:1,b:2,c:3', topics: 'x,y' } } });
		const format = { objectStorageFormat: 'CSV', objectStorageDelimiter: ' ' };
		const storage = sent('objectStorage', format);
		expect(storage).toHaveProperty('source.objectStorage.delimiter', ' ');
	});

	it('defines only a managed table', () => {
		const options = { destinationTableDefinitionEngineColumnIds: 'a, b' };
		const keys = { destinationTableDefinitionSortingKey: 'id,created', additionalOptions: options };
		expect(sent('kinesis', keys)).not.toHaveProperty('destination.tableDefinition');
		expect(sent('kinesis', { ...keys, ...MANAGED })).toHaveProperty('destination.tableDefinition', {
			engine: { type: 'MergeTree', columnIds: ['a', 'b'] },
			sortingKey: ['id', 'created'],
		});
	});

	it('has the options that are set, and zero is one', () => {
		const additionalOptions = {
			destinationTableDefinitionEngineType: 'Log',
			validateSamples: false,
			scalingReplicas: 0,
			scalingReplicaMemoryGb: '',
			settingsEngineMaxThreads: 0,
		};
		expect(sent('kinesis', { ...MANAGED, additionalOptions })).toMatchObject({
			source: { validateSamples: false },
			destination: { tableDefinition: { engine: { type: 'Log' } } },
			scaling: { replicas: 0 },
			settings: { engine_max_threads: 0 },
		});
	});

	it('spells settings as the deployment does', () => {
		const additionalOptions = { settingsEngineMaxInsertThreads: 2 };
		const body = sent('kafka', { additionalOptions }, { apiDialect: 'clickhouseCloud' });
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

describe('a form of a new pipe is refused if', () => {
	it('a choice is empty or an expression', () => {
		const found = (changes: object) => issuesOf(planned('kafka', changes));
		expect(found({ kafkaType: '' })).toBe('.type empty');
		expect(found({ kafkaFormat: null })).toBe('.format empty');
		expect(found({ sourceKind: '{{ $json.choice }}' })).toBe('sourceKind noExpression');
		const storage = planned('objectStorage', { objectStorageAuthentication: '' });
		expect(issuesOf(storage)).toBe('.authentication unlisted');
	});

	it('a registry has no URL', () => {
		expect(issuesOf(planned('kafka', AVRO))).toBe('.schemaRegistry.url needed');
	});

	it('JSON has the half of a key for public files', () => {
		const sourceAdditionalMembers = { accessKey: { accessKeyId: 'AK' } };
		const plan = planned('objectStorage', { additionalOptions: { sourceAdditionalMembers } });
		const expected = '.accessKey.secretKey halfGroup, .authentication noAuthentication';
		expect(issuesOf(plan)).toBe(expected);
	});

	it('an expression returned a value of another type', () => {
		const column = { name: 'a', type: 'UInt8', sourceField: {} };
		const columns = planned('kafka', { destinationColumns: { values: [column] } });
		expect(issuesOf(columns)).toBe('destination.columns.0.sourceField wrongType');
		const mapping = { sourceTable: 'a', targetTable: 'a', excludedColumns: true };
		const mappings = planned('postgres', { postgresTableMappings: { values: [mapping] } });
		expect(issuesOf(mappings)).toBe('.tableMappings.0.excludedColumns.0 wrongType');
		const infinite = planned('postgres', { postgresSettingsPullBatchSize: Infinity });
		expect(issuesOf(infinite)).toBe('.settings.pullBatchSize notFinite');
	});
});

describe('a likely mistake is sent with a hint:', () => {
	const hintsOn = (kind: Kind, changes: object): string => {
		const { issues, hints = [] } = planned(kind, changes);
		expect(issues).toEqual([]);
		return hints.join(' ');
	};

	it('brokers without a port, and topics with a space', () => {
		expect(hintsOn('kafka', { kafkaBrokers: 'one:9092, two,three:port' })).toMatch(
			/^Brokers .*'two'.*'three:port'/,
		);
		expect(hintsOn('kafka', { kafkaTopics: 'orders, late orders' })).toMatch(
			/Topics.*'late orders'/,
		);
		const right = {
			kafkaBrokers: 'a:9092, [2001:db8::1]:9092 ,',
			kafkaTopics: ' orders , refunds',
		};
		expect(hintsOn('kafka', right)).toBe('');
	});

	it('a URL that is none of files', () => {
		expect(hintsOn('objectStorage', { objectStorageUrl: 's3://bucket/*' })).toMatch(/^URL/);
		expect(hintsOn('objectStorage', { objectStorageUrl: ' HTTPS://bucket/*' })).toBe('');
	});

	it('a role without its ARN', () => {
		expect(hintsOn('kinesis', { kinesisIamRole: 'arn:aws:s3:::bucket' })).toMatch(/^IAM Role ARN/);
		const arn = 'arn:aws-us-gov:iam::123456789012:role/a/b';
		expect(hintsOn('kinesis', { kinesisIamRole: arn })).toBe('');
	});

	it('a managed table without a sorting key, unless its engine has none', () => {
		expect(hintsOn('kinesis', MANAGED)).toMatch(/^Sorting Key/);
		const key = { destinationTableDefinitionSortingKey: 'id' };
		expect(hintsOn('kinesis', { ...MANAGED, ...key })).toBe('');
		const replacing = { destinationTableDefinitionEngineType: 'ReplacingMergeTree' };
		const hints = hintsOn('kinesis', { ...MANAGED, additionalOptions: replacing });
		expect(hints).toContain('Sorting Key');
		const additionalOptions = { destinationTableDefinitionEngineType: 'Null' };
		expect(hintsOn('kinesis', { ...MANAGED, additionalOptions })).toBe('');
	});
});
