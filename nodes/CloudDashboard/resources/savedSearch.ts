import { z } from 'zod';
import { describeFields, FILLED, text } from '../../engine/body/fields';
import type { Plan } from '../../engine/operation';
import { currentRecord } from '../../engine/operation';
import { resource } from '../../engine/resource';
import { changedFields, wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import type { Step } from '../../features/record/steps';
import { get, getMany } from '../../features/record/record';
import type { Replacement } from '../../features/record/replacement';
import { isManaged } from '../../clickStack/authentication';
import { savedSearchRecord, STORED } from '../../clickStack/records';
import { searchFields, TAG_LIMITS, tags } from './sharedFields';

const savedSearchDescription = describeFields(
	'',
	{
		name: text('Name', {
			required: true,
			schema: FILLED.max(1024),
			placeholder: 'e.g. Failed payments',
		}),
		...searchFields('Columns that ClickStack shows', {
			placeholder: 'e.g. Timestamp DESC',
		}),
		tags: tags({ schema: TAG_LIMITS }),
	},
	{ mainFields: ['name', 'sourceId', 'where', 'whereLanguage', 'select'] },
);

const SAVED_SEARCH_REPLACEMENT: Replacement = {
	...STORED,
	storedSchema: z.object({ tags: z.array(z.string()), filters: z.array(z.object({})) }).partial(),
};

/** A self-hosted ClickStack always returns these keys, even when they're empty. */
const ALWAYS_RETURNED = ['tags', 'teamId'];

/** Refuses an incomplete response, because an update would clear everything that it lacks. */
const wholeRecord: Step<Plan> = (_, parameters, { facts }) => {
	const stored = currentRecord(facts);
	const isWhole = stored && ALWAYS_RETURNED.some((key) => Object.hasOwn(stored, key));
	if (isWhole !== false || isManaged(parameters)) return {};
	const text =
		"The API's response for the saved search is incomplete, so an update could clear what it lacks. Try again later.";
	return { issues: [{ path: '', label: '', text }] };
};

const bodyRules = {
	example: `{ "filters": [{ "type": "sql", "condition": "level IN ('error')" }] }`,
	moreKeys: true,
} as const;

export const savedSearch = resource('Saved Search', 'A stored search in ClickStack', {
	create: create(savedSearchRecord, {
		description: 'Save a search',
		fields: wholeBodyFields(savedSearchDescription, bodyRules),
		offersAllowUnusual: true,
	}),
	delete: remove(savedSearchRecord, {
		goesWithIt: 'its alerts',
		description: 'Delete a saved search and its alerts permanently',
	}),
	get: get(savedSearchRecord, { description: 'Get a saved search' }),
	getAll: getMany(savedSearchRecord, { description: "Get the team's saved searches" }),
	update: update(savedSearchRecord, {
		description: 'Change a saved search',
		fields: changedFields(savedSearchDescription, {
			...bodyRules,
			replacement: SAVED_SEARCH_REPLACEMENT,
		}),
		planSteps: [wholeRecord],
		offersAllowUnusual: true,
	}),
});
