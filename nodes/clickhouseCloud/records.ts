import type { ApiRecord, RecordId } from '../features/record/record';
import { locatorField } from '../engine/parameters/properties';
import {
	EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID,
	inOrganization,
	keyParent,
	organizationParent,
	serviceParent,
	organizationPath,
	pipesPath,
	serviceIdField,
	servicePath,
	serviceSegment,
} from './identifiers';
import { columnsOf, recordOutput } from '../features/record/recordOutput';
import { dataColumns, kindOfSource } from './pipeSources';
import { settingNotes } from './serviceSettings';
import { wakingServiceParent, awakeService } from './wake';
import { wordsOf } from '../engine/text';
import { pathSegment, UUID_FORMAT, uuidSegment } from '../engine/parameters/pathSegment';
import { below, EXAMPLE_ID, idField } from '../features/record/paths';
import { byNextCursor, dialectOf } from './api';
import { ORGANIZATION, PERMISSIONS, PIPES } from './permissions';

// Fields follow the neutral contract's order; ClickHouse Cloud's own come last.

const ROLE_NAMES = { assignedRoles: 'roleName' };

/** `segment` ends the path of the records' list. */
function organizationRecords<Segment extends keyof typeof PERMISSIONS>(
	title: string,
	segment: Segment,
) {
	const collection = inOrganization(segment);
	return { title, parent: organizationParent, collection, permissions: PERMISSIONS[segment] };
}

function serviceRecords<Segment extends keyof typeof PERMISSIONS>(title: string, segment: Segment) {
	const collection = below(servicePath, segment);
	return { title, parent: serviceParent, collection, permissions: PERMISSIONS[segment] };
}

function byUuid(...field: Parameters<typeof idField>) {
	return { id: { field: idField(...field), segment: uuidSegment } };
}

/** ClickHouse Cloud documents a UUID where the neutral contract shows no format. */
const UUID_IN_CLOUD = {
	segment: pathSegment,
	format: (credential) => (dialectOf(credential) === 'clickhouseCloud' ? UUID_FORMAT : undefined),
} satisfies Omit<RecordId, 'field'>;

const PIPE_FIELDS = wordsOf(
	'id serviceId name state scaling source destination fieldMappings settings createdAt updatedAt',
);

export const pipeRecord = {
	title: 'pipe',
	parent: wakingServiceParent,
	planSteps: [awakeService],
	...byUuid(
		'Pipe',
		'pipeId',
		'searchPipes',
		"Pipe → Create outputs the ID. The list shows the chosen service's pipes.",
		{ nameExample: 'Orders' },
	),
	permissions: PIPES,
	collection: pipesPath(),
	output: {
		keys: PIPE_FIELDS,
		simplify: (pipe) => ({
			...columnsOf(pipe, ['name', 'state']),
			sourceKind: kindOfSource(pipe.source) ?? null,
			...dataColumns(pipe),
			...columnsOf(pipe, ['createdAt', 'updatedAt', 'serviceId', 'id']),
		}),
	},
	nameKeys: ['name'],
} satisfies ApiRecord;

export const serviceRecord = {
	...organizationRecords('service', 'services'),
	id: { field: serviceIdField, segment: serviceSegment },
	output: recordOutput(
		`id name provider region tier state profile releaseChannel complianceType engineVersion createdAt
		endpoints ipAccessList availablePrivateEndpointIds privateEndpointIds numReplicas
		minReplicaMemoryGb maxReplicaMemoryGb minTotalMemoryGb maxTotalMemoryGb idleScaling
		idleTimeoutMinutes isPrimary isReadonly hasTransparentDataEncryption byocId dataWarehouseId
		iamRole encryptionKey encryptionRoleId encryptionAssumedRoleIdentifier
		transparentDataEncryptionKeyId autoscalingMode minReplicas maxReplicas replicaMemoryGb
		currentScaling scalingSchedule tags enableCoreDumps`,
		`name state provider region tier engineVersion autoscalingMode numReplicas minReplicas
		maxReplicas minReplicaMemoryGb maxReplicaMemoryGb minTotalMemoryGb maxTotalMemoryGb idleScaling
		idleTimeoutMinutes endpoints privateEndpointIds tags createdAt id`,
	),
	nameKeys: ['name'],
} satisfies ApiRecord;

/** A service has a single schedule, so the schedule has no ID. */
export const scalingScheduleRecord = serviceRecords('scaling schedule', 'scalingSchedule');

/** Only a primary service has an upgrade window. */
export const upgradeWindowRecord = serviceRecords('upgrade window', 'upgradeWindow');

/** The API lists only changed settings, because it shows no defaults. */
export const changedSettings = serviceRecords('setting', 'clickhouseSettings');

export const serviceSettingRecord = {
	...changedSettings,
	planSteps: [settingNotes],
	id: {
		field: idField(
			'Setting',
			'settingName',
			'searchServiceSettings',
			'The list shows the settings the chosen service can have',
			{ example: 'max_threads' },
		),
		segment: pathSegment,
		key: 'name',
	},
} satisfies ApiRecord;

export const apiKeyRecord = {
	...organizationRecords('API key', 'keys'),
	...byUuid(
		'API Key',
		'apiKeyId',
		'searchApiKeys',
		"UUID of the API key, not its Key ID. The list shows the organization's API keys.",
		{ nameExample: 'Reporting' },
	),
	paging: byNextCursor(),
	output: recordOutput(
		'id name state assignedRoles roles keySuffix createdAt expireAt usedAt ipAccessList',
		'name state assignedRoles keySuffix createdAt expireAt usedAt id',
		ROLE_NAMES,
	),
	nameKeys: ['name'],
} satisfies ApiRecord;

export const currentKeyRecord: ApiRecord = {
	title: 'current API key',
	parent: keyParent,
	collection: () => ({ value: '/v1/whoami', issues: [] }),
};

export const invitationRecord = {
	...organizationRecords('invitation', 'invitations'),
	...byUuid(
		'Invitation',
		'invitationId',
		'searchInvitations',
		'Invitation → Create outputs the ID. The list shows the pending invitations.',
		{ nameExample: 'new.colleague@example.com' },
	),
	output: recordOutput('email role assignedRoles createdAt expireAt id', undefined, ROLE_NAMES),
	nameKeys: ['email'],
} satisfies ApiRecord;

export const memberRecord = {
	...organizationRecords('member', 'members'),
	id: {
		field: idField(
			'Member',
			'userId',
			'searchMembers',
			"User ID of the member. The list shows the organization's members.",
			{ example: '0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54', nameExample: 'ada@example.com' },
		),
		...UUID_IN_CLOUD,
		key: 'userId',
	},
	output: recordOutput('name email role assignedRoles joinedAt userId', undefined, ROLE_NAMES),
	nameKeys: ['email'],
} satisfies ApiRecord;

export const roleRecord = {
	...organizationRecords('role', 'roles'),
	...byUuid(
		'Role',
		'roleId',
		'searchRoles',
		"The list shows the organization's system and custom roles",
		{ nameExample: 'Analyst' },
	),
	output: recordOutput(
		'id name type tenantId ownerId actors policies createdAt updatedAt',
		'name type createdAt updatedAt id',
	),
	nameKeys: ['name'],
} satisfies ApiRecord;

/** The organization has no parent, because its own name identifies it. */
export const organizationRecord = {
	title: 'organization',
	parent: { ...organizationParent, describe: () => undefined },
	permissions: ORGANIZATION,
	collection: organizationPath,
	output: recordOutput(
		'id name createdAt privateEndpoints byocConfig enableCoreDumps capabilities',
		'name enableCoreDumps capabilities privateEndpoints byocConfig createdAt id',
	),
} satisfies ApiRecord;

export const organizationList: ApiRecord = {
	title: 'organization',
	parent: keyParent,
	collection: () => ({ value: '/v1/organizations', issues: [] }),
	paging: byNextCursor(),
	output: organizationRecord.output,
};

export const creditBalanceRecord = organizationRecords('credit balance', 'creditBalances');

export const quotaRecord: ApiRecord = {
	...organizationRecords('quota', 'quotas'),
	output: recordOutput('name description scope value usage adjustable quotaCode'),
};

const BACKUP_OUTPUT = recordOutput(
	'id serviceId backupName status type startedAt finishedAt durationInSeconds sizeInBytes bucket',
	'backupName status type startedAt finishedAt durationInSeconds sizeInBytes serviceId id',
);

export const backupRecord = {
	...serviceRecords('backup', 'backups'),
	...byUuid(
		'Backup',
		'backupId',
		'searchBackups',
		"The console shows the ID. The list shows the chosen service's backups.",
		{ example: '5b7e2c18-90af-4d36-8e12-c4a9d0f3b672' },
	),
	output: BACKUP_OUTPUT,
} satisfies ApiRecord;

export const byocInfrastructureRecord = {
	...organizationRecords('BYOC infrastructure', 'byocInfrastructure'),
	plural: 'BYOC infrastructure',
	...byUuid(
		'BYOC Infrastructure',
		'byocInfrastructureId',
		'searchByocInfrastructure',
		"BYOC Infrastructure → Create outputs the ID. The list shows the organization's infrastructure.",
		{ nameExample: 'Production' },
	),
	output: recordOutput(
		`id state accountId regionId cloudProvider displayName enablePrivateLink
		enablePrivateLoadBalancer enablePublicLoadBalancer vpcCidrRange vpcAvailabilityZoneList isByoVpc
		byoVpcId byoVpcPrivateSubnetIds byoVpcPodCidrRangeNames byoVpcSharedVpcHostProjectId
		gcpPscSubnetId`,
		'displayName state cloudProvider regionId accountId isByoVpc enablePrivateLink id',
	),
} satisfies ApiRecord;

const QUERIES_OF_A_PAGE = 100;

/** A query endpoint has few fields, and an update needs all of them, so there's no simplified output. */
export const queryEndpointRecord = {
	...serviceRecords('query endpoint', 'query-api-endpoints'),
	...byUuid(
		'Query Endpoint',
		'queryEndpointId',
		'searchQueryEndpoints',
		"Query Endpoint → Create outputs the ID. The list shows the chosen service's query endpoints.",
		{ nameExample: 'Orders of a Day' },
	),
	paging: byNextCursor(QUERIES_OF_A_PAGE),
	nameKeys: ['name'],
} satisfies ApiRecord;

const ENDPOINT_IN_URL =
	'/(?:run|query-endpoints)/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})';

export const runEndpoint = {
	field: {
		...locatorField('Query Endpoint', 'queryEndpointId', 'searchQueryEndpoints', EXAMPLE_ID, {
			nameExample: 'Orders of a Day',
			url: {
				placeholder: `e.g. https://queries.clickhouse.cloud/run/${EXAMPLE_ID}`,
				pattern: ENDPOINT_IN_URL,
				errorMessage:
					'The URL contains no "/run/" followed by an ID. Copy the URL of the query endpoint in the console.',
			},
		}),
		required: true,
		description: 'Only the list requires Service',
	},
	segment: uuidSegment,
} satisfies RecordId;

export const savedQueryRecord = {
	...serviceRecords('saved query', 'saved-queries'),
	plural: 'saved queries',
	...byUuid(
		'Saved Query',
		'savedQueryId',
		'searchSavedQueries',
		"Saved Query → Create outputs the ID. The list shows the chosen service's saved queries.",
		{ nameExample: 'Orders of a Day' },
	),
	paging: byNextCursor(QUERIES_OF_A_PAGE),
	nameKeys: ['name'],
} satisfies ApiRecord;

/** Metrics are text without IDs. */
export const metricRecord = serviceRecords('metric', 'prometheus');

/** Only a primary service has a backup configuration. */
export const backupConfigurationRecord = serviceRecords(
	'backup configuration',
	'backupConfiguration',
);

export const snapshotRecord = {
	...serviceRecords('snapshot', 'snapshots'),
	id: {
		field: idField(
			'Snapshot',
			'snapshotId',
			'searchSnapshots',
			"The list shows the chosen service's snapshots",
			{ example: '7d1e4b60-3c8f-4a25-9b17-e6f0a2d58c43' },
		),
		segment: pathSegment,
	},
	paging: byNextCursor(),
	output: BACKUP_OUTPUT,
} satisfies ApiRecord;

export const snapshotConfigurationRecord = serviceRecords(
	'snapshot configuration',
	'snapshotConfiguration',
);

export const reversePrivateEndpointRecord = {
	title: 'reverse private endpoint',
	parent: wakingServiceParent,
	planSteps: [awakeService],
	id: {
		field: idField(
			'Reverse Private Endpoint',
			'reversePrivateEndpointId',
			'searchReversePrivateEndpoints',
			"The console shows the ID. The list shows the chosen service's endpoints.",
			{ example: EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID, nameExample: 'Kafka in eu-central-1' },
		),
		...UUID_IN_CLOUD,
	},
	permissions: PIPES,
	collection: pipesPath('ReversePrivateEndpoints'),
	output: recordOutput(
		`id serviceId description type status endpointId dnsNames privateDnsNames mskAuthentication
		mskClusterArn vpcEndpointServiceName vpcResourceConfigurationId vpcResourceShareArn
		gcpServiceAttachment customPrivateDnsMappings privateDnsMappings dnsTargets`,
		'description status type endpointId dnsNames privateDnsNames serviceId id',
	),
	nameKeys: ['description', 'endpointId'],
} satisfies ApiRecord;
