import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Description, Fields } from '../../../../engine/body/fields';
import { choice, flag, object, property } from '../../../../engine/body/fields';
import { prefixPaths, membersOf, propertiesOf } from '../../../../engine/body/interpret';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent, isJsonObject, objectMember } from '../../../../engine/json';
import { additionalMembersField } from '../../../../engine/parameters/jsonInput';
import { camelCased, sortedByLabel, collection } from '../../../../engine/parameters/properties';
import { enumerated } from '../../../../engine/text';
import { sourceCredentialNotice } from './secretKinds';
import { bigquery } from './bigquery';
import { kafka } from './kafka';
import { kinesis } from './kinesis';
import { mongodb } from './mongodb';
import { mysql } from './mysql';
import { objectStorage } from './objectStorage';
import { postgres } from './postgres';
import { pubsub } from './pubsub';
import type { PipeSource } from './source';
import type { Issue } from '../../../../engine/issue';
import { unlistedText } from '../../../../engine/issue';

/** To add a source, add a file in this folder and an entry here. */
export const SOURCES: readonly PipeSource[] = [
	bigquery,
	kafka,
	kinesis,
	mongodb,
	mysql,
	objectStorage,
	postgres,
	pubsub,
];

const kindsOf = (sources: readonly PipeSource[]): readonly string[] =>
	sources.map(({ kind }) => kind);

export const SOURCE_KINDS = kindsOf(SOURCES);

const STREAMS = SOURCES.filter(({ isStream }) => isStream === true);
export const STREAMING_KINDS = kindsOf(STREAMS);
export const STREAMS_TEXT = `streaming pipes (${labelsOf(STREAMS)})`;

/** The API reads the schemas of every source except databases. */
export const DISCOVERED_SOURCES = SOURCES.filter(({ tables }) => tables === undefined);

export const SINGLE_TABLE_KINDS = kindsOf(DISCOVERED_SOURCES);

export function sourceLabel(kind: string): string {
	return SOURCES.find((definition) => definition.kind === kind)?.label ?? kind;
}

const RESYNCABLE = SOURCES.filter(({ resyncs }) => resyncs === true);
export const RESYNCABLE_KINDS = kindsOf(RESYNCABLE);
export const RESYNCABLE_LABELS = labelsOf(RESYNCABLE);

function labelsOf(sources: readonly PipeSource[]): string {
	return enumerated(
		sources.map(({ label }) => label),
		'and',
	);
}

/** A body has secrets only at these paths. */
export const SECRET_PATHS: readonly string[] = SOURCES.flatMap(({ kind, description }) =>
	membersOf(description)
		.filter(({ field }) => 'uses' in field)
		.map(({ path }) => `source.${kind}.${path}`),
);

/** Keeps the stored name. The default name, from its path, would be `sourceValidateSamples`. */
const validateSamples = flag('Validate Samples', {
	parameter: 'validateSamples',
	description:
		'Whether to read samples from the source and validate them before the pipe is created',
});

/** All kinds are nullable in the schema. `sourceObjectIssues` requires exactly one. */
export function sourceObject(sources: readonly PipeSource[], otherMembers: Fields = {}) {
	const kinds = sources.map(({ kind, description }) => [kind, description] as const);
	return object(
		{ ...Object.fromEntries(kinds), ...otherMembers },
		{ required: true, mainFields: kindsOf(sources), parameter: sourceKindField.name },
	);
}

/** The fields below depend on the selected source. */
export function kindField(sources: readonly PipeSource[]): INodeProperties {
	const options = Object.fromEntries(sources.map(({ kind, optionName }) => [kind, optionName]));
	const descriptions = Object.fromEntries(
		sources.flatMap(({ kind, optionDescription: text }) =>
			text === undefined ? [] : [[kind, text]],
		),
	);
	return property(
		'sourceKind',
		choice('Source', options, {
			selects: true,
			descriptions,
			default: 'kafka',
		}),
	);
}

export const sourceKindField = kindField(SOURCES);

export const pipeSource = sourceObject(SOURCES, { validateSamples });

const SOURCE_FORMS = SOURCES.map(({ kind, description, credentialUse: { shownWith } = {} }) => ({
	fields: propertiesOf(description),
	shownWhen: shownWith && { [camelCased([kind, shownWith])]: [{ _cnd: { not: '' } }] },
}));

export const sourceFields = SOURCE_FORMS.flatMap(({ fields }) => fields);

export function fieldsFor(
	sources: readonly PipeSource[],
	fields: readonly INodeProperties[],
): INodeProperties[] {
	const kinds = kindsOf(sources);
	return fields.filter(
		({ displayOptions: { show = {} } = {} }) =>
			show.sourceKind?.every((shownKind) => kinds.some((kind) => kind === shownKind)) ?? true,
	);
}

/**
 * n8n can combine a credential's conditions only with "and", so a hidden field exists exactly if the source uses
 * secrets, and the credential depends on this field. An expression meets every condition, so it never drops a selected
 * credential.
 */
export const sourceCredentialFields: INodeProperties[] = [
	{ show: { pipeInput: ['json'] } },
	...SOURCE_FORMS.flatMap(({ fields, shownWhen }) =>
		fields
			.filter(({ name }) => name === sourceCredentialNotice.name)
			.map(({ displayOptions }) => ({ show: { ...displayOptions?.show, ...shownWhen } })),
	),
].map(sourceCredentialField);

/** While this hidden field is shown, n8n shows the source's credential. */
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
export const PIPE_SETTINGS = 'additionalOptions';

export const additionalMembers = additionalMembersField(
	'source',
	'{ "newField": "…" }',
	'sourceAdditionalMembers',
	' Enter secrets in the credential for the source. The workflow stores this field unencrypted.',
);

export function settingsCollection(label: string, description: Description): INodeProperties {
	const fields = [...propertiesOf(description, 'settings'), additionalMembers];
	return collection(label, PIPE_SETTINGS, 'Add Setting', sortedByLabel(fields));
}

/** A valid body has exactly one. */
export function sourcesIn(body: JsonObject): PipeSource[] {
	return SOURCES.filter(({ kind }) => !isAbsent(body[kind]));
}

export function notOneSourceText(sources: readonly PipeSource[], kinds = SOURCE_KINDS): string {
	const contained = sources.length === 0 ? 'none' : enumerated(kindsOf(sources), 'and');
	return `must contain exactly one of ${kinds.join(', ')}, but contains ${contained}.`;
}

/** Empty if the source also has a known kind. */
export function unlistedKindsOf(body: JsonObject): string[] {
	if (sourcesIn(body).length > 0) return [];
	return Object.keys(body).filter((name) => isJsonObject(body[name]));
}

export function sourceObjectIssues(body: JsonObject): Issue[] {
	const sources = sourcesIn(body);
	const [only, ...otherSources] = sources;
	if (only !== undefined && otherSources.length === 0) {
		const { kind, issuesIn } = only;
		return prefixPaths(kind, issuesIn(objectMember(body, kind) ?? {}));
	}
	const unlisted = unlistedKindsOf(body);
	if (unlisted.length > 0) {
		const kindNames = enumerated(
			unlisted.map((name) => `"${name}"`),
			'and',
		);
		return [
			{ path: '', verdict: 'unusual', text: unlistedText(`contains ${kindNames}`, SOURCE_KINDS) },
		];
	}
	return [{ path: '', text: notOneSourceText(sources) }];
}
