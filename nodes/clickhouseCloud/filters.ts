import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { list, property } from '../engine/body/fields';
import { isJsonObject } from '../engine/json';
import type { ParameterValues } from '../engine/operation';
import { collection } from '../engine/parameters/properties';
import {
	asObject,
	emptyToUndefined,
	isText,
	nearlyKnownIssues,
	textList,
	textListIssues,
} from '../engine/parameters/values';
import { parseTime } from '../engine/time';
import type { KnownStates } from './states';
import { choosable, stateChoice, statesChosen } from '../features/record/stateChoice';
import type { ListRow } from '../features/record/record';
import type { Issue } from '../engine/issue';
import { BROKEN_TEXT } from '../engine/issue';
import { isAmong } from '../engine/text';

/** The API applies a filter through `query`. The node applies it with `passes`. */
interface ListFilter {
	property: INodeProperties;
	/** Known values, which reveal likely typos. */
	knownValues?: readonly string[];
	query: (values: readonly string[]) => string[];
	passes: (record: IDataObject, values: readonly string[]) => boolean;
}

export function filterField(
	label: string,
	name: string,
	example: string,
	purpose: string,
): INodeProperties {
	const placeholder = `e.g. ${example}`;
	const description = `${purpose}, separated by commas. Case doesn't matter.`;
	const hint = `Leave empty for all ${label.toLowerCase()}`;
	return property(name, list(label, { placeholder, hint, description }));
}

export function filtersField(description: string, options: INodeProperties[]): INodeProperties {
	return collection('Filters', 'filters', 'Add Filter', options, description);
}

export function stateFilter(key: 'state' | 'status', states: KnownStates): ListFilter {
	const label = key === 'state' ? 'States' : 'Statuses';
	const description = `Only return records ${key === 'state' ? 'in' : 'with'} these ${label.toLowerCase()}. For other ${label.toLowerCase()}, use an expression that returns a list or comma-separated text. Case doesn't matter.`;
	return {
		property: property('states', stateChoice(label, states, description)),
		knownValues: choosable(states),
		query: () => [],
		passes: ({ [key]: state }, filter) =>
			isText(state) && isAmong(String(state), statesChosen(filter, states)),
	};
}

/** The API applies this filter, so the node passes everything. */
export const tagFilter: ListFilter = {
	property: property(
		'tags',
		list('Tags', {
			placeholder: 'e.g. Environment=Production',
			hint: 'Leave empty for all tags',
			description:
				'Tag keys, or keys with a value, separated by commas. The API applies this filter.',
		}),
	),
	query: (tags) => tags.map((tag) => `filter=${encodeURIComponent(`tag:${tag}`)}`),
	passes: () => true,
};

/** Refuses unreadable filters, which would let everything pass. */
export function filterIssues(filters: unknown, names: readonly string[]): Issue[] {
	if (emptyToUndefined(filters) === undefined) return [];
	const text = "can't be read. Add the filters in the form.";
	if (!isJsonObject(filters)) return [{ path: 'filters', text }];
	return names.flatMap((name) => textListIssues(`filters.${name}`, filters[name]));
}

/** A filtered list reads every page. `newestBy` is the key of the time to sort by. */
export function filteredBy(filters: readonly ListFilter[], newestBy?: string): Required<ListRow> {
	const properties = filters.map(({ property: field }) => field);
	const valuesBy = (parameters: ParameterValues): Array<ListFilter & { values: string[] }> =>
		filters.map((filter) => {
			const value = asObject(parameters.filters)[filter.property.name];
			return { ...filter, values: textList(value).map(String) };
		});
	return {
		fields: [filtersField('Outputs only records that match every filter', properties)],
		offersAllowUnusual: filters.some(({ knownValues }) => knownValues !== undefined),
		fieldIssues: (parameters) => [
			...filterIssues(
				parameters.filters,
				properties.map(({ name }) => name),
			),
			// A query can't contain half a surrogate pair.
			...valuesBy(parameters)
				.filter(({ values }) => !values.every((value) => value.isWellFormed()))
				.map(({ property: { name } }) => ({
					path: `filters.${name}`,
					text: BROKEN_TEXT,
				})),
			...filters.flatMap(({ property: { name }, knownValues = [] }) =>
				nearlyKnownIssues(`filters.${name}`, asObject(parameters.filters)[name], knownValues),
			),
		],
		query: (parameters) => valuesBy(parameters).flatMap(({ query, values }) => query(values)),
		pick: (records, parameters) => {
			const active = valuesBy(parameters).filter(({ values }) => values.length > 0);
			const passing = records.filter((record) =>
				active.every(({ passes, values }) => passes(record, values)),
			);
			if (newestBy === undefined) return passing;
			// Records without a readable time sort last.
			const sortTime = (record: IDataObject): number =>
				parseTime(record[newestBy], 'utc')?.toMillis() ?? 0;
			const times = new Map(passing.map((record) => [record, sortTime(record)]));
			return passing.sort((first, second) => (times.get(second) ?? 0) - (times.get(first) ?? 0));
		},
	};
}
