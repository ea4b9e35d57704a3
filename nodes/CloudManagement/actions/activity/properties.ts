import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { optionsOf } from '../../../core/parameters/properties';
import { EXAMPLE_ID } from '../shared/identifiers';
import { filterField, filtersField as activityFilters } from '../shared/filters';
import { LIST_FILTERS } from './listFilters';
import { PERIODS } from './timeRange';

/** Returns a filter for a list of values. */
export function listFilterField(
	name: keyof typeof LIST_FILTERS,
	example: string,
	description: string,
): INodeProperties {
	return filterField(LIST_FILTERS[name].label, name, example, description);
}

const time = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description: `${description}. A time without a zone is in the zone of the workflow.`,
});

/** The filters on activities: the reference has none, so the node applies them to the list of all activities. */
export const filtersField = activityFilters(
	'Which activities to output. ClickHouse Cloud returns those in the time range, other APIs return all; then the node applies the filters and the limit. An activity must match all filters.',
	[
		listFilterField('actorTypes', 'user, api', 'The types of actors to output'),
		listFilterField(
			'actors',
			'ada@example.com',
			'The actors to output, by their ID or their details, such as an email address',
		),
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			options: optionsOf(PERIODS, {
				last24Hours: 'Last 24 Hours',
				last7Days: 'Last 7 Days',
				yesterday: 'Yesterday',
			}),
			default: 'last24Hours',
			description:
				"A shortcut for Since and Until, counted from the start of the execution in the workflow's time zone. Yesterday is the whole day.",
		},
		listFilterField('serviceIds', EXAMPLE_ID, 'The services to output'),
		time('Since', 'since', 'Output activities of this time or later'),
		listFilterField('types', 'service_create, service_delete', 'The types of activities to output'),
		time('Until', 'until', 'Output activities before this time'),
	],
);

/** The orders of activities. */
export const SORTS: INodePropertyOptions[] = [
	{
		name: 'API Order',
		value: 'asServed',
		description: "In the API's order",
	},
	{ name: 'Newest First', value: 'newestFirst', description: 'A limit leaves out the oldest' },
	{ name: 'Oldest First', value: 'oldestFirst', description: 'A limit leaves out the newest' },
];

/** The order of the activities, which the limit then cuts. */
export const sortField: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	options: SORTS,
	default: 'newestFirst',
	description: 'The order of the activities. The node sorts them before it applies the limit.',
};
