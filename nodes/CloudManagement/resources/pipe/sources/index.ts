import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Fields } from '../../../../engine/body/fields';
import { choice, flag, object, property } from '../../../../engine/body/fields';
import { prefixPaths, membersOf, propertiesOf } from '../../../../engine/body/interpret';
import type { JsonObject } from '../../../../engine/json';
import {
	isAbsent,
	isJsonObject,
	objectMember,
	overriddenPaths,
	withoutUndefined,
} from '../../../../engine/json';
import type { Parameters } from '../../../../engine/operation';
import {
	additionalMembersField,
	byLabel,
	withAdditionalMembers,
} from '../../../../engine/parameters/json';
import { collection } from '../../../../engine/parameters/properties';
import { asObject, emptyToUndefined } from '../../../../engine/parameters/values';
import { sourceCredentialNotice } from './secrets';
import { NO_TABLES } from '../tableMappings';
import { bigquery } from './bigquery';
import { BROKERS_ARE_GIVEN, kafka } from './kafka';
import { kinesis } from './kinesis';
import { mongodb } from './mongodb';
import { mysql } from './mysql';
import { objectStorage } from './objectStorage';
import { postgres } from './postgres';
import { pubsub } from './pubsub';
import type { SourceKind } from './source';
import type { Issue } from '../../../../engine/issue';
import { unlistedText } from '../../../../engine/issue';

/** All kinds of sources. A new one is a file in this folder, and an entry in this list. */
export const SOURCES: readonly SourceKind[] = [
	bigquery,
	kafka,
	kinesis,
	mongodb,
	mysql,
	objectStorage,
	postgres,
	pubsub,
];

const kindsOf = (sources: readonly SourceKind[]): readonly string[] =>
	sources.map(({ kind }) => kind);

export const SOURCE_KINDS = kindsOf(SOURCES);

const STREAMS = SOURCES.filter(({ isStream }) => isStream === true);
export const STREAMING_KINDS = kindsOf(STREAMS);
export const STREAMS_TEXT = `streaming pipes (${labelsOf(STREAMS)})`;

/** Databases load into their own tables, the others into one. */
const DATABASES = SOURCES.filter(({ tables }) => tables !== undefined);
export const TABLE_KINDS = kindsOf(SOURCES.filter(({ tables }) => tables === undefined));
export const FOR_TABLES = `for every source but ${labelsOf(DATABASES)}` as const;

const RESYNCABLE = SOURCES.filter(({ resyncs }) => resyncs === true);
export const RESYNCABLE_KINDS = kindsOf(RESYNCABLE);
export const RESYNCABLE_LABELS = labelsOf(RESYNCABLE);

function labelsOf(sources: readonly SourceKind[]): string {
	return sources
		.map(({ label }) => label)
		.join(', ')
		.replace(/, ([^,]*)$/, ' and $1');
}

/** The only paths of secrets in the body. */
export const SECRET_PATHS: readonly string[] = SOURCES.flatMap(({ kind, description }) =>
	membersOf(description)
		.filter(({ field }) => field.isSecret)
		.map(({ path }) => `source.${kind}.${path}`),
);

/** Each less common field of a pipe is named by its path, but this one. */
export const validateSamples = flag('Validate Samples', {
	parameter: 'validateSamples',
	description:
		'Whether to read samples from the source and validate them before the pipe is created',
});

/** A pipe's source by some kinds, all nullable: `sourceFindings` requires exactly one. */
export function sourceObject(sources: readonly SourceKind[], otherMembers: Fields = {}) {
	const kinds = sources.map(({ kind, description }) => [kind, description] as const);
	return object(
		{ ...Object.fromEntries(kinds), ...otherMembers },
		{ required: true, panel: kindsOf(sources), parameter: sourceKindField.name },
	);
}

/** The source selector, which decides which fields follow it. */
export function kindField(sources: readonly SourceKind[]): INodeProperties {
	const options = Object.fromEntries(sources.map(({ kind, label }) => [kind, label]));
	return property(
		'sourceKind',
		choice('Source', options, {
			selects: true,
			default: 'kafka',
			description: 'System to read from',
			descriptions: Object.fromEntries(
				sources.map(({ kind, optionDescription }) => [kind, optionDescription]),
			),
		}),
	);
}

export const sourceKindField = kindField(SOURCES);

export const pipeSource = sourceObject(SOURCES, { validateSamples });

/** Each kind's fields, which follow the source selector. */
export const sourceFields = SOURCES.flatMap(({ description }) => propertiesOf(description));

/** Drops the fields that only other sources have. */
export function fieldsFor(
	sources: readonly SourceKind[],
	fields: readonly INodeProperties[],
): INodeProperties[] {
	const kinds = kindsOf(sources);
	return fields.filter(
		({ displayOptions: { show = {} } = {} }) =>
			show.sourceKind?.every((shownKind) => kinds.some((kind) => kind === shownKind)) ?? true,
	);
}

const isCredentialNotice = ({ name }: INodeProperties) => name === sourceCredentialNotice.name;

/**
 * n8n joins a credential's conditions with "and" and has no "or". So a hidden field exists exactly if a source uses
 * secrets, and the credential is shown with it. An expression meets every condition, so that none of them ever drops a
 * selected credential.
 */
export const sourceCredentialFields: INodeProperties[] = [
	{ show: { pipeInput: ['json'] } },
	...sourceFields
		.filter((field) => isCredentialNotice(field))
		.map(({ displayOptions }) => {
			const isKafka = displayOptions?.show?.sourceKind?.includes(kafka.kind);
			return { show: { ...displayOptions?.show, ...(isKafka && BROKERS_ARE_GIVEN) } };
		}),
].map(sourceCredentialField);

/** The hidden field with which the source's credential is shown. */
export function sourceCredentialField(displayOptions: IDisplayOptions): INodeProperties {
	return {
		displayName: 'Source Credential',
		name: 'sourceCredential',
		type: 'hidden',
		default: 'shown',
		displayOptions,
	};
}

/** The collection with the less common fields of a pipe. */
export const SETTINGS_BOX = 'additionalOptions';

const additionalMembers = additionalMembersField(
	'source',
	'{ "newField": "…" }',
	'sourceAdditionalMembers',
	' Enter secrets in the credential for the source, because the workflow stores this field unencrypted.',
);

/** Makes that collection from its fields. */
export function settingsCollection(label: string): (fields: INodeProperties[]) => INodeProperties {
	return (fields) =>
		collection(label, SETTINGS_BOX, 'Add Setting', [...fields, additionalMembers].sort(byLabel));
}

/**
 * Adds tables and additional properties to the source that its fields define. `added` are these properties,
 * `overridden` the paths of those that fields set as well.
 */
export function completedSource(source: JsonObject, fields: Parameters, timezone: string) {
	const sourceKind = SOURCES.find(({ kind }) => kind === fields.sourceKind);
	if (sourceKind === undefined) return { source: source, added: {}, overridden: [], issues: [] };
	const { kind, tables } = sourceKind;
	const { [kind]: owner, ...otherKinds } = source;
	const mapped = tables?.buildBody(fields, timezone) ?? { rows: [], issues: [] };
	const fieldValues = withoutUndefined({
		...asObject(owner),
		tableMappings: emptyToUndefined(mapped.rows),
	});
	const { name } = additionalMembers;
	const path = `${SETTINGS_BOX}.${name}`;
	const { body, added, issues } = withAdditionalMembers(fieldValues, fields[name], path);
	const isEmpty = tables && emptyToUndefined(body.tableMappings) === undefined;
	const ofTables = isEmpty && mapped.issues.length === 0;
	const tablesPath = `source.${kind}.tableMappings`;
	return {
		source: { [kind]: body, ...otherKinds },
		added: { source: { [kind]: added } },
		overridden: overriddenPaths(fieldValues, added).map((inner) => `source.${kind}.${inner}`),
		issues: [
			...issues,
			...mapped.issues,
			...(ofTables ? [{ path: tablesPath, text: NO_TABLES }] : []),
		],
	};
}

/** The kinds in a body. A valid source contains one. */
export function sourcesIn(body: JsonObject): SourceKind[] {
	return SOURCES.filter(({ kind }) => !isAbsent(body[kind]));
}

/** Says that a source contains other kinds than one of those that can be used. */
export function notOneSourceText(kindsInBody: string, kinds = SOURCE_KINDS): string {
	return `must contain exactly one of ${kinds.join(', ')}, but contains ${kindsInBody}.`;
}

/** Only a source without any listed kind can have unlisted ones. */
export function unlistedKindsOf(body: JsonObject): string[] {
	if (sourcesIn(body).length > 0) return [];
	return Object.keys(body).filter((name) => isJsonObject(body[name]));
}

export function sourceFindings(body: JsonObject): Issue[] {
	const [only, ...otherSources] = sourcesIn(body);
	if (only !== undefined && otherSources.length === 0) {
		const { kind, findings } = only;
		return prefixPaths(kind, findings(objectMember(body, kind) ?? {}));
	}
	const unlisted = unlistedKindsOf(body);
	if (unlisted.length > 0) {
		const kindNames = unlisted.map((name) => `"${name}"`).join(' and ');
		return [
			{ path: '', verdict: 'unlisted', text: unlistedText(`contains ${kindNames}`, SOURCE_KINDS) },
		];
	}
	const kindNames = only ? kindsOf([only, ...otherSources]).join(' and ') : 'none';
	return [{ path: '', text: notOneSourceText(kindNames) }];
}
