import { resource } from '../../../core/resource';
import { pathSegment } from '../../../core/validation/pathSegment';
import { REVERSE_PRIVATE_ENDPOINT_MEMBERS } from '../../api/records';
import { REVERSE_PRIVATE_ENDPOINT_STATES } from '../../api/states';
import {
	appendSegments,
	ofService,
	pipesSegment,
	reversePrivateEndpointIdField,
	servicePath,
} from '../shared/identifiers';
import { filteredBy, stateFilter } from '../shared/filters';
import { pickMembers } from '../../../core/record/output';
import type { RecordKind } from '../../../core/record/record';
import { get, getMany } from '../../../core/record/record';
import { waitForState } from '../shared/waitForState';

const SIMPLIFIED = [
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
		simplify: (record) => pickMembers(record, SIMPLIFIED),
	},
} satisfies RecordKind;

/** Reference, "Get reverse private endpoint"; second reference, "Reverse private endpoints". */
export const reversePrivateEndpoint = resource(
	'Reverse Private Endpoint',
	'A private connection from a service to a source in your network',
	{
		get: get(reversePrivateEndpointKind, {
			description: 'Get the status and the DNS names of a reverse private endpoint',
			action: 'Get reverse private endpoint status',
		}),
		getAll: getMany(
			reversePrivateEndpointKind,
			{
				description: 'Get the reverse private endpoints of a service with their status',
				action: 'Get many reverse private endpoints',
			},
			filteredBy([stateFilter('status', REVERSE_PRIVATE_ENDPOINT_STATES)]),
		),
		wait: waitForState(reversePrivateEndpointKind, 'status', REVERSE_PRIVATE_ENDPOINT_STATES),
	},
);
