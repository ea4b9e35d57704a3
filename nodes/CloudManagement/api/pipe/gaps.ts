import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { optional } from '../../../core/parameters/values';
import { columnNames } from './destination';
import { objectMember, within } from './members';

/**
 * Returns the issues of what a pipe lacks by its own sense, although the reference does not require it: mappings of the
 * columns, the tables of a Postgres source, their names and custom sorting keys.
 */
export function pipeGaps(body: JsonObject): ValidationIssue[] {
	const postgres = objectMember(objectMember(body, 'source') ?? {}, 'postgres');
	return [...mappingGaps(body), ...(postgres === undefined ? [] : tableGaps(postgres))];
}

function mappingGaps(body: JsonObject): ValidationIssue[] {
	if (body.fieldMappings !== null || columnNames(body).length === 0) return [];
	const message = 'is null although there are columns. Map every column, or leave it out.';
	return [{ field: 'fieldMappings', message }];
}

function tableGaps({ tableMappings }: JsonObject): ValidationIssue[] {
	const field = 'source.postgres.tableMappings';
	if (optional(tableMappings) === undefined) {
		return [{ field, message: 'names no table. Add at least one.' }];
	}
	const mappings: unknown[] = Array.isArray(tableMappings) ? tableMappings : [];
	return mappings.flatMap((mapping, index) =>
		isJsonObject(mapping) ? within(`${field}.${String(index)}`, mappedTableGaps(mapping)) : [],
	);
}

function mappedTableGaps(mapping: JsonObject): ValidationIssue[] {
	const { sourceTable, sortingKeys, useCustomSortingKey } = mapping;
	const issues: ValidationIssue[] = [];
	if (optional(sourceTable) === undefined) {
		issues.push({ field: 'sourceTable', message: 'is empty. Enter a table.' });
	}
	if (useCustomSortingKey === true && optional(sortingKeys) === undefined) {
		const message =
			'is empty although a custom sorting key is to be used. Enter the columns to sort by.';
		issues.push({ field: 'sortingKeys', message });
	}
	return issues;
}
