import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Description, Fields } from '../../../engine/body/fields';
import { object } from '../../../engine/body/fields';
import { membersOf, propertiesOf } from '../../../engine/body/interpret';
import { withoutUndefined } from '../../../engine/json';
import type { ParameterValues } from '../../../engine/operation';
import {
	additionalMembersField,
	withAdditionalMembers,
} from '../../../engine/parameters/jsonInput';
import {
	BODY_EDITOR,
	collection,
	fromAiExpression,
	fromAiNotice,
	noticeField,
	sortedByLabel,
	withDisplayOptions,
} from '../../../engine/parameters/properties';
import { asObject, emptyToUndefined, enteredFields } from '../../../engine/parameters/values';
import type { Draft } from '../../../features/record/draft';
import type { Step } from '../../../features/record/steps';
import { chosenSource, kindsOf, SOURCE_KINDS, sourceKindField, SOURCES } from './sources';
import { SECRETS_PLACE, sourceCredentialNotice } from './sources/secretKinds';
import type { PipeSource } from './sources/source';
import { enteredMappings, NO_TABLES } from './tableMappings';

const pipeInputField: INodeProperties = {
	displayName: 'Define Pipe',
	name: 'pipeInput',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'By Fields', value: 'fields', description: 'Fill in the fields that the source needs' },
		{ name: 'By JSON', value: 'json', description: 'Enter the whole definition as a JSON object' },
	],
	default: 'fields',
	builderHint: {
		propertyHint:
			"Use 'json' with pipeJson. If an AI Agent uses the node as a tool, its model can choose source and columns only with 'json'.",
	},
};

export function isDefinedByJson({ pipeInput }: ParameterValues): boolean {
	return pipeInput === 'json';
}

/** Lets a model fill in the whole pipe. */
const PIPE_FROM_AI = fromAiExpression(
	'pipe_definition',
	`The new pipe as a JSON object: name; source with exactly one of ${SOURCE_KINDS.join(', ')}; destination with database, table, managedTable, for a managed table tableDefinition.engine.type such as MergeTree, and columns, each with name and type; if needed fieldMappings, scaling, and settings. No credentials.`,
);

const pipeJsonField: INodeProperties = {
	displayName: 'Pipe Definition',
	name: 'pipeJson',
	type: 'json',
	typeOptions: BODY_EDITOR,
	required: true,
	default: '',
	placeholder: 'e.g. { "name": "Orders", "source": { "kafka": { … } }, "destination": { … } }',
	description:
		'JSON object with name, source, destination, and, if needed, fieldMappings, scaling, and settings. Leave credentials out. The credential for the source fills them in.',
	builderHint: {
		propertyHint: `A JSON object: { name, source: { ${SOURCE_KINDS.join(' | ')} }, destination: { database, table, managedTable, tableDefinition: { engine: { type: 'MergeTree' }, sortingKey? }, columns: [{ name, type }] }, fieldMappings?, scaling?, settings? }. Leave credentials out and select a cloudPipeSourceApi credential. As a tool, use =${PIPE_FROM_AI}`,
	},
};

const BY_JSON = { show: { pipeInput: ['json'] } };
const BY_FIELDS = { show: { pipeInput: ['fields'] } };

const jsonFields: INodeProperties[] = withDisplayOptions(BY_JSON, [
	noticeField(
		'pipeJsonNotice',
		`${SECRETS_PLACE}. In this JSON, they would be stored unencrypted.`,
	),
	fromAiNotice(
		pipeJsonField,
		'The new pipe as a JSON object: name, source, and destination, without credentials',
	),
	pipeJsonField,
]);

/** All kinds are nullable in the schema. `sourceObjectIssues` requires exactly one. */
export function sourceObject(sources: readonly PipeSource[], otherMembers: Fields = {}) {
	const kinds = sources.map(({ kind, description }) => [kind, description] as const);
	return object(
		{ ...Object.fromEntries(kinds), ...otherMembers },
		{ required: true, mainFields: kindsOf(sources), parameter: sourceKindField.name },
	);
}

const SOURCE_FORMS = SOURCES.map(({ description, secrets }) => ({
	fields: propertiesOf(description),
	shownWhen: Object.fromEntries(
		membersOf(description)
			.filter(({ path }) => path === secrets?.shownWith)
			.map(({ parameter }) => [parameter, [{ _cnd: { not: '' } }]]),
	),
}));

export const sourceFields = withDisplayOptions(
	BY_FIELDS,
	SOURCE_FORMS.flatMap(({ fields }) => fields),
);

/**
 * n8n can combine a credential's conditions only with "and", so a hidden field exists exactly if the source uses
 * secrets, and the credential depends on this field. An expression meets every condition, so it never drops a selected
 * credential.
 */
const sourceCredentialFields: INodeProperties[] = [
	BY_JSON,
	...SOURCE_FORMS.flatMap(({ fields, shownWhen }) =>
		fields
			.filter(({ name }) => name === sourceCredentialNotice.name)
			.map(({ displayOptions }) => ({ show: { ...displayOptions?.show, ...shownWhen } })),
	),
].map(sourceCredentialField);

/** Users never see this field. While its conditions are met, n8n shows the source's credential. */
export function sourceCredentialField(displayOptions: IDisplayOptions): INodeProperties {
	return {
		displayName: 'Source Credential',
		name: 'sourceCredential',
		type: 'hidden',
		default: 'shown',
		displayOptions,
	};
}

/** Workflows store this name of the collection with a pipe's less common fields. */
const PIPE_SETTINGS = 'additionalOptions';

const additionalMembers = additionalMembersField(
	'source',
	'{ "newField": "…" }',
	'sourceAdditionalMembers',
	' Enter secrets in the credential for the source. The workflow stores this field unencrypted.',
);

/** A form of `first` fields, the sources' fields, `last` fields, and settings. Users can also enter the body as JSON. */
export function sourceForm(
	{ input, collection: label }: Readonly<Record<'collection' | 'input', string>>,
	description: Description,
	sources: readonly PipeSource[],
	first: readonly INodeProperties[],
	last: readonly INodeProperties[] = [],
) {
	const rareFields = [...propertiesOf(description, 'settings'), additionalMembers];
	const settings = collection(label, PIPE_SETTINGS, 'Add Setting', sortedByLabel(rareFields));
	const kinds = kindsOf(sources);
	const isOfSources = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
		show.sourceKind?.every((shownKind) => kinds.some((kind) => kind === shownKind)) ?? true;
	return {
		json: {
			input: pipeInputField,
			parameter: pipeJsonField.name,
			advice: 'Choose a value, or define the pipe by JSON.',
		},
		settings,
		panel: [
			{ ...pipeInputField, displayName: input },
			...jsonFields,
			...withDisplayOptions(BY_FIELDS, first),
			...sourceFields.filter(isOfSources),
			...withDisplayOptions(BY_FIELDS, [...last, settings]),
			...sourceCredentialFields.filter(isOfSources),
		],
	};
}

/** Adds what no single field of the source defines: its table mappings and its keys from JSON. */
export const withSourceParts: Step<Draft> = ({ body }, parameters, { timezone }) => {
	if (isDefinedByJson(parameters)) return {};
	const source = asObject(body.source);
	const pipeSource = chosenSource(parameters);
	if (pipeSource === undefined) return { body: { ...body, source } };
	const { kind, tables } = pipeSource;
	const { [kind]: ownMembers, ...otherMembers } = source;
	const fields = enteredFields(parameters, PIPE_SETTINGS);
	const mapped = tables ? enteredMappings(tables, fields, timezone) : { value: [], issues: [] };
	const fieldValues = withoutUndefined({
		...asObject(ownMembers),
		tableMappings: emptyToUndefined(mapped.value),
	});
	const { name: jsonName } = additionalMembers;
	const path = `source.${kind}`;
	const {
		body: members,
		json,
		issues,
	} = withAdditionalMembers(fieldValues, fields[jsonName], `${PIPE_SETTINGS}.${jsonName}`, {
		outer: `${path}.`,
	});
	const isEmpty = tables && emptyToUndefined(members.tableMappings) === undefined;
	const lacksTables = isEmpty && mapped.issues.length === 0;
	return {
		body: { ...body, source: { [kind]: members, ...otherMembers } },
		json: { source: { [kind]: json } },
		issues: [
			...issues,
			...mapped.issues,
			...(lacksTables ? [{ path: `${path}.tableMappings`, text: NO_TABLES }] : []),
		],
	};
};
