import type { ICredentialsDisplayOptions, INodeProperties } from 'n8n-workflow';

import { NO_AUTHENTICATION } from './source/authenticationNames';

/** The sources that need no secret, by the fields that say so. */
const WITHOUT_SECRETS = [
	{
		sourceKind: ['kafka'],
		kafkaAuthentication: ['IAM_ROLE'],
		kafkaSchemaRegistryAuthentication: [NO_AUTHENTICATION],
	},
	{ sourceKind: ['kinesis'], kinesisAuthentication: ['IAM_ROLE'] },
	{
		sourceKind: ['objectStorage'],
		objectStorageAuthentication: [NO_AUTHENTICATION, 'IAM_ROLE'],
	},
];

/**
 * n8n joins a credential's conditions with "and" and knows no "or". So a hidden field is present exactly
 * where a source needs no secret, and the credential selector hides on it.
 */
export const credentialNeedFields: INodeProperties[] = WITHOUT_SECRETS.map((show) => ({
	displayName: 'Source Credential',
	name: 'sourceCredential',
	type: 'hidden',
	default: NO_AUTHENTICATION,
	displayOptions: { show },
}));

/**
 * Where the selector of the credential with the source's secrets is shown. All conditions hide: n8n's panel
 * puts the credentials in front of the first field that one of them names to show it, away from the top.
 */
export function pipeSourceDisplay(operations: {
	pipe: object;
	[resource: string]: object;
}): ICredentialsDisplayOptions {
	const { pipe, ...others } = operations;
	return {
		hide: {
			resource: Object.keys(others),
			operation: Object.keys(pipe).filter((operation) => operation !== 'create'),
			sourceCredential: [NO_AUTHENTICATION],
		},
	};
}
