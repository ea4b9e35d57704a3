import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import { withoutUndefined } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { unresolvedSelectors } from '../../../core/parameters/fields';
import { optional } from '../../../core/parameters/values';
import { fieldLabels } from '../../../core/validation/fieldLabels';
import {
	additionalOptions,
	additionalOptionsField,
	withAdditionalOptions,
} from './additionalOptions';
import { destinationBody, destinationFields } from './destination';
import { jsonFields, pipeInputField } from './json.fields';
import { scalingBody } from './scaling';
import { settingsBody } from './settings';
import { sourceBody, sourceFields } from './source';
import { sourceCredentialFields } from './source/sourceCredential';

const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Orders from Kafka',
	description: 'The name of the pipe',
};

const formFields = [nameField, ...sourceFields, ...destinationFields];

/** The fields that define a pipe, by fields or by JSON. */
export const pipeFields: INodeProperties[] = [
	pipeInputField,
	...jsonFields,
	...updateDisplayOptions({ show: { pipeInput: ['fields'] } }, [
		...formFields,
		additionalOptionsField,
	]),
	...sourceCredentialFields,
];

/** Returns the body of a new pipe from the fields, without its secrets, and the issues with the fields. */
export function formBody(
	parameters: Parameters,
	timezone: string,
): { body: JsonObject; source: JsonObject; issues: ValidationIssue[] } {
	const fields = withAdditionalOptions(parameters);
	const { source, issues: sourceIssues } = sourceBody(fields, timezone);
	const { destination, fieldMappings, issues: columnIssues } = destinationBody(fields);
	const body = withoutUndefined({
		name: optional(fields.name),
		source,
		destination,
		fieldMappings,
		scaling: scalingBody(fields),
		settings: settingsBody(fields),
	});
	return { body, source, issues: [...sourceIssues, ...columnIssues] };
}

/** Returns an issue for each selector that holds an expression. */
export function selectorIssues(parameters: Parameters): ValidationIssue[] {
	const advice = 'Choose a value, or define the pipe by JSON.';
	return unresolvedSelectors(pipeFields, parameters, advice);
}

const labelOf = fieldLabels([...formFields, ...additionalOptions], ['source']);

/** Returns the field's label for a member of the body. Mappings have no field of their own: the columns hold them. */
export function formLabel(path: string): string {
	if (path === 'source') return 'Source';
	const [list, row = '', member] = path.split('.');
	if (list !== 'fieldMappings') return labelOf(path);
	return labelOf(`destination.columns.${row}.${member === 'sourceField' ? 'sourceField' : 'name'}`);
}
