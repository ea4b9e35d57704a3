import type { INodeProperties } from 'n8n-workflow';

import { identified, named } from '../../../core/summary';
import type { Operation } from '../../../core/operation';
import { pathSegment } from '../../../core/validation/pathSegment';
import { REVERSE_PRIVATE_ENDPOINT_MEMBERS } from '../../api/records';
import {
	appendSegments,
	EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID,
	pipesSegment,
	serviceIdField,
	servicePath,
} from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import type { RecordOutput } from '../shared/output';
import { outputFields, outputIssues, outputRecord, pickMembers } from '../shared/output';

export const reversePrivateEndpointIdField: INodeProperties = {
	displayName: 'Reverse Private Endpoint ID',
	name: 'reversePrivateEndpointId',
	type: 'string',
	required: true,
	default: '',
	placeholder: `e.g. ${EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID}`,
	description: 'The ID of the reverse private endpoint, as the console shows it',
};

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

/** How a reverse private endpoint becomes an item. */
export const endpointOutput: RecordOutput = {
	members: REVERSE_PRIVATE_ENDPOINT_MEMBERS,
	simplify: (endpoint) => pickMembers(endpoint, SIMPLIFIED),
};

/** Reference, "Get reverse private endpoint". */
export const getReversePrivateEndpoint: Operation = {
	properties: operationFields('reversePrivateEndpoint', 'get', {
		reads: true,
		fields: [serviceIdField, reversePrivateEndpointIdField, ...outputFields(endpointOutput)],
	}),
	target: (_request, { reversePrivateEndpointId }) =>
		identified('reverse private endpoint', reversePrivateEndpointId),
	summarize: (_request, { serviceId, reversePrivateEndpointId }) =>
		`Read reverse private endpoint ${named(reversePrivateEndpointId)} of service ${named(serviceId)}`,
	plan: (parameters, { credential }) => {
		const { name } = reversePrivateEndpointIdField;
		const endpoint = pathSegment(name, parameters.reversePrivateEndpointId);
		const segment = pipesSegment(credential);
		const resource = { ...segment, segment: `${segment.segment}ReversePrivateEndpoints` };
		const service = servicePath(parameters, credential);
		const { path, issues } = appendSegments(service, resource, endpoint);
		return {
			request: { method: 'GET', path },
			issues: [...issues, ...outputIssues(parameters)],
		};
	},
	shape: (element, parameters) => outputRecord(element, parameters, endpointOutput),
};
