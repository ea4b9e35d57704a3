import { validateRequest } from '../../contract';
import { isJsonObject, type JsonObject, objectAt, objectsAt } from '../../contract/json';
import { mayHaveAlerts, storedConfig } from './charts';
import { badRequest, type Call, data, type Handler, NOT_FOUND } from './reply';
import type { StoredDashboard } from './seed';
import type { ClickStackState } from './state';

/** The keys in a response that were never sent. */
const DEFAULTS = {
	tags: [],
	filters: [],
	savedQuery: null,
	savedQueryLanguage: null,
	savedFilterValues: [],
};
/** The keys that an update keeps if they are omitted. */
const KEPT = Object.keys(DEFAULTS);

function unknownReferences(body: JsonObject, state: ClickStackState): string | undefined {
	const charts = objectsAt(body, 'tiles').map((tile) => storedConfig(tile));
	const sources = charts.map(({ sourceId }) => sourceId).filter((id) => typeof id === 'string');
	const unknown = sources.filter((id) => !state.sources.has(id));
	if (unknown.length > 0) return `Could not find the following source IDs: ${unknown.join(', ')}`;
	const connection = charts
		.map(({ connectionId }) => connectionId)
		.find((id) => typeof id === 'string' && !state.connections.has(id));
	if (typeof connection !== 'string') return undefined;
	return `Could not find the following connection IDs: ${connection}`;
}

function repeatedTile(body: JsonObject): string | undefined {
	const ids = objectsAt(body, 'tiles').map(({ id }) => id);
	const again = ids.find((id, index) => id && ids.indexOf(id) < index);
	return again === undefined ? undefined : 'Body validation failed: tiles: Tile IDs must be unique';
}

/** Keeps the dashboard's IDs, and assigns new ones to all others. */
function storedTiles(body: JsonObject, known: ReadonlySet<unknown>, state: ClickStackState) {
	return objectsAt(body, 'tiles').map((tile) => {
		const { name, x, y, w, h, containerId, tabId } = tile;
		const id = typeof tile['id'] === 'string' && known.has(tile['id']) ? tile['id'] : state.newId();
		const container = containerId === undefined ? {} : { containerId, tabId };
		return { id, name, x, y, w, h, ...container, config: storedConfig(tile) };
	});
}

function storedFilters(body: JsonObject, state: ClickStackState) {
	if (body['filters'] === undefined) return {};
	return {
		filters: objectsAt(body, 'filters').map((filter) => ({ ...filter, id: state.newId() })),
	};
}

export const listDashboards: Handler = ({ state }) =>
	data(state.dashboards.all().sort((a, b) => String(b['name']).localeCompare(String(a['name']))));

export const getDashboard: Handler = ({ state, id }) => {
	const dashboard = state.dashboards.get(id);
	return dashboard === undefined ? NOT_FOUND : data(dashboard);
};

export const createDashboard: Handler = ({ state, body }) => {
	const fault = repeatedTile(body) ?? unknownReferences(body, state);
	if (fault !== undefined) return badRequest(fault);
	const tiles = storedTiles(body, new Set(), state);
	const created = { ...DEFAULTS, ...body, ...storedFilters(body, state), id: state.newId(), tiles };
	state.dashboards.set(created);
	return data(created);
};

/** Replaces a dashboard. The kept parts stay, and alerts of removed tiles are deleted. */
export const updateDashboard: Handler = ({ state, id, body }) => {
	const stored = state.dashboards.get(id);
	if (stored === undefined) return NOT_FOUND;
	const fault = repeatedTile(body) ?? unknownReferences(body, state);
	if (fault !== undefined) return badRequest(fault);
	const known = new Set(stored.tiles.map((tile) => tile.id));
	const kept = Object.fromEntries(KEPT.map((name) => [name, body[name] ?? stored[name]]));
	if (body['savedQuery'] === null)
		Object.assign(kept, { savedQuery: null, savedQueryLanguage: null });
	const tags = Array.isArray(kept['tags']) ? [...new Set<unknown>(kept['tags'])] : [];
	const tiles = storedTiles(body, known, state);
	const updated: StoredDashboard = { ...stored, ...kept, tags, id, name: body['name'], tiles };
	state.dashboards.set(updated);
	dropAlerts(state, updated);
	return data(updated);
};

function dropAlerts(state: ClickStackState, { id, tiles }: StoredDashboard): void {
	const kept = new Set(tiles.filter(({ config }) => mayHaveAlerts(config)).map((tile) => tile.id));
	for (const alert of state.alerts.all()) {
		const isGone = alert['dashboardId'] === id && !kept.has(String(alert['tileId']));
		if (isGone) state.alerts.delete(alert.id);
	}
}

/** Answers 200 for an unknown ID as well. */
export const deleteDashboard: Handler = ({ state, id }) => {
	state.dashboards.delete(id);
	for (const alert of state.alerts.all()) {
		if (alert['dashboardId'] === id) state.alerts.delete(alert.id);
	}
	return { status: 200, body: {} };
};

/** Judges a creation; an empty name is overlooked. The response has no `data`. */
export const validateDashboard: Handler = ({ state, sent }: Call) => {
	const body = isJsonObject(sent) && sent['name'] === '' ? { ...sent, name: 'D' } : sent;
	const faults = validateRequest({
		...{ api: 'clickstack', method: 'POST', path: '/api/v2/dashboards', body },
	});
	const reference = unknownReferences(objectAt({ body }, 'body'), state);
	const errors = [...faults, ...(reference === undefined ? [] : [reference])].map((message) => ({
		...{ path: /^body\/(\S+)/.exec(message)?.[1]?.replaceAll('/', '.') ?? '', message },
	}));
	const verdict = { valid: errors.length === 0, errors };
	return { status: 200, body: verdict.valid ? { ...verdict, normalized: sent } : verdict };
};
