import type { JsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { asObject, isText, textList } from '../../../core/parameters/values';
import { filterIssues } from '../shared/filters';

/** The filters by a list of values, their labels, and the fields of an activity that may contain one of the values. */
export const LIST_FILTERS = {
	actorTypes: { label: 'Actor Types', members: ['actorType'] },
	actors: { label: 'Actors', members: ['actorId', 'actorDetails'] },
	serviceIds: { label: 'Service IDs', members: ['serviceId'] },
	types: { label: 'Types', members: ['type'] },
} as const;

/** Returns a function that checks whether an activity matches all lists, ignoring case. */
export function listFilter(filters: unknown): (activity: Readonly<JsonObject>) => boolean {
	const lists = Object.entries(LIST_FILTERS).flatMap(([name, { members }]) => {
		const wanted = new Set(textList(asObject(filters)[name]).map(nameOf));
		return wanted.size === 0 ? [] : [{ members, wanted }];
	});
	return (activity) =>
		lists.every(({ members, wanted }) =>
			members.some((member) => wanted.has(nameOf(activity[member]))),
		);
}

/** Returns the issues with filters that cannot be read: they would let everything pass. */
export function listIssues(filters: unknown): ValidationIssue[] {
	return filterIssues(filters, Object.keys(LIST_FILTERS));
}

function nameOf(value: unknown): string {
	return isText(value) ? String(value).toLowerCase() : '';
}
