import type { IDataObject } from 'n8n-workflow';
import { listed, quoted } from '../../../engine/approval/sentences';
import { property, flag, text } from '../../../engine/body/fields';
import { objectBody } from '../../../engine/operation';
import { inJson, isWithin } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { hashOf, isEmptyList, isJsonObject, withoutUndefined } from '../../../engine/json';
import type { HttpRequest, Parameters } from '../../../engine/operation';
import type { RequestBody } from '../../../engine/parameters/json';
import { noticeField } from '../../../engine/parameters/properties';
import { asObject } from '../../../engine/parameters/values';
import { resource } from '../../../engine/resource';
import { counted } from '../../../engine/text';
import { create, remove, update } from '../../../features/record/change';
import type { CurrentRecord } from '../../../features/record/current';
import { get, getMany, ofParent, planOf, recordName } from '../../../features/record/record';
import { below } from '../../../clickhouseCloud/identifiers';
import { requestOptions } from '../../../clickStack/authentication';
import { dashboardIdField, dashboardRecord } from '../../../clickStack/records';
import { currentRecord } from '../current';
import { definitionFields, plannedDashboard } from './definition';
import { hasTileId, hintOn, mayHaveAlerts, tilesOf } from './tiles';
import type { Issue } from '../../../engine/issue';

/**
 * Copies to tiles the IDs of the current tiles with their names, and the places of the current tiles with their IDs,
 * if they have none of their own. A name that several of them have is an issue: either could be meant.
 */
export function mergeTiles(
	tiles: readonly JsonObject[],
	current: readonly JsonObject[],
): { tiles: JsonObject[]; issues: Issue[] } {
	const taken = new Set(tiles.map(({ id }) => id));
	const known = new Map(current.map((tile) => [tile.id, tile]));
	const free = byName(current.filter(({ id }) => !taken.has(id)));
	const open = byName(tiles.filter((tile) => !hasTileId(tile)));
	const issues: Issue[] = [];
	const merged = tiles.map((tile, index) => {
		if (hasTileId(tile)) return placed(tile, known.get(tile.id));
		const { name } = tile;
		const [same, ...others] = free.get(name) ?? [];
		if (same === undefined) return tile;
		const isAmbiguous = others.length > 0 || (open.get(name) ?? []).length > 1;
		if (!isAmbiguous) return placed({ ...tile, id: same.id }, same);
		issues.push({ path: `tiles.${String(index)}`, code: 'ambiguousTile', name: String(name) });
		return tile;
	});
	return { tiles: merged, issues };
}

function byName(tiles: readonly JsonObject[]): Map<unknown, JsonObject[]> {
	const named = new Map<unknown, JsonObject[]>();
	for (const tile of tiles) {
		const same = named.get(tile.name);
		if (same === undefined) named.set(tile.name, [tile]);
		else same.push(tile);
	}
	return named;
}

/** A tab belongs to a container: in another one, the tile doesn't keep it. */
function placed(tile: JsonObject, current: JsonObject = {}): JsonObject {
	const { x, y, w, h, containerId, tabId } = current;
	const { containerId: own = containerId } = tile;
	const inContainer = own === containerId ? { containerId, tabId } : {};
	return { ...withoutUndefined({ x, y, w, h, ...inContainer }), ...tile };
}

/** The current dashboard, whose IDs and positions an update keeps. n8n would mark an empty JSON field as an error. */
const currentDashboardField = property(
	'currentDashboard',
	text('Current Dashboard', {
		rows: 4,
		placeholder: 'e.g. {{ $json }}',
		description:
			'The output of Get for this dashboard. Tiles with the name of a tile in it keep its ID, and with it their alerts; tiles without a position keep theirs. Leave empty to send only what is entered.',
	}),
);

/** What the API does not return, and an update therefore deletes. */
const PROMQL_HINT =
	'Tiles with PromQL are missing in what Get returns: if the dashboard has some, the update deletes them and their alerts.';

/** How many names each part of a summary lists: it's cut at 600 characters. */
const MAX_NAMED_TILES = 5;

/** Returns a body with the IDs and places of the current dashboard, if the item has one. */
function mergedWithCurrent(body: JsonObject, parameters: Parameters): RequestBody {
	const { current, issues } = readCurrent(parameters);
	const { tiles } = body;
	const isMergeable = Array.isArray(tiles) && tiles.every(isJsonObject);
	if (current === undefined || !isMergeable) return { body, issues, hints: [] };
	const { containers } = body;
	const known = tilesOf(current).map((tile) => inContainers(tile, containers));
	const merged = mergeTiles(tiles, known);
	const unwatched = new Set(unwatchedTiles(merged.tiles, known));
	const lost = hintOn(
		merged.tiles,
		'ClickStack keeps alerts only on lines, stacked bars and numbers: the update deletes any alerts',
		(tile) => unwatched.has(tile),
	);
	const hints = [...lost, PROMQL_HINT];
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
function readCurrent(parameters: Parameters): CurrentRecord {
	const read = currentRecord(currentDashboardField, dashboardIdField, parameters);
	if (read.current === undefined || Array.isArray(read.current.tiles)) return read;
	return { issues: [{ path: currentDashboardField.name, code: 'noCurrentTiles' }] };
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
function updateSummary(body: JsonObject, parameters: Parameters): string {
	const tiles = tilesOf(body);
	const { current } = readCurrent(parameters);
	const start = `Replace ${recordName(dashboardRecord, parameters)} with ${quoted(body.name)}: ${counted(tiles.length, 'tile')}`;
	if (current === undefined) {
		const fresh = tiles.filter((tile) => !hasTileId(tile)).length;
		const cleared = ['tags', 'filters'].filter((name) => isEmptyList(body[name]));
		return [
			start + (fresh === 0 ? '' : ` (${String(fresh)} of them new)`),
			...cleared.map((name) => `no ${name}`),
		].join(', ');
	}
	const before = tilesOf(current);
	const added = missing(tiles, before);
	const unchanged = new Set(before.map((tile) => hashOf(tile)));
	const changed = tiles.filter((tile) => !added.includes(tile) && !unchanged.has(hashOf(tile)));
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
	return [`${what}: ${listed(entries, nameOf, MAX_NAMED_TILES)}`];
}

/** Returns the body of a new dashboard. It has no IDs: tiles get theirs from the API, and it refuses those of filters. */
function newDashboard(parameters: Parameters): RequestBody {
	const withoutId = (entry: unknown) =>
		isJsonObject(entry) ? withoutUndefined({ ...entry, id: undefined }) : entry;
	return plannedDashboard(parameters, (entered) => {
		const body = { ...entered };
		for (const name of ['tiles', 'filters']) {
			const entries = entered[name];
			if (Array.isArray(entries)) body[name] = entries.map(withoutId);
		}
		return { body, issues: [], hints: [] };
	});
}

const nameOfNew = (body: JsonObject, parameters: Parameters) =>
	`dashboard ${quoted(body.name)}${ofParent(dashboardRecord.parent, parameters, '')}`;

const allowEmptyOption = property(
	'allowEmpty',
	flag('Allow Empty Dashboard', {
		description: 'Whether an update may leave the dashboard without any tiles',
	}),
);

/** Returns the body of an update. It may delete every tile only if the options ask for it. */
function replacement(parameters: Parameters): RequestBody {
	const planned = plannedDashboard(parameters, (entered) => mergedWithCurrent(entered, parameters));
	const { body } = planned;
	const issues = [...planned.issues, ...unplacedIssues(body, parameters)];
	const isUnread = issues.some(({ path }) => isWithin(path, 'tiles'));
	const isAllowed = asObject(parameters.options).allowEmpty === true;
	if (!isEmptyList(body.tiles) || isUnread || isAllowed) return { ...planned, issues };
	const option = allowEmptyOption.displayName;
	const empty: Issue[] = [{ path: 'tiles', code: 'noTiles', option }];
	const isJson = parameters.dashboardInput === 'json';
	return { ...planned, issues: [...issues, ...(isJson ? inJson(empty) : empty)] };
}

/** Returns whether the current dashboard has every tile. Any other is created again each time, with another ID. */
function hasOnlyKnownTiles({ tiles }: JsonObject, parameters: Parameters): boolean {
	const { current = {} } = readCurrent(parameters);
	const kept = tilesOf(current).filter(hasTileId);
	const known = new Set(kept.map(({ id }) => id));
	return Array.isArray(tiles) && tiles.every((tile) => isJsonObject(tile) && known.has(tile.id));
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

/** Names the tiles that were created, with the IDs by which the next update keeps them. */
function createdTiles(
	dashboard: IDataObject,
	request: HttpRequest,
	shown: (text: string) => string,
): string | undefined {
	const sent = new Set(tilesOf(objectBody(request)).map(({ id }) => id));
	const created = tilesOf(dashboard).filter((tile) => hasTileId(tile) && !sent.has(tile.id));
	if (created.length === 0) return undefined;
	const nameOf = ({ id, name }: JsonObject) =>
		`'${typeof name === 'string' ? shown(name) : ''}' (${shown(String(id))})`;
	return `Created ${counted(created.length, 'tile')}: ${listed(created, nameOf)}. Enter each ID in its tile, so that the next update keeps the tile and its alerts.`;
}

export const dashboard = resource(
	'Dashboard',
	'A dashboard with its tiles',
	{
		// Tiles get new IDs, whatever they have.
		create: create(dashboardRecord, {
			description: 'Create a dashboard with its tiles',
			fields: {
				properties: [
					noticeField('createNotice', 'Every tile gets a new ID. IDs that you send are ignored.'),
					...definitionFields,
				],
				buildBody: newDashboard,
			},
			unknownOutcome: [
				'The dashboard may have been created',
				'Check the dashboards of the team before you run the node again.',
			],
			target: 'dashboards',
			summarize: (body, parameters) =>
				`Create ${nameOfNew(body, parameters)} with ${counted(tilesOf(body).length, 'tile')}`,
		}),
		delete: {
			...remove(dashboardRecord, { description: 'Delete a dashboard and its alerts permanently' }),
			successHint: () => 'The API may return the same for an unknown ID.',
		},
		get: get(dashboardRecord, { description: 'Get a dashboard' }),
		getAll: getMany(dashboardRecord, {
			description: 'Get the dashboards of the team with their tiles',
		}),
		update: update(dashboardRecord, {
			description:
				'Replace the name, tiles and tags of a dashboard. Tiles that are left out are deleted.',
			method: 'PUT',
			renames: true,
			fields: {
				properties: [
					noticeField(
						'replaceNotice',
						"Replaces name, tiles and tags. Tiles left out are deleted with their alerts. A tile without an ID, or with one that isn't in the dashboard, is created again on every run. A tile whose chart becomes anything but a line, stacked bars or a number loses its alerts. Filters, containers and the saved query stay unless they are sent.",
					),
					currentDashboardField,
					...definitionFields,
				],
				buildBody: replacement,
			},
			own: [allowEmptyOption],
			unknownOutcome: [
				'The dashboard may have been replaced',
				'Check the dashboard before you run the node again: tiles without an ID would be created again.',
			],
			repeatable: hasOnlyKnownTiles,
			successHint: createdTiles,
			summarize: updateSummary,
		}),
		// It stores nothing, and its answer has no `data`.
		validate: {
			name: 'Validate',
			description: 'Check whether a dashboard could be created, without creating it',
			action: 'Validate dashboard',
			properties: [
				noticeField(
					'validateNotice',
					'Checks the dashboard as a new one, with its sources and connections. Filters with an ID, as in an update, count as invalid.',
				),
				...definitionFields,
				requestOptions({ reads: false }),
			],
			unknownOutcome: ['Nothing is stored by a validation', 'Run the node again.'],
			repeatable: true,
			isDone: ({ valid }) => typeof valid === 'boolean',
			target: () => 'dashboards',
			summarize: (request, parameters) => `Validate ${nameOfNew(objectBody(request), parameters)}`,
			plan: planOf('POST', below(dashboardRecord.collection, 'validate'), newDashboard),
		},
	},
	'update',
);
