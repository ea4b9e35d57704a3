import type { JsonObject } from '../../../../core/json';
import { withoutUndefined } from '../../../../core/json';
import { collection, optional, optionalTextList, rows } from '../../../../core/parameters/values';
import type { Parameters } from '../../../../core/operation';

/** The `postgres` member from the fields, without its secrets. */
export function postgresBody(parameters: Parameters): JsonObject {
	return withoutUndefined({
		host: optional(parameters.postgresHost),
		port: optional(parameters.postgresPort),
		database: optional(parameters.postgresDatabase),
		settings: settingsBody(parameters),
		tableMappings: optional(rows(parameters.postgresTableMappings).map(tableMappingBody)),
	});
}

function settingsBody(parameters: Parameters): JsonObject {
	const replicationMode = optional(parameters.postgresSettingsReplicationMode);
	const entered = Object.entries(collection(parameters.postgresSettings)).map(
		([name, value]): [string, unknown] => [name, optional(value)],
	);
	const slotName = optional(parameters.postgresSettingsReplicationSlotName);
	return withoutUndefined({
		...Object.fromEntries(entered),
		replicationMode,
		replicationSlotName: replicationMode === 'cdc_only' ? slotName : undefined,
	});
}

function tableMappingBody(row: JsonObject): JsonObject {
	return withoutUndefined({
		sourceSchemaName: optional(row.sourceSchemaName),
		sourceTable: optional(row.sourceTable),
		targetTable: optional(row.targetTable),
		excludedColumns: optionalTextList(row.excludedColumns),
		useCustomSortingKey: optional(row.useCustomSortingKey),
		sortingKeys: row.useCustomSortingKey === true ? optionalTextList(row.sortingKeys) : undefined,
		tableEngine: optional(row.tableEngine),
	});
}
