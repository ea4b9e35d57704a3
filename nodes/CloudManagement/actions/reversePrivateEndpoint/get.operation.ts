import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../core/operation';
import { pipesSegmentOf } from '../../api/naming';
import {
	pathSegment,
	organizationIdField,
	serviceIdField,
	servicePath,
	under,
} from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { simplified, simplifyField } from '../shared/output';

const reversePrivateEndpointIdField: INodeProperties = {
	displayName: 'Reverse Private Endpoint ID',
	name: 'reversePrivateEndpointId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 6f1d3b90-2c5e-4a7b-b8d1-0e9f4c2a5d73',
	description: 'The reverse private endpoint to read',
};

const MAIN_MEMBERS = [
	'id',
	'serviceId',
	'description',
	'type',
	'status',
	'endpointId',
	'dnsNames',
	'privateDnsNames',
];

/** Reference, "Get reverse private endpoint". */
export const getReversePrivateEndpoint: Operation = {
	properties: operationFields('reversePrivateEndpoint', 'get', {
		reads: true,
		fields: [serviceIdField, reversePrivateEndpointIdField, organizationIdField, simplifyField],
	}),
	plan: (parameters, { credential }) => {
		const { displayName } = reversePrivateEndpointIdField;
		const endpoint = pathSegment(displayName, parameters.reversePrivateEndpointId);
		const segment = pathSegment('Pipes Path Segment in the credential', pipesSegmentOf(credential));
		const resource = { ...segment, segment: `${segment.segment}ReversePrivateEndpoints` };
		const { path, issues } = under(servicePath(parameters, credential), resource, endpoint);
		return { request: { method: 'GET', path }, issues };
	},
	select: simplified(MAIN_MEMBERS),
};
