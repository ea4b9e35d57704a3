import type { IDataObject } from 'n8n-workflow';
import { plainText, visibleLine } from '../engine/summary/plainText';
import type { JsonObject } from '../engine/json';
import { textList } from '../engine/parameters/values';
import { shortened, wordsOf } from '../engine/text';
import { parseTime } from '../engine/time';
import { tileTitle } from '../clickStack/alerts';
import { changeSummary } from '../features/watch/eventSummary';
import type { DeliveryMemory, Notice } from './memory';
import { addNotice } from './memory';
import { DELIVERED, DELIVERED_BY_NEWER } from './ownWebhook';

export const [FIRING, RESOLVED] = ['ALERT', 'OK'] as const;

/** The deliveries that start the workflow. */
export interface DeliveryChoice {
	states: readonly string[];
	oncePerFiring: boolean;
}

export function deliveryChoice(states: unknown, oncePerFiring: boolean): DeliveryChoice {
	return { states: textList(states).map((state) => String(state).toUpperCase()), oncePerFiring };
}

/**
 * Makes a delivery's item and the updated memory. There's no item for a repeated key, or if the delivery doesn't start
 * the workflow. `now` is in milliseconds since 1970.
 */
export function receiveNotice(
	{ key, body, now }: { key: string | undefined; body: JsonObject; now: number },
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
	// States that start nothing are remembered too, because after a recovery the next ALERT is news.
	const { isRepeat, isContinued, memory: next } = addNotice(memory, notice, oncePerFiring);
	const isStarting = !isRepeat && !isContinued && startsWorkflow(state, states);
	return isStarting ? { item: deliveryItem(body), memory: next } : { memory: next };
}

const EVENTS: ReadonlyMap<string, Notice['event']> = new Map([
	[FIRING, 'fires'],
	[RESOLVED, 'recovers'],
]);

/** A state that ClickStack adds later starts the workflow if both current states do. */
function startsWorkflow(state: string, states: readonly string[]): boolean {
	const isAll = [FIRING, RESOLVED].every((name) => states.includes(name));
	return states.length === 0 || isAll || states.includes(state.toUpperCase());
}

/** Leaves room for a name, a value and a group. */
const LONGEST_TITLE = 260;

const NUMBERS: readonly string[] = ['threshold', 'thresholdMax', 'value'];

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
	const item: IDataObject = { summary: deliverySummary(change, textIn(body, 'title')) };
	const alert: IDataObject = {};
	for (const name of DELIVERED) {
		item[name] = name.endsWith('Time') ? isoIn(body, name) : textIn(body, name);
	}
	if (previousState !== undefined) item['previousState'] = previousState;
	for (const name of DELIVERED_BY_NEWER) {
		const text = textIn(body, name);
		if (text === '') continue;
		const isNumber = NUMBERS.includes(name) && Number.isFinite(Number(text));
		const alertKey = OF_ALERT.get(name);
		if (alertKey === undefined) item[name] = isNumber ? Number(text) : text;
		else alert[alertKey] = isNumber ? Number(text) : text;
	}
	return { ...item, alert };
}

/** ClickStack's own title for an unnamed alert: its tile and dashboard, or its saved search, and the value. */
const OWN_TITLE = /^Alert for "(.+?)"(?: in "(.+?)")?(?: - (.+))?$/u;

/** "Alert 'Errors over Time' fires", worded like the other trigger's summary. */
function deliverySummary(change: Parameters<typeof changeSummary>[1], title: string): string {
	// ClickStack's titles start with an emoji.
	const text = visibleLine(title).replace(/^[^\p{L}\p{N}]+/u, '');
	const [, watched, dashboard, value] = OWN_TITLE.exec(text) ?? [];
	const name = dashboard === undefined ? (watched ?? text) : tileTitle(watched, dashboard);
	const record = { title: 'alert', name: shortened(name, LONGEST_TITLE), id: '', unnamed: 'alert' };
	const summary = changeSummary(record, change);
	return value === undefined
		? summary
		: `${summary}: ${plainText(shortened(value, LONGEST_TITLE))}`;
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
