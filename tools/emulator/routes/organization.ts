import { listAt, objectsAt } from '../../contract/json';
import { SEEDED_IDS } from '../state/ids';
import type { TileRecord, UsageCostRecord } from '../state/records';
import { badRequest, type Call, found, type Handler, notFound, parameter } from './answers';
import { hasTags, withRoles } from './records';

const DAY_MS = 24 * 60 * 60 * 1000;
const INVITATION_BLOCK = 0x50;
const INVITATION_DAYS = 7;
const MAX_COST_DAYS = 30;
const SHORTEST_ACTIVITY_ID = 20;

export const createInvitation: Handler = (call) =>
	withRoles(call, (roles) => {
		const { state, body, now } = call;
		const invitation = {
			id: state.newIds.uuid(INVITATION_BLOCK),
			email: String(body['email']).toLowerCase(),
			role: typeof body['role'] === 'string' ? body['role'] : 'developer',
			createdAt: now.toISOString(),
			expireAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
			...roles,
		};
		state.invitations.set(invitation);
		return { result: invitation };
	});

export const deleteApiKey: Handler = (call) => {
	const id = parameter(call, 'keyId');
	if (id === SEEDED_IDS.ownApiKeyId) return badRequest('the key in use cannot be deleted');
	return call.state.apiKeys.delete(id) ? { done: true } : notFound('api key');
};

function timeOf({ query }: Call, name: string, otherwise: number): number {
	const text = query[name];
	return typeof text === 'string' ? Date.parse(text) : otherwise;
}

export const listActivities: Handler = (call) => {
	const from = timeOf(call, 'from_date', -Infinity);
	const to = timeOf(call, 'to_date', Infinity);
	const isWithin = (time: number) => !(time < from || time > to);
	const all = call.state.activities.all();
	return { result: all.filter(({ createdAt }) => isWithin(Date.parse(createdAt))) };
};

export const getActivity: Handler = (call) => {
	const id = parameter(call, 'activityId');
	if (call.isCloud && id.length < SHORTEST_ACTIVITY_ID) return badRequest('Invalid activity id');
	return found(call.state.activities.get(id), 'activity');
};

/** Returns whether a cost belongs to a service with the tags in the query. */
function isTagged(call: Call, { serviceId }: UsageCostRecord): boolean {
	return hasTags(call.state.services.get(serviceId ?? ''), call.query['filter']);
}

export const getUsageCost: Handler = (call) => {
	const from = String(call.query['from_date']);
	const to = String(call.query['to_date']);
	const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
	if (days < 0 || days > MAX_COST_DAYS) return badRequest(`to_date is ${String(days)} days later`);
	const costs = call.state.usageCosts
		.all()
		.filter((cost) => cost.date >= from && cost.date <= to && isTagged(call, cost));
	const grandTotalCHC = costs.reduce((sum, { totalCHC }) => sum + totalCHC, 0);
	return { result: { grandTotalCHC, costs } };
};

/** Replaces a dashboard: tiles with a known ID are updated, others get one, and omitted tiles are removed. */
export const updateDashboard: Handler = (call) => {
	const { state, body } = call;
	const dashboard = state.dashboards.get(parameter(call, 'id'));
	if (dashboard === undefined) return { status: 404, message: 'Dashboard not found' };
	const known = new Set(dashboard.tiles.map((tile) => tile.id));
	const given = objectsAt(body, 'tiles');
	const isKnown = (id: unknown) => typeof id === 'string' && known.delete(id);
	const wrong = given.find(({ id }) => id !== undefined && !isKnown(id));
	if (wrong !== undefined) {
		const reason = `there is no tile ${JSON.stringify(wrong['id'])}, or it is named twice`;
		return { status: 400, message: `Invalid dashboard configuration: ${reason}` };
	}
	const tiles = given.map((tile): TileRecord => {
		const { id } = tile;
		return { ...tile, id: typeof id === 'string' ? id : state.newIds.named('new-tile') };
	});
	const name = typeof body['name'] === 'string' ? body['name'] : dashboard.name;
	const tags = listAt(body, 'tags');
	const replaced = { ...dashboard, ...body, id: dashboard.id, name, tiles, tags };
	state.dashboards.set(replaced);
	return { result: replaced };
};
