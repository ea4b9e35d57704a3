import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { MemberFault } from './rule';
import { needed, objectMember, within } from './rule';
import type { SourceKind } from './source';

const tableDefinitionSchema = z
	.object({
		engine: z
			.object({
				type: z.string().optional(),
				columnIds: z.array(z.string()).optional(),
				versionColumnId: z.string().optional(),
			})
			.passthrough()
			.optional(),
		sortingKey: z.array(z.string()).optional(),
		partitionBy: z.string().optional(),
		primaryKey: z.string().optional(),
	})
	.passthrough();

/** Where a pipe writes. Which members are needed depends on the source: see `destinationFaults`. */
export const destinationSchema = z
	.object({
		database: z.string().min(1),
		table: z.string().optional(),
		managedTable: z.boolean().optional(),
		tableDefinition: tableDefinitionSchema.optional(),
		columns: z
			.array(z.object({ name: z.string().min(1), type: z.string().min(1) }).passthrough())
			.optional(),
		roles: z.array(z.string()).optional(),
	})
	.passthrough();

/** Which field of the source goes to which column of the destination. */
export const fieldMappingsSchema = z.array(
	z.object({ sourceField: z.string().min(1), destinationField: z.string().min(1) }).passthrough(),
);

/**
 * The rules of the destination, and of the mappings onto it. Takes the pipe's whole body and the kind of its source.
 * All but Postgres pipes need table, managedTable and columns; mappings must cover every column.
 */
export function destinationFaults(body: JsonObject, kind: SourceKind): MemberFault[] {
	const destination = objectMember(body, 'destination') ?? {};
	return [
		...(kind === 'postgres' ? [] : within(['destination'], tableFaults(destination))),
		...mappingFaults(body.fieldMappings, namesOf(destination.columns, 'name')),
	];
}

function tableFaults(destination: JsonObject): MemberFault[] {
	const faults = needed(destination, ['table'], 'for every source but Postgres');
	if (destination.managedTable === undefined) {
		const message = 'is needed for every source but Postgres. Give true or false.';
		faults.push({ path: ['managedTable'], message });
	}
	const { columns } = destination;
	if (columns === undefined || (Array.isArray(columns) && columns.length === 0)) {
		const message = 'are needed for every source but Postgres. Add at least one column.';
		faults.push({ path: ['columns'], message });
	}
	return faults;
}

function mappingFaults(mappings: unknown, columns: readonly string[]): MemberFault[] {
	if (!Array.isArray(mappings)) return [];
	const mapped = new Set(namesOf(mappings, 'destinationField'));
	const left = columns.filter((column) => !mapped.has(column));
	if (left.length === 0) return [];
	const message = `must cover every column. Add a mapping for: ${left.join(', ')}.`;
	return [{ path: ['fieldMappings'], message }];
}

function namesOf(list: unknown, member: string): string[] {
	const entries: unknown[] = Array.isArray(list) ? list : [];
	return entries.flatMap((entry) => {
		const name = isJsonObject(entry) ? entry[member] : undefined;
		return typeof name === 'string' ? [name] : [];
	});
}
