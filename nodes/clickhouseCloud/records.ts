import type { IDataObject } from 'n8n-workflow';
import type { ListKind, RecordKind } from '../features/record/record';
import {
	ofOrganization,
	appendSegments,
	organizationPath,
	ofService,
	reversePrivateEndpointIdField,
	pipesSegment,
	servicePath,
	backupIdField,
	pipeIdField,
	serviceIdField,
	serviceSegment,
	servicesPath,
	apiKeyIdField,
	invitationIdField,
	userIdField,
} from './identifiers';
import { pickMembers, outputWithRoles } from '../features/record/output';
import { pathSegment, uuidSegment } from '../engine/issues/checks';
import { isDataObject, isJsonObject } from '../engine/json';
import { BY_CURSOR } from '../engine/http/pages';

/** The fields of the API's records, in the order of the reference. */

const SERVICE_MEMBERS = [
	'id',
	'name',
	'provider',
	'region',
	'tier',
	'state',
	'profile',
	'releaseChannel',
	'complianceType',
	'engineVersion',
	'createdAt',
	'endpoints',
	'ipAccessList',
	'availablePrivateEndpointIds',
	'privateEndpointIds',
	'numReplicas',
	'minReplicaMemoryGb',
	'maxReplicaMemoryGb',
	'minTotalMemoryGb',
	'maxTotalMemoryGb',
	'idleScaling',
	'idleTimeoutMinutes',
	'isPrimary',
	'isReadonly',
	'hasTransparentDataEncryption',
	'byocId',
	'dataWarehouseId',
	'iamRole',
	'encryptionKey',
	'encryptionRoleId',
	'encryptionAssumedRoleIdentifier',
	'transparentDataEncryptionKeyId',
	// Second reference, 2.3.
	'autoscalingMode',
	'minReplicas',
	'maxReplicas',
	'replicaMemoryGb',
	'currentScaling',
	'scalingSchedule',
	'tags',
	'enableCoreDumps',
] as const;

const BACKUP_MEMBERS = [
	'id',
	'serviceId',
	'backupName',
	'status',
	'type',
	'startedAt',
	'finishedAt',
	'durationInSeconds',
	'sizeInBytes',
	'bucket',
] as const;

export const ACTIVITY_MEMBERS = [
	'id',
	'organizationId',
	'serviceId',
	'type',
	'actorType',
	'actorId',
	'actorDetails',
	'actorIpAddress',
	'userAgent',
	'createdAt',
	// Second reference, 2.3.
	'targetKeyId',
	'keyUpdateType',
	// Autumn of ClickHouse Cloud, section 5.
	'targetRoleIds',
	'targetRoleNames',
	'targetActorIds',
	'targetResourceIds',
] as const;

const REVERSE_PRIVATE_ENDPOINT_MEMBERS = [
	'id',
	'serviceId',
	'description',
	'type',
	'status',
	'endpointId',
	'dnsNames',
	'privateDnsNames',
	'mskAuthentication',
	'mskClusterArn',
	'vpcEndpointServiceName',
	'vpcResourceConfigurationId',
	'vpcResourceShareArn',
	// Second reference, 2.3.
	'gcpServiceAttachment',
	'customPrivateDnsMappings',
	// Autumn of ClickHouse Cloud, section 6.3.
	'privateDnsMappings',
	'dnsTargets',
] as const;

const PIPE_MEMBERS = [
	'id',
	'serviceId',
	'name',
	'state',
	'scaling',
	'source',
	'destination',
	'fieldMappings',
	'settings',
	'createdAt',
	'updatedAt',
] as const;

const MEMBER_MEMBERS = ['userId', 'name', 'email', 'role', 'assignedRoles', 'joinedAt'] as const;

const INVITATION_MEMBERS = [
	'id',
	'email',
	'role',
	'assignedRoles',
	'createdAt',
	'expireAt',
] as const;

/** Second reference, "Organization", as what follows. */
const ROLE_MEMBERS = [
	'id',
	'name',
	'type',
	'tenantId',
	'ownerId',
	'actors',
	'policies',
	'createdAt',
	'updatedAt',
] as const;

const API_KEY_MEMBERS = [
	'id',
	'name',
	'state',
	'assignedRoles',
	'roles',
	'keySuffix',
	'createdAt',
	'expireAt',
	'usedAt',
	'ipAccessList',
] as const;

export const USAGE_COST_MEMBERS = ['grandTotalCHC', 'costs'] as const;

/** What one entity cost on one day. */
export const DAILY_COST_MEMBERS = [
	'date',
	'entityType',
	'entityId',
	'entityName',
	'dataWarehouseId',
	'serviceId',
	'metrics',
	'totalCHC',
	'locked',
] as const;

/** The name of a pipe, its address, and how one becomes an item: simplified, a row that can be read at a glance. */
export const pipeKind = {
	title: 'pipe',
	home: ofService,
	idField: pipeIdField,
	idSegment: uuidSegment,
	/** In the credential's spelling. */
	collection: (parameters, credential) =>
		appendSegments(servicePath(parameters, credential), pipesSegment(credential)),
	output: {
		members: PIPE_MEMBERS,
		simplify: (pipe) => ({
			...pickMembers(pipe, ['id', 'name', 'state']),
			...kindOfSource(pipe.source),
			...(isDataObject(pipe.destination)
				? pickMembers(pipe.destination, ['database', 'table'])
				: {}),
			...pickMembers(pipe, ['createdAt', 'updatedAt', 'serviceId']),
		}),
	},
} satisfies RecordKind;

/** The source has a key for each kind, all but one of them null. */
export function kindOfSource(source: unknown): IDataObject {
	if (!isJsonObject(source)) return {};
	const kind = Object.keys(source).find((name) => isJsonObject(source[name]));
	return kind === undefined ? {} : { sourceKind: kind };
}

const SIMPLIFIED = [
	'id',
	'name',
	'state',
	'provider',
	'region',
	'tier',
	'engineVersion',
	'autoscalingMode',
	'numReplicas',
	'minReplicas',
	'maxReplicas',
	'minReplicaMemoryGb',
	'maxReplicaMemoryGb',
	'minTotalMemoryGb',
	'maxTotalMemoryGb',
	'idleScaling',
	'idleTimeoutMinutes',
	'endpoints',
	'privateEndpointIds',
	'tags',
	'createdAt',
];

/** The name of a service, its address, and how one becomes an item. */
export const serviceKind = {
	title: 'service',
	home: ofOrganization,
	idField: serviceIdField,
	idSegment: serviceSegment,
	collection: servicesPath,
	output: {
		members: SERVICE_MEMBERS,
		simplify: (record) => pickMembers(record, SIMPLIFIED),
	},
} satisfies RecordKind;

/** The name of an API key, and its address. */
export const apiKeyKind: RecordKind = {
	title: 'API key',
	home: ofOrganization,
	idField: apiKeyIdField,
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'keys'),
	paging: BY_CURSOR,
	output: outputWithRoles(API_KEY_MEMBERS, ['roles', 'ipAccessList']),
};

/** The name of an invitation, and its address. */
export const invitationKind: RecordKind = {
	title: 'invitation',
	home: ofOrganization,
	idField: invitationIdField,
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'invitations'),
	output: outputWithRoles(INVITATION_MEMBERS),
};

/** The name of a member of the organization, and its address. */
export const memberKind: RecordKind = {
	title: 'member',
	home: ofOrganization,
	idField: userIdField,
	idSegment: pathSegment,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'members'),
	output: outputWithRoles(MEMBER_MEMBERS),
};

const SIMPLIFIED_BACKUP = BACKUP_MEMBERS.filter((member) => member !== 'bucket');

/** The name of a backup, and its address. */
export const backupKind = {
	title: 'backup',
	home: ofService,
	idField: backupIdField,
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(servicePath(parameters, credential), 'backups'),
	output: {
		members: BACKUP_MEMBERS,
		simplify: (record) => pickMembers(record, SIMPLIFIED_BACKUP),
	},
} satisfies RecordKind;

const SIMPLIFIED_ENDPOINT = [
	'id',
	'serviceId',
	'description',
	'type',
	'status',
	'endpointId',
	'dnsNames',
	'privateDnsNames',
];

/** The name of a reverse private endpoint, its address, and how one becomes an item. */
export const reversePrivateEndpointKind = {
	title: 'reverse private endpoint',
	home: ofService,
	idField: reversePrivateEndpointIdField,
	idSegment: pathSegment,
	collection: (parameters, credential) => {
		const { segment, issues } = pipesSegment(credential);
		const endpoints = { segment: `${segment}ReversePrivateEndpoints`, issues };
		return appendSegments(servicePath(parameters, credential), endpoints);
	},
	output: {
		members: REVERSE_PRIVATE_ENDPOINT_MEMBERS,
		simplify: (record) => pickMembers(record, SIMPLIFIED_ENDPOINT),
	},
} satisfies RecordKind;

const ROLE_SIMPLIFIED = ['id', 'name', 'type', 'createdAt', 'updatedAt'];

/** The roles of the organization, which may be assigned. Second reference, "Organization". */
export const roleKind: ListKind = {
	title: 'role',
	home: ofOrganization,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'roles'),
	output: { members: ROLE_MEMBERS, simplify: (record) => pickMembers(record, ROLE_SIMPLIFIED) },
};
