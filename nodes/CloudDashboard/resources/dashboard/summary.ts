import type { IDataObject } from 'n8n-workflow';
import type { Phrase } from '../../../engine/phrase';
import {
	joinPhrases,
	phrase,
	phraseList,
	quoted,
	quoteName,
	SHORT_LIST,
	UNTOLD,
} from '../../../engine/phrase';
import type { DescribedChange } from '../../../engine/summary/sentences';
import {
	joinChanges,
	differences,
	isReordered,
	MAX_CHANGES,
	otherFields,
	removalsFirst,
} from '../../../engine/summary/sentences';
import { isSameJson } from '../../../engine/crypto';
import type { JsonObject } from '../../../engine/json';
import { isJsonObject, ownValue, recordsIn } from '../../../engine/json';
import type { ParameterValues } from '../../../engine/operation';
import type { HttpRequest } from '../../../engine/request';
import { objectBody } from '../../../engine/request';
import {
	asObject,
	emptyToUndefined,
	isName,
	isText,
	nameUnder,
} from '../../../engine/parameters/values';
import { counted, listed } from '../../../engine/text';
import { recordPhrase } from '../../../features/record/record';
import { NO_CHANGE } from '../../../features/record/replacement';
import { dashboardRecord } from '../../../clickStack/records';
import { chartOfTile } from './chartKinds';
import { CHARTS, tileChart, WATCHED_CHARTS } from './charts';
import { hasTileId } from './layout';
import { withoutOwnName } from './merge';
import { SERIES_TYPES, tilesOf } from './tiles';

const FORM_KEYS = new Set(Object.keys(tileChart.members));

/** A summary is cut at 600 characters, so each part names only a few tiles. */
const MAX_NAMED_TILES = 5;

/** These parts are compared entry by entry. `tags` are texts; the others have IDs. */
const LIST_KEYS = ['tags', 'filters', 'containers'];

/** Only counts the tiles. */
export function tilesText(body: JsonObject): Phrase {
	const { length } = tilesOf(body);
	return [counted(length, 'tile'), length === 0 ? '' : UNTOLD];
}

export function sourcesText(body: JsonObject): Phrase {
	const ids = tilesOf(body)
		.flatMap(({ config, series }) => [asObject(config), ...recordsIn(series)])
		.flatMap(({ sourceId }) => (isText(sourceId) ? [sourceId] : []));
	if (ids.length === 0) return '';
	return phrase`; sources: ${phraseList([...new Set(ids)], quoteName, SHORT_LIST)}`;
}

/** Describes what an update changes. Losses come first. */
export function updateSummary(
	body: JsonObject,
	parameters: ParameterValues,
	stored: JsonObject,
): Phrase {
	const wasRead = Object.keys(stored).length > 0;
	return wasRead
		? changesOfDashboard(body, parameters, stored)
		: unreadSummary(body, recordPhrase(dashboardRecord, parameters));
}

function unreadSummary(body: JsonObject, record: Phrase): Phrase {
	const { name, tiles: sentTiles, ...otherMembers } = body;
	const tiles = tilesOf({ tiles: sentTiles });
	const fresh = tiles.filter((tile) => !hasTileId(tile)).length;
	const start = phrase`Replace ${record} with ${quoted(name)}: ${tilesText({ tiles })}`;
	return [start, fresh === 0 ? '' : `, ${String(fresh)} of them new`, otherFields(otherMembers)];
}

function changesOfDashboard(
	body: JsonObject,
	parameters: ParameterValues,
	stored: JsonObject,
): Phrase {
	const [tiles, storedTiles] = [tilesOf(body), tilesOf(stored)];
	const verb = parameters.updateMode === 'replace' ? 'Replace' : 'Update';
	const record = recordPhrase(dashboardRecord, parameters);
	const values = Object.entries(body)
		.filter(([name]) => name !== 'tiles' && !LIST_KEYS.includes(name))
		.flatMap(([name, value]) => differences(stored[name], value, [name]));
	const changes = [
		...clause('removed with their alerts', subtractEntries(storedTiles, tiles)),
		...clause('losing any alerts', unwatchedTiles(tiles, storedTiles)),
		...LIST_KEYS.flatMap((name) =>
			clause(`${name} removed`, subtractEntries(stored[name], body[name])),
		),
		...(values.length === 0 ? [] : [joinChanges(values)]),
		...clause('added', subtractEntries(tiles, storedTiles), newEntryName),
		...changedEntries('changed', tiles, storedTiles),
		...LIST_KEYS.flatMap((name) => [
			...clause(`${name} added`, subtractEntries(body[name], stored[name] ?? []), newEntryName),
			...changedEntries(`${name} changed`, body[name], stored[name]),
		]),
		...['tiles', ...LIST_KEYS].flatMap((name) =>
			isReordered(keysIn(body[name]), keysIn(stored[name])) ? [`${name} in another order`] : [],
		),
	];
	const start = phrase`${verb} ${record}: ${counted(tiles.length, 'tile')}`;
	return joinPhrases(
		[start, ...(changes.length === 0 ? otherChanges(body, stored) : changes)],
		'; ',
	);
}

function otherChanges(body: JsonObject, stored: JsonObject): Phrase[] {
	const isUnchanged = Object.entries(body).every(([name, value]) =>
		isSameJson(emptyToUndefined(value), emptyToUndefined(stored[name])),
	);
	return [isUnchanged ? NO_CHANGE : ['other changes', UNTOLD]];
}

function changedEntries(what: string, after: unknown, stored: unknown): Phrase[] {
	const entries = [after].flat().filter(isJsonObject);
	const entriesByKey = new Map([stored].flat().map((entry) => [entryKey(entry), asObject(entry)]));
	const changed = entries.flatMap((entry) => {
		const old = entriesByKey.get(entryKey(entry));
		const changes = old === undefined ? [] : entryChanges(old, entry);
		return changes.length === 0 ? [] : [{ name: entryName(old), changes }];
	});
	return clause(what, changed, ({ name, changes }) => phrase`${name} (${shownChanges(changes)})`);
}

function entryChanges(old: JsonObject, entry: JsonObject): DescribedChange[] {
	const [storedForm, sentForm] = inSameForm(old, entry);
	const [before, after] = [inForm(storedForm), inForm(sentForm)];
	const isOtherChart = before.chart !== after.chart;
	const changes = removalsFirst([
		...(before.name === after.name ? [] : [{ text: phrase`now ${quoted(after.name)}` }]),
		...after.parts.flatMap((part, index) => {
			const oldPart = before.parts[index] ?? {};
			return differences(isOtherChart ? inWords(oldPart, part) : oldPart, part, [], IN_TILE);
		}),
	]);
	if (!isOtherChart) return changes;
	// The new chart explains the removals, so what was entered comes before them.
	const removals = changes.filter(({ removes }) => removes);
	const additions = [
		...differences({ chart: before.chart }, { chart: after.chart }, [], IN_TILE),
		...changes.slice(removals.length),
	];
	return [...additions.slice(0, MAX_CHANGES), ...removals, ...additions.slice(MAX_CHANGES)];
}

const IN_TILE = ['tiles', '0'];

/** Shows at least every removal. */
function shownChanges(changes: readonly DescribedChange[]): Phrase {
	const lastRemoval = changes.map(({ removes }) => removes).lastIndexOf(true);
	return phraseList(changes, ({ text }) => text, {
		maxEntries: Math.max(lastRemoval + 1, MAX_CHANGES),
	});
}

/** ClickStack adds these values to every chart, so nobody misses them. */
const CHART_DEFAULTS: JsonObject = { asRatio: false, fillNulls: true, whereLanguage: 'lucene' };

/** A tile whose stored chart is a `config` may be entered with `series`, and the other way round. */
function inSameForm(old: JsonObject, entry: JsonObject): [JsonObject, JsonObject] {
	const areSeries = [old, entry].every(({ config }) => !isJsonObject(config));
	if (areSeries || [old, entry].every(({ series }) => series === undefined)) return [old, entry];
	return [withoutDefaults(chartOfTile(old)), withoutDefaults(chartOfTile(entry))];
}

function withoutDefaults({ config, ...tile }: JsonObject): JsonObject {
	const members = Object.entries(asObject(config)).filter(
		([name, value]) => value !== CHART_DEFAULTS[name],
	);
	return { ...tile, config: Object.fromEntries(members) };
}

/** If another kind of chart drops keys that no form has, words tell more than the API's spelling. */
function inWords(stored: JsonObject, members: JsonObject): JsonObject {
	const entries = Object.entries(stored).flatMap(([name, value]) => {
		if (members[name] !== undefined) return [[name, value] as const];
		if (value === CHART_DEFAULTS[name]) return [];
		const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
		return [[FORM_KEYS.has(name) ? name : words, value] as const];
	});
	return Object.fromEntries(entries);
}

/**
 * A form has the properties of a chart and its first value in the tile itself. Each part is compared by itself, because
 * JSON may have the same key in several.
 */
function inForm({ name, config, ...entry }: JsonObject) {
	const { select, configType, displayType, ...members } = asObject(config);
	const values: unknown[] = Array.isArray(select) ? select : [];
	const [first, ...furtherValues] = values;
	const isSql = configType === 'sql';
	const kind = isSql ? configType : displayType;
	return {
		name,
		chart: isText(kind) ? (ownValue(CHARTS, String(kind)) ?? kind) : kind,
		parts: [
			entry,
			{ ...members, configType: isSql ? undefined : configType },
			asObject(first),
			{
				sqlDisplayType: isSql ? displayType : undefined,
				selectColumns: Array.isArray(select) ? undefined : select,
				select: furtherValues.length > 0 ? furtherValues : undefined,
			},
		],
	};
}

/** A tile can have alerts if it has a chart, or series that ClickStack converts to a chart. */
function mayHaveAlerts({ config, series }: JsonObject): boolean {
	if (isJsonObject(config)) return Object.hasOwn(WATCHED_CHARTS, String(config.displayType));
	return recordsIn(series).some(({ type }) => isText(type) && Object.hasOwn(SERIES_TYPES, type));
}

/** Tiles that lose their alerts, because they change to another kind of chart. */
export function unwatchedTiles(
	tiles: readonly JsonObject[],
	stored: readonly JsonObject[],
): JsonObject[] {
	const watchable = new Set(
		stored
			.filter(hasTileId)
			.filter(mayHaveAlerts)
			.map(({ id }) => id),
	);
	return tiles.filter((tile) => watchable.has(tile.id) && !mayHaveAlerts(tile));
}

/** An earlier item of the run may add entries, which have no ID yet. */
function entryKey(entry: unknown): unknown {
	return isJsonObject(entry) ? (entry.id ?? `new ${String(entry.name)}`) : entry;
}

function keysIn(list: unknown): unknown[] {
	return Array.isArray(list) ? list.map(entryKey) : [];
}

/** An omitted list lacks nothing. */
function subtractEntries(entries: unknown, otherEntries: unknown): unknown[] {
	if (!Array.isArray(entries) || otherEntries === undefined) return [];
	const otherKeys = new Set([otherEntries ?? []].flat().map(entryKey));
	return entries.filter((entry) => !otherKeys.has(entryKey(entry)));
}

function entryName(entry: unknown): Phrase {
	if (!isJsonObject(entry)) return quoted(entry);
	const name = nameUnder(['title', 'name'], entry);
	return name === undefined ? 'unnamed' : quoted(name);
}

function newEntryName(entry: unknown): Phrase {
	return [entryName(entry), isJsonObject(entry) ? UNTOLD : ''];
}

function clause<Entry>(
	what: string,
	entries: readonly Entry[],
	phraseOf: (entry: Entry) => Phrase = entryName,
): Phrase[] {
	if (entries.length === 0) return [];
	return [phrase`${what}: ${phraseList(entries, phraseOf, { maxEntries: MAX_NAMED_TILES })}`];
}

/** The next update needs these IDs to keep the new tiles. */
export function createdTiles(
	dashboard: IDataObject,
	request: HttpRequest,
	redact: (text: string) => string,
): string | undefined {
	const sentIds = new Set(tilesOf(objectBody(request)).map(({ id }) => id));
	const created = tilesOf(dashboard).filter((tile) => hasTileId(tile) && !sentIds.has(tile.id));
	if (created.length === 0) return undefined;
	const newTileName = ({ id, name }: JsonObject) =>
		`${isName(name) ? `"${redact(String(name))}"` : 'unnamed'} (${redact(String(id))})`;
	const unnamed = created.some(withoutOwnName(tilesOf(dashboard)))
		? ' The next update finds tiles by name. If a tile has no name of its own, enter its ID; otherwise, the update creates it again.'
		: '';
	return `Created ${counted(created.length, 'tile')}: ${listed(created, newTileName)}.${unnamed}`;
}
