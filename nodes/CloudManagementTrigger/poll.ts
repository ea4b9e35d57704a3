import type { IDataObject, INode, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { managementApi } from '../CloudManagement/api/managementApi';
import { readCredential } from '../core/credentials/read';
import type { Clock } from '../core/clock';
import { SYSTEM_CLOCK } from '../core/clock';
import { inputError } from '../core/errors/nodeErrors';
import { requestUrl } from '../core/http/request';
import { hashOf } from '../core/json';
import type { JsonObject } from '../core/json';
import type { Operation, Parameters } from '../core/operation';
import { emptyExpressions, gaveNothing } from '../core/parameters/read';
import { reportDefects } from '../core/execution/openClient';
import { collection, optional } from '../core/parameters/values';
import { properties } from './properties';
import { throwIssues } from './pollError';
import type { ReadResult } from './reader';
import { PollReader } from './reader';

/** One poll, as an event uses it. */
export interface Poll {
	node: INode;
	/** Names what is watched: a stored state of another scope is not used. */
	scope: string;
	/** Names the node's parameters as they are set: at activation they may differ from those of the last poll. */
	settings: string;
	/** Returns the value of one of the node's parameters. */
	parameter: (name: string) => unknown;
	/** Reads in the organization of the node. */
	read: (operation: Operation, parameters: Parameters) => Promise<ReadResult>;
	/** Removes the credential's secrets from text that the API sent. */
	redact: (text: string) => string;
	/** Whether there is time for another read. */
	hasTime: () => boolean;
}

/** What a poll comes to. */
export interface Advance {
	/** The state to keep. */
	state: IDataObject;
	/** The items to emit. */
	items: IDataObject[];
	/** What is to be reported although the poll goes on. */
	problem?: Error;
}

/** What a poll has read. */
export interface Observation {
	/** Throws where there is nothing to go by, or where an activation is to fail. */
	advance: (stored: unknown) => Advance;
	/** Returns the item for a test by hand. Throws where there is none. */
	sample: () => IDataObject;
}

/** One event of the trigger. `stored` is the state before the poll. */
export interface TriggerEvent {
	observe: (poll: Poll, stored: unknown) => Promise<Observation>;
}

/**
 * Runs one poll of the selected event. Returns the items to emit, or null where there are none.
 * Throws a `NodeApiError` when the API could not be read; the stored state is then as it was.
 */
export async function runPoll(
	context: IPollFunctions,
	events: Readonly<Record<string, TriggerEvent>>,
	clock: Clock = SYSTEM_CLOCK,
): Promise<INodeExecutionData[][] | null> {
	const event = selectedEvent(context, events);
	throwEmpty(context);
	const credential = await readCredential(context, managementApi);
	const byHand = context.getMode() === 'manual';
	const before = byHand ? {} : { ...context.getWorkflowStaticData('node') };
	const open = (): PollReader => new PollReader(context, credential, clock);
	const access = { api: managementApi, credential };
	return await reportDefects(context, access, 'a poll', async () => {
		const observation = await observe(context, event, before, credential, open);
		return byHand ? [[{ json: observation.sample() }]] : emitted(context, observation);
	});
}

/** Keeps the new state, and returns the items to emit, or null where there are none. */
function emitted(context: IPollFunctions, observation: Observation): INodeExecutionData[][] | null {
	// From here on nothing waits: a poll that runs at the same time finds the old state or the new one.
	const stored = context.getWorkflowStaticData('node');
	const { state, items, problem } = observation.advance(stored);
	for (const name of Object.keys(stored)) Reflect.deleteProperty(stored, name);
	Object.assign(stored, state);
	// Thrown, it would keep back the items, and n8n would store no state.
	if (problem !== undefined) context.__emitError(problem);
	return items.length === 0 ? null : [items.map((json) => ({ json }))];
}

/** Throws a `NodeOperationError` where an expression gave nothing: a poll would watch something else than is meant. */
function throwEmpty(context: IPollFunctions): void {
	const { parameters } = context.getNode();
	const empty = properties.flatMap((property) => {
		const value: unknown = context.getNodeParameter(property.name, '');
		return emptyExpressions(property, parameters[property.name], value);
	});
	throwIssues(context.getNode(), [...new Set(empty)].map(gaveNothing));
}

function selectedEvent(
	context: IPollFunctions,
	events: Readonly<Record<string, TriggerEvent>>,
): TriggerEvent {
	const name: unknown = context.getNodeParameter('event');
	const event = typeof name === 'string' && Object.hasOwn(events, name) ? events[name] : undefined;
	if (event !== undefined) return event;
	throw inputError(context.getNode(), {
		message: `The event "${String(name)}" is not known`,
		description: 'Choose the event again.',
	});
}

/** Lets the event read with a reader that is opened for it, and closes that. */
async function observe(
	context: IPollFunctions,
	event: TriggerEvent,
	before: unknown,
	credential: JsonObject,
	open: () => PollReader,
): Promise<Observation> {
	const parameter = (name: string): unknown => context.getNodeParameter(name, '');
	const { organizationId } = collection(parameter('options'));
	const scope = scopeOf(credential, organizationId, parameter('event'));
	const settings = hashOf(context.getNode().parameters);
	// Whatever is thrown from here on, the reader leaves the request queue.
	const reader = open();
	try {
		const poll: Poll = {
			...{ node: context.getNode(), scope, settings, parameter },
			read: async (operation, parameters) =>
				await reader.read(operation, { ...parameters, options: { organizationId } }),
			redact: (text) => reader.redact(text),
			hasTime: () => reader.hasTime(),
		};
		return await event.observe(poll, before);
	} finally {
		reader.close();
	}
}

function scopeOf(credential: JsonObject, organizationId: unknown, event: unknown): string {
	const organization = optional(organizationId) ?? credential['organizationId'];
	// One spelling: the host in lower case, without a default port, slashes at the end and a pasted version.
	const { href } = new URL(requestUrl(credential['baseUrl'], '/v1'));
	return hashOf([href, ...[organization, event].map((part) => String(part).trim())]);
}
