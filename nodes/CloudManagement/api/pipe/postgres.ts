import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { MemberFault } from './rule';
import { objectMember, textMember } from './rule';
import { LOGIN_MEMBERS } from './credentialMembers';
import { secretGroupFaults, secretsSchema } from './secrets';

export const POSTGRES_REPLICATION_MODES = ['cdc', 'snapshot', 'cdc_only'] as const;
export const POSTGRES_DEFAULT_PORT = 5432;
export const POSTGRES_PORT = { min: 1, max: 65535 } as const;

const settingsSchema = z
	.object({
		syncIntervalSeconds: z.number().optional(),
		pullBatchSize: z.number().optional(),
		publicationName: z.string().optional(),
		replicationMode: z.enum(POSTGRES_REPLICATION_MODES).optional(),
		replicationSlotName: z.string().optional(),
		allowNullableColumns: z.boolean().optional(),
		initialLoadParallelism: z.number().optional(),
		snapshotNumRowsPerPartition: z.number().optional(),
		snapshotNumberOfParallelTables: z.number().optional(),
		enableFailoverSlots: z.boolean().optional(),
	})
	.passthrough();

const tableMappingSchema = z
	.object({
		sourceSchemaName: z.string().min(1).optional(),
		sourceTable: z.string().min(1).optional(),
		targetTable: z.string().min(1).optional(),
		excludedColumns: z.array(z.string()).optional(),
		useCustomSortingKey: z.boolean().optional(),
		sortingKeys: z.array(z.string()).optional(),
		tableEngine: z.string().optional(),
	})
	.passthrough();

/** The `postgres` source, as the reference lists its members. */
export const postgresSchema = z
	.object({
		host: z.string().min(1),
		port: z.number().int().min(POSTGRES_PORT.min).max(POSTGRES_PORT.max),
		database: z.string().min(1),
		credentials: secretsSchema,
		settings: settingsSchema.optional(),
		tableMappings: z.array(tableMappingSchema).optional(),
	})
	.passthrough();

/** The cross-field rules of a Postgres source. */
export function postgresFaults(postgres: JsonObject): MemberFault[] {
	return [
		...failoverFaults(objectMember(postgres, 'settings') ?? {}),
		...secretGroupFaults(postgres, 'credentials', LOGIN_MEMBERS, { required: true }),
	];
}

function failoverFaults(settings: JsonObject): MemberFault[] {
	if (settings.enableFailoverSlots !== true) return [];
	if (textMember(settings, 'replicationSlotName') === undefined) return [];
	const message =
		'cannot be on while a replication slot name is set. Turn it off, or remove the slot name.';
	return [{ path: ['settings', 'enableFailoverSlots'], message }];
}
