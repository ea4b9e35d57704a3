import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { baseUrlIssue } from './baseUrl';
import { inputError, messageOfError } from '../errors/nodeErrors';
import type { Operation } from '../operation';

/** What n8n says of a credential that the node has selected but does not show for this operation. */
const NOT_IN_USE: ReadonlySet<string> = new Set([
	'Credentials not found',
	'Node does not require credentials',
]);

/**
 * Reads the API's credential. Throws n8n's own error when there is none, and a `NodeOperationError`
 * when its base URL must not be used.
 */
export async function readCredential(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getNode'>,
	type: string,
): Promise<ICredentialDataDecryptedObject> {
	const credential = await context.getCredentials(type);
	const issue = baseUrlIssue(credential);
	if (issue !== undefined) {
		throw inputError(context.getNode(), {
			message: issue,
			description: 'Nothing was sent. Correct the credential and run the node again.',
		});
	}
	return credential;
}

/** Reads the operation's second credential. Gives undefined where none is selected or it is not in use. */
export async function readExtraCredential(
	context: IExecuteFunctions,
	{ extraCredentialType }: Pick<Operation, 'extraCredentialType'>,
): Promise<ICredentialDataDecryptedObject | undefined> {
	if (extraCredentialType === undefined) return undefined;
	if (context.getNode().credentials?.[extraCredentialType] === undefined) return undefined;
	try {
		const credential: ICredentialDataDecryptedObject =
			await context.getCredentials(extraCredentialType);
		return credential;
	} catch (error) {
		const message = messageOfError(error);
		if (NOT_IN_USE.has(message)) return undefined;
		throw inputError(context.getNode(), {
			message,
			description: 'Nothing was sent. Select the credential again, or another one.',
		});
	}
}
