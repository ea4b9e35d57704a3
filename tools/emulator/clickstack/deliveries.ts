import { createHash } from 'node:crypto';
import { type JsonObject, objectAt, objectsAt, textAt } from '../../contract/json';
import type { StoredRecord } from './seed';
import type { ClickStackState } from './state';

/** One evaluation of an alert, or of one of its groups. */
interface Evaluation {
	breaches: boolean;
	group?: string;
	/** When the window ends, in milliseconds since 1970; by default, now. */
	endTime?: number;
}

/** One delivery: the status of the response, or 0 if none arrived. A real server tries failed ones again. */
interface Delivery {
	webhookId: string;
	status: number;
}

const TIMEOUT_MS = 30_000;
const WINDOW_MS = 60_000;

/** Returns the channels in the body or the record of an alert. */
export function channelsOf(body: JsonObject): JsonObject[] {
	const channels = objectsAt(body, 'channels');
	return channels.length > 0 ? channels : objectsAt({ list: [body['channel']] }, 'list');
}

/** The alerts and groups that fire. */
const firing = new WeakMap<ClickStackState, Set<string>>();

/**
 * Evaluates an alert: every window that breaches sends ALERT to all channels again, and the return sends OK once.
 * Returns all deliveries.
 */
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
	for (const { webhookId } of channelsOf(alert)) {
		const webhook = state.webhooks.peek(String(webhookId));
		if (webhook !== undefined) deliveries.push(await deliver(webhook, alert, evaluation));
	}
	return deliveries;
}

async function deliver(
	webhook: StoredRecord,
	alert: StoredRecord,
	evaluation: Evaluation,
): Promise<Delivery> {
	const values = variables(alert, webhook.id, evaluation);
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
		title: escaped(`${breaches ? '🚨' : '✅'} Alert for "Errors"`),
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
		value: 12,
		groupKey: escaped(group),
	};
}

/** Fills in a template; unknown placeholders stay empty. Three braces don't compile. */
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
