import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { listed } from '../../../engine/approval/sentences';
import { description, FILLED, object, text } from '../../../engine/body/fields';
import { buildChange, prefixPaths } from '../../../engine/body/interpret';
import type { Issue } from '../../../engine/issue';
import {
	inJson,
	isWithin,
	IS_EMPTY,
	NOTHING_TO_UPDATE,
	notClearedText,
} from '../../../engine/issue';
import { trimTexts, zodIssues } from '../../../engine/issues/checks';
import { namesBy, separated } from '../../../engine/issues/issueTexts';
import type { JsonObject } from '../../../engine/json';
import {
	withoutUndefined,
	isAbsent,
	isEmptyList,
	objectMember,
	overriddenPaths,
	valueAt,
} from '../../../engine/json';
import type { Parameters, PlanContext } from '../../../engine/operation';
import type { RequestBody } from '../../../engine/parameters/json';
import { overriddenHints, withAdditionalMembers } from '../../../engine/parameters/json';
import { unresolvedSelectors } from '../../../engine/parameters/properties';
import { emptyToUndefined, optionalObject, asObject } from '../../../engine/parameters/values';
import { wordsOf } from '../../../engine/text';
import { pipeRecord } from '../../../clickhouseCloud/records';
import { UPDATE_FIELDS } from '../../../engine/parameterNames';
import { changedFields } from '../../../features/record/bodyFields';
import { update } from '../../../features/record/change';
import { columnsFields, definedColumns, columnsSchema, rowsField } from './columns';
import { destinationFindings, fieldMappingsSchema, unknownColumns } from './destination';
import { changeFindings, hasSecrets, secretsElsewhere } from './rules';
import { changedSecrets } from './secrets';
import { enteredPipe } from './settings';
import {
	notOneSourceText,
	SOURCE_KINDS,
	sourceCredentialField,
	sourceKindField,
	SOURCES,
	TABLE_KINDS,
	sourcesIn,
} from './sources';
import { HOST } from './sources/database';
import { hiddenLoginRule } from './sources/mongodb';
import { changesSummary } from './summary';

/** The changes of table mappings. */
const MAPPING_LISTS = ['tableMappingsToAdd', 'tableMappingsToRemove'] as const;

/** A BigQuery pipe can change nothing except its name. */
const CHANGEABLE_KINDS = SOURCE_KINDS.filter((kind) => kind !== 'bigquery');
const MAPPED = SOURCES.flatMap(({ kind, tables, description: { members } }) =>
	tables === undefined || !CHANGEABLE_KINDS.includes(kind) ? [] : [{ kind, ...tables, members }],
);

const mappedKinds = MAPPED.map(({ kind, members, field: { schema } }) => {
	const lists = MAPPING_LISTS.map((name) => [name, { schema }] as const);
	const host = members.host && { host: { schema: HOST } };
	return [kind, object({ ...Object.fromEntries(lists), ...host })] as const;
});

/** The body of "Update pipe", as far as the form checks it. */
const pipeUpdate = description('', {
	name: text('Name', {
		placeholder: 'e.g. Orders',
		description: 'The new name of the pipe',
		schema: FILLED.refine(
			({ length }) => length <= 255,
			'is longer than 255 characters. Shorten it.',
		),
	}),
	source: object(Object.fromEntries(mappedKinds)),
	destination: object({ columns: { schema: columnsSchema } }),
	fieldMappings: { schema: fieldMappingsSchema },
});

const changeOf = buildChange(pipeUpdate);

const columns = columnsFields({
	isNeeded: false,
	description:
		"All columns of the pipe, replacing its current ones. The table itself doesn't change.",
});

const mappings: INodeProperties[] = MAPPED.flatMap(({ kind, row }) => {
	const about = { description: 'The pipe must be paused; afterwards, the API resumes it' };
	// Schema or database, table and target table identify a mapping.
	const names = row.slice(0, 3);
	return updateDisplayOptions({ show: { sourceKind: [kind] } }, [
		rowsField('Table Mappings to Add', MAPPING_LISTS[0], ['Table Mapping', row], about),
		rowsField('Table Mappings to Remove', MAPPING_LISTS[1], ['Table Mapping', names], about),
	]);
});

const sendSourceSecrets: INodeProperties = {
	displayName: 'Replace Login',
	name: 'sendSourceSecrets',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether to replace the login of the source by the one in the credential for the source. The API tests a new connection, which fails without a login.',
};

/** The changes other than the name, by the pipe's source. */
const sourceChanges: INodeProperties[] = [
	{
		...sourceKindField,
		displayName: 'Source of This Pipe',
		description:
			"The kind of the pipe's source, which doesn't change. The fields below depend on it.",
	},
	...updateDisplayOptions({ show: { sourceKind: [...TABLE_KINDS] } }, columns),
	...mappings,
	...updateDisplayOptions({ show: { sourceKind: CHANGEABLE_KINDS } }, [
		sendSourceSecrets,
		sourceCredentialField({ show: { sendSourceSecrets: [true] } }),
	]),
];

const selectorIssues = unresolvedSelectors(sourceChanges, 'Choose a value.');

/** `isNameLeft` is true if Name was added and left empty. */
function formChanges(
	parameters: Parameters,
	timezone: string,
): { body: JsonObject; issues: Issue[]; isNameLeft: boolean } {
	const { destinationColumns, sourceKind } = parameters;
	const isTable = TABLE_KINDS.some((kind) => kind === sourceKind);
	const { issues, ...defined } = definedColumns(isTable ? parameters : {}, timezone);
	// Another way than rows is chosen on purpose, so it must contain columns.
	if (isTable && parameters.columnsInput === 'list' && issues.length === 0 && !defined.columns) {
		issues.push({ path: 'columnsList', text: IS_EMPTY });
	}
	if (isTable && (destinationColumns === null || isEmptyList(destinationColumns))) {
		issues.push({ path: 'destinationColumns', text: REQUIRED_OF_PIPE });
	}
	const source: JsonObject = {};
	for (const { kind, buildBody: mappingsOf } of MAPPED.filter(
		(mappedKind) => mappedKind.kind === sourceKind,
	)) {
		const lists = MAPPING_LISTS.map((name): [string, unknown] => {
			const rows = { [`${kind}TableMappings`]: parameters[name] };
			const { rows: mapped, issues: mappingIssues } = mappingsOf(rows, timezone);
			const from = `source.${kind}.tableMappings`;
			issues.push(
				...mappingIssues.map((issue) => ({ ...issue, path: issue.path.replace(from, name) })),
			);
			return [name, emptyToUndefined(mapped)];
		});
		source[kind] = optionalObject(Object.fromEntries(lists));
	}
	const { body: fieldBody, left: emptyKeys } = changeOf(
		asObject(parameters[UPDATE_FIELDS]),
		timezone,
	);
	if (fieldBody.name === null) {
		issues.push({ path: `${UPDATE_FIELDS}.name`, text: REQUIRED_OF_PIPE });
	}
	const body = withoutUndefined({
		...fieldBody,
		destination: optionalObject({ columns: defined.columns }),
		fieldMappings: defined.fieldMappings,
		source: optionalObject(source),
	});
	return { body, issues, isNameLeft: emptyKeys.length > 0 };
}

/** Each pipe has a name, and each pipe of a stream or of files has columns. */
const REQUIRED_OF_PIPE = notClearedText('it is required');

const properties = [
	...changedFields(pipeUpdate, {
		example: '{ "source": { "postgres": { "host": "…" } } }',
		nullable: [],
	}).properties,
	...sourceChanges,
];

/** With new tables or secrets, the API tests the source and resumes the pipe. */
export const updatePipe = update(pipeRecord, {
	description:
		'Rename a pipe, or change its columns, table mappings or connection. Type, format and topics stay as they are.',
	fields: { properties, buildBody: changedBody },
	output: pipeRecord.output,
	extraCredentialType: 'cloudPipeSourceApi',
	unknownOutcome: [
		'The pipe may have been updated',
		'Check the pipe in the console before you run the node again.',
	],
	repeatable: (body) => !addsTables(body) && !hasSecrets(body),
	advice: {
		400: "Correct the fields as the API's message explains, then run the node again. Table mappings can only be changed while the pipe is paused: use Stop, wait for Paused, and update it then. If the connection cannot be tested, turn on Replace Login.",
	},
	verb: 'Change',
	changes: changesSummary,
});

const nameOf = namesBy(updatePipe);

/** The body has its secrets filled in. */
function changedBody(parameters: Parameters, context: PlanContext): RequestBody {
	const unresolved = selectorIssues(parameters);
	if (unresolved.length > 0) return { body: {}, issues: unresolved, hints: [] };
	const { body: form, issues: unread, isNameLeft } = formChanges(parameters, context.timezone);
	const { additionalMembers } = asObject(parameters[UPDATE_FIELDS]);
	const merged = withAdditionalMembers(
		form,
		additionalMembers,
		`${UPDATE_FIELDS}.additionalMembers`,
	);
	const { body: entered, hints: ofSettings } = enteredPipe(merged.body, context.credential);
	const change = trimTexts(pipeUpdate.schema, entered);
	const { body, findings: ofSecrets } = withChosenSecrets(change, parameters, context);
	const entryIssues = [...merged.issues, ...unread];
	if (Object.keys(body).length === 0 && entryIssues.length === 0) {
		return { body, issues: [{ path: UPDATE_FIELDS, text: NOTHING_TO_UPDATE }], hints: [] };
	}
	// Comparing the form with itself lists every path that it sets.
	const ofForm = overriddenPaths(form, form);
	const defines = ({ path }: Issue) => ofForm.some((setPath) => isWithin(path, setPath));
	const invalid = zodIssues(pipeUpdate.schema, change);
	if (unread.length > 0) {
		const ofJson = invalid.filter((issue) => !defines(issue));
		const issues = [...merged.issues, ...inJson(ofJson, change), ...unread];
		return { body, issues, hints: [] };
	}
	const findings = [...invalid, ...ofSecrets, ...findingsIn(body, context.credential)];
	const labelled = findings.flatMap((issue) =>
		defines(issue) ? [inForm(issue)] : inJson([issue], change),
	);
	const { issues, hints } = separated(labelled, nameOf);
	return {
		body,
		issues: [...merged.issues, ...issues],
		hints: [
			...(isNameLeft ? ['Name is empty, so it stays as it is.'] : []),
			...overriddenHints(overriddenPaths(form, merged.added), fieldOf),
			...hints,
			...changeHints(body, ofSettings),
		],
	};
}

/** Fills in the secrets of the chosen source, if they must be sent. */
function withChosenSecrets(
	body: JsonObject,
	{ sendSourceSecrets, sourceKind }: Parameters,
	context: PlanContext,
): { body: JsonObject; findings: Issue[] } {
	if (sendSourceSecrets !== true || typeof sourceKind !== 'string') return { body, findings: [] };
	const enteredSource = objectMember(body, 'source') ?? {};
	const sourceWithKind = {
		...enteredSource,
		[sourceKind]: objectMember(enteredSource, sourceKind) ?? {},
	};
	const { source, findings } = changedSecrets(sourceWithKind, context);
	return { body: { ...body, source }, findings };
}

function* findingsIn(body: JsonObject, credential: Readonly<JsonObject>): Iterable<Issue> {
	const source = objectMember(body, 'source') ?? {};
	const sources = sourcesIn(source);
	if (sources.length > 1) {
		const kindNames = sources.map(({ kind }) => kind).join(' and ');
		yield { path: 'source', text: notOneSourceText(kindNames) };
	}
	for (const { kind, tables } of sources) {
		for (const name of tables === undefined ? [] : MAPPING_LISTS) {
			const mappings = emptyToUndefined(valueAt(source, `${kind}.${name}`));
			if (mappings === undefined) continue;
			yield* prefixPaths(`source.${kind}.${name}`, tables?.findings(mappings) ?? []);
		}
	}
	yield* prefixPaths('source.mongodb', hiddenLoginRule(objectMember(source, 'mongodb') ?? {}));
	yield* changeFindings(body, credential);
	yield* destinationFindings(body, undefined);
	yield* unknownColumns(body);
	yield* secretsElsewhere(body);
}

/** The form's field for a key of the body. Mappings have no field of their own: the columns contain them. */
function formPath(path: string): string {
	const [list, row, member] = path.split('.');
	if (list !== 'fieldMappings' || row === undefined) return path;
	return `destination.columns.${row}.${member === 'sourceField' ? 'sourceField' : 'name'}`;
}

/** Moves an issue with a key of the body to the field that sets it. */
function inForm<Subject extends Pick<Issue, 'path'>>(issue: Subject): Subject {
	const path = issue.path === 'name' ? `${UPDATE_FIELDS}.name` : formPath(issue.path);
	return { ...issue, path: path.replace(/^source\.\w+\./, '') };
}

/** The label of the field that sets a key of the body. Columns set the mappings onto them. */
function fieldOf(path: string): string | undefined {
	if (path === 'name') return undefined;
	return nameOf(inForm({ path: path === 'fieldMappings' ? 'destination.columns' : path }));
}

/** True if a change adds tables to a source of any kind, listed or not. */
function addsTables({ source }: JsonObject): boolean {
	return Object.values(asObject(source)).some((owner) => {
		const added: unknown = valueAt(owner, MAPPING_LISTS[0]);
		return !isAbsent(emptyToUndefined(added));
	});
}

/** The keys that the contract requires in each change of a source. */
const REQUIRED: ReadonlyMap<string, readonly string[]> = new Map([
	['mongodb', ['uri', 'readPreference']],
	['mysql', ['host', 'port']],
	['pubsub', ['authentication']],
]);

/** The keys that the API ignores in a Kafka change. */
const FIXED_OF_KAFKA = wordsOf(
	'type format brokers topics consumerGroup offset schemaRegistry exactlyOnce tombstoneMode',
);

/** Changes that don't affect the connection. */
const UNTESTED: readonly string[] = [...MAPPING_LISTS, 'settings'];

function* changeHints(body: JsonObject, ofSettings: readonly string[]): Iterable<string> {
	const source = objectMember(body, 'source') ?? {};
	for (const { kind, tables, secretUse } of sourcesIn(source)) {
		const owner = objectMember(source, kind) ?? {};
		const missing = (REQUIRED.get(kind) ?? []).filter((name) => isAbsent(owner[name]));
		yield* missing.map((name) => `'source.${kind}.${name}' isn't set; the API chooses.`);
		const changed = Object.keys(owner).filter((name) => !UNTESTED.includes(name));
		if (tables === undefined || changed.length === 0 || !isAbsent(owner.credentials)) continue;
		if (secretUse(owner) === undefined) continue;
		yield `The API tests the connection with ${listed(changed)}. Without its secrets that fails: turn on Replace Login.`;
	}
	const fixed = FIXED_OF_KAFKA.filter((name) => !isAbsent(valueAt(source, `kafka.${name}`)));
	if (fixed.length > 0) {
		yield `The API ignores ${listed(fixed)} of a Kafka source here: they can't change after the pipe is created.`;
	}
	if (!isAbsent(valueAt(source, 'kafka.schemaRegistry.credentials'))) {
		yield "The API refuses 'source.kafka.schemaRegistry.credentials' in an update.";
	}
	if (isAbsent(body.settings)) return;
	yield* ofSettings;
	yield "The API ignores 'settings' here. Use Pipe → Update Settings, or for a database the settings of its source, such as 'source.postgres.settings'.";
}
