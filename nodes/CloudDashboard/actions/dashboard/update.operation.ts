import type { HttpRequest } from '../../../core/http/request';
import { objectBody } from '../../../core/http/request';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { identified, quoteName, quoted } from '../../../core/approval/summary';
import { andMore, counted } from '../../../core/text';
import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import {
	fromAiExpression,
	fromAiNotice,
	noticeField,
	unresolvedSelectors,
} from '../../../core/parameters/properties';
import { optionsField } from '../../../core/parameters/options';
import type { ValidationIssue, Parameters } from '../../../core/operation';
import type { ListedOperation } from '../../../core/resource';
import { collection } from '../../../core/parameters/values';
import { inJson, isWithin } from '../../../core/validation/issue';
import { pathSegment } from '../../../core/validation/pathSegment';
import { unknownMemberHints } from '../../../core/validation/zodIssues';
import { dashboardIssues, dashboardSchema, hasTileId } from '../../api/dashboard';
import { dashboardBody, unreadableRows } from './form.body';
import { jsonBody } from './json.body';
import { tilesToSend } from './tiles';
import { tilesFields } from './tiles.field';
import { tilesFromList } from './tilesList';

/** So many new tiles are named. */
const MAX_NAMED = 10;

const dashboardIdField: INodeProperties = {
	displayName: 'Dashboard ID',
	name: 'dashboardId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 65f5e4a3b9e77c001a567890',
	description: "The last part of the dashboard's URL",
};

const inputFields: INodeProperties[] = [
	noticeField(
		'replaceNotice',
		'Replaces name, tiles and tags. Tiles left out are deleted with their alerts. A tile without an ID, or with one that the dashboard does not have, is created again on every run. Filters, containers and the saved query stay unless they are sent.',
	),
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

/** What an expression for a whole dashboard is named, and what it says to a model. */
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
		description: 'The tags of the dashboard, separated by commas. Leave empty to remove all tags.',
	},
];

/** A dashboard that is valid as it stands, to be changed. */
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
		'A JSON object with name, tiles and tags. It replaces the whole dashboard. Fields that are not in the reference are sent as they are.',
	builderHint: {
		propertyHint: `A JSON object: { name, tiles: [{ id?, name, x?, y?, w?, h?, series: [{ type, dataSource, aggFn, where, groupBy? }] }], tags? }. It replaces the whole dashboard: tiles that are left out are deleted, and a tile without ID is created again. As a tool, use =${DASHBOARD_FROM_AI}`,
	},
};

const allowEmptyOption: INodeProperties = {
	displayName: 'Allow Empty Dashboard',
	name: 'allowEmpty',
	type: 'boolean',
	default: false,
	description: 'Whether an update may leave the dashboard without any tiles',
};

/** Reference, "Update dashboard". */
export const updateDashboard: ListedOperation = {
	name: 'Update',
	description:
		'Replace the name, tiles and tags of a dashboard. Tiles that are left out are deleted.',
	action: 'Update dashboard',
	properties: [
		dashboardIdField,
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
		optionsField({ reads: false, own: [allowEmptyOption] }),
	],
	unknownOutcome:
		'The dashboard may have been replaced. Look at it before you run this again: tiles without an ID would be created again.',
	// A tile without an ID is created again each time.
	repeatable: ({ tiles }) => !Array.isArray(tiles) || tiles.every(hasTileId),
	target: (_request, { dashboardId }) => identified('dashboard', dashboardId),
	successHint: createdTiles,
	summarize: (request, { dashboardId }) => updateSummary(objectBody(request), dashboardId),
	plan: (parameters) => {
		const { segment, issues } = pathSegment(dashboardIdField.name, parameters.dashboardId);
		const planned = bodyOf(parameters);
		return {
			request: { method: 'PUT', path: `/api/v2/dashboards/${segment}`, body: planned.body },
			issues: [...issues, ...planned.issues, ...emptyIssues(planned, parameters)],
			hints: planned.hints ?? [],
		};
	},
};

/** Names the tiles that were created, with the IDs by which the next update keeps them. */
function createdTiles(
	dashboard: IDataObject,
	request: HttpRequest,
	shown: (text: string) => string,
): string | undefined {
	const sent = new Set(tilesOf(objectBody(request)).map(({ id }) => id));
	const created = tilesOf(dashboard).filter((tile) => hasTileId(tile) && !sent.has(tile.id));
	if (created.length === 0) return undefined;
	const names = created
		.slice(0, MAX_NAMED)
		.map(
			({ id, name }) => `'${typeof name === 'string' ? shown(name) : ''}' (${shown(String(id))})`,
		);
	const more = andMore(created.length - names.length);
	return `Created ${counted(created.length, 'tile')}: ${names.join(', ')}${more}. Enter each ID in its tile, so that the next update keeps the tile and its alerts.`;
}

function tilesOf({ tiles }: JsonObject): JsonObject[] {
	return Array.isArray(tiles) ? tiles.filter(isJsonObject) : [];
}

function updateSummary({ name, tiles }: JsonObject, dashboardId: unknown): string {
	const all: unknown[] = Array.isArray(tiles) ? tiles : [];
	const fresh = all.filter((tile) => !hasTileId(tile)).length;
	const ofThem = fresh === 0 ? '' : ` (${String(fresh)} of them new)`;
	return `Replace dashboard ${quoteName(dashboardId)} with ${quoted(name)}: ${counted(all.length, 'tile')}${ofThem}`;
}

const selectorIssues = unresolvedSelectors(inputFields, 'Choose a value.');

interface PlannedBody {
	body: JsonObject;
	issues: ValidationIssue[];
	hints?: string[];
}

function bodyOf(parameters: Parameters): PlannedBody {
	const unresolved = selectorIssues(parameters);
	if (unresolved.length > 0) return { body: {}, issues: unresolved };
	if (parameters.dashboardInput === 'json') {
		const { body, ...read } = jsonBody(parameters.dashboardJson, parameters.dashboardId);
		if (body === undefined) return { body: {}, ...read };
		return { ...read, body, issues: inJson(dashboardIssues(body, 'json')) };
	}
	const planned = formBody(parameters);
	const issues = [...planned.issues, ...dashboardIssues(planned.body, 'fields')];
	return { ...planned, issues };
}

/** Returns the body from the fields, and the issues with those that could not be read. */
function formBody(parameters: Parameters): PlannedBody {
	const { body, issues, hints } = dashboardBody(parameters);
	if (parameters.dashboardInput !== 'list') {
		return { body, issues: [...unreadableRows(parameters.tiles), ...issues], hints };
	}
	const { tiles, issues: unread } = tilesFromList(parameters.tilesList);
	return {
		body: { ...body, tiles: tilesToSend(tiles) },
		issues: [...issues, ...unread],
		hints: unknownMemberHints(dashboardSchema, { tiles }),
	};
}

/** Refuses an update that would delete every tile, unless the options ask for it. */
function emptyIssues(
	{ body, issues }: { body: JsonObject; issues: ValidationIssue[] },
	{ dashboardInput, options }: Parameters,
): ValidationIssue[] {
	const isEmpty = Array.isArray(body.tiles) && body.tiles.length === 0;
	const isUnread = issues.some(({ path }) => isWithin(path, 'tiles'));
	if (!isEmpty || isUnread || collection(options).allowEmpty === true) return [];
	const option = allowEmptyOption.displayName;
	const empty: ValidationIssue[] = [{ path: 'tiles', code: 'noTiles', option }];
	return dashboardInput === 'json' ? inJson(empty) : empty;
}
