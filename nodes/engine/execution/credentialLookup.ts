import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { TRY_LATER } from '../errors/interruptions';
import { requestError } from '../errors/nodeErrors';
import { stoppedError } from '../errors/progress';
import type { Execution, InputItem } from '../executionState';
import type { HttpContext } from '../http/transport';
import type { Api } from '../operation';
import type { ErrorDetails } from '../errorDetails';
import { asObject, emptyToUndefined } from '../parameters/values';
import { accessKey } from './identity';
import { setBounded } from '../caching';
import { planItem } from './plan';
import type { ReadFact } from './session';
import { withSession } from './session';

/** Fixed limits, because every item waits for this read. */
const LOOKUP = {
	limits: { timeout: 30_000, maxWait: 30_000, maxRetries: 2, maxConcurrency: 1 },
	interruptions: TRY_LATER,
};

/** Values read by this process, keyed by base URL and the credential. */
const lookedUpValues = new Map<string, Promise<ReadFact>>();

type CredentialUse = Pick<Execution, 'api' | 'clock' | 'credential'>;

/** A stand-in for the value that the credential lacks. It lets the node check plans before the lookup. */
export function withExampleValue({ api, credential }: Execution): ICredentialDataDecryptedObject {
	const { credentialLookup } = api;
	if (credentialLookup?.isNeeded(credential) !== true) return credential;
	return { ...credential, [credentialLookup.need.fact]: credentialLookup.example };
}

/**
 * Reads the value that the credential lacks. Then plans the items again whose requests contain the example. If the read
 * fails and the node continues on errors, these items get the error.
 */
export async function withLookedUpValue(
	execution: Execution,
	items: readonly InputItem[],
): Promise<readonly InputItem[]> {
	const { api, context, credential } = execution;
	const { credentialLookup } = api;
	if (credentialLookup?.isNeeded(credential) !== true) return items;
	const lacking = new Set(items.filter((item) => needsLookup(item, credentialLookup)));
	const withoutExampleValue = (item: InputItem) => withoutExample(item, credentialLookup);
	if (lacking.size === 0) return items.map(withoutExampleValue);
	execution.progress.sent = 'reads';
	const lookup = await fullCredential(context, execution);
	if (context.getExecutionCancelSignal()?.aborted === true) throw stoppedError(execution);
	if ('error' in lookup) {
		const { error } = lookup;
		if (!context.continueOnFail()) throw requestError(context.getNode(), error);
		return items.map((item) =>
			lacking.has(item)
				? { ...withoutExampleValue(item), state: 'unread', error }
				: withoutExampleValue(item),
		);
	}
	execution.credential = lookup.credential;
	return items.map((item) =>
		lacking.has(item)
			? planItem(execution, { ...item, inputRequest: undefined })
			: withoutExampleValue(item),
	);
}

type Lookup = NonNullable<Api['credentialLookup']>;

function needsLookup(item: InputItem, { example }: Lookup): boolean {
	const { state, request } = item;
	if (state !== 'planned' && state !== 'awaiting') return false;
	const needs = state === 'awaiting' ? item.needs : [];
	const requests = [request, ...needs.map((need) => need.request)];
	return requests.some(({ path }) => path.includes(example));
}

/** Removes the example from an unsent item's error, because users would take it for the real value. */
function withoutExample<Item extends InputItem>(item: Item, { example, need }: Lookup): Item {
	const { request } = item;
	if (request?.path.includes(example) !== true) return item;
	const path = request.path.replaceAll(example, `{${need.fact}}`);
	return { ...item, request: { ...request, path } };
}

/**
 * Adds the value that the credential lacks and the API knows. Each process reads it once per key. After a failure, the
 * next use tries again. Throws n8n's errors.
 */
export async function fullCredential(
	context: HttpContext,
	use: CredentialUse,
	options?: unknown,
): Promise<{ credential: ICredentialDataDecryptedObject } | { error: ErrorDetails }> {
	const { api, credential } = use;
	const { credentialLookup } = api;
	if (credentialLookup?.isNeeded(credential) !== true) return { credential };
	const { fact } = credentialLookup.need;
	if (emptyToUndefined(asObject(options)[fact]) !== undefined) return { credential };
	const lookedUp = await lookUp(context, use, credentialLookup);
	if ('error' in lookedUp) return lookedUp;
	return { credential: { ...credential, [fact]: String(lookedUp.value) } };
}

/** Waits for a read in progress. If that read fails, perhaps because its execution was stopped, reads once more. */
async function lookUp(
	context: HttpContext,
	{ api, credential, clock }: CredentialUse,
	{ need, purpose }: Lookup,
): Promise<ReadFact> {
	const key = accessKey(api, credential);
	const startRead = async (): Promise<ReadFact> => {
		const opening = { api, clock, context, credential, purpose, ...LOOKUP };
		const pending = withSession(opening, async (session) => await session.read(need));
		setBounded(lookedUpValues, key, pending);
		const forget = (): boolean => lookedUpValues.delete(key);
		pending.then((fact) => 'error' in fact && forget(), forget);
		return await pending;
	};
	const earlierRead = lookedUpValues.get(key);
	if (earlierRead === undefined) return await startRead();
	const fact = await earlierRead.catch(() => undefined);
	if (fact !== undefined && 'value' in fact) return fact;
	return await (lookedUpValues.get(key) ?? startRead());
}
