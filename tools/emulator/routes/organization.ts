import { isJsonObject, type JsonObject, listAt, objectsAt } from '../../contract/json';
import { SEEDED_IDS } from '../state/ids';
import type { TileRecord } from '../state/records';
import { badRequest, type Call, type Handler, parameter } from './answers';
import { hasTags, rolesOf } from './records';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_COST_DAYS = 30;

/** The emulator's credentials are a key of the organization. */
export const whoami: Handler = ({ state }) => {
	const { ownApiKeyId: keyId } = SEEDED_IDS;
	const { name } = state.apiKeys.get(keyId) ?? {};
	const { organizationId } = state;
	return { result: { actorType: 'apiKey', keyId, name, organizationId } };
};

/** Creates a key. Its secret is only in this response, unless the caller sent hashes of its own. */
export const createApiKey: Handler = (call) => {
	const { state, body, now: createdAt } = call;
	const { name, state: keyState = 'enabled', expireAt = null, ipAccessList = [], hashData } = body;
	const keyId = state.newIds.named('newKeyId');
	const keySuffix = isJsonObject(hashData) ? hashData['keyIdSuffix'] : keyId.slice(-4);
	const id = state.newIds.uuid(0x81);
	const given = { name, state: keyState, expireAt, ipAccessList };
	const key = { id, ...given, keySuffix, createdAt, assignedRoles: [], ...rolesOf(call) };
	state.apiKeys.set(key);
	if (isJsonObject(hashData)) return { result: { key } };
	return { result: { key, keyId, keySecret: state.newIds.named('new-secret') } };
};

/** Returns whether a cost belongs to a service with the tags in the query. */
function isTagged({ state, query }: Call, { serviceId }: JsonObject): boolean {
	return hasTags(state.services.get(String(serviceId)), query['filter']);
}

export const getUsageCost: Handler = (call) => {
	const from = String(call.query['from_date']);
	const to = String(call.query['to_date']);
	const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
	if (days < 0 || days > MAX_COST_DAYS) return badRequest(`to_date is ${String(days)} days later`);
	const costs = call.state
		.recordsOf('clickhouseCloud', 'usageCosts')
		.all()
		.filter((cost) => String(cost['date']) >= from && String(cost['date']) <= to)
		.filter((cost) => isTagged(call, cost));
	const grandTotalCHC = costs.reduce((sum, { totalCHC }) => sum + Number(totalCHC), 0);
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
