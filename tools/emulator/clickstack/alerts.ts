import { type JsonObject, textAt } from '../../contract/json';
import { channelsOf } from './deliveries';
import { CLICKSTACK_IDS } from './ids';
import { badRequest, type Call, data, type Handler, missing, page } from './reply';
import type { StoredRecord } from './seed';
import type { ClickStackState } from './state';

/** The conditions that compare with two thresholds. */
const RANGES: readonly unknown[] = ['between', 'not_between'];
/** The keys that an update keeps if they are omitted, and those that become null. */
const KEPT = ['thresholdMax', 'scheduleOffsetMinutes', 'scheduleStartAt'];
const CLEARED = ['name', 'message', 'note', 'groupBy', 'numConsecutiveWindows'];
/** An alert's keys for only one source; with another one, they are dropped. */
const OF_SOURCE: Record<string, string> = {
	...{ dashboardId: 'tile', tileId: 'tile', savedSearchId: 'saved_search' },
	chartConfig: 'inline',
};

/** Returns the keys that an older or a managed server doesn't support, and drops. */
function unknownMembers({ isManaged, state: { options } }: Call): readonly string[] {
	const { version = 'newer' } = options;
	const isNewest = version === 'newer' && !isManaged;
	return [
		...(version === '2.35' ? ['channels'] : []),
		...(isNewest ? [] : ['displayName', 'tags', 'chartConfig']),
	];
}

/** Returns a body without the keys that the server drops. */
function taken(call: Call): JsonObject {
	const dropped = new Set(unknownMembers(call));
	const { source } = call.body;
	const members = Object.entries(call.body).filter(
		([name]) => !dropped.has(name) && [undefined, source].includes(OF_SOURCE[name]),
	);
	return Object.fromEntries(members);
}

/** Returns a value that only newer servers know, and a managed one only as an interval. */
function unknownValue({ isManaged, body, state: { options } }: Call): string | undefined {
	const isOlder = (options.version ?? 'newer') !== 'newer';
	if (body['source'] === 'inline' && (isOlder || isManaged)) return 'source';
	return body['interval'] === '30s' && isOlder ? 'interval' : undefined;
}

function wrongChart({ chartConfig }: JsonObject, state: ClickStackState): string | undefined {
	const sourceId = textAt(chartConfig, 'sourceId');
	const connectionId = textAt(chartConfig, 'connectionId');
	const source = state.sources.get(sourceId);
	if (sourceId !== '' && source === undefined) return 'Source not found';
	if (connectionId === '') return undefined;
	if (!state.connections.has(connectionId)) return 'Connection not found';
	const isOther = source !== undefined && source['connection'] !== connectionId;
	return isOther ? 'The source has another connection' : undefined;
}

function wrongSource(body: JsonObject, state: ClickStackState): string | undefined {
	if (body['source'] === 'inline') return wrongChart(body, state);
	if (body['source'] === 'saved_search') {
		return state.savedSearches.has(String(body['savedSearchId']))
			? undefined
			: 'Saved search not found';
	}
	const dashboard = state.dashboards.get(String(body['dashboardId']));
	if (dashboard === undefined) return 'Dashboard not found';
	return dashboard.tiles.some(({ id }) => id === body['tileId']) ? undefined : 'Tile not found';
}

function wrongReference(body: JsonObject, state: ClickStackState): string | undefined {
	const { threshold, thresholdMax, thresholdType } = body;
	if (RANGES.includes(thresholdType) && Number(thresholdMax) < Number(threshold)) {
		return 'Body validation failed: thresholdMax: Must be at least threshold';
	}
	const fault = wrongSource(body, state);
	if (fault !== undefined) return fault;
	const channels = channelsOf(body);
	if (channels.length === 0) return 'At least one notification channel is required';
	const known = channels.every(({ webhookId }) => state.webhooks.has(String(webhookId)));
	return known ? undefined : 'Webhook not found';
}

function faultOf(call: Call, body: JsonObject): string | undefined {
	const unknown = unknownValue(call);
	if (unknown !== undefined) return `Body validation failed: ${unknown}: Invalid enum value`;
	return wrongReference(body, call.state);
}

function recordOf(call: Call, body: JsonObject, id: string): StoredRecord {
	const unknown = unknownMembers(call);
	const names = unknown.includes('displayName') ? CLEARED : [...CLEARED, 'displayName', 'tags'];
	const cleared = Object.fromEntries(names.map((name) => [name, body[name] ?? null]));
	const all = channelsOf(body);
	const channels = unknown.includes('channels') ? {} : { channels: all };
	const { teamId } = CLICKSTACK_IDS;
	return { ...body, ...cleared, id, channel: all[0], ...channels, teamId, updatedAt: call.now };
}

/** Returns an alert as the server shows it, which may support only one channel. */
function shown({ state: { options } }: Call, alert: StoredRecord): StoredRecord {
	return options.version === '2.35' ? { ...alert, channels: undefined } : alert;
}

/** Lists alerts; an alert's chart is only in the record itself. */
export const listAlerts: Handler = (call) =>
	page(
		call,
		call.state.alerts.all().map((alert) => ({ ...shown(call, alert), chartConfig: undefined })),
	);

export const getAlert: Handler = (call) => {
	const alert = call.state.alerts.get(call.id);
	return alert === undefined ? missing('Alert') : data(shown(call, alert));
};

export const createAlert: Handler = (call) => {
	const { state, now } = call;
	const body = taken(call);
	const fault = faultOf(call, body);
	if (fault !== undefined) return badRequest(fault);
	const created = { ...recordOf(call, body, state.newId()), state: 'OK', createdAt: now };
	state.alerts.set(created);
	return data(created);
};

export const updateAlert: Handler = (call) => {
	const { state, id } = call;
	const stored = state.alerts.get(id);
	if (stored === undefined) return missing('Alert');
	const body = taken(call);
	const kept = Object.fromEntries(KEPT.map((name) => [name, body[name] ?? stored[name]]));
	const merged = { ...body, ...kept };
	const fault = faultOf(call, merged);
	if (fault !== undefined) return badRequest(fault);
	const { state: current, createdAt } = stored;
	const updated = { ...recordOf(call, merged, id), state: current, createdAt };
	state.alerts.set(updated);
	return data(updated);
};

export const deleteAlert: Handler = ({ state, id }) =>
	state.alerts.delete(id) ? { status: 200, body: {} } : missing('Alert');
