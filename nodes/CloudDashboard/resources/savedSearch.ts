import { z } from 'zod';
import { description, FILLED, list, text } from '../../engine/body/fields';
import { resource } from '../../engine/resource';
import { wordsOf } from '../../engine/text';
import { changedFields, newFields } from '../../features/record/bodyFields';
import { create, remove, replace } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';
import { objectId, savedSearchRecord } from '../../clickStack/records';
import { replaced } from './current';
import { searchFields, sourceId } from './dashboard/charts';

const described = description(
	'',
	{
		name: text('Name', {
			required: true,
			schema: FILLED.max(1024),
			placeholder: 'e.g. Failed payments',
		}),
		sourceId: sourceId({ required: true, schema: objectId }),
		...searchFields('The columns to show', {
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
/** The fields that an update resets if they're omitted. */
const OPTIONAL = wordsOf('select where whereLanguage orderBy tags filters');

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
		update: replace(savedSearchRecord, {
			description: 'Replace a saved search',
			fields: changedFields(described, { ...traits, replaces }),
			allowUnlisted: true,
			replaces,
			optional: OPTIONAL,
		}),
	},
	'getAll',
);
