import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import { withoutUndefined } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { optional, optionalObject, optionalTextList } from '../../../core/parameters/values';
import { TABLE_KINDS } from '../../api/pipe/source';
import { columnsFields, columnsOf, fieldMappingsBody } from './columns';

/** Services publicly refuse a managed table without an engine; the reference demands none. */
const DEFAULT_TABLE_ENGINE = 'MergeTree';

/** The fields of the destination. Reference, "Destination". */
export const destinationFields: INodeProperties[] = [
	{
		displayName: 'Destination Database',
		name: 'destinationDatabase',
		type: 'string',
		required: true,
		default: 'default',
		placeholder: 'e.g. default',
		description: 'The database of the service to write to',
	},
	...updateDisplayOptions({ show: { sourceKind: [...TABLE_KINDS] } }, [
		{
			displayName: 'Destination Table',
			name: 'destinationTable',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. orders',
		},
		{
			displayName: 'Managed Table',
			name: 'destinationManagedTable',
			type: 'boolean',
			default: true,
			description: `Whether the pipe creates and manages the table, with the engine ${DEFAULT_TABLE_ENGINE} unless Table Engine is added. Turn off to use an existing table.`,
		},
		...columnsFields,
		...updateDisplayOptions({ show: { destinationManagedTable: [true] } }, [
			{
				displayName: 'Sorting Key',
				name: 'destinationTableDefinitionSortingKey',
				type: 'string',
				default: '',
				placeholder: 'e.g. customer_id,created_at',
				description: 'The columns to sort the table by, in this order, separated by commas',
			},
		]),
	]),
];

/** The less common fields of a destination, shown under Pipe Settings. */
export const destinationOptions: INodeProperties[] = [
	{
		displayName: 'Destination Roles',
		name: 'destinationRoles',
		type: 'string',
		default: '',
		placeholder: 'e.g. analyst,reader',
		description: 'The roles of the destination, separated by commas',
	},
	...updateDisplayOptions(
		{
			show: {
				'/sourceKind': [...TABLE_KINDS],
				'/destinationManagedTable': [true],
			},
		},
		[
			{
				displayName: 'Engine Column IDs',
				name: 'destinationTableDefinitionEngineColumnIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. amount,quantity',
				description: 'The columns that the table engine works on, separated by commas',
			},
			{
				displayName: 'Engine Version Column ID',
				name: 'destinationTableDefinitionEngineVersionColumnId',
				type: 'string',
				default: '',
				placeholder: 'e.g. version',
				description: 'The column that tells the table engine which of two rows is newer',
			},
			{
				displayName: 'Partition By',
				name: 'destinationTableDefinitionPartitionBy',
				type: 'string',
				default: '',
				placeholder: 'e.g. toYYYYMM(created_at)',
				description: 'The SQL expression to partition the table by',
			},
			{
				displayName: 'Primary Key',
				name: 'destinationTableDefinitionPrimaryKey',
				type: 'string',
				default: '',
				placeholder: 'e.g. order_id',
				description: 'The SQL expression of the primary key',
			},
			{
				displayName: 'Table Engine',
				name: 'destinationTableDefinitionEngineType',
				type: 'string',
				default: DEFAULT_TABLE_ENGINE,
				placeholder: 'e.g. ReplacingMergeTree',
				description: `The engine of the table, ${DEFAULT_TABLE_ENGINE} where this option is not added. If it is empty, none is sent.`,
			},
		],
	),
];

/** The members of a pipe that say where it writes, and the issues with its columns. */
interface DestinationBody {
	destination: JsonObject;
	fieldMappings: JsonObject[] | undefined;
	issues: ValidationIssue[];
}

/** Returns `destination` and `fieldMappings`. Postgres pipes have database and roles alone. */
export function destinationBody(fields: Parameters): DestinationBody {
	const shared = {
		database: optional(fields.destinationDatabase),
		roles: optionalTextList(fields.destinationRoles),
	};
	if (fields.sourceKind === 'postgres') {
		return { destination: withoutUndefined(shared), fieldMappings: undefined, issues: [] };
	}
	const { rows: columns, issues } = columnsOf(fields);
	const isManaged = fields.destinationManagedTable === true;
	const destination = withoutUndefined({
		...shared,
		table: optional(fields.destinationTable),
		managedTable: optional(fields.destinationManagedTable),
		tableDefinition: isManaged ? tableDefinitionBody(fields) : undefined,
		columns: optional(
			columns.map(({ name, type }) =>
				withoutUndefined({ name: optional(name), type: optional(type) }),
			),
		),
	});
	return { destination, fieldMappings: fieldMappingsBody(columns), issues };
}

function tableDefinitionBody(fields: Parameters): JsonObject | undefined {
	const { destinationTableDefinitionEngineType: engineType = DEFAULT_TABLE_ENGINE } = fields;
	return optionalObject({
		engine: optionalObject({
			type: optional(engineType),
			columnIds: optionalTextList(fields.destinationTableDefinitionEngineColumnIds),
			versionColumnId: optional(fields.destinationTableDefinitionEngineVersionColumnId),
		}),
		sortingKey: optionalTextList(fields.destinationTableDefinitionSortingKey),
		partitionBy: optional(fields.destinationTableDefinitionPartitionBy),
		primaryKey: optional(fields.destinationTableDefinitionPrimaryKey),
	});
}
