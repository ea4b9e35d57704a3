import { z } from 'zod';
import { phrase } from '../../engine/phrase';
import { changesText, otherFields } from '../../engine/summary/sentences';
import { list, loadedIds } from '../../engine/body/fields';
import { optionalTextList } from '../../engine/parameters/values';
import { resource } from '../../engine/resource';
import { queryEndpointRecord } from '../../clickhouseCloud/records';
import { wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';
import type { QueryKind } from './query';
import { queryDescription, madeInConsole, QUERY_RULES, updateQuery } from './query';
import { runQuery } from './runQuery';

const QUERY_ENDPOINT: QueryKind = {
	least: 1,
	mainFields: ['apiKeyIds', 'roles'],
	moreFields: (needed) => ({
		apiKeyIds: loadedIds(
			'API Key Names or IDs',
			'getApiKeys',
			'API keys that can call the endpoint.',
			{
				...needed,
				toBody: optionalTextList,
				schema: z
					.array(z.string().trim().uuid("isn't a UUID. Enter the ID of the key, not its Key ID."))
					.min(1),
			},
		),
		roles: list('Database Roles', {
			...needed,
			placeholder: 'e.g. reader',
			description: 'Database roles that the statement runs with, separated by commas',
			schema: z.array(z.string().trim()).min(1),
		}),
		allowedOrigins: list('Allowed Origins', {
			placeholder: 'e.g. https://app.example.com',
			description: `Websites that can call the endpoint, separated by commas${needed.marked ? '' : '. The expression {{ [] }} removes all.'}`,
		}),
	}),
};
const CONFLICT_ADVICE = madeInConsole('query endpoint');

export const queryEndpoint = resource(
	'Query Endpoint (SQL)',
	'A SQL statement that API keys run over HTTP',
	{
		create: create(queryEndpointRecord, {
			description: 'Create a query endpoint, an address where API keys run a statement',
			fields: wholeBodyFields(queryDescription(true, QUERY_ENDPOINT), QUERY_RULES),
			summaryEnd: ({ apiKeyIds, roles, database, allowedOrigins, sql, ...otherMembers }) => {
				// Approvers need to know first who gets access to what data.
				const access = changesText({ apiKeyIds, roles, database, allowedOrigins, sql });
				return phrase` with ${access}${otherFields(otherMembers)}`;
			},
		}),
		delete: remove(queryEndpointRecord, {
			description: 'Delete a query endpoint permanently. Its address stops working.',
			advice: { 409: CONFLICT_ADVICE },
		}),
		get: get(queryEndpointRecord, { description: 'Get a query endpoint with its address and SQL' }),
		getAll: getMany(queryEndpointRecord, {
			description: "Get a service's query endpoints, without their SQL",
		}),
		run: runQuery,
		update: updateQuery(queryEndpointRecord, QUERY_ENDPOINT, CONFLICT_ADVICE),
	},
);
