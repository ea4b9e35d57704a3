import { isJsonObject } from '../../contract/json';
import { cloudPipeSamples } from './cloudSamples';
import { CLOUD_IDS, SEEDED_IDS } from './ids';
import type { ActivityRecord, BackupRecord, PipeRecord, ServiceRecord } from './records';
import { type OwnRecords, type Seed, seedWith } from './seed';

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
		tags: [{ key: 'Environment', value: 'Production' }],
		...service,
	};
}

function cloudBackup(backup: BackupRecord): BackupRecord {
	const bucket = isJsonObject(backup['bucket']) ? backup['bucket'] : {};
	return { ...backup, bucket: { ...bucket, bucketProvider: 'AWS' } };
}

/** Activity IDs have at least twenty characters. */
function cloudActivity(activity: ActivityRecord): ActivityRecord {
	const [name, number = ''] = activity.id.split('-');
	const id = activity.id.length < 20 ? `${String(name)}-${number.padStart(11, '0')}` : activity.id;
	return { ...activity, id };
}

function replaceId<T extends object>(key: keyof T, from: string, to: string): (record: T) => T {
	return (record) => (record[key] === from ? { ...record, [key]: to } : record);
}

/** Returns the default and the additional records as ClickHouse Cloud has them. */
export function cloudSeedWith(own: OwnRecords): Seed {
	const seed = seedWith(own);
	return {
		...seed,
		pipes: [...cloudPipeSamples(), ...seed.pipes].map(cloudPipe),
		services: seed.services.map(cloudService),
		backups: seed.backups.map(cloudBackup),
		activities: seed.activities.map(cloudActivity),
		reversePrivateEndpoints: seed.reversePrivateEndpoints.map(
			replaceId('id', SEEDED_IDS.reversePrivateEndpointId, CLOUD_IDS.reversePrivateEndpointId),
		),
		members: seed.members
			.map(replaceId('userId', SEEDED_IDS.userId, CLOUD_IDS.userId))
			.map((member) => ({ assignedRoles: [], ...member })),
	};
}
