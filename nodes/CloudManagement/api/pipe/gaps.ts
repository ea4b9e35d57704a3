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
	return [{ path: 'fieldMappings', code: 'mappingsNull' }];
}

function tableGaps({ tableMappings }: JsonObject): ValidationIssue[] {
	const path = 'source.postgres.tableMappings';
	if (optional(tableMappings) === undefined) return [{ path, code: 'noTables' }];
	const mappings: unknown[] = Array.isArray(tableMappings) ? tableMappings : [];
	return mappings.flatMap((mapping, index) =>
		isJsonObject(mapping) ? within(`${path}.${String(index)}`, mappedTableGaps(mapping)) : [],
	);
}

function mappedTableGaps(mapping: JsonObject): ValidationIssue[] {
	const { sourceTable, sortingKeys, useCustomSortingKey } = mapping;
	const issues: ValidationIssue[] = [];
	if (optional(sourceTable) === undefined) issues.push({ path: 'sourceTable', code: 'noTable' });
	if (useCustomSortingKey === true && optional(sortingKeys) === undefined) {
		issues.push({ path: 'sortingKeys', code: 'noSortingKeys' });
	}
	return issues;
}
