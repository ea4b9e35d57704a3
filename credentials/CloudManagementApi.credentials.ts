import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { neededText, withAuthorization } from '../nodes/core/credentials/authorization';

export class CloudManagementApi implements ICredentialType {
	name = 'cloudManagementApi';

	displayName = 'Cloud Management API';

	icon: Icon = {
		light: 'file:../icons/cloudManagement.svg',
		dark: 'file:../icons/cloudManagement.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-cloud-management/n8n-nodes-cloud-management#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'The address of the management API, without /v1. It must start with https://.',
		},
		{
			displayName: 'Organization ID',
			name: 'organizationId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90',
			description:
				'The organization that operations act on, unless a node names another. You find it in the console, in the organization details.',
		},
		{
			displayName: 'Key ID',
			name: 'keyId',
			type: 'string',
			default: '',
			required: true,
			description: 'The ID of an API key, made in the console',
		},
		{
			displayName: 'Key Secret',
			name: 'keySecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The secret of the API key. The console shows it once, when the key is made.',
		},
		{
			displayName: 'Pipes Path Segment',
			name: 'pipesSegment',
			type: 'string',
			default: 'pipes',
			placeholder: 'e.g. pipes',
			description: 'How your deployment spells the word for pipes in its addresses',
		},
		{
			displayName: 'Engine Setting Prefix',
			name: 'engineSettingPrefix',
			type: 'string',
			default: 'engine_',
			placeholder: 'e.g. engine_',
			description: 'How your deployment begins the names of engine settings',
		},
	];

	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const keyId = neededText(credentials, 'keyId', 'Key ID');
		const keySecret = neededText(credentials, 'keySecret', 'Key Secret');
		const login = Buffer.from(`${keyId}:${keySecret}`, 'utf8').toString('base64');
		return await Promise.resolve(withAuthorization(credentials, request, `Basic ${login}`));
	};
}
