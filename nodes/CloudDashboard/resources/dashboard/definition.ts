import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import {
	choice,
	describeFields,
	fieldWithProperties,
	property,
	text,
} from '../../../engine/body/fields';
import type { Rule } from '../../../engine/body/interpret';
import { propertiesOf, rowRule } from '../../../engine/body/interpret';
import { isWithin, neededText, notCleared, stopsItem } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import {
	isAbsent,
	isEmptyList,
	isJsonObject,
	parsedJson,
	recordsIn,
	withoutUndefined,
} from '../../../engine/json';
import type { ParameterValues, PlanContext } from '../../../engine/operation';
import {
	parseJsonChange,
	parseJsonObject,
	lossyIssues,
} from '../../../engine/parameters/jsonInput';
import { BODY_EDITOR, fromAiExpression, fromAiNotice } from '../../../engine/parameters/properties';
import {
	emptyToUndefined,
	isText,
	rows,
	textList,
	trimmed,
} from '../../../engine/parameters/values';
import { isSameName } from '../../../engine/text';
import type { BodyFields } from '../../../features/record/bodyFields';
import { wholeBodyFields } from '../../../features/record/bodyFields';
import { recordInResponse } from '../../../clickStack/api';
import { managedHints } from '../../../clickStack/managed';
import { TAG_FORMAT, TAG_LIMITS, tags } from '../sharedFields';
import { choosesChart } from './chartChange';
import { fieldlessValues } from './charts';
import { matchTiles, unmatchedIssues } from './merge';
import { hasTileId, layOutTiles } from './layout';
import {
	hintOn,
	rowKey,
	TILE_LIMITS,
	tileSchema,
	tilesField,
	tilesFromRows,
	tilesOf,
	withMore,
} from './tiles';
import type { Issue, WithIssues } from '../../../engine/issue';
import type { Draft } from '../../../features/record/draft';
import { unknownMemberHints, zodIssues } from '../../../engine/body/schema';

const dashboardInputField: INodeProperties = {
	...property(
		'dashboardInput',
		choice(
			'Define Dashboard',
			{ fields: 'By Fields', list: 'By Fields, Tiles as JSON', json: 'By JSON' },
			{
				selects: true,
				descriptions: {
					fields: 'Fill in fields for name, tags, and tiles',
					list: 'Fill in name and tags, and enter or map the tiles as JSON objects',
					json: 'Enter the whole dashboard as a JSON object',
				},
			},
		),
	),
	builderHint: {
		propertyHint:
			"Use 'json' with dashboardJson. If an AI Agent uses the node as a tool, its model can choose the tiles only with 'json'.",
	},
};

/** Lets a model fill in the whole dashboard. */
const DASHBOARD_FROM_AI = fromAiExpression(
	'dashboard_definition',
	'Dashboard as a JSON object with name, tags, and tiles. Each tile has name and config, and to change a tile, its id. An update keeps tiles that are left out, but deletes PromQL tiles.',
);

const jsonField: INodeProperties = {
	displayName: 'Dashboard Definition',
	name: 'dashboardJson',
	type: 'json',
	typeOptions: BODY_EDITOR,
	required: true,
	default: '',
	placeholder: 'e.g. { "name": "Shop", "tiles": [{ "name": "Errors", "config": { … } }] }',
	description:
		'JSON object with name, tiles, and tags. The node sends undocumented fields unchanged.',
	builderHint: {
		propertyHint: `A JSON object: { name, tiles: [{ id?, name, x?, y?, w?, h?, config: { displayType, sourceId, select: [{ aggFn, valueExpression?, where? }], groupBy? } }], tags? }. An update finds a tile by its ID or name. As a tool, use =${DASHBOARD_FROM_AI}`,
	},
};

const jsonNotice = fromAiNotice(
	jsonField,
	'Dashboard as a JSON object: name, tiles with their names or IDs, and tags',
);

const byFields = { shown: { '/dashboardInput': ['fields', 'list'] } };

/** "Update dashboard" replaces everything, so a missing list would empty the dashboard. */
const dashboardDescription = describeFields(
	'',
	{
		name: text('Name', {
			...byFields,
			required: true,
			schema: z.string().min(1),
			placeholder: 'e.g. Shop overview',
			toBody: (value) => trimmed(unlessEmptyObject(value)),
		}),
		tiles: fieldWithProperties(z.array(tileSchema), [tilesField], {
			shown: { '/dashboardInput': ['fields'] },
			required: true,
			note: 'Tiles on the dashboard',
		}),
		tags: tags({
			...byFields,
			note: 'Replaces the tags. Leave out to keep them',
			description: `${TAG_FORMAT}. Leave empty for none.`,
			toBody: (value) => textList(unlessEmptyObject(value)),
		}),
	},
	{ mainFields: ['name', 'tags', 'tiles'] },
);

/** A dashboard from Get contains its ID, but only the path's ID counts. */
export const dashboardSchema = withMore(
	dashboardDescription,
	'id containers filters savedFilterValues savedQuery savedQueryLanguage',
);

const definition = { ...dashboardDescription, schema: dashboardSchema };

const otherWays = describeFields('', {
	tilesList: text('Tiles', {
		shown: { '/dashboardInput': ['list'] },
		rows: 5,
		required: true,
		placeholder: 'e.g. {{ $json.tiles }}',
		description: "List of tiles in the API's JSON, each with name and config",
	}),
	dashboardJson: fieldWithProperties(z.unknown(), [jsonNotice, jsonField], {
		shown: { '/dashboardInput': ['json'] },
	}),
});

/** Defines a dashboard by fields, as a list of tiles, or as JSON. */
export const definitionFields = [
	dashboardInputField,
	...propertiesOf(dashboardDescription),
	...propertiesOf(otherWays),
];

const KEPT_TAGS = `${TAG_FORMAT}. Leave empty to keep the current tags (Automatic, Merge) or remove them (Replace). The expression {{ [] }} removes them.`;

/** In an update, an empty field keeps its value. */
export const keptDefinitionFields = definitionFields.map((field) => {
	if (field.name === 'tags') return { ...field, description: KEPT_TAGS };
	const { required, ...optional } = field;
	return required && ['name', 'tilesList'].includes(field.name) ? optional : field;
});

/** A merge keeps the parts that an item leaves out, and a replacement deletes them. */
export interface Mode {
	kind: 'merge' | 'replace';
	/** Undefined until the dashboard is read. */
	stored?: JsonObject | undefined;
}

/** Called before new tiles are laid out. Returns the changed dashboard, or issues. */
type Adapt = (body: JsonObject, mode: Mode, parameters: ParameterValues) => Draft;

/** In a merge, only the item's own parts are checked. */
export function dashboardBuilder(
	modeIn: (parameters: ParameterValues, context: PlanContext) => Mode,
	adapt: Adapt,
	parse = parseJsonObject,
): BodyFields['buildBody'] {
	return wholeBodyFields(definition, {
		json: { input: dashboardInputField, parameter: jsonField.name, parse },
		bodySteps: [
			({ body }, parameters, context) =>
				definedDashboard(body, parameters, context, { mode: modeIn(parameters, context), adapt }),
		],
		readsRecord: true,
		rules: [repeatedIdIssues, groupIssues, clickStackBoundIssues, managedHints()],
	}).buildBody;
}

function definedDashboard(
	input: JsonObject,
	parameters: ParameterValues,
	{ unusualValues }: PlanContext,
	{ mode, adapt }: { mode: Mode; adapt: Adapt },
): Draft {
	const { dashboardInput } = parameters;
	const [isJson, isForm] = [dashboardInput === 'json', dashboardInput === 'fields'];
	const strange = isJson ? strangeIssues(input, parameters) : [];
	if (strange.length > 0) return { body: {}, isPartial: true, bodyToSend: input, issues: strange };
	const isMerge = mode.kind === 'merge';
	const enteredDraft = isJson ? { body: input, issues: [] } : formBody(input, parameters, mode);
	const adapted = adapt(enteredDraft.body, mode, parameters);
	const body = readyToSend(adapted.body);
	const isWhole = !isMerge || mode.stored !== undefined;
	const aggregations = aggregationRule(isForm)(enteredDraft.body);
	const charts = isWhole ? chartHints(tilesOf(body), !isForm) : [];
	const unusual = adapted.issues.filter(({ verdict }) => verdict === 'unusual');
	const misspelled = unusualValues === 'allowed' ? [] : unusual;
	// A misspelled name turns a change into an incomplete new tile.
	const isConsequence = ({ path }: Issue) =>
		misspelled.some((issue) => isWithin(path, issue.path.replace(/\.name$/, '')));
	const enteredIssues = [...enteredDraft.issues, ...aggregations];
	return {
		body,
		isPartial: isMerge,
		...(adapted.bodyToSend && { bodyToSend: readyToSend(adapted.bodyToSend) }),
		issues: [
			...enteredIssues.filter((issue) => !isConsequence(issue)),
			...charts,
			...adapted.issues,
		],
	};
}

/** Refuses JSON that is a whole response, or the export of another dashboard. */
function strangeIssues(body: JsonObject, { dashboardId }: ParameterValues): Issue[] {
	const field = { path: jsonField.name, label: jsonField.displayName };
	const { id, tiles } = body;
	if (tiles === undefined && recordInResponse(body) !== undefined) {
		const problem = 'is a complete API response. Paste only the part under "data" or "result".';
		return [{ ...field, text: problem }];
	}
	// When creating, the API drops a template's ID.
	if (!isText(id) || id === '' || !isText(dashboardId)) return [];
	if (isSameName(String(id), String(dashboardId))) return [];
	const problem = `belongs to the dashboard "${String(id)}", but Dashboard contains a different ID. Use the same ID, or remove "id" to copy the content.`;
	return [{ ...field, text: problem }];
}

const NAME_NEEDED = notCleared('every dashboard has one');

/** In a merge, an empty field keeps the stored value, unless an expression clears the field. */
function formBody({ name, tags }: JsonObject, parameters: ParameterValues, mode: Mode): Draft {
	const isMerge = mode.kind === 'merge';
	const { value: tiles, issues } =
		parameters.dashboardInput === 'list'
			? tilesFromList(parameters.tilesList, isMerge ? parseJsonChange : parseJsonObject)
			: formTiles(parameters.tiles, mode);
	if (!isMerge) return { body: withoutUndefined({ name, tiles, tags }), issues };
	const areCleared = parameters.tags === null || isEmptyList(parameters.tags);
	const areKept = isEmptyList(tags) && !areCleared;
	const isNameCleared = parameters.name === null;
	return {
		body: withoutUndefined({ name, tiles, tags: areKept ? undefined : tags }),
		issues: [...issues, ...(isNameCleared ? [{ path: 'name', ...NAME_NEEDED }] : [])],
	};
}

/** An expression's empty object counts as nothing. */
function unlessEmptyObject(value: unknown): unknown {
	return isJsonObject(value) && Object.keys(value).length === 0 ? undefined : value;
}

/** A row for a stored tile contains only the entered values. Until the dashboard is read, any row may change a tile. */
function formTiles(enteredRows: unknown, { kind, stored }: Mode): WithIssues<JsonObject[]> {
	if (kind === 'replace') return tilesFromRows(enteredRows);
	const tileRows = rows(enteredRows);
	const unreadTiles = tileRows.map(() => ({}));
	if (stored === undefined) return tilesFromRows(enteredRows, unreadTiles);
	const keys = tileRows.map(rowKey);
	const storedTiles = tilesOf(stored);
	const { matches, issues: unclearIssues } = matchTiles(keys, storedTiles);
	const unclear = new Set(unclearIssues.map(({ path }) => path));
	const changedTiles = keys.map((key, index) => {
		const tile = matches[index];
		const isUnclear = unclear.has(`tiles.${String(index)}`);
		return tile !== undefined || hasTileId(key) || isUnclear ? { tile } : undefined;
	});
	const { value: tiles, issues } = tilesFromRows(enteredRows, changedTiles);
	const nameIssues = tiles.flatMap((tile, index) => {
		if (changedTiles[index] !== undefined || choosesChart({ ...tileRows[index] })) return [];
		const path = `tiles.${String(index)}`;
		const isIncomplete = issues.some((issue) => stopsItem(issue) && isWithin(issue.path, path));
		return isIncomplete ? unmatchedIssues(`${path}.name`, tile, storedTiles) : [];
	});
	return { value: tiles, issues: [...nameIssues, ...issues] };
}

const NOT_TILES =
	"isn't a list of JSON objects. Enter a list as JSON text. You can also use an expression that returns a list, such as {{ $json.tiles }}.";
const NOT_TILE = "isn't a JSON object. Define each tile as the API does, with name and config.";

/** With any issue, no tiles result. */
function tilesFromList(value: unknown, parse: typeof parseJsonObject): WithIssues<JsonObject[]> {
	const listOrText = emptyToUndefined(value) ?? [];
	const entries: unknown = typeof listOrText === 'string' ? parsedJson(listOrText) : listOrText;
	if (!Array.isArray(entries)) {
		return { value: [], issues: [{ path: 'tiles', text: NOT_TILES }] };
	}
	const entryIssues = entries.flatMap((tile: unknown, index): Issue[] =>
		isJsonObject(tile) ? [] : [{ path: `tiles.${String(index)}`, text: NOT_TILE }],
	);
	// A missing value would override the stored value.
	const { value: parsed = {}, issues: parseIssues } = parse('tiles', { tiles: entries });
	const issues = [...entryIssues, ...lossyIssues('tiles', value), ...parseIssues];
	const tiles = issues.some(stopsItem) ? [] : tilesOf(parsed);
	const hints = unknownMemberHints(dashboardSchema, { tiles }, { near: true });
	return { value: tiles, issues: [...issues, ...hints] };
}

/** Tiles are laid out only if all are objects. An empty `groupBy` is removed from number series. */
function readyToSend(body: JsonObject): JsonObject {
	const { tiles } = body;
	if (!Array.isArray(tiles) || !tiles.every(isJsonObject)) return body;
	return { ...body, tiles: layOutTiles(tiles).map(withoutEmptyGroups) };
}

/** Type `number` doesn't support `groupBy`, but a dashboard from the API can contain an empty list. */
function withoutEmptyGroups(tile: JsonObject): JsonObject {
	if (!Array.isArray(tile.series)) return tile;
	const series = tile.series.map((seriesEntry: unknown) =>
		isJsonObject(seriesEntry) && seriesEntry.type === 'number' && isEmptyList(seriesEntry.groupBy)
			? withoutUndefined({ ...seriesEntry, groupBy: undefined })
			: seriesEntry,
	);
	return { ...tile, series };
}

const NEEDED = { text: neededText('for this aggregation') };
const NEEDED_LATER = {
	verdict: 'hint',
	text: 'is needed for this aggregation. ClickStack stores the tile, but then rejects every update to the dashboard.',
} as const;

/** A form's charts have their own rules about missing fields. */
function aggregationRule(isForm: boolean): Rule {
	return rowRule('tiles', (tile) =>
		fieldlessValues(isForm ? { ...tile, config: undefined } : tile).map((path) => ({
			path,
			...(isForm || isWithin(path, 'config') ? NEEDED : NEEDED_LATER),
		})),
	);
}

/** ClickStack refuses a tile without a chart, unlike the neutral contract. */
function chartHints(tiles: readonly JsonObject[], areDefined: boolean): Issue[] {
	const remedy = areDefined ? 'add config' : 'add a series or choose a different Chart';
	return hintOn(
		tiles,
		`ClickStack needs a chart in each tile, so ${remedy}`,
		({ config, series }) =>
			[config, series].every((chart) => emptyToUndefined(chart) === undefined),
	);
}

const limitsSchema = z
	.object({ name: z.string().max(1024), tags: TAG_LIMITS, tiles: z.array(TILE_LIMITS).max(500) })
	.partial();

/** Only dashboards with ClickStack's own charts have ClickStack's limits. The schema reports wrong types. */
function clickStackBoundIssues(body: JsonObject): Issue[] {
	if (!tilesOf(body).some(isOfClickStack)) return [];
	const schemaPaths = new Set(zodIssues(dashboardSchema, body).map(({ path }) => path));
	return zodIssues(limitsSchema, body).filter(({ path }) => !schemaPaths.has(path));
}

function isOfClickStack({ config, series }: JsonObject): boolean {
	return isJsonObject(config) || recordsIn(series).some(({ sourceId }) => sourceId !== undefined);
}

/** A tile ID that occurs twice would update the tile twice and lose an update. */
function repeatedIdIssues(body: JsonObject): Issue[] {
	const earlierIds = new Set<string>();
	return rowRule('tiles', ({ id }) => {
		if (typeof id !== 'string' || id === '') return [];
		const text = `is "${id}", the ID of an earlier tile. Each tile needs its own ID. Leave it out for a new tile.`;
		const issues = earlierIds.has(id) ? [{ path: 'id', text }] : [];
		earlierIds.add(id);
		return issues;
	})(body);
}

const NO_GROUPS = "doesn't apply to series of type number. Leave it out.";

const groupIssues = rowRule(
	'tiles',
	rowRule('series', ({ type, groupBy }) =>
		type === 'number' && !isAbsent(groupBy) ? [{ path: 'groupBy', text: NO_GROUPS }] : [],
	),
);
