import type { JsonObject } from '../../contract/json';
import { SEEDED_IDS, uuidOf } from './ids';
import type {
	ApiKeyRecord,
	ByocRecord,
	CreditBalanceRecord,
	InvitationRecord,
	OrganizationRecord,
	PipeRecord,
	QueryRecord,
	RoleRecord,
	SnapshotRecord,
	UsageCostRecord,
} from './records';
import { samplePipe } from './samples';

const SEEDED_AT = '2026-01-05T06:00:00.000Z';

/** Returns a role: the first is a system role, the others are custom ones. */
export function sampleRole(n = 1): RoleRecord {
	return {
		id: uuidOf(0x70, n),
		name: n === 1 ? 'Developer' : `Reader ${String(n)}`,
		type: n === 1 ? 'system' : 'custom',
		tenantId: SEEDED_IDS.organizationId,
		ownerId: SEEDED_IDS.organizationId,
		actors: [],
		policies: [],
		createdAt: SEEDED_AT,
		updatedAt: SEEDED_AT,
	};
}

/** Returns an API key; the second is the one in the emulator's credentials. */
export function sampleApiKey(n = 1): ApiKeyRecord {
	return {
		id: uuidOf(0x80, n),
		name: `Key ${String(n)}`,
		state: 'enabled',
		assignedRoles: [],
		roles: ['admin'],
		keySuffix: n === 2 ? 'eyId' : String(n).padStart(4, 'k'),
		createdAt: SEEDED_AT,
		expireAt: null,
		usedAt: SEEDED_AT,
		ipAccessList: [{ source: '192.0.2.0/24', description: 'Office' }],
	};
}

/** Returns a BYOC infrastructure that is ready. */
export function sampleByocInfrastructure(n = 1): ByocRecord {
	return {
		id: uuidOf(0x160, n),
		state: 'infra-ready',
		accountId: '123456789012',
		accountName: 'account 123456789012',
		regionId: 'eu-west-1',
		cloudProvider: 'aws',
		displayName: `Own ${String(n)}`,
		enablePrivateLink: false,
		enablePrivateLoadBalancer: false,
		enablePublicLoadBalancer: true,
		vpcCidrRange: '10.0.0.0/16',
		vpcAvailabilityZoneList: ['a', 'b', 'c'],
		isByoVpc: false,
	};
}

/** Returns the initial scaling of a service's database pipes. */
export function sampleCdcScaling(id: string): JsonObject {
	return { id, replicaCpuMillicores: 2000, replicaMemoryGb: 8 };
}

/** Returns an organization; the first is the one in the emulator's credentials. */
export function sampleOrganization(n = 1): OrganizationRecord {
	return {
		id: uuidOf(0x10, n),
		name: `Example ${String(n)}`,
		createdAt: SEEDED_AT,
		privateEndpoints: [],
		byocConfig: [],
		enableCoreDumps: true,
		capabilities: { snapshots: true },
	};
}

/** Returns credits: the first were bought, the others are a trial's. */
export function sampleCreditBalance(n = 1, remainingCredits = 75): CreditBalanceRecord {
	return {
		id: `credits-${String(n)}`,
		type: n === 1 ? 'prepaid' : 'trial',
		remainingCredits,
		totalAmount: 100,
		amountSpent: 100 - remainingCredits,
		startDate: SEEDED_AT,
		expirationDate: '2027-01-05T06:00:00.000Z',
	};
}

/** Returns a snapshot that is done. */
export function sampleSnapshot(n = 1): SnapshotRecord {
	return {
		id: uuidOf(0x41, n),
		serviceId: SEEDED_IDS.serviceId,
		backupName: `Snapshot ${String(n)}`,
		status: 'done',
		type: 'full',
		startedAt: '2026-01-05T05:00:00.000Z',
		finishedAt: '2026-01-05T05:01:00.000Z',
		durationInSeconds: 60,
		sizeInBytes: 1_048_576,
		bucket: { bucketProvider: 'AWS', bucketPath: 's3://backups.example.com/snapshots' },
	};
}

/** Returns an invitation. */
export function sampleInvitation(n = 1): InvitationRecord {
	return {
		id: uuidOf(0x50, 0xff + n),
		email: `grace${String(n)}@example.com`,
		role: 'developer',
		assignedRoles: [],
		createdAt: SEEDED_AT,
		expireAt: '2026-01-12T06:00:00.000Z',
	};
}

/** Returns a query endpoint; the second was made in the console. */
export function sampleQueryEndpoint(n = 1): QueryRecord {
	const id = uuidOf(0x140, n);
	return {
		id,
		serviceId: SEEDED_IDS.serviceId,
		name: `Orders ${String(n)}`,
		sql: 'SELECT count() FROM orders',
		database: 'default',
		apiKeyIds: [SEEDED_IDS.apiKeyId],
		roles: ['reader'],
		parameters: {},
		allowedOrigins: [],
		url: `https://queries.example.com/run/${id}`,
		ownerType: n === 2 ? 'user' : 'queryApiEndpoint',
	};
}

/** Returns a saved query; the second was made in the console. */
export function sampleSavedQuery(n = 1): QueryRecord {
	return {
		id: uuidOf(0x150, n),
		serviceId: SEEDED_IDS.serviceId,
		name: `Orders ${String(n)}`,
		sql: 'SELECT count() FROM orders',
		database: 'default',
		parameters: {},
	};
}

/** Returns a service's daily cost. */
export function sampleUsageCost(date: string, totalCHC = 1.5, n = 1): UsageCostRecord {
	return {
		date,
		entityType: 'service',
		entityId: uuidOf(0x20, n),
		entityName: `Analytics ${String(n)}`,
		dataWarehouseId: uuidOf(0xb0, n),
		serviceId: uuidOf(0x20, n),
		metrics: { computeCHC: totalCHC },
		totalCHC,
		locked: true,
	};
}

const mapping = { sourceSchemaName: 'shop', sourceTable: 'orders', targetTable: 'orders' };

const SOURCES: Array<[id: string, kind: string, source: JsonObject]> = [
	[
		SEEDED_IDS.mysqlPipeId,
		'mysql',
		{
			type: 'mysql',
			host: 'db.example.com',
			port: 3306,
			authentication: 'basic',
			settings: { replicationMode: 'cdc' },
			tableMappings: [mapping],
		},
	],
	[
		SEEDED_IDS.mongodbPipeId,
		'mongodb',
		{
			// The vendor's schema has it in the record as well.
			uri: 'mongodb://db.example.com/shop',
			readPreference: 'primary',
			settings: { replicationMode: 'cdc' },
			tableMappings: [
				{ sourceDatabaseName: 'shop', sourceCollection: 'orders', targetTable: 'orders' },
			],
		},
	],
	[
		SEEDED_IDS.bigqueryPipeId,
		'bigquery',
		{
			snapshotStagingPath: 'gs://staging.example.com',
			settings: { replicationMode: 'snapshot' },
			tableMappings: [{ sourceDatasetName: 'shop', sourceTable: 'orders', targetTable: 'orders' }],
		},
	],
	[
		SEEDED_IDS.pubsubPipeId,
		'pubsub',
		{
			format: 'JSONEachRow',
			projectId: 'example',
			topic: 'events',
			authentication: 'SERVICE_ACCOUNT',
			seekType: 'latest',
		},
	],
];

/** Returns a pipe of each kind that only ClickHouse Cloud has. */
export function cloudPipeSamples(): PipeRecord[] {
	return SOURCES.map(([id, kind, source]) => {
		const base = samplePipe(id, kind === 'pubsub' ? 'kafka' : 'postgres');
		const state = kind === 'bigquery' ? 'Completed' : 'Running';
		return { ...base, name: `Seeded ${kind} pipe`, state, source: { [kind]: source } };
	});
}
