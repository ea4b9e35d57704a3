import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { choice, describeBody, customField, property, text } from '../../../engine/body/fields';
import { propertiesOf } from '../../../engine/body/interpret';
import { isWithin, neededText, notCleared, stopsItem } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import {
	isAbsent,
	isEmptyList,
	isJsonObject,
	parsedJson,
	withoutUndefined,
} from '../../../engine/json';
import type { Parameters, PlanContext } from '../../../engine/operation';
import { roundedIssues } from '../../../engine/parameters/json';
import { BODY_EDITOR, fromAiExpression, fromAiNotice } from '../../../engine/parameters/properties';
import { emptyToUndefined, isText, textList, trimmed } from '../../../engine/parameters/values';
import { isSameName } from '../../../engine/text';
import type { BodyFields } from '../../../features/record/bodyFields';
import { wholeBodyFields } from '../../../features/record/bodyFields';
import { recordInResponse } from '../../../clickStack/api';
import { managedHints } from '../../../clickStack/managed';
import { TAG_FORMAT, TAG_LIMITS, tags } from '../tags';
import { matchTiles, nearlyNamed } from './merge';
import type { Tiles } from './tiles';
import { hasTileId, layOutTiles } from './layout';
import {
	BOUNDS,
	fieldlessValues,
	hintOn,
	tileSchema,
	tilesField,
	tilesFromRows,
	tilesOf,
	withMore,
} from './tiles';
import type { Issue } from '../../../engine/issue';
import type { Draft } from '../../../features/record/draft';
import { unknownMemberHints, zodIssues } from '../../../engine/body/schema';

const inputField: INodeProperties = {
	...property(
		'dashboardInput',
		choice(
			'Define Dashboard',
			{ fields: 'By Fields', list: 'By Fields, Tiles as JSON', json: 'By JSON' },
			{
				selects: true,
				descriptions: {
					fields: 'Fill in fields for name, tags and tiles',
					list: 'Fill in name and tags, and enter or map the tiles as JSON objects',
					json: 'Enter the whole dashboard as a JSON object',
				},
				description: 'Input format for the dashboard',
			},
		),
	),
	builderHint: {
		propertyHint:
			"Use 'json' with dashboardJson. As a tool of an AI Agent, the model can choose the tiles only with 'json'.",
	},
};

/** Lets a model fill in the whole dashboard. */
const DASHBOARD_FROM_AI = fromAiExpression(
	'dashboard_definition',
	'Dashboard as a JSON object with name, tags and tiles. Each tile has name and series, and to change a tile, its id. An update keeps what you leave out.',
);

const jsonField: INodeProperties = {
	displayName: 'Dashboard Definition',
	name: 'dashboardJson',
	type: 'json',
	typeOptions: BODY_EDITOR,
	required: true,
	default: '',
	placeholder: 'e.g. { "name": "Shop", "tiles": [{ "name": "Errors", "series": [{ … }] }] }',
	description:
		'JSON object with name, tiles and tags. The node sends undocumented fields unchanged.',
	builderHint: {
		propertyHint: `A JSON object: { name, tiles: [{ id?, name, x?, y?, w?, h?, series: [{ type, dataSource, sourceId, aggFn, where, groupBy? }] }], tags? }. An update finds a tile by its ID or name. As a tool, use =${DASHBOARD_FROM_AI}`,
	},
};

const jsonNotice = fromAiNotice(
	jsonField,
	'Dashboard as a JSON object: name, tiles with their names or IDs, and tags',
);

const byFields = { shown: { '/dashboardInput': ['fields', 'list'] } };

/** "Update dashboard" replaces everything, so a missing list would empty the dashboard. */
const dashboardBody = describeBody(
	'',
	{
		name: text('Name', {
			...byFields,
			required: true,
			schema: z.string().min(1),
			placeholder: 'e.g. Shop overview',
			read: (value) => trimmed(unlessEmptyObject(value)),
		}),
		tiles: customField(z.array(tileSchema), [tilesField], {
			shown: { '/dashboardInput': ['fields'] },
			required: true,
			note: 'Tiles on the dashboard',
		}),
		tags: tags({
			...byFields,
			note: 'Replaces the tags. Leave out to keep them',
			description: `${TAG_FORMAT}. Leave empty for none.`,
			read: (value) => textList(unlessEmptyObject(value)),
		}),
	},
	{ panel: ['name', 'tags', 'tiles'] },
);

/** A dashboard from Get contains its ID, but only the path's ID counts. */
export const dashboardSchema = withMore(
	dashboardBody,
	'id containers filters savedFilterValues savedQuery savedQueryLanguage',
);

const otherWays = describeBody('', {
	tilesList: text('Tiles', {
		shown: { '/dashboardInput': ['list'] },
		rows: 5,
		required: true,
		placeholder: 'e.g. {{ $json.tiles }}',
		description: 'Tiles as a list of JSON objects with name and series, as the API defines them',
	}),
	dashboardJson: customField(z.unknown(), [jsonNotice, jsonField], {
		shown: { '/dashboardInput': ['json'] },
	}),
});

/** Defines a dashboard by fields, as a list of tiles, or as JSON. */
export const definitionFields = [
	inputField,
	...propertiesOf(dashboardBody),
	...propertiesOf(otherWays),
];

const KEPT_TAGS = `${TAG_FORMAT}. Leave empty to keep the current tags (Automatic, Merge) or remove them (Replace). The expression {{ [] }} removes them.`;

/** For an update, where empty fields can keep their values. */
export const keptDefinitionFields = definitionFields.map((field) => {
	if (field.name === 'tags') return { ...field, description: KEPT_TAGS };
	const { required, ...optional } = field;
	return required && ['name', 'tilesList'].includes(field.name) ? optional : field;
});

/** The dashboard that an update keeps where the item is empty. */
interface Keeping {
	/** Undefined before the dashboard is read. */
	tiles?: readonly JsonObject[];
}

/**
 * Builds the body that an item defines. `adapt` changes it before new tiles are laid out, or returns issues. If
 * `keepingOf` returns a dashboard, its values stay where the item is empty, and only the item's own parts are checked.
 */
export function dashboardBuilder(
	adapt: (body: JsonObject, parameters: Parameters, context: PlanContext) => Draft,
	keepingOf: (parameters: Parameters, context: PlanContext) => Keeping | undefined = () =>
		undefined,
): BodyFields['buildBody'] {
	const { buildBody } = wholeBodyFields(
		{ ...dashboardBody, schema: dashboardSchema },
		{
			json: { input: inputField, parameter: jsonField.name },
			toApiKeys: (input, parameters, context) => {
				const { dashboardInput } = parameters;
				const [isJson, isForm] = [dashboardInput === 'json', dashboardInput === 'fields'];
				const strange = isJson ? strangeIssues(input, parameters) : [];
				if (strange.length > 0) return { body: input, partToCheck: {}, issues: strange };
				const keeping = keepingOf(parameters, context);
				const definition = isJson
					? { body: input, issues: [] }
					: formBody(input, parameters, keeping);
				const adapted = adapt(definition.body, parameters, context);
				const partToCheck = readyToSend(adapted.partToCheck ?? adapted.body);
				const isWhole = keeping === undefined || keeping.tiles !== undefined;
				const aggregations = aggregationIssues(definition.body, isForm);
				const charts = isWhole ? chartHints(tilesOf(partToCheck), !isForm) : [];
				// A misspelt name stops an incomplete row, so a hint about the same name would repeat it.
				const isReported = ({ path, text: problem }: Issue) =>
					definition.issues.some((issue) => issue.path === path && issue.text === problem);
				const others = adapted.issues.filter((issue) => !isReported(issue));
				return {
					body: readyToSend(adapted.body),
					...(keeping && { partToCheck }),
					issues: [...definition.issues, ...aggregations, ...charts, ...others],
				};
			},
			rules: [
				tileIssues,
				clickStackBoundIssues,
				(body, _context, parameters) => managedHints(parameters, body),
			],
		},
	);
	return buildBody;
}

/** Reports JSON that isn't a dashboard, or is another dashboard. */
function strangeIssues(body: JsonObject, { dashboardId }: Parameters): Issue[] {
	const field = { path: jsonField.name, label: jsonField.displayName };
	const { id, tiles } = body;
	if (tiles === undefined && recordInResponse(body) !== undefined) {
		const problem = 'is a complete API response. Paste only the part under "data" or "result".';
		return [{ ...field, text: problem }];
	}
	// When creating, the API drops a template's ID.
	if (!isText(id) || id === '' || !isText(dashboardId)) return [];
	if (isSameName(String(id), String(dashboardId))) return [];
	const problem = `belongs to the dashboard "${String(id)}", but Dashboard contains another ID. Use the same ID, or remove "id" to copy the content.`;
	return [{ ...field, text: problem }];
}

/** Sends name, tiles and tags, unless empty values are kept. */
function formBody(
	{ name, tags }: JsonObject,
	parameters: Parameters,
	keeping: Keeping | undefined,
): Draft {
	const { dashboardInput, tiles: rows, tilesList } = parameters;
	const { name: enteredName, tags: enteredTags } = parameters;
	const isList = dashboardInput === 'list';
	const { tiles, issues } = isList ? tilesFromList(tilesList) : formTiles(rows, keeping);
	const isCleared = enteredTags === null || isEmptyList(enteredTags);
	const areKept = keeping !== undefined && isEmptyList(tags) && !isCleared;
	const isNameCleared = keeping !== undefined && enteredName === null;
	const because = 'every dashboard has one';
	return {
		body: withoutUndefined({ name, tiles, tags: areKept ? undefined : tags }),
		issues: [...issues, ...(isNameCleared ? [{ path: 'name', ...notCleared(because) }] : [])],
	};
}

/** An expression's empty object counts as nothing. */
function unlessEmptyObject(value: unknown): unknown {
	return isJsonObject(value) && Object.keys(value).length === 0 ? undefined : value;
}

/** A row for a stored tile contains only the entered values. */
function formTiles(enteredRows: unknown, keeping: Keeping | undefined): Tiles {
	const newTiles = tilesFromRows(enteredRows);
	if (keeping === undefined) return newTiles;
	// Before the dashboard is read, any row may change a tile.
	if (keeping.tiles === undefined) return tilesFromRows(enteredRows, () => ({}));
	const { matches, issues } = matchTiles(newTiles.tiles, keeping.tiles);
	const unclear = new Set(issues.map(({ path }) => path));
	const rowTiles = tilesFromRows(enteredRows, (index) => {
		const isOfStoredTile =
			hasTileId({ ...newTiles.tiles[index] }) || unclear.has(`tiles.${String(index)}`);
		const tile = matches[index];
		return isOfStoredTile || tile !== undefined ? { tile } : undefined;
	});
	// A misspelt name makes an incomplete new tile of a change, whose own issues would only distract from the name.
	const tilePath = ({ path }: Issue) => path.replace(/\.name$/, '');
	const misspelt = nearlyNamed(newTiles.tiles, matches, keeping.tiles).filter((issue) =>
		rowTiles.issues.some((other) => stopsItem(other) && isWithin(other.path, tilePath(issue))),
	);
	const otherIssues = rowTiles.issues.filter(
		({ path }) => !misspelt.some((issue) => isWithin(path, tilePath(issue))),
	);
	return { ...rowTiles, issues: [...misspelt, ...otherIssues] };
}

const NOT_TILES =
	"isn't a list of JSON objects. Use an expression that returns a list, such as {{ $json.tiles }}, or its JSON text.";
const NOT_TILE = "isn't a JSON object. Define each tile as the API does, with name and series.";

/** Reads JSON tiles from an expression or text. If there are issues, no tiles result. */
function tilesFromList(value: unknown): Tiles {
	const listOrText = emptyToUndefined(value) ?? [];
	const entries: unknown = typeof listOrText === 'string' ? parsedJson(listOrText) : listOrText;
	if (!Array.isArray(entries)) {
		return { tiles: [], issues: [{ path: 'tiles', text: NOT_TILES }] };
	}
	const entryIssues = entries.flatMap((tile: unknown, index): Issue[] =>
		isJsonObject(tile) ? [] : [{ path: `tiles.${String(index)}`, text: NOT_TILE }],
	);
	const issues = [...entryIssues, ...roundedIssues('tiles', value)];
	const tiles = issues.length > 0 ? [] : entries.filter(isJsonObject);
	const hints = unknownMemberHints(dashboardSchema, { tiles }, { near: true });
	return { tiles, issues: [...issues, ...hints] };
}

/** Lays out new tiles, if all are objects, and removes an empty `groupBy` from number series. */
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
	text: 'is needed for this aggregation. ClickStack stores the tile, but then refuses every update of the dashboard.',
} as const;

/** Reports values that lack the field they aggregate. In a form, the charts have already done this. */
function aggregationIssues(body: JsonObject, isForm: boolean): Issue[] {
	return tilesOf(body).flatMap((tile, index) =>
		fieldlessValues(isForm ? { ...tile, config: undefined } : tile).map((path) => ({
			path: `tiles.${String(index)}.${path}`,
			...(isForm || isWithin(path, 'config') ? NEEDED : NEEDED_LATER),
		})),
	);
}

/** ClickStack refuses a tile without a chart, unlike the neutral contract. */
function chartHints(tiles: readonly JsonObject[], areDefined: boolean): Issue[] {
	const remedy = areDefined ? 'add series or config' : 'add a series or choose another Chart';
	return hintOn(
		tiles,
		`ClickStack needs a chart in each tile, so ${remedy}`,
		({ config, series }) =>
			[config, series].every((chart) => emptyToUndefined(chart) === undefined),
	);
}

const tileLimits = Object.entries(BOUNDS).map(
	([name, [min, max]]) => [name, z.number().min(min).max(max)] as const,
);

/** ClickStack's limits, which the neutral contract lacks. */
const limits = z
	.object({
		name: z.string().max(1024),
		tags: TAG_LIMITS,
		tiles: z
			.array(z.object({ id: z.string().max(36), ...Object.fromEntries(tileLimits) }).partial())
			.max(500),
	})
	.partial();

/** Applies ClickStack's limits to dashboards with its own charts. The schema reports wrong types. */
function clickStackBoundIssues(body: JsonObject): Issue[] {
	if (!tilesOf(body).some(isOfClickStack)) return [];
	const schemaPaths = new Set(zodIssues(dashboardSchema, body).map(({ path }) => path));
	return zodIssues(limits, body).filter(({ path }) => !schemaPaths.has(path));
}

function isOfClickStack({ config, series }: JsonObject): boolean {
	const seriesRows = Array.isArray(series) ? series.filter(isJsonObject) : [];
	return isJsonObject(config) || seriesRows.some(({ sourceId }) => sourceId !== undefined);
}

/** Duplicate IDs would update a tile twice and lose an update. */
function tileIssues({ tiles }: JsonObject): Issue[] {
	const entries: unknown[] = Array.isArray(tiles) ? tiles : [];
	const earlierIds = new Set<unknown>();
	const repeated: Issue[] = [];
	const grouped: Issue[] = [];
	for (const [index, tile] of entries.entries()) {
		if (!isJsonObject(tile)) continue;
		const path = `tiles.${String(index)}`;
		const { id } = tile;
		const isId = typeof id === 'string' && id !== '';
		if (isId && earlierIds.has(id)) {
			const problem = `is "${id}", the ID of an earlier tile. Each tile needs its own ID. Leave it out for a new tile.`;
			repeated.push({ path: `${path}.id`, text: problem });
		}
		earlierIds.add(id);
		const series: unknown[] = Array.isArray(tile.series) ? tile.series : [];
		for (const [place, seriesEntry] of series.entries()) {
			if (
				!isJsonObject(seriesEntry) ||
				seriesEntry.type !== 'number' ||
				isAbsent(seriesEntry.groupBy)
			)
				continue;
			const problem = "doesn't apply to series of type number. Leave it out.";
			grouped.push({ path: `${path}.series.${String(place)}.groupBy`, text: problem });
		}
	}
	return [...repeated, ...grouped];
}
