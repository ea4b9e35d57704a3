import { z } from 'zod';
import type { INodeProperties } from 'n8n-workflow';
import { identified, otherFields, quoteName, recordText } from '../../engine/approval/sentences';
import { objectBody } from '../../engine/http/request';
import { idLocator } from '../../engine/parameters/properties';
import { emptyToUndefined } from '../../engine/parameters/values';
import type { ListedOperation } from '../../engine/resource';
import { createDefaults } from '../../features/record/record';
import {
	appendSegments,
	requestOptions,
	serviceIdField,
	servicePath,
} from '../../clickhouseCloud/identifiers';
import { requestBody, trimmed } from '../../engine/parameters/json';
import { resource } from '../../engine/resource';

/** Reference, "Create private endpoint". */
const privateEndpointSchema = z.object({
	id: z.string().min(1),
	description: z.string().optional(),
});

const fields: INodeProperties[] = [
	serviceIdField,
	{
		displayName: 'Private Endpoint ID',
		name: 'id',
		...idLocator('searchPrivateEndpoints', 'e.g. vpce-0a1b2c3d4e5f67890'),
		required: true,
		description:
			'The ID that the cloud provider assigned to the endpoint. The list contains the IDs that are available to the service.',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Reporting network',
		description: 'The purpose of the endpoint',
	},
];

/** Reference, "Create private endpoint". */
const createPrivateEndpoint: ListedOperation = {
	name: 'Create',
	description: 'Create a private endpoint for a service and its organization',
	action: 'Create private endpoint',
	...createDefaults('private endpoint'),
	properties: [...fields, requestOptions({ reads: false })],
	unknownOutcome: [
		'The private endpoint may have been created',
		'Read the service and look for its ID in privateEndpointIds before you run the node again.',
	],
	target: (_request, { id }) => identified('private endpoint', id),
	summarize: (request, parameters) => {
		const others = otherFields(objectBody(request), ['id']);
		return `Create private endpoint ${quoteName(trimmed(parameters.id))} for service ${recordText(parameters, 'serviceId')}${others}`;
	},
	plan: (parameters, { credential }) => {
		const { path, issues } = appendSegments(servicePath(parameters, credential), 'privateEndpoint');
		const members = {
			id: trimmed(parameters.id),
			description: emptyToUndefined(parameters.description),
		};
		const {
			body,
			issues: invalid,
			hints,
		} = requestBody(privateEndpointSchema, members, parameters);
		return {
			request: { method: 'POST', path, body },
			issues: [...issues, ...invalid],
			hints,
		};
	},
};

export const privateEndpoint = resource(
	'Private Endpoint',
	'A private connection from your network to a service',
	{
		create: createPrivateEndpoint,
	},
);
