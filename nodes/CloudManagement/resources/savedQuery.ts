import { resource } from '../../engine/resource';
import { savedQueryRecord } from '../../clickhouseCloud/records';
import { wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';
import { queryDescription, madeInConsole, QUERY_RULES, updateQuery } from './query';

const SAVED_QUERY = { least: 0 } as const;
const CONFLICT_ADVICE = `If the service already has a saved query with this name, use a different name. ${madeInConsole('query')}`;

export const savedQuery = resource('Saved Query (SQL)', "A query in a service's SQL console", {
	create: create(savedQueryRecord, {
		description: "Save a query in a service's SQL console",
		fields: wholeBodyFields(queryDescription(true, SAVED_QUERY), QUERY_RULES),
		advice: { 409: CONFLICT_ADVICE },
	}),
	delete: remove(savedQueryRecord, {
		description: 'Delete a saved query permanently',
		advice: { 409: madeInConsole('query') },
	}),
	get: get(savedQueryRecord, { description: 'Get a saved query with its SQL' }),
	getAll: getMany(savedQueryRecord, {
		description: "Get a service's saved queries, without their SQL",
	}),
	update: updateQuery(savedQueryRecord, SAVED_QUERY, CONFLICT_ADVICE),
});
