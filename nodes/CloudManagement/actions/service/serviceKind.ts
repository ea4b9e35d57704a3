import { SERVICE_MEMBERS } from '../../api/records';
import {
	ofOrganization,
	serviceIdField,
	serviceSegment,
	servicesPath,
} from '../shared/identifiers';
import { pickMembers } from '../../../core/record/output';
import type { RecordKind } from '../../../core/record/record';

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
