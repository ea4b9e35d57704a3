import { createHash, timingSafeEqual } from 'node:crypto';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { chosenApi } from '../clickStack/authentication';
import type { JsonObject } from '../engine/json';
import { asObject } from '../engine/parameters/values';
import { parseTime } from '../engine/time';
import type { DeliveryChoice } from './fields';
import { FIRING, readChoice, RESOLVED } from './fields';
import type { DeliveryMemory, Notice } from './memory';
import { NodeMemories, noted } from './memory';
import { DELIVERED, DELIVERED_BY_NEWER, SECRET_HEADER, secretOf } from './ownWebhook';
import { ownIds, secretValuesOf, storedRegistration, WEBHOOK } from './setup';

/** How many nodes are remembered beside their static data: more are rare in one process. */
const MAX_NODES = 500;
const memories = new NodeMemories(MAX_NODES);

/** A delivery as it arrived. `now` is in milliseconds since 1970. */
interface Delivery {
	key: string | undefined;
	body: JsonObject;
	now: number;
}

/**
 * A delivery's item and the updated memory. A repeated delivery, which has the same key, and one that doesn't start the
 * workflow have no item.
 */
export function admit(
	{ key, body, now }: Delivery,
	memory: DeliveryMemory,
	{ states, oncePerFiring }: DeliveryChoice,
): { item?: IDataObject; memory: DeliveryMemory } {
	const state = textIn(body, 'state');
	const notice = {
		key,
		eventId: textIn(body, 'eventId'),
		event: EVENTS.get(state.toUpperCase()) ?? 'other',
		startTime: millisIn(body, 'startTime'),
		endTime: millisIn(body, 'endTime') ?? now,
	};
	// A state that starts nothing is remembered as well: after a recovery, the next ALERT is news.
	const { isRepeat, isContinued, memory: next } = noted(memory, notice, oncePerFiring);
	const isStarting = !isRepeat && !isContinued && startsWorkflow(state, states);
	return isStarting ? { item: deliveryItem(body), memory: next } : { memory: next };
}

const EVENTS: ReadonlyMap<string, Notice['event']> = new Map([
	[FIRING, 'fires'],
	[RESOLVED, 'recovers'],
]);

/** If ClickStack adds a state, it starts the workflow when both current states do. */
function startsWorkflow(state: string, states: readonly string[]): boolean {
	const isAll = [FIRING, RESOLVED].every((name) => states.includes(name));
	return states.length === 0 || isAll || states.includes(state.toUpperCase());
}

const NUMBERS: readonly string[] = ['threshold', 'thresholdMax', 'value'];

/** Times are in ISO format, and newer properties are only there if they have a value. */
function deliveryItem(body: JsonObject): IDataObject {
	const item: IDataObject = {};
	for (const name of DELIVERED) {
		item[name] = name.endsWith('Time') ? isoIn(body, name) : textIn(body, name);
	}
	for (const name of DELIVERED_BY_NEWER) {
		const text = textIn(body, name);
		const isNumber = NUMBERS.includes(name) && Number.isFinite(Number(text));
		if (text !== '') item[name] = isNumber ? Number(text) : text;
	}
	return item;
}

function textIn(body: JsonObject, name: string): string {
	const value = body[name];
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function millisIn(body: JsonObject, name: string): number | undefined {
	return parseTime(textIn(body, name), 'utc')?.toMillis();
}

function isoIn(body: JsonObject, name: string): string {
	return parseTime(textIn(body, name), 'utc')?.toISO() ?? textIn(body, name);
}

/** Receives a delivery from n8n. A wrong secret gets 401, anything else 200. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (!(await hasSecret(context))) {
		context.logger.warn('ClickStack Alert Trigger: a delivery with a wrong secret was refused.');
		context.getResponseObject().status(401).json({ message: 'The secret is wrong.' });
		return { noWebhookResponse: true };
	}
	const choice = readChoice(context);
	const key = context.getHeaderData()['idempotency-key'];
	const body: unknown = context.getBodyData();
	const delivery = {
		key: typeof key === 'string' ? key : undefined,
		body: asObject(body),
		now: Date.now(),
	};
	// From here on nothing waits: a call at the same time finds this one's notes, or this one finds its.
	const data = context.getWorkflowStaticData('node');
	const node = nodeKey(context);
	const { item, memory } = admit(delivery, memories.recall(node, data), choice);
	memories.keep(node, memory);
	Object.assign(data, memory);
	if (item === undefined) return { webhookResponse: { message: 'Nothing to start' } };
	const warning = storedRegistration(context)?.warning;
	return {
		workflowData: [[{ json: { ...item, ...(warning !== undefined && { warnings: [warning] }) } }]],
	};
}

/** A test has its own webhook, and its own static data. */
function nodeKey(context: IWebhookFunctions): string {
	const { workflowId, nodeId } = ownIds(context);
	return JSON.stringify([workflowId, nodeId, context.getMode() === 'manual']);
}

/**
 * True if a delivery has the webhook's secret. n8n doesn't reveal its test URL here, so the secret for the registered
 * URL counts as well.
 */
async function hasSecret(context: IWebhookFunctions): Promise<boolean> {
	const received = context.getHeaderData()[SECRET_HEADER];
	if (typeof received !== 'string') return false;
	const api = chosenApi(context);
	const secrets = secretValuesOf(api, await context.getCredentials(api.credentialType));
	const urls = [storedRegistration(context)?.url, context.getNodeWebhookUrl(WEBHOOK)];
	return urls
		.filter((url) => url !== undefined)
		.map((url) => areEqualTexts(received, secretOf({ ...ownIds(context), url }, secrets)))
		.includes(true);
}

/** Compares texts in constant time. */
function areEqualTexts(received: string, expected: string): boolean {
	const [first, second] = [received, expected].map((text) =>
		createHash('sha256').update(text).digest(),
	);
	return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
