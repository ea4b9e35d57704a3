import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import { optional } from '../../../core/parameters/values';
import { columnNames } from './destination';
import { objectMember } from './members';

/** What a pipe lacks by its own sense, although the reference does not require it. */
export interface Gap {
	/** The member's path in dotted notation. */
	field: string;
	/** What is missing; follows the field's name, without a full stop. */
	problem: string;
	/** What to do about it, a whole sentence. */
	remedy: string;
}

/** Returns what is missing: mappings of the columns, the tables of a Postgres source, their custom sorting keys. */
export function pipeGaps(body: JsonObject): Gap[] {
	const postgres = objectMember(objectMember(body, 'source') ?? {}, 'postgres');
	return [...mappingGaps(body), ...(postgres === undefined ? [] : tableGaps(postgres))];
}

function mappingGaps(body: JsonObject): Gap[] {
	if (body.fieldMappings !== null || columnNames(body).length === 0) return [];
	const problem = 'is null although there are columns';
	return [{ field: 'fieldMappings', problem, remedy: 'Map every column, or leave it out.' }];
}

function tableGaps({ tableMappings }: JsonObject): Gap[] {
	const field = 'source.postgres.tableMappings';
	if (optional(tableMappings) === undefined) {
		return [{ field, problem: 'names no table', remedy: 'Add at least one.' }];
	}
	const mappings: unknown[] = Array.isArray(tableMappings) ? tableMappings : [];
	return mappings.flatMap((mapping, index) => {
		if (!isJsonObject(mapping) || mapping.useCustomSortingKey !== true) return [];
		if (optional(mapping.sortingKeys) !== undefined) return [];
		return [
			{
				field: `${field}.${String(index)}.sortingKeys`,
				problem: 'is empty although a custom sorting key is to be used',
				remedy: 'Enter the columns to sort by.',
			},
		];
	});
}
