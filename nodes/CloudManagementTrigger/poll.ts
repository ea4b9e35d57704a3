import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';

import { managementApi } from '../CloudManagement/api/managementApi';
import { readCredential } from '../core/credentials/read';
import type { Clock } from '../core/clock';
import { SYSTEM_CLOCK } from '../core/clock';
import { inputError } from '../core/errors/nodeErrors';
import { requestUrl } from '../core/http/request';
import { hashOf } from '../core/json';
import { emptyExpressions, gaveNothing } from '../core/parameters/read';
import { reportDefects } from '../core/execution/openClient';
import { asObject, emptyToUndefined } from '../core/parameters/values';
import { properties } from './properties';
import { throwIssues } from './pollError';
import type { PollReader } from './reader';
import { openPollReader } from './reader';

/** One poll, as an event uses it. */
export interface Poll extends Pick<PollReader, 'read' | 'redact'> {
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
export interface Advance {
	/** The state to keep. */
	state: IDataObject;
	/** The items to emit. */
	items: IDataObject[];
	/** What is to be reported although the poll goes on. */
	problem?: Error;
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
	events: Readonly<Record<string, TriggerEvent>>,
	clock: Clock = SYSTEM_CLOCK,
): Promise<INodeExecutionData[][] | null> {
	const event = selectedEvent(context, events);
	throwEmpty(context);
	const credential = await readCredential(context, managementApi);
	const byHand = context.getMode() === 'manual';
	const stored = byHand ? {} : { ...context.getWorkflowStaticData('node') };
	const poll = pollSettings(context, credential);
	const startedAt = clock.now();
	const access = { api: managementApi, credential };
	return await reportDefects(context, access, 'a poll', async () => {
		const { read, redact, close } = openPollReader(context, credential, clock);
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
	const { state, items, problem } = result.advance(stored);
	for (const name of Object.keys(stored)) Reflect.deleteProperty(stored, name);
	Object.assign(stored, state);
	// Thrown, it would keep back the items, and n8n would store no state.
	if (problem !== undefined) context.__emitError(problem);
	return items.length === 0 ? null : [items.map((json) => ({ json }))];
}

/** Throws a `NodeOperationError` if an expression returned nothing: the poll would watch something else than is meant. */
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

function pollSettings(
	context: IPollFunctions,
	credential: ICredentialDataDecryptedObject,
): Pick<Poll, 'node' | 'scope' | 'settings' | 'parameter'> {
	const node = context.getNode();
	const parameter = (name: string): unknown => context.getNodeParameter(name, '');
	const { organizationId } = asObject(parameter('options'));
	const organization = emptyToUndefined(organizationId) ?? credential['organizationId'];
	// One spelling: the host in lower case, without a default port, slashes at the end and a pasted version.
	const { href } = new URL(requestUrl(credential['baseUrl'], '/v1'));
	const names = [organization, parameter('event')].map((part) => String(part).trim());
	return { node, scope: hashOf([href, ...names]), settings: hashOf(node.parameters), parameter };
}
