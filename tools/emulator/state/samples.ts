import { exampleOf } from '../../contract/example';
import { type JsonObject, objectAt } from '../../contract/json';
import { withoutSecrets } from '../routes/pipeUpdate';
import { SEEDED_IDS, uuidOf } from './ids';
import type { ActivityRecord, PipeRecord, ServiceRecord } from './collection';

export const SEEDED_AT = '2026-01-05T06:00:00.000Z';

/** Each n has its own ID and name. */
export function sampleService(n = 1): ServiceRecord {
	const example = exampleOf('management', { $ref: '#/components/schemas/Service' });
	return {
		...objectAt({ example }, 'example'),
		id: uuidOf(0x20, n),
		name: `Analytics ${String(n)}`,
		provider: 'aws',
		region: 'eu-central-1',
		tier: 'production',
		state: 'running',
		profile: 'v1-default',
		releaseChannel: 'default',
		complianceType: 'hipaa',
		engineVersion: '25.8',
		createdAt: SEEDED_AT,
		endpoints: [
			{ host: 'analytics.example.com', port: 8443, protocol: 'https', username: 'default' },
		],
		ipAccessList: [{ description: 'Office', source: '192.0.2.0/24' }],
		numReplicas: 3,
		minReplicaMemoryGb: 16,
		maxReplicaMemoryGb: 120,
		isReadonly: false,
		dataWarehouseId: 'warehouse-1',
	};
}

/** The service has a warehouse of its own. */
export function idleService(): ServiceRecord {
	const own = { name: 'Reports', dataWarehouseId: 'warehouse-2', state: 'idle' };
	return { ...sampleService(), ...own, id: SEEDED_IDS.idleServiceId };
}

/** Each n is a minute later. */
export function sampleActivity(n = 1): ActivityRecord {
	const ofOrganization = { type: 'organization_invite_create' };
	const ofService = { type: 'service_start', serviceId: SEEDED_IDS.serviceId };
	return {
		id: `activity-${String(n)}`,
		organizationId: SEEDED_IDS.organizationId,
		...(n % 2 === 1 ? ofService : ofOrganization),
		actorType: 'user',
		actorId: SEEDED_IDS.userId,
		actorDetails: 'Ada Example',
		actorIpAddress: '192.0.2.10',
		userAgent: 'Example/1.0',
		createdAt: new Date(Date.parse(SEEDED_AT) + n * 60_000).toISOString(),
	};
}

/** The dashboard has two tiles. */
export function sampleDashboard() {
	const where = 'level:error';
	const common = { dataSource: 'events', aggFn: 'count', where };
	return {
		id: SEEDED_IDS.dashboardId,
		name: 'Errors',
		tiles: [
			{
				id: SEEDED_IDS.tileId,
				name: 'Errors over time',
				x: 0,
				y: 0,
				w: 8,
				h: 3,
				asRatio: false,
				series: [{ type: 'time', ...common, groupBy: [] }],
			},
			{
				id: SEEDED_IDS.secondTileId,
				name: 'Errors',
				x: 8,
				y: 0,
				w: 4,
				h: 3,
				asRatio: false,
				series: [{ type: 'number', ...common }],
			},
		],
		tags: ['operations'],
	};
}

const SOURCES: Record<string, JsonObject> = {
	kafka: {
		type: 'kafka',
		format: 'JSONEachRow',
		brokers: 'broker.example.com:9092',
		topics: 'events',
		consumerGroup: 'events-group',
		authentication: 'PLAIN',
	},
	objectStorage: {
		type: 's3',
		format: 'Parquet',
		url: 'https://bucket.example.com/events/*.parquet',
		isContinuous: true,
	},
	kinesis: {
		format: 'JSONEachRow',
		streamName: 'events',
		region: 'eu-central-1',
		iteratorType: 'TRIM_HORIZON',
		authentication: 'IAM_ROLE',
		iamRole: 'arn:aws:iam::123456789012:role/stream',
	},
	postgres: {
		host: 'db.example.com',
		port: 5432,
		database: 'shop',
		settings: { replicationMode: 'cdc' },
		tableMappings: [{ sourceSchemaName: 'public', sourceTable: 'orders', targetTable: 'orders' }],
	},
};

const NAMES = new Map<string, string>([
	[SEEDED_IDS.kafkaPipeId, 'Orders'],
	[SEEDED_IDS.objectStoragePipeId, 'Product catalog'],
	[SEEDED_IDS.kinesisPipeId, 'Clickstream'],
	[SEEDED_IDS.postgresPipeId, 'Shop database'],
	[SEEDED_IDS.stoppedPipeId, 'Page views'],
	[SEEDED_IDS.failedPipeId, 'Payments'],
	[SEEDED_IDS.mysqlPipeId, 'Inventory database'],
	[SEEDED_IDS.mongodbPipeId, 'Customer profiles'],
	[SEEDED_IDS.bigqueryPipeId, 'Marketing spend'],
	[SEEDED_IDS.pubsubPipeId, 'Deliveries'],
]);

export function samplePipe(id: string, kind: keyof typeof SOURCES, state = 'Running'): PipeRecord {
	const source: JsonObject = { kafka: null, objectStorage: null, kinesis: null, postgres: null };
	source[kind] = structuredClone(SOURCES[kind]);
	const table = {
		table: 'events',
		managedTable: true,
		columns: [{ name: 'id', type: 'UInt64' }],
	};
	return {
		id,
		serviceId: SEEDED_IDS.serviceId,
		name: NAMES.get(id) ?? 'Events',
		state,
		source,
		destination: { database: 'default', ...(kind === 'postgres' ? {} : table) },
		fieldMappings: kind === 'postgres' ? [] : [{ sourceField: 'id', destinationField: 'id' }],
		scaling: kind === 'kafka' ? { replicas: 1, replicaCpuMillicores: 125 } : {},
		settings: { engine_max_threads: 4 },
		createdAt: SEEDED_AT,
		updatedAt: SEEDED_AT,
	};
}

/** Only ClickHouse Cloud has these kinds. Values are names of schemas. */
const CLOUD_KINDS = { mysql: 'Mysql', mongodb: 'Mongodb', bigquery: 'Bigquery', pubsub: 'PubSub' };

export function cloudPipeSamples(): PipeRecord[] {
	return Object.entries(CLOUD_KINDS).map(([kind, name]) => {
		const id = new Map(Object.entries(SEEDED_IDS)).get(`${kind}PipeId`) ?? '';
		const base = samplePipe(id, kind === 'pubsub' ? 'kafka' : 'postgres');
		const example = exampleOf('clickhouseCloud', { $ref: `#/components/schemas/${name}` });
		const shown = objectAt({ shown: withoutSecrets(example) }, 'shown');
		const place = 'host' in shown ? { host: 'db.example.com', port: 3306 } : {};
		return { ...base, source: { [kind]: { ...shown, ...place } } };
	});
}
