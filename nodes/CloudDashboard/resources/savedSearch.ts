import { z } from 'zod';
import { choice, description, list, text } from '../../engine/body/fields';
import { resource } from '../../engine/resource';
import { wordsOf } from '../../engine/text';
import { changedFields, newFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { replacementText } from '../../features/record/current';
import { get, getMany, recordName } from '../../features/record/record';
import { savedSearchRecord } from '../../clickStack/records';
import { replaced } from './current';
import { LANGUAGES, sourceId } from './dashboard/charts';

/** ClickStack, 4.5. */
const described = description(
	'',
	{
		name: text('Name', {
			required: true,
			schema: z.string().trim().min(1).max(1024),
			placeholder: 'e.g. Failed payments',
		}),
		sourceId: sourceId({ required: true, schema: z.string().min(1) }),
		where: text('Where', {
			schema: z.string().max(8192),
			placeholder: 'e.g. level:error',
			description: 'A filter. Leave empty to include everything.',
		}),
		whereLanguage: choice('Where Language', LANGUAGES, {}),
		select: text('Columns', {
			parameter: 'selectColumns',
			schema: z.string().max(4096),
			placeholder: 'e.g. Timestamp, Body',
			description: "The columns to show. Leave empty for the source's own.",
		}),
		orderBy: text('Order By', {
			schema: z.string().max(1024),
			placeholder: 'e.g. Timestamp DESC',
		}),
		tags: list('Tags', {
			schema: z.array(z.string().trim().max(32)).max(50),
			placeholder: 'e.g. shop,production',
			description: 'Tags, separated by commas',
		}),
	},
	{ panel: ['name', 'sourceId', 'where', 'whereLanguage', 'select'] },
);

const traits = { example: `{ "filters": [{ "type": "sql", "condition": "level IN ('error')" }] }` };

const replaces = replaced('currentSavedSearch', savedSearchRecord, 'Get');
/** What an update resets if it's left out. */
const OPTIONAL = wordsOf('select where whereLanguage orderBy tags filters');

/** ClickStack, 4.5. */
export const savedSearch = resource(
	'Saved Search',
	'A search that was saved, in ClickStack',
	{
		create: create(savedSearchRecord, {
			description: 'Save a search',
			fields: newFields(described, traits),
			allowUnlisted: true,
			target: ['saved search', 'name'],
		}),
		delete: remove(savedSearchRecord, {
			description: 'Delete a saved search and its alerts permanently',
		}),
		get: get(savedSearchRecord, { description: 'Get a saved search' }),
		getAll: getMany(savedSearchRecord, { description: 'Get the saved searches of the team' }),
		update: update(savedSearchRecord, {
			description: 'Replace a saved search',
			method: 'PUT',
			fields: changedFields(described, {
				...traits,
				replaces,
			}),
			allowUnlisted: true,
			renames: true,
			summarize: (body, parameters) =>
				`Replace ${recordName(savedSearchRecord, parameters)}: ${replacementText(body, replaces.read(parameters), OPTIONAL)}`,
		}),
	},
	'getAll',
);
