import type { IDataObject } from 'n8n-workflow';
import { phrase, quoteName, unquoted } from '../engine/phrase';
import { plainText, visibleLine } from '../engine/summary/plainText';
import type { JsonObject } from '../engine/json';
import { parsedJson } from '../engine/json';
import { textList } from '../engine/parameters/values';
import { shortened, wordsOf } from '../engine/text';
import { MS_PER_SECOND, parseTime } from '../engine/time';
import type { THRESHOLD_TYPES } from '../clickStack/alerts';
import { conditionText, DELIVERED, DELIVERED_BY_NEWER, tileTitle } from '../clickStack/alerts';
import { stateChangeSummary } from '../features/watch/eventSummary';
import type { Delivery, DeliveryMemory } from './memory';
import { addDelivery } from './memory';

export const [FIRING, RESOLVED] = ['ALERT', 'OK'] as const;

/** The deliveries that start the workflow. */
export interface DeliveryChoice {
	states: readonly string[];
	oncePerFiring: boolean;
}

export function deliveryChoice(states: unknown, oncePerFiring: boolean): DeliveryChoice {
	return { states: textList(states).map((state) => String(state).toUpperCase()), oncePerFiring };
}

/** ClickStack's clock may be ahead of n8n's by this much. */
const AHEAD_MS = 300 * MS_PER_SECOND;

/**
 * Makes a delivery's item and the updated memory. There's no item for a repeated key, or if the delivery doesn't start
 * the workflow. `now` is in milliseconds since 1970.
 */
export function receiveDelivery(
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
	const { isNews, memory: next } = addDelivery(memory, delivery, oncePerFiring);
	const isStarting = isNews && startsWorkflow(state, states);
	return isStarting ? { item: deliveryItem(body), memory: next } : { memory: next };
}

const EVENTS: ReadonlyMap<string, Delivery['event']> = new Map([
	[FIRING, 'fires'],
	[RESOLVED, 'recovers'],
]);

/** A state that ClickStack adds later starts the workflow if both current states do. */
function startsWorkflow(state: string, states: readonly string[]): boolean {
	const isAll = [FIRING, RESOLVED].every((name) => states.includes(name));
	return states.length === 0 || isAll || states.includes(state.toUpperCase());
}

/** Maximum length of a name and of a value, so that both fit into a summary with a group. */
const LONGEST_TITLE = 260;

const NUMBER_KEYS: readonly string[] = ['threshold', 'thresholdMax', 'value'];

/** Values about the alert, renamed to the keys of its record in the other alert trigger. */
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
	return { ...item, alert };
}

/** Matching the title's pattern takes time that grows with the square of its length. */
const LONGEST_SEARCHED = 2000;

/** ClickStack's own title for an unnamed alert: its tile and dashboard, or its saved search, and the value. */
const OWN_TITLE = /^Alert for "(.+?)"(?: in "(.+?)")?(?: - (.+))?$/u;

/** "Alert 'Errors over Time' fires: 12, at or above 10", worded like the other trigger's summary. */
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

/** Comparators of newer servers, as the alert's record names them. */
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

/** "12, at or above 10". Undefined from older servers, and after a recovery. */
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
