import { z } from 'zod';
import { queryEndpointRecord, savedQueryRecord } from '../../clickhouseCloud/records';
import type { Description, Fields } from '../../engine/body/fields';
import { describeFields, jsonObject, list, loadedIds, text } from '../../engine/body/fields';
import type { Issue } from '../../engine/issue';
import { IS_NULL } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { SQL_EDITOR } from '../../engine/parameters/properties';
import { optionalTextList } from '../../engine/parameters/values';
import { phrase } from '../../engine/phrase';
import type { ListedOperation } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { changesText, otherFields } from '../../engine/summary/sentences';
import { changedFields, wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import type { ApiRecord } from '../../features/record/record';
import { get, getMany } from '../../features/record/record';
import type { Replacement } from '../../features/record/replacement';
import { runQuery } from './runQuery';

const MAX_SQL_LENGTH = 4_194_304;

const name = text('Name', { required: true, placeholder: 'e.g. Daily orders' });
const sql = text('SQL', {
	required: true,
	typeOptions: SQL_EDITOR,
	placeholder: 'e.g. SELECT count() FROM orders WHERE day = {day:Date}',
	description: 'One statement, with query parameters in braces',
});
const database = text('Database', {
	required: true,
	placeholder: 'e.g. default',
	description: 'Database for the statement',
});

/** SQL and database have at least `least` characters. */
function queryDescription(isNew: boolean, least: 0 | 1, moreFields: Fields = {}): Description {
	const schema = z.string().trim().min(least);
	const fields = {
		name,
		sql: { ...sql, schema: schema.max(MAX_SQL_LENGTH) },
		database: { ...database, schema },
		...moreFields,
		parameters: jsonObject('Parameters', {
			placeholder: 'e.g. { "day": "2026-05-31" }',
			description: `Query parameter values, by name${isNew ? '' : '. The expression {{ null }} removes all.'}`,
		}),
	};
	return describeFields('', fields, {
		mainFields: ['name', 'sql', 'database', 'apiKeyIds', 'roles'],
	});
}

/** `nullable`: a parameter's value may be null. The rule always refuses null for `parameters` itself. */
const QUERY_RULES = {
	example: '{ "newField": "…" }',
	nullable: ['parameters'],
	rules: [
		({ parameters }: JsonObject): Issue[] =>
			parameters === null ? [{ path: 'parameters', text: IS_NULL }] : [],
	],
};

/** The API replaces the whole query, so an update sends the stored values too. */
const QUERY_REPLACEMENT: Replacement = {
	readOnly: ['id', 'url', 'ownerType'],
	storedSchema: z
		.object({
			parameters: z.object({}),
			apiKeyIds: z.array(z.string()),
			roles: z.array(z.string()),
			allowedOrigins: z.array(z.string()),
		})
		.partial(),
};

function updateQuery(
	recordType: ApiRecord,
	description: Description,
	conflict: string,
): ListedOperation {
	return update(recordType, {
		description: `Change a ${recordType.title}. Other fields stay the same.`,
		fields: changedFields(description, { ...QUERY_RULES, replacement: QUERY_REPLACEMENT }),
		advice: { 409: conflict },
	});
}

function madeInConsole(title: string): string {
	return `The API can't change a ${title} that was created in the console. Change it there.`;
}

const QUERY_CONFLICT = `If the service already has a saved query with this name, use a different name. ${madeInConsole('query')}`;

export const savedQuery = resource('Saved Query (SQL)', "A query in a service's SQL console", {
	create: create(savedQueryRecord, {
		description: "Save a query in a service's SQL console",
		fields: wholeBodyFields(queryDescription(true, 0), QUERY_RULES),
		advice: { 409: QUERY_CONFLICT },
	}),
	delete: remove(savedQueryRecord, {
		description: 'Delete a saved query permanently',
		advice: { 409: madeInConsole('query') },
	}),
	get: get(savedQueryRecord, { description: 'Get a saved query with its SQL' }),
	getAll: getMany(savedQueryRecord, {
		description: "Get a service's saved queries, without their SQL",
	}),
	update: updateQuery(savedQueryRecord, queryDescription(false, 0), QUERY_CONFLICT),
});

const apiKeyIds = loadedIds(
	'API Key Names or IDs',
	'getApiKeys',
	'API keys that can call the endpoint.',
	{
		required: true,
		toBody: optionalTextList,
		schema: z
			.array(z.string().trim().uuid("isn't a UUID. Enter the ID of the key, not its Key ID."))
			.min(1),
	},
);
const roles = list('Database Roles', {
	required: true,
	placeholder: 'e.g. reader',
	description: 'Database roles for the statement, separated by commas',
	schema: z.array(z.string().trim()).min(1),
});

function endpointDescription(isNew: boolean): Description {
	const allowedOrigins = list('Allowed Origins', {
		placeholder: 'e.g. https://app.example.com',
		description: `Websites that can call the endpoint, separated by commas${isNew ? '' : '. The expression {{ [] }} removes all.'}`,
	});
	return queryDescription(isNew, 1, { apiKeyIds, roles, allowedOrigins });
}

const ENDPOINT_CONFLICT = madeInConsole('query endpoint');

export const queryEndpoint = resource(
	'Query Endpoint (SQL)',
	'A SQL statement that API keys run over HTTP',
	{
		create: create(queryEndpointRecord, {
			description: 'Create a query endpoint, an address where API keys run a statement',
			fields: wholeBodyFields(endpointDescription(true), QUERY_RULES),
			summaryEnd: ({ apiKeyIds, roles, database, allowedOrigins, sql, ...otherMembers }) => {
				// Approvers need to know first who gets access to what data.
				const access = changesText({ apiKeyIds, roles, database, allowedOrigins, sql });
				return phrase` with ${access}${otherFields(otherMembers)}`;
			},
		}),
		delete: remove(queryEndpointRecord, {
			description: 'Delete a query endpoint permanently. Its address stops working.',
			advice: { 409: ENDPOINT_CONFLICT },
		}),
		get: get(queryEndpointRecord, { description: 'Get a query endpoint with its address and SQL' }),
		getAll: getMany(queryEndpointRecord, {
			description: "Get a service's query endpoints, without their SQL",
		}),
		run: runQuery,
		update: updateQuery(queryEndpointRecord, endpointDescription(false), ENDPOINT_CONFLICT),
	},
);
