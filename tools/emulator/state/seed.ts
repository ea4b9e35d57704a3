import { isJsonObject, type JsonObject } from '../../contract/json';
import { SEEDED_IDS } from './ids';
import type { ActivityRecord, PipeRecord, ServiceRecord } from './collection';
import {
	cloudPipeSamples,
	SEEDED_AT,
	sampleActivity,
	sampleDashboard,
	samplePipe,
	sampleService,
} from './samples';

/** A test adds these records to the default records. */
export interface OwnRecords {
	services?: readonly ServiceRecord[];
	activities?: readonly ActivityRecord[];
}

const BACKUP = {
	status: 'done',
	backupName: 'Analytics, January 5',
	startedAt: SEEDED_AT,
	finishedAt: '2026-01-05T06:04:10.000Z',
	durationInSeconds: 250,
	sizeInBytes: 48_318_382_080,
	bucket: {
		bucketProvider: 'AWS',
		bucketPath: 'https://backups.s3.eu-central-1.amazonaws.com/analytics',
		iamRoleArn: 'arn:aws:iam::123456789012:role/backups',
		iamRoleSessionName: 'backups',
	},
};

/** For the first records of a collection, takes all other values from schemas. */
export const VALUES: Readonly<Record<string, readonly JsonObject[]>> = {
	apiKeys: [
		{
			name: 'Automation',
			keySuffix: '4f2a',
			ipAccessList: [{ source: '192.0.2.0/24', description: 'Office' }],
		},
	],
	backups: [BACKUP],
	byocInfrastructures: [{ state: 'infra-ready' }],
	dashboards: [sampleDashboard()],
	invitations: [{ email: 'grace@example.com', expireAt: '2026-01-12T06:00:00.000Z' }],
	members: [{ name: 'Ada Example', email: 'ada@example.com' }],
	organizations: [{ name: 'Example 1', byocConfig: [] }],
	queryEndpoints: [
		{
			apiKeyIds: [SEEDED_IDS.apiKeyId],
			name: 'Service health',
			url: `https://queries.clickhouse.cloud/run/${SEEDED_IDS.queryEndpointId}`,
			database: 'default',
			roles: ['sql_console_read_only'],
			sql: 'SELECT 1',
			allowedOrigins: ['https://shop.example.com'],
		},
	],
	reversePrivateEndpoints: [{ status: 'Ready', customPrivateDnsMappings: [] }],
	roles: [
		{ id: SEEDED_IDS.roleId, name: 'Developer', type: 'system' },
		{ id: SEEDED_IDS.customRoleId, name: 'Reader 2', type: 'custom' },
	],
	savedQueries: [
		{ name: 'Events per day', database: 'default', sql: 'SELECT count() FROM events' },
	],
	snapshots: [BACKUP],
	settings: [
		{
			id: `${SEEDED_IDS.serviceId} log_queries`,
			serviceId: SEEDED_IDS.serviceId,
			name: 'log_queries',
			value: '1',
		},
	],
	upgradeWindows: [{ id: SEEDED_IDS.serviceId, weekday: 0, startHourUtc: 6 }],
};

function cloudPipe(pipe: PipeRecord): PipeRecord {
	const settings = isJsonObject(pipe['settings']) ? Object.entries(pipe['settings']) : [];
	// Every kind can be null except Postgres, which is omitted.
	const source = Object.entries(pipe.source).filter(
		([kind, value]) => kind !== 'postgres' || value !== null,
	);
	return {
		...pipe,
		source: Object.fromEntries(source),
		settings: Object.fromEntries(
			settings.map(([name, value]) => [name.replace(/^engine_/, 'clickhouse_'), value]),
		),
	};
}

function cloudService({ engineVersion, ...service }: ServiceRecord): ServiceRecord {
	return {
		clickhouseVersion: engineVersion,
		autoscalingMode: 'vertical',
		currentScaling: { effectiveAutoscalingMode: 'vertical' },
		tags: [],
		...service,
	};
}

/** ClickHouse Cloud's IDs of activities have at least twenty characters. */
function cloudActivity(activity: ActivityRecord): ActivityRecord {
	const [name, number = ''] = activity.id.split('-');
	const id = activity.id.length < 20 ? `${String(name)}-${number.padStart(11, '0')}` : activity.id;
	return { ...activity, id };
}

/** A later record replaces an earlier record with the same ID. */
export function seedWith(
	api: 'clickhouseCloud' | 'management',
	{ services = [], activities = [] }: OwnRecords,
) {
	const seed = {
		pipes: [
			samplePipe(SEEDED_IDS.kafkaPipeId, 'kafka'),
			samplePipe(SEEDED_IDS.objectStoragePipeId, 'objectStorage'),
			samplePipe(SEEDED_IDS.kinesisPipeId, 'kinesis'),
			samplePipe(SEEDED_IDS.postgresPipeId, 'postgres'),
			samplePipe(SEEDED_IDS.stoppedPipeId, 'kafka', 'Stopped'),
			samplePipe(SEEDED_IDS.failedPipeId, 'kafka', 'Failed'),
		],
		services: [sampleService(), ...services],
		activities: [1, 2, 3].map((n) => sampleActivity(n)).concat(activities),
	};
	if (api === 'management') return seed;
	return {
		...seed,
		pipes: [...cloudPipeSamples(), ...seed.pipes].map(cloudPipe),
		services: seed.services.map(cloudService),
		activities: seed.activities.map(cloudActivity),
	};
}
