import { type JsonObject, textAt } from '../../contract/json';
import type { Call } from '../routes/answers';
import type { Behaviour } from '../routes/records';
import { channelsOf } from './deliveries';
import { CLICKSTACK_IDS } from './ids';
import { badRequest } from './reply';
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
function unknownMembers({ isManaged, state }: Call): readonly string[] {
	const { version = 'newer' } = state.clickStack.options;
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
function unknownValue({ isManaged, body, state }: Call): string | undefined {
	const isOlder = (state.clickStack.options.version ?? 'newer') !== 'newer';
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
	return wrongReference(body, call.state.clickStack);
}

/** Returns what an alert becomes: an update keeps some keys that it omits. */
function merged(call: Call, stored: JsonObject | undefined): JsonObject {
	const body = taken(call);
	if (stored === undefined) return body;
	return { ...body, ...Object.fromEntries(KEPT.map((name) => [name, body[name] ?? stored[name]])) };
}

/** The chart of an alert is only in the record itself, and an older server supports only one channel. */
export const alerts: Behaviour = {
	refuse: (call, stored) => {
		if (call.operation.method === 'DELETE') return undefined;
		const fault = faultOf(call, merged(call, stored));
		return fault === undefined ? undefined : badRequest(fault);
	},
	store: (call, { id }, stored) => {
		const body = merged(call, stored);
		const unknown = unknownMembers(call);
		const names = unknown.includes('displayName') ? CLEARED : [...CLEARED, 'displayName', 'tags'];
		const cleared = Object.fromEntries(names.map((name) => [name, body[name] ?? null]));
		const all = channelsOf(body);
		const { teamId } = CLICKSTACK_IDS;
		const { state = 'OK', createdAt = call.now } = stored ?? {};
		const whole = { ...body, ...cleared, id, channel: all[0], channels: all, teamId };
		return { ...whole, state, createdAt, updatedAt: call.now };
	},
	show: ({ operation, state: { clickStack } }, alert) => ({
		...alert,
		...(operation.operationId === 'listAlerts' && { chartConfig: undefined }),
		...(clickStack.options.version === '2.35' && { channels: undefined }),
	}),
};
