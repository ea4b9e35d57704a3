import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import {
	fromAiExpression,
	fromAiNotice,
	unresolvedSelectors,
} from '../../../core/parameters/properties';
import { inJson } from '../../../core/validation/issue';
import { unknownMemberHints } from '../../../core/validation/zodIssues';
import { dashboardIssues, knownDashboard } from '../../api/dashboard';
import { managedHints } from '../managedHints';
import { EXAMPLE_SOURCE_ID } from './charts';
import { chartHints, dashboardBody, unreadableRows } from './form.body';
import { jsonBody } from './json.body';
import { tilesOf, tilesToSend } from './tiles';
import { tilesFields } from './tiles.field';
import { tilesFromList } from './tilesList';

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
