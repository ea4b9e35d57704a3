import type { INodeProperties } from 'n8n-workflow';
import type { Issue } from '../../../engine/issue';
import { sentenceHint } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject, withoutUndefined } from '../../../engine/json';
import { isText, textList, textListIssues, trimmed } from '../../../engine/parameters/values';
import { nearestKnown } from '../../../engine/text';
import { hasTileId } from './layout';
import type { Tiles } from './tiles';

/** Label of the field with tiles to delete. n8n's rules demand the ending. */
export const REMOVED_TILES_LABEL = 'Removed Tile Names or IDs';

/** Finds the current tile by ID, or else by name. A name that several current tiles share is an issue. */
export function matchTiles(
	tiles: readonly JsonObject[],
	current: readonly JsonObject[],
): { matches: Array<JsonObject | undefined>; issues: Issue[] } {
	const taken = new Set(tiles.filter(hasTileId).map(({ id }) => id));
	const tilesById = new Map(current.map((tile) => [tile.id, tile]));
	const free = groupByName(current.filter(({ id }) => !taken.has(id)));
	const open = groupByName(tiles.filter((tile) => !hasTileId(tile)));
	const issues: Issue[] = [];
	const matches = tiles.map((tile, index) => {
		if (hasTileId(tile)) return tilesById.get(tile.id);
		const name = tileName(tile);
		// A tile without a name is new.
		if (name === undefined) return undefined;
		const stored = free.get(name) ?? [];
		const [same, ...duplicates] = stored;
		if (same === undefined) return undefined;
		if (duplicates.length === 0 && open.get(name)?.length === 1) return same;
		const path = `tiles.${String(index)}`;
		const text = `has the same name as another tile here: "${name}". Enter the ID of one of the two tiles.`;
		issues.push(duplicates.length === 0 ? { path, text } : ambiguous(path, name, stored));
		return undefined;
	});
	return { matches, issues };
}

/** Finds new tiles whose names nearly match a stored tile that no entered tile changes. */
export function nearlyNamed(
	tiles: readonly JsonObject[],
	matches: ReadonlyArray<JsonObject | undefined>,
	current: readonly JsonObject[],
): Issue[] {
	const storedNames = current.filter((tile) => !matches.includes(tile)).map(({ name }) => name);
	const names = storedNames.filter((name) => typeof name === 'string');
	return tiles.flatMap(({ id, name }, index): Issue[] => {
		const isNew = matches[index] === undefined && id === undefined && typeof name === 'string';
		const near = isNew ? nearestKnown(name, names) : undefined;
		if (near === undefined) return [];
		const text = `is "${String(name)}", but no tile has this name. Did you mean "${near}"? A new tile needs a whole chart.`;
		return [{ path: `tiles.${String(index)}.name`, text }];
	});
}

function ambiguous(path: string, name: string, tiles: readonly JsonObject[]): Issue {
	const ids = tiles.map(({ id }) => String(id)).join(', ');
	const text = `refers to "${name}", but several tiles of the dashboard have that name: ${ids}. Enter the ID of the tile.`;
	return { path, text };
}

function tileName({ name }: JsonObject): string | undefined {
	const text = trimmed(name);
	return isText(text) ? String(text) : undefined;
}

function groupByName(tiles: readonly JsonObject[]): Map<unknown, JsonObject[]> {
	const tilesByName = new Map<unknown, JsonObject[]>();
	for (const tile of tiles) {
		const name = tileName(tile);
		const same = tilesByName.get(name);
		if (same === undefined) tilesByName.set(name, [tile]);
		else same.push(tile);
	}
	return tilesByName;
}

/** Copies current tiles' IDs and positions to matching tiles without their own. */
export function placeTiles(tiles: readonly JsonObject[], current: readonly JsonObject[]): Tiles {
	const { matches, issues } = matchTiles(tiles, current);
	const placed = tiles.map((tile, index) => {
		const { id, x, y, w, h, containerId, tabId } = { ...matches[index] };
		const place = withoutUndefined({ x, y, w, h, containerId, tabId });
		const tileWithId = hasTileId(tile) || id === undefined ? tile : { ...tile, id };
		return { ...withoutTab(place, tileWithId), ...tileWithId };
	});
	return { tiles: placed, issues };
}

/** A tab belongs to its container, so a tile that moves to another container loses it. */
function withoutTab(current: JsonObject, { containerId = current.containerId }: JsonObject) {
	if (containerId === current.containerId) return current;
	return withoutUndefined({ ...current, tabId: undefined });
}

/**
 * Merges tiles into the current dashboard and drops removed tiles. Omitted values stay, and new tiles come last.
 * `merged` contains the entered tiles in order.
 */
export function mergeTiles(
	tiles: readonly JsonObject[],
	current: readonly JsonObject[],
	removed: ReadonlySet<JsonObject> = new Set(),
): Tiles & { merged: JsonObject[] } {
	const { matches, issues } = matchTiles(tiles, current);
	for (const issue of nearlyNamed(tiles, matches, current)) {
		issues.push({ ...issue, verdict: 'hint' });
	}
	const changed = new Map<JsonObject, JsonObject>();
	const added: JsonObject[] = [];
	const merged = tiles.map((tile, index) => {
		const match = matches[index];
		const path = `tiles.${String(index)}`;
		const { id } = tile;
		if (match === undefined && hasTileId(tile)) {
			// A typo would create the tile again on every run.
			const text = `is "${String(id)}", but the dashboard has no tile with this ID. Correct it, or leave it out to create a tile.`;
			issues.push({ path: `${path}.id`, text });
		}
		if (match !== undefined && removed.has(match)) {
			const text = `changes the tile "${String(match.name)}", which is also in ${REMOVED_TILES_LABEL}. Remove it from one of the two fields.`;
			issues.push({ path, text });
		} else if (match !== undefined && !changed.has(match)) {
			const newTile = mergedTile(tile, match);
			changed.set(match, newTile);
			return newTile;
		}
		added.push(tile);
		return tile;
	});
	const keptTiles = current.filter((tile) => !removed.has(tile));
	const all = [...keptTiles.map((tile) => changed.get(tile) ?? tile), ...added];
	return { tiles: all, issues, merged };
}

function mergedTile(tile: JsonObject, current: JsonObject): JsonObject {
	const enteredMembers = Object.fromEntries(
		Object.entries(tile).filter(([, value]) => !isAbsent(value)),
	);
	const { config, series, asRatio, ...currentMembers } = withoutTab(current, enteredMembers);
	const mergedConfig =
		isJsonObject(enteredMembers.config) &&
		isJsonObject(config) &&
		isSameKind(enteredMembers.config, config)
			? { config: { ...config, ...enteredMembers.config } }
			: {};
	// ClickStack refuses a chart in both forms.
	const chart = {
		...(enteredMembers.series === undefined && { config }),
		...(enteredMembers.config === undefined && { series, asRatio }),
	};
	return withoutUndefined({
		...currentMembers,
		...chart,
		...enteredMembers,
		...mergedConfig,
		id: hasTileId(enteredMembers) ? enteredMembers.id : current.id,
	});
}

/** True if a chart keeps its kind, so that its omitted values stay too. */
function isSameKind({ configType, displayType }: JsonObject, current: JsonObject): boolean {
	if (configType === undefined && displayType === undefined) return true;
	const isSql = (type: unknown) => type === 'sql';
	return displayType === current.displayType && isSql(configType) === isSql(current.configType);
}

/** Finds the tiles to remove by ID or name. A missing tile is only a hint, because a run may be repeated. */
export function findTilesToRemove(
	{ name: path, displayName }: INodeProperties,
	enteredTiles: unknown,
	current: readonly JsonObject[],
): { removed: Set<JsonObject>; issues: Issue[] } {
	const removed = new Set<JsonObject>();
	const issues = [
		...textListIssues(path, enteredTiles),
		...commaIssues(path, enteredTiles, current),
	];
	if (issues.length > 0) return { removed, issues };
	const ids = new Map(current.map((tile) => [tile.id, tile]));
	const names = groupByName(current);
	for (const entry of textList(enteredTiles).map(String)) {
		const byId = ids.get(entry);
		const matchingTiles = byId === undefined ? (names.get(entry) ?? []) : [byId];
		const [only] = matchingTiles;
		if (matchingTiles.length > 1) issues.push(ambiguous(path, entry, matchingTiles));
		else if (only !== undefined) removed.add(only);
		else
			issues.push(sentenceHint(`${displayName}: The dashboard has no tile "${entry}" to remove.`));
	}
	return { removed, issues };
}

/** A name with commas would be split and could match other tiles. */
function commaIssues(path: string, enteredTiles: unknown, current: readonly JsonObject[]): Issue[] {
	if (typeof enteredTiles !== 'string') return [];
	const entriesOf = (text: string) => {
		const trimmedEntries = text.split(',').map((entry) => entry.trim());
		return `,${trimmedEntries.join(',')},`;
	};
	const entries = entriesOf(enteredTiles);
	const names = current.flatMap((tile) => tileName(tile) ?? []);
	const split = names.find((name) => name.includes(',') && entries.includes(entriesOf(name)));
	if (split === undefined) return [];
	const text = `contains "${split}", a name with a comma. Enter the tile's ID, or use an expression that returns a list.`;
	return [{ path, text }];
}
