import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { z } from 'zod';
import { description, text } from '../../../engine/body/fields';
import type { JsonObject } from '../../../engine/json';
import {
	withoutUndefined,
	isAbsent,
	mergeObjects,
	objectMember,
	overriddenPaths,
	valueAt,
} from '../../../engine/json';
import type { Parameters, ValidationIssue, Plan, PlanContext } from '../../../engine/operation';
import { unresolvedSelectors } from '../../../engine/parameters/properties';
import { emptyToUndefined, optionalObject, asObject } from '../../../engine/parameters/values';
import { changedFields } from '../../../features/record/change';
import { columnsFields, columnsOf, columnsSchema, rowsField } from './columns';
import { fieldMappingsSchema, destinationFindings, unknownColumns } from './destination';
import {
	SOURCE_KINDS,
	sourceCredentialField,
	sourceKindField,
	SOURCES,
	TABLE_KINDS,
	sourcesIn,
} from './sources';
import { sourceCredentialNotice } from './sources/secrets';
import { listed } from '../../../engine/approval/sentences';
import type { Finding } from '../../../engine/body/interpret';
import { finding, prefixPaths } from '../../../engine/body/interpret';
import { overriddenHints } from '../../../engine/parameters/json';
import { objectBody } from '../../../engine/http/request';
import type { ListedOperation } from '../../../engine/resource';
import { namesBy } from '../../../engine/issues/issueTexts';
import type { IssueSubject } from '../../../engine/issue';
import { inJson, isWithin } from '../../../engine/issue';
import { trimTexts, zodIssues } from '../../../engine/issues/checks';
import { engineSettingPrefixOf, toDialectSettings } from '../../../clickhouseCloud/api';
import { requestOptions } from '../../../clickhouseCloud/identifiers';
import { outputFields, outputIssues } from '../../../features/record/output';
import {
	recordFields,
	recordName,
	recordPath,
	aboutRecord,
	shapedAs,
} from '../../../features/record/record';
import { formPath } from './create';
import { pipeKind } from '../../../clickhouseCloud/records';
import { changeFindings, divided, hasSecrets, hintByJson, secretsElsewhere } from './rules';
import { changesSummary } from './summary';
import { changedSecrets } from './secrets';
import { repeatedSettingHints } from './settings';
import { hiddenLoginRule } from './sources/mongodb';

/** The changes of table mappings. */
const MAPPING_LISTS = ['tableMappingsToAdd', 'tableMappingsToRemove'] as const;
/** Schema or database, table and target table: what identifies a mapping. */
const NAMES_OF_MAPPING = 3;

/** A source whose pipe has nothing to change but its name is left out. Second reference, "Pipes". */
const CHANGEABLE_KINDS = SOURCE_KINDS.filter((kind) => kind !== 'bigquery');
const MAPPED = SOURCES.flatMap(({ kind, tables }) =>
	tables === undefined || !CHANGEABLE_KINDS.includes(kind) ? [] : [{ kind, ...tables }],
);

const mappedSchemas = MAPPED.map(({ kind, field }) => {
	const lists = MAPPING_LISTS.map((name) => [name, field.schema.nullish()]);
	return [kind, z.object(Object.fromEntries(lists)).passthrough().nullish()];
});

/** The body of "Update pipe": what the form checks of it. Second reference, "Pipes". */
const pipeUpdate = description('', {
	name: text('Name', {
		placeholder: 'e.g. Orders',
		description: 'The new name of the pipe',
		schema: z
			.string()
			.trim()
			.min(1)
			.refine(({ length }) => length <= 255, 'is longer than 255 characters. Shorten it.'),
	}),
	source: { schema: z.object(Object.fromEntries(mappedSchemas)).passthrough() },
	destination: { schema: z.object({ columns: columnsSchema.nullish() }).passthrough() },
	fieldMappings: { schema: fieldMappingsSchema },
});

/** The name, and by JSON everything else. */
const nameFields = changedFields(pipeUpdate, {
	example: '{ "source": { "postgres": { "host": "…" } } }',
});

const columnFields = columnsFields.map(({ required, ...field }) =>
	field.name === 'destinationColumns'
		? {
				...field,
				default: {},
				description:
					"All columns of the pipe, replacing its current ones. The table itself doesn't change.",
			}
		: { ...field, ...(required && { required }) },
);

const mappings: INodeProperties[] = MAPPED.flatMap(({ kind, row }) =>
	updateDisplayOptions({ show: { sourceKind: [kind] } }, [
		mappingList('Table Mappings to Add', MAPPING_LISTS[0], row),
		mappingList('Table Mappings to Remove', MAPPING_LISTS[1], row.slice(0, NAMES_OF_MAPPING)),
	]),
);

function mappingList(label: string, name: string, row: INodeProperties[]): INodeProperties {
	return rowsField(label, name, ['Table Mapping', row], {
		description: 'The pipe must be paused; afterwards, the API resumes it',
	});
}

const sendSourceSecrets: INodeProperties = {
	displayName: 'Send Source Secrets',
	name: 'sendSourceSecrets',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether to send the secrets in the credential for the source. The API tests a new connection, which fails without them.',
};

/** What can be changed besides the name, by the source of the pipe. */
const sourceChanges: INodeProperties[] = [
	{
		...sourceKindField,
		description: "The pipe's source. The fields below depend on it.",
	},
	...updateDisplayOptions({ show: { sourceKind: [...TABLE_KINDS] } }, columnFields),
	...mappings,
	...updateDisplayOptions({ show: { sourceKind: CHANGEABLE_KINDS } }, [
		sendSourceSecrets,
		...updateDisplayOptions({ show: { sendSourceSecrets: [true] } }, [
			sourceCredentialNotice,
			sourceCredentialField({}),
		]),
	]),
];

/** Returns an issue for each selector that contains an expression. */
const selectorIssues = unresolvedSelectors(sourceChanges, 'Choose a value.');

/** What the fields besides the name define. */
interface FormChanges {
	body: JsonObject;
	issues: ValidationIssue[];
}

/** Returns what the fields besides the name change. */
function formChanges(parameters: Parameters, timezone: string): FormChanges {
	const { sourceKind } = parameters;
	const chosen = MAPPED.find(({ kind }) => kind === sourceKind);
	const isTable = TABLE_KINDS.some((kind) => kind === sourceKind);
	const { columns, fieldMappings, issues } = columnsOf(isTable ? parameters : {}, timezone);
	// Another way than rows is chosen on purpose, so it must contain columns.
	if (isTable && parameters.columnsInput === 'list' && issues.length === 0 && !columns) {
		issues.push({ path: 'columnsList', code: 'empty' });
	}
	const changes = withoutUndefined({
		destination: optionalObject({ columns }),
		fieldMappings,
	});
	if (chosen === undefined) return { body: changes, issues };
	const { kind, bodyOf } = chosen;
	const lists = MAPPING_LISTS.map((name) => {
		const { rows: mapped, issues: found } = bodyOf(
			{ [`${kind}TableMappings`]: parameters[name] },
			timezone,
		);
		const from = `source.${kind}.tableMappings`;
		const renamed = found.map((one) => ({ ...one, path: one.path.replace(from, name) }));
		return { name, mapped, issues: renamed };
	});
	const ofLists = Object.fromEntries(
		lists.map(({ name, mapped }) => [name, emptyToUndefined(mapped)]),
	);
	const source = optionalObject({ [kind]: optionalObject(ofLists) });
	return {
		body: withoutUndefined({ ...changes, source }),
		issues: lists.flatMap((list) => list.issues),
	};
}

/** Second reference, "Pipes": with new tables or secrets, the API tests the source and resumes the pipe. */
export const updatePipe: ListedOperation = {
	name: 'Update',
	description:
		'Rename a pipe, or change its columns, table mappings or connection. Type, format and topics stay as they are.',
	action: 'Update pipe',
	properties: [
		...recordFields(pipeKind),
		...nameFields.properties.slice(0, 1),
		...sourceChanges,
		// JSON for what no field has comes last, as in every form.
		...nameFields.properties.slice(1),
		...outputFields(pipeKind.output),
		requestOptions({ reads: false }),
	],
	extraCredentialType: 'cloudPipeSourceApi',
	unknownOutcome: [
		'The pipe may have been updated',
		'Check the pipe in the console before you run the node again.',
	],
	repeatable: (body) => !addsTables(body) && !hasSecrets(body),
	advice: {
		400: "Correct the fields as the API's message explains, then run the node again. Table mappings can only be changed while the pipe is paused: use Stop, wait for Paused, and update it then. If the connection cannot be tested, turn on Send Source Secrets.",
	},
	...aboutRecord(pipeKind),
	summarize: (request, parameters) =>
		`Change ${recordName(pipeKind, parameters)}: ${changesSummary(objectBody(request))}`,
	plan: (parameters, context): Plan => {
		const { path, issues } = recordPath(pipeKind, parameters, context.credential);
		const changes = plannedChanges(parameters, context);
		const body = toDialectSettings(changes.body, engineSettingPrefixOf(context.credential));
		return {
			request: { method: 'PATCH', path, body },
			issues: [...issues, ...changes.issues, ...outputIssues(parameters)],
			hints: changes.hints,
		};
	},
	...shapedAs(pipeKind.output),
};

const nameOf = namesBy(updatePipe);

/** A body in the neutral spelling, secrets filled in, with what is wrong and what is remarkable about it. */
type Changes = Required<Pick<Plan, 'hints' | 'issues'>> & { body: JsonObject };

function plannedChanges(parameters: Parameters, context: PlanContext): Changes {
	const unresolved = selectorIssues(parameters);
	if (unresolved.length > 0) return { body: {}, issues: unresolved, hints: [] };
	const form = formChanges(parameters, context.timezone);
	const given = nameFields.bodyOf(parameters, context);
	const merged = trimTexts(pipeUpdate.schema, mergeObjects(form.body, given.body));
	const replaced = overriddenHints(overriddenPaths(form.body, given.body), fieldOf);
	const { body, findings: ofSecrets } = withSecrets(merged, parameters, context);
	const isNothing = Object.keys(body).length === 0 && form.issues.length === 0;
	const ofFields = given.issues
		.filter(({ code }) => isNothing || code !== 'nothingToUpdate')
		.flatMap((issue) => (isOfJson(issue) ? inJson([issue]) : [issue]));
	if (form.issues.length > 0) return { body, issues: [...ofFields, ...form.issues], hints: [] };
	const invalid = zodIssues(pipeUpdate.schema, form.body, {
		input: 'fields',
		allowUnlisted: false,
	});
	const { issues, hints } = divided(findingsIn(body, context), {
		defines: ({ path }) =>
			path.split('.').some((_, index, names) => {
				return Array.isArray(valueAt(form.body, names.slice(0, index + 1).join('.')));
			}),
		inForm,
		nameOf,
	});
	return {
		body,
		issues: [...ofFields, ...invalid.map(inForm), ...ofSecrets, ...issues],
		hints: [...given.hints, ...replaced, ...hints, ...hintsOn(body, context.credential)],
	};
}

/** Fills in the secrets of the chosen source, if they are to be sent. */
function withSecrets(
	body: JsonObject,
	{ sendSourceSecrets, sourceKind }: Parameters,
	context: PlanContext,
): { body: JsonObject; findings: Finding[] } {
	if (sendSourceSecrets !== true || typeof sourceKind !== 'string') return { body, findings: [] };
	const given = objectMember(body, 'source') ?? {};
	const chosen = { ...given, [sourceKind]: objectMember(given, sourceKind) ?? {} };
	const { source, findings } = changedSecrets(chosen, context);
	return { body: { ...body, source }, findings };
}

function findingsIn(body: JsonObject, { credential }: PlanContext): Finding[] {
	const source = objectMember(body, 'source') ?? {};
	const sources = sourcesIn(source);
	const found = sources.map(({ kind }) => kind).join(' and ');
	return [
		...(sources.length > 1
			? [finding('error', 'source', { code: 'notOneSource', kinds: SOURCE_KINDS, found })]
			: []),
		...sources.flatMap(({ kind, tables }) =>
			MAPPING_LISTS.flatMap((name) => {
				const mappings = valueAt(source, `${kind}.${name}`);
				if (tables === undefined || isAbsent(emptyToUndefined(mappings))) return [];
				return prefixPaths(`source.${kind}.${name}`, tables.findings(mappings));
			}),
		),
		...prefixPaths('source.mongodb', hiddenLoginRule(objectMember(source, 'mongodb') ?? {})),
		...changeFindings(body, credential),
		...destinationFindings(body, undefined),
		...unknownColumns(body),
		...secretsElsewhere(body),
	];
}

/** Moves what is about a key of the body to the field that sets it. */
function inForm<Subject extends IssueSubject>(issue: Subject): Subject {
	return { ...issue, path: formPath(issue.path).replace(/^source\.\w+\./, '') };
}

/** Returns the label of the field that sets a key of the body. Columns set the mappings onto them. */
function fieldOf(path: string): string {
	return nameOf(inForm({ path: path === 'fieldMappings' ? 'destination.columns' : path }));
}

function isOfJson({ path }: ValidationIssue): boolean {
	return ['source', 'destination', 'fieldMappings'].some((name) => isWithin(path, name));
}

/** Returns whether a change adds tables to a source of any kind, listed or not. */
function addsTables({ source }: JsonObject): boolean {
	return Object.values(asObject(source)).some((owner) => {
		const added: unknown = valueAt(owner, MAPPING_LISTS[0]);
		return !isAbsent(emptyToUndefined(added));
	});
}

/** What the reference requires in each change of a source. */
const REQUIRED: ReadonlyMap<string, readonly string[]> = new Map([
	['mongodb', ['uri', 'readPreference']],
	['mysql', ['host', 'port']],
	['pubsub', ['authentication']],
]);

/** What the API ignores in a change of Kafka. Second reference, 2.2. */
const FIXED_OF_KAFKA = [
	...['type', 'format', 'brokers', 'topics', 'consumerGroup', 'offset', 'schemaRegistry'],
	...['exactlyOnce', 'tombstoneMode'],
];

function* kafkaHints({ kafka }: JsonObject): Iterable<string> {
	const fixed = FIXED_OF_KAFKA.filter((name) => !isAbsent(valueAt(kafka, name)));
	if (fixed.length > 0) {
		yield `The API ignores ${listed(fixed)} of a Kafka source here: they can't change after the pipe is created.`;
	}
	if (isAbsent(valueAt(kafka, 'schemaRegistry.credentials'))) return;
	yield "The API refuses 'source.kafka.schemaRegistry.credentials' in an update.";
}

/** What changes no connection. */
const UNTESTED: readonly string[] = [...MAPPING_LISTS, 'settings'];

function hintsOn(body: JsonObject, credential: Readonly<JsonObject>): string[] {
	const source = objectMember(body, 'source') ?? {};
	const ofSources = sourcesIn(source).flatMap(({ kind, tables, secretUse }) => {
		const owner = objectMember(source, kind) ?? {};
		const missing = (REQUIRED.get(kind) ?? []).filter((name) => isAbsent(owner[name]));
		const changed = Object.keys(owner).filter((name) => !UNTESTED.includes(name));
		const isTested = tables !== undefined && changed.length > 0 && isAbsent(owner.credentials);
		return [
			...missing.map((name) =>
				hintByJson(finding('apiDecides', `source.${kind}.${name}`, { code: 'empty' })),
			),
			...(isTested && secretUse(owner) !== undefined
				? [
						`The API tests the connection with ${listed(changed)}. Without its secrets that fails: turn on Send Source Secrets.`,
					]
				: []),
		];
	});
	const ofSettings = isAbsent(body.settings)
		? []
		: [
				...repeatedSettingHints(asObject(body.settings), credential),
				"The API ignores 'settings' here. Use Pipe → Update Settings, or for a database the settings of its source, such as 'source.postgres.settings'.",
			];
	return [...ofSources, ...kafkaHints(source), ...ofSettings];
}
