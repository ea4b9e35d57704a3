import type { INodeProperties } from 'n8n-workflow';

import type { HttpMethod } from '../http/request';
import { optionsOf } from '../parameters/properties';
import { EXAMPLE_VALUE_PATH, VALUE_PATH_HELP, VALUE_PATH_LABEL } from '../wait/valuePath';

export const METHODS: readonly HttpMethod[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

export const PATH_LABEL = 'Path';

export interface PathTexts {
	examplePath: string;
	/** In whole sentences. */
	pathDescription: string;
}

export const methodField: INodeProperties = {
	displayName: 'Method',
	name: 'method',
	type: 'options',
	noDataExpression: true,
	options: optionsOf(METHODS),
	default: 'GET',
	description: 'The HTTP method. Only GET counts as a read; all others are sent one at a time.',
};

export function addressFields({ examplePath, pathDescription }: PathTexts): INodeProperties[] {
	return [
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
	];
}

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

export const valuePathField: INodeProperties = {
	displayName: VALUE_PATH_LABEL,
	name: 'valuePath',
	type: 'string',
	required: true,
	default: '',
	placeholder: `e.g. ${EXAMPLE_VALUE_PATH}`,
	description: `${VALUE_PATH_HELP} If only the last field is missing, its value is empty. The wait then continues.`,
};

export const bodyField: INodeProperties = {
	displayName: 'Body',
	name: 'body',
	type: 'json',
	typeOptions: { rows: 8 },
	default: '',
	placeholder: 'e.g. { "name": "Reporting" }',
	description:
		'A JSON object or list, sent unchanged. Leave empty to send no body. Secrets in it are stored in the workflow unencrypted: map them from an earlier node instead of typing them here.',
};
