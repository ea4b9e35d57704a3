import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { Finding } from '../../../../core/description/findings';
import { finding, within } from '../../../../core/description/findings';
import { membersOf, propertiesOf } from '../../../../core/description/interpret';
import type { JsonObject } from '../../../../core/json';
import {
	isAbsent,
	isJsonObject,
	objectMember,
	overriddenPaths,
	withoutUndefined,
} from '../../../../core/json';
import type { Parameters, ValidationIssue } from '../../../../core/operation';
import {
	additionalMembersField,
	withAdditionalMembers,
} from '../../../../core/parameters/additionalMembers';
import { optionsOf } from '../../../../core/parameters/properties';
import { optional } from '../../../../core/parameters/values';
import type { ValidationOptions } from '../../../../core/validation/zodIssues';
import { sourceCredentialNotice } from './authentication';
import { kafka } from './kafka';
import { kinesis } from './kinesis';
import { objectStorage } from './objectStorage';
import { postgres } from './postgres';
import type { Source } from './source';

/** All kinds of sources. A new one is a file beside these, and a name in this list. */
export const SOURCES: readonly Source[] = [kafka, kinesis, objectStorage, postgres];

export const SOURCE_KINDS: readonly string[] = SOURCES.map(({ kind }) => kind);

/** The kinds that are streams. */
export const STREAMING_KINDS = kindsWhere(({ isStream }) => isStream === true);

/** The kinds that load into one table. */
export const TABLE_KINDS = kindsWhere(({ tablesOf }) => tablesOf === undefined);

function kindsWhere(is: (source: Source) => boolean): readonly string[] {
	return SOURCES.filter(is).map(({ kind }) => kind);
}

/** The only paths of secrets in the body. Reference, "Credential members accepted on creation only". */
export const SECRET_PATHS: readonly string[] = SOURCES.flatMap(({ kind, description }) =>
	membersOf(description)
		.filter(({ field }) => field.isSecret)
		.map(({ path }) => `source.${kind}.${path}`),
);

/** The source of a pipe: nullable members, of which `sourceFindings` requires exactly one. */
export const sourceSchema = z
	.object({
		...Object.fromEntries(
			SOURCES.map(({ kind, description }) => [kind, description.schema.nullish()]),
		),
		validateSamples: z.boolean().nullish(),
	})
	.passthrough();

/** The selector of the source kind, and the fields of each kind. */
export const sourceFields: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'sourceKind',
		type: 'options',
		noDataExpression: true,
		options: optionsOf(
			SOURCE_KINDS,
			Object.fromEntries(SOURCES.map(({ kind, label }) => [kind, label])),
		),
		default: 'kafka',
		description: 'Where the data comes from',
	},
	...SOURCES.flatMap(({ description }) => propertiesOf(description)),
];

/**
 * n8n joins a credential's conditions with "and" and knows no "or". So a hidden field is present exactly where a
 * source takes secrets, and the credential is shown with it. An expression meets every condition, so that none of
 * them ever drops a selected credential.
 */
export const sourceCredentialFields: INodeProperties[] = [
	{ show: { pipeInput: ['json'] } },
	...sourceFields.flatMap(({ name, displayOptions }) =>
		name === sourceCredentialNotice.name && displayOptions ? [displayOptions] : [],
	),
].map((displayOptions) => ({
	displayName: 'Source Credential',
	name: 'sourceCredential',
	type: 'hidden',
	default: 'shown',
	displayOptions,
}));

/** The less common fields of a source, shown under Pipe Settings. */
export const sourceOptions: INodeProperties[] = [
	...SOURCES.flatMap(({ description }) => propertiesOf(description, 'settings')),
	additionalMembersField(
		'Fields to add to the source, as a JSON object. The fields of the form take precedence. Secrets belong in the credential for the source: what stands here is stored in the workflow unencrypted.',
		'e.g. { "newField": "…" }',
		'sourceAdditionalMembers',
	),
	{
		displayName: 'Validate Samples',
		name: 'validateSamples',
		type: 'boolean',
		default: false,
		description:
			'Whether to read samples from the source and validate them before the pipe is created',
	},
];

/** The `source` member of a form, without its secrets. */
interface SourceBody {
	source: JsonObject;
	/** The additional members, where the body has them. */
	added: JsonObject;
	/** The paths of additional members that fields give, too. */
	overridden: string[];
	issues: ValidationIssue[];
}

/** Returns the `source` member with exactly one kind, and the issues with its fields. */
export function sourceBody(fields: Parameters, timezone: string): SourceBody {
	const validateSamples = optional(fields.validateSamples);
	const chosen = SOURCES.find(({ kind }) => kind === fields.sourceKind);
	if (chosen === undefined) {
		const body = withoutUndefined({ validateSamples });
		return { source: body, added: {}, overridden: [], issues: [] };
	}
	const { kind, bodyOf, tablesOf } = chosen;
	const tables = tablesOf?.(fields, timezone) ?? { rows: [], issues: [] };
	const member = withoutUndefined({
		...bodyOf(fields, timezone),
		tableMappings: optional(tables.rows),
	});
	const merged = withAdditionalMembers(
		member,
		fields.sourceAdditionalMembers,
		'sourceAdditionalMembers',
	);
	return {
		source: withoutUndefined({ [kind]: merged.body, validateSamples }),
		added: { source: { [kind]: merged.added } },
		overridden: overriddenPaths(member, merged.added).map((path) => `source.${kind}.${path}`),
		issues: [...merged.issues, ...tables.issues],
	};
}

/** Returns the kinds whose members a body has. A valid source contains one. */
export function sourcesIn(body: JsonObject): Source[] {
	return SOURCES.filter(({ kind }) => !isAbsent(body[kind]));
}

/** Returns the kinds that a source contains in place of a listed one. */
export function unlistedKindsOf(body: JsonObject): string[] {
	if (sourcesIn(body).length > 0) return [];
	return Object.keys(body).filter((name) => isJsonObject(body[name]));
}

/** Returns what is wrong with a source, and what is remarkable about it. */
export function sourceFindings(
	body: JsonObject,
	{ input, allowUnlisted }: ValidationOptions,
): Finding[] {
	const found = sourcesIn(body);
	const [only, ...others] = found;
	if (only !== undefined && others.length === 0) {
		const { kind, findings } = only;
		return within(kind, findings(objectMember(body, kind) ?? {}, input));
	}
	const unlisted = unlistedKindsOf(body);
	if (unlisted.length > 0) {
		if (allowUnlisted) return [];
		const names = unlisted.map((name) => `"${name}"`).join(' and ');
		return [finding('error', '', { code: 'sourceUnlisted', kinds: SOURCE_KINDS, found: names })];
	}
	const kinds = found.length === 0 ? 'none' : found.map(({ kind }) => kind).join(' and ');
	return [finding('error', '', { code: 'notOneSource', kinds: SOURCE_KINDS, found: kinds })];
}
