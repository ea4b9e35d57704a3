import type { INodeProperties } from 'n8n-workflow';

import { listed, quoteName, quoted } from '../../../core/approval/summary';
import type { JsonObject } from '../../../core/json';
import { hashOf, isJsonObject } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { counted } from '../../../core/text';
import { hasTileId } from '../../api/dashboard';
import { currentRecord } from '../currentRecord';
import { dashboardIdField } from '../records';
import type { PlannedDashboard } from './definition';
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

/** Returns a body with the IDs and positions of the current dashboard, if the item has one. */
export function mergedWithCurrent(body: JsonObject, parameters: Parameters): PlannedDashboard {
	const { current, issues } = readCurrent(parameters);
	if (current === undefined) return { body, issues };
	if (!Array.isArray(body.tiles) || !body.tiles.every(isJsonObject)) return { body, issues };
	const merged = mergeTiles(body.tiles, tilesOf(current));
	return { body: { ...body, tiles: merged.tiles }, issues: merged.issues, hints: [PROMQL_HINT] };
}

function readCurrent(parameters: Parameters): { current?: JsonObject; issues: ValidationIssue[] } {
	const read = currentRecord(currentDashboardField, dashboardIdField, parameters);
	if (read.current === undefined || Array.isArray(read.current.tiles)) return read;
	return { issues: [{ path: currentDashboardField.name, code: 'noCurrentTiles' }] };
}

/** Returns what an update does to the tiles: by name if the current dashboard is known. */
export function updateSummary(body: JsonObject, parameters: Parameters): string {
	const tiles = tilesOf(body);
	const { current } = readCurrent(parameters);
	const start = `Replace dashboard ${quoteName(parameters.dashboardId)} with ${quoted(body.name)}: ${counted(tiles.length, 'tile')}`;
	if (current === undefined) {
		const fresh = tiles.filter((tile) => !hasTileId(tile)).length;
		return start + (fresh === 0 ? '' : ` (${String(fresh)} of them new)`);
	}
	const known = new Map(tilesOf(current).map((tile) => [tile.id, tile]));
	const kept = new Set(tiles.map(({ id }) => id));
	const isChanged = (tile: JsonObject): boolean => {
		const before = known.get(tile.id);
		return before !== undefined && hashOf(before) !== hashOf(tile);
	};
	return [
		start,
		...part(
			'added',
			tiles.filter(({ id }) => !known.has(id)),
		),
		...part('changed', tiles.filter(isChanged)),
		...part(
			'removed with their alerts',
			tilesOf(current).filter(({ id }) => !kept.has(id)),
		),
	].join('; ');
}

function part(what: string, tiles: readonly JsonObject[]): string[] {
	if (tiles.length === 0) return [];
	return [`${what}: ${listed(tiles, ({ name }) => quoted(name))}`];
}
