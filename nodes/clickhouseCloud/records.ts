import type { IDataObject } from 'n8n-workflow';
import type { ListKind, RecordKind } from '../features/record/record';
import {
	apiKeyIdField,
	appendSegments,
	backupIdField,
	inOrganization,
	inService,
	invitationIdField,
	ofOrganization,
	ofService,
	pipeIdField,
	pipesSegment,
	reversePrivateEndpointIdField,
	serviceIdField,
	servicePath,
	serviceSegment,
	servicesPath,
	userIdField,
} from './identifiers';
import { outputWithRoles, pickMembers, recordOutput } from '../features/record/output';
import { pathSegment, uuidSegment } from '../engine/issues/checks';
import { isDataObject, isJsonObject } from '../engine/json';
import { BY_CURSOR } from '../engine/http/pages';
import { wordsOf } from '../engine/text';

// Fields are in the order of the reference; the last ones are newer: second reference, 2.3; autumn, 5 and 6.3.

const PIPE_FIELDS = wordsOf(
	'id serviceId name state scaling source destination fieldMappings settings createdAt updatedAt',
);

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
		members: PIPE_FIELDS,
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

export const serviceKind = {
	title: 'service',
	home: ofOrganization,
	idField: serviceIdField,
	idSegment: serviceSegment,
	collection: servicesPath,
	output: recordOutput(
		`id name provider region tier state profile releaseChannel complianceType engineVersion createdAt
		endpoints ipAccessList availablePrivateEndpointIds privateEndpointIds numReplicas
		minReplicaMemoryGb maxReplicaMemoryGb minTotalMemoryGb maxTotalMemoryGb idleScaling
		idleTimeoutMinutes isPrimary isReadonly hasTransparentDataEncryption byocId dataWarehouseId
		iamRole encryptionKey encryptionRoleId encryptionAssumedRoleIdentifier
		transparentDataEncryptionKeyId autoscalingMode minReplicas maxReplicas replicaMemoryGb
		currentScaling scalingSchedule tags enableCoreDumps`,
		`id name state provider region tier engineVersion autoscalingMode numReplicas minReplicas
		maxReplicas minReplicaMemoryGb maxReplicaMemoryGb minTotalMemoryGb maxTotalMemoryGb idleScaling
		idleTimeoutMinutes endpoints privateEndpointIds tags createdAt`,
	),
} satisfies RecordKind;

export const ACTIVITY_MEMBERS = wordsOf(
	`id organizationId serviceId type actorType actorId actorDetails actorIpAddress userAgent createdAt
	targetKeyId keyUpdateType targetRoleIds targetRoleNames targetActorIds targetResourceIds`,
);

export const apiKeyKind: RecordKind = {
	title: 'API key',
	home: ofOrganization,
	idField: apiKeyIdField,
	idSegment: uuidSegment,
	collection: inOrganization('keys'),
	paging: BY_CURSOR,
	output: outputWithRoles(
		'id name state assignedRoles roles keySuffix createdAt expireAt usedAt ipAccessList',
		['roles', 'ipAccessList'],
	),
};

export const invitationKind: RecordKind = {
	title: 'invitation',
	home: ofOrganization,
	idField: invitationIdField,
	idSegment: uuidSegment,
	collection: inOrganization('invitations'),
	output: outputWithRoles('id email role assignedRoles createdAt expireAt'),
};

export const memberKind: RecordKind = {
	title: 'member',
	home: ofOrganization,
	idField: userIdField,
	idSegment: pathSegment,
	collection: inOrganization('members'),
	output: outputWithRoles('userId name email role assignedRoles joinedAt'),
};

/** The roles of the organization, which may be assigned. */
export const roleKind: ListKind = {
	title: 'role',
	home: ofOrganization,
	collection: inOrganization('roles'),
	output: recordOutput(
		'id name type tenantId ownerId actors policies createdAt updatedAt',
		'id name type createdAt updatedAt',
	),
};

export const backupKind = {
	title: 'backup',
	home: ofService,
	idField: backupIdField,
	idSegment: uuidSegment,
	collection: inService('backups'),
	output: recordOutput(
		'id serviceId backupName status type startedAt finishedAt durationInSeconds sizeInBytes bucket',
		'id serviceId backupName status type startedAt finishedAt durationInSeconds sizeInBytes',
	),
} satisfies RecordKind;

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
	output: recordOutput(
		`id serviceId description type status endpointId dnsNames privateDnsNames mskAuthentication
		mskClusterArn vpcEndpointServiceName vpcResourceConfigurationId vpcResourceShareArn
		gcpServiceAttachment customPrivateDnsMappings privateDnsMappings dnsTargets`,
		'id serviceId description type status endpointId dnsNames privateDnsNames',
	),
} satisfies RecordKind;
