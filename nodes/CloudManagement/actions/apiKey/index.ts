import { resource } from '../../../core/resource';
import { get, getMany, remove } from '../../../core/record/record';
import { apiKeyKind } from './apiKeyKind';
import { updateApiKey } from './update.operation';

/** Second reference, "Organization". */
export const apiKey = resource(
	'API Key',
	'A key with which programs use the API',
	{
		delete: {
			...remove(apiKeyKind, {
				description: "Delete an API key permanently. The key in use can't be deleted.",
				action: 'Delete API key',
			}),
			advice: {
				400: "A key can't delete itself. If this is the key in the credential, use another one to delete it. Otherwise compare the ID with the API's message.",
			},
		},
		get: get(apiKeyKind, {
			description: 'Get the state and the roles of an API key',
			action: 'Get API key',
		}),
		getAll: getMany(apiKeyKind, {
			description: 'Get the API keys of the organization, without their secrets',
			action: 'Get many API keys',
		}),
		update: updateApiKey,
	},
	'getAll',
);
