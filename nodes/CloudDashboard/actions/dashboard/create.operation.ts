import { quoted } from '../../../core/approval/summary';
import { objectBody } from '../../../core/http/request';
import type { JsonObject } from '../../../core/json';
import { isJsonObject, withoutUndefined } from '../../../core/json';
import { noticeField } from '../../../core/parameters/properties';
import { createDefaults } from '../../../core/record/creation';
import type { ListedOperation } from '../../../core/resource';
import { counted } from '../../../core/text';
import { ofService, requestOptions } from '../authentication';
import { dashboardKind } from '../records';
import type { PlannedDashboard } from './definition';
import { definitionFields, plannedDashboard } from './definition';
import { tilesOf } from './tiles';

/** A new dashboard has no IDs: tiles get theirs from the API, and it refuses those of filters. */
function asNew(body: JsonObject): PlannedDashboard {
	const withoutIds = (value: unknown): unknown => {
		if (!Array.isArray(value)) return value;
		return value.map((one: unknown) =>
			isJsonObject(one) ? withoutUndefined({ ...one, id: undefined }) : one,
		);
	};
	const { tiles, filters } = body;
	const changed = { tiles: withoutIds(tiles), filters: withoutIds(filters) };
	return { body: withoutUndefined({ ...body, ...changed }), issues: [] };
}

/** ClickStack's "Create dashboard": tiles get new IDs, whatever they have. */
export const createDashboard: ListedOperation = {
	name: 'Create',
	description: 'Create a dashboard with its tiles',
	action: 'Create dashboard',
	properties: [
		noticeField('createNotice', 'Every tile gets a new ID. IDs that you send are ignored.'),
		...definitionFields,
		requestOptions({ reads: false }),
	],
	unknownOutcome: [
		'The dashboard may have been created',
		'Check the dashboards of the team before you run the node again.',
	],
	...createDefaults('dashboard'),
	target: () => 'dashboards',
	summarize: (request, parameters) => {
		const body = objectBody(request);
		const { name } = body;
		return `Create dashboard ${quoted(name)}${ofService(parameters)} with ${counted(tilesOf(body).length, 'tile')}`;
	},
	plan: (parameters, { credential }) => {
		const { path, issues: misplaced } = dashboardKind.collection(parameters, credential);
		const { body, issues, hints = [] } = plannedDashboard(parameters, asNew);
		const request = { method: 'POST' as const, path, body };
		return { request, issues: [...misplaced, ...issues], hints };
	},
};

/** ClickStack's "Validate dashboard": it stores nothing, and its answer has no `data`. */
export const validateDashboard: ListedOperation = {
	name: 'Validate',
	description: 'Check whether a dashboard could be created, without creating it',
	action: 'Validate dashboard',
	properties: [
		noticeField(
			'validateNotice',
			'Checks the dashboard as a new one, with its sources and connections. Filters with an ID, as in an update, count as invalid.',
		),
		...definitionFields,
		requestOptions({ reads: false }),
	],
	unknownOutcome: ['Nothing is stored by a validation', 'Run the node again.'],
	repeatable: true,
	isDone: ({ valid }) => typeof valid === 'boolean',
	target: () => 'dashboards',
	summarize: (request, parameters) =>
		`Validate dashboard ${quoted(objectBody(request).name)}${ofService(parameters)}`,
	plan: (parameters, context) => {
		const { request, ...found } = createDashboard.plan(parameters, context);
		return { request: { ...request, path: `${request.path}/validate` }, ...found };
	},
};
