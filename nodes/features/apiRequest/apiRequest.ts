import type { INodeProperties } from 'n8n-workflow';
import { CONTROL_CHARACTER, DOT_SEGMENT, decodingsOf, shortLine } from '../../engine/text';
import type { WithIssues } from '../../engine/issue';
import { BROKEN_TEXT, notAmongText } from '../../engine/issue';
import { choice, property, text } from '../../engine/body/fields';
import type {
	ChangeOperation,
	Operation,
	ParameterValues,
	WaitOperation,
} from '../../engine/operation';
import type { HttpMethod } from '../../engine/request';
import {
	EXAMPLE_VALUE_PATH,
	VALUE_PATH_HELP,
	VALUE_PATH_LABEL,
	valuePathIssues,
} from '../../engine/wait/waitChecks';
import type { JsonBody, JsonObject } from '../../engine/json';
import type { RequestOptionsFor } from '../../engine/options/requestOptions';
import { parseJsonBody } from '../../engine/parameters/jsonInput';
import { BODY_EDITOR, withDisplayOptions } from '../../engine/parameters/properties';
import { emptyToUndefined, rows, rowsIssues } from '../../engine/parameters/values';
import type { ListedOperation, Resource } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { asWritten, phrase, quoteName } from '../../engine/phrase';
import { waitForValue } from '../wait/wait';

/**
 * Encodes a path relative to the base URL and fills in its placeholders. Refuses a path that could leave the base URL,
 * even when decoded.
 */
function requestPath(
	value: unknown,
	variables: ReturnType<ApiRequestOf['variablesOf']>,
	label?: string,
): WithIssues<string> {
	const pathText = typeof value === 'string' ? value.trim() : '';
	const used = Object.entries(variables).filter(([name]) => pathText.includes(`{${name}}`));
	const filled = used.reduce(
		(path, [name, { value: segment }]) => path.replaceAll(`{${name}}`, () => segment),
		pathText,
	);
	const issues = used.flatMap(([, variable]) => variable.issues);
	if (issues.length > 0) return { value: '', issues };
	const problem = addressProblem(filled) ?? encodingProblem(filled);
	if (problem !== undefined) {
		return { value: '', issues: [{ path: 'path', label, text: problem }] };
	}
	return { value: `/${encodedPath(filled).replace(/^\//, '')}`, issues };
}

function addressProblem(pathText: string): string | undefined {
	if (pathText === '' || pathText === '/') return 'is empty. Enter the path after the Base URL.';
	if (!pathText.isWellFormed()) return 'contains a broken Unicode character. Copy the path again.';
	if (/^[a-z][\w+.-]*:/i.test(pathText)) {
		return 'is a full URL. Enter only the path after the Base URL.';
	}
	if (/[?#]/.test(pathText)) {
		return 'contains a "?" or a "#". Enter only the path, and the rest in Query Parameters.';
	}
	const name = /\{[^{}]*\}/.exec(pathText)?.[0];
	if (name !== undefined) {
		return `contains ${name}, which the node can't fill in. Enter the value itself.`;
	}
	const isSingle = /[{}]/.test(pathText);
	return isSingle ? 'contains a single brace. Remove it, or write it as %7B or %7D.' : undefined;
}

/** Checks the path as entered and as servers may decode it. */
function encodingProblem(pathText: string): string | undefined {
	const decodings = decodingsOf(pathText);
	if (decodings === undefined) return 'is encoded several times. Enter it as plain text.';
	for (const reading of decodings) {
		if (reading.includes('\\')) return 'contains a backslash. Separate the parts with "/".';
		if (CONTROL_CHARACTER.test(reading)) {
			return 'contains a control character. Copy the path again.';
		}
		if (reading.includes('//')) {
			return 'contains "//". Enter it without a host, with one "/" between parts.';
		}
		if (DOT_SEGMENT.test(reading)) {
			return 'contains "." or ".." as a part. Enter the path without it.';
		}
		const isLonger = reading.split('/').length > pathText.split('/').length;
		if (isLonger) return 'contains an encoded "/". Write it as "/".';
	}
	try {
		decodeURIComponent(pathText);
		return undefined;
	} catch {
		return 'contains a "%" that isn\'t part of a valid escape. Write it as %25.';
	}
}

/** Encodes a path. Keeps existing escapes, because the path may contain encoded IDs. */
function encodedPath(path: string): string {
	return encodeURI(path).replace(/%25([\da-f]{2})/gi, '%$1');
}

const HTTP_METHODS: readonly HttpMethod[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

const PATH_LABEL = 'Path';

const methodField = property(
	'method',
	choice('Method', Object.fromEntries(HTTP_METHODS.map((method) => [method, method])), {
		selects: true,
		default: 'GET',
		description: 'The node treats only GET as a read, and sends all other requests one at a time',
	}),
);

const queryField: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'query',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	options: [
		{
			displayName: 'Parameter',
			name: 'values',
			values: [property('name', text('Name', {})), property('value', text('Value', {}))],
		},
	],
};

const valuePathField = property(
	'valuePath',
	text(VALUE_PATH_LABEL, {
		required: true,
		placeholder: `e.g. ${EXAMPLE_VALUE_PATH}`,
		description: `${VALUE_PATH_HELP} If only the last field is missing, its value is empty and the wait continues.`,
	}),
);

const bodyField: INodeProperties = {
	displayName: 'Body',
	name: 'body',
	type: 'json',
	typeOptions: BODY_EDITOR,
	default: '',
	placeholder: 'e.g. { "name": "Reporting" }',
	description:
		'JSON object or list, sent unchanged. Leave empty to send no body. The workflow stores it unencrypted, so map secrets from an earlier node.',
};

const WRITE_METHODS = HTTP_METHODS.filter((method) => method !== 'GET');

const ANY_ENDPOINT = {
	texts: {
		advice: {
			404: 'Check the path and the IDs in it, and make sure the credential has access to those resources.',
		},
	},
	output: { raw: true, emptyResult: () => ({ success: true }) },
} as const satisfies Pick<Operation, 'output' | 'texts'>;

export interface ApiRequestOf {
	examplePath: string;
	/** Description of the field Path, in whole sentences. */
	pathDescription: string;
	options: (operation: RequestOptionsFor) => INodeProperties;
	/** Values of the path's placeholders, such as the ID for `{organizationId}`. */
	variablesOf(
		parameters: ParameterValues,
		credential: Readonly<JsonObject>,
	): Readonly<Record<string, WithIssues<string>>>;
}

function sendOperation(
	api: ApiRequestOf,
	addressFields: INodeProperties[],
): ListedOperation<ChangeOperation> {
	return {
		kind: 'change',
		name: 'Send',
		description: 'Send a request to an endpoint without its own operation',
		action: 'Send API request to any endpoint',
		...ANY_ENDPOINT,
		properties: [
			methodField,
			...addressFields,
			...withDisplayOptions({ show: { method: [...WRITE_METHODS] } }, [bodyField]),
			api.options({ reads: 'sometimes' }),
		],
		plan: (parameters, { credential }) => {
			const method = HTTP_METHODS.find((name) => name === parameters['method']);
			const methodIssues = method ? [] : [{ path: 'method', text: notAmongText(HTTP_METHODS) }];
			const { value: path, issues } = addressOf(api, parameters, credential);
			const { value: body, issues: bodyIssues } = parseBody(parameters);
			return {
				request: { method: method ?? 'GET', path, ...(body && { body }) },
				issues: [...methodIssues, ...issues, ...bodyIssues],
			};
		},
	};
}

function waitOperation(
	api: ApiRequestOf,
	addressFields: INodeProperties[],
): ListedOperation<WaitOperation> {
	return {
		name: 'Wait for Value',
		description: "Wait until a field in an endpoint's response has the value you enter",
		action: 'Wait for value of any endpoint',
		...waitForValue(
			{
				...ANY_ENDPOINT,
				properties: [...addressFields, valuePathField],
				plan: (parameters, { credential }) => {
					const { value: path, issues } = addressOf(api, parameters, credential);
					const pathIssues = valuePathIssues(parameters['valuePath']);
					return { request: { method: 'GET', path }, issues: [...issues, ...pathIssues] };
				},
			},
			{
				resource: 'resource',
				valueKind: 'value',
				examples: { waitFor: 'Running', giveUpOn: 'Failed' },
				nameValue: ({ valuePath, path }) => phrase`${asWritten(valuePath)} of ${quoteName(path)}`,
				valuePath: ({ valuePath }) => String(valuePath),
				options: api.options,
			},
		),
	};
}

/** Adds the path to issues, because a trigger can have several paths. */
export function endpointRead({ variablesOf }: Pick<ApiRequestOf, 'variablesOf'>): Operation {
	return {
		kind: 'read',
		...ANY_ENDPOINT,
		properties: [],
		plan: (parameters, { credential }) => {
			const { path } = parameters;
			const label = `${PATH_LABEL} "${shortLine(String(path))}"`;
			const variables = variablesOf(parameters, credential);
			const { value, issues } = requestPath(path, variables, label);
			return { request: { method: 'GET', path: value }, issues };
		},
	};
}

/** n8n shows its own Custom API Call next to this resource. */
export function apiRequestResource(
	api: ApiRequestOf,
): Resource<{ send: ListedOperation<ChangeOperation>; wait: ListedOperation<WaitOperation> }> {
	const placeholder = `e.g. ${api.examplePath}`;
	const path = text(PATH_LABEL, { required: true, placeholder, description: api.pathDescription });
	const addressFields = [property('path', path), queryField];
	return resource(
		'API Request',
		"Call an endpoint that has no operation. Unlike n8n's Custom API Call, this resends failed reads, keeps to the rate limit, and has Dry Run.",
		{ send: sendOperation(api, addressFields), wait: waitOperation(api, addressFields) },
	);
}

function addressOf(
	api: ApiRequestOf,
	parameters: ParameterValues,
	credential: Readonly<JsonObject>,
): WithIssues<string> {
	const variables = api.variablesOf(parameters, credential);
	const path = requestPath(parameters['path'], variables);
	const { value: query, issues } = queryOf(parameters['query']);
	return { value: path.value + query, issues: [...path.issues, ...issues] };
}

function queryOf(value: unknown): WithIssues<string> {
	const issues = rowsIssues('query', value);
	const encoded = (path: string, entry: unknown): string => {
		const content = emptyToUndefined(entry) ?? '';
		const emptyWithIssue = (problem: string): string => {
			issues.push({ path, text: problem });
			return '';
		};
		if (typeof content !== 'string') return emptyWithIssue('must be text.');
		if (content === '' && path.endsWith('.name')) {
			return emptyWithIssue('is empty. Enter a name, or remove the row.');
		}
		return content.isWellFormed() ? encodeURIComponent(content) : emptyWithIssue(BROKEN_TEXT);
	};
	const pairs = rows(value).map(({ name, value: content }, index) => {
		const path = `query.${String(index)}`;
		return `${encoded(`${path}.name`, name)}=${encoded(`${path}.value`, content)}`;
	});
	return { value: pairs.length === 0 ? '' : `?${pairs.join('&')}`, issues };
}

function parseBody({ method, body }: ParameterValues): WithIssues<JsonBody | undefined> {
	// An empty list counts as a body, because it may clear existing values.
	const isEntered = Array.isArray(body) || emptyToUndefined(body) !== undefined;
	if (method === 'GET' || !isEntered) return { value: undefined, issues: [] };
	return parseJsonBody('body', body);
}
