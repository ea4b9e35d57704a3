import { validateRequest } from '../../contract';
import { type JsonObject, listAt, objectAt, objectsAt } from '../../contract/json';
import type { Call, Handler } from '../routes/answers';
import { type Behaviour, tilesWithIds } from '../routes/records';
import { chartOfSeries, shownChart } from './charts';
import { omit, pick } from '../routes/update';
import { badBody, NOT_FOUND } from './refusals';
import { NEW_DASHBOARD } from './seed';

/** Charts that an alert can watch. */
const WATCHABLE: readonly unknown[] = ['line', 'number', 'stacked_bar'];

const TILE_MEMBERS = ['id', 'name', 'x', 'y', 'w', 'h', 'containerId', 'tabId'];

/** A query without a language is Lucene. Without a query, there's no language. */
function languageIn(body: JsonObject): JsonObject {
	const { savedQuery, savedQueryLanguage } = body;
	if (savedQueryLanguage !== undefined || savedQuery === undefined) return {};
	return { savedQueryLanguage: savedQuery === null ? null : 'lucene' };
}

/** The server must have the records that a body refers to. */
function missingIn({ body, state: { clickStack } }: Call, stored?: JsonObject): string | undefined {
	const configs = objectsAt(body, 'tiles').map((tile) => objectAt(tile, 'config'));
	const idsIn = (name: string, parts: readonly JsonObject[]) =>
		[...new Set(parts.flatMap((part) => part[name] ?? []))].map(String);
	const sources = idsIn('sourceId', [...configs, ...objectsAt(body, 'filters')]);
	const connections = idsIn('connectionId', configs);
	const containers = objectsAt(body['containers'] === undefined ? stored : body, 'containers');
	const known = containers.map(({ id }) => id);
	const missing = {
		'source IDs': sources.filter((id) => !clickStack.sources.has(id)),
		'connection IDs': connections.filter((id) => !clickStack.connections.has(id)),
		'container IDs': idsIn('containerId', objectsAt(body, 'tiles')).filter(
			(id) => !known.includes(id),
		),
	};
	const [kind, ids = []] = Object.entries(missing).find(([, list]) => list.length > 0) ?? [];
	return kind && `Could not find the following ${kind}: ${ids.join(', ')}`;
}

/** Known filters keep their IDs. New filters get new ones. */
function filtersWithIds(body: JsonObject, stored: JsonObject | undefined, newId: () => string) {
	const known = objectsAt(stored, 'filters').map(({ id }) => id);
	return objectsAt(body, 'filters').map((filter) => ({
		...filter,
		id: known.includes(filter['id']) ? filter['id'] : newId(),
	}));
}

/** If a tile's container or tab was deleted, responses don't show it. */
function shownTile(tile: JsonObject, containers: readonly JsonObject[]): JsonObject[] {
	const config = shownChart(objectAt(tile, 'config'));
	if (config === undefined) return [];
	const { containerId, tabId, ...others } = tile;
	const container = containers.find(({ id }) => id === containerId);
	const hasTab = objectsAt(container, 'tabs').some(({ id }) => id === tabId);
	return [{ ...others, ...(container && { containerId }), ...(hasTab && { tabId }), config }];
}

/** An update keeps known tiles' IDs and other omitted keys. Removed tiles' alerts are deleted. */
export const dashboards: Behaviour = {
	missing: ({ operation }) => (operation.method === 'DELETE' ? { done: true } : NOT_FOUND),
	refuse: (call, stored) => {
		const fault = call.operation.method === 'DELETE' ? undefined : missingIn(call, stored);
		return fault === undefined ? undefined : badBody(fault);
	},
	store: ({ state: { clickStack }, body }, made, stored) => {
		const newId = () => clickStack.newId();
		const tiles = tilesWithIds(body, stored, newId).map(({ series, asRatio, ...tile }) => ({
			...pick(tile, TILE_MEMBERS),
			config: tile['config'] ?? chartOfSeries(objectsAt({ series }, 'series'), asRatio),
		}));
		const { tags, filters } = body;
		return {
			...made,
			...(stored === undefined && omit(NEW_DASHBOARD, Object.keys(body))),
			...languageIn(body),
			...(tags !== undefined && { tags: [...new Set(listAt(body, 'tags'))] }),
			...(filters !== undefined && { filters: filtersWithIds(body, stored, newId) }),
			tiles,
		};
	},
	show: (_call, dashboard) => {
		const containers = objectsAt(dashboard, 'containers');
		const tiles = objectsAt(dashboard, 'tiles').flatMap((tile) => shownTile(tile, containers));
		const shown = { ...dashboard, tiles };
		return containers.length > 0 ? shown : omit(shown, ['containers']);
	},
	then: ({ state: { clickStack } }, id, dashboard) => {
		const tiles = objectsAt(dashboard, 'tiles');
		const watchable = tiles.filter((tile) =>
			WATCHABLE.includes(objectAt(tile, 'config')['displayType']),
		);
		const kept = new Set(watchable.map((tile) => tile['id']));
		for (const alert of clickStack.alerts.peekAll()) {
			const isGone = alert['dashboardId'] === id && !kept.has(alert['tileId']);
			if (isGone) clickStack.alerts.delete(alert.id);
		}
	},
};

/** Validation stores nothing, and its response has no `data`. */
export const validateDashboard: Handler = ({ body }) => {
	const path = '/api/v2/dashboards';
	const faults = validateRequest({ api: 'clickstack', method: 'POST', path, body });
	const errors = faults.map((message) => ({ path: '', message }));
	return { status: 200, body: { valid: faults.length === 0, errors } };
};
