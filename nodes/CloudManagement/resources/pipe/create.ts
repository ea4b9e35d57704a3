import type { INodeProperties } from 'n8n-workflow';
import { identified } from '../../../engine/summary/sentences';
import type { Draft, RequestBody } from '../../../features/record/draft';
import { propertiesOf } from '../../../engine/body/interpret';
import type { Issue } from '../../../engine/issue';
import { sentenceHint } from '../../../engine/issue';
import { fieldLabels } from '../../../engine/issues/issueTexts';
import type { JsonObject } from '../../../engine/json';
import { withoutUndefined, objectMember } from '../../../engine/json';
import type { Parameters, PlanContext } from '../../../engine/operation';
import { overriddenHints } from '../../../engine/parameters/json';
import {
	BODY_EDITOR,
	fromAiExpression,
	fromAiNotice,
	noticeField,
	innerFields,
} from '../../../engine/parameters/properties';
import { asObject } from '../../../engine/parameters/values';
import { pipeRecord } from '../../../clickhouseCloud/records';
import { wholeBodyFields } from '../../../features/record/bodyFields';
import { create } from '../../../features/record/change';
import { discovers, schemaNeed, withDiscovery } from './discovery';
import { destination, sortingKeyNotice, withColumns, withFieldMappings } from './destination';
import { dialectIssues, tableMappingIssues, newPipe, newPipeIssues } from './rules';
import type { Input } from './secrets';
import { credentialMismatch, fillSecrets, credentialIssues } from './secrets';
import { enteredPipe, pipeName } from './settings';
import {
	completedSource,
	SETTINGS_BOX,
	settingsCollection,
	sourceCredentialFields,
	sourceFields,
	sourceKindField,
	SOURCE_KINDS,
	unlistedKindsOf,
} from './sources';
import { pipeSummary } from './summary';
import { misspeltKeys, unknownMemberHints, trimTexts } from '../../../engine/body/schema';
import { withDisplayOptions } from '../../../engine/foldedProperties';

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
	description: 'Input format for the pipe',
	builderHint: {
		propertyHint:
			"Use 'json' with pipeJson. As a tool of an AI Agent, the model can choose source and columns only with 'json'.",
	},
};

/** Lets a model fill in the whole pipe. */
const PIPE_FROM_AI = fromAiExpression(
	'pipe_definition',
	`The new pipe as a JSON object: name; source with exactly one of ${SOURCE_KINDS.join(', ')}; destination with database, table, managedTable, for a managed table tableDefinition.engine.type such as MergeTree, and columns, each with name and type; if needed fieldMappings, scaling and settings. No credentials.`,
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
		'JSON object with name, source, destination and, if needed, fieldMappings, scaling and settings. Leave credentials out, because the credential for the source fills them in.',
	builderHint: {
		propertyHint: `A JSON object: { name, source: { ${SOURCE_KINDS.join(' | ')} }, destination: { database, table, managedTable, tableDefinition: { engine: { type: 'MergeTree' }, sortingKey? }, columns: [{ name, type }] }, fieldMappings?, scaling?, settings? }. Leave credentials out and select a cloudPipeSourceApi credential. As a tool, use =${PIPE_FROM_AI}`,
	},
};

export const jsonFields: INodeProperties[] = withDisplayOptions({ show: { pipeInput: ['json'] } }, [
	noticeField(
		'pipeJsonNotice',
		'The workflow stores passwords and keys in this JSON unencrypted. Leave them out, and select a credential for the source above to fill them in.',
	),
	fromAiNotice(
		pipeJsonField,
		'The new pipe as a JSON object: name, source and destination, without credentials',
	),
	pipeJsonField,
]);

/** Also accepts only the source. */
export const PIPE_JSON = {
	input: pipeInputField,
	selectors: [sourceKindField],
	parameter: pipeJsonField.name,
	advice: 'Choose a value, or define the pipe by JSON.',
};

const pipeSettings = settingsCollection('Pipe Settings', newPipe);
const pipeBody = wholeBodyFields(newPipe, {
	json: PIPE_JSON,
	settings: pipeSettings,
	toApiKeys: finishedPipe,
	rules: [rulesWith(newPipeIssues)],
});

const { labelOf } = fieldLabels([...pipeBody.properties, ...innerFields(pipeSettings)]);

/** Shows fields only in the form. */
export const BY_FIELDS = { show: { pipeInput: ['fields'] } };

export const sourceForm = withDisplayOptions(BY_FIELDS, sourceFields);

const pipeFields: INodeProperties[] = [
	pipeInputField,
	...jsonFields,
	...withDisplayOptions(BY_FIELDS, [pipeName.property('name'), sourceKindField]),
	...sourceForm,
	...withDisplayOptions(BY_FIELDS, [...propertiesOf(destination), sortingKeyNotice, pipeSettings]),
	...sourceCredentialFields,
];

export const createPipe = create(pipeRecord, {
	description:
		'Create a pipe that loads data from a stream, object storage or a database into a service',
	fields: { ...pipeBody, properties: pipeFields, buildBody: newPipeBody },
	output: pipeRecord.output,
	allowUnlisted: true,
	extraCredentialType: 'cloudPipeSourceApi',
	subject: ['pipe', 'name'],
	summarize: pipeSummary,
});

function newPipeBody(parameters: Parameters, context: PlanContext): RequestBody {
	const built = pipeBody.buildBody(parameters, context);
	if (!discovers(parameters)) return built;
	const pipe = identified('pipe', built.body.name) ?? 'the pipe';
	return withDiscovery(built, [schemaNeed(built.body, pipe, parameters, context)]);
}

function inputOf({ pipeInput }: Parameters): Input {
	return pipeInput === 'json' ? 'json' : 'fields';
}

/** Completes a pipe and fills in its credential's secrets. */
export function finishedPipe(
	enteredBody: JsonObject,
	parameters: Parameters,
	context: PlanContext,
): Draft {
	const input = inputOf(parameters);
	const { body, ...finished } =
		input === 'json' ? jsonPipe(enteredBody, context) : formPipe(enteredBody, parameters, context);
	const source = objectMember(body, 'source');
	if (source === undefined || credentialMismatch(source, context, input)) {
		return { body, ...finished };
	}
	const filled = fillSecrets(source, context, input);
	return { body: { ...body, source: filled }, ...finished };
}

function jsonPipe(input: JsonObject, context: PlanContext): Draft {
	const { body, issues } = enteredPipe(input, context.credential);
	const pipe = withFieldMappings(trimTexts(newPipe.schema, body));
	return { body: pipe, issues: [...issues, ...unusedCredentialHints(pipe, context)] };
}

/** Adds parts that no single field defines: columns and mappings, tables, and the source's extra keys. */
function formPipe(input: JsonObject, parameters: Parameters, context: PlanContext): Draft {
	const fields = { ...parameters, ...asObject(parameters[SETTINGS_BOX]) };
	const { name, source: enteredSource, destination: enteredDestination, ...otherMembers } = input;
	const from = completedSource(asObject(enteredSource), fields, context.timezone);
	const into = withColumns(asObject(enteredDestination), fields, context);
	const { source, added } = from;
	const { issues, ...target } = into;
	const untrimmed = withoutUndefined({ name, source, ...target, ...otherMembers });
	const body = trimTexts(newPipe.schema, untrimmed);
	return {
		body,
		fieldBody: body,
		issues: [
			...from.issues,
			...issues,
			...misspeltKeys(newPipe.schema, added),
			...overriddenHints(from.overridden, (path) => labelOf(path.replace(/^source\./, ''))),
			...unknownMemberHints(newPipe.schema, added, { near: false }),
		],
	};
}

/** Applies the rules to a pipe with its secrets. A mismatching credential is reported first. */
export function rulesWith(bodyIssues: typeof newPipeIssues) {
	return (body: JsonObject, context: PlanContext, parameters: Parameters): Issue[] => {
		const input = inputOf(parameters);
		const source = objectMember(body, 'source');
		if (source === undefined) return bodyIssues(body);
		const mismatch = credentialMismatch(source, context, input);
		if (mismatch !== undefined) return [mismatch, ...tableMappingIssues(body)];
		const issues = [...bodyIssues(body), ...dialectIssues(body, context.credential)];
		return input === 'json' ? issues : credentialIssues(issues, source, context);
	};
}

/** Warns if the selected credential supplies no secret. */
function unusedCredentialHints(body: JsonObject, context: PlanContext): Issue[] {
	const source = objectMember(body, 'source') ?? {};
	if (context.extraCredential === undefined) return [];
	if (fillSecrets(source, context, 'json') !== source) return [];
	const [kind] = unlistedKindsOf(source);
	const because =
		kind === undefined
			? 'the source already contains its secrets or its authentication uses no known secrets. Correct the JSON, or clear the credential.'
			: `the API reference doesn't list the secrets of "${kind}". Enter them in the JSON.`;
	return [
		sentenceHint(`The ClickHouse Cloud Pipe Source API credential isn't used, because ${because}`),
	];
}
