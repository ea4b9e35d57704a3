import type { JsonObject } from '../../contract/json';
import type { Answer, Call } from '../routes/answers';
import type { Behaviour } from '../routes/records';
import { omit } from '../routes/update';
import { channelsOf } from './deliveries';
import { CLICKSTACK_IDS } from './ids';
import { isManaged } from './managed';
import { badBody, noSuch } from './refusals';

/** An older server doesn't know these keys and drops them. */
const NEWER = ['channels', 'displayName', 'tags', 'chartConfig'];

/** Only a self-hosted ClickStack refuses null for these keys. */
const NOT_NULL = [
	'thresholdMax',
	'scheduleOffsetMinutes',
	'dashboardId',
	'tileId',
	'savedSearchId',
];

/** If an alert watches a different kind of record, ClickStack clears the keys that name the old one. */
const WATCHED: Readonly<Record<string, readonly string[]>> = {
	tile: ['dashboardId', 'tileId'],
	saved_search: ['savedSearchId', 'groupBy'],
	inline: ['chartConfig'],
};
const ALL_WATCHED = Object.values(WATCHED).flat();

function unknownMembers({ state }: Call): readonly string[] {
	return state.clickStack.options.isOld === true ? NEWER : [];
}

/** The server refuses more than its document mentions. */
function faultOf(call: Call): string | undefined {
	const { body } = call;
	const channels = channelsOf(body);
	const [first] = channels;
	const { channel = first } = body;
	if (JSON.stringify(channel) !== JSON.stringify(first)) {
		return 'channel must equal the first of channels';
	}
	if (isManaged(call)) return undefined;
	if (channels.some(({ type }) => type !== 'webhook')) return 'channel.type: Invalid enum value';
	const isNull = NOT_NULL.find((name) => body[name] === null);
	return isNull && `${isNull}: Expected a value, received null`;
}

function missingIn({ body, state: { clickStack } }: Call): string | undefined {
	const { source, dashboardId, tileId, savedSearchId } = body;
	const dashboard = clickStack.dashboards.peek(String(dashboardId));
	const hasTile = dashboard?.tiles.some(({ id }) => id === tileId) === true;
	const missing: Record<string, boolean> = {
		'Dashboard not found': source === 'tile' && dashboard === undefined,
		'Tile not found': source === 'tile' && !hasTile,
		'Saved search not found':
			source === 'saved_search' && !clickStack.savedSearches.has(String(savedSearchId)),
		'Webhook not found': channelsOf(body).some(
			({ type, webhookId }) => type === 'webhook' && !clickStack.webhooks.has(String(webhookId)),
		),
	};
	return Object.keys(missing).find((message) => missing[message]);
}

function refusalOf(call: Call): Answer | undefined {
	if (call.operation.method === 'DELETE') return undefined;
	const fault = faultOf(call);
	if (fault !== undefined) return badBody(fault);
	const message = missingIn(call);
	return message === undefined ? undefined : { status: 400, message };
}

/** Setting a start, or removing it without an offset, resets the offset to 0. */
function offsetIn({ scheduleStartAt: start, scheduleOffsetMinutes: offset }: JsonObject) {
	const isReset = start === undefined ? false : start !== null || (offset ?? null) === null;
	return isReset ? { scheduleOffsetMinutes: 0 } : {};
}

/** Only the record itself shows an alert's chart, and an older server supports a single channel. */
export const alerts: Behaviour = {
	missing: noSuch('Alert'),
	refuse: refusalOf,
	store: (call, made, { state = 'OK' } = {}) => {
		const body = omit(call.body, unknownMembers(call));
		const channels = channelsOf(body);
		const watched = WATCHED[String(body['source'])] ?? [];
		const others = ALL_WATCHED.filter((name) => !watched.includes(name));
		const { teamId } = CLICKSTACK_IDS;
		const rest = omit(made, others);
		return { ...rest, ...offsetIn(body), state, channel: channels[0], channels, teamId };
	},
	show: (call, alert) => {
		const isList = call.operation.operationId === 'listAlerts';
		const empty = ALL_WATCHED.filter((name) => (alert[name] ?? null) === null);
		return omit(alert, [...unknownMembers(call), ...empty, ...(isList ? ['chartConfig'] : [])]);
	},
};
