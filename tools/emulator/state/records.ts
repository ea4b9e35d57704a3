import type { JsonObject } from '../../contract/json';

/** A record with these texts, and with the API's other keys. */
type Stored<Texts extends string> = JsonObject & { [Name in Texts]: string };

export type PipeRecord = Stored<
	'id' | 'serviceId' | 'name' | 'state' | 'createdAt' | 'updatedAt'
> & { source: JsonObject; destination: JsonObject };
export type ServiceRecord = Stored<'id' | 'name' | 'provider' | 'region' | 'state'> & {
	privateEndpointIds: string[];
};
export type BackupRecord = Stored<'id' | 'serviceId' | 'status'>;
export type SnapshotRecord = Stored<'id' | 'serviceId' | 'status'>;
export type ActivityRecord = Stored<'id' | 'organizationId' | 'type' | 'createdAt'>;
export type ReversePrivateEndpointRecord = Stored<'id' | 'serviceId' | 'status'>;
export type MemberRecord = Stored<'userId' | 'name' | 'email' | 'role' | 'joinedAt'>;
export type InvitationRecord = Stored<'id' | 'email' | 'role' | 'createdAt' | 'expireAt'>;
export type OrganizationRecord = Stored<'id' | 'name'>;
/** The rest of bought or granted credits. */
export type CreditBalanceRecord = Stored<'id' | 'type'> & { remainingCredits: number };
export type RoleRecord = Stored<'id' | 'name' | 'type'>;
export type ApiKeyRecord = Stored<'id' | 'name' | 'state'>;
export type QueryRecord = Stored<'id' | 'serviceId' | 'name'>;
export type ByocRecord = Stored<'id' | 'state' | 'regionId'>;
/** One entity's daily cost. */
export type UsageCostRecord = Stored<'date' | 'entityId'> & {
	serviceId: string | null;
	totalCHC: number;
};
export type TileRecord = Stored<'id'>;
export type DashboardRecord = Stored<'id' | 'name'> & { tiles: TileRecord[]; tags: unknown[] };
