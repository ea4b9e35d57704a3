import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import { fieldLabels, withLabels } from '../../../core/validation/fieldLabels';
import { optionsField } from '../../../core/parameters/options';
import type { ValidationIssue, Operation, Parameters } from '../../../core/operation';
import { optional } from '../../../core/parameters/values';
import { pathSegment } from '../../../core/validation/pathSegment';
import { dashboardIssues } from '../../api/dashboard';
import { dashboardBody, unreadableRows } from './form.body';
import { jsonBody } from './json.body';
import { tilesField } from './tiles.field';

const SHOWN = { resource: ['dashboard'], operation: ['update'] };

const dashboardIdField: INodeProperties = {
	displayName: 'Dashboard ID',
	name: 'dashboardId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 65f5e4a3b9e77c001a567890',
	description: 'The dashboard to update. It stands at the end of its address in the browser.',
};

const inputFields: INodeProperties[] = [
	{
		displayName:
			'An update replaces the whole dashboard: tiles that are left out here are removed, together with the alerts on them',
		name: 'replaceNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Define Dashboard',
		name: 'dashboardInput',
		type: 'options',
		options: [
			{ name: 'By Fields', value: 'fields', description: 'Fill in a form' },
			{ name: 'By JSON', value: 'json', description: 'Give the dashboard as exported' },
		],
		default: 'fields',
		description: 'How to say what the dashboard is like',
	},
];

const formFields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Shop overview',
	},
	{
		displayName: 'Tags',
		name: 'tags',
		type: 'string',
		default: '',
		placeholder: 'e.g. shop,production',
		description: 'Separated by commas. Leave empty to have none.',
	},
	tilesField,
];

const jsonField: INodeProperties = {
	displayName: 'JSON',
	name: 'dashboardJson',
	type: 'json',
	typeOptions: { rows: 12 },
	required: true,
	default: '',
	placeholder: 'e.g. { "name": "Shop overview", "tiles": [ … ], "tags": [] }',
	description:
		'The dashboard with name, tiles and tags, as exported. Members that this node does not know are sent as they are.',
};

/** Reference, "Update dashboard". */
export const updateDashboard: Operation = {
	properties: [
		...updateDisplayOptions({ show: SHOWN }, [
			dashboardIdField,
			...inputFields,
			...updateDisplayOptions({ show: { dashboardInput: ['fields'] } }, formFields),
			...updateDisplayOptions({ show: { dashboardInput: ['json'] } }, [jsonField]),
		]),
		optionsField({ reads: false, displayOptions: { show: SHOWN } }),
	],
	unknownOutcome:
		'The dashboard may have been replaced. Look at it before you run this again: tiles without an ID would be made anew.',
	// A tile without an ID is made anew each time.
	repeatable: ({ tiles }) =>
		!Array.isArray(tiles) ||
		tiles.every((tile) => isJsonObject(tile) && optional(tile.id) !== undefined),
	plan: (parameters) => {
		const { segment, issues } = pathSegment(dashboardIdField.displayName, parameters.dashboardId);
		const planned = bodyOf(parameters);
		return {
			request: { method: 'PUT', path: `/api/v2/dashboards/${segment}`, body: planned.body },
			issues: [...issues, ...planned.issues],
			hints: planned.hints ?? [],
		};
	},
};

const labelOf = fieldLabels(formFields);

function bodyOf(parameters: Parameters): {
	body: JsonObject;
	issues: ValidationIssue[];
	hints?: string[];
} {
	if (parameters.dashboardInput === 'json') {
		const { body, ...read } = jsonBody(parameters.dashboardJson, parameters.dashboardId);
		if (body === undefined) return { body: {}, ...read };
		return { ...read, body, issues: dashboardIssues(body, 'json') };
	}
	const { body, issues: unread } = dashboardBody(parameters);
	const issues = withLabels(dashboardIssues(body, 'fields'), labelOf);
	return { body, issues: [...unreadableRows(parameters.tiles), ...unread, ...issues] };
}
