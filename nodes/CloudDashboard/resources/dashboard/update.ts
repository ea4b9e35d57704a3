import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { choice, flag, loadedIds, property } from '../../../engine/body/fields';
import type { Issue } from '../../../engine/issue';
import {
	inJson,
	isWithin,
	notCleared,
	NOTHING_TO_UPDATE,
	sentenceHint,
	stopsItem,
} from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isEmptyList, isJsonObject, withoutUndefined } from '../../../engine/json';
import type { Facts, Need, Parameters, PlanContext } from '../../../engine/operation';
import { noticeField } from '../../../engine/parameters/properties';
import { asObject, choiceIssues, textList, trimmed } from '../../../engine/parameters/values';
import { wordsOf } from '../../../engine/text';
import { recordNeed } from '../../../features/record/needs';
import type { BodyFields } from '../../../features/record/bodyFields';
import type { Replacement } from '../../../features/record/replacement';
import { RECORD_FACT } from '../../../features/record/replacement';
import { isManaged } from '../../../clickStack/authentication';
import { dashboardIdField, dashboardRecord, STORED } from '../../../clickStack/records';
import { dashboardBuilder, keptDefinitionFields } from './definition';
import { mergeTiles, placeTiles, findTilesToRemove, REMOVED_TILES_LABEL } from './merge';
import { unwatchedTiles } from './summary';
import { hasTileId } from './layout';
import { fieldlessValues, hintOn, tilesOf } from './tiles';
import type { Draft, RequestBody } from '../../../features/record/draft';

const UPDATE_MODES = { automatic: 'Automatic', merge: 'Merge', replace: 'Replace' };

const updateModeField = property(
	'updateMode',
	choice('Update Mode', UPDATE_MODES, {
		descriptions: {
			automatic: 'Merge, or Replace if the API can neither read nor list dashboards',
			merge: 'Read the dashboard first, and keep every field and tile that you leave out',
			replace: 'Send only what you enter. Tiles that you leave out are deleted.',
		},
		description: 'Keep or delete fields and tiles you leave out',
	}),
);

const tilesToRemoveField: INodeProperties = {
	...property(
		'tilesToRemove',
		loadedIds(REMOVED_TILES_LABEL, 'getTiles', 'Tiles to delete with their alerts.'),
	),
	displayOptions: { hide: { updateMode: ['replace'] } },
};

const KEPT_ALERTS = 'ClickStack keeps alerts only on lines, stacked bars and numbers';

const properties: INodeProperties[] = [
	{
		...noticeField(
			'mergeNotice',
			`The update keeps everything that you leave out, except PromQL tiles and their alerts, which the API doesn't return. ${KEPT_ALERTS}.`,
		),
		displayOptions: { hide: { updateMode: ['replace'] } },
	},
	{
		...noticeField(
			'replaceNotice',
			`The update deletes tiles that you leave out, with their alerts. A tile with the ID or name of a stored tile replaces that tile in the same place. ${KEPT_ALERTS}.`,
		),
		displayOptions: { show: { updateMode: ['replace'] } },
	},
	updateModeField,
	tilesToRemoveField,
	...keptDefinitionFields,
];

/** Parts that stay if an update omits them. */
const KEPT = wordsOf('tags filters savedQuery savedQueryLanguage savedFilterValues containers');
const DASHBOARD_REPLACEMENT: Replacement = {
	...STORED,
	stored: z.object({ tiles: z.array(z.object({ id: z.string().min(1) })) }),
	keptKeys: Object.fromEntries(
		KEPT.map((name) => [name, { clearedBy: name.startsWith('savedQuery') ? null : [] }]),
	),
};

type RefusalFact = NonNullable<Need['factOfFailure']>;

/** Statuses of an API without a read. */
const NO_READ = [404, 405, 501];
/** In a replacement, a refused read only prevents the node from matching tiles by name. */
const UNREADABLE = [400, 403, ...NO_READ];

const statusIn = (statuses: readonly number[], status = 0) =>
	statuses.includes(status) ? status : undefined;

const unmatched: RefusalFact = ({ refusedWith }) => statusIn(UNREADABLE, refusedWith);

/** A web page is no answer of the API, and an API that was read before has reads. */
const mayOnlyUpdate: RefusalFact = ({ refusedWith, isWebPage }, hasRead) =>
	isWebPage || hasRead ? undefined : statusIn(NO_READ, refusedWith);

const LIST_FACT = 'dashboards';

/** Reads the dashboard. If the API refuses, the list shows whether it supports reads at all. */
function needsOf(parameters: Parameters, context: PlanContext): Need[] {
	const { updateMode } = parameters;
	if (updateMode === 'replace') {
		return [{ ...recordNeed(dashboardRecord, parameters, context), factOfFailure: unmatched }];
	}
	const need = recordNeed(dashboardRecord, parameters, context, DASHBOARD_REPLACEMENT);
	if (updateMode === 'merge' || isManaged(parameters)) return [need];
	const dashboardNeed = { ...need, factOfFailure: mayOnlyUpdate };
	if (typeof context.facts?.[RECORD_FACT] !== 'number') return [dashboardNeed];
	const { path } = dashboardRecord.collection(parameters, context.credential);
	return [
		dashboardNeed,
		{
			fact: LIST_FACT,
			purpose: "The API didn't return the dashboard, so the node reads the dashboard list.",
			request: { method: 'GET', path },
			factIn: () => ({ value: 'readable' }),
			factOfFailure: mayOnlyUpdate,
		},
	];
}

/** True if omitted parts are kept, as far as known before the dashboard is read. */
function isMerging(
	{ updateMode }: Parameters,
	{ facts = {} }: Pick<PlanContext, 'facts'>,
): boolean {
	return updateMode !== 'replace' && typeof facts[LIST_FACT] !== 'number';
}

/** Reasons why an update can't be planned. */
function modeIssues(parameters: Parameters, { facts = {}, ...context }: PlanContext): Issue[] {
	const { updateMode, tilesToRemove: removed } = parameters;
	const unknown = choiceIssues(updateModeField.name, updateMode, Object.keys(UPDATE_MODES));
	if (unknown.length > 0) return unknown;
	if (facts[LIST_FACT] === 'readable') {
		return [{ path: dashboardIdField.name, text: NO_DASHBOARD }];
	}
	if (isMerging(parameters, { ...context, facts }) || textList(removed).length === 0) return [];
	const text = updateMode === 'replace' ? NO_MERGE : NO_READS;
	return [{ path: tilesToRemoveField.name, text }];
}

const NO_DASHBOARD = "isn't in the API's list of dashboards. Copy the ID again.";
const NO_MERGE = 'only works when the node merges. Choose the Update Mode Automatic or Merge.';
const NO_READS =
	'is needed. This API can only replace the whole dashboard. Enter the name and all tiles, or choose the Update Mode Replace.';

/** Merges a body with the current dashboard, or adds the dashboard's IDs and positions. */
function withCurrent(body: JsonObject, current: JsonObject, parameters: Parameters): Draft {
	const isMerge = isMerging(parameters, {});
	const { containers, tiles = isMerge ? [] : undefined } = body;
	if (!Array.isArray(tiles) || !tiles.every(isJsonObject)) return { body, issues: [] };
	const currentTiles = tilesOf(current).map((tile) => inContainers(tile, containers));
	const language = current.savedQueryLanguage ?? undefined;
	const hasQuery = !isAbsent(body.savedQuery) && body.savedQueryLanguage === undefined;
	const bodyWithLanguage = {
		...body,
		...(hasQuery && language !== undefined && { savedQueryLanguage: language }),
	};
	const adapted = isMerge
		? mergedBody({ ...bodyWithLanguage, tiles }, { ...current, tiles: currentTiles }, parameters)
		: placedBody({ ...bodyWithLanguage, tiles }, currentTiles);
	const definedTiles = tilesOf(adapted.partToCheck ?? adapted.body);
	const unwatched = new Set(unwatchedTiles(definedTiles, currentTiles));
	const lost = hintOn(definedTiles, `${KEPT_ALERTS}, so the update deletes any alerts`, (tile) =>
		unwatched.has(tile),
	);
	const isEmptied = isMerge && isEmptyList(enteredTiles(body, parameters));
	const emptied = isEmptied ? [EMPTY_LIST_HINT] : [];
	const refused = isMerge ? refusedTiles(tilesOf(adapted.body), currentTiles) : [];
	return { ...adapted, issues: [...adapted.issues, ...refused, ...emptied, ...lost] };
}

/** Names stored tiles whose charts stay as they are, although the API refuses to store them again. */
function refusedTiles(tiles: readonly JsonObject[], currentTiles: readonly JsonObject[]): Issue[] {
	const storedCharts = new Set(currentTiles.map(({ config }) => config));
	const chartless = new Set(currentTiles.filter(hasNoChart).map(({ id }) => id));
	return tiles.flatMap((tile): Issue[] => {
		const { id, name, config } = tile;
		const isChartless = chartless.has(id) && hasNoChart(tile);
		const isFieldless = storedCharts.has(config) && fieldlessValues(tile).length > 0;
		if (!isChartless && !isFieldless) return [];
		const reason = isChartless ? NO_CHART : NO_FIELD;
		const text = `must also correct the stored tile "${String(trimmed(name) ?? id)}". ${reason}`;
		return [{ path: 'tiles', text }];
	});
}

const hasNoChart = ({ config, series }: JsonObject) => isAbsent(config) && isAbsent(series);
const NO_CHART =
	'The API returned it without a chart, so this update would be refused. Add the tile with its chart, or remove it.';
const NO_FIELD =
	'A value of its chart has no field to aggregate, so ClickStack refuses every update of this dashboard. Add the tile with its Field, or remove it.';

/** Undefined for rows, which are never a single value. */
function enteredTiles(body: JsonObject, { dashboardInput, tilesList }: Parameters): unknown {
	if (dashboardInput === 'fields') return undefined;
	return dashboardInput === 'list' ? tilesList : body.tiles;
}

const EMPTY_LIST_HINT = sentenceHint(
	`The tile list is empty, so the update keeps all tiles. To delete tiles, choose them in ${REMOVED_TILES_LABEL}.`,
);

function placedBody(body: JsonObject, currentTiles: readonly JsonObject[]): Draft {
	const { tiles, issues } = placeTiles(tilesOf(body), currentTiles);
	return { body: { ...body, tiles }, issues };
}

function mergedBody(
	body: JsonObject,
	current: JsonObject,
	{ tilesToRemove: enteredRemovals }: Parameters,
): Draft {
	const currentTiles = tilesOf(current);
	const { removed, issues } = findTilesToRemove(tilesToRemoveField, enteredRemovals, currentTiles);
	const { tiles, merged, ...mergeParts } = mergeTiles(tilesOf(body), currentTiles, removed);
	const { name } = current;
	return {
		body: withoutUndefined({ name: name ?? undefined, ...body, tiles }),
		partToCheck: { ...body, tiles: merged },
		issues: [...issues, ...mergeParts.issues],
	};
}

/** Removes a tile's container and tab if the containers lack them, because the API would refuse the tile. */
function inContainers(tile: JsonObject, containers: unknown): JsonObject {
	if (!Array.isArray(containers)) return tile;
	const { containerId, tabId, ...looseTile } = tile;
	const container = containers.filter(isJsonObject).find(({ id }) => id === containerId);
	if (container === undefined) return looseTile;
	const hasTab = [container.tabs].flat().some((tab) => isJsonObject(tab) && tab.id === tabId);
	return hasTab ? tile : { ...looseTile, containerId };
}

export const allowEmptyOption = property(
	'allowEmpty',
	flag('Allow Empty Dashboard', {
		description: 'Whether an update may leave the dashboard without any tiles',
	}),
);

const mergedDashboard = dashboardBuilder(adaptedBody, (parameters, context) => {
	const current = currentOf(context);
	return isMerging(parameters, context)
		? { ...(current && { tiles: tilesOf(current) }) }
		: undefined;
});

function currentOf({ facts = {} }: PlanContext): JsonObject | undefined {
	const { [RECORD_FACT]: record } = facts;
	return isJsonObject(record) ? record : undefined;
}

/** An update's fields. If it merges, name and tiles may be empty. */
export const changedDashboard: BodyFields = {
	properties,
	buildBody: bodyOfUpdate,
	replaces: DASHBOARD_REPLACEMENT,
};

/** Deletes every tile only if the options allow it. */
function bodyOfUpdate(parameters: Parameters, context: PlanContext): RequestBody {
	const unusable = modeIssues(parameters, context);
	if (unusable.length > 0) return { body: {}, issues: unusable };
	const needs = needsOf(parameters, context);
	const { [RECORD_FACT]: record } = context.facts ?? {};
	const current = currentOf(context);
	const isMerge = isMerging(parameters, context);
	const planned = mergedDashboard(parameters, context);
	const { body, issues } = planned;
	const enteredBody = { ...body, ...modeOf(parameters) };
	if (record === undefined || (current === undefined && isMerge)) {
		// A tile's position may come from the record, so even a replacement is identified by its input.
		return {
			...planned,
			inputBody: enteredBody,
			needs,
			issues: [...issues, ...nothingIssues(body, parameters)],
		};
	}
	const updateIssues = [
		...(isMerge ? [] : unplacedIssues(body, parameters)),
		...emptyIssues(body, issues, parameters),
	];
	const isJson = parameters.dashboardInput === 'json';
	const isOnlyUpdated = typeof record === 'number' && parameters.updateMode !== 'replace';
	const all = [
		...issues,
		...updateIssues.map((issue) => (isJson ? inJson(issue, body) : issue)),
		...(Array.isArray(current?.tiles) ? [] : [unreadHint(parameters)]),
	];
	return {
		...planned,
		inputBody: enteredBody,
		needs,
		issues: isOnlyUpdated ? all.map(explainNoReads) : all,
	};
}

/** Identifies an item besides its body. Hidden and empty fields count as equal. */
function modeOf({ updateMode, tilesToRemove: removed }: Parameters): JsonObject {
	const tiles = textList(removed);
	return { updateMode, ...(tiles.length > 0 && { [tilesToRemoveField.name]: tiles }) };
}

function adaptedBody(definedBody: JsonObject, parameters: Parameters, context: PlanContext): Draft {
	const [current, isMerge] = [currentOf(context), isMerging(parameters, context)];
	const body = withClearings(definedBody);
	if (isMerge && body.tiles === null) {
		const because = 'a merge keeps the tiles that you leave out';
		const issue: Issue = { path: 'tiles', ...notCleared(because) };
		return { body, partToCheck: {}, issues: [issue] };
	}
	if (current === undefined) return { body, issues: [] };
	return withCurrent(body, current, parameters);
}

/** Lets null in JSON clear a list, although the API refuses null. */
function withClearings(body: JsonObject): JsonObject {
	const cleared = KEPT.filter((name) => body[name] === null && name !== 'savedQueryLanguage');
	const { keptKeys = {} } = DASHBOARD_REPLACEMENT;
	return {
		...body,
		...Object.fromEntries(cleared.map((name) => [name, keptKeys[name]?.clearedBy])),
	};
}

/** Refuses a merge without input. */
function nothingIssues(body: JsonObject, parameters: Parameters): Issue[] {
	const { dashboardInput, tilesToRemove: removed, updateMode } = parameters;
	const { tiles, ...otherMembers } = body;
	const isEmpty =
		Object.keys(otherMembers).length === 0 && (tiles === undefined || isEmptyList(tiles));
	if (!isEmpty || updateMode === 'replace' || textList(removed).length > 0) return [];
	const path = dashboardInput === 'json' ? 'dashboardJson' : 'tiles';
	return [{ path, text: NOTHING_TO_UPDATE }];
}

/** Explains that an API without reads needs the parts that a merge would keep. */
function explainNoReads(issue: Issue): Issue {
	const { kind, path } = issue;
	const isKept = path === 'name' || path === 'tiles';
	return kind === 'empty' && isKept ? { ...issue, text: NO_READS } : issue;
}

const NO_TILES = `is empty, so every tile would be deleted. Add a tile, or turn on the option "${allowEmptyOption.displayName}".`;

function emptyIssues(body: JsonObject, issues: readonly Issue[], { options }: Parameters): Issue[] {
	const isUnread = issues.some((issue) => stopsItem(issue) && isWithin(issue.path, 'tiles'));
	const isAllowed = asObject(options).allowEmpty === true;
	if (!isEmptyList(body.tiles) || isUnread || isAllowed) return [];
	return [{ path: 'tiles', kind: 'empty', text: NO_TILES }];
}

function unreadHint({ updateMode }: Parameters): Issue {
	return sentenceHint(
		updateMode === 'replace'
			? "The API didn't return the dashboard's tiles, so the node can't match tiles by name and sends them as entered."
			: 'This API can only update dashboards, not read them. The update replaces the whole dashboard and deletes tiles that you leave out.',
	);
}

/** True if another update would find every tile by its ID or by a unique name. */
export function hasFindableTiles(body: JsonObject, { record }: Facts): boolean {
	const newTiles = tilesOf(body).filter((tile) => !hasTileId(tile));
	const names = newTiles.map(({ name }) => trimmed(name));
	const areUnique = !names.includes(undefined) && new Set(names).size === names.length;
	return isJsonObject(record) && areUnique;
}

const UNPLACED =
	'has an ID but no complete position. Enter X, Y, Width and Height, or choose the Update Mode Merge.';

/** In the form, a kept tile needs its position. Otherwise the API would refuse it or move it to the origin. */
function unplacedIssues(body: JsonObject, { dashboardInput }: Parameters): Issue[] {
	if (dashboardInput === 'json' || dashboardInput === 'list') return [];
	return tilesOf(body).flatMap((tile, index) => {
		const isPlaced = ['x', 'y', 'w', 'h'].every((name) => tile[name] !== undefined);
		if (!hasTileId(tile) || isPlaced) return [];
		return [{ path: `tiles.${String(index)}`, text: UNPLACED }];
	});
}
