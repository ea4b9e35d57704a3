import type { JsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { collection, isText, isTextList, textList } from '../../../core/parameters/values';

/** The filters that list values, their labels, and the members of an activity that may hold one of the values. */
const LISTS = [
	{ name: 'actorTypes', label: 'Actor Types', members: ['actorType'] },
	{ name: 'actors', label: 'Actors', members: ['actorId', 'actorDetails'] },
	{ name: 'serviceIds', label: 'Service IDs', members: ['serviceId'] },
	{ name: 'types', label: 'Types', members: ['type'] },
] as const;

/** Returns a function that tells whether an activity matches all lists, whatever the case of the letters. */
export function listFilter(filters: unknown): (activity: Readonly<JsonObject>) => boolean {
	const lists = LISTS.flatMap(({ name, members }) => {
		const wanted = new Set(textList(collection(filters)[name]).map(nameOf));
		return wanted.size === 0 ? [] : [{ members, wanted }];
	});
	return (activity) =>
		lists.every(({ members, wanted }) =>
			members.some((member) => wanted.has(nameOf(activity[member]))),
		);
}

/** Returns the issues with lists that cannot be read. */
export function listIssues(filters: Readonly<JsonObject>): ValidationIssue[] {
	return LISTS.filter(({ name }) => !isTextList(filters[name])).map(({ label }) => ({
		field: label,
		message: 'must be a list, or a text with commas.',
	}));
}

function nameOf(value: unknown): string {
	return isText(value) ? String(value).toLowerCase() : '';
}
