import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { phrase, quoteName } from '../../../engine/phrase';
import type { Fields } from '../../../engine/body/fields';
import {
	fieldWithProperties,
	describeFields,
	FILLED,
	object,
	text,
} from '../../../engine/body/fields';
import type { Draft } from '../../../features/record/draft';
import type { Step } from '../../../features/record/steps';
import type { Issue } from '../../../engine/issue';
import { EMPTY, notCleared, sentenceHint, stopsItem } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import {
	withoutUndefined,
	isAbsent,
	isEmptyList,
	isJsonObject,
	objectMember,
	parsedJson,
	valueAt,
} from '../../../engine/json';
import type { Need, ParameterValues, PlanContext } from '../../../engine/operation';
import { withFields } from '../../../engine/parameters/jsonInput';
import { withDisplayOptions } from '../../../engine/parameters/properties';
import { emptyToUndefined, optionalObject, asObject } from '../../../engine/parameters/values';
import { listed } from '../../../engine/text';
import { CORRECT_FIELDS } from '../../../clickhouseCloud/api';
import { pipeRecord } from '../../../clickhouseCloud/records';
import { UPDATE_FIELDS } from '../../../engine/parameterNames';
import { changedFields } from '../../../features/record/bodyFields';
import { update } from '../../../features/record/change';
import { recordNeed } from '../../../features/record/needs';
import { columnsField, definedColumns } from './columns';
import { destinationIssues, fieldMappingsSchema, unknownColumns } from './destination';
import { sourceIssues, changeIssues, hasSecrets, secretsElsewhere } from './rules';
import { discoverOption, discovers, nameColumn, schemaNeed } from './discovery';
import { withReplacedLogin, fillSecrets, findSource } from './secrets';
import { PIPE_NAME_LENGTH, withNeutralSettings } from './pipeSettings';
import { sourceCredentialField } from './sourceForm';
import {
	chosenSource,
	issuesOfSources,
	notOneSourceText,
	sourceKindField,
	SINGLE_TABLE_KINDS,
	SOURCES,
	sourcesIn,
} from './sources';
import { HOST, USUAL_HOST } from './sources/database';
import type { PipeSource } from './sources/source';
import { ROLE_ARN, usedSecrets } from './sources/source';
import { pipeUpdateSummary } from './summary';
import { rowsField } from './parseList';
import type { TableMappings } from './tableMappings';
import { enteredMappings, mappingIssues, qualifiedTables } from './tableMappings';

const MAPPING_LISTS = ['tableMappingsToAdd', 'tableMappingsToRemove'] as const;

const CHANGEABLE = SOURCES.filter(({ change }) => !change?.onlyName);

const sourceObjects = CHANGEABLE.map(({ kind, tables, description: { members } }) => {
	const lists = tables && mappingLists(kind, tables);
	return [kind, object({ ...lists, ...addresses(members) })] as const;
});

function mappingLists(kind: string, { rowFields, field: { schema } }: TableMappings): Fields {
	const about = "Stop the pipe first, and wait until it's Paused. The API resumes it afterward.";
	const mappings = (label: string, parameter: string, values: INodeProperties[]) =>
		fieldWithProperties(schema, [rowsField(label, parameter, ['Table Mapping', values], about)], {
			parameter,
			when: { '/sourceKind': [kind] },
		});
	const [toAdd, toRemove] = MAPPING_LISTS;
	return {
		[toAdd]: mappings('Table Mappings to Add', toAdd, rowFields),
		// Schema or database, table, and target table identify a mapping.
		[toRemove]: mappings('Table Mappings to Remove', toRemove, rowFields.slice(0, 3)),
	};
}

/** An update requires no part of an address. */
function addresses({ host, iamRole, tlsHost, uri }: Fields): Fields {
	return {
		...(host && { host: { schema: HOST, rule: USUAL_HOST } }),
		...(tlsHost && { tlsHost: { schema: HOST, rule: USUAL_HOST } }),
		// The API takes back its own redacted URI, which can have any shape.
		...(uri?.rule && { uri: { schema: z.string(), rule: uri.rule } }),
		...(iamRole && { iamRole: { schema: iamRole.schema, rule: ROLE_ARN } }),
	};
}

/** The form checks only these parts of "Update pipe". */
const pipeUpdate = describeFields('', {
	name: text('Name', {
		required: 'byFields',
		placeholder: 'e.g. Orders',
		schema: FILLED,
		rule: PIPE_NAME_LENGTH,
	}),
	destination: object({
		columns: columnsField(
			"All of the pipe's columns, replacing its current columns. The table itself doesn't change.",
			false,
		),
	}),
	// In the form, the columns contain their mappings.
	fieldMappings: { schema: fieldMappingsSchema, parameter: 'destinationColumns' },
	source: object(Object.fromEntries(sourceObjects)),
});

const sendSourceSecrets: INodeProperties = {
	displayName: 'Replace Login',
	name: 'sendSourceSecrets',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		"Whether to replace the source's login with the login in the credential for the source. Turn this on to change the connection, because the API tests the new connection with this login.",
};

/** The fact contains the pipe with its stored source. */
const PIPE = 'pipe';

/** The stored source's secrets come from the selected credential. */
const withStoredSchema: Step<Draft> = (_, parameters, context) => {
	const { facts } = context;
	if (!discovers(parameters)) return {};
	const pipe = phrase`pipe ${quoteName(parameters[pipeRecord.id.field.name])}`;
	const pipeNeed: Need = {
		...recordNeed(pipeRecord, parameters, context),
		fact: PIPE,
		purpose: "Define Columns is Discover, which reads the pipe's source first.",
	};
	if (!Object.hasOwn(facts, PIPE)) return { needs: [pipeNeed] };
	// The API returns null for a source's missing parts, but doesn't accept null.
	const withoutNull = (_name: string, value: unknown): unknown =>
		Array.isArray(value) ? value.filter((entry: unknown) => entry !== null) : (value ?? undefined);
	const { source: stored = {} } = asObject(facts[PIPE]);
	const storedSource = asObject(parsedJson(JSON.stringify(stored, withoutNull)));
	const sourceSecrets = findSource(storedSource, context, false);
	const source = sourceSecrets ? fillSecrets(sourceSecrets) : storedSource;
	const issues = sourceIssues({ source }, context, parameters).filter(
		(issue) => ['source', 'cloudPipeSourceApi'].includes(issue.path) && stopsItem(issue),
	);
	return { issues, needs: [schemaNeed({ source }, pipe, parameters, context)] };
};

const changedPipe = changedFields(pipeUpdate, {
	example: '{ "source": { "postgres": { "host": "…" } } }',
	mainFields: ['destination', 'fieldMappings', 'source'],
	panel: (mainFields, updateFields) => [updateFields, ...sourceChangeFields(mainFields)],
	bodySteps: [withTables, withNeutralSettings(pipeUpdate), withChosenSecrets, withStoredSchema],
	moreKeys: true,
	rules: [pipeChangeIssues, unknownColumns, (body) => [...changeHints(body)].map(sentenceHint)],
	reword: nameColumn,
});

/** The name can always change. Other changes depend on the pipe's source. */
function sourceChangeFields(mainFields: INodeProperties[]): INodeProperties[] {
	return [
		{
			...sourceKindField,
			displayName: 'Source of This Pipe',
			description: "The pipe's current source. You can't change it. The fields below depend on it.",
		},
		...mainFields,
		...withDisplayOptions({ show: { sourceKind: CHANGEABLE.map(({ kind }) => kind) } }, [
			sendSourceSecrets,
			sourceCredentialField({ show: { sendSourceSecrets: [true] } }),
		]),
		sourceCredentialField({
			show: { sourceKind: [...SINGLE_TABLE_KINDS], columnsInput: [discoverOption.value] },
		}),
	];
}

/** With new tables or secrets, the API tests the source and resumes the pipe. */
export const updatePipe = update(pipeRecord, {
	description:
		"Rename a pipe, or change its columns, table mappings, or connection. You can't change its type, format, or topics.",
	fields: changedPipe,
	output: pipeRecord.output,
	offersAllowUnusual: true,
	extraCredentialType: 'cloudPipeSourceApi',
	repeatable: (body) => !addsTables(body) && !hasSecrets(body),
	advice: {
		400: `${CORRECT_FIELDS} To change table mappings, use Stop, wait for Paused, then update the pipe. If the connection can't be tested, turn on Replace Login.`,
	},
	verb: 'Change',
	describeChanges: pipeUpdateSummary,
});

/** Every pipe has a name, and every pipe of a stream or of files has columns, so an update can't clear them. */
const REQUIRED_OF_PIPE = notCleared('it is required');

function withTables(draft: Draft, parameters: ParameterValues, context: PlanContext): Draft {
	const { name } = asObject(parameters[UPDATE_FIELDS]);
	const change = changedData(parameters, context);
	const { issues: overridden, ...merged } = withFields(withoutUndefined(change.body), draft);
	return {
		...merged,
		issues: [
			...change.issues,
			...(name === null ? [{ path: 'name', ...REQUIRED_OF_PIPE }] : []),
			...overridden,
		],
	};
}

/** A database loads into tables, any other source into the columns of one. */
function changedData(parameters: ParameterValues, context: PlanContext): Draft {
	const { kind, tables, change } = chosenSource(parameters) ?? {};
	if (kind === undefined || change?.onlyName) return { body: {}, issues: [] };
	return tables
		? changedTables(kind, tables, parameters, context.timezone)
		: changedColumns(parameters, context);
}

function changedColumns(parameters: ParameterValues, context: PlanContext): Draft {
	const { columnsInput, destinationColumns } = parameters;
	const { issues, columns, fieldMappings } = definedColumns(parameters, context);
	// Users who choose the list mean to change columns, so the list must contain some.
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

function changedTables(
	kind: string,
	tables: TableMappings,
	parameters: ParameterValues,
	timezone: string,
): Draft {
	const members: JsonObject = {};
	const issues: Issue[] = [];
	for (const name of MAPPING_LISTS) {
		const formRows = { [tables.rowsParameter]: parameters[name] };
		const { value: mappings, issues: mappingIssues } = enteredMappings(
			{ ...tables, path: `source.${kind}.${name}` },
			formRows,
			timezone,
		);
		members[name] = emptyToUndefined(mappings);
		issues.push(...mappingIssues);
	}
	return { body: { source: optionalObject({ [kind]: optionalObject(members) }) }, issues };
}

/** Fills in the source's login if Replace Login is on. The API needs it only for some changes. */
function withChosenSecrets(
	{ body }: Draft,
	{ sendSourceSecrets, sourceKind }: ParameterValues,
	context: PlanContext,
): Partial<Draft> {
	const source = body.source ?? {};
	if (sendSourceSecrets !== true || typeof sourceKind !== 'string' || !isJsonObject(source)) {
		return {};
	}
	const owner = source[sourceKind] ?? {};
	if (!isJsonObject(owner)) return {};
	const { source: filled, issues } = withReplacedLogin({ ...source, [sourceKind]: owner }, context);
	return { body: { ...body, source: filled }, issues };
}

function* pipeChangeIssues(body: JsonObject, { credential }: PlanContext): Iterable<Issue> {
	const sources = sourcesIn(asObject(body.source));
	if (sources.length > 1) yield { path: 'source', text: notOneSourceText(sources) };
	const [toAdd] = MAPPING_LISTS;
	yield* issuesOfSources(body, ({ tables, change = {} }, members) => [
		...MAPPING_LISTS.filter((name) => emptyToUndefined(members[name]) !== undefined).flatMap(
			(name) => (tables ? mappingIssues(tables, name, members) : []),
		),
		...(change.rules ?? []).flatMap((rule) => [...rule(members)]),
		...(tables ? qualifiedTables(tables, toAdd, members, { word: 'database' }) : []),
	]);
	yield* changeIssues(body, credential);
	yield* destinationIssues(body, undefined);
	yield* secretsElsewhere(body);
}

/** Checks every kind of source, listed or not. */
function addsTables({ source }: JsonObject): boolean {
	const [toAdd] = MAPPING_LISTS;
	const owners = Object.values(asObject(source));
	return owners.some((owner) => emptyToUndefined(valueAt(owner, toAdd)) !== undefined);
}

/** Changes of these keys don't affect the connection, so the API doesn't test it. */
const UNTESTED: readonly string[] = [...MAPPING_LISTS, 'settings'];

function* changeHints(body: JsonObject): Iterable<string> {
	const source = objectMember(body, 'source') ?? {};
	for (const pipeSource of sourcesIn(source)) {
		yield* sourceChangeHints(pipeSource, objectMember(source, pipeSource.kind) ?? {});
	}
	if (isAbsent(body.settings)) return;
	yield `The API ignores "settings" here. Use Pipe → Update Settings or, for a database, the source's settings, such as "source.postgres.settings".`;
}

function* sourceChangeHints(pipeSource: PipeSource, members: JsonObject): Iterable<string> {
	const { kind, label, tables, change = {} } = pipeSource;
	const { required = [], ignored = [], refused = [] } = change;
	const isSet = (path: string) => !isAbsent(valueAt(members, path));
	for (const name of required) {
		if (!isSet(name)) yield `"source.${kind}.${name}" isn't set, so the API chooses.`;
	}
	const tested = Object.keys(members).filter((name) => !UNTESTED.includes(name));
	const needsSecrets = !isSet('credentials') && usedSecrets(pipeSource, members) !== undefined;
	if (tables !== undefined && tested.length > 0 && needsSecrets) {
		yield `The API tests the connection with ${listed(tested, String)}, which fails without the secrets. Turn on Replace Login.`;
	}
	const fixed = ignored.filter(isSet);
	if (fixed.length > 0) {
		yield `The API ignores ${listed(fixed, String)} of a ${label} source here, because they can't change after the pipe is created.`;
	}
	for (const path of refused) {
		if (isSet(path)) yield `The API refuses "source.${kind}.${path}" in an update.`;
	}
}
