import { createHash, timingSafeEqual } from 'node:crypto';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { chosenApi } from '../clickStack/authentication';
import { z } from 'zod';
import type { JsonObject } from '../engine/json';
import { asObject } from '../engine/parameters/values';
import { MS_PER_DAY, parseTime } from '../engine/time';
import type { DeliveryChoice } from './fields';
import { deliveryChoice, FIRING, OPTIONS, RESOLVED, STATES } from './fields';
import { DELIVERED, DELIVERED_BY_NEWER, SECRET_HEADER, secretOf } from './ownWebhook';
import { ownIds, secretsOf, storedRegistration, WEBHOOK } from './session';

/** How many keys and firings are remembered: n8n saves them with every delivery. */
const MAX_KEYS = 200;
const MAX_FIRINGS = 500;

/** The last state of an alert, or of one of its groups, and its time. */
const firingSchema = z.object({ eventId: z.string(), state: z.string(), at: z.number() });
type Firing = z.infer<typeof firingSchema>;

/** The traces of earlier deliveries in static data, the oldest first. */
const memorySchema = z.object({
	keys: z.array(z.string()).catch([]),
	firings: z.array(firingSchema).catch([]),
});
type DeliveryMemory = z.infer<typeof memorySchema>;

/**
 * Returns a delivery's item and the updated memory. A repeated delivery, which has the same key, and one that doesn't
 * start the workflow have no item.
 */
export function admit(
	{ key, body, now }: { key: string | undefined; body: JsonObject; now: number },
	memory: DeliveryMemory,
	{ states, oncePerFiring }: DeliveryChoice,
): { item?: IDataObject; memory: DeliveryMemory } {
	if (key !== undefined && memory.keys.includes(key)) return { memory };
	const item = itemOf(body);
	const keys = key === undefined ? memory.keys : [...memory.keys, key].slice(-MAX_KEYS);
	const kept = { ...memory, keys };
	const firing = {
		eventId: textIn(body, 'eventId'),
		state: textIn(body, 'state'),
		at: millisIn(body, 'endTime') ?? now,
	};
	const isNews = !oncePerFiring || isChange(firing, memory.firings);
	if (oncePerFiring && firing.eventId !== '') kept.firings = withFiring(memory.firings, firing);
	return isNews && isAmong(firing.state, states) ? { item, memory: kept } : { memory: kept };
}

/** An OK can get lost: an ALERT a day after the last one is a new firing. */
function isChange({ eventId, state, at }: Firing, firings: readonly Firing[]): boolean {
	const last = firings.find((one) => one.eventId === eventId);
	if (last?.state !== state) return true;
	return state === FIRING && at - last.at > MS_PER_DAY;
}

function withFiring(firings: readonly Firing[], firing: Firing): Firing[] {
	const others = firings.filter(({ eventId }) => eventId !== firing.eventId);
	return [...others, firing].slice(-MAX_FIRINGS);
}

/** If ClickStack adds a state, it starts the workflow when both current states do. */
function isAmong(state: string, states: readonly string[]): boolean {
	const isAll = [FIRING, RESOLVED].every((one) => states.includes(one));
	return states.length === 0 || isAll || states.includes(state.toUpperCase());
}

const NUMBERS: readonly string[] = ['threshold', 'thresholdMax', 'value'];

/** Returns a delivery as an item: times in ISO format, and newer properties only if they have a value. */
function itemOf(body: JsonObject): IDataObject {
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
	const data = context.getWorkflowStaticData('node');
	const options = asObject(context.getNodeParameter(OPTIONS, {}));
	const choice = deliveryChoice(context.getNodeParameter(STATES, []), options);
	const key = context.getHeaderData()['idempotency-key'];
	const body: unknown = context.getBodyData();
	const delivery = {
		key: typeof key === 'string' ? key : undefined,
		body: asObject(body),
		now: Date.now(),
	};
	const { item, memory } = admit(delivery, memorySchema.parse(data), choice);
	Object.assign(data, memory);
	return item === undefined
		? { webhookResponse: { message: 'Nothing to start' } }
		: { workflowData: [[{ json: item }]] };
}

/**
 * Returns whether a delivery has the webhook's secret. n8n doesn't reveal its test URL here, so the secret for the
 * registered URL counts as well.
 */
async function hasSecret(context: IWebhookFunctions): Promise<boolean> {
	const received = context.getHeaderData()[SECRET_HEADER];
	if (typeof received !== 'string') return false;
	const api = chosenApi(context);
	const secrets = secretsOf(api, await context.getCredentials(api.credentialType));
	const urls = [storedRegistration(context)?.url, context.getNodeWebhookUrl(WEBHOOK)];
	return urls
		.filter((url) => url !== undefined)
		.map((url) => isSame(received, secretOf({ ...ownIds(context), url }, secrets)))
		.includes(true);
}

/** Compares texts in constant time. */
function isSame(one: string, other: string): boolean {
	const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
	return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
