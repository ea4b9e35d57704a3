import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonBody, JsonObject } from '../json';
import type { HttpMethod } from '../http/request';
import type { Operation, Parameters, ValidationIssue } from '../operation';
import { optionsField } from '../parameters/options';
import { parseJsonBody } from '../parameters/parseJson';
import { operationSelector, optionsOf } from '../parameters/fields';
import { optional, rows } from '../parameters/values';
import { rowName } from '../text';
import type { PathVariables } from './requestPath';
import { requestPath } from './requestPath';

const RESOURCE = 'apiRequest';
const METHODS: readonly HttpMethod[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
const WRITE_METHODS = METHODS.filter((method) => method !== 'GET');

const NOT_FOUND =
	'Check the path. Then check the IDs in it, and that the credential has access to what they name.';

const METHOD_LABEL = 'Method';
const PATH_LABEL = 'Path';
const QUERY_LABEL = 'Query Parameters';
const BODY_LABEL = 'Body';

/** What differs between the APIs. */
export interface ApiRequestOf {
	/** An example of a path. */
	examplePath: string;
	/** What the panel says of the path, in whole sentences. */
	pathDescription: string;
	/** Options that only this API has. */
	ownOptions: INodeProperties[];
	/** Returns what the names in braces stand for. */
	variablesOf(parameters: Parameters, credential: Readonly<JsonObject>): PathVariables;
}

/** Returns the operation that sends any request to the API: for endpoints that have no operation of their own. */
export function apiRequestOperation(api: ApiRequestOf): Operation {
	const shown = { resource: [RESOURCE], operation: ['send'] };
	const fields = fieldsOf(api);
	const optionsFor = (reads: boolean, show: IDisplayOptions['show']): INodeProperties =>
		optionsField({ reads, displayOptions: { show: { ...shown, ...show } }, own: api.ownOptions });
	return {
		properties: [
			...updateDisplayOptions({ show: shown }, fields),
			optionsFor(true, { method: ['GET'] }),
			optionsFor(false, { method: [...WRITE_METHODS] }),
		],
		unknownOutcome:
			'The request may have been carried out. Look at what it changes before you send it again.',
		advice: { 404: NOT_FOUND },
		rawResponse: true,
		emptyResult: () => ({ success: true }),
		plan: (parameters, { credential }) => {
			const method = METHODS.find((name) => name === parameters['method']);
			const path = requestPath(
				PATH_LABEL,
				parameters['path'],
				api.variablesOf(parameters, credential),
			);
			const { query, issues } = queryOf(parameters['query']);
			const { body, issues: bodyIssues } = bodyOf(parameters);
			return {
				request: { method: method ?? 'GET', path: path.segment + query, ...(body && { body }) },
				issues: [...methodIssues(method), ...path.issues, ...issues, ...bodyIssues],
			};
		},
	};
}

/** What the selector of resources says, where n8n's own Custom API Call stands beside it. */
export const API_REQUEST_DESCRIPTION =
	"Any request to an endpoint without an operation of its own, with this node's retries, rate limit and Dry Run. Custom API Call leads to the HTTP Request node, which has none of them.";

/** The resource's selector of operations, and the fields of the only one. */
export function apiRequestPanel(operation: Operation): INodeProperties[] {
	return [
		operationSelector(RESOURCE, 'send', [
			{
				name: 'Send',
				value: 'send',
				description: 'Send a request to an endpoint that has no operation of its own',
				action: 'Send API request to any endpoint',
			},
		]),
		...operation.properties,
	];
}

function fieldsOf({ examplePath, pathDescription }: ApiRequestOf): INodeProperties[] {
	return [
		{
			displayName: METHOD_LABEL,
			name: 'method',
			type: 'options',
			noDataExpression: true,
			options: optionsOf(METHODS),
			default: 'GET',
			description:
				'The HTTP method. Only GET counts as a read; all others are sent one after another.',
		},
		{
			displayName: PATH_LABEL,
			name: 'path',
			type: 'string',
			required: true,
			default: '',
			placeholder: `e.g. ${examplePath}`,
			description: pathDescription,
		},
		queryField,
		...updateDisplayOptions({ show: { method: [...WRITE_METHODS] } }, [bodyField]),
	];
}

const queryField: INodeProperties = {
	displayName: QUERY_LABEL,
	name: 'query',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	options: [
		{
			displayName: 'Parameter',
			name: 'values',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					description: 'The name of the parameter',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'The value of the parameter',
				},
			],
		},
	],
};

const bodyField: INodeProperties = {
	displayName: BODY_LABEL,
	name: 'body',
	type: 'json',
	typeOptions: { rows: 8 },
	default: '',
	placeholder: 'e.g. { "name": "Reporting" }',
	description:
		'A JSON object or list, sent as it is. Leave empty to send no body. Secrets in it are stored in the workflow unencrypted. Map them from an earlier node instead of typing them here.',
};

function methodIssues(method: HttpMethod | undefined): ValidationIssue[] {
	if (method !== undefined) return [];
	return [{ field: METHOD_LABEL, message: `must be one of ${METHODS.join(', ')}.` }];
}

/** Returns the rows of query parameters as they stand behind the path, and the issues with them. */
function queryOf(value: unknown): { query: string; issues: ValidationIssue[] } {
	const parameters = rows(value).map((row, index) => {
		const field = rowName(QUERY_LABEL, index);
		return [textOf(`${field}, Name`, row['name'], true), textOf(`${field}, Value`, row['value'])];
	});
	const issues = parameters.flat().flatMap((text) => text.issues);
	const pairs = parameters.map((pair) => pair.map(({ encoded }) => encoded).join('='));
	return { query: pairs.length === 0 ? '' : `?${pairs.join('&')}`, issues };
}

function textOf(
	field: string,
	value: unknown,
	required = false,
): { encoded: string; issues: ValidationIssue[] } {
	const refused = (message: string) => ({ encoded: '', issues: [{ field, message }] });
	const text = optional(value) ?? '';
	if (typeof text !== 'string') return refused('must be a text.');
	if (required && text === '') return refused('is empty. Enter a name, or remove the row.');
	if (!text.isWellFormed()) return refused('holds a broken Unicode character. Copy it again.');
	return { encoded: encodeURIComponent(text), issues: [] };
}

/** Returns the body of a write, where one was entered. */
function bodyOf({ method, body }: Parameters): { body?: JsonBody; issues: ValidationIssue[] } {
	if (method === 'GET' || optional(body) === undefined) return { issues: [] };
	const { value, issues } = parseJsonBody(BODY_LABEL, body);
	return value === undefined ? { issues } : { body: value, issues };
}
