import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { readCredential } from '../credentials/readCredential';
import { withInterruption } from '../errors/interruptions';
import type { ErrorDetails } from '../errorDetails';
import type { HttpContext } from '../http/transport';
import { fullCredential } from './credentialLookup';
import type { Opening, Session } from './session';
import { withSession } from './session';

interface NodeOpening extends Pick<
	Opening,
	'api' | 'clock' | 'interruptions' | 'limits' | 'options'
> {
	/** Name of the task, for the error if the node has a bug. */
	purpose: string;
	/** Secrets that requests contain and the credential doesn't. */
	secretsOf?: (credential: ICredentialDataDecryptedObject) => string[];
	/** n8n's error for a failed lookup. */
	errorFor: (error: ErrorDetails) => Error;
}

/** Opens a session for a poll, a panel list, or a trigger's start or end. Throws n8n's errors. */
export async function openSession<Value>(
	context: HttpContext,
	{ secretsOf, errorFor, ...opening }: NodeOpening,
	task: (session: Session) => Promise<Value>,
): Promise<Value> {
	const { api, interruptions, options } = opening;
	const stored = await readCredential(context, api);
	const lookup = await fullCredential(context, { ...opening, credential: stored }, options);
	if ('error' in lookup) throw errorFor(withInterruption(lookup.error, false, interruptions));
	const { credential } = lookup;
	const secrets = secretsOf?.(credential) ?? [];
	return await withSession({ ...opening, context, credential, secrets }, task);
}
