import type { IDataObject } from 'n8n-workflow';
import {
	differences,
	firstChanges,
	joined,
	listed,
	quoted,
} from '../../../engine/summary/sentences';
import type { JsonObject } from '../../../engine/json';
import { isEmptyList, isJsonObject, recordsIn, withoutUndefined } from '../../../engine/json';
import type { Parameters } from '../../../engine/operation';
import type { HttpRequest } from '../../../engine/request';
import { objectBody } from '../../../engine/request';
import { asObject, trimmed } from '../../../engine/parameters/values';
import { counted } from '../../../engine/text';
import { recordPhrase } from '../../../features/record/record';
import { dashboardRecord } from '../../../clickStack/records';
import { hasTileId } from './layout';
import { mayHaveAlerts, tilesOf } from './tiles';

/** Names per part, because a summary is cut at 600 characters. */
const MAX_NAMED_TILES = 5;

/** Parts compared entry by entry. `tags` are texts; the others have IDs. */
const LISTS = ['tags', 'filters', 'containers'];
/** Parts compared as a whole. */
const VALUES = ['name', 'savedQuery', 'savedQueryLanguage', 'savedFilterValues'];

/** Names the current dashboard if it's known. Losses come first. */
export function updateSummary(
	body: JsonObject,
	parameters: Parameters,
	current: JsonObject,
): string {
	const isRead = Object.keys(current).length > 0;
	return isRead
		? changesOfDashboard(body, parameters, current)
		: unreadSummary(body, recordPhrase(dashboardRecord, parameters));
}

function unreadSummary(body: JsonObject, record: string): string {
	const tiles = tilesOf(body);
	const fresh = tiles.filter((tile) => !hasTileId(tile)).length;
	const cleared = ['tags', 'filters'].filter((name) => isEmptyList(body[name]));
	return [
		`Replace ${record} with ${quoted(body.name)}: ${counted(tiles.length, 'tile')}`,
		...(fresh === 0 ? [] : [`${String(fresh)} of them new`]),
		...cleared.map((name) => `no ${name}`),
	].join(', ');
}

function changesOfDashboard(body: JsonObject, parameters: Parameters, current: JsonObject): string {
	const [tiles, before] = [tilesOf(body), tilesOf(current)];
	const verb = parameters.updateMode === 'replace' ? 'Replace' : 'Update';
	const record = recordPhrase(dashboardRecord, parameters);
	const values = VALUES.filter((name) => Object.hasOwn(body, name)).flatMap((name) =>
		differences(current[name], body[name], [name]),
	);
	return [
		`${verb} ${record}: ${counted(tiles.length, 'tile')}`,
		...part('removed with their alerts', subtractEntries(before, tiles)),
		...part('losing any alerts', unwatchedTiles(tiles, before)),
		...LISTS.flatMap((name) => part(`${name} removed`, subtractEntries(current[name], body[name]))),
		...(values.length === 0 ? [] : [joined(values)]),
		...part('added', subtractEntries(tiles, before)),
		...changedEntries('changed', tiles, before),
		...LISTS.flatMap((name) => [
			...part(`${name} added`, subtractEntries(body[name], current[name])),
			...changedEntries(`${name} changed`, body[name], current[name]),
		]),
	].join('; ');
}

/** Names entries that changed, with their differences. */
function changedEntries(what: string, after: unknown, before: unknown): string[] {
	const entries = [after].flat().filter(isJsonObject);
	const entriesById = new Map(
		[before].flat().map((entry) => [asObject(entry).id, asObject(entry)]),
	);
	const changed = entries.flatMap((entry) => {
		const { name: newName, ...newMembers } = asInForm(entry);
		const old = entriesById.get(entry.id);
		if (old === undefined || entry.id === undefined) return [];
		const { name, ...oldMembers } = asInForm(old);
		const renamed = name === newName ? [] : [{ text: `now ${quoted(newName)}` }];
		const all = [...renamed, ...differences(oldMembers, newMembers, [], ['tiles', '0'])];
		return all.length === 0 ? [] : [{ name: entryName(old), changes: all }];
	});
	return part(what, changed, ({ name, changes }) => `${name} (${firstChanges(changes)})`);
}

/** Moves the properties of a chart and its first value to their places in a tile's form. */
function asInForm({ config, ...entry }: JsonObject): JsonObject {
	const { select, displayType, ...chart } = asObject(config);
	const [first, ...more] = recordsIn(select);
	const columns = Array.isArray(select) ? undefined : select;
	return {
		...entry,
		...chart,
		...first,
		...withoutUndefined({ chart: displayType, selectColumns: columns }),
		...(more.length > 0 && { select: more }),
	};
}

/** Tiles that lose their alerts because they change to another kind of chart. */
export function unwatchedTiles(
	tiles: readonly JsonObject[],
	current: readonly JsonObject[],
): JsonObject[] {
	const watchable = new Set(
		current
			.filter(hasTileId)
			.filter(mayHaveAlerts)
			.map(({ id }) => id),
	);
	return tiles.filter((tile) => watchable.has(tile.id) && !mayHaveAlerts(tile));
}

/**
 * Entries missing from another list. Matched by ID, or by name if an earlier item of the run adds them, so that their
 * IDs don't exist yet. An omitted list lacks nothing.
 */
function subtractEntries(entries: unknown, otherEntries: unknown): unknown[] {
	if (!Array.isArray(entries) || otherEntries === undefined) return [];
	const keyOf = (entry: unknown): unknown =>
		isJsonObject(entry) ? (entry.id ?? `new ${String(entry.name)}`) : entry;
	const otherKeys = new Set([otherEntries ?? []].flat().map(keyOf));
	return entries.filter((entry) => !otherKeys.has(keyOf(entry)));
}

function entryName(entry: unknown): string {
	const { name, title = name } = asObject(entry);
	return quoted(isJsonObject(entry) ? title : entry);
}

function part<Entry>(
	what: string,
	entries: readonly Entry[],
	wordOf: (entry: Entry) => string = entryName,
): string[] {
	return entries.length === 0 ? [] : [`${what}: ${listed(entries, wordOf, MAX_NAMED_TILES)}`];
}

/** Names new tiles with the IDs that keep them in the next update. */
export function createdTiles(
	dashboard: IDataObject,
	request: HttpRequest,
	redact: (text: string) => string,
): string | undefined {
	const sent = new Set(tilesOf(objectBody(request)).map(({ id }) => id));
	const created = tilesOf(dashboard).filter((tile) => hasTileId(tile) && !sent.has(tile.id));
	if (created.length === 0) return undefined;
	const nameOfNew = ({ id, name }: JsonObject) =>
		`"${typeof name === 'string' ? redact(name) : ''}" (${redact(String(id))})`;
	const isUnnamed = created.some(({ name }) => trimmed(name) === undefined);
	const unnamed = isUnnamed
		? ' The next update finds tiles by name. If a tile has no name of its own, enter its ID; otherwise, the update creates it again.'
		: '';
	return `Created ${counted(created.length, 'tile')}: ${listed(created, nameOfNew)}.${unnamed}`;
}
