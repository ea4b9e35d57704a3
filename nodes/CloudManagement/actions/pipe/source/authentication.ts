import type { INodeProperties } from 'n8n-workflow';

/** What the form stores where a source is public: the body then has no `authentication`. */
export const NO_AUTHENTICATION = 'none';

/** What messages call the authentication methods of all sources. */
export const AUTHENTICATION_NAMES = {
	CONNECTION_STRING: 'Connection String',
	IAM_ROLE: 'IAM Role',
	IAM_USER: 'IAM User',
	MUTUAL_TLS: 'Mutual TLS',
	PLAIN: 'PLAIN',
};

/** The same in selectors, with what the credential then contains. */
export const AUTHENTICATION_LABELS = {
	...AUTHENTICATION_NAMES,
	IAM_USER: 'IAM User (Access Key)',
	MUTUAL_TLS: 'Mutual TLS (Client Certificate)',
	PLAIN: 'Username and Password (PLAIN)',
};

/** Returns the field for the role that IAM role authentication assumes. */
export function iamRoleField(name: string): INodeProperties {
	return {
		displayName: 'IAM Role ARN',
		name,
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. arn:aws:iam::123456789012:role/pipes',
		description: 'ARN of the IAM role to assume',
	};
}
