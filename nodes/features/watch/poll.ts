import type {
	INodeProperties,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import { readCredential } from '../../engine/credentials/read';
import type { Clock } from '../../engine/time';
import { SYSTEM_CLOCK } from '../../engine/time';
import { inputError } from '../../engine/errors/nodeErrors';
import { requestUrl } from '../../engine/http/request';
import { hashOf, isDataObject } from '../../engine/json';
import type { Api, Operation, Parameters } from '../../engine/operation';
import { emptyTriggerFields, gaveNothing } from '../../engine/parameters/read';
import { reportDefects } from '../../engine/execution/reader';
import { throwIssues, openPollReader, pollError } from './reader';
import type { PollReader, ReadError, ReadResult } from './reader';

/** How many resources one trigger reads by ID or path at most. */
export const MAX_WATCHED = 50;

/** What n8n shows when a workflow with the trigger is published. */
export const ACTIVATION_MESSAGE =
	'The first poll only remembers the current state. After that, anything new or changed starts the workflow.';

/** The text about IDs in the field for the IDs to watch. */
export const SEPARATE_IDS = 'Separate IDs with commas, or enter a list with an expression.';

/** The names of the fields that choose which changes start the workflow. */
export const STATES = 'states';
export const PREVIOUS_STATES = 'previousStates';

/** Returns these fields, each with an example. `known` are the states that are known, if any. */
export function changeFilters(
	things: 'States' | 'Statuses' | 'Values',
	state: string,
	previousState: string,
	known?: readonly string[],
): INodeProperties[] {
	const these = `these ${things.toLowerCase()}`;
	const listed = known === undefined ? '' : ` (${known.join(', ')} or gone)`;
	return [
		{
			displayName: `New ${things}`,
			name: STATES,
			type: 'string',
			default: '',
			placeholder: `e.g. ${state}`,
			description: `Only changes to one of ${these}${listed} start the workflow. Separate them with commas, or enter a list with an expression. Not case-sensitive. Leave empty for all.`,
		},
		{
			displayName: `Previous ${things}`,
			name: PREVIOUS_STATES,
			type: 'string',
			default: '',
			placeholder: `e.g. ${previousState}`,
			description: `Only changes from one of ${these} start the workflow. Enter them as in New ${things}. Leave empty for all.`,
		},
	];
}

/** A polling trigger: what it reads from, its panel, and its events by the values of the selector. */
export interface Trigger {
	api: Api;
	/** What every path begins with: pasted with the base URL, it makes no other scope. */
	version: string;
	/** Returns what else decides which state is used, such as the organization. */
	home: (credential: ICredentialDataDecryptedObject, parameter: Poll['parameter']) => unknown[];
	properties: INodeProperties[];
	events: Readonly<Record<string, TriggerEvent>>;
}

/** One poll, as an event uses it. */
export interface Poll
	extends Pick<PollReader, 'read' | 'redact'>, Pick<Trigger, 'api' | 'properties'> {
	node: INode;
	/** A stored state of another scope is not used. */
	scope: string;
	/** A hash of the node's parameters: at activation they may differ from those of the last poll. */
	settings: string;
	/** By n8n's clock. */
	startedAt: number;
	parameter: (name: string) => unknown;
}

/** What a poll comes to. */
interface Advance {
	/** The state to keep. */
	state: IDataObject;
	/** The items to emit. */
	items: IDataObject[];
	/** What is to be reported although the poll continues. */
	problems: Error[];
}

/** What a poll has read. */
export interface PollResult {
	/** Throws if there is nothing to go by, or if an activation is to fail. */
	advance: (stored: unknown) => Advance;
	/** Returns the item for a test by hand. Throws if there is none. */
	sample: () => IDataObject;
}

/** One event of the trigger. `stored` is the state before the poll. */
export interface TriggerEvent {
	read: (poll: Poll, stored: unknown) => Promise<PollResult>;
}

/**
 * Runs one poll of the selected event. Returns the items to emit, or null if there are none.
 * Throws a `NodeApiError` if the API could not be read; the stored state is then unchanged.
 */
export async function runPoll(
	context: IPollFunctions,
	trigger: Trigger,
	clock: Clock = SYSTEM_CLOCK,
): Promise<INodeExecutionData[][] | null> {
	const { api, properties } = trigger;
	const event = selectedEvent(context, trigger);
	// Of several fields with one name, messages show the label of the event's own.
	const shown = { ...trigger, properties: properties.filter(isShownFor(context)) };
	throwEmpty(context, shown);
	const credential = await readCredential(context, api);
	const byHand = context.getMode() === 'manual';
	const stored = byHand ? {} : { ...context.getWorkflowStaticData('node') };
	const poll = pollSettings(context, shown, credential);
	const startedAt = clock.now();
	return await reportDefects(context, { api, credential }, 'a poll', async () => {
		const { read, redact, close } = openPollReader(context, api, credential, clock);
		try {
			const result = await event.read({ ...poll, startedAt, read, redact }, stored);
			return byHand ? [[{ json: result.sample() }]] : emitted(context, result);
		} finally {
			// Or others that use the key would wait for this poll's turns.
			close();
		}
	});
}

function emitted(context: IPollFunctions, result: PollResult): INodeExecutionData[][] | null {
	// From here on nothing waits: a poll that runs at the same time finds the old state or the new one.
	const stored = context.getWorkflowStaticData('node');
	const { state, items, problems } = result.advance(stored);
	for (const name of Object.keys(stored)) Reflect.deleteProperty(stored, name);
	Object.assign(stored, state);
	// Thrown, they would keep back the items, and n8n would store no state.
	for (const problem of problems) context.__emitError(problem);
	return items.length === 0 ? null : [items.map((json) => ({ json }))];
}

/** Throws a `NodeOperationError` if an expression returned nothing: the poll would watch something else than is meant. */
function throwEmpty(context: IPollFunctions, { properties }: Trigger): void {
	const node = context.getNode();
	const { parameters } = node;
	const empty = properties.flatMap((property) => {
		const value: unknown = context.getNodeParameter(property.name, '');
		return emptyTriggerFields(property, parameters[property.name], value);
	});
	throwIssues({ node, properties }, [...new Set(empty)].map(gaveNothing));
}

function isShownFor(context: IPollFunctions): (property: INodeProperties) => boolean {
	const event: unknown = context.getNodeParameter('event');
	return ({ displayOptions }) => {
		const events: unknown[] = displayOptions?.show?.['event'] ?? [event];
		return events.includes(event);
	};
}

function selectedEvent(context: IPollFunctions, { events }: Trigger): TriggerEvent {
	const name: unknown = context.getNodeParameter('event');
	const event = typeof name === 'string' && Object.hasOwn(events, name) ? events[name] : undefined;
	if (event !== undefined) return event;
	throw inputError(context.getNode(), {
		message: `The event "${String(name)}" is unknown`,
		description: 'Choose the event again.',
	});
}

function pollSettings(
	context: IPollFunctions,
	{ api, version, home, properties }: Trigger,
	credential: ICredentialDataDecryptedObject,
): Omit<Poll, 'read' | 'redact' | 'startedAt'> {
	const node = context.getNode();
	const parameter = (name: string): unknown => context.getNodeParameter(name, '');
	// One spelling: the host in lower case, without a default port, slashes at the end and a pasted version.
	const { href } = new URL(requestUrl(credential['baseUrl'], version));
	const names = [...home(credential, parameter), parameter('event')];
	const scope = hashOf([href, ...names.map((part) => String(part).trim())]);
	return { api, properties, node, scope, settings: hashOf(node.parameters), parameter };
}

/** A list that was read. */
type ListResult = Exclude<ReadResult, { error: unknown }> & { records: IDataObject[] };

/** Reads a list, which messages call `title`. Throws a `NodeApiError` if it can't be read. */
export async function readRecords(
	poll: Poll,
	operation: Operation,
	parameters: Parameters,
	title: string,
): Promise<ListResult> {
	const result = await tryRecords(poll, operation, parameters, title);
	if ('error' in result) throw pollError(poll.node, result.error);
	return result;
}

/** Reads a list, or returns why it can't be read. */
export async function tryRecords(
	{ read }: Poll,
	operation: Operation,
	parameters: Parameters,
	title: string,
): Promise<ListResult | { error: ReadError }> {
	const result = await read(operation, parameters);
	if ('error' in result) return result;
	const { payload } = result;
	if (Array.isArray(payload)) return { ...result, records: payload.filter(isDataObject) };
	return {
		error: {
			message: `The response contains no list of ${title}.`,
			description: 'Nothing is lost: the next poll reads again.',
		},
	};
}
