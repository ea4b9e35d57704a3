import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { HttpMethod } from '../http/request';
import type { JsonBody, JsonObject } from '../json';
import type { Operation, Parameters, ValidationIssue } from '../operation';
import { optionsField } from '../parameters/options';
import { parseJsonBody } from '../parameters/parseJson';
import { emptyToUndefined, rows, textList } from '../parameters/values';
import type { ListedOperation, Resource } from '../resource';
import { resource } from '../resource';
import { asWritten, quoteName } from '../approval/summary';
import { truncate } from '../text';
import type { Problem } from '../validation/issue';
import { valuePathIssues } from '../wait/valuePath';
import type { WaitLabels } from '../wait/properties';
import { waitFields, waitIssues, waitOptions, waitRule } from '../wait/properties';
import type { PathTexts } from './properties';
import {
	addressFields,
	bodyField,
	methodField,
	METHODS,
	PATH_LABEL,
	valuePathField,
} from './properties';
import type { PathVariables } from './requestPath';
import { requestPath } from './requestPath';

const WRITE_METHODS = METHODS.filter((method) => method !== 'GET');

const NOT_FOUND =
	'Check the path. Then check the IDs in it, and that the credential has access to those resources.';

const ANY_ENDPOINT = {
	advice: { 404: NOT_FOUND },
	rawResponse: true,
	emptyResult: () => ({ success: true }),
} as const satisfies Partial<Operation>;

/** What Wait for Value calls what it reads. */
const AWAITED: WaitLabels = {
	resource: 'resource',
	noun: 'value',
	defaults: { waitFor: '', giveUpOn: '' },
	placeholders: { waitFor: 'Running', giveUpOn: 'Failed' },
	known: 'Numbers, true and false compare as text.',
};

export interface ApiRequestOf extends PathTexts {
	ownOptions: INodeProperties[];
	/** Returns the values for the placeholders in braces. */
	variablesOf(parameters: Parameters, credential: Readonly<JsonObject>): PathVariables;
}

/** Returns the operation that sends any request to the API: for endpoints that have no operation of their own. */
function sendOperation(api: ApiRequestOf): ListedOperation {
	const { ownOptions: own } = api;
	return {
		name: 'Send',
		description: 'Send a request to an endpoint that has no operation of its own',
		action: 'Send API request to any endpoint',
		...ANY_ENDPOINT,
		properties: [
			methodField,
			...addressFields(api),
			...updateDisplayOptions({ show: { method: [...WRITE_METHODS] } }, [bodyField]),
			optionsField({ reads: true, displayOptions: { show: { method: ['GET'] } }, own }),
			optionsField({
				reads: false,
				displayOptions: { show: { method: [...WRITE_METHODS] } },
				own,
			}),
		],
		unknownOutcome: [
			'The request may have been applied',
			'Check what it changes before you send it again.',
		],
		plan: (parameters, { credential }) => {
			const method = METHODS.find((name) => name === parameters['method']);
			const { path, issues } = addressOf(api, parameters, credential);
			const { body, issues: bodyIssues } = bodyOf(parameters);
			return {
				request: { method: method ?? 'GET', path, ...(body && { body }) },
				issues: [...methodIssues(method), ...issues, ...bodyIssues],
			};
		},
	};
}

/** Returns the operation that reads any endpoint of the API until it has a certain value. */
function waitOperation(api: ApiRequestOf): ListedOperation {
	return {
		name: 'Wait for Value',
		description: 'Wait until a field in the response of an endpoint has a certain value',
		action: 'Wait for value of any endpoint',
		...ANY_ENDPOINT,
		properties: [
			...addressFields(api),
			valuePathField,
			...waitFields(AWAITED),
			optionsField({
				reads: true,
				retries: false,
				own: [...api.ownOptions, ...waitOptions(AWAITED)],
			}),
		],
		summarize: (_request, { path, valuePath, waitFor }) =>
			`Wait until ${asWritten(valuePath)} of ${quoteName(path)} is ${textList(waitFor).map(quoteName).join(' or ')}`,
		plan: (parameters, { credential }) => {
			const { path, issues } = addressOf(api, parameters, credential);
			const ofPath = valuePathIssues(parameters['valuePath']);
			return {
				request: { method: 'GET', path },
				issues: [...issues, ...ofPath, ...waitIssues(parameters, AWAITED)],
			};
		},
		wait: (parameters) => {
			const { resource, noun } = AWAITED;
			return waitRule(parameters, { resource, noun, valuePath: String(parameters['valuePath']) });
		},
	};
}

/** Returns the operation that reads an endpoint for a trigger. Issues show the path, which is one of several. */
export function endpointRead({ variablesOf }: Pick<ApiRequestOf, 'variablesOf'>): Operation {
	return {
		...ANY_ENDPOINT,
		properties: [],
		plan: (parameters, { credential }) => {
			const { path } = parameters;
			const label = `${PATH_LABEL} "${truncate(String(path))}"`;
			const { segment, issues } = requestPath(path, variablesOf(parameters, credential), label);
			return { request: { method: 'GET', path: segment }, issues };
		},
	};
}

/** Returns the resource that reaches any endpoint, beside which n8n shows its own Custom API Call. */
export function apiRequestResource(
	api: ApiRequestOf,
): Resource<{ send: ListedOperation; wait: ListedOperation }> {
	return resource(
		'API Request',
		"Any request to an endpoint without an operation of its own, with this node's retries, rate limiting and Dry Run. Custom API Call leads to the HTTP Request node, which has none of these.",
		{ send: sendOperation(api), wait: waitOperation(api) },
	);
}

function methodIssues(method: HttpMethod | undefined): ValidationIssue[] {
	return method === undefined ? [{ path: 'method', code: 'notAmong', values: METHODS }] : [];
}

function addressOf(
	api: ApiRequestOf,
	parameters: Parameters,
	credential: Readonly<JsonObject>,
): { path: string; issues: ValidationIssue[] } {
	const variables = api.variablesOf(parameters, credential);
	const path = requestPath(parameters['path'], variables);
	const { query, issues } = queryOf(parameters['query']);
	return { path: path.segment + query, issues: [...path.issues, ...issues] };
}

function queryOf(value: unknown): { query: string; issues: ValidationIssue[] } {
	const parameters = rows(value).map((row, index) => {
		const path = `query.${String(index)}`;
		return [textOf(`${path}.name`, row['name'], true), textOf(`${path}.value`, row['value'])];
	});
	const issues = parameters.flat().flatMap((text) => text.issues);
	const pairs = parameters.map((pair) => pair.map(({ encoded }) => encoded).join('='));
	return { query: pairs.length === 0 ? '' : `?${pairs.join('&')}`, issues };
}

function textOf(
	path: string,
	value: unknown,
	required = false,
): { encoded: string; issues: ValidationIssue[] } {
	const refused = (finding: Problem) => ({ encoded: '', issues: [{ path, ...finding }] });
	const text = emptyToUndefined(value) ?? '';
	if (typeof text !== 'string') return refused({ code: 'textNeeded' });
	if (required && text === '') return refused({ code: 'noQueryName' });
	if (!text.isWellFormed()) return refused({ code: 'brokenText' });
	return { encoded: encodeURIComponent(text), issues: [] };
}

function bodyOf({ method, body }: Parameters): { body?: JsonBody; issues: ValidationIssue[] } {
	// An empty list is a body: it may clear what exists.
	const isEntered = Array.isArray(body) || emptyToUndefined(body) !== undefined;
	if (method === 'GET' || !isEntered) return { issues: [] };
	const { value, issues } = parseJsonBody('body', body);
	return value === undefined ? { issues } : { body: value, issues };
}
