import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { bodyOf, propertiesOf } from '../../../core/description/interpret';
import type { JsonObject } from '../../../core/json';
import { withoutUndefined } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { overriddenHints } from '../../../core/parameters/additionalMembers';
import { unresolvedSelectors } from '../../../core/parameters/properties';
import { asObject, emptyToUndefined, optionalObject } from '../../../core/parameters/values';
import { fieldLabels } from '../../../core/validation/fieldLabels';
import { unknownMemberHints } from '../../../core/validation/zodIssues';
import { destination, destinationBody } from './destination';
import { jsonFields, pipeInputField } from './json.fields';
import { pipeSchema } from './pipeRules';
import { scaling } from './scaling';
import { pipeOptions, settings } from './settings';
import { sourceBody, sourceCredentialFields, sourceFields, sourceOptions } from './sources';

const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Orders',
	description: 'The name of the pipe',
};

const formFields = [nameField, ...sourceFields, ...propertiesOf(destination)];

/** The less common fields of a pipe, each named by its path in the body. */
const additionalOptions: INodeProperties[] = [
	...sourceOptions,
	...[destination, pipeOptions, scaling, settings].flatMap((part) =>
		propertiesOf(part, 'settings'),
	),
].sort((one, other) => one.displayName.localeCompare(other.displayName));

/** The collection of the less common fields, each shown for the sources that it concerns. */
const additionalOptionsField: INodeProperties = {
	displayName: 'Pipe Settings',
	name: 'additionalOptions',
	type: 'collection',
	placeholder: 'Add setting',
	default: {},
	options: additionalOptions,
};

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

const scalingBody = bodyOf(scaling);
const settingsBody = bodyOf(settings);
const pipeOptionsBody = bodyOf(pipeOptions);

/** What a form defines. */
interface FormBody {
	/** The body of the new pipe, without its secrets. */
	body: JsonObject;
	source: JsonObject;
	issues: ValidationIssue[];
	hints: string[];
}

/** Returns the body of a new pipe from the fields, with the issues and hints of the fields. */
export function formBody(parameters: Parameters, timezone: string): FormBody {
	const fields = { ...parameters, ...asObject(parameters.additionalOptions) };
	const { source, added, overridden, issues: sourceIssues } = sourceBody(fields, timezone);
	const { issues: columnIssues, ...written } = destinationBody(fields, timezone);
	const body = withoutUndefined({
		name: emptyToUndefined(fields.name),
		source,
		...written,
		scaling: optionalObject(scalingBody(fields, timezone)),
		settings: optionalObject(settingsBody(fields, timezone)),
		...pipeOptionsBody(fields, timezone),
	});
	const hints = [
		...overriddenHints(overridden, formLabel),
		...unknownMemberHints(pipeSchema, added),
	];
	return { body, source, issues: [...sourceIssues, ...columnIssues], hints };
}

/** Returns an issue for each selector that contains an expression. */
export const selectorIssues = unresolvedSelectors(
	pipeFields,
	'Choose a value, or define the pipe by JSON.',
);

const labelOf = fieldLabels([...formFields, ...additionalOptions], ['source']);

/** Returns the field's label for a key of the body. */
export function formLabel(path: string): string | undefined {
	return path === 'source' ? 'Source' : labelOf(path);
}

/** Returns where the form has a key of the body. Mappings have no field of their own: the columns contain them. */
export function formPath(path: string): string {
	const [list, row, member] = path.split('.');
	if (list !== 'fieldMappings' || row === undefined) return path;
	return `destination.columns.${row}.${member === 'sourceField' ? 'sourceField' : 'name'}`;
}
