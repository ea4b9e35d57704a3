import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { emptyIssue, headerIssue } from './authorization';
import { baseUrlIssue } from './baseUrl';
import { inputError } from '../errors/nodeErrors';
import type { Api, Operation } from '../operation';
import { messageOfError } from '../text';

/** n8n's message for a credential that the node has selected but doesn't show for this operation. */
const NOT_IN_USE: ReadonlySet<string> = new Set([
	'Credentials not found',
	'Node does not require credentials',
]);

/**
 * Reads the API's credential. Throws n8n's own error if there is none, and a `NodeOperationError` if its base URL must
 * not be used or its key can't be sent: n8n 1.x hides errors thrown by `authenticate`.
 */
export async function readCredential(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getNode'>,
	{
		credentialType,
		authorizationProperties,
	}: Pick<Api, 'authorizationProperties' | 'credentialType'>,
): Promise<ICredentialDataDecryptedObject> {
	const credential = await context.getCredentials(credentialType);
	const issue = baseUrlIssue(credential) ?? authorizationIssue(credential, authorizationProperties);
	if (issue !== undefined) {
		throw inputError(context.getNode(), {
			message: issue,
			description: 'Nothing was sent. Correct the credential and run the node again.',
		});
	}
	return credential;
}

/** A single property is a token, which is sent unchanged in a header. */
function authorizationIssue(
	credential: ICredentialDataDecryptedObject,
	properties: Api['authorizationProperties'],
): string | undefined {
	const labels = Object.entries(properties);
	const issues = labels.map(([member, label]) => {
		const value = credential[member];
		const isToken = labels.length === 1 && typeof value === 'string';
		return emptyIssue(value, label) ?? (isToken ? headerIssue(value.trim(), label) : undefined);
	});
	return issues.find((issue) => issue !== undefined);
}

/** Reads the operation's second credential. Returns undefined if none is selected or it isn't in use. */
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
