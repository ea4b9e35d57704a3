import { type JsonObject, objectsAt } from '../../contract/json';
import { badRequest, data, type Handler, missing } from './reply';
import { CLICKSTACK_IDS, type ClickStackState } from './state';

/** The conditions that compare with two thresholds. */
const RANGES: readonly unknown[] = ['between', 'not_between'];
/** What an update keeps where it is left out, and what becomes null. */
const KEPT = ['thresholdMax', 'scheduleOffsetMinutes', 'scheduleStartAt'];
const CLEARED = ['name', 'message', 'note', 'groupBy', 'numConsecutiveWindows'];

function channelsOf(body: JsonObject): JsonObject[] {
	const channels = objectsAt(body, 'channels');
	return channels.length > 0 ? channels : objectsAt({ list: [body['channel']] }, 'list');
}

function wrongReference(body: JsonObject, state: ClickStackState): string | undefined {
	const { source, threshold, thresholdMax, thresholdType } = body;
	if (RANGES.includes(thresholdType) && Number(thresholdMax) < Number(threshold)) {
		return 'Body validation failed: thresholdMax: Must be at least threshold';
	}
	if (source === 'saved_search') {
		if (!state.savedSearches.has(String(body['savedSearchId']))) return 'Saved search not found';
	} else if (source === 'tile') {
		const dashboard = state.dashboards.get(String(body['dashboardId']));
		if (dashboard === undefined) return 'Dashboard not found';
		if (!dashboard.tiles.some(({ id }) => id === body['tileId'])) return 'Tile not found';
	}
	const known = channelsOf(body).every(({ webhookId }) => state.webhooks.has(String(webhookId)));
	return known ? undefined : 'Webhook not found';
}

function recordOf(body: JsonObject, id: string, now: string): JsonObject & { id: string } {
	const channels = channelsOf(body);
	const cleared = Object.fromEntries(CLEARED.map((name) => [name, body[name] ?? null]));
	const { teamId } = CLICKSTACK_IDS;
	return { ...body, ...cleared, id, channel: channels[0], channels, teamId, updatedAt: now };
}

export const getAlert: Handler = ({ state, id }) => {
	const alert = state.alerts.get(id);
	return alert === undefined ? missing('Alert') : data(alert);
};

export const createAlert: Handler = ({ state, body, now }) => {
	const fault = wrongReference(body, state);
	if (fault !== undefined) return badRequest(fault);
	const created = { ...recordOf(body, state.newId(), now), state: 'OK', createdAt: now };
	state.alerts.set(created);
	return data(created);
};

export const updateAlert: Handler = ({ state, id, body, now }) => {
	const stored = state.alerts.get(id);
	if (stored === undefined) return missing('Alert');
	const kept = Object.fromEntries(KEPT.map((name) => [name, body[name] ?? stored[name]]));
	const merged = { ...body, ...kept };
	const fault = wrongReference(merged, state);
	if (fault !== undefined) return badRequest(fault);
	const { state: current, createdAt } = stored;
	const updated = { ...recordOf(merged, id, now), state: current, createdAt };
	state.alerts.set(updated);
	return data(updated);
};

export const deleteAlert: Handler = ({ state, id }) =>
	state.alerts.delete(id) ? { status: 200, body: {} } : missing('Alert');
