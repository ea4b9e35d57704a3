import { ClickStackState } from '../clickstack/state';
import { ActivityCollection } from './activities';
import { Collection } from './collection';
import { IdSource, SEEDED_IDS } from './ids';
import { PipeCollection } from './pipes';
import type {
	BackupRecord,
	ByocInfrastructureRecord,
	DashboardRecord,
	InvitationRecord,
	MemberRecord,
	PrivateEndpointRecord,
	ReversePrivateEndpointRecord,
	ServiceRecord,
} from './records';
import { type Seed, seedWith } from './seed';

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

	readonly invitations = new Collection<InvitationRecord>((record) => record.id);

	constructor(own: Partial<Seed> = {}) {
		const seed = seedWith(own);
		this.pipes = new PipeCollection(seed.pipes);
		this.services = new Collection((record) => record.id, seed.services);
		this.backups = new Collection((record) => record.id, seed.backups);
		this.activities = new ActivityCollection(seed.activities);
		this.reversePrivateEndpoints = new Collection(
			(record) => record.id,
			seed.reversePrivateEndpoints,
		);
		this.members = new Collection((record) => record.userId, seed.members);
		this.dashboards = new Collection((record) => record.id, seed.dashboards);
	}
}
