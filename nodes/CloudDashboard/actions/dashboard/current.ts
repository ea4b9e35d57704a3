import type { INodeProperties } from 'n8n-workflow';

import { listed, quoted } from '../../../core/approval/summary';
import type { JsonObject } from '../../../core/json';
import { hashOf, isJsonObject } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { recordName } from '../../../core/record/record';
import { counted } from '../../../core/text';
import { hasTileId, mayHaveAlerts } from '../../api/dashboard';
import { currentRecord } from '../currentRecord';
import { dashboardIdField, dashboardKind } from '../records';
import type { PlannedDashboard } from './definition';
import { hintOn } from './form.body';
import { mergeTiles } from './merge';
import { tilesOf } from './tiles';

/** The current dashboard, whose IDs and positions an update keeps. */
export const currentDashboardField: INodeProperties = {
	displayName: 'Current Dashboard',
	name: 'currentDashboard',
	// n8n marks an empty JSON field as an error, and shows no placeholder in it.
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. {{ $json }}',
	description:
		'The output of Get for this dashboard. Tiles with the name of a tile in it keep its ID, and with it their alerts; tiles without a position keep theirs. Leave empty to send only what is entered.',
};

/** What the API does not return, and an update therefore deletes. */
const PROMQL_HINT =
	'Tiles with PromQL are missing in what Get returns: if the dashboard has some, the update deletes them and their alerts.';

/** How many names each part of a summary lists: it's cut at 600 characters. */
const MAX_NAMED = 5;

/** Returns a body with the IDs and places of the current dashboard, if the item has one. */
export function mergedWithCurrent(body: JsonObject, parameters: Parameters): PlannedDashboard {
	const { current, issues } = readCurrent(parameters);
	if (current === undefined) return { body, issues };
	if (!Array.isArray(body.tiles) || !body.tiles.every(isJsonObject)) return { body, issues };
	const { containers } = body;
	const known = tilesOf(current).map((tile) => inContainers(tile, containers));
	const merged = mergeTiles(body.tiles, known);
	const hints = [...unwatchedHints(merged.tiles, known), PROMQL_HINT];
	return { body: { ...body, tiles: merged.tiles }, issues: merged.issues, hints };
}

/** Returns a tile outside of its container or tab if a list of containers lacks it: the API would refuse the tile. */
function inContainers(tile: JsonObject, containers: unknown): JsonObject {
	if (!Array.isArray(containers)) return tile;
	const { containerId, tabId, ...others } = tile;
	const container = containers.filter(isJsonObject).find(({ id }) => id === containerId);
	if (container === undefined) return others;
	const hasTab = [container.tabs].flat().some((tab) => isJsonObject(tab) && tab.id === tabId);
	return hasTab ? tile : { ...others, containerId };
}

/** Returns the dashboard that an update changes, if the item has it. */
export function readCurrent(parameters: Parameters): {
	current?: JsonObject;
	issues: ValidationIssue[];
} {
	const read = currentRecord(currentDashboardField, dashboardIdField, parameters);
	if (read.current === undefined || Array.isArray(read.current.tiles)) return read;
	return { issues: [{ path: currentDashboardField.name, code: 'noCurrentTiles' }] };
}

function unwatchedHints(tiles: readonly JsonObject[], current: readonly JsonObject[]): string[] {
	const unwatched = new Set(unwatchedTiles(tiles, current));
	return hintOn(
		tiles,
		'ClickStack keeps alerts only on lines, stacked bars and numbers: the update deletes any alerts',
		(tile) => unwatched.has(tile),
	);
}

/** Returns the tiles whose alerts are deleted, if they have any, because they become another kind of chart. */
function unwatchedTiles(
	tiles: readonly JsonObject[],
	current: readonly JsonObject[],
): JsonObject[] {
	const watchable = new Set(current.filter(mayHaveAlerts).map(({ id }) => id));
	return tiles.filter((tile) => watchable.has(tile.id) && !mayHaveAlerts(tile));
}

/** Returns what an update does: by name if the current dashboard is known. What is lost comes first. */
export function updateSummary(body: JsonObject, parameters: Parameters): string {
	const tiles = tilesOf(body);
	const { current } = readCurrent(parameters);
	const start = `Replace ${recordName(dashboardKind, parameters)} with ${quoted(body.name)}: ${counted(tiles.length, 'tile')}`;
	if (current === undefined) {
		const fresh = tiles.filter((tile) => !hasTileId(tile)).length;
		const cleared = ['tags', 'filters'].filter((name) => isEmptyList(body[name]));
		return [
			start + (fresh === 0 ? '' : ` (${String(fresh)} of them new)`),
			...cleared.map((name) => `no ${name}`),
		].join(', ');
	}
	const before = tilesOf(current);
	const known = new Map(before.map((tile) => [tile.id, tile]));
	const added = tiles.filter(({ id }) => !known.has(id));
	const changed = tiles.filter((tile) => {
		const same = known.get(tile.id);
		return same !== undefined && hashOf(same) !== hashOf(tile);
	});
	return [
		start,
		...part('removed with their alerts', missing(before, tiles)),
		...part('losing any alerts', unwatchedTiles(tiles, before)),
		...part('tags removed', missing(current.tags, body.tags)),
		...part('filters removed', missing(current.filters, body.filters)),
		...part('added', added),
		...part('changed', changed),
	].join('; ');
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

/** Returns the entries of a list that another list lacks, by their IDs if they have some. One left out lacks none. */
function missing(before: unknown, after: unknown): unknown[] {
	if (!Array.isArray(before) || !Array.isArray(after)) return [];
	const keyOf = (entry: unknown): unknown => (isJsonObject(entry) ? entry.id : entry);
	const kept = new Set(after.map(keyOf));
	return before.filter((entry) => !kept.has(keyOf(entry)));
}

function part(what: string, entries: readonly unknown[]): string[] {
	if (entries.length === 0) return [];
	const nameOf = (entry: unknown): string => quoted(isJsonObject(entry) ? entry.name : entry);
	return [`${what}: ${listed(entries, nameOf, MAX_NAMED)}`];
}
