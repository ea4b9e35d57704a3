import type { INodeProperties } from 'n8n-workflow';
import type { Issue, WithIssues } from '../../../engine/issue';
import { sentenceHint } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { isJsonObject, withoutAbsent, withoutUndefined } from '../../../engine/json';
import { isText, textList, textListIssues, trimmed } from '../../../engine/parameters/values';
import { isSameName, listed, nameInText, nearestKnown } from '../../../engine/text';
import { keptConfig } from './chartKinds';
import { hasTileId } from './layout';

/** n8n's lint rules demand the ending. */
export const REMOVED_TILES_LABEL = 'Removed Tile Names or IDs';

/** A tile is found by ID, or else by name. A name that several stored tiles share is an issue. */
export function matchTiles(
	tiles: readonly JsonObject[],
	stored: readonly JsonObject[],
): { matches: Array<JsonObject | undefined>; issues: Issue[] } {
	const taken = new Set(tiles.filter(hasTileId).map(({ id }) => id));
	const tilesById = new Map(stored.map((tile) => [tile.id, tile]));
	const free = groupByName(stored.filter(({ id }) => !taken.has(id)));
	const withoutId = groupByName(tiles.filter((tile) => !hasTileId(tile)));
	const issues: Issue[] = [];
	const matches = tiles.map((tile, index) => {
		if (hasTileId(tile)) return tilesById.get(tile.id);
		const name = tileName(tile);
		// A tile without a name is new.
		if (name === undefined) return undefined;
		const sameNamed = free.get(name) ?? [];
		const [sameNamedTile, ...duplicates] = sameNamed;
		if (sameNamedTile === undefined) return undefined;
		if (duplicates.length === 0 && withoutId.get(name)?.length === 1) return sameNamedTile;
		const path = `tiles.${String(index)}`;
		const text = `has the same name as another tile here: "${name}". Enter the ID of one of the two tiles.`;
		issues.push(duplicates.length === 0 ? { path, text } : ambiguousIssue(path, name, sameNamed));
		return undefined;
	});
	return { matches, issues };
}

/** A typo in a name would add a tile, so new names are compared with those of stored tiles that nothing changes. */
function nearlyNamed(
	tiles: readonly JsonObject[],
	matches: ReadonlyArray<JsonObject | undefined>,
	stored: readonly JsonObject[],
): Issue[] {
	const matched = new Set(matches);
	const unmatchedNames = namesOf(stored.filter((tile) => !matched.has(tile)));
	const storedNames = unmatchedNames.map((name) => ({ name, codes: codesIn(name) }));
	return tiles.flatMap((tile, index): Issue[] => {
		const name = tileName(tile);
		if (matches[index] !== undefined || hasTileId(tile) || name === undefined) return [];
		if (storedNames.some((storedName) => storedName.name === name)) return [];
		const enteredName = { name, codes: codesIn(name) };
		const similar = storedNames.find((storedName) => isMisspelling(enteredName, storedName));
		if (similar === undefined) return [];
		const text = `is "${name}", but no tile has this name. Did you mean "${similar.name}"?`;
		return [{ path: `tiles.${String(index)}.name`, text, verdict: 'unusual' }];
	});
}

const MAX_TILES = 5;

/** An incomplete row that matches no stored tile would add a tile, so the issue says so. */
export function unmatchedIssues(
	path: string,
	tile: JsonObject,
	stored: readonly JsonObject[],
): Issue[] {
	const name = tileName(tile);
	if (namesOf(stored).length === 0 || name === undefined) return [];
	const text = `is "${name}", but no tile has this name. The update would add a tile. To change a tile, use its name: ${shownTiles(stored)}.`;
	return [{ path, text }];
}

/** Names the tiles that have a name. */
function shownTiles(stored: readonly JsonObject[]): string {
	return listed(namesOf(stored), (name) => `"${name}"`, MAX_TILES);
}

function goneHint(displayName: string, entry: string, stored: readonly JsonObject[]): Issue {
	const tiles = shownTiles(stored);
	const tilesText = tiles === '' ? '' : ` There are: ${tiles}.`;
	return sentenceHint(
		`${displayName}: The dashboard has no tile "${entry}" to remove.${tilesText}`,
	);
}

/** Names that differ in digits or an abbreviation, such as P95 and P99 or EU and US, differ on purpose. */
function isMisspelling(enteredName: NameAndCodes, storedName: NameAndCodes): boolean {
	// Checked first, because a dashboard can have many long names.
	if (Math.abs(enteredName.name.length - storedName.name.length) > MAX_OMITTED) return false;
	if (isSameName(enteredName.name, storedName.name)) return true;
	if (enteredName.codes !== storedName.codes) return false;
	const isNear = nearestKnown(enteredName.name, [storedName.name]) !== undefined;
	return isNear || isCutShort(enteredName.name, storedName.name);
}

interface NameAndCodes {
	name: string;
	/** The words that may differ on purpose. */
	codes: string;
}

const codesIn = (name: string): string =>
	name
		.split(/[^\p{L}\d]+/u)
		.filter((word) => /\d/.test(word) || /^\p{Lu}{2,3}$/u.test(word))
		.join()
		.toLowerCase();

/** Shorter names resemble too many other names. */
const MIN_LETTERS = 4;
const MAX_OMITTED = 2;

/** Such a name only lacks letters: "Eror" for "Errors". */
function isCutShort(name: string, storedName: string): boolean {
	const omitted = storedName.length - name.length;
	if (name.length < MIN_LETTERS || omitted < 1 || omitted > MAX_OMITTED) return false;
	const letters = Array.from(name.toLowerCase());
	for (const letter of storedName.toLowerCase()) if (letter === letters[0]) letters.shift();
	return letters.length === 0;
}

function ambiguousIssue(path: string, name: string, tiles: readonly JsonObject[]): Issue {
	const ids = tiles.map(({ id }) => String(id)).join(', ');
	const text = `refers to "${name}", but several tiles of the dashboard have that name: ${ids}. Enter the ID of the tile.`;
	return { path, text };
}

function tileName({ name }: JsonObject): string | undefined {
	const text = trimmed(name);
	return isText(text) ? String(text) : undefined;
}

function namesOf(tiles: readonly JsonObject[]): string[] {
	return tiles.flatMap((tile) => tileName(tile) ?? []);
}

/** An update can't find a tile whose name is missing or not unique. */
export function withoutOwnName(tiles: readonly JsonObject[]): (tile: JsonObject) => boolean {
	const tilesByName = groupByName(tiles);
	return (tile) => {
		const name = tileName(tile);
		return name === undefined || (tilesByName.get(name) ?? []).length > 1;
	};
}

function groupByName(tiles: readonly JsonObject[]): Map<unknown, JsonObject[]> {
	const tilesByName = new Map<unknown, JsonObject[]>();
	for (const tile of tiles) {
		const name = tileName(tile);
		const namesakes = tilesByName.get(name);
		if (namesakes === undefined) tilesByName.set(name, [tile]);
		else namesakes.push(tile);
	}
	return tilesByName;
}

/** A matching tile without an ID or position takes both from the stored tile. */
export function placeTiles(
	tiles: readonly JsonObject[],
	stored: readonly JsonObject[],
): WithIssues<JsonObject[]> {
	const { matches, issues } = matchTiles(tiles, stored);
	const placed = tiles.map((tile, index) => {
		const { id, x, y, w, h, containerId, tabId } = { ...matches[index] };
		const position = withoutUndefined({ x, y, w, h, containerId, tabId });
		const tileWithId = hasTileId(tile) || id === undefined ? tile : { ...tile, id };
		return { ...withoutTab(position, tileWithId), ...tileWithId };
	});
	return { value: placed, issues };
}

/** A tab belongs to its container, so a tile that moves to another container loses it. */
function withoutTab(stored: JsonObject, { containerId = stored.containerId }: JsonObject) {
	if (containerId === stored.containerId) return stored;
	return withoutUndefined({ ...stored, tabId: undefined });
}

/** Omitted values stay, and new tiles come last. `merged` contains the entered tiles in order. */
export function mergeTiles(
	tiles: readonly JsonObject[],
	stored: readonly JsonObject[],
	removedTiles: ReadonlySet<JsonObject> = new Set(),
): WithIssues<JsonObject[]> & { merged: JsonObject[] } {
	const { matches, issues } = matchTiles(tiles, stored);
	issues.push(...nearlyNamed(tiles, matches, stored));
	const changedTiles = new Map<JsonObject, JsonObject>();
	const addedTiles: JsonObject[] = [];
	const merged = tiles.map((tile, index) => {
		const match = matches[index];
		const path = `tiles.${String(index)}`;
		const { id } = tile;
		if (match === undefined && hasTileId(tile)) {
			// An unknown ID is refused, because a typo would create the tile again on every run.
			const ids = listed(
				stored,
				(tile) => `${String(tile.id)}${nameInText(tileName(tile))}`,
				MAX_TILES,
			);
			const tilesText = stored.length === 0 ? '' : ` There are: ${ids}.`;
			const text = `is "${String(id)}", but the dashboard has no tile with this ID.${tilesText} Check the ID, or leave it out to create a tile.`;
			issues.push({ path: `${path}.id`, text });
		}
		if (match !== undefined && removedTiles.has(match)) {
			const text = `changes the tile "${String(match.name)}", which is also in ${REMOVED_TILES_LABEL}. Remove it from one of the two fields.`;
			issues.push({ path, text });
		} else if (match !== undefined && !changedTiles.has(match)) {
			const newTile = mergedTile(tile, match);
			changedTiles.set(match, newTile);
			return newTile;
		}
		addedTiles.push(tile);
		return tile;
	});
	const keptTiles = stored.filter((tile) => !removedTiles.has(tile));
	const allTiles = [...keptTiles.map((tile) => changedTiles.get(tile) ?? tile), ...addedTiles];
	return { value: allTiles, issues, merged };
}

function mergedTile(tile: JsonObject, stored: JsonObject): JsonObject {
	const enteredMembers = withoutAbsent(tile);
	const { config, series, asRatio, ...storedMembers } = withoutTab(stored, enteredMembers);
	const mergedConfig =
		isJsonObject(enteredMembers.config) && isJsonObject(config)
			? { config: { ...keptIn(config, enteredMembers.config), ...enteredMembers.config } }
			: {};
	// ClickStack refuses a tile with both `config` and `series`.
	const chart = {
		...(enteredMembers.series === undefined && { config }),
		...(enteredMembers.config === undefined && { series, asRatio }),
	};
	return withoutUndefined({
		...storedMembers,
		...chart,
		...enteredMembers,
		...mergedConfig,
		id: hasTileId(enteredMembers) ? enteredMembers.id : stored.id,
	});
}

/** A config without a kind keeps the stored kind. */
function keptIn(stored: JsonObject, config: JsonObject): JsonObject {
	const { configType, displayType } = config;
	const hasKind = configType !== undefined || displayType !== undefined;
	return hasKind ? keptConfig(stored, config) : stored;
}

/** A tile that is already gone is only a hint, because a run may be repeated. */
export function findTilesToRemove(
	{ name: path, displayName }: INodeProperties,
	enteredTiles: unknown,
	stored: readonly JsonObject[],
): { removed: Set<JsonObject>; issues: Issue[] } {
	const removedTiles = new Set<JsonObject>();
	const issues = [
		...textListIssues(path, enteredTiles),
		...commaIssues(path, enteredTiles, stored),
	];
	if (issues.length > 0) return { removed: removedTiles, issues };
	const ids = new Map(stored.map((tile) => [tile.id, tile]));
	const names = groupByName(stored);
	for (const entry of textList(enteredTiles).map(String)) {
		const byId = ids.get(entry);
		const matchingTiles = byId === undefined ? (names.get(entry) ?? []) : [byId];
		const [matchingTile] = matchingTiles;
		if (matchingTiles.length > 1) issues.push(ambiguousIssue(path, entry, matchingTiles));
		else if (matchingTile !== undefined) removedTiles.add(matchingTile);
		else issues.push(goneHint(displayName, entry, stored));
	}
	return { removed: removedTiles, issues };
}

/** A name with commas would be split and could match other tiles. */
function commaIssues(path: string, enteredTiles: unknown, stored: readonly JsonObject[]): Issue[] {
	if (typeof enteredTiles !== 'string') return [];
	const entriesOf = (text: string) => {
		const trimmedEntries = text.split(',').map((entry) => entry.trim());
		return `,${trimmedEntries.join(',')},`;
	};
	const entries = entriesOf(enteredTiles);
	const split = namesOf(stored).find(
		(name) => name.includes(',') && entries.includes(entriesOf(name)),
	);
	if (split === undefined) return [];
	const text = `contains "${split}", a name with a comma. Enter the tile's ID. You can also use an expression that returns a list.`;
	return [{ path, text }];
}
