import { SERVICE_MEMBERS } from '../../api/records';
import { serviceIdField, serviceSegment, servicesPath } from '../shared/identifiers';
import { pickMembers } from '../shared/output';
import type { RecordKind } from '../shared/record';

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

/** What a service is called, where it is, and how one becomes an item. */
export const serviceKind = {
	title: 'service',
	home: 'organization',
	idField: serviceIdField,
	idSegment: serviceSegment,
	collection: servicesPath,
	output: {
		members: SERVICE_MEMBERS,
		simplify: (record) => pickMembers(record, SIMPLIFIED),
	},
} satisfies RecordKind;
