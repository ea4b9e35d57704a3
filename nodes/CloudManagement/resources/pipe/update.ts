import type { INodeProperties } from 'n8n-workflow';
import { listed, recordText } from '../../../engine/summary/sentences';
import type { Fields } from '../../../engine/body/fields';
import { customField, describeBody, FILLED, object, text } from '../../../engine/body/fields';
import type { Draft, RequestBody } from '../../../features/record/draft';
import { prefixPaths } from '../../../engine/body/interpret';
import type { Issue } from '../../../engine/issue';
import { EMPTY, notCleared, sentenceHint, stopsItem } from '../../../engine/issue';
import { fieldLabels } from '../../../engine/issues/issueTexts';
import type { JsonObject } from '../../../engine/json';
import {
	withoutUndefined,
	isAbsent,
	isEmptyList,
	isJsonObject,
	mergeObjects,
	objectMember,
	overriddenPaths,
	parsedJson,
	valueAt,
} from '../../../engine/json';
import type { Need, Parameters, PlanContext } from '../../../engine/operation';
import { overriddenHints } from '../../../engine/parameters/json';
import { unresolvedSelectors } from '../../../engine/parameters/properties';
import { emptyToUndefined, optionalObject, asObject } from '../../../engine/parameters/values';
import { wordsOf } from '../../../engine/text';
import { CORRECT_FIELDS } from '../../../clickhouseCloud/api';
import { pipeRecord } from '../../../clickhouseCloud/records';
import { UPDATE_FIELDS } from '../../../engine/parameterNames';
import { changedFields } from '../../../features/record/bodyFields';
import { update } from '../../../features/record/change';
import { recordPath } from '../../../features/record/record';
import { columnsFields, definedColumns, columnsSchema } from './columns';
import { destinationIssues, fieldMappingsSchema, unknownColumns } from './destination';
import { sourceIssues } from './discoverSchema';
import { discoverOption, discovers, schemaNeed, withDiscovery } from './discovery';
import { changeIssues, hasSecrets, secretsElsewhere } from './rules';
import { changedSecrets, fillSecrets } from './secrets';
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
import { HOST, USUAL_HOST } from './sources/database';
import { hiddenLoginRule } from './sources/mongodb';
import { ROLE_ARN } from './sources/source';
import { changesSummary } from './summary';
import { trimTexts } from '../../../engine/body/schema';
import { rowsField } from './rowLists';
import { withDisplayOptions } from '../../../engine/foldedProperties';

/** Changes of table mappings. */
const MAPPING_LISTS = ['tableMappingsToAdd', 'tableMappingsToRemove'] as const;

/** A BigQuery pipe can only change its name. */
const CHANGEABLE_KINDS = SOURCE_KINDS.filter((kind) => kind !== 'bigquery');
const MAPPED = SOURCES.flatMap(({ kind, tables, description: { members } }) =>
	tables === undefined || !CHANGEABLE_KINDS.includes(kind) ? [] : [{ kind, ...tables, members }],
);

const mappedKinds = MAPPED.map(({ kind, members, rowFields, field: { schema } }) => {
	const about = {
		description: 'Stop the pipe first, and wait until it is Paused. The API resumes it afterward.',
	};
	const mappings = (label: string, parameter: string, values: INodeProperties[]) =>
		customField(schema, [rowsField(label, parameter, ['Table Mapping', values], about)], {
			parameter,
			when: { '/sourceKind': [kind] },
		});
	const [toAdd, toRemove] = MAPPING_LISTS;
	const source = object({
		[toAdd]: mappings('Table Mappings to Add', toAdd, rowFields),
		// Schema or database, table and target table identify a mapping.
		[toRemove]: mappings('Table Mappings to Remove', toRemove, rowFields.slice(0, 3)),
		...addresses(members),
	});
	return [kind, source] as const;
});

const otherKinds = SOURCES.filter(({ tables }) => tables === undefined).map(
	({ kind, description: { members } }) => [kind, object(addresses(members))] as const,
);

/** An update requires neither a source's host nor its role. */
function addresses({ host, iamRole }: Fields): Fields {
	return {
		...(host && { host: { schema: HOST, usual: USUAL_HOST } }),
		...(iamRole && { iamRole: { schema: iamRole.schema, usual: ROLE_ARN } }),
	};
}

const columns = columnsFields({
	isNeeded: false,
	description:
		"All of the pipe's columns, replacing its current columns. The table itself doesn't change.",
});

/** "Update pipe" body, as far as the form checks it. */
const pipeUpdate = describeBody('', {
	name: text('Name', {
		required: 'byFields',
		placeholder: 'e.g. Orders',
		description: 'New pipe name',
		schema: FILLED.refine(
			({ length }) => length <= 255,
			'is longer than 255 characters. Shorten it.',
		),
	}),
	destination: object({
		columns: customField(columnsSchema, columns, { when: { '/sourceKind': TABLE_KINDS } }),
	}),
	// In the form, the columns contain their mappings.
	fieldMappings: { schema: fieldMappingsSchema, parameter: 'destinationColumns' },
	source: object(Object.fromEntries([...mappedKinds, ...otherKinds])),
});

const sendSourceSecrets: INodeProperties = {
	displayName: 'Replace Login',
	name: 'sendSourceSecrets',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		"Whether to replace the source's login with the login in the credential for the source. The API tests a new connection, which fails without a login.",
};

const pipeBody = changedFields(pipeUpdate, {
	example: '{ "source": { "postgres": { "host": "…" } } }',
	direct: [...columns.map(({ name }) => name), ...MAPPING_LISTS],
	toApiKeys: finishedChange,
	rules: [pipeChangeIssues, (body) => [...changeHints(body)].map(sentenceHint)],
});
const { directFields, updateFields } = pipeBody;

/** Changes other than the name, by the pipe's source. */
const sourceChanges: INodeProperties[] = [
	{
		...sourceKindField,
		displayName: 'Source of This Pipe',
		description:
			"The pipe's current source. It can't change and decides which fields appear below.",
	},
	...directFields,
	...withDisplayOptions({ show: { sourceKind: CHANGEABLE_KINDS } }, [
		sendSourceSecrets,
		sourceCredentialField({ show: { sendSourceSecrets: [true] } }),
	]),
	sourceCredentialField({
		show: { sourceKind: [...TABLE_KINDS], columnsInput: [discoverOption.value] },
	}),
];

const selectorIssues = unresolvedSelectors(sourceChanges, 'Choose a value.');
const { labelOf } = fieldLabels(directFields);

/** With new tables or secrets, the API tests the source and resumes the pipe. */
export const updatePipe = update(pipeRecord, {
	description:
		"Rename a pipe, or change its columns, table mappings or connection. You can't change its type, format or topics.",
	fields: {
		...pipeBody,
		properties: [updateFields, ...sourceChanges],
		buildBody: changeBody,
	},
	output: pipeRecord.output,
	allowUnlisted: true,
	extraCredentialType: 'cloudPipeSourceApi',
	repeatable: (body) => !addsTables(body) && !hasSecrets(body),
	advice: {
		400: `${CORRECT_FIELDS} To change table mappings, use Stop, wait for Paused, then update the pipe. If the connection can't be tested, turn on Replace Login.`,
	},
	verb: 'Change',
	changes: changesSummary,
});

/** Discovers the columns in the pipe's stored source, with the selected credential's secrets. */
function changeBody(parameters: Parameters, context: PlanContext): RequestBody {
	const built = pipeBody.buildBody(parameters, context);
	if (!discovers(parameters)) return built;
	const pipe = `pipe ${recordText(parameters, pipeRecord.id.field.name)}`;
	const pipeNeed: Need = {
		fact: 'pipe',
		purpose: "Define Columns is Discover, so the node reads the pipe's source first.",
		subject: pipe,
		permission: pipeRecord.permissions.read,
		request: { method: 'GET', path: recordPath(pipeRecord)(parameters, context.credential).path },
		factIn: (payload) => ({ value: payload }),
	};
	const { [pipeNeed.fact]: stored } = context.facts ?? {};
	if (stored === undefined) return withDiscovery(built, [pipeNeed]);
	// The API returns null for a source's missing parts, but doesn't accept null.
	const withoutNull = (_name: string, value: unknown): unknown => value ?? undefined;
	const storedSource = parsedJson(JSON.stringify(asObject(stored).source ?? {}, withoutNull));
	const source = fillSecrets(asObject(storedSource), context, 'fields');
	const issues = sourceIssues({ source }, context, parameters).filter(
		(issue) => ['source', 'cloudPipeSourceApi'].includes(issue.path) && stopsItem(issue),
	);
	const needs = [pipeNeed, schemaNeed({ source }, pipe, parameters, context)];
	return withDiscovery({ ...built, issues: [...built.issues, ...issues] }, needs);
}

/** Every pipe has a name, and every pipe of a stream or of files has columns. */
const REQUIRED_OF_PIPE = notCleared('it is required');

/** Adds columns, table mappings and the source's secrets to the entered keys. */
function finishedChange(change: JsonObject, parameters: Parameters, context: PlanContext): Draft {
	const unresolved = selectorIssues(parameters);
	if (unresolved.length > 0) return { body: {}, issues: unresolved };
	const { name } = asObject(parameters[UPDATE_FIELDS]);
	const columnChange = changedColumns(parameters, context);
	const tableChange = changedTables(parameters, context.timezone);
	const form = withoutUndefined({ ...columnChange.body, ...tableChange.body });
	const neutralPipe = enteredPipe(mergeObjects(form, change), context.credential);
	const trimmedChange = trimTexts(pipeUpdate.schema, neutralPipe.body);
	const { body, issues: secretIssues } = withChosenSecrets(trimmedChange, parameters, context);
	const nameIssues = name === null ? [{ path: 'name', ...REQUIRED_OF_PIPE }] : [];
	return {
		body,
		fieldBody: form,
		issues: [
			...columnChange.issues,
			...tableChange.issues,
			...nameIssues,
			...secretIssues,
			...overriddenHints(overriddenPaths(form, change), fieldOf),
			...neutralPipe.issues,
		],
	};
}

function changedColumns(parameters: Parameters, context: PlanContext): Draft {
	const { columnsInput, destinationColumns, sourceKind } = parameters;
	if (!TABLE_KINDS.some((kind) => kind === sourceKind)) return { body: {}, issues: [] };
	const { issues, columns, fieldMappings } = definedColumns(parameters, context);
	// Choosing the list is deliberate, so it must contain columns.
	if (columnsInput === 'list' && issues.length === 0 && !columns) {
		issues.push({ path: 'columnsList', ...EMPTY });
	}
	if (destinationColumns === null || isEmptyList(destinationColumns)) {
		issues.push({ path: 'destinationColumns', ...REQUIRED_OF_PIPE });
	}
	return {
		body: { destination: optionalObject({ columns }), fieldMappings },
		issues: issues.map(({ path, ...issue }) => ({
			...issue,
			path: path.replace(/^destination\.columns/, 'destinationColumns'),
		})),
	};
}

function changedTables(parameters: Parameters, timezone: string) {
	const mapped = MAPPED.find(({ kind }) => kind === parameters.sourceKind);
	if (mapped === undefined) return { body: {}, issues: [] };
	const { kind, buildRows: mappingsOf } = mapped;
	const lists = MAPPING_LISTS.map((name) => {
		const { rows, issues } = mappingsOf({ [`${kind}TableMappings`]: parameters[name] }, timezone);
		const [from, to] = [`source.${kind}.tableMappings`, `source.${kind}.${name}`];
		const moved = issues.map((issue) => ({ ...issue, path: issue.path.replace(from, to) }));
		return { entry: [name, emptyToUndefined(rows)] as const, issues: moved };
	});
	const owner = optionalObject(Object.fromEntries(lists.map(({ entry }) => entry)));
	return {
		body: { source: optionalObject({ [kind]: owner }) },
		issues: lists.flatMap(({ issues }) => issues),
	};
}

/** Fills in the chosen source's secrets if they must be sent. */
function withChosenSecrets(
	body: JsonObject,
	{ sendSourceSecrets, sourceKind }: Parameters,
	context: PlanContext,
): { body: JsonObject; issues: Issue[] } {
	const source = body.source ?? {};
	if (sendSourceSecrets !== true || typeof sourceKind !== 'string' || !isJsonObject(source)) {
		return { body, issues: [] };
	}
	const owner = source[sourceKind] ?? {};
	if (!isJsonObject(owner)) return { body, issues: [] };
	const { source: filled, issues } = changedSecrets({ ...source, [sourceKind]: owner }, context);
	return { body: { ...body, source: filled }, issues };
}

/** Label of the field that sets a key. Columns also set their mappings. */
function fieldOf(path: string): string | undefined {
	return labelOf(
		path === 'fieldMappings' ? 'destination.columns' : path.replace(/^source\.\w+\./, ''),
	);
}

function* pipeChangeIssues(body: JsonObject, { credential }: PlanContext): Iterable<Issue> {
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
			yield* prefixPaths(`source.${kind}.${name}`, tables?.issues(mappings) ?? []);
		}
	}
	yield* prefixPaths('source.mongodb', hiddenLoginRule(objectMember(source, 'mongodb') ?? {}));
	yield* changeIssues(body, credential);
	yield* destinationIssues(body, undefined);
	yield* unknownColumns(body);
	yield* secretsElsewhere(body);
}

/** True if a change adds tables to any kind of source, listed or not. */
function addsTables({ source }: JsonObject): boolean {
	return Object.values(asObject(source)).some((owner) => {
		const added: unknown = valueAt(owner, MAPPING_LISTS[0]);
		return !isAbsent(emptyToUndefined(added));
	});
}

/** Keys that the contract requires in each change of a source. */
const REQUIRED: ReadonlyMap<string, readonly string[]> = new Map([
	['mongodb', ['uri', 'readPreference']],
	['mysql', ['host', 'port']],
	['pubsub', ['authentication']],
]);

/** Keys that the API ignores in a Kafka change. */
const FIXED_OF_KAFKA = wordsOf(
	'type format brokers topics consumerGroup offset schemaRegistry exactlyOnce tombstoneMode',
);

/** Changes that don't affect the connection. */
const UNTESTED: readonly string[] = [...MAPPING_LISTS, 'settings'];

function* changeHints(body: JsonObject): Iterable<string> {
	const source = objectMember(body, 'source') ?? {};
	for (const { kind, tables, secretUse } of sourcesIn(source)) {
		const owner = objectMember(source, kind) ?? {};
		const missing = (REQUIRED.get(kind) ?? []).filter((name) => isAbsent(owner[name]));
		yield* missing.map((name) => `"source.${kind}.${name}" isn't set, so the API chooses.`);
		const changed = Object.keys(owner).filter((name) => !UNTESTED.includes(name));
		if (tables === undefined || changed.length === 0 || !isAbsent(owner.credentials)) continue;
		if (secretUse(owner) === undefined) continue;
		yield `The API tests the connection with ${listed(changed)}, which fails without the secrets. Turn on Replace Login.`;
	}
	const fixed = FIXED_OF_KAFKA.filter((name) => !isAbsent(valueAt(source, `kafka.${name}`)));
	if (fixed.length > 0) {
		yield `The API ignores ${listed(fixed)} of a Kafka source here, because they can't change after the pipe is created.`;
	}
	if (!isAbsent(valueAt(source, 'kafka.schemaRegistry.credentials'))) {
		yield 'The API refuses "source.kafka.schemaRegistry.credentials" in an update.';
	}
	if (isAbsent(body.settings)) return;
	yield `The API ignores "settings" here. Use Pipe → Update Settings or, for a database, the source's settings, such as "source.postgres.settings".`;
}
