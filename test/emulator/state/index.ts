import { ClickStackState } from '../clickstack/state';
import { ActivityCollection } from './activities';
import { Collection } from './collection';
import { IdSource, SEEDED_IDS } from './ids';
import { PipeCollection } from './pipes';
import type {
	ApiKeyRecord,
	BackupRecord,
	ByocInfrastructureRecord,
	DashboardRecord,
	InvitationRecord,
	MemberRecord,
	PrivateEndpointRecord,
	ReversePrivateEndpointRecord,
	RoleRecord,
	ServiceRecord,
	UsageCostRecord,
} from './records';
import type { Seed } from './seed';

/** Everything that the emulator stores, open to a test for reading and changing. */
export class EmulatorState {
	readonly organizationId = SEEDED_IDS.organizationId;

	readonly newIds = new IdSource();

	readonly pipes: PipeCollection;

	readonly services: Collection<ServiceRecord>;

	readonly backups: Collection<BackupRecord>;

	readonly activities: ActivityCollection;

	readonly reversePrivateEndpoints: Collection<ReversePrivateEndpointRecord>;

	readonly members: Collection<MemberRecord>;

	readonly dashboards: Collection<DashboardRecord>;

	readonly privateEndpoints = new Collection<PrivateEndpointRecord>((record) => record.id);

	readonly byocInfrastructures = new Collection<ByocInfrastructureRecord>((record) => record.id);

	readonly clickStack = new ClickStackState();

	readonly invitations: Collection<InvitationRecord>;

	readonly roles: Collection<RoleRecord>;

	readonly apiKeys: Collection<ApiKeyRecord>;

	readonly usageCosts: Collection<UsageCostRecord>;

	constructor(seed: Seed) {
		this.pipes = new PipeCollection(seed.pipes);
		this.services = new Collection((record) => record.id, seed.services);
		this.backups = new Collection((record) => record.id, seed.backups);
		this.activities = new ActivityCollection(seed.activities);
		this.reversePrivateEndpoints = new Collection(
			(record) => record.id,
			seed.reversePrivateEndpoints,
		);
		this.members = new Collection((record) => record.userId, seed.members);
		this.invitations = new Collection((record) => record.id, seed.invitations);
		this.roles = new Collection((record) => record.id, seed.roles);
		this.apiKeys = new Collection((record) => record.id, seed.apiKeys);
		this.usageCosts = new Collection(
			({ entityId, date }) => `${entityId} ${date}`,
			seed.usageCosts,
		);
		this.dashboards = new Collection((record) => record.id, seed.dashboards);
	}
}
