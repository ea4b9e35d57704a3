import { createHash } from 'node:crypto';
import { type JsonObject, objectAt, objectsAt, textAt } from '../../contract/json';
import type { StoredRecord } from './seed';
import type { ClickStackState } from './state';

/** An evaluation of an alert, or of a group in it. */
interface Evaluation {
	breaches: boolean;
	group?: string;
	/** In milliseconds since 1970. Defaults to now. */
	endTime?: number;
}

/** `status` is 0 without a response. A real server would retry. */
interface Delivery {
	webhookId: string;
	status: number;
}

const TIMEOUT_MS = 30_000;
const WINDOW_MS = 60_000;

export function channelsOf(body: JsonObject): JsonObject[] {
	const channels = objectsAt(body, 'channels');
	return channels.length > 0 ? channels : objectsAt({ list: [body['channel']] }, 'list');
}

/** Alerts and groups that are firing. */
const firing = new WeakMap<ClickStackState, Set<string>>();

/** Evaluates an alert: every breaching window sends ALERT to all channels, and recovery sends OK once. */
export async function evaluateAlert(
	state: ClickStackState,
	alertId: string,
	evaluation: Evaluation,
): Promise<Delivery[]> {
	const alert = state.alerts.peek(alertId);
	if (alert === undefined) return [];
	const known = firing.get(state) ?? new Set<string>();
	firing.set(state, known);
	const { breaches, group = '' } = evaluation;
	const key = `${alertId} ${group}`;
	const wasFiring = breaches ? known.has(key) : known.delete(key);
	if (breaches) known.add(key);
	const updatedAt = new Date().toISOString();
	state.alerts.set({ ...alert, state: known.size > 0 && breaches ? 'ALERT' : 'OK', updatedAt });
	if (!breaches && !wasFiring) return [];
	const deliveries: Delivery[] = [];
	const title = `${breaches ? '🚨' : '✅'} ${titleOf(alert, state, breaches)}`;
	for (const { webhookId } of channelsOf(alert)) {
		const webhook = state.webhooks.peek(String(webhookId));
		if (webhook !== undefined) deliveries.push(await deliver(webhook, alert, title, evaluation));
	}
	return deliveries;
}

/** An alert without a name is titled by what it watches. */
function titleOf(
	alert: StoredRecord,
	{ dashboards, savedSearches }: ClickStackState,
	breaches: boolean,
): string {
	const name = textAt(alert, 'name');
	if (name !== '') return name;
	const search = savedSearches.peek(textAt(alert, 'savedSearchId'));
	if (search !== undefined)
		return `Alert for "${textAt(search, 'name')}" - ${breaches ? '12' : '3'} lines found`;
	const dashboard = dashboards.peek(textAt(alert, 'dashboardId')) ?? {};
	const tile = objectsAt(dashboard, 'tiles').find(({ id }) => id === alert['tileId']) ?? {};
	const reason = breaches ? '12 meets or exceeds 10' : '3 falls below 10';
	return `Alert for "${textAt(tile, 'name')}" in "${textAt(dashboard, 'name')}" - ${reason}`;
}

async function deliver(
	webhook: StoredRecord,
	alert: StoredRecord,
	title: string,
	evaluation: Evaluation,
): Promise<Delivery> {
	const values: JsonObject = { ...variables(alert, webhook.id, evaluation), title: escaped(title) };
	const { eventId, startTime, endTime, state } = values;
	const own = Object.entries(objectAt(webhook, 'headers'));
	const headers = {
		'Content-Type': 'application/json',
		...Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
		'Idempotency-Key': sha1([eventId, startTime, endTime, state]),
	};
	const body = rendered(textAt(webhook, 'body'), values);
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	const status = await fetch(textAt(webhook, 'url'), {
		method: 'POST',
		headers,
		body,
		signal,
	}).then(
		(response) => response.status,
		() => 0,
	);
	return { webhookId: webhook.id, status };
}

function variables(
	alert: StoredRecord,
	webhookId: string,
	{ breaches, group = '', endTime = Date.now() }: Evaluation,
): JsonObject {
	const state = breaches ? 'ALERT' : 'OK';
	return {
		state,
		startTime: endTime - WINDOW_MS,
		endTime,
		body: escaped(
			breaches ? '12 meets or exceeds 10\n"level:error"' : 'The alert has been resolved.',
		),
		link: 'https://clickstack.example.com/dashboards/1',
		eventId: sha1([alert.id, webhookId, group]),
		alertId: alert.id,
		status: breaches ? 'firing' : 'resolved',
		alertType: alert['source'],
		comparator: '>=',
		threshold: alert['threshold'],
		value: breaches ? 12 : 3,
		groupKey: escaped(group),
	};
}

/** Unknown placeholders are empty, and three braces don't compile. */
function rendered(template: string, values: JsonObject): string {
	if (template.includes('}}}')) throw new Error('The template does not compile');
	return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
		const value = values[name];
		return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	});
}

function escaped(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

function sha1(parts: readonly unknown[]): string {
	return createHash('sha1').update(JSON.stringify(parts)).digest('hex');
}
