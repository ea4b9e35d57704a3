import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isJsonObject } from '../engine/json';
import type { Parameters, ValidationIssue } from '../engine/operation';
import {
	asObject,
	emptyToUndefined,
	isText,
	textList,
	textListIssues,
} from '../engine/parameters/values';
import { parseTime } from '../engine/time';
import { isAmong } from '../engine/wait/waitRule';
import type { KnownStates } from './states';
import type { ListTraits } from '../features/record/record';

/** A filter by a list of values: its field, the parts of the query that the API reads, and what passes it here. */
interface ListFilter {
	property: INodeProperties;
	query: (values: readonly string[]) => string[];
	passes: (record: IDataObject, values: readonly string[]) => boolean;
}

/** Returns the field of a filter for a list of values. */
export function filterField(
	displayName: string,
	name: string,
	example: string,
	description: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: `${description}, separated by commas or as a list from an expression. Not case-sensitive.`,
	};
}

/** Returns the collection of filters. */
export function filtersField(description: string, options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description,
		options,
	};
}

/** Filters by the state of a record, in the field `member`. */
export function stateFilter(member: 'state' | 'status', { all, ready }: KnownStates): ListFilter {
	return {
		property: filterField(
			'States',
			'states',
			ready,
			`The states to output (known ones are ${all.join(', ')})`,
		),
		query: () => [],
		passes: ({ [member]: state }, states) => isText(state) && isAmong(String(state), states),
	};
}

/** Filters by tags, which the API does. Second reference, "Basics". */
export const tagFilter: ListFilter = {
	property: {
		...filterField('Tags', 'tags', 'Environment=Production', ''),
		description:
			'The tags to filter by: keys, or keys with a value, separated by commas or as a list from an expression. The API applies this filter.',
	},
	query: (tags) => tags.map((tag) => `filter=${encodeURIComponent(`tag:${tag}`)}`),
	passes: () => true,
};

/** Returns the issues with filters that cannot be read: they would let everything pass. */
export function filterIssues(filters: unknown, names: readonly string[]): ValidationIssue[] {
	if (emptyToUndefined(filters) === undefined) return [];
	if (!isJsonObject(filters)) return [{ path: 'filters', code: 'filtersUnreadable' }];
	return names.flatMap((name) => textListIssues(`filters.${name}`, filters[name]));
}

/** Returns what a list with these filters has. `newestBy` is the time by which it is sorted. */
export function filteredBy(
	filters: readonly ListFilter[],
	newestBy?: string,
): Required<ListTraits> {
	const properties = filters.map(({ property }) => property);
	const wanted = (parameters: Parameters, { property: { name } }: ListFilter): string[] =>
		textList(asObject(parameters.filters)[name]).map(String);
	return {
		fields: [filtersField('Which ones to output. Each must match all filters.', properties)],
		issues: (parameters) =>
			filterIssues(
				parameters.filters,
				properties.map(({ name }) => name),
			),
		query: (parameters) => filters.flatMap((filter) => filter.query(wanted(parameters, filter))),
		select: (records, parameters) => {
			const passing = records.filter((record) =>
				filters.every((filter) => {
					const values = wanted(parameters, filter);
					return values.length === 0 || filter.passes(record, values);
				}),
			);
			return newestBy === undefined ? passing : newestFirst(passing, newestBy);
		},
	};
}

/** Returns records by their time, newest first; those without a readable one come last. */
function newestFirst(records: readonly IDataObject[], member: string): IDataObject[] {
	const timed = records.map((record) => ({
		record,
		time: parseTime(record[member], 'utc')?.toMillis() ?? 0,
	}));
	return timed.sort((one, other) => other.time - one.time).map(({ record }) => record);
}
