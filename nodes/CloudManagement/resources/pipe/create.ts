import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { buildBody, propertiesOf } from '../../../engine/body/interpret';
import { inJson, isWithin, unlessAllowed } from '../../../engine/issue';
import { unknownMemberHints, trimTexts } from '../../../engine/issues/checks';
import { fieldLabels, namesBy, separated } from '../../../engine/issues/issueTexts';
import type { JsonObject } from '../../../engine/json';
import { withoutUndefined, objectMember } from '../../../engine/json';
import type { Parameters, PlanContext } from '../../../engine/operation';
import type { RequestBody } from '../../../engine/parameters/json';
import { byLabel, overriddenHints, parseJsonObject } from '../../../engine/parameters/json';
import { readItemOptions } from '../../../engine/parameters/options';
import {
	collection,
	fromAiExpression,
	fromAiNotice,
	noticeField,
	unresolvedSelectors,
} from '../../../engine/parameters/properties';
import { asObject } from '../../../engine/parameters/values';
import { pipeRecord } from '../../../clickhouseCloud/records';
import { create } from '../../../features/record/change';
import { destination, destinationBody, withFieldMappings } from './destination';
import { dialectFindings, pipeFindings, pipeSchema, pipeWarnings } from './rules';
import { credentialMismatch, fillSecrets, credentialFindings } from './secrets';
import { details, enteredPipe } from './settings';
import {
	sourceBody,
	sourceCredentialFields,
	sourceFields,
	sourceKindField,
	SOURCE_KINDS,
	sourceOptions,
	unlistedKindsOf,
	withPendingNotices,
} from './sources';
import { pipeSummary } from './summary';
import type { Issue } from '../../../engine/issue';

/** A complete, valid pipe to edit. */
const SKELETON = {
	name: 'Orders from Kafka',
	source: {
		kafka: {
			type: 'kafka',
			format: 'JSONEachRow',
			brokers: 'broker.example.com:9092',
			topics: 'orders',
			authentication: 'SCRAM-SHA-256',
			offset: { strategy: 'from_beginning' },
		},
	},
	destination: {
		database: 'default',
		table: 'orders',
		managedTable: true,
		tableDefinition: { engine: { type: 'MergeTree' }, sortingKey: ['order_id'] },
		columns: [
			{ name: 'order_id', type: 'UInt64' },
			{ name: 'created_at', type: 'DateTime' },
		],
	},
	fieldMappings: [
		{ sourceField: 'orderId', destinationField: 'order_id' },
		{ sourceField: 'createdAt', destinationField: 'created_at' },
	],
};

/** The choice between fields and JSON. */
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
	description: 'How to define the pipe',
	builderHint: {
		propertyHint:
			"Use 'json' with pipeJson. As a tool of an AI Agent, 'json' is the only way in which the model can choose source and columns.",
	},
};

/** The expression for a whole pipe, with its description for a model. */
const PIPE_FROM_AI = fromAiExpression(
	'pipe_definition',
	`The new pipe as a JSON object: name; source with exactly one of ${SOURCE_KINDS.join(', ')}; destination with database, table, managedTable, for a managed table tableDefinition.engine.type such as MergeTree, and columns, each with name and type; if needed fieldMappings, scaling and settings. No credentials.`,
);

const pipeJsonField: INodeProperties = {
	displayName: 'Pipe Definition',
	name: 'pipeJson',
	type: 'json',
	typeOptions: { rows: 16 },
	required: true,
	default: JSON.stringify(SKELETON, null, 2),
	description:
		'A JSON object with name, source, destination and, if needed, fieldMappings, scaling and settings. Leave credentials out: the credential for the source fills them in.',
	builderHint: {
		propertyHint: `A JSON object: { name, source: { ${SOURCE_KINDS.join(' | ')} }, destination: { database, table, managedTable, tableDefinition: { engine: { type: 'MergeTree' }, sortingKey? }, columns: [{ name, type }] }, fieldMappings?, scaling?, settings? }. Leave credentials out and select a cloudPipeSourceApi credential. As a tool, use =${PIPE_FROM_AI}`,
	},
};

export const jsonFields: INodeProperties[] = updateDisplayOptions(
	{ show: { pipeInput: ['json'] } },
	[
		noticeField(
			'pipeJsonNotice',
			'Passwords and keys in this JSON are stored in the workflow unencrypted. Leave them out and select a credential for the source above instead: its secrets are filled in.',
		),
		fromAiNotice(
			pipeJsonField,
			'The new pipe as a JSON object: name, source and destination, without credentials',
		),
		pipeJsonField,
	],
);

const leadingFields = [...propertiesOf(details), sourceKindField];
const destinationFields = propertiesOf(destination);
const formFields = [...leadingFields, ...sourceFields, ...destinationFields];

/** The less common fields of a pipe, each named by its path in the body and shown for the sources that support it. */
const additionalOptions: INodeProperties[] = [
	...sourceOptions,
	...[destination, details].flatMap((part) => propertiesOf(part, 'settings')),
].sort(byLabel);

/** The condition for the form. */
export const BY_FIELDS = { show: { pipeInput: ['fields'] } };

/** The form's fields that depend on the source. */
export const sourceForm = updateDisplayOptions(BY_FIELDS, withPendingNotices(sourceFields));

/** The fields that define a pipe, by fields or by JSON. */
const pipeFields: INodeProperties[] = [
	pipeInputField,
	...jsonFields,
	...updateDisplayOptions(BY_FIELDS, leadingFields),
	...sourceForm,
	...updateDisplayOptions(BY_FIELDS, [
		...destinationFields,
		collection('Pipe Settings', 'additionalOptions', 'Add setting', additionalOptions),
	]),
	...sourceCredentialFields,
];

const selectorIssues = unresolvedSelectors(
	pipeFields,
	'Choose a value, or define the pipe by JSON.',
);

const labelOf = fieldLabels([...formFields, ...additionalOptions], ['source']);

/** `path` is a key of the body. */
export function formLabel(path: string): string | undefined {
	return path === 'source' ? 'Source' : labelOf(path);
}

/** The form's field for a key of the body. Mappings have no field of their own: the columns contain them. */
export function formPath(path: string): string {
	const [list, row, member] = path.split('.');
	if (list !== 'fieldMappings' || row === undefined) return path;
	return `destination.columns.${row}.${member === 'sourceField' ? 'sourceField' : 'name'}`;
}

export const createPipe = create(pipeRecord, {
	description:
		'Create a pipe that loads data from a stream, object storage or a database into a service',
	fields: {
		properties: pipeFields,
		buildBody: bodyOf({ pick: (pipe) => pipe, define: definedPipe, findings: pipeFindings }),
	},
	output: pipeRecord.output,
	allowUnlisted: true,
	extraCredentialType: 'cloudPipeSourceApi',
	labelOf: formLabel,
	subject: ['pipe', 'name'],
	summarize: pipeSummary,
});

const nameOf = namesBy(createPipe);

/** The part of a pipe that a body has. */
interface Scope {
	/** The relevant keys of a JSON definition. */
	pick: (definition: JsonObject) => JsonObject;
	/** The values that the form defines in addition to the source, and their issues. */
	define: (fields: Parameters, timezone: string) => { body: JsonObject; issues: Issue[] };
	findings: typeof pipeFindings;
}

function definedPipe(fields: Parameters, timezone: string): ReturnType<Scope['define']> {
	const { issues, ...written } = destinationBody(fields, timezone);
	const { name, ...otherDetails } = bodyOfDetails(fields, timezone);
	return { body: { name, ...written, ...otherDetails }, issues };
}

/** The built body has its secrets filled in. */
export function bodyOf(
	scope: Scope,
): (parameters: Parameters, context: PlanContext) => RequestBody {
	return (parameters, context) => {
		const unresolved = selectorIssues(parameters);
		if (unresolved.length > 0) return { body: {}, issues: unresolved, hints: [] };
		const { allowUnlisted } = readItemOptions(parameters.options);
		const built = parameters.pipeInput === 'json' ? bodyFromJson : bodyFromFields;
		return built(parameters, context, allowUnlisted, scope);
	};
}

function bodyFromJson(
	{ pipeJson }: Parameters,
	context: PlanContext,
	allowUnlisted: boolean,
	{ pick, findings: find }: Scope,
): RequestBody {
	const { value: definition, issues: unread } = parseJsonObject('pipeJson', pipeJson);
	if (definition === undefined) return { body: {}, issues: unread, hints: [] };
	const { body: entered, hints: ofSettings } = enteredPipe(pick(definition), context.credential);
	const pipeBody = withFieldMappings(trimTexts(pipeSchema, entered));
	const { body, findings } = checkedBody(pipeBody, context, 'json', find);
	const labelled = inJson(unlessAllowed(findings, allowUnlisted), body);
	const { issues, hints } = separated(labelled, nameOf);
	return {
		body,
		issues,
		hints: [
			...ofSettings,
			...unknownMemberHints(pipeSchema, pipeBody),
			...unusedCredentialHints(pipeBody, context),
			...hints,
		],
	};
}

const bodyOfDetails = buildBody(details);

function bodyFromFields(
	parameters: Parameters,
	context: PlanContext,
	allowUnlisted: boolean,
	{ define, findings: find }: Scope,
): RequestBody {
	const { timezone } = context;
	const fields = { ...parameters, ...asObject(parameters.additionalOptions) };
	const { source, added, overridden, issues: ofSource } = sourceBody(fields, timezone);
	const { body: definedBody, issues: ofColumns } = define(fields, timezone);
	const { name, ...otherMembers } = definedBody;
	const pipeBody = trimTexts(pipeSchema, withoutUndefined({ name, source, ...otherMembers }));
	const { body, findings } = checkedBody(pipeBody, context, 'fields', find);
	const filledSource = objectMember(body, 'source') ?? source;
	const ofFields = credentialFindings(findings, filledSource, context).map((finding) => ({
		...finding,
		path: formPath(finding.path),
	}));
	const { issues, hints } = separated(unlessAllowed(ofFields, allowUnlisted), nameOf);
	// Unreadable fields already have an issue. An unreadable list entry isn't in the body, so later entries have other
	// numbers, and the list's own issues are omitted.
	const unread = [...ofSource, ...ofColumns];
	const lists = unread.map(({ path }) => path.replace(/\.\d+$/, ''));
	return {
		body,
		issues: [
			...unread,
			...issues.filter(({ path }) => !lists.some((list) => isWithin(path, list))),
		],
		hints: [
			...overriddenHints(overridden, formLabel),
			...unknownMemberHints(pipeSchema, added),
			...hints,
		],
	};
}

/** Fills in the secrets and validates the whole. */
function checkedBody(
	body: JsonObject,
	context: PlanContext,
	input: 'fields' | 'json',
	find: Scope['findings'],
): { body: JsonObject; findings: Issue[] } {
	const source = objectMember(body, 'source');
	if (source === undefined) return { body, findings: find(body) };
	const mismatch = credentialMismatch(source, context, input);
	if (mismatch !== undefined) return { body, findings: [mismatch, ...pipeWarnings(body)] };
	const filled = { ...body, source: fillSecrets(source, context.extraCredential, input) };
	return {
		body: filled,
		findings: [...find(filled), ...dialectFindings(filled, context.credential)],
	};
}

/** Warns if none of the selected credential's secrets is used. */
function unusedCredentialHints(body: JsonObject, { extraCredential }: PlanContext): string[] {
	const source = objectMember(body, 'source') ?? {};
	if (extraCredential === undefined) return [];
	if (fillSecrets(source, extraCredential, 'json') !== source) return [];
	const [kind] = unlistedKindsOf(source);
	return [
		kind === undefined
			? "The ClickHouse Cloud Pipe Source API credential isn't used: the source contains its secrets already, or its authentication uses no known secrets. Correct the JSON, or clear the credential."
			: `The ClickHouse Cloud Pipe Source API credential isn't used: the API reference doesn't list the secrets of '${kind}'. Put them into the JSON.`,
	];
}
