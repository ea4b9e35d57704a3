import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import type { ValidationOptions } from '../../../core/validation/zodIssues';
import { kafkaIssues, kafkaOpenIssues, kafkaSchema } from './kafka';
import { kinesisIssues, kinesisOpenIssues, kinesisSchema } from './kinesis';
import { isAbsent, objectMember, within } from './members';
import { objectStorageIssues, objectStorageOpenIssues, objectStorageSchema } from './objectStorage';
import { postgresIssues, postgresSchema } from './postgres';

export const SOURCE_KINDS = ['kafka', 'kinesis', 'objectStorage', 'postgres'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The kinds that are streams. */
export const STREAMING_KINDS: readonly SourceKind[] = ['kafka', 'kinesis'];

/** The kinds that load into one table. */
export const TABLE_KINDS: readonly SourceKind[] = [...STREAMING_KINDS, 'objectStorage'];

/** The source of a pipe: four nullable members, of which `sourceIssues` requires exactly one. */
export const sourceSchema = z
	.object({
		kafka: kafkaSchema.nullish(),
		kinesis: kinesisSchema.nullish(),
		objectStorage: objectStorageSchema.nullish(),
		postgres: postgresSchema.nullish(),
		validateSamples: z.boolean().nullish(),
	})
	.passthrough();

const ISSUES_OF: Readonly<
	Record<SourceKind, (member: JsonObject, input: ValidationOptions['input']) => ValidationIssue[]>
> = {
	kafka: kafkaIssues,
	kinesis: kinesisIssues,
	objectStorage: objectStorageIssues,
	postgres: postgresIssues,
};

const OPEN_ISSUES_OF: Readonly<Record<SourceKind, (member: JsonObject) => ValidationIssue[]>> = {
	kafka: kafkaOpenIssues,
	kinesis: kinesisOpenIssues,
	objectStorage: objectStorageOpenIssues,
	postgres: () => [],
};

/**
 * Returns what a source lacks although the reference does not say that it is required: by fields it is an issue, by
 * JSON the API decides. Reference, "Create pipe": its sample has no discriminating member.
 */
export function openIssues(source: JsonObject): ValidationIssue[] {
	return sourceKindsOf(source).flatMap((kind) =>
		within(kind, OPEN_ISSUES_OF[kind](objectMember(source, kind) ?? {})),
	);
}

/** Returns the listed kinds that a source contains. A valid source contains one. */
export function sourceKindsOf(source: JsonObject): SourceKind[] {
	return SOURCE_KINDS.filter((kind) => !isAbsent(source[kind]));
}

/** Returns the kinds that a source contains in place of a listed one. */
export function unlistedKindsOf(source: JsonObject): string[] {
	if (sourceKindsOf(source).length > 0) return [];
	return Object.keys(source).filter((name) => isJsonObject(source[name]));
}

/** Returns the issues of the source's cross-field rules. */
export function sourceIssues(
	source: JsonObject,
	{ input, allowUnlisted }: ValidationOptions,
): ValidationIssue[] {
	const kinds = sourceKindsOf(source);
	const [kind] = kinds;
	if (kind !== undefined && kinds.length === 1) {
		const member = objectMember(source, kind) ?? {};
		return [
			...within(kind, ISSUES_OF[kind](member, input)),
			...(input === 'fields' ? openIssues(source) : []),
		];
	}
	const unlisted = unlistedKindsOf(source);
	if (unlisted.length > 0) return allowUnlisted ? [] : [unlistedIssue(unlisted)];
	const found = kinds.length === 0 ? 'none' : kinds.join(' and ');
	return [{ path: '', code: 'notOneSource', kinds: SOURCE_KINDS, found }];
}

function unlistedIssue(kinds: readonly string[]): ValidationIssue {
	const found = kinds.map((name) => `"${name}"`).join(' and ');
	return { path: '', code: 'sourceUnlisted', kinds: SOURCE_KINDS, found };
}
