import { resource } from '../../../core/resource';
import { SERVICE_MEMBERS } from '../../api/records';
import { SERVICE_STATES } from '../../api/states';
import {
	ofOrganization,
	serviceIdField,
	serviceSegment,
	servicesPath,
} from '../shared/identifiers';
import { pickMembers } from '../../../core/record/output';
import type { RecordKind } from '../../../core/record/record';
import { get } from '../../../core/record/record';
import { waitForState } from '../shared/waitForState';

const SIMPLIFIED = [
	'id',
	'name',
	'state',
	'provider',
	'region',
	'tier',
	'engineVersion',
	'numReplicas',
	'minReplicaMemoryGb',
	'maxReplicaMemoryGb',
	'minTotalMemoryGb',
	'maxTotalMemoryGb',
	'idleScaling',
	'idleTimeoutMinutes',
	'endpoints',
	'privateEndpointIds',
	'createdAt',
];

/** What a service is called, where it is, and how one becomes an item. */
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

/** Reference, "Get service details". */
export const service = resource('Service', 'A database service that pipes load into', {
	get: get(serviceKind, {
		description: 'Get the state, size and endpoints of a service',
		action: 'Get service state and endpoints',
	}),
	wait: waitForState(serviceKind, 'state', SERVICE_STATES),
});
