import type { INodeProperties } from 'n8n-workflow';
import { describeFields, text, VERBATIM } from '../../engine/body/fields';
import { locatorField } from '../../engine/parameters/properties';
import { resource } from '../../engine/resource';
import { wholeBodyFields } from '../../features/record/bodyFields';
import { checkFirst } from '../../engine/errors/nodeErrors';
import { create } from '../../features/record/change';
import type { ApiRecord } from '../../features/record/record';
import { get } from '../../features/record/record';
import { serviceParent, servicePath } from '../../clickhouseCloud/identifiers';
import { below } from '../../features/record/paths';

const privateEndpointRecord: ApiRecord = {
	title: 'private endpoint',
	parent: serviceParent,
	permissions: { change: 'service:manage-private-endpoints' },
	collection: below(servicePath, 'privateEndpoint'),
};

const endpointIdField: INodeProperties = {
	...locatorField('Private Endpoint', 'id', 'searchPrivateEndpoints', 'vpce-0a1b2c3d4e5f67890'),
	required: true,
	description:
		'Endpoint ID from the cloud provider. The list shows the IDs available to the service.',
};

export const privateEndpoint = resource(
	'Private Endpoint',
	'A private connection from your network to a service',
	{
		create: create(privateEndpointRecord, {
			description: 'Create a private endpoint for a service and its organization',
			fields: wholeBodyFields(
				describeFields('', {
					id: {
						...text(endpointIdField.displayName, { required: true }),
						properties: () => [endpointIdField],
					},
					description: text('Description', {
						placeholder: 'e.g. Reporting network',
						description: 'Purpose of the endpoint',
						schema: VERBATIM,
					}),
				}),
			),
			unknownOutcome: [
				'The private endpoint may have been created',
				checkFirst('Read the service', 'privateEndpointIds lists the ID'),
			],
			key: 'id',
		}),
		getConfiguration: get(
			{
				title: 'private endpoint configuration',
				parent: serviceParent,
				collection: below(servicePath, 'privateEndpointConfig'),
				permissions: { read: 'service:view-private-endpoints' },
			},
			{
				name: 'Get Configuration',
				description:
					'Get the endpoint service ID and DNS name for a private endpoint in your network',
			},
		),
	},
);
