import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { isAbsent, objectMember, requiredIssues, textMember, within } from './members';
import type { SourceKind } from './source';
import { TABLE_KINDS } from './source';

const tableDefinitionSchema = z
	.object({
		engine: z
			.object({
				type: z.string().trim().nullish(),
				columnIds: z.array(z.string().trim()).nullish(),
				versionColumnId: z.string().trim().nullish(),
			})
			.passthrough()
			.nullish(),
		sortingKey: z.array(z.string().trim()).nullish(),
		partitionBy: z.string().nullish(),
		primaryKey: z.string().nullish(),
	})
	.passthrough();

/** Where a pipe writes. Which members are needed depends on the source: see `destinationIssues`. */
export const destinationSchema = z
	.object({
		database: z.string().trim().min(1),
		table: z.string().trim().nullish(),
		managedTable: z
			.boolean()
			.nullish()
			.describe('Whether the pipe manages the table: false writes into one that exists'),
		tableDefinition: tableDefinitionSchema
			.nullish()
			.describe('Only with managedTable true, and with an engine of type MergeTree or the like'),
		columns: z
			.array(
				z.object({ name: z.string().trim().min(1), type: z.string().trim().min(1) }).passthrough(),
			)
			.nullish(),
		roles: z.array(z.string().trim()).nullish(),
	})
	.passthrough();

/** Which field of the source goes to which column of the destination. */
export const fieldMappingsSchema = z
	.array(
		z
			.object({ sourceField: z.string().min(1), destinationField: z.string().trim().min(1) })
			.passthrough(),
	)
	.describe(
		'Must cover every column. Leave out where source fields and columns have the same names',
	);

/**
 * Returns the issues of the destination's rules, and of the mappings onto it. Takes the pipe's whole body and the kind of its
 * source, undefined for an unlisted one. All but Postgres pipes need table, managedTable and columns;
 * mappings must cover every column.
 */
export function destinationIssues(
	body: JsonObject,
	kind: SourceKind | undefined,
): ValidationIssue[] {
	const destination = objectMember(body, 'destination') ?? {};
	const needsTable = TABLE_KINDS.some((known) => known === kind);
	return [
		...(needsTable ? within('destination', tableIssues(destination)) : []),
		...within('destination', repeatedColumnIssues(destination)),
		...mappingIssues(body.fieldMappings, columnNames(body)),
	];
}

/** Returns the body with every column mapped to the source field of its name, where it has columns and no mappings. */
export function withFieldMappings(body: JsonObject): JsonObject {
	const names = columnNames(body);
	if (body.fieldMappings !== undefined || names.length === 0) return body;
	const fieldMappings = names.map((name) => ({ sourceField: name, destinationField: name }));
	return { ...body, fieldMappings };
}

/** A name, in the table's definition or in the mappings, that no column has. The reference leaves open what it may be. */
interface UnknownColumn {
	/** The path of the list or text that contains the name. */
	field: string;
	name: string;
}

/** Returns the sorting keys, column IDs and mappings that name no column, where the destination lists its columns. */
export function unknownColumns(body: JsonObject): UnknownColumn[] {
	const destination = objectMember(body, 'destination') ?? {};
	const columns = new Set(columnNames(body));
	if (columns.size === 0) return [];
	const definition = objectMember(destination, 'tableDefinition') ?? {};
	const engine = objectMember(definition, 'engine') ?? {};
	const named: Array<[string, readonly unknown[]]> = [
		['destination.tableDefinition.sortingKey', listOf(definition.sortingKey)],
		['destination.tableDefinition.engine.columnIds', listOf(engine.columnIds)],
		['destination.tableDefinition.engine.versionColumnId', [textMember(engine, 'versionColumnId')]],
		['fieldMappings', namesOf(body.fieldMappings, 'destinationField')],
	];
	return named.flatMap(([field, names]) =>
		names
			.filter((name) => typeof name === 'string')
			.filter((name) => !columns.has(name))
			.map((name) => ({ field, name })),
	);
}

function tableIssues(destination: JsonObject): ValidationIssue[] {
	const issues = requiredIssues(destination, ['table'], 'for every source but Postgres');
	if (isAbsent(destination.managedTable)) {
		issues.push({ path: 'managedTable', code: 'noManagedTable' });
	}
	const { columns } = destination;
	if (isAbsent(columns) || (Array.isArray(columns) && columns.length === 0)) {
		issues.push({ path: 'columns', code: 'noColumns' });
	}
	return issues;
}

function repeatedColumnIssues({ columns }: JsonObject): ValidationIssue[] {
	const seen = new Set<string>();
	return listOf(columns).flatMap((column, index) => {
		const name = isJsonObject(column) ? textMember(column, 'name') : undefined;
		if (name === undefined) return [];
		if (!seen.has(name)) {
			seen.add(name);
			return [];
		}
		return [{ path: `columns.${String(index)}.name`, code: 'repeatedColumn', name }];
	});
}

function mappingIssues(mappings: unknown, columns: readonly string[]): ValidationIssue[] {
	if (!Array.isArray(mappings)) return [];
	const mapped = new Set(namesOf(mappings, 'destinationField'));
	const left = columns.filter((column) => !mapped.has(column));
	return left.length === 0 ? [] : [{ path: 'fieldMappings', code: 'unmapped', columns: left }];
}

/** Returns the names of the destination's columns. */
export function columnNames(body: JsonObject): string[] {
	return namesOf(objectMember(body, 'destination')?.columns, 'name');
}

function namesOf(list: unknown, member: string): string[] {
	return listOf(list).flatMap((entry) => {
		const name = isJsonObject(entry) ? entry[member] : undefined;
		return typeof name === 'string' ? [name] : [];
	});
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}
