import type { INodeProperties } from 'n8n-workflow';
import { choice, property } from '../../../../engine/body/fields';
import { prefixPaths, membersOf } from '../../../../engine/body/interpret';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent, isJsonObject, objectMember } from '../../../../engine/json';
import type { ParameterValues } from '../../../../engine/operation';
import { asObject } from '../../../../engine/parameters/values';
import { enumerated } from '../../../../engine/text';
import { bigquery } from './bigquery';
import { kafka } from './kafka';
import { kinesis } from './kinesis';
import { mongodb } from './mongodb';
import { mysql } from './mysql';
import { objectStorage } from './objectStorage';
import { postgres } from './postgres';
import { pubsub } from './pubsub';
import { isSecretField } from './secretFields';
import type { PipeSource } from './source';
import { issuesOfMembers } from './source';
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

export function kindsOf(sources: readonly PipeSource[]): readonly string[] {
	return sources.map(({ kind }) => kind);
}

export const SOURCE_KINDS = kindsOf(SOURCES);

const STREAMS = SOURCES.filter(({ isStream }) => isStream === true);
export const STREAMING_KINDS = kindsOf(STREAMS);
export const STREAMS_TEXT = `streaming pipes (${labelsOf(STREAMS)})`;

export const SINGLE_TABLE_SOURCES = SOURCES.filter(({ tables }) => tables === undefined);

export const SINGLE_TABLE_KINDS = kindsOf(SINGLE_TABLE_SOURCES);

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
		.filter(({ field }) => isSecretField(field))
		.map(({ path }) => `source.${kind}.${path}`),
);

/** The fields below depend on the selected source. */
export function kindField(sources: readonly PipeSource[]): INodeProperties {
	const options = Object.fromEntries(sources.map(({ kind, option }) => [kind, option.name]));
	const descriptions = Object.fromEntries(
		sources.map(({ kind, option }) => [kind, option.description ?? '']),
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

/** The source that the form chooses. Undefined if an expression chooses an unlisted kind. */
export function chosenSource({ sourceKind }: ParameterValues): PipeSource | undefined {
	return SOURCES.find(({ kind }) => kind === sourceKind);
}

/** The listed sources in a body. A valid body has exactly one. */
export function sourcesIn(body: JsonObject): PipeSource[] {
	return SOURCES.filter(({ kind }) => !isAbsent(body[kind]));
}

/** Checks the sources of a body, each with the object of its kind. */
export function issuesOfSources(
	body: JsonObject,
	issuesIn: (pipeSource: PipeSource, members: JsonObject) => Iterable<Issue>,
): Issue[] {
	const source = asObject(body.source);
	return sourcesIn(source).flatMap((pipeSource) => {
		const { kind } = pipeSource;
		const members = objectMember(source, kind);
		return members ? prefixPaths(`source.${kind}`, issuesIn(pipeSource, members)) : [];
	});
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
		return prefixPaths(only.kind, issuesOfMembers(only, objectMember(body, only.kind) ?? {}));
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
