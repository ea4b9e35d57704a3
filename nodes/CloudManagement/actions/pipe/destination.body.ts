import type { JsonObject } from '../../../core/json';
import { withoutUndefined } from '../../../core/json';
import {
	collection,
	optional,
	optionalObject,
	optionalTextList,
	rows,
} from '../../../core/parameters/values';
import type { Parameters } from '../../../core/operation';

/** The `destination` member from the fields. Postgres pipes have database and roles alone. */
export function destinationBody(parameters: Parameters): JsonObject {
	const shared = {
		database: optional(parameters.destinationDatabase),
		roles: optionalTextList(parameters.destinationRoles),
	};
	if (parameters.sourceKind === 'postgres') return withoutUndefined(shared);
	const isManaged = parameters.destinationManagedTable === true;
	const columns = rows(parameters.destinationColumns);
	return withoutUndefined({
		...shared,
		table: optional(parameters.destinationTable),
		managedTable: optional(parameters.destinationManagedTable),
		tableDefinition: isManaged
			? tableDefinitionBody(collection(parameters.destinationTableDefinition))
			: undefined,
		columns: optional(
			columns.map(({ name, type }) =>
				withoutUndefined({ name: optional(name), type: optional(type) }),
			),
		),
	});
}

/** The mappings follow from the rows of columns, so that every column is mapped. */
export function fieldMappingsBody(parameters: Parameters): JsonObject[] | undefined {
	if (parameters.sourceKind === 'postgres') return undefined;
	const mappings = rows(parameters.destinationColumns).flatMap(({ name, sourceField }) => {
		const destinationField = optional(name);
		if (destinationField === undefined) return [];
		return [{ sourceField: optional(sourceField) ?? destinationField, destinationField }];
	});
	return mappings.length > 0 ? mappings : undefined;
}

function tableDefinitionBody(entered: JsonObject): JsonObject | undefined {
	return optionalObject({
		engine: optionalObject({
			type: optional(entered.engineType),
			columnIds: optionalTextList(entered.engineColumnIds),
			versionColumnId: optional(entered.engineVersionColumnId),
		}),
		sortingKey: optionalTextList(entered.sortingKey),
		partitionBy: optional(entered.partitionBy),
		primaryKey: optional(entered.primaryKey),
	});
}
