import type { JsonObject } from '../../contract/json';
import type { ClickStackOptions } from '../clickstack/options';
import { ClickStackState } from '../clickstack/state';
import { ActivityCollection } from './activities';
import { ChangingCollection, Collection } from './collection';
import { IdSource, SEEDED_IDS } from './ids';
import type { Seed } from './seed';

/** Returns everything that the emulator stores, which a test can read and change. */
export function stateWith(seed: Seed, clickStack?: ClickStackOptions) {
	return {
		organizationId: SEEDED_IDS.organizationId,
		newIds: new IdSource(),
		clickStack: new ClickStackState(clickStack),
		pipes: new ChangingCollection(seed.pipes),
		/** By the ID of the service. */
		cdcScalings: new Collection<JsonObject>(seed.cdcScalings),
		services: new ChangingCollection(seed.services),
		/** The services that a command has stopped since: the first deletion is too early. */
		justStopped: new Set<string>(),
		backups: new Collection(seed.backups),
		activities: new ActivityCollection(seed.activities),
		reversePrivateEndpoints: new ChangingCollection(seed.reversePrivateEndpoints, 'status'),
		snapshots: new Collection(seed.snapshots),
		organizations: new Collection(seed.organizations),
		creditBalances: new Collection(seed.creditBalances),
		members: new Collection(seed.members),
		invitations: new Collection(seed.invitations),
		roles: new Collection(seed.roles),
		apiKeys: new Collection(seed.apiKeys),
		queryEndpoints: new Collection(seed.queryEndpoints),
		savedQueries: new Collection(seed.savedQueries),
		usageCosts: new Collection(seed.usageCosts),
		dashboards: new Collection(seed.dashboards),
		privateEndpoints: new Collection<JsonObject>([]),
		byocInfrastructures: new ChangingCollection(seed.byocInfrastructures),
		/** By the ID of their service, once they are changed. */
		backupConfigurations: new Collection<JsonObject>([]),
		snapshotConfigurations: new Collection<JsonObject>([]),
	};
}

export type EmulatorState = ReturnType<typeof stateWith>;
