import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { HttpContext } from '../http/transport';
import { readCredential } from '../credentials/read';
import type { Api } from '../operation';
import type { ErrorDetails } from '../errorDetails';
import { asObject } from '../parameters/values';
import type { Clock } from '../time';
import { accessKey } from './identity';
import type { Known } from './needs';
import { withReader } from './reader';

/** Everything else waits for this read. */
const LIMITS = { timeout: 30_000, maxWait: 30_000, maxRetries: 2, maxConcurrency: 1 };

/** What this process's keys have read, by base URL and key. */
const additions = new Map<string, Promise<Known>>();

/** A credential with its API, and the node's options, which can set values that the credential leaves open. */
interface Use {
	api: Api;
	credential: ICredentialDataDecryptedObject;
	clock: Clock;
	options?: unknown;
}

/** A credential, or why it can't be used. */
type Completed = { credential: ICredentialDataDecryptedObject } | { error: ErrorDetails };

/**
 * Reads the API's credential, completed unless the node's own options set its missing values. Throws n8n's errors,
 * except for the completing read.
 */
export async function readCompletedCredential(
	context: HttpContext,
	use: Omit<Use, 'credential'>,
): Promise<Completed> {
	const credential = await readCredential(context, use.api);
	return await completedCredential(context, { ...use, credential });
}

/**
 * Adds the values that the credential leaves open and the API knows, which are read once per process and key. If they
 * can't be read, returns why, and the next use reads again. Throws n8n's errors.
 */
export async function completedCredential(context: HttpContext, use: Use): Promise<Completed> {
	const { api, credential, options, clock } = use;
	const { completion } = api;
	if (completion?.isNeeded(credential, asObject(options)) !== true) return { credential };
	const key = accessKey(api, credential);
	const opening = { api, credential, clock, limits: LIMITS, purpose: completion.purpose };
	const pending =
		additions.get(key) ??
		withReader(context, opening, async ({ readNeed }) => await readNeed(completion.need));
	additions.set(key, pending);
	let isGood = false;
	try {
		const addition = await pending;
		isGood = 'value' in addition;
		if ('error' in addition) return addition;
		return { credential: { ...credential, [completion.member]: String(addition.value) } };
	} finally {
		// Another read may have begun since.
		if (!isGood && additions.get(key) === pending) additions.delete(key);
	}
}
