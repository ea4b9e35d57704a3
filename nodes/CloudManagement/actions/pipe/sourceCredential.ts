import type { ICredentialsDisplayOptions, INodeProperties } from 'n8n-workflow';

import { sourceFields } from './sources';
import { sourceCredentialNotice } from './sources/authentication';

/**
 * n8n joins a credential's conditions with "and" and knows no "or". So a hidden field is present exactly where a
 * source takes secrets, and the credential is shown with it. An expression meets every condition, so that none of
 * them ever drops a selected credential.
 */
export const sourceCredentialFields: INodeProperties[] = [
	{ show: { pipeInput: ['json'] } },
	...sourceFields.flatMap(({ name, displayOptions }) =>
		name === sourceCredentialNotice.name && displayOptions ? [displayOptions] : [],
	),
].map((displayOptions) => ({
	displayName: 'Source Credential',
	name: 'sourceCredential',
	type: 'hidden',
	default: 'shown',
	displayOptions,
}));

/** Where the credential with the source's secrets is shown. */
export const sourceCredentialDisplay: ICredentialsDisplayOptions = {
	show: { sourceCredential: ['shown'] },
};
