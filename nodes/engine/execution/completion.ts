import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { HttpContext } from '../http/transport';
import { readCredential } from '../credentials/read';
import { invalidInput } from '../errors/nodeErrors';
import type { Api, Completion, ErrorDetails } from '../operation';
import { asObject } from '../parameters/values';
import type { Clock } from '../time';
import { limiterKey, withReader } from './reader';

/** Everything else waits for this read. */
const LIMITS = { timeout: 30_000, maxWait: 30_000, maxRetries: 2, maxConcurrency: 1 };

/** A credential's additions, or why there are none. */
type Addition = { added: Readonly<Record<string, string>> } | { error: ErrorDetails };

/** The reads of this process's keys, by base URL and key. */
const additions = new Map<string, Promise<Addition>>();

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
 * can't be read, returns why: nothing was sent then for the items. Throws nothing.
 */
export async function completedCredential(context: HttpContext, use: Use): Promise<Completed> {
	const { api, credential, options } = use;
	const { completion } = api;
	if (completion?.isNeeded(credential, asObject(options)) !== true) return { credential };
	const key = limiterKey(api, credential);
	const pending = additions.get(key) ?? readAddition(context, completion, use);
	additions.set(key, pending);
	const addition = await pending;
	if ('added' in addition) return { credential: { ...credential, ...addition.added } };
	additions.delete(key);
	return addition;
}

async function readAddition(
	context: HttpContext,
	completion: Completion,
	{ api, credential, clock }: Use,
): Promise<Addition> {
	const plan = () => ({ request: { method: 'GET', path: completion.path } as const, issues: [] });
	const opening = { api, credential, clock, limits: LIMITS, purpose: completion.purpose };
	const result = await withReader(
		context,
		opening,
		async ({ read }) => await read({ properties: [], plan }, {}),
	);
	if ('error' in result) {
		const { error } = result;
		const description = `${completion.help} ${error.description}`;
		return { error: { ...error, description, outcome: 'notSent' } };
	}
	const found = completion.read(result.payload);
	if ('added' in found) return found;
	const { message, description } = found.problem;
	return { error: invalidInput({ message, description: `Nothing was sent. ${description}` }) };
}
