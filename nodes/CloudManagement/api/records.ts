/** The fields of the API's records, in the order of the reference. */

export const SERVICE_MEMBERS = [
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

export const BACKUP_MEMBERS = [
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

export const REVERSE_PRIVATE_ENDPOINT_MEMBERS = [
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

export const PIPE_MEMBERS = [
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

export const MEMBER_MEMBERS = [
	'userId',
	'name',
	'email',
	'role',
	'assignedRoles',
	'joinedAt',
] as const;

export const INVITATION_MEMBERS = [
	'id',
	'email',
	'role',
	'assignedRoles',
	'createdAt',
	'expireAt',
] as const;

/** Second reference, "Organization", as what follows. */
export const ROLE_MEMBERS = [
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

export const API_KEY_MEMBERS = [
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
