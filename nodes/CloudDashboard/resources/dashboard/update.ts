import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { choice, flag, loadedIds, property } from '../../../engine/body/fields';
import type { Issue } from '../../../engine/issue';
import {
	inJson,
	isWithin,
	notCleared,
	changesNothing,
	NOTHING_TO_UPDATE,
	sentenceHint,
	stopsItem,
} from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isEmptyList, isJsonObject, withoutUndefined } from '../../../engine/json';
import type { Facts, Need, ParameterValues, PlanContext } from '../../../engine/operation';
import { RECORD, currentRecord } from '../../../engine/operation';
import { parseJsonChange } from '../../../engine/parameters/jsonInput';
import { noticeField } from '../../../engine/parameters/properties';
import { asObject, choiceIssues, textList, trimmed } from '../../../engine/parameters/values';
import { wordsOf } from '../../../engine/text';
import { recordNeed } from '../../../features/record/needs';
import type { BodyFields } from '../../../features/record/bodyFields';
import type { Replacement } from '../../../features/record/replacement';
import { isManaged } from '../../../clickStack/authentication';
import { dashboardIdField, updatedDashboard, STORED } from '../../../clickStack/records';
import type { Mode } from './definition';
import { dashboardBuilder, keptDefinitionFields } from './definition';
import {
	mergeTiles,
	placeTiles,
	findTilesToRemove,
	REMOVED_TILES_LABEL,
	withoutOwnName,
} from './merge';
import { unwatchedTiles } from './summary';
import { hasTileId } from './layout';
import { fieldlessValues } from './charts';
import { hintOn, tilesOf } from './tiles';
import type { Draft, RequestBody } from '../../../features/record/draft';

const UPDATE_MODES = { automatic: 'Automatic', merge: 'Merge', replace: 'Replace' };

const updateModeField = property(
	'updateMode',
	choice('Update Mode', UPDATE_MODES, {
		descriptions: {
			automatic: "Replace if the API can't return dashboards; otherwise, Merge",
			merge:
				'Read the dashboard first, and keep fields and tiles you leave out, except PromQL tiles',
			replace:
				'Delete tiles you leave out, and send only what you enter. A tile with an existing ID or name replaces that tile.',
		},
		description: 'Keep or delete fields and tiles you leave out',
	}),
);

const tilesToRemoveField: INodeProperties = {
	...property(
		'tilesToRemove',
		loadedIds(REMOVED_TILES_LABEL, 'getTiles', 'The update deletes these tiles and their alerts.'),
	),
	displayOptions: { hide: { updateMode: ['replace'] } },
};

const KEPT_ALERTS = 'ClickStack keeps alerts only on lines, stacked bars, and numbers';

const updateProperties: INodeProperties[] = [
	updateModeField,
	{
		...noticeField(
			'mergeNotice',
			"The API doesn't return PromQL tiles, so the update deletes them and their alerts.",
		),
		displayOptions: { hide: { updateMode: ['replace'] } },
	},
	{
		...noticeField('replaceNotice', 'The update deletes tiles you leave out, with their alerts.'),
		displayOptions: { show: { updateMode: ['replace'] } },
	},
	tilesToRemoveField,
	...keptDefinitionFields,
];

/** If an update omits these lists, they stay. */
const KEPT_LISTS = wordsOf('tags filters savedFilterValues containers');
const DASHBOARD_REPLACEMENT: Replacement = {
	...STORED,
	storedSchema: z.object({ tiles: z.array(z.object({ id: z.string().min(1) })) }),
	keptKeys: {
		...Object.fromEntries(KEPT_LISTS.map((name) => [name, { clearedBy: [] }])),
		savedQuery: { clearedBy: null },
		savedQueryLanguage: { clearedBy: null },
	},
};

/** An API that can't read dashboards returns one of these. */
const NO_READ = [404, 405, 501];
/** After these statuses, a replacement goes ahead, although it can't match tiles by name. */
const UNREADABLE_STATUSES = [400, 403, ...NO_READ];

const nullIfUnreadable = (({ refusedWith = 0 }) =>
	UNREADABLE_STATUSES.includes(refusedWith) ? null : undefined) satisfies Need['factOfFailure'];

/**
 * After these statuses, the API may only support updates, unless something in front of it answered or this process has
 * read a dashboard.
 */
const nullIfUnsupported = (({ refusedWith = 0, isOwn, hasRead }) =>
	isOwn && !hasRead && NO_READ.includes(refusedWith)
		? null
		: undefined) satisfies Need['factOfFailure'];

/** The fact is true if the API lists dashboards. */
const DASHBOARD_LIST = 'dashboards';

/** Automatic replaces only if the API can neither return nor list dashboards. */
function modeOf({ updateMode }: ParameterValues, { facts }: PlanContext): Mode {
	const stored = currentRecord(facts);
	const isUnsupported = stored === undefined && facts[DASHBOARD_LIST] === null;
	return { kind: updateMode === 'replace' || isUnsupported ? 'replace' : 'merge', stored };
}

/** If the API refuses to return the dashboard, the list shows whether it supports reads at all. */
function dashboardNeeds(parameters: ParameterValues, context: PlanContext): Need[] {
	const need = dashboardNeed(parameters, context);
	const isRefused = context.facts[RECORD] === null && parameters.updateMode !== 'replace';
	return isRefused ? [need, dashboardListNeed(parameters, context)] : [need];
}

function dashboardNeed(parameters: ParameterValues, context: PlanContext): Need {
	if (parameters.updateMode === 'replace') {
		const need = recordNeed(updatedDashboard, parameters, context);
		return { ...need, factOfFailure: nullIfUnreadable };
	}
	const hasReads = parameters.updateMode === 'merge' || isManaged(parameters);
	return {
		...recordNeed(updatedDashboard, parameters, context, DASHBOARD_REPLACEMENT),
		advice: { 400: NO_ID },
		...(!hasReads && { factOfFailure: nullIfUnsupported }),
	};
}

function dashboardListNeed(parameters: ParameterValues, { credential }: PlanContext): Need {
	const { value: path } = updatedDashboard.collection(parameters, credential);
	return {
		fact: DASHBOARD_LIST,
		purpose: "The API didn't return the dashboard, so the update reads the dashboard list.",
		request: { method: 'GET', path },
		factIn: () => ({ value: true }),
		factOfFailure: nullIfUnsupported,
	};
}

function modeIssues(
	{ kind, stored }: Mode,
	{ updateMode, tilesToRemove: enteredRemovals }: ParameterValues,
	{ facts }: PlanContext,
): Issue[] {
	const unknown = choiceIssues(updateModeField.name, updateMode, Object.keys(UPDATE_MODES));
	if (unknown.length > 0) return unknown;
	if (stored === undefined && facts[DASHBOARD_LIST] === true)
		return [{ path: dashboardIdField.name, text: NO_DASHBOARD }];
	if (kind === 'merge' || textList(enteredRemovals).length === 0) return [];
	const text = updateMode === 'replace' ? NO_MERGE : NO_READS;
	return [{ path: tilesToRemoveField.name, text }];
}

const NO_DASHBOARD = "isn't in the API's list of dashboards. Copy the ID again.";
const NO_ID =
	'Copy the ID of the dashboard again. For a name, choose By Name. Dashboard → Get Many lists names and IDs.';
const NO_MERGE = 'only works when the node merges. Set Update Mode to Automatic or Merge.';
const NO_READS =
	'is needed. This API can only replace the whole dashboard. Enter the name and all tiles, or set Update Mode to Replace.';

/** A merge needs the stored dashboard, a replacement only its IDs and positions. */
function withCurrent(body: JsonObject, { kind, stored }: Mode, parameters: ParameterValues): Draft {
	if (stored === undefined) return { body, issues: [] };
	const isMerge = kind === 'merge';
	const { containers, tiles = isMerge ? [] : undefined } = body;
	if (!Array.isArray(tiles) || !tiles.every(isJsonObject)) return { body, issues: [] };
	const storedTiles = tilesOf(stored).map((tile) => inContainers(tile, containers));
	const { savedQueryLanguage } = stored;
	const hasQuery = !isAbsent(body.savedQuery) && body.savedQueryLanguage === undefined;
	const needsLanguage = hasQuery && !isAbsent(savedQueryLanguage);
	const newBody = { ...body, ...(needsLanguage && { savedQueryLanguage }) };
	const adapted = isMerge
		? mergedBody(newBody, { ...stored, tiles: storedTiles }, parameters)
		: placedBody(newBody, storedTiles);
	const definedTiles = tilesOf(adapted.body);
	const unwatched = new Set(unwatchedTiles(definedTiles, storedTiles));
	const lost = hintOn(definedTiles, `${KEPT_ALERTS}, so the update deletes any alerts`, (tile) =>
		unwatched.has(tile),
	);
	return { ...adapted, issues: [...adapted.issues, ...lost] };
}

/** Reports stored tiles that the API returned but refuses to store again. */
function refusedTiles(tiles: readonly JsonObject[], storedTiles: readonly JsonObject[]): Issue[] {
	const storedCharts = new Set(storedTiles.map(({ config }) => config));
	const chartless = new Set(storedTiles.filter(hasNoChart).map(({ id }) => id));
	return tiles.flatMap((tile): Issue[] => {
		const { id, name, config } = tile;
		const isChartless = chartless.has(id) && hasNoChart(tile);
		const isFieldless = storedCharts.has(config) && fieldlessValues(tile).length > 0;
		if (!isChartless && !isFieldless) return [];
		const reason = isChartless ? CHART_MISSING : NO_FIELD;
		const text = `can't be sent until you also correct the stored tile "${String(trimmed(name) ?? id)}". ${reason}`;
		return [{ path: 'tiles', text }];
	});
}

const hasNoChart = ({ config, series }: JsonObject) => isAbsent(config) && isAbsent(series);
const CHART_MISSING =
	'The API returned it without a chart, so this update would be refused. Add the tile with its chart, or remove it.';
const NO_FIELD =
	"This tile's chart has a value with no Field, so ClickStack rejects every update to the dashboard. Enter the tile with its Field, or remove the tile.";

/** Undefined for the form's rows. */
function enteredTiles(body: JsonObject, { dashboardInput, tilesList }: ParameterValues): unknown {
	if (dashboardInput === 'fields') return undefined;
	return dashboardInput === 'list' ? tilesList : body.tiles;
}

const EMPTY_LIST_HINT = sentenceHint(
	`The tile list is empty, so the update keeps all tiles. To delete tiles, choose them in ${REMOVED_TILES_LABEL}.`,
);

function placedBody(body: JsonObject, storedTiles: readonly JsonObject[]): Draft {
	const { value: tiles, issues } = placeTiles(tilesOf(body), storedTiles);
	return { body: { ...body, tiles }, issues };
}

function mergedBody(body: JsonObject, stored: JsonObject, parameters: ParameterValues): Draft {
	const storedTiles = tilesOf(stored);
	const { tilesToRemove: removals } = parameters;
	const { removed, issues } = findTilesToRemove(tilesToRemoveField, removals, storedTiles);
	const { value: tiles, merged, ...mergeParts } = mergeTiles(tilesOf(body), storedTiles, removed);
	const refused = refusedTiles(tiles, storedTiles);
	const emptied = isEmptyList(enteredTiles(body, parameters)) ? [EMPTY_LIST_HINT] : [];
	const { name } = stored;
	return {
		body: { ...body, tiles: merged },
		bodyToSend: withoutUndefined({ name: name ?? undefined, ...body, tiles }),
		issues: [...issues, ...mergeParts.issues, ...refused, ...emptied],
	};
}

/** Takes a tile out of a container or tab that the containers lack, because the API would refuse the tile. */
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

/** In a merge, name and tiles may be empty. */
export const changedDashboard: BodyFields = {
	properties: updateProperties,
	replacement: DASHBOARD_REPLACEMENT,
	buildBody: bodyOfUpdate,
};

const buildDashboard = dashboardBuilder(modeOf, adaptedBody, parseJsonChange);

function bodyOfUpdate(parameters: ParameterValues, context: PlanContext): RequestBody {
	const mode = modeOf(parameters, context);
	const unusable = modeIssues(mode, parameters, context);
	if (unusable.length > 0) return { body: {}, issues: unusable };
	const { body, issues } = buildDashboard(parameters, context);
	const needs = dashboardNeeds(parameters, context);
	const isRead = needs.every(({ fact }) => Object.hasOwn(context.facts, fact));
	const allIssues = isRead
		? withWholeIssues(issues, body, mode, parameters)
		: [...issues, ...(issues.some(stopsItem) ? [] : nothingIssues(body, parameters))];
	return { body, needs, identity: modeInput(parameters), issues: allIssues };
}

/** Adds what is only known after the reads. An update may delete every tile only if the options allow it. */
function withWholeIssues(
	issues: readonly Issue[],
	body: JsonObject,
	{ kind, stored }: Mode,
	parameters: ParameterValues,
): Issue[] {
	const allIssues = [
		...issues,
		...(kind === 'merge' ? [] : unplacedIssues(body, parameters)),
		...emptyIssues(body, issues, parameters),
	];
	if (Array.isArray(stored?.tiles)) return allIssues;
	return parameters.updateMode === 'replace'
		? [...allIssues, UNMATCHED_HINT]
		: [...allIssues, REPLACED_HINT].map(explainNoReads);
}

/** Hidden and empty fields count as equal. */
function modeInput({ updateMode, tilesToRemove: enteredRemovals }: ParameterValues): JsonObject {
	const tiles = textList(enteredRemovals);
	return { updateMode, ...(tiles.length > 0 && { [tilesToRemoveField.name]: tiles }) };
}

function adaptedBody(definedBody: JsonObject, mode: Mode, parameters: ParameterValues): Draft {
	const body = withClearings(definedBody);
	if (mode.kind === 'merge' && body.tiles === null) {
		const because = 'a merge keeps the tiles you leave out';
		const issue: Issue = { path: 'tiles', ...notCleared(because) };
		return { body: {}, bodyToSend: body, issues: [issue] };
	}
	return withCurrent(body, mode, parameters);
}

/** The API refuses null for a list, but JSON may use null to clear one. */
function withClearings(body: JsonObject): JsonObject {
	const cleared = KEPT_LISTS.filter((name) => body[name] === null);
	return { ...body, ...Object.fromEntries(cleared.map((name) => [name, []])) };
}

const NOTHING_ENTERED = changesNothing([REMOVED_TILES_LABEL, 'Name', 'Tags', 'Tiles']);

function nothingIssues(body: JsonObject, parameters: ParameterValues): Issue[] {
	const { dashboardInput, tilesToRemove: enteredRemovals, updateMode } = parameters;
	const { tiles, ...otherMembers } = body;
	const isEmpty =
		Object.keys(otherMembers).length === 0 && (tiles === undefined || isEmptyList(tiles));
	if (!isEmpty || updateMode === 'replace' || textList(enteredRemovals).length > 0) return [];
	if (dashboardInput === 'json') return [{ path: 'dashboardJson', text: NOTHING_TO_UPDATE }];
	return [{ path: 'tiles', label: 'The item', text: NOTHING_ENTERED }];
}

/** Without reads, the parts that a merge would keep must be entered. */
function explainNoReads(issue: Issue): Issue {
	const { kind, path } = issue;
	const isKept = path === 'name' || path === 'tiles';
	return kind === 'empty' && isKept ? { ...issue, text: NO_READS } : issue;
}

const NO_TILES = `is empty, so every tile would be deleted. Add a tile. To delete all tiles, turn on ${allowEmptyOption.displayName} in the options.`;

function emptyIssues(
	body: JsonObject,
	issues: readonly Issue[],
	{ dashboardInput, options }: ParameterValues,
): Issue[] {
	const isUnread = issues.some((issue) => stopsItem(issue) && isWithin(issue.path, 'tiles'));
	const isAllowed = asObject(options).allowEmpty === true;
	if (!isEmptyList(body.tiles) || isUnread || isAllowed) return [];
	const issue: Issue = { path: 'tiles', kind: 'empty', text: NO_TILES };
	return [dashboardInput === 'json' ? inJson(issue, body) : issue];
}

const UNMATCHED_HINT = sentenceHint(
	"The API didn't return the dashboard's tiles, so the update can't match tiles by name and sends them as entered.",
);
const REPLACED_HINT = sentenceHint(
	'This API can only update dashboards, not read them. The update replaces the whole dashboard and deletes tiles you leave out.',
);

/** True if another update would find every tile by its ID or by a unique name, so that repeating it is harmless. */
export function hasFindableTiles(body: JsonObject, facts: Facts): boolean {
	const newTiles = tilesOf(body).filter((tile) => !hasTileId(tile));
	return currentRecord(facts) !== undefined && !newTiles.some(withoutOwnName(newTiles));
}

const UNPLACED =
	'has an ID but no complete position. Enter X, Y, Width, and Height, or set Update Mode to Merge.';

/** Reports kept tiles without a position, which the API refuses or moves to the origin. JSON is sent as entered. */
function unplacedIssues(body: JsonObject, { dashboardInput }: ParameterValues): Issue[] {
	if (dashboardInput === 'json' || dashboardInput === 'list') return [];
	return tilesOf(body).flatMap((tile, index) => {
		const isPlaced = ['x', 'y', 'w', 'h'].every((name) => tile[name] !== undefined);
		if (!hasTileId(tile) || isPlaced) return [];
		return [{ path: `tiles.${String(index)}`, text: UNPLACED }];
	});
}
