import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { choice, property } from '../../engine/body/fields';
import { normalBaseUrl } from '../../engine/credentials/baseUrl';
import { secretValuesOf } from '../../engine/credentials/readCredential';
import { inputError, withMessage } from '../../engine/errors/nodeErrors';
import type { Answer, Session, FailedAnswer } from '../../engine/execution/session';
import { openSession } from '../../engine/execution/openSession';
import { NOT_FOUND, REQUEST_TIMEOUT, TOO_MANY_REQUESTS, UNAUTHORIZED } from '../../engine/request';
import { throwIfInvalid } from '../../engine/issues/issueMessages';
import type { JsonObject } from '../../engine/json';
import { isEmptyList, ownValue, recordsIn } from '../../engine/json';
import { hashOf, keyedHash, keyOf } from '../../engine/crypto';
import type { ErrorDetails, ErrorText } from '../../engine/errorDetails';
import { hasStatus } from '../../engine/errorDetails';
import type { Api, Operation, ParameterValues } from '../../engine/operation';
import { OPTIONS } from '../../engine/parameterNames';
import { coerceValue } from '../../engine/parameters/coercion';
import { emptyExpressionIssue, emptyTriggerFields } from '../../engine/parameters/readParameters';
import { asObject, isText } from '../../engine/parameters/values';
import { withoutHtml } from '../../engine/text';
import type { Clock } from '../../engine/time';
import { MS_PER_SECOND, SYSTEM_CLOCK } from '../../engine/time';
import { withDisplayOptions } from '../../engine/parameters/properties';

/** n8n shows this when a workflow with the trigger is published. */
export const ACTIVATION_MESSAGE =
	'The first poll only remembers the current state. After that, every new or changed record that passes the filters starts the workflow.';

export interface Trigger {
	api: Api;
	/** Other values on which the stored state depends, such as the organization. */
	stateScope: (credential: ICredentialDataDecryptedObject, options: Poll['options']) => unknown[];
	/** Keys are the selector's values. The first event is the default. */
	events: Readonly<Record<string, TriggerEvent>>;
	/** Fields that several events share. */
	common: INodeProperties[];
}

export interface TriggerEvent {
	name: string;
	description: string;
	fields: INodeProperties[];
	watch: (poll: Poll) => Promise<PollResult>;
}

export interface Poll {
	api: Api;
	node: INode;
	/** The event's fields. If events have a field of the same name, messages use this event's label. */
	properties: INodeProperties[];
	/** The trigger ignores a stored state with a different scope. */
	scope: string;
	/** A hash of the parameters. If they changed before activation, it differs from the stored hash. */
	parametersHash: string;
	/** True for a test, which shows an item and stores nothing. */
	isManual: boolean;
	/** The state before the poll. Empty in a test. */
	stored: unknown;
	/** The current time on n8n's clock, in milliseconds. */
	now: () => number;
	parameter: (name: string) => unknown;
	/** The node's options. Text from an expression is converted to the option's type. */
	options: JsonObject;
	/** Removes the credential's secrets from the API's text. */
	redact: (text: string) => string;
	/** Hashes a watched secret, keyed with the credential's secrets. */
	secretHash: (secret: unknown) => string;
	/** Reads with the node's options. Throws a `NodeOperationError` for invalid parameters. */
	run: (
		operation: Operation,
		parameters: ParameterValues,
	) => Promise<Exclude<Answer, FailedAnswer> | { error: ReadError }>;
}

export interface PollResult {
	/**
	 * The new state, the items, and errors that are reported while polling continues. Throws if nothing could be read,
	 * or if activation must fail.
	 */
	advance: (stored: unknown) => { state: IDataObject; items: IDataObject[]; problems: ReadError[] };
	/** The item for a manual test. Throws if there's none. */
	sample: () => IDataObject;
}

export interface ReadError extends ErrorText, Partial<Pick<ErrorDetails, 'httpCode' | 'reason'>> {
	retryAfterMs?: number | undefined;
	/** True if the API itself says that the resource doesn't exist. */
	isNotFound?: boolean;
}

const POLL_LIMITS = {
	// Short, because the next poll is soon and n8n handles longer waits.
	maxWait: 30_000,
	maxRetries: 2,
	maxConcurrency: 5,
	timeout: 60_000,
};
/** n8n's time limit for a poll, for versions that don't report it. */
const DEFAULT_BUDGET_MS = 300_000;

const WATCH_KEY = 'n8n-nodes-cloud-management watched secrets';

export const NOTHING_IS_LOST = 'No change is lost, because the next poll reads again.';
const INTERRUPTIONS = {
	rateLimited:
		'No change is lost, because a later poll reads again. Poll less often, or use the key in fewer workflows.',
	timedOut: NOTHING_IS_LOST,
	outOfTime: {
		message: 'The API took longer to respond than n8n allows per poll.',
		description: NOTHING_IS_LOST,
	},
};

export function triggerProperties({ events, common }: Trigger): INodeProperties[] {
	const rows = Object.entries(events);
	const names = Object.fromEntries(rows.map(([event, { name }]) => [event, name]));
	const descriptions = Object.fromEntries(
		rows.map(([event, { description }]) => [event, description]),
	);
	return [
		property('event', choice('Trigger On', names, { selects: true, required: true, descriptions })),
		...rows.flatMap(([event, { fields }]) =>
			withDisplayOptions({ show: { event: [event] } }, fields),
		),
		...common,
	];
}

/**
 * Polls the selected event. Null if there are no items. Throws a `NodeApiError` if the API couldn't be read, which
 * leaves the stored state unchanged.
 */
export async function runPoll(
	context: IPollFunctions,
	trigger: Trigger,
	clock: Clock = SYSTEM_CLOCK,
): Promise<INodeExecutionData[][] | null> {
	const { api, events, common } = trigger;
	const name: unknown = context.getNodeParameter('event');
	const event = ownValue(events, String(name));
	if (event === undefined) {
		throw inputError(context.getNode(), {
			message: `The event "${String(name)}" is unknown`,
			description: 'Choose the event again.',
		});
	}
	const properties = [...event.fields, ...common];
	throwIfEmpty(context, properties);
	// n8n has only reported how long a poll may take since 2.38.
	const timed: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>> = context;
	const limits = { ...POLL_LIMITS, budget: timed.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS };
	const options = triggerOptions(context, properties);
	const errorFor = (error: ErrorDetails) => pollError(context.getNode(), error);
	const texts = { purpose: 'a poll', interruptions: INTERRUPTIONS, errorFor };
	const opening = { api, clock, limits, options, ...texts };
	return await openSession(context, opening, async (session) => {
		const poll = pollOf(context, trigger, { properties, options }, session);
		const result = await event.watch(poll);
		return poll.isManual ? [[{ json: result.sample() }]] : emit(context, result);
	});
}

function emit(context: IPollFunctions, result: PollResult): INodeExecutionData[][] | null {
	// Don't await anything from here on: a parallel poll must find either the old or the new state.
	const stored = context.getWorkflowStaticData('node');
	const { state, items, problems } = result.advance(stored);
	for (const name of Object.keys(stored)) Reflect.deleteProperty(stored, name);
	Object.assign(stored, state);
	// Errors are emitted, because throwing would lose the items and the new state.
	for (const problem of problems) context.__emitError(pollError(context.getNode(), problem));
	return items.length === 0 ? null : [items.map((json) => ({ json }))];
}

/**
 * Throws a `NodeOperationError` if an expression returned nothing, because the trigger would watch the wrong records.
 */
function throwIfEmpty(context: IPollFunctions, properties: INodeProperties[]): void {
	const node = context.getNode();
	const emptyFields = properties.flatMap((property) => {
		const value: unknown = context.getNodeParameter(property.name, '');
		return emptyTriggerFields(property, node.parameters[property.name], value);
	});
	throwIfInvalid({ node, properties }, [...new Set(emptyFields)].map(emptyExpressionIssue));
}

function triggerOptions(context: IPollFunctions, properties: INodeProperties[]): JsonObject {
	const field = properties.find(({ name }) => name === OPTIONS);
	return asObject(field && coerceValue(field, context.getNodeParameter(OPTIONS, {})));
}

function pollOf(
	context: IPollFunctions,
	{ api, stateScope }: Trigger,
	{ properties, options }: Pick<Poll, 'properties' | 'options'>,
	session: Session,
): Poll {
	const node = context.getNode();
	const parameter = (name: string): unknown => context.getNodeParameter(name, '');
	const names = [...stateScope(session.credential, options), parameter('event')];
	const isManual = context.getMode() === 'manual';
	const secrets = secretValuesOf(api, session.credential);
	return {
		api,
		node,
		properties,
		parameter,
		options,
		now: () => session.clock.now(),
		redact: (text) => session.redact(text),
		secretHash: (secret) => keyedHash(JSON.stringify(secret), keyOf(secrets, WATCH_KEY)),
		scope: hashOf([
			normalBaseUrl(session.credential['baseUrl'], api),
			...names.map((name) => String(name).trim()),
		]),
		parametersHash: hashOf(node.parameters),
		isManual,
		stored: isManual ? {} : { ...context.getWorkflowStaticData('node') },
		run: async (operation, parameters) => {
			const result = await session.run(operation, parameters, context);
			return 'error' in result ? { error: readError(result) } : result;
		},
	};
}

/**
 * If no entry of a list has an ID, returns an error, because every record would otherwise look gone. `title` names the
 * list in messages.
 */
export async function readRecords(
	{ api, run }: Poll,
	operation: Operation,
	parameters: ParameterValues,
	title: string,
): Promise<{ records: IDataObject[]; headers: JsonObject } | { error: ReadError }> {
	const result = await run(operation, parameters);
	if ('error' in result) return result;
	const { payload, headers } = result;
	const records = recordsIn(payload);
	const isEmpty = isEmptyList(payload);
	if (isEmpty || records.some((record) => isText(record[api.idKey]))) return { records, headers };
	const message = `The response contains no list of ${title}.`;
	return { error: { message, description: NOTHING_IS_LOST } };
}

function readError({ error, isUnknown, retryAfter: retryAfterMs }: FailedAnswer): ReadError {
	const { message, description, httpCode, reason } = error;
	const details = { message, description, httpCode, reason, retryAfterMs, isNotFound: isUnknown };
	if (isUnknown || !hasStatus(error, NOT_FOUND)) return details;
	// A gateway sent this 404, so the record may still exist.
	return {
		...details,
		message: `${message} It doesn't look like the API's response, so a gateway may have sent it.`,
	};
}

/**
 * Makes n8n's error for a failed poll. It contains the API's wait in both forms that n8n's backoff reads: in a
 * `retry-after` header, and since n8n 2.41 in `failure`.
 */
export function pollError(node: INode, readError: ReadError): NodeApiError {
	const { httpCode, retryAfterMs } = readError;
	const message = withoutHtml(readError.message);
	const description = withoutHtml(readError.description);
	const cause = causeOf(readError);
	const code = httpCode !== undefined && { httpCode };
	const apiError = new NodeApiError(node, { message }, { message, description, ...code });
	const error = withMessage(apiError, message);
	if (retryAfterMs === undefined) return Object.assign(error, cause && { failure: { cause } });
	const headers = { 'retry-after': String(Math.ceil(retryAfterMs / MS_PER_SECOND)) };
	return Object.assign(error, { headers }, cause && { failure: { cause, retryAfterMs } });
}

/** n8n's backoff depends on the cause. A failed read without a status got no response. */
function causeOf({ httpCode, reason }: ReadError) {
	// The trigger's own errors get no cause, because they last until somebody fixes something.
	if (httpCode === undefined && reason === undefined) return undefined;
	const status = Number(httpCode ?? 0);
	if (status === TOO_MANY_REQUESTS) return 'rate-limited';
	if (status === UNAUTHORIZED) return 'credential-invalid';
	return status === 0 || status === REQUEST_TIMEOUT || status >= 500
		? 'temporarily-unavailable'
		: undefined;
}
