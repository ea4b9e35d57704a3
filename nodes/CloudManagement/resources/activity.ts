import type { INodeProperties } from 'n8n-workflow';
import {
	activityRecord,
	listFilterField,
	listIssues,
	PERIODS,
	selectActivities,
	servicesFilterField,
	timeRange,
} from '../../clickhouseCloud/activities';
import { dialectOf } from '../../clickhouseCloud/api';
import { filtersField } from '../../clickhouseCloud/filters';
import { choice, property } from '../../engine/body/fields';
import type { Issue } from '../../engine/issue';
import type { ParameterValues, PlanContext, ReadTime } from '../../engine/operation';
import { asObject, choiceIssues } from '../../engine/parameters/values';
import { resource } from '../../engine/resource';
import { get, getMany } from '../../features/record/record';

function timeField(displayName: string, name: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description: `${description}. Times without an offset use the workflow's time zone.`,
	};
}

const periodField = property(
	'period',
	choice('Period', PERIODS, {
		description:
			"Sets Since and Until, counted back from the start of the execution in the workflow's time zone. Yesterday covers the whole day.",
	}),
);

/** The node filters the full list itself, because the neutral contract has no filters. */
const activityFilters = filtersField(
	'Only return activities that match every filter. ClickHouse Cloud applies the time range, and the node applies everything else before the limit.',
	[
		listFilterField('actorTypes', 'Only return activities of these actor types'),
		listFilterField(
			'actors',
			'Only return activities of these actors, by ID or details, such as an email address',
		),
		periodField,
		servicesFilterField('Only return activities of these services.'),
		timeField('Since', 'since', 'Start of the time range'),
		listFilterField('types', 'Only return activities of these types'),
		timeField('Until', 'until', 'Exclusive end of the time range'),
	],
);

const SORTS = { asServed: 'API Order', newestFirst: 'Newest First', oldestFirst: 'Oldest First' };

/** Activities are sorted before the limit cuts the list. */
const sortField = property(
	'sort',
	choice('Sort', SORTS, {
		default: 'newestFirst',
		descriptions: {
			asServed: 'The node keeps the order of the API',
			newestFirst: 'A limit keeps the newest activities',
			oldestFirst: 'A limit keeps the oldest activities',
		},
		description: 'Sort activities before applying the limit',
	}),
);

function selectionIssues({ filters, sort }: ParameterValues, time: ReadTime): Issue[] {
	return [
		...timeRange(asObject(filters), time).issues,
		...listIssues(filters),
		...choiceIssues('sort', sort, Object.keys(SORTS)),
	];
}

/** ClickHouse Cloud preselects by time range. The node filters by it anyway. */
function rangeQuery({ filters }: ParameterValues, context: PlanContext): string[] {
	if (dialectOf(context.credential) !== 'clickhouseCloud') return [];
	const { since, until } = timeRange(asObject(filters), context).value;
	return Object.entries({ from_date: since, to_date: until }).flatMap(([name, time]) =>
		Number.isFinite(time) ? [`${name}=${encodeURIComponent(new Date(time).toISOString())}`] : [],
	);
}

export const activity = resource(
	'Activity (Audit Log)',
	"An event in the organization's audit log",
	{
		get: get(activityRecord, { description: 'Get an activity with its actor, type, and time' }),
		getAll: getMany(activityRecord, {
			description: "Get the organization's activities, with actor, type, and time",
			fields: [activityFilters, sortField],
			fieldIssues: selectionIssues,
			query: rangeQuery,
			pick: selectActivities,
		}),
	},
);
