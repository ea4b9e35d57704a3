import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { authorizationIssue } from './authorization';
import { baseUrlIssue } from './baseUrl';
import { inputError } from '../errors/nodeErrors';
import type { Api, Operation } from '../operation';
import { messageOfError } from '../text';

/** n8n throws these messages if the credential is selected but hidden for this operation. */
const NOT_IN_USE: ReadonlySet<string> = new Set([
	'Credentials not found',
	'Node does not require credentials',
]);

/**
 * Throws n8n's error if no credential is selected. Also checks the base URL and the key, because n8n 1.x hides errors
 * thrown by `authenticate`.
 */
export async function readCredential(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getNode'>,
	api: Pick<Api, 'authorizationProperties' | 'credentialType' | 'hostIssue'>,
): Promise<ICredentialDataDecryptedObject> {
	const credential = await context.getCredentials(api.credentialType);
	const issue =
		baseUrlIssue(credential, api) ?? authorizationIssue(credential, api.authorizationProperties);
	if (issue !== undefined) {
		throw inputError(context.getNode(), {
			message: issue,
			description: 'Nothing was sent. Correct the credential, then retry.',
		});
	}
	return credential;
}

/** An operation may have a second credential, which is optional. */
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
			description:
				'Nothing was sent. Select the credential again, or select a different credential.',
		});
	}
}

/** Keys for encryption and hashes are derived from these secrets. */
export function secretValuesOf(
	{ secretCredentialProperties }: Pick<Api, 'secretCredentialProperties'>,
	credential: ICredentialDataDecryptedObject,
): unknown[] {
	return secretCredentialProperties.map((name) => credential[name]);
}
