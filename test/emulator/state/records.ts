import type { JsonObject } from '../../contract/json';

export interface PipeRecord extends JsonObject {
	id: string;
	serviceId: string;
	name: string;
	state: string;
	source: JsonObject;
	destination: JsonObject;
	createdAt: string;
	updatedAt: string;
}

export interface ServiceRecord extends JsonObject {
	id: string;
	name: string;
	provider: string;
	region: string;
	state: string;
	privateEndpointIds: string[];
}

export interface BackupRecord extends JsonObject {
	id: string;
	serviceId: string;
	status: string;
}

export interface ActivityRecord extends JsonObject {
	id: string;
	organizationId: string;
	type: string;
	createdAt: string;
}

export interface ReversePrivateEndpointRecord extends JsonObject {
	id: string;
	serviceId: string;
	status: string;
}

export interface PrivateEndpointRecord extends JsonObject {
	id: string;
	description: string;
}

export interface ByocInfrastructureRecord extends JsonObject {
	id: string;
	accountName: string;
	cloudProvider: string;
	regionId: string;
	state: string;
}

export interface InvitationRecord extends JsonObject {
	id: string;
	email: string;
	role: string;
	createdAt: string;
	expireAt: string;
}

export interface MemberRecord extends JsonObject {
	userId: string;
	name: string;
	email: string;
	role: string;
	joinedAt: string;
}

export interface RoleRecord extends JsonObject {
	id: string;
	name: string;
	type: string;
}

export interface ApiKeyRecord extends JsonObject {
	id: string;
	name: string;
	state: string;
}

/** What one entity cost on one day. */
export interface UsageCostRecord extends JsonObject {
	date: string;
	entityId: string;
	serviceId: string | null;
	totalCHC: number;
}

export interface TileRecord extends JsonObject {
	id: string;
}

export interface DashboardRecord extends JsonObject {
	id: string;
	name: string;
	tiles: TileRecord[];
	tags: unknown[];
}
