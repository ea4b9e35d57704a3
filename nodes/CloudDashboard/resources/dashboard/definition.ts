import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import type { JsonObject } from '../../../engine/json';
import { parseJsonObject, withAdditionalMembers } from '../../../engine/parameters/json';
import type { ValidationIssue, Parameters } from '../../../engine/operation';
import type { Problem } from '../../../engine/issue';
import { unknownMemberHints } from '../../../engine/issues/checks';
import { knownDashboard, dashboardIssues } from './schema';
import { recordInResponse } from '../../../clickStack/api';
import { listed } from '../../../engine/approval/sentences';
import { isJsonObject, withoutUndefined, parsedJson } from '../../../engine/json';
import {
	emptyToUndefined,
	rows,
	textList,
	textListIssues,
} from '../../../engine/parameters/values';
import { rowName } from '../../../engine/text';
import { chartConfig, hasChart, EXAMPLE_SOURCE_ID } from './charts';
import { tilesField, tilesOf, tilesToSend, tilesFields } from './tiles';
import {
	fromAiExpression,
	fromAiNotice,
	unresolvedSelectors,
} from '../../../engine/parameters/properties';
import { inJson } from '../../../engine/issue';
import { managedHints } from '../current';

/** Returns the body of an update from JSON. Unknown keys are kept. */
function jsonBody(
	input: unknown,
	dashboardId: unknown,
): { body?: JsonObject; issues: ValidationIssue[]; hints?: string[] } {
	const path = 'dashboardJson';
	const { value, issues } = parseJsonObject(path, input);
	if (value === undefined) return { issues };
	const unfit = unfitFor(value, dashboardId);
	if (unfit !== undefined) return { issues: [{ path, ...unfit }] };
	return { body: value, issues: [], hints: unknownMemberHints(knownDashboard, value) };
}

/** Returns why an object is not the definition of this dashboard, or undefined. */
function unfitFor(value: JsonObject, dashboardId: unknown): Problem | undefined {
	const isResponse = value.tiles === undefined && recordInResponse(value) !== undefined;
	if (isResponse) return { code: 'wholeResponse' };
	const { id } = value;
	if ((typeof id !== 'string' && typeof id !== 'number') || id === '') return undefined;
	// A creation has none: the API drops the ID.
	if (dashboardId === undefined) return undefined;
	if (typeof dashboardId === 'string' && String(id) === dashboardId.trim()) return undefined;
	return { code: 'otherDashboard', id: String(id) };
}

/** Returns the body of an update from the fields: name, tiles and tags, all of them, because an update replaces. */
function dashboardBody(parameters: Parameters): {
	body: JsonObject;
	issues: ValidationIssue[];
	hints: string[];
} {
	const issues: ValidationIssue[] = [];
	const hints: string[] = [];
	const tiles = rows(parameters.tiles).map((row, index) => {
		const path = `tiles.${String(index)}`;
		const tile = withAdditional(tileBody(row, path, issues), row, path, issues);
		if (hasChart(row) || emptyToUndefined(tile.config) === undefined) return tile;
		if (rows(row.series).length > 0 || row.asRatio === true) {
			const name = rowName(tilesField.displayName, index);
			hints.push(`${name} has 'config', so its Series and As Ratio aren't sent.`);
		}
		return withoutSeries(tile);
	});
	const body = withoutUndefined({
		name: emptyToUndefined(parameters.name),
		tiles,
		tags: textList(parameters.tags),
	});
	return { body, issues, hints: [...hints, ...sourceHints(tiles)] };
}

/** ClickStack refuses a tile without a chart. The neutral reference allows one. */
function chartHints(tiles: readonly JsonObject[], byFields: boolean): string[] {
	const remedy = byFields ? 'add a series, or choose another Chart,' : 'add series or config';
	return hintOn(tiles, `ClickStack needs a chart in each tile: ${remedy}`, ({ config, series }) =>
		[config, series].every((chart) => emptyToUndefined(chart) === undefined),
	);
}

/** ClickStack refuses a series without a source. The neutral reference has none. */
function sourceHints(tiles: readonly JsonObject[]): string[] {
	return hintOn(tiles, 'ClickStack needs a Source in each series: choose one', ({ series }) =>
		[series].flat().some((one) => isJsonObject(one) && one.sourceId === undefined),
	);
}

/** Returns the hint with the tiles that it is about. */
export function hintOn(
	tiles: readonly JsonObject[],
	text: string,
	isMeant: (tile: JsonObject) => boolean,
): string[] {
	const names = tiles.flatMap((tile, index) =>
		isMeant(tile) ? [rowName(tilesField.displayName, index)] : [],
	);
	return names.length === 0 ? [] : [`${text} in ${listed(names, (name) => name)}.`];
}

/** The public server refuses series, and their ratio, beside `config`. */
function withoutSeries(tile: JsonObject): JsonObject {
	return withoutUndefined({ ...tile, series: undefined, asRatio: undefined });
}

/**
 * Returns an issue if the tiles, or the series of one, aren't the form's rows, as a hand-written expression
 * can cause. Read as no rows, they would empty the dashboard.
 */
function unreadableRows(tiles: unknown): ValidationIssue[] {
	if (!areRows(tiles)) return [{ path: 'tiles', code: 'notRows' }];
	return rows(tiles).flatMap(({ series }, index) =>
		areRows(series) ? [] : [{ path: `tiles.${String(index)}.series`, code: 'notRows' }],
	);
}

function areRows(value: unknown): boolean {
	if (emptyToUndefined(value) === undefined) return true;
	if (!isJsonObject(value)) return false;
	return (
		value.values === undefined || (Array.isArray(value.values) && value.values.every(isJsonObject))
	);
}

function withAdditional(
	body: JsonObject,
	row: JsonObject,
	path: string,
	issues: ValidationIssue[],
): JsonObject {
	const merged = withAdditionalMembers(body, row.additionalMembers, `${path}.additionalMembers`);
	issues.push(...merged.issues);
	return merged.body;
}

function tileBody(row: JsonObject, path: string, issues: ValidationIssue[]): JsonObject {
	return withoutUndefined({
		id: emptyToUndefined(typeof row.id === 'string' ? row.id.trim() : row.id),
		name: row.name ?? '',
		x: emptyToUndefined(row.x),
		y: emptyToUndefined(row.y),
		w: emptyToUndefined(row.w),
		h: emptyToUndefined(row.h),
		...(hasChart(row) ? chartBody(row, path, issues) : seriesBodies(row, path, issues)),
	});
}

function chartBody(row: JsonObject, path: string, issues: ValidationIssue[]): JsonObject {
	const { config, issues: found } = chartConfig(row);
	issues.push(...found.map((issue) => ({ ...issue, path: `${path}.${issue.path}` })));
	return { config };
}

function seriesBodies(row: JsonObject, path: string, issues: ValidationIssue[]): JsonObject {
	return {
		asRatio: emptyToUndefined(row.asRatio),
		series: rows(row.series).map((one, place) => {
			const ofOne = `${path}.series.${String(place)}`;
			issues.push(...groupByIssues(one, ofOne));
			return withAdditional(seriesBody(one), one, ofOne, issues);
		}),
	};
}

/** What a list contains is the API's affair, but anything else would be sent as the one entry of a list. */
function groupByIssues({ type, groupBy }: JsonObject, path: string): ValidationIssue[] {
	if (type === 'number' || Array.isArray(groupBy)) return [];
	return textListIssues(`${path}.groupBy`, groupBy);
}

function seriesBody(row: JsonObject): JsonObject {
	const sourceId = emptyToUndefined(row.sourceId);
	return withoutUndefined({
		type: emptyToUndefined(row.type),
		// A source replaces the neutral reference's data source.
		...(sourceId === undefined ? { dataSource: emptyToUndefined(row.dataSource) } : { sourceId }),
		aggFn: emptyToUndefined(row.aggFn),
		field: row.aggFn === 'count' ? undefined : emptyToUndefined(row.field),
		where: row.where ?? undefined,
		groupBy: row.type === 'number' ? undefined : textList(row.groupBy),
	});
}

/**
 * Returns the tiles of a list: JSON objects as the API defines them, from an expression or as the JSON text of one.
 * Returns no tiles if there are issues.
 */
function tilesFromList(value: unknown): { tiles: JsonObject[]; issues: ValidationIssue[] } {
	const entered = emptyToUndefined(value) ?? [];
	const list = typeof entered === 'string' ? parsedJson(entered) : entered;
	if (!Array.isArray(list)) return { tiles: [], issues: [{ path: 'tiles', code: 'tilesNoList' }] };
	const entries: unknown[] = list;
	const tiles = entries.filter(isJsonObject);
	if (tiles.length === entries.length) return { tiles, issues: [] };
	const issues = entries.flatMap((entry, index): ValidationIssue[] =>
		isJsonObject(entry) ? [] : [{ path: `tiles.${String(index)}`, code: 'tileNoObject' }],
	);
	return { tiles: [], issues };
}

const inputFields: INodeProperties[] = [
	{
		displayName: 'Define Dashboard',
		name: 'dashboardInput',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'By Fields',
				value: 'fields',
				description: 'Fill in fields for name, tags and tiles',
			},
			{
				name: 'By Fields, Tiles as List',
				value: 'list',
				description: 'Fill in name and tags, and map a list of JSON objects for the tiles',
			},
			{ name: 'By JSON', value: 'json', description: 'Enter the whole dashboard as a JSON object' },
		],
		default: 'fields',
		description: 'How to define the dashboard',
		builderHint: {
			propertyHint:
				"Use 'json' with dashboardJson. As a tool of an AI Agent, 'json' is the only way in which the model can choose the tiles.",
		},
	},
];

/** The name of an expression for a whole dashboard, and its description for a model. */
export const DASHBOARD_FROM_AI_KEY = 'dashboard_definition';
const DASHBOARD_FROM_AI = fromAiExpression(
	DASHBOARD_FROM_AI_KEY,
	'The whole dashboard as a JSON object: name; tiles, each with the id of the tile to keep, name and series; tags. Tiles that are left out are deleted, tags that are left out are kept.',
);

const contentFields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Shop overview',
		description: 'The name of the dashboard',
	},
	{
		displayName: 'Tags',
		name: 'tags',
		type: 'string',
		default: '',
		placeholder: 'e.g. shop,production',
		description: 'The tags of the dashboard, separated by commas. Leave empty for none.',
	},
];

/** A dashboard that both references accept, to be changed. */
const EXAMPLE = {
	name: 'Shop overview',
	tags: ['shop'],
	tiles: [
		{
			name: 'Errors',
			series: [
				{
					type: 'time',
					dataSource: 'events',
					sourceId: EXAMPLE_SOURCE_ID,
					aggFn: 'count',
					where: 'level:error',
					groupBy: ['service'],
				},
			],
		},
	],
};

const jsonField: INodeProperties = {
	displayName: 'Dashboard Definition',
	name: 'dashboardJson',
	type: 'json',
	typeOptions: { rows: 12 },
	required: true,
	default: JSON.stringify(EXAMPLE, null, 2),
	description:
		"A JSON object with name, tiles and tags. It replaces the whole dashboard. For ClickStack, replace sourceId with the ID of a source. Fields that aren't in the API reference are sent unchanged.",
	builderHint: {
		propertyHint: `A JSON object: { name, tiles: [{ id?, name, x?, y?, w?, h?, series: [{ type, dataSource, sourceId, aggFn, where, groupBy? }] }], tags? }. It replaces the whole dashboard: tiles that are left out are deleted, and a tile without ID is created again. As a tool, use =${DASHBOARD_FROM_AI}`,
	},
};

/** The fields that define a dashboard: by fields, with a list of tiles, or as JSON. */
export const definitionFields: INodeProperties[] = [
	...inputFields,
	...updateDisplayOptions({ show: { dashboardInput: ['fields', 'list'] } }, contentFields),
	...tilesFields,
	...updateDisplayOptions({ show: { dashboardInput: ['json'] } }, [
		fromAiNotice(
			jsonField,
			'The whole dashboard as a JSON object: name, tiles with the id of each tile to keep, and tags',
		),
		jsonField,
	]),
];

const selectorIssues = unresolvedSelectors(inputFields, 'Choose a value.');

/** The body that an item defines, with its issues and hints. */
export interface PlannedDashboard {
	body: JsonObject;
	issues: ValidationIssue[];
	hints?: string[];
}

/**
 * Returns the body that an item defines. `adapt` changes it before new tiles are laid out, and returns the issues that
 * prevent it.
 */
export function plannedDashboard(
	parameters: Parameters,
	adapt: (body: JsonObject) => PlannedDashboard,
): PlannedDashboard {
	const unresolved = selectorIssues(parameters);
	if (unresolved.length > 0) return { body: {}, issues: unresolved };
	const isJson = parameters.dashboardInput === 'json';
	const { body: entered, ...read } = isJson
		? jsonBody(parameters.dashboardJson, parameters.dashboardId)
		: formBody(parameters);
	if (entered === undefined) return { body: {}, ...read };
	const adapted = adapt(entered);
	const body = laidOut(adapted.body);
	const found = [...adapted.issues, ...dashboardIssues(body, isJson ? 'json' : 'fields')];
	const byFields = !isJson && parameters.dashboardInput !== 'list';
	return {
		body,
		issues: [...read.issues, ...(isJson ? inJson(found) : found)],
		hints: [
			...(read.hints ?? []),
			...chartHints(tilesOf(body), byFields),
			...(adapted.hints ?? []),
			...managedHints(parameters, body),
		],
	};
}

function laidOut(body: JsonObject): JsonObject {
	const tiles: unknown[] = Array.isArray(body.tiles) ? body.tiles : [];
	return tiles.length > 0 && tiles.every(isJsonObject)
		? { ...body, tiles: tilesToSend(tiles) }
		: body;
}

/** Returns the body from the fields, and the issues with those that could not be read. */
function formBody(parameters: Parameters): PlannedDashboard {
	const { body, issues, hints } = dashboardBody(parameters);
	if (parameters.dashboardInput !== 'list') {
		return { body, issues: [...unreadableRows(parameters.tiles), ...issues], hints };
	}
	const { tiles, issues: unread } = tilesFromList(parameters.tilesList);
	return {
		body: { ...body, tiles },
		issues: [...issues, ...unread],
		hints: unknownMemberHints(knownDashboard, { tiles }),
	};
}
