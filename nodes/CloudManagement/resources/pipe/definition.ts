import type { INodeProperties } from 'n8n-workflow';
import { describeBody } from '../../../engine/body/fields';
import { withSchemaTransforms } from '../../../engine/body/schema';
import type { Issue } from '../../../engine/issue';
import { sentenceHint } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { objectMember, overriddenPaths, withoutUndefined } from '../../../engine/json';
import type { ParameterValues, PlanContext } from '../../../engine/operation';
import { overriddenHints, withAdditionalMembers } from '../../../engine/parameters/jsonInput';
import {
	BODY_EDITOR,
	fromAiExpression,
	fromAiNotice,
	noticeField,
	withDisplayOptions,
} from '../../../engine/parameters/properties';
import { asObject, emptyToUndefined } from '../../../engine/parameters/values';
import type { Draft } from '../../../features/record/draft';
import type { Step } from '../../../features/record/steps';
import { destination, fieldMappingsSchema, withColumns, withFieldMappings } from './destination';
import { furtherFields, neutralPipe, pipeName } from './pipeSettings';
import { fillSecrets, findSource, inputOf } from './secrets';
import {
	additionalMembers,
	PIPE_SETTINGS,
	pipeSource,
	SOURCE_KINDS,
	sourceFields,
	SOURCES,
	unlistedKindsOf,
} from './sources';
import { SECRETS_PLACE } from './sources/secretKinds';
import { NO_TABLES } from './tableMappings';

export const pipeInputField: INodeProperties = {
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

export const jsonFields: INodeProperties[] = withDisplayOptions({ show: { pipeInput: ['json'] } }, [
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

/** Lets users enter the pipe, or for Discover Schema its source, as JSON. */
export const JSON_INPUT = {
	input: pipeInputField,
	parameter: pipeJsonField.name,
	advice: 'Choose a value, or define the pipe by JSON.',
};

/** Keys of "Create pipe" have the neutral spelling here. */
export const newPipe = describeBody(
	'',
	{
		name: pipeName,
		source: pipeSource,
		destination: { ...destination, required: true },
		// In the form, the columns contain their mappings.
		fieldMappings: { schema: fieldMappingsSchema, parameter: 'destinationColumns' },
		...furtherFields,
	},
	{ mainFields: ['name', 'source', 'destination', 'fieldMappings'] },
);

/** Fields and JSON become the same body before the secrets are added. */
export const PIPE_STEPS: ReadonlyArray<Step<Draft>> = [
	({ body }, parameters, context) =>
		inputOf(parameters) === 'json'
			? pipeInJson(body, context)
			: pipeWithTablesAndColumns(body, parameters, context),
	withSecrets,
];

export const BY_FIELDS = { show: { pipeInput: ['fields'] } };

export const sourceForm = withDisplayOptions(BY_FIELDS, sourceFields);

function withSecrets(
	{ body }: Draft,
	parameters: ParameterValues,
	context: PlanContext,
): Partial<Draft> {
	const input = inputOf(parameters);
	const source = objectMember(body, 'source') ?? {};
	const bodySource = findSource(source, context, input);
	const filled = bodySource ? fillSecrets(bodySource, context) : source;
	if (filled !== source) return { body: { ...body, source: filled } };
	const isUnused = input === 'json' && bodySource?.mismatch === undefined;
	return { issues: isUnused ? unusedCredentialHints(source, context) : [] };
}

function pipeInJson(input: JsonObject, context: PlanContext): Draft {
	const { body, issues } = neutralPipe(input, context.credential);
	const pipe = withFieldMappings(withSchemaTransforms(newPipe.schema, body));
	return { body: pipe, added: pipe, issues };
}

/** No single field defines columns and mappings, tables, and the source's extra keys. */
function pipeWithTablesAndColumns(
	input: JsonObject,
	parameters: ParameterValues,
	context: PlanContext,
): Draft {
	const fields = { ...parameters, ...asObject(parameters[PIPE_SETTINGS]) };
	const { name, source: enteredSource, destination: enteredDestination, ...otherMembers } = input;
	const newSource = withTablesAndJson(asObject(enteredSource), fields, context.timezone);
	const { source, added, overridden } = newSource;
	const { issues, ...newDestination } = withColumns(asObject(enteredDestination), fields, context);
	const pipe = { name, source, ...newDestination, ...otherMembers };
	const body = withSchemaTransforms(newPipe.schema, withoutUndefined(pipe));
	return {
		body,
		fieldBody: body,
		added,
		issues: [...newSource.issues, ...issues, ...overriddenHints(overridden)],
	};
}

/** `added` are extra properties from JSON. `overridden` are the paths among them that fields also set. */
function withTablesAndJson(source: JsonObject, fields: ParameterValues, timezone: string) {
	const sourceKind = SOURCES.find(({ kind }) => kind === fields.sourceKind);
	if (sourceKind === undefined) return { source: source, added: {}, overridden: [], issues: [] };
	const { kind, tables } = sourceKind;
	const { [kind]: owner, ...otherKinds } = source;
	const mapped = tables?.buildRows(fields, timezone) ?? { value: [], issues: [] };
	const fieldValues = withoutUndefined({
		...asObject(owner),
		tableMappings: emptyToUndefined(mapped.value),
	});
	const { name } = additionalMembers;
	const path = `${PIPE_SETTINGS}.${name}`;
	const { body, added, issues } = withAdditionalMembers(fieldValues, fields[name], path);
	const isEmpty = tables && emptyToUndefined(body.tableMappings) === undefined;
	const lacksTables = isEmpty && mapped.issues.length === 0;
	const tablesPath = `source.${kind}.tableMappings`;
	return {
		source: { [kind]: body, ...otherKinds },
		added: { source: { [kind]: added } },
		overridden: overriddenPaths(fieldValues, added).map((member) => `source.${kind}.${member}`),
		issues: [
			...issues,
			...mapped.issues,
			...(lacksTables ? [{ path: tablesPath, text: NO_TABLES }] : []),
		],
	};
}

/** The user selected a credential, but the source uses none of its secrets. */
function unusedCredentialHints(source: JsonObject, { extraCredential }: PlanContext): Issue[] {
	if (extraCredential === undefined) return [];
	const [kind] = unlistedKindsOf(source);
	const because =
		kind === undefined
			? 'the source already contains its secrets or its authentication uses no known secrets. Correct the JSON, or clear the credential.'
			: `the API reference doesn't list the secrets of "${kind}". Enter them in the JSON.`;
	return [
		sentenceHint(`The ClickHouse Cloud Pipe Source API credential isn't used, because ${because}`),
	];
}
