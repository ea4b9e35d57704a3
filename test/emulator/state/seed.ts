import { SEEDED_IDS } from './ids';
import type {
	ApiKeyRecord,
	ActivityRecord,
	BackupRecord,
	DashboardRecord,
	InvitationRecord,
	MemberRecord,
	PipeRecord,
	ReversePrivateEndpointRecord,
	RoleRecord,
	ServiceRecord,
	UsageCostRecord,
} from './records';
import { sampleApiKey, sampleInvitation, sampleRole, sampleUsageCost } from './cloudSamples';
import {
	sampleActivity,
	sampleBackup,
	sampleDashboard,
	sampleMember,
	samplePipe,
	sampleReversePrivateEndpoint,
	sampleService,
} from './samples';

/** The records that an emulator begins with. */
export interface Seed {
	pipes: PipeRecord[];
	services: ServiceRecord[];
	backups: BackupRecord[];
	activities: ActivityRecord[];
	reversePrivateEndpoints: ReversePrivateEndpointRecord[];
	members: MemberRecord[];
	invitations: InvitationRecord[];
	roles: RoleRecord[];
	apiKeys: ApiKeyRecord[];
	usageCosts: UsageCostRecord[];
	dashboards: DashboardRecord[];
}

function defaultPipes(): PipeRecord[] {
	return [
		samplePipe(SEEDED_IDS.kafkaPipeId, 'kafka'),
		samplePipe(SEEDED_IDS.objectStoragePipeId, 'objectStorage'),
		samplePipe(SEEDED_IDS.kinesisPipeId, 'kinesis'),
		samplePipe(SEEDED_IDS.postgresPipeId, 'postgres'),
		samplePipe(SEEDED_IDS.stoppedPipeId, 'kafka', 'Stopped'),
		samplePipe(SEEDED_IDS.failedPipeId, 'kafka', 'Failed'),
	];
}

/** Returns the default records followed by the given ones, which replace those with the same id. */
export function seedWith(own: Partial<Seed>): Seed {
	return {
		pipes: [...defaultPipes(), ...(own.pipes ?? [])],
		services: [sampleService(), ...(own.services ?? [])],
		backups: [sampleBackup(), ...(own.backups ?? [])],
		activities: [1, 2, 3].map((n) => sampleActivity(n)).concat(own.activities ?? []),
		reversePrivateEndpoints: [
			sampleReversePrivateEndpoint(),
			...(own.reversePrivateEndpoints ?? []),
		],
		members: [sampleMember(), ...(own.members ?? [])],
		invitations: [sampleInvitation(), ...(own.invitations ?? [])],
		roles: [sampleRole(), sampleRole(2), ...(own.roles ?? [])],
		apiKeys: [sampleApiKey(), sampleApiKey(2), ...(own.apiKeys ?? [])],
		usageCosts: [
			sampleUsageCost('2026-01-05'),
			sampleUsageCost('2026-01-06', 2),
			...(own.usageCosts ?? []),
		],
		dashboards: [sampleDashboard(), ...(own.dashboards ?? [])],
	};
}
