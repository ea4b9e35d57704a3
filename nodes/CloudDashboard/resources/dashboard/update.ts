import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { listed, quoted } from '../../../engine/approval/sentences';
import { choice, flag, list, property, text } from '../../../engine/body/fields';
import type { Issue } from '../../../engine/issue';
import { inJson, isWithin } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { hashOf, isEmptyList, isJsonObject, withoutUndefined } from '../../../engine/json';
import type { HttpRequest, Parameters } from '../../../engine/operation';
import { objectBody } from '../../../engine/operation';
import type { RequestBody } from '../../../engine/parameters/json';
import { noticeField } from '../../../engine/parameters/properties';
import {
	asObject,
	choiceIssues,
	emptyToUndefined,
	textList,
} from '../../../engine/parameters/values';
import { counted } from '../../../engine/text';
import type { CurrentRecord } from '../../../features/record/current';
import { recordName } from '../../../features/record/record';
import { dashboardIdField, dashboardRecord } from '../../../clickStack/records';
import { currentRecord } from '../current';
import type { Adapted } from './definition';
import { keptDefinitionFields, plannedDashboard } from './definition';
import { mergeTiles, placeTiles, tilesToRemove } from './merge';
import { hasTileId, hintOn, mayHaveAlerts, tilesOf } from './tiles';

/** The dashboard that an update changes. n8n would mark an empty JSON field as an error. */
const currentDashboardField = property(
	'currentDashboard',
	text('Current Dashboard', {
		rows: 4,
		placeholder: 'e.g. {{ $json }}',
		description:
			'The output of Get for this dashboard. Then fields that you leave empty keep their values. A tile with the name of a current one keeps its ID, and with it its alerts; a tile without a position keeps its place.',
	}),
);

const UPDATE_MODES = { automatic: 'Automatic', merge: 'Merge', replace: 'Replace' };

const updateModeField = property(
	'updateMode',
	choice('Update Mode', UPDATE_MODES, {
		about: {
			automatic: 'Merge if Current Dashboard is given, unless the dashboard is defined by JSON',
			merge: 'Keep the values of empty fields, and tiles that you leave out',
			replace: 'Send only what you enter. Tiles that you leave out are deleted.',
		},
		description:
			'What to do with the rest of the dashboard. Only Replace and JSON delete tiles unasked.',
	}),
);

const tilesToRemoveField: INodeProperties = {
	...property(
		'tilesToRemove',
		list('Tiles to Remove', {
			placeholder: 'e.g. Errors, 65f5e4a3b9e77c001a901234',
			description:
				'The IDs or names of the tiles that a merge deletes with their alerts, separated by commas',
		}),
	),
	displayOptions: { hide: { updateMode: ['replace'] } },
};

/** An update's fields, whose name and tiles may be empty if it merges. */
export const updateFields: INodeProperties[] = [
	noticeField(
		'replaceNotice',
		'If you enter Current Dashboard, empty fields keep their values. Without it, by JSON and with Replace, tiles that you leave out are deleted with their alerts, and tiles without a known ID are created again on every run. Only a line, stacked bars or a number keep their alerts.',
	),
	currentDashboardField,
	updateModeField,
	tilesToRemoveField,
	...keptDefinitionFields,
];

/** Returns whether an update keeps omitted values. JSON is the whole dashboard, unless it's merged. */
function isMerging({ updateMode, dashboardInput, currentDashboard }: Parameters): boolean {
	if (updateMode === 'merge' || updateMode === 'replace') return updateMode === 'merge';
	return dashboardInput !== 'json' && emptyToUndefined(currentDashboard) !== undefined;
}

/** Returns the dashboard that an update changes, if the item has it. */
function readCurrent(parameters: Parameters): CurrentRecord {
	const read = currentRecord(currentDashboardField, dashboardIdField, parameters);
	if (read.current === undefined || Array.isArray(read.current.tiles)) return read;
	return { issues: [{ path: currentDashboardField.name, code: 'noCurrentTiles' }] };
}

/** Returns why an update can't be planned: a mode or a removal needs the dashboard that it changes. */
function modeIssues(parameters: Parameters, { current, issues }: CurrentRecord): Issue[] {
	const { updateMode, tilesToRemove: removed } = parameters;
	const unknown = choiceIssues(updateModeField.name, updateMode, Object.keys(UPDATE_MODES));
	if (unknown.length > 0 || issues.length > 0) return [...unknown, ...issues];
	if (isMerging(parameters)) {
		const path = currentDashboardField.name;
		return current === undefined ? [{ path, code: 'noCurrentToMerge' }] : [];
	}
	const path = tilesToRemoveField.name;
	return textList(removed).length > 0 ? [{ path, code: 'noMerge' }] : [];
}

/** The API does not return these parts, so an update deletes them. */
const PROMQL_HINT =
	"Get doesn't return tiles with PromQL: if the dashboard has some, the update deletes them and their alerts.";

/** Returns a body with the current dashboard's IDs and places, or merged with it. */
function withCurrent(body: JsonObject, current: JsonObject, parameters: Parameters): Adapted {
	const isMerge = isMerging(parameters);
	const { containers, tiles = isMerge ? [] : undefined } = body;
	if (!Array.isArray(tiles) || !tiles.every(isJsonObject)) return { body, issues: [], hints: [] };
	const known = tilesOf(current).map((tile) => inContainers(tile, containers));
	const adapted = isMerge
		? mergedBody({ ...body, tiles }, { ...current, tiles: known }, parameters)
		: placedBody({ ...body, tiles }, known);
	const all = tilesOf(adapted.body);
	const own = adapted.entered?.map((place) => all[place] ?? {}) ?? all;
	const unwatched = new Set(unwatchedTiles(own, known));
	const lost = hintOn(
		own,
		'ClickStack keeps alerts only on lines, stacked bars and numbers: the update deletes any alerts',
		(tile) => unwatched.has(tile),
	);
	return { ...adapted, hints: [...adapted.hints, ...lost, PROMQL_HINT] };
}

function placedBody(body: JsonObject, known: readonly JsonObject[]): Adapted {
	const { tiles, issues } = placeTiles(tilesOf(body), known);
	return { body: { ...body, tiles }, issues, hints: [] };
}

function mergedBody(
	body: JsonObject,
	current: JsonObject,
	{ tilesToRemove: chosen }: Parameters,
): Adapted {
	const { name, tags } = current;
	const known = tilesOf(current);
	const { removed, issues, hints } = tilesToRemove(tilesToRemoveField, chosen, known);
	const merged = mergeTiles(tilesOf(body), known, removed);
	const kept = { name: name ?? undefined, tags: tags ?? undefined };
	return {
		body: withoutUndefined({ ...kept, ...body, tiles: merged.tiles }),
		issues: [...issues, ...merged.issues],
		hints,
		entered: merged.entered,
	};
}

/** Takes a tile out of its container or tab if a list of containers lacks it: the API would refuse the tile. */
function inContainers(tile: JsonObject, containers: unknown): JsonObject {
	if (!Array.isArray(containers)) return tile;
	const { containerId, tabId, ...others } = tile;
	const container = containers.filter(isJsonObject).find(({ id }) => id === containerId);
	if (container === undefined) return others;
	const hasTab = [container.tabs].flat().some((tab) => isJsonObject(tab) && tab.id === tabId);
	return hasTab ? tile : { ...others, containerId };
}

/** Returns the tiles whose alerts, if any, are deleted because they become another kind of chart. */
function unwatchedTiles(
	tiles: readonly JsonObject[],
	current: readonly JsonObject[],
): JsonObject[] {
	const watchable = new Set(current.filter(mayHaveAlerts).map(({ id }) => id));
	return tiles.filter((tile) => watchable.has(tile.id) && !mayHaveAlerts(tile));
}

export const allowEmptyOption = property(
	'allowEmpty',
	flag('Allow Empty Dashboard', {
		description: 'Whether an update may leave the dashboard without any tiles',
	}),
);

/** Returns an update's body. It deletes every tile only if the options allow it. */
export function updateBody(parameters: Parameters): RequestBody {
	const read = readCurrent(parameters);
	const unusable = modeIssues(parameters, read);
	if (unusable.length > 0) return { body: {}, issues: unusable, hints: [] };
	const { current } = read;
	const isMerge = isMerging(parameters);
	const planned = plannedDashboard(
		parameters,
		(body) =>
			current === undefined
				? { body, issues: [], hints: [] }
				: withCurrent(body, current, parameters),
		isMerge ? current : undefined,
	);
	const { body } = planned;
	const issues = [...planned.issues, ...(isMerge ? [] : unplacedIssues(body, parameters))];
	const isUnread = issues.some(({ path }) => isWithin(path, 'tiles'));
	const isAllowed = asObject(parameters.options).allowEmpty === true;
	if (!isEmptyList(body.tiles) || isUnread || isAllowed) return { ...planned, issues };
	const option = allowEmptyOption.displayName;
	const empty: Issue[] = [{ path: 'tiles', code: 'noTiles', option }];
	const isJson = parameters.dashboardInput === 'json';
	return { ...planned, issues: [...issues, ...(isJson ? inJson(empty) : empty)] };
}

/** By fields, a tile that is kept needs its position: the API would refuse it, or put it at the origin. */
function unplacedIssues(body: JsonObject, { dashboardInput }: Parameters): Issue[] {
	if (dashboardInput === 'json' || dashboardInput === 'list') return [];
	return tilesOf(body).flatMap((tile, index) => {
		const isPlaced = ['x', 'y', 'w', 'h'].every((name) => tile[name] !== undefined);
		if (!hasTileId(tile) || isPlaced) return [];
		return [{ path: `tiles.${String(index)}`, code: 'unplacedTile' }];
	});
}

/** Returns whether the current dashboard has every tile. Any other is created again each time, with another ID. */
export function hasOnlyKnownTiles({ tiles }: JsonObject, parameters: Parameters): boolean {
	const { current = {} } = readCurrent(parameters);
	const kept = tilesOf(current).filter(hasTileId);
	const known = new Set(kept.map(({ id }) => id));
	return Array.isArray(tiles) && tiles.every((tile) => isJsonObject(tile) && known.has(tile.id));
}

/** How many names each part of a summary lists: it's cut at 600 characters. */
const MAX_NAMED_TILES = 5;

/** Describes an update: by name if the current dashboard is known. Losses are listed first. */
export function updateSummary(body: JsonObject, parameters: Parameters): string {
	const tiles = tilesOf(body);
	const { current } = readCurrent(parameters);
	const start = `${summaryStart(body, parameters, current)}: ${counted(tiles.length, 'tile')}`;
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
	const added = missing(tiles, before);
	const unchanged = new Set(before.map((tile) => hashOf(tile)));
	const changed = tiles.filter((tile) => !added.includes(tile) && !unchanged.has(hashOf(tile)));
	const renamed = (tile: unknown) => {
		const { id, name } = asObject(tile);
		const old = known.get(id)?.name;
		return old === name ? quoted(name) : `${quoted(old)} (now ${quoted(name)})`;
	};
	return [
		start,
		...part('removed with their alerts', missing(before, tiles)),
		...part('losing any alerts', unwatchedTiles(tiles, before)),
		...part('tags removed', missing(current.tags, body.tags)),
		...part('filters removed', missing(current.filters, body.filters)),
		...part('added', added),
		...part('changed', changed, renamed),
		...part('tags added', missing(body.tags, current.tags)),
	].join('; ');
}

function summaryStart(body: JsonObject, parameters: Parameters, current: JsonObject = {}): string {
	const name = recordName(dashboardRecord, parameters);
	if (!isMerging(parameters)) return `Replace ${name} with ${quoted(body.name)}`;
	return `Update ${name}${body.name === current.name ? '' : `, now ${quoted(body.name)}`}`;
}

/** Returns the entries that another list lacks, by their IDs if they have some. An omitted list lacks none. */
function missing(before: unknown, after: unknown): unknown[] {
	if (!Array.isArray(before) || !Array.isArray(after)) return [];
	const keyOf = (entry: unknown): unknown => (isJsonObject(entry) ? entry.id : entry);
	const kept = new Set(after.map(keyOf));
	return before.filter((entry) => !kept.has(keyOf(entry)));
}

const nameOf = (entry: unknown): string => quoted(isJsonObject(entry) ? entry.name : entry);

function part(what: string, entries: readonly unknown[], wordOf = nameOf): string[] {
	return entries.length === 0 ? [] : [`${what}: ${listed(entries, wordOf, MAX_NAMED_TILES)}`];
}

/** Names the tiles that were created, with the IDs by which the next update keeps them. */
export function createdTiles(
	dashboard: IDataObject,
	request: HttpRequest,
	shown: (text: string) => string,
): string | undefined {
	const sent = new Set(tilesOf(objectBody(request)).map(({ id }) => id));
	const created = tilesOf(dashboard).filter((tile) => hasTileId(tile) && !sent.has(tile.id));
	if (created.length === 0) return undefined;
	const nameOfNew = ({ id, name }: JsonObject) =>
		`'${typeof name === 'string' ? shown(name) : ''}' (${shown(String(id))})`;
	return `Created ${counted(created.length, 'tile')}: ${listed(created, nameOfNew)}. Enter each ID in its tile, so that the next update keeps the tile and its alerts.`;
}
