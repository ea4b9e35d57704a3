import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import type { PipeSourceMember } from './credentialMembers';
import { LOGIN_MEMBERS } from './credentialMembers';
import { isAbsent, objectMember, textMember } from './members';
import { secretGroupIssues, secretsSchema } from './secrets';

export const POSTGRES_REPLICATION_MODES = ['cdc', 'snapshot', 'cdc_only'] as const;
export const POSTGRES_DEFAULT_PORT = 5432;
export const POSTGRES_PORT = { min: 1, max: 65535 } as const;

const settingsSchema = z
	.object({
		syncIntervalSeconds: z.number().finite().nullish(),
		pullBatchSize: z.number().finite().nullish(),
		publicationName: z.string().trim().nullish(),
		replicationMode: z
			.enum(POSTGRES_REPLICATION_MODES)
			.nullish()
			.describe('cdc: initial load, then changes; snapshot: load once; cdc_only: changes only'),
		replicationSlotName: z.string().trim().nullish().describe('Not with enableFailoverSlots'),
		allowNullableColumns: z.boolean().nullish(),
		initialLoadParallelism: z.number().finite().nullish(),
		snapshotNumRowsPerPartition: z.number().finite().nullish(),
		snapshotNumberOfParallelTables: z.number().finite().nullish(),
		enableFailoverSlots: z.boolean().nullish().describe('Only without replicationSlotName'),
	})
	.passthrough();

const tableMappingSchema = z
	.object({
		sourceSchemaName: z.string().trim().min(1).nullish(),
		sourceTable: z.string().trim().min(1).nullish(),
		targetTable: z.string().trim().min(1).nullish(),
		excludedColumns: z.array(z.string().trim()).nullish(),
		useCustomSortingKey: z.boolean().nullish(),
		sortingKeys: z.array(z.string().trim()).nullish(),
		tableEngine: z.string().trim().nullish(),
	})
	.passthrough();

/** The `postgres` source, as the reference lists its members. */
export const postgresSchema = z
	.object({
		host: z.string().trim().min(1),
		port: z.number().int().min(POSTGRES_PORT.min).max(POSTGRES_PORT.max),
		database: z.string().trim().min(1),
		credentials: secretsSchema,
		settings: settingsSchema.nullish(),
		tableMappings: z.array(tableMappingSchema).nullish().describe('One for each table to load'),
	})
	.passthrough();

/** Returns the members of `credentials` that an authentication uses; none where it says that it needs no login. */
export function postgresSecretMembers(authentication: unknown): readonly PipeSourceMember[] {
	return isAbsent(authentication) || authentication === 'basic' ? LOGIN_MEMBERS : [];
}

/** Returns the issues of a Postgres source's cross-field rules. */
export function postgresIssues(postgres: JsonObject): ValidationIssue[] {
	const members = postgresSecretMembers(postgres.authentication);
	return [
		...failoverIssues(objectMember(postgres, 'settings') ?? {}),
		...secretGroupIssues(postgres, 'credentials', members, { required: members.length > 0 }),
	];
}

function failoverIssues(settings: JsonObject): ValidationIssue[] {
	if (settings.enableFailoverSlots !== true) return [];
	if (textMember(settings, 'replicationSlotName') === undefined) return [];
	return [{ path: 'settings.enableFailoverSlots', code: 'failoverWithSlot' }];
}
