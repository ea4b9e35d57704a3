import type { INodeProperties } from 'n8n-workflow';

import { named } from '../../../core/approval/summary';
import { withoutUndefined } from '../../../core/json';
import { idLocator } from '../../../core/parameters/locator';
import { optional } from '../../../core/parameters/values';
import type { Operation } from '../../../core/operation';
import { privateEndpointSchema } from '../../api/organization';
import { bodyIssues } from '../shared/bodyIssues';
import { serviceIdField, servicePath, under } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';

const fields: INodeProperties[] = [
	serviceIdField,
	{
		displayName: 'Private Endpoint ID',
		name: 'id',
		...idLocator('searchPrivateEndpoints', 'e.g. vpce-0a1b2c3d4e5f67890'),
		required: true,
		description:
			'The ID that the cloud provider assigned to the endpoint. The list holds the IDs that the service names as available.',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Reporting network',
		description: 'What the endpoint is for',
	},
];

/** Reference, "Create private endpoint". */
export const createPrivateEndpoint: Operation = {
	properties: operationFields('privateEndpoint', 'create', { reads: false, fields }),
	unknownOutcome:
		'The private endpoint may have been created. Read the service and look for its ID in privateEndpointIds before you run this again.',
	summarize: (_request, { id, serviceId }) =>
		`Create private endpoint ${named(id)} for service ${named(serviceId)}`,
	plan: (parameters, { credential }) => {
		const { path, issues } = under(servicePath(parameters, credential), 'privateEndpoint');
		const body = withoutUndefined({
			id: optional(parameters.id),
			description: optional(parameters.description),
		});
		return {
			request: { method: 'POST', path, body },
			issues: [...issues, ...bodyIssues(privateEndpointSchema, body, fields)],
		};
	},
};
