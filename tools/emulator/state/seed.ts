import {
	sampleApiKey,
	sampleByocInfrastructure,
	sampleCdcScaling,
	sampleCreditBalance,
	sampleInvitation,
	sampleOrganization,
	sampleQueryEndpoint,
	sampleRole,
	sampleSavedQuery,
	sampleSnapshot,
	sampleUsageCost,
} from './cloudSamples';
import { SEEDED_IDS } from './ids';
import {
	sampleActivity,
	sampleBackup,
	sampleDashboard,
	sampleMember,
	samplePipe,
	sampleReversePrivateEndpoint,
	sampleService,
} from './samples';
import type { ActivityRecord, ServiceRecord } from './records';

/** Records in addition to the default ones. */
export interface OwnRecords {
	services?: readonly ServiceRecord[];
	activities?: readonly ActivityRecord[];
}

/** Returns an emulator's initial records. A later one replaces one with the same ID. */
export function seedWith({ services = [], activities = [] }: OwnRecords) {
	return {
		pipes: [
			samplePipe(SEEDED_IDS.kafkaPipeId, 'kafka'),
			samplePipe(SEEDED_IDS.objectStoragePipeId, 'objectStorage'),
			samplePipe(SEEDED_IDS.kinesisPipeId, 'kinesis'),
			samplePipe(SEEDED_IDS.postgresPipeId, 'postgres'),
			samplePipe(SEEDED_IDS.stoppedPipeId, 'kafka', 'Stopped'),
			samplePipe(SEEDED_IDS.failedPipeId, 'kafka', 'Failed'),
		],
		cdcScalings: [sampleCdcScaling(SEEDED_IDS.serviceId)],
		services: [sampleService(), ...services],
		backups: [sampleBackup()],
		snapshots: [sampleSnapshot()],
		organizations: [sampleOrganization()],
		creditBalances: [sampleCreditBalance(), sampleCreditBalance(2)],
		activities: [1, 2, 3].map((n) => sampleActivity(n)).concat(activities),
		reversePrivateEndpoints: [sampleReversePrivateEndpoint()],
		members: [sampleMember()],
		invitations: [sampleInvitation()],
		roles: [sampleRole(), sampleRole(2)],
		apiKeys: [sampleApiKey(), sampleApiKey(2)],
		byocInfrastructures: [sampleByocInfrastructure()],
		queryEndpoints: [sampleQueryEndpoint(), sampleQueryEndpoint(2)],
		savedQueries: [sampleSavedQuery(), sampleSavedQuery(2)],
		usageCosts: [sampleUsageCost('2026-01-05'), sampleUsageCost('2026-01-06', 2)],
		dashboards: [sampleDashboard()],
	};
}

export type Seed = ReturnType<typeof seedWith>;
