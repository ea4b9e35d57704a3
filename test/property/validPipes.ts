const TABLE = {
	destination: {
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
	},
	fieldMappings: [{ sourceField: 'id', destinationField: 'id' }],
};

/** One full, valid body of each kind, to be broken in every way. */
export const VALID_PIPES = {
	kafka: {
		name: 'Orders',
		source: {
			kafka: {
				type: 'kafka',
				format: 'AvroConfluent',
				brokers: 'b:9092',
				topics: 't',
				consumerGroup: null,
				authentication: 'PLAIN',
				iamRole: null,
				offset: { strategy: 'from_timestamp', timestamp: '2026-05-31T14:30' },
				schemaRegistry: {
					url: 'https://registry.example.com',
					authentication: 'PLAIN',
					caCertificate: null,
					credentials: { username: 'u', password: 'p' },
				},
				caCertificate: null,
				reversePrivateEndpointIds: ['r'],
				credentials: { username: 'u', password: 'p' },
			},
			validateSamples: true,
		},
		...TABLE,
		scaling: { replicas: 2, replicaCpuMillicores: 125, replicaMemoryGb: 0.5 },
		settings: { streaming_max_insert_wait_ms: 500, engine_max_threads: null },
	},
	kinesis: {
		name: 'Orders',
		source: {
			kinesis: {
				format: 'Avro',
				streamName: 's',
				region: 'us-east-1',
				useEnhancedFanOut: true,
				iteratorType: 'AT_TIMESTAMP',
				timestamp: 1_780_237_859,
				authentication: 'IAM_USER',
				accessKey: { accessKeyId: 'a', secretKey: 's' },
			},
			validateSamples: false,
		},
		...TABLE,
	},
	objectStorage: {
		name: 'Files',
		source: {
			objectStorage: {
				type: 's3',
				format: 'CSV',
				url: 'https://bucket.example.com/*',
				delimiter: ';',
				compression: 'gzip',
				isContinuous: true,
				queueUrl: 'https://queue.example.com',
				authentication: 'IAM_USER',
				accessKey: { accessKeyId: 'a', secretKey: 's' },
			},
		},
		...TABLE,
		scaling: { concurrency: 0 },
		settings: { object_storage_concurrency: 1, object_storage_use_cluster_function: true },
	},
	azure: {
		name: 'Files',
		source: {
			objectStorage: {
				type: 'azureblobstorage',
				format: 'Parquet',
				azureContainerName: 'c',
				path: '*',
				authentication: 'CONNECTION_STRING',
				connectionString: 'AccountName=a;AccountKey=b',
			},
		},
		...TABLE,
	},
	postgres: {
		name: 'Shop',
		source: {
			postgres: {
				host: 'db.example.com',
				port: 5432,
				database: 'shop',
				settings: {
					syncIntervalSeconds: 60,
					replicationMode: 'cdc_only',
					replicationSlotName: 'slot',
					enableFailoverSlots: false,
				},
				tableMappings: [
					{
						sourceSchemaName: 'public',
						sourceTable: 'orders',
						targetTable: 'orders',
						excludedColumns: ['a'],
						useCustomSortingKey: true,
						sortingKeys: ['id'],
						tableEngine: 'MergeTree',
					},
				],
				credentials: { username: 'u', password: 'p' },
			},
		},
		destination: { database: 'default' },
	},
};
