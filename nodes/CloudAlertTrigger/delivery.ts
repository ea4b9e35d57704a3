import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { areEqualTexts } from '../engine/crypto';
import { authorizationIssue } from '../engine/credentials/authorization';
import { secretValuesOf } from '../engine/credentials/readCredential';
import { FIRST_ERROR_STATUS } from '../engine/http/response';
import { phrase, quoteName, unquoted } from '../engine/phrase';
import { plainText, visibleLine } from '../engine/summary/plainText';
import type { JsonObject } from '../engine/json';
import { parsedJson } from '../engine/json';
import { asObject, textList } from '../engine/parameters/values';
import { shortened, wordsOf } from '../engine/text';
import { MS_PER_SECOND, parseTime, SYSTEM_CLOCK } from '../engine/time';
import type { THRESHOLD_TYPES } from '../clickStack/alerts';
import { conditionText, DELIVERED, DELIVERED_BY_NEWER, tileTitle } from '../clickStack/alerts';
import { chosenApi } from '../clickStack/authentication';
import { stateChangeSummary } from '../features/watch/eventSummary';
import type { Delivery, DeliveryMemory } from './memory';
import { addDelivery, addToMemory } from './memory';
import { SECRET_HEADER, secretOf } from './ownWebhook';
import type { DeliveryChoice } from './parameters';
import { FIRING, readChoice, RESOLVED } from './parameters';
import { inTurn, ownIds, storedRegistration, WEBHOOK } from './openTrigger';

/** Receives a delivery. A wrong secret gets 401, invalid settings of the node 500, everything else 200. */
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
		now: SYSTEM_CLOCK.now(),
	};
	const node = nodeKey(context);
	const response = context.getResponseObject();
	const firing = choice.oncePerFiring ? textIn(delivery.body, 'eventId') : '';
	const turn = firing === '' ? delivery.key : firing;
	if (turn !== undefined) await startTurn(JSON.stringify([node, turn]), response);
	const data = context.getWorkflowStaticData('node');
	const { item, memory } = processDelivery(delivery, addToMemory(node, data), choice);
	Object.assign(data, memory);
	// If n8n can't start the workflow, it responds with an error and saves nothing, and ClickStack calls again.
	response.once(RESPONDED, () => {
		if (response.statusCode < FIRST_ERROR_STATUS) addToMemory(node, memory);
	});
	if (item === undefined) return { webhookResponse: { message: 'Nothing to start' } };
	const warning = storedRegistration(context)?.warning;
	return {
		workflowData: [[{ json: { ...item, ...(warning !== undefined && { warnings: [warning] }) } }]],
	};
}

/** Unlike "finish", this event also comes if the caller has hung up. */
const RESPONDED = 'prefinish';

/**
 * Waits until n8n has responded to earlier calls with the same delivery or firing, which may still fail to start the
 * workflow. The turn ends with n8n's response to this call.
 */
async function startTurn(
	queue: string,
	response: ReturnType<IWebhookFunctions['getResponseObject']>,
): Promise<void> {
	const responded = new Promise<void>((resolve) => response.once(RESPONDED, resolve));
	await new Promise<void>((resolve) => {
		void inTurn(queue, async () => {
			resolve();
			await responded;
		});
	});
}

/** A test has its own webhook and its own static data. */
function nodeKey(context: IWebhookFunctions): string {
	const { workflowId, nodeId } = ownIds(context);
	return JSON.stringify([workflowId, nodeId, context.getMode() === 'manual']);
}

/** The registered URL's secret also counts, because n8n doesn't reveal its test URL here. */
async function hasSecret(context: IWebhookFunctions): Promise<boolean> {
	const received = context.getHeaderData()[SECRET_HEADER];
	if (typeof received !== 'string') return false;
	const api = chosenApi(context);
	const credential = await context.getCredentials(api.credentialType);
	// Anybody could compute the secret that an empty key gives.
	const issue = authorizationIssue(credential, api.authorizationProperties);
	if (issue !== undefined) {
		context.logger.warn(`ClickStack Alert Trigger: ${issue}`);
		return false;
	}
	const secrets = secretValuesOf(api, credential);
	const urls = [storedRegistration(context)?.url, context.getNodeWebhookUrl(WEBHOOK)];
	return urls
		.filter((url) => url !== undefined)
		.map((url) => areEqualTexts(received, secretOf({ ...ownIds(context), url }, secrets)))
		.includes(true);
}

/** ClickStack's clock may be ahead of n8n's by this much. */
const AHEAD_MS = 300 * MS_PER_SECOND;

/**
 * Makes a delivery's item and the updated memory. There's no item for a repeated key, or if the delivery doesn't start
 * the workflow. `now` is in milliseconds since 1970.
 */
export function processDelivery(
	{ key, body, now }: { key: string | undefined; body: JsonObject; now: number },
	memory: DeliveryMemory,
	{ states, oncePerFiring }: DeliveryChoice,
): { item?: IDataObject; memory: DeliveryMemory } {
	const state = textIn(body, 'state');
	const [startTime, endTime = now] = [millisIn(body, 'startTime'), millisIn(body, 'endTime')];
	// A delivery older than a remembered one starts nothing, so a wrong time would silence the alert until then.
	const excess = Math.max(0, endTime - now - AHEAD_MS);
	const delivery = {
		key,
		eventId: textIn(body, 'eventId'),
		event: EVENTS.get(state.toUpperCase()) ?? 'other',
		startTime: startTime && startTime - excess,
		endTime: endTime - excess,
	};
	// States that start nothing are remembered too, because after a recovery the next ALERT is news.
	const { isNews, memory: nextMemory } = addDelivery(memory, delivery, oncePerFiring);
	const isStarting = isNews && startsWorkflow(state, states);
	return isStarting ? { item: deliveryItem(body), memory: nextMemory } : { memory: nextMemory };
}

const EVENTS: ReadonlyMap<string, Delivery['event']> = new Map([
	[FIRING, 'fires'],
	[RESOLVED, 'recovers'],
]);

/** A state that ClickStack adds later starts the workflow if both current states do. */
function startsWorkflow(state: string, chosenStates: unknown): boolean {
	const states = textList(chosenStates).map((name) => String(name).toUpperCase());
	const isAll = [FIRING, RESOLVED].every((name) => states.includes(name));
	return states.length === 0 || isAll || states.includes(state.toUpperCase());
}

/** Maximum length of a name and of a value, so that both fit into a summary with a group. */
const LONGEST_TITLE = 260;

const NUMBER_KEYS: readonly string[] = ['threshold', 'thresholdMax', 'value'];

/** The other alert trigger outputs the alert's record, so values about the alert get that record's keys. */
const OF_ALERT: ReadonlyMap<string, string> = new Map([
	['alertId', 'id'],
	...wordsOf('threshold thresholdMax note teamId').map((name) => [name, name] as const),
]);

/** Times are in ISO format. Newer properties are absent if they have no value. */
function deliveryItem(body: JsonObject): IDataObject {
	const state = textIn(body, 'state');
	const previousState = state.toUpperCase() === RESOLVED ? FIRING : undefined;
	const change = { state, record: {}, ...(previousState && { previousState }) };
	const item: IDataObject = { summary: deliverySummary(change, body) };
	const alert: IDataObject = {};
	for (const name of DELIVERED) {
		item[name] = name.endsWith('Time') ? isoIn(body, name) : textIn(body, name);
	}
	if (previousState !== undefined) item['previousState'] = previousState;
	for (const name of DELIVERED_BY_NEWER) {
		const text = textIn(body, name);
		if (text === '') continue;
		const number = NUMBER_KEYS.includes(name) ? parsedJson(text) : undefined;
		const value = Number.isFinite(number) ? Number(number) : text;
		const alertKey = OF_ALERT.get(name);
		if (alertKey === undefined) item[name] = value;
		else alert[alertKey] = value;
	}
	const thresholdType = COMPARISONS.get(textIn(body, 'comparator'));
	if (thresholdType !== undefined) alert['thresholdType'] = thresholdType;
	return { ...item, alert };
}

/** The title's pattern takes time that grows with the square of the title's length. */
const LONGEST_SEARCHED = 2000;

/** ClickStack's own title for an unnamed alert: its tile and dashboard, or its saved search, and the value. */
const OWN_TITLE = /^Alert for "(.+?)"(?: in "(.+?)")?(?: - (.+))?$/u;

/** Such as "Alert 'Errors over Time' fires: 12, at or above 10", like the Dashboard Trigger's summary. */
function deliverySummary(
	change: Parameters<typeof stateChangeSummary>[1],
	body: JsonObject,
): string {
	const title = textIn(body, 'title');
	// ClickStack's titles start with an emoji.
	const text = visibleLine(shortened(title, LONGEST_SEARCHED)).replace(/^[^\p{L}\p{N}]+/u, '');
	const [, watched, dashboard, value] = OWN_TITLE.exec(text) ?? [];
	const name = dashboard === undefined ? (watched ?? text) : tileTitle(watched, dashboard);
	const record = { title: 'alert', name: shortened(name, LONGEST_TITLE), id: '', unnamed: 'alert' };
	const summary = stateChangeSummary(record, change);
	const reason =
		firingReason(body) ?? (value && plainText(unquoted(shortened(value, LONGEST_TITLE))));
	return reason === undefined ? summary : `${summary}: ${reason}`;
}

/** Newer servers send comparators as symbols. The alert's record names them with words. */
const COMPARISONS: ReadonlyMap<string, keyof typeof THRESHOLD_TYPES> = new Map([
	['>=', 'above'],
	['>', 'above_exclusive'],
	['<', 'below'],
	['<=', 'below_or_equal'],
	['=', 'equal'],
	['!=', 'not_equal'],
	['between', 'between'],
	['outside', 'not_between'],
]);

/** Such as "12, at or above 10". Undefined after a recovery, and if an older ClickStack doesn't send the value. */
function firingReason(body: JsonObject): string | undefined {
	const [state, value, comparator, threshold, thresholdMax] = wordsOf(
		'state value comparator threshold thresholdMax',
	).map((name) => textIn(body, name));
	const thresholdType = COMPARISONS.get(comparator ?? '');
	const condition = thresholdType && conditionText({ thresholdType, threshold, thresholdMax });
	const isKnown = state?.toUpperCase() === FIRING && value !== '' && threshold !== '';
	if (!isKnown || condition === undefined) return undefined;
	return plainText(phrase`${quoteName(value)}, ${condition}`);
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
