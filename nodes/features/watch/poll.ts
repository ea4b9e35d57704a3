import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { withDisplayOptions } from '../../engine/displayOptions';
import { choice, property } from '../../engine/body/fields';
import { inputError, withMessage } from '../../engine/errors/nodeErrors';
import type { NodeResult, NodeSession, Unread } from '../../engine/execution/nodeSession';
import { withNodeSession } from '../../engine/execution/nodeSession';
import { requestUrl } from '../../engine/request';
import { throwIssues } from '../../engine/issues/issueTexts';
import type { JsonObject } from '../../engine/json';
import { hashOf, isDataObject } from '../../engine/json';
import type { ErrorDetails } from '../../engine/errorDetails';
import type { Api, Operation, Parameters } from '../../engine/operation';
import { emptyExpressionIssue, emptyTriggerFields } from '../../engine/parameters/read';
import { asObject } from '../../engine/parameters/values';
import { withoutHtml } from '../../engine/text';
import type { Clock } from '../../engine/time';
import { MS_PER_SECOND, SYSTEM_CLOCK } from '../../engine/time';

/** n8n shows this when a workflow with the trigger is published. */
export const ACTIVATION_MESSAGE =
	'The first poll only remembers the current state. After that, anything new or changed starts the workflow.';

export interface Trigger {
	api: Api;
	/** The start of every path: pasted with the base URL, it makes no other scope. */
	version: string;
	/** The other values that decide which state is used, such as the organization. */
	stateScope: (
		credential: ICredentialDataDecryptedObject,
		parameter: Poll['parameter'],
	) => unknown[];
	/** By the values of the selector; the first is its default. */
	events: Readonly<Record<string, TriggerEvent>>;
	/** The fields of several events. */
	common: INodeProperties[];
}

/** One event: its name and its own fields in the panel, and its reader. */
export interface TriggerEvent {
	name: string;
	description: string;
	fields: INodeProperties[];
	/** `stored` is the state before the poll. */
	read: (poll: Poll, stored: unknown) => Promise<PollResult>;
}

/** One poll, as an event uses it. */
export interface Poll {
	api: Api;
	node: INode;
	/** The fields of the event: of several with one name, messages show the label of the event's own. */
	properties: INodeProperties[];
	/** A stored state of another scope is not used. */
	scope: string;
	/** At activation, the parameters may differ from the last poll's. */
	parametersHash: string;
	/** Whether someone tests the trigger: the poll then shows one item, and stores nothing. */
	isManual: boolean;
	/** By n8n's clock. */
	now: () => number;
	parameter: (name: string) => unknown;
	/** Removes the credential's secrets from text that the API sent. */
	redact: (text: string) => string;
	/** Reads with the node's options. Throws a `NodeOperationError` if the parameters are invalid. */
	read: (
		operation: Operation,
		parameters: Parameters,
	) => Promise<Exclude<NodeResult, Unread> | { error: ReadError }>;
}

export interface PollResult {
	/**
	 * The state to keep, the items to emit, and the errors to report although the poll continues. Throws if
	 * nothing could be read, or if an activation must fail.
	 */
	advance: (stored: unknown) => { state: IDataObject; items: IDataObject[]; problems: ReadError[] };
	/** The item for a test by hand. Throws if there is none. */
	sample: () => IDataObject;
}

/** Why a read failed, and how long the API asked to wait. */
export interface ReadError {
	message: string;
	/** The next step, in whole sentences. */
	description: string;
	httpCode?: string | undefined;
	retryAfterMs?: number | undefined;
	/** Whether the time, the rate or the size was the reason, and the next poll should start with the unread records. */
	isPostponed?: true;
	/** Whether the API itself answered that there is no such resource. */
	isNotFound?: boolean;
	/** Whether the response has nothing at Value Path. */
	isWrongPath?: true;
}

const POLL_LIMITS = {
	// The next poll is soon: a longer pause is left to n8n.
	maxWait: 30_000,
	maxRetries: 2,
	maxConcurrency: 5,
	timeout: 60_000,
};
/** n8n's time for a poll, if it doesn't set one itself. */
const DEFAULT_BUDGET_MS = 300_000;

const NOTHING_IS_LOST = 'No change is lost, because the next poll reads again.';
const INTERRUPTIONS = {
	rateLimited:
		'No change is lost, because a later poll reads again. Poll less often, or use the key in fewer workflows.',
	outOfTime: {
		message: 'The API took longer to respond than n8n allows per poll.',
		description: NOTHING_IS_LOST,
	},
};

/** A trigger's panel: the choice of the event, and then the fields. */
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
 * Runs one poll of the selected event. Returns the items to emit, or null if there are none. Throws a `NodeApiError` if
 * the API could not be read; the stored state is then unchanged.
 */
export async function runPoll(
	context: IPollFunctions,
	trigger: Trigger,
	clock: Clock = SYSTEM_CLOCK,
): Promise<INodeExecutionData[][] | null> {
	const { api, events, common } = trigger;
	const name: unknown = context.getNodeParameter('event');
	const event = typeof name === 'string' && Object.hasOwn(events, name) ? events[name] : undefined;
	if (event === undefined) {
		throw inputError(context.getNode(), {
			message: `The event "${String(name)}" is unknown`,
			description: 'Choose the event again.',
		});
	}
	const properties = [...event.fields, ...common];
	throwEmpty(context, properties);
	// n8n before 2.38 doesn't tell how long a poll may take.
	const timed: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>> = context;
	const limits = { ...POLL_LIMITS, budget: timed.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS };
	const options = asObject(context.getNodeParameter('options', {}));
	const errorFor = (error: ErrorDetails) => pollError(context.getNode(), error);
	const texts = { purpose: 'a poll', interruptions: INTERRUPTIONS, errorFor };
	const opening = { api, clock, limits, parameters: { options }, ...texts };
	return await withNodeSession(context, opening, async (session) => {
		const poll = pollOf(context, trigger, properties, clock, session);
		const stored = poll.isManual ? {} : { ...context.getWorkflowStaticData('node') };
		const result = await event.read(poll, stored);
		return poll.isManual ? [[{ json: result.sample() }]] : emitted(context, result);
	});
}

function emitted(context: IPollFunctions, result: PollResult): INodeExecutionData[][] | null {
	// From here on nothing waits: a poll that runs at the same time finds the old state or the new one.
	const stored = context.getWorkflowStaticData('node');
	const { state, items, problems } = result.advance(stored);
	for (const name of Object.keys(stored)) Reflect.deleteProperty(stored, name);
	Object.assign(stored, state);
	// Thrown, they would keep back the items, and n8n would store no state.
	for (const problem of problems) context.__emitError(pollError(context.getNode(), problem));
	return items.length === 0 ? null : [items.map((json) => ({ json }))];
}

/** Throws a `NodeOperationError` if an expression returned nothing, rather than watch the wrong thing. */
function throwEmpty(context: IPollFunctions, properties: INodeProperties[]): void {
	const node = context.getNode();
	const empty = properties.flatMap((property) => {
		const value: unknown = context.getNodeParameter(property.name, '');
		return emptyTriggerFields(property, node.parameters[property.name], value);
	});
	throwIssues({ node, properties }, [...new Set(empty)].map(emptyExpressionIssue));
}

function pollOf(
	context: IPollFunctions,
	{ api, version, stateScope }: Trigger,
	properties: INodeProperties[],
	clock: Clock,
	{ credential, read, redact }: NodeSession,
): Poll {
	const node = context.getNode();
	const parameter = (name: string): unknown => context.getNodeParameter(name, '');
	// One spelling: the host in lower case, without a default port, slashes at the end and a pasted version.
	const { href } = new URL(requestUrl(credential['baseUrl'], version));
	const names = [...stateScope(credential, parameter), parameter('event')];
	const now = (): number => clock.now();
	return {
		api,
		node,
		properties,
		parameter,
		now,
		redact,
		scope: hashOf([href, ...names.map((part) => String(part).trim())]),
		parametersHash: hashOf(node.parameters),
		isManual: context.getMode() === 'manual',
		read: async (operation, parameters) => {
			const result = await read(operation, parameters);
			return 'error' in result ? { error: readError(result) } : result;
		},
	};
}

/** Reads a list, called `title` in messages. */
export async function readRecords(
	{ read }: Poll,
	operation: Operation,
	parameters: Parameters,
	title: string,
): Promise<{ records: IDataObject[]; headers: JsonObject } | { error: ReadError }> {
	const result = await read(operation, parameters);
	if ('error' in result) return result;
	const { payload, headers } = result;
	if (Array.isArray(payload)) return { records: payload.filter(isDataObject), headers };
	const message = `The response contains no list of ${title}.`;
	return { error: { message, description: NOTHING_IS_LOST } };
}

function readError({ error, isUnknown, retryAfter: retryAfterMs }: Unread): ReadError {
	const { message, description, httpCode, reason } = error;
	const details = { message, description, httpCode, retryAfterMs };
	if (reason === 'rateLimited' || reason === 'stopped') return { ...details, isPostponed: true };
	if (isUnknown) return { ...details, isNotFound: true };
	if (httpCode !== '404') return details;
	// The API itself may well know the requested record.
	return {
		...details,
		message: `${message} It doesn't look like the API's response, so a gateway may have sent it.`,
	};
}

/**
 * Creates n8n's error for a poll that could not read. It contains the wait in both ways that n8n's backoff reads: as a
 * `retry-after` header, and as `failure` since n8n 2.41.
 */
export function pollError(node: INode, readError: ReadError): NodeApiError {
	const { httpCode, retryAfterMs } = readError;
	const message = withoutHtml(readError.message);
	const description = withoutHtml(readError.description);
	const cause = causeOf(httpCode);
	const code = httpCode !== undefined && { httpCode };
	const apiError = new NodeApiError(node, { message }, { message, description, ...code });
	const error = withMessage(apiError, message);
	if (retryAfterMs === undefined) return Object.assign(error, cause && { failure: { cause } });
	const headers = { 'retry-after': String(Math.ceil(retryAfterMs / MS_PER_SECOND)) };
	return Object.assign(error, { headers }, cause && { failure: { cause, retryAfterMs } });
}

/** None if n8n knows the cause itself, or nobody does. Without a status, no response arrived. */
function causeOf(httpCode: string | undefined) {
	const status = Number(httpCode ?? 0);
	if (status === 429) return 'rate-limited';
	if (status === 401) return 'credential-invalid';
	return status === 0 || status === 408 || status >= 500 ? 'temporarily-unavailable' : undefined;
}
