const TABLE = {
	database: 'default',
	table: 'orders',
	managedTable: true,
	tableDefinition: {
		engine: { type: 'MergeTree', columnIds: ['id'], versionColumnId: 'id' },
		sortingKey: ['id'],
		partitionBy: 'id',
		primaryKey: 'id',
	},
	columns: [{ name: 'id', type: 'UInt64' }],
	roles: ['reader'],
};

const SHARED = {
	name: 'Orders',
	destination: TABLE,
	fieldMappings: [{ sourceField: 'id', destinationField: 'id' }],
	settings: {
		streaming_max_insert_wait_ms: 5000,
		object_storage_concurrency: 1,
		object_storage_polling_interval_ms: 100,
		object_storage_max_insert_bytes: 10485760,
		object_storage_max_file_count: 100,
		engine_max_threads: 8,
		engine_max_insert_threads: 1,
		engine_min_insert_block_size_bytes: 1073741824,
		engine_max_download_threads: 4,
		engine_parallel_distributed_insert_select: 2,
		object_storage_use_cluster_function: true,
		engine_parallel_view_processing: false,
	},
};

const LOGIN = { username: 'u', password: 'p' };
const ACCESS_KEY = { accessKeyId: 'AK', secretKey: 'SK' };
const STREAM_SCALING = { replicas: 1, replicaCpuMillicores: 125, replicaMemoryGb: 0.5 };
const ROLE = 'arn:aws:iam::123456789012:role/reader';

/**
 * Reference, "Create pipe": every member listed under "Resources", the credential members included, and none of
 * `type`, `format`, `authentication`, `iteratorType`, `offset.strategy`, `tableEngine` and `replicationMode`.
 */
export const REFERENCE_SAMPLES = {
	kafka: {
		...SHARED,
		scaling: STREAM_SCALING,
		source: {
			kafka: {
				brokers: 'broker.example.com:9092',
				topics: 'orders',
				consumerGroup: 'readers',
				iamRole: ROLE,
				offset: { timestamp: '2026-05-31T14:30' },
				schemaRegistry: {
					url: 'https://registry.example.com',
					caCertificate: 'PEM',
					credentials: LOGIN,
				},
				caCertificate: 'PEM',
				reversePrivateEndpointIds: ['endpoint-1'],
				credentials: LOGIN,
			},
			validateSamples: true,
		},
	},
	kinesis: {
		...SHARED,
		scaling: STREAM_SCALING,
		source: {
			kinesis: {
				streamName: 'orders',
				region: 'us-east-1',
				useEnhancedFanOut: true,
				timestamp: 1780237859,
				iamRole: ROLE,
				accessKey: ACCESS_KEY,
			},
			validateSamples: true,
		},
	},
	objectStorage: {
		...SHARED,
		scaling: { replicas: 1, concurrency: 0 },
		source: {
			objectStorage: {
				url: 'https://bucket.example.com/*.csv',
				delimiter: ',',
				compression: 'auto',
				isContinuous: true,
				queueUrl: 'https://queue.example.com/1',
				iamRole: ROLE,
				connectionString: 'AccountName=a;AccountKey=b',
				path: '*.csv',
				azureContainerName: 'orders',
				accessKey: ACCESS_KEY,
			},
			validateSamples: true,
		},
	},
	postgres: {
		...SHARED,
		scaling: { replicas: 1 },
		source: {
			postgres: {
				host: 'db.example.com',
				port: 5432,
				database: 'shop',
				credentials: LOGIN,
				settings: {
					syncIntervalSeconds: 60,
					pullBatchSize: 100000,
					publicationName: 'publication',
					replicationSlotName: 'slot',
					allowNullableColumns: true,
					initialLoadParallelism: 4,
					snapshotNumRowsPerPartition: 100000,
					snapshotNumberOfParallelTables: 1,
					enableFailoverSlots: false,
				},
				tableMappings: [
					{
						sourceSchemaName: 'public',
						sourceTable: 'orders',
						targetTable: 'orders',
						excludedColumns: ['notes'],
						useCustomSortingKey: true,
						sortingKeys: ['id'],
					},
				],
			},
			validateSamples: true,
		},
	},
};
