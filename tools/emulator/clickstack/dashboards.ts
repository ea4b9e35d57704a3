import { validateRequest } from '../../contract';
import { isJsonObject, type JsonObject, listAt, objectAt, objectsAt } from '../../contract/json';
import type { Handler } from '../routes/answers';
import type { Behaviour } from '../routes/records';
import { mayHaveAlerts, storedConfig } from './charts';
import { badRequest, NOT_FOUND } from './reply';
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

/** An update replaces a dashboard, but keeps some parts; alerts of removed tiles are deleted. */
export const dashboards: Behaviour = {
	order: (one, other) => String(other['name']).localeCompare(String(one['name'])),
	unknown: NOT_FOUND,
	refuse: ({ operation, state: { clickStack }, body }) => {
		if (operation.method === 'DELETE') return undefined;
		const fault = repeatedTile(body) ?? unknownReferences(body, clickStack);
		return fault === undefined ? undefined : badRequest(fault);
	},
	store: ({ state: { clickStack }, body }, { id }, stored) => {
		const { name, savedQuery } = body;
		const known = new Set(objectsAt(stored, 'tiles').map((tile) => tile['id']));
		const before = { ...DEFAULTS, ...stored };
		const kept = KEPT.map(
			(key) => [key, body[key] ?? objectAt({ before }, 'before')[key]] as const,
		);
		const cleared = savedQuery === null ? { savedQuery, savedQueryLanguage: null } : {};
		const tags = [...new Set(listAt(Object.fromEntries(kept), 'tags'))];
		const tiles = storedTiles(body, known, clickStack);
		const others = { ...Object.fromEntries(kept), ...cleared, ...storedFilters(body, clickStack) };
		return { ...stored, ...others, tags, id, name, tiles };
	},
	then: ({ state: { clickStack } }, id, dashboard) => {
		const tiles = objectsAt(dashboard, 'tiles').filter(({ config }) => mayHaveAlerts(config));
		const kept = new Set(tiles.map((tile) => tile['id']));
		for (const alert of clickStack.alerts.all()) {
			const isGone = alert['dashboardId'] === id && !kept.has(alert['tileId']);
			if (isGone) clickStack.alerts.delete(alert.id);
		}
	},
};

/** Answers 200 for an unknown ID as well. */
export const deleteDashboard: Handler = (call) => {
	const id = call.parameters['id']?.toLowerCase() ?? '';
	call.state.clickStack.dashboards.delete(id);
	dashboards.then?.(call, id);
	return { done: true };
};

/** Judges a creation; an empty name is overlooked. The response has no `data`. */
export const validateDashboard: Handler = ({ state, sent }) => {
	const body = isJsonObject(sent) && sent['name'] === '' ? { ...sent, name: 'D' } : sent;
	const faults = validateRequest({
		...{ api: 'clickstack', method: 'POST', path: '/api/v2/dashboards', body },
	});
	const reference = unknownReferences(objectAt({ body }, 'body'), state.clickStack);
	const errors = [...faults, ...(reference === undefined ? [] : [reference])].map((message) => ({
		...{ path: /^body\/(\S+)/.exec(message)?.[1]?.replaceAll('/', '.') ?? '', message },
	}));
	const verdict = { valid: errors.length === 0, errors };
	return { status: 200, body: verdict.valid ? { ...verdict, normalized: sent } : verdict };
};
