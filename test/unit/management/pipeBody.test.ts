import { objectBody } from '../../../nodes/core/http/request';
import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import type { Parameters } from '../../../nodes/core/operation';
import { codes, contextOf, ORGANIZATION_ID, sentences, SERVICE_PATH } from './context';
import { FORMS, LOGIN } from './pipeForm';

function planned(parameters: Parameters, extraCredential?: Record<string, unknown>) {
	const plan = createPipe.plan(parameters, contextOf({ extraCredential }));
	expect(plan.issues).toEqual([]);
	return plan.request;
}

const LOGIN_OF = { kafka: LOGIN, kinesis: undefined, objectStorage: undefined, postgres: LOGIN };

const TABLE_BODY = {
	destination: {
		database: 'default',
		table: 'orders',
		managedTable: false,
		columns: [{ name: 'id', type: 'UInt64' }],
	},
	fieldMappings: [{ sourceField: 'orderId', destinationField: 'id' }],
};

describe('the body of a new pipe from the form', () => {
	it('of a Kafka pipe without a login', () => {
		expect(planned(FORMS.kafka)).toEqual({
			method: 'POST',
			path: `${SERVICE_PATH}/pipes`,
			body: {
				name: 'Orders',
				source: {
					kafka: {
						type: 'kafka',
						format: 'JSONEachRow',
						brokers: 'broker:9092',
						topics: 'orders',
						authentication: 'PLAIN',
						offset: { strategy: 'from_latest' },
					},
				},
				...TABLE_BODY,
			},
		});
	});

	it('of a Kinesis pipe', () => {
		expect(planned(FORMS.kinesis).body).toEqual({
			name: 'Orders',
			source: {
				kinesis: {
					format: 'Avro',
					streamName: 'orders',
					region: 'us-east-1',
					iteratorType: 'LATEST',
					authentication: 'IAM_ROLE',
					iamRole: 'arn:aws:iam::1:role/reader',
				},
			},
			...TABLE_BODY,
		});
	});

	it('of public object storage, without authentication', () => {
		expect(planned(FORMS.objectStorage).body).toMatchObject({
			source: {
				objectStorage: {
					type: 's3',
					url: 'https://bucket.example.com/*.json',
					isContinuous: false,
				},
			},
		});
		expect(planned(FORMS.objectStorage).body).not.toHaveProperty(
			'source.objectStorage.authentication',
		);
	});

	it('of Azure storage: container and path instead of a URL', () => {
		const azure = {
			...FORMS.objectStorage,
			objectStorageType: 'azureblobstorage',
			objectStorageAuthentication: 'CONNECTION_STRING',
			objectStorageAzureContainerName: 'orders',
			objectStoragePath: '*.json',
		};
		const connectionString = 'AccountName=a;AccountKey=b';
		expect(planned(azure, { connectionString }).body).toHaveProperty('source.objectStorage', {
			type: 'azureblobstorage',
			format: 'JSONEachRow',
			azureContainerName: 'orders',
			path: '*.json',
			isContinuous: false,
			authentication: 'CONNECTION_STRING',
			connectionString,
		});
	});

	it('of a Postgres pipe: database alone, login and replication mode', () => {
		expect(planned(FORMS.postgres, LOGIN).body).toEqual({
			name: 'Orders',
			source: {
				postgres: {
					host: 'db.example.com',
					port: 5432,
					database: 'shop',
					settings: { replicationMode: 'cdc' },
					tableMappings: [{ sourceTable: 'orders', targetTable: 'orders' }],
					credentials: LOGIN,
				},
			},
			destination: { database: 'default' },
		});
	});

	it.each([
		['apiDefault', undefined],
		['cdc', { replicationMode: 'cdc' }],
		['snapshot', { replicationMode: 'snapshot' }],
		['cdc_only', { replicationMode: 'cdc_only' }],
	])('names a slot in the replication mode %s', (postgresSettingsReplicationMode, settings) => {
		const mode = { ...FORMS.postgres, postgresSettingsReplicationMode };
		const path = 'source.postgres.settings';
		if (settings === undefined) expect(planned(mode, LOGIN).body).not.toHaveProperty(path);
		else expect(planned(mode, LOGIN).body).toHaveProperty(path, settings);
		const slot = { ...mode, postgresSettingsReplicationSlotName: 'slot' };
		expect(planned(slot, LOGIN).body).toHaveProperty(path, {
			...settings,
			replicationSlotName: 'slot',
		});
	});

	it('refuses a slot together with failover slots', () => {
		const form = {
			...FORMS.postgres,
			postgresSettingsReplicationSlotName: 'slot',
			additionalOptions: { postgresSettingsEnableFailoverSlots: true },
		};
		const { issues } = createPipe.plan(form, contextOf({ extraCredential: LOGIN }));
		expect(sentences(issues)).toEqual([
			'Enable Failover Slots cannot be on while a replication slot name is set. Turn it off, or remove the slot name.',
		]);
	});

	it('sends a table definition for a managed table only', () => {
		const form = {
			...FORMS.kafka,
			destinationTableDefinitionSortingKey: 'id,created',
			additionalOptions: {
				destinationTableDefinitionEngineType: 'ReplacingMergeTree',
				destinationTableDefinitionEngineVersionColumnId: 'version',
				destinationTableDefinitionEngineColumnIds: 'a, b',
				destinationTableDefinitionPartitionBy: 'day',
				destinationTableDefinitionPrimaryKey: 'id',
			},
		};
		expect(planned(form).body).not.toHaveProperty('destination.tableDefinition');
		expect(planned({ ...form, destinationManagedTable: true }).body).toHaveProperty(
			'destination.tableDefinition',
			{
				engine: {
					type: 'ReplacingMergeTree',
					columnIds: ['a', 'b'],
					versionColumnId: 'version',
				},
				sortingKey: ['id', 'created'],
				partitionBy: 'day',
				primaryKey: 'id',
			},
		);
	});

	it.each<[string, object, object | undefined]>([
		['MergeTree where the option is not added', {}, { engine: { type: 'MergeTree' } }],
		[
			'the one that was added',
			{ destinationTableDefinitionEngineType: 'ReplacingMergeTree' },
			{ engine: { type: 'ReplacingMergeTree' } },
		],
		['none where the option is empty', { destinationTableDefinitionEngineType: '' }, undefined],
	])('sends the engine of a managed table: %s', (_which, additionalOptions, tableDefinition) => {
		const form = { ...FORMS.kinesis, destinationManagedTable: true, additionalOptions };
		expect(objectBody(planned(form)).destination).toEqual({
			...TABLE_BODY.destination,
			managedTable: true,
			...(tableDefinition === undefined ? {} : { tableDefinition }),
		});
		const existing = { ...form, destinationManagedTable: false };
		expect(objectBody(planned(existing)).destination).toEqual(TABLE_BODY.destination);
	});

	it('sends false and 0, and leaves empty values out', () => {
		const form = {
			...FORMS.objectStorage,
			additionalOptions: {
				scalingReplicas: 0,
				scalingReplicaMemoryGb: '',
				settingsEngineMaxThreads: 0,
				settingsEngineMaxInsertThreads: '',
				settingsObjectStorageUseClusterFunction: false,
				destinationRoles: '',
			},
		};
		expect(planned(form).body).toHaveProperty('scaling', { replicas: 0 });
		expect(planned(form).body).toHaveProperty('settings', {
			engine_max_threads: 0,
			object_storage_use_cluster_function: false,
		});
		expect(planned(form).body).not.toHaveProperty('destination.roles');
	});

	it.each([
		{ apiDialect: 'custom', engineSettingPrefix: 'clickhouse_' },
		{ apiDialect: 'clickhouseCloud' },
	])('spells settings as the deployment does: %j', (dialect) => {
		const credential = { organizationId: ORGANIZATION_ID, ...dialect };
		const form = { ...FORMS.kafka, additionalOptions: { settingsEngineMaxInsertThreads: 2 } };
		const { request } = createPipe.plan(form, contextOf({ credential }));
		expect(request.body).toHaveProperty('settings', { clickhouse_max_insert_threads: 2 });
	});
});

describe('additional options of a source', () => {
	it.each([
		[
			'kafka',
			{
				kafkaConsumerGroup: 'readers',
				kafkaCaCertificate: 'PEM',
				kafkaReversePrivateEndpointIds: 'one, two',
			},
			{
				consumerGroup: 'readers',
				caCertificate: 'PEM',
				reversePrivateEndpointIds: ['one', 'two'],
			},
		],
		['kinesis', { kinesisUseEnhancedFanOut: true }, { useEnhancedFanOut: true }],
		['objectStorage', { objectStorageCompression: 'gz' }, { compression: 'gz' }],
		[
			'postgres',
			{ postgresSettingsPullBatchSize: 10, postgresSettingsEnableFailoverSlots: false },
			{ settings: { replicationMode: 'cdc', pullBatchSize: 10, enableFailoverSlots: false } },
		],
	] as const)('of %s', (kind, additionalOptions, members) => {
		const body = planned({ ...FORMS[kind], additionalOptions }, LOGIN_OF[kind]).body;
		expect(body).toMatchObject({ source: { [kind]: members } });
	});

	it('gives the schema registry its CA certificate', () => {
		const registry = {
			...FORMS.kafka,
			kafkaFormat: 'AvroConfluent',
			kafkaSchemaRegistryAuthentication: 'PLAIN',
			kafkaSchemaRegistryUrl: 'https://registry.example.com',
			additionalOptions: { kafkaSchemaRegistryCaCertificate: 'PEM' },
		};
		const path = 'source.kafka.schemaRegistry';
		expect(planned(registry).body).toHaveProperty(`${path}.caCertificate`, 'PEM');
		const otherFormat = { ...registry, kafkaFormat: 'JSONEachRow' };
		expect(planned(otherFormat).body).not.toHaveProperty(path);
	});

	it('asks for validated samples only where that was added', () => {
		const asked = { ...FORMS.kinesis, additionalOptions: { validateSamples: false } };
		expect(planned(asked).body).toHaveProperty('source.validateSamples', false);
		expect(planned(FORMS.kinesis).body).not.toHaveProperty('source.validateSamples');
	});

	it.each(['{ "clientId": "n8n", "format": "CSV" }', { clientId: 'n8n', format: 'CSV' }])(
		'merges additional members into the source, fields first (%j)',
		(sourceAdditionalMembers) => {
			const form = { ...FORMS.kinesis, additionalOptions: { sourceAdditionalMembers } };
			expect(planned(form).body).toMatchObject({
				source: { kinesis: { clientId: 'n8n', format: 'Avro', streamName: 'orders' } },
			});
		},
	);

	it.each([
		['{ "clientId": }', 'jsonInvalid'],
		['["clientId"]', 'jsonOther'],
	])('refuses additional members such as %s', (sourceAdditionalMembers, code) => {
		const form = { ...FORMS.kinesis, additionalOptions: { sourceAdditionalMembers } };
		const { issues } = createPipe.plan(form, contextOf());
		expect(codes(issues)).toEqual([`sourceAdditionalMembers ${code}`]);
	});
});

describe('secrets from the credential', () => {
	const kafka = (changes: Parameters) => ({ ...FORMS.kafka, ...changes });

	it.each([
		['PLAIN', 'kafka', LOGIN, LOGIN],
		['SCRAM-SHA-512', 'redpanda', LOGIN, LOGIN],
		[
			'IAM_USER',
			'msk',
			{ accessKeyId: 'AK', secretKey: 'SK' },
			{ accessKeyId: 'AK', secretKey: 'SK' },
		],
		[
			'PLAIN',
			'azureeventhub',
			{ connectionString: 'Endpoint=x' },
			{ connectionString: 'Endpoint=x' },
		],
		[
			'MUTUAL_TLS',
			'dokafka',
			{ certificate: '-----C\n', privateKey: '-----K\n' },
			{ certificate: '-----C\n', privateKey: '-----K\n' },
		],
	])('%s of %s', (kafkaAuthentication, kafkaType, credential, credentials) => {
		const body = planned(kafka({ kafkaAuthentication, kafkaType }), credential).body;
		expect(body).toHaveProperty('source.kafka.credentials', credentials);
	});

	it('names a secret that the credential lacks', () => {
		const context = contextOf({ extraCredential: { username: 'u' } });
		const { issues } = createPipe.plan(kafka({ kafkaAuthentication: 'PLAIN' }), context);
		expect(sentences(issues)).toEqual([
			'The selected credential has no Password. Enter it in the credential.',
		]);
	});

	it('none with an IAM role', () => {
		const form = kafka({ kafkaType: 'msk', kafkaAuthentication: 'IAM_ROLE', kafkaIamRole: 'arn' });
		expect(planned(form, LOGIN).body).not.toHaveProperty('source.kafka.credentials');
	});

	it('the login of the schema registry', () => {
		const form = kafka({
			kafkaFormat: 'AvroConfluent',
			kafkaSchemaRegistryAuthentication: 'PLAIN',
			kafkaSchemaRegistryUrl: 'https://registry.example.com',
		});
		const credential = { ...LOGIN, schemaRegistryUsername: 'reg', schemaRegistryPassword: 'pw' };
		expect(planned(form, credential).body).toHaveProperty('source.kafka.schemaRegistry', {
			url: 'https://registry.example.com',
			authentication: 'PLAIN',
			credentials: { username: 'reg', password: 'pw' },
		});
		expect(planned(form).body).not.toHaveProperty('source.kafka.schemaRegistry.credentials');
	});

	it.each([
		['kinesis', { ...FORMS.kinesis, kinesisAuthentication: 'IAM_USER' }],
		['objectStorage', { ...FORMS.objectStorage, objectStorageAuthentication: 'IAM_USER' }],
	])('the access key of %s', (kind, form) => {
		const accessKey = { accessKeyId: 'AK', secretKey: 'SK' };
		expect(planned(form, accessKey).body).toHaveProperty(`source.${kind}.accessKey`, accessKey);
	});
});

describe('fields that were left empty or contain what cannot be read', () => {
	const codesOf = (form: Parameters) => codes(createPipe.plan(form, contextOf()).issues);

	it('sends a delimiter that is a space, and none that is empty', () => {
		const csv = { ...FORMS.objectStorage, objectStorageFormat: 'CSV' };
		const path = 'source.objectStorage.delimiter';
		expect(planned({ ...csv, objectStorageDelimiter: ' ' }).body).toHaveProperty(path, ' ');
		for (const objectStorageDelimiter of ['', null, undefined]) {
			expect(planned({ ...csv, objectStorageDelimiter }).body).not.toHaveProperty(path);
		}
	});

	it('sends a queue and a role only where they apply', () => {
		const role = {
			...FORMS.objectStorage,
			objectStorageAuthentication: 'IAM_ROLE',
			objectStorageIamRole: 'arn:aws:iam::1:role/reader',
			objectStorageIsContinuous: true,
			objectStorageQueueUrl: 'https://sqs.example.com/1',
		};
		expect(planned(role).body).toMatchObject({
			source: {
				objectStorage: {
					iamRole: 'arn:aws:iam::1:role/reader',
					queueUrl: 'https://sqs.example.com/1',
				},
			},
		});
		const once = planned({ ...role, objectStorageIsContinuous: false }).body;
		expect(once).not.toHaveProperty('source.objectStorage.queueUrl');
		const open = planned({ ...role, objectStorageAuthentication: 'none' }).body;
		expect(open).not.toHaveProperty('source.objectStorage.iamRole');
		expect(open).not.toHaveProperty('source.objectStorage.queueUrl');
	});

	it('leaves out an offset without a strategy, and a registry without a method', () => {
		const form = {
			...FORMS.kafka,
			kafkaOffsetStrategy: 'apiDefault',
			kafkaFormat: 'AvroConfluent',
			kafkaSchemaRegistryAuthentication: '',
		};
		expect(planned(form).body).not.toHaveProperty('source.kafka.offset');
		const empty = { ...form, kafkaOffsetStrategy: '' };
		expect(planned(empty).body).not.toHaveProperty('source.kafka.offset');
		expect(planned(form).body).not.toHaveProperty('source.kafka.schemaRegistry');
		const none = { ...form, kafkaSchemaRegistryAuthentication: 'none' };
		expect(planned(none).body).not.toHaveProperty('source.kafka.schemaRegistry');
	});

	it('names a time that cannot be read, and a column without a name', () => {
		const kafka = { ...FORMS.kafka, kafkaOffsetStrategy: 'from_timestamp' };
		expect(codesOf({ ...kafka, kafkaOffsetTimestamp: 'soon' })).toEqual([
			'source.kafka.offset.timestamp malformed',
		]);
		const kinesis = { ...FORMS.kinesis, kinesisIteratorType: 'AT_TIMESTAMP' };
		expect(codesOf({ ...kinesis, kinesisTimestamp: 'soon' })).toEqual([
			'source.kinesis.timestamp malformed',
		]);
		const values = [{ name: '', type: 'UInt8' }];
		const columns = { ...FORMS.kinesis, destinationColumns: { values } };
		expect(codesOf(columns)).toEqual(['destination.columns.0.name empty']);
	});
});

describe('times become what the service requires', () => {
	const timestamps: Array<[unknown, string, number]> = [
		['2026-05-31T14:30:59', '2026-05-31T12:30', 1_780_230_659],
		['2026-05-31T14:30:59+05:30', '2026-05-31T09:00', 1_780_218_059],
		['2026-05-31T14:30:59Z', '2026-05-31T14:30', 1_780_237_859],
		['2026-05-31 14:30:59', '2026-05-31T12:30', 1_780_230_659],
		[new Date('2026-05-31T14:30:59.900Z'), '2026-05-31T14:30', 1_780_237_859],
		[1_780_237_859, '2026-05-31T14:30', 1_780_237_859],
		[1_780_237_859_900, '2026-05-31T14:30', 1_780_237_859],
	];

	it.each(timestamps)('%s', (entered, minute, seconds) => {
		const kafka = {
			...FORMS.kafka,
			kafkaOffsetStrategy: 'from_timestamp',
			kafkaOffsetTimestamp: entered,
		};
		expect(planned(kafka).body).toHaveProperty('source.kafka.offset.timestamp', minute);
		const kinesis = {
			...FORMS.kinesis,
			kinesisIteratorType: 'AT_TIMESTAMP',
			kinesisTimestamp: entered,
		};
		expect(planned(kinesis).body).toHaveProperty('source.kinesis.timestamp', seconds);
	});
});
