import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import { withoutUndefined } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { optional, optionalObject, optionalTextList, rows } from '../../../core/parameters/values';
import { parseColumnsList } from './columnsList';
import { inputField } from '../../../core/parameters/selectors';
import type { ParsedList } from '../../../core/parameters/parseList';

const columnRow: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. order_id',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. UInt64',
	},
	{
		displayName: 'Source Field',
		name: 'sourceField',
		type: 'string',
		default: '',
		placeholder: 'e.g. orderId',
		description: 'Leave empty if it has the same name as the column',
	},
];

const columnsFields: INodeProperties[] = [
	inputField('Define Columns', 'columnsInput', 'How to define the columns'),
	...updateDisplayOptions({ show: { columnsInput: ['fields'] } }, [
		{
			displayName: 'Columns',
			name: 'destinationColumns',
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				fixedCollection: { itemTitle: '={{ $collection.item.value.name }}' },
			},
			required: true,
			placeholder: 'Add Column',
			default: {},
			description: 'The columns of the table, each with the source field that fills it',
			options: [{ displayName: 'Column', name: 'values', values: columnRow }],
		},
	]),
	...updateDisplayOptions({ show: { columnsInput: ['list'] } }, [
		{
			displayName: 'Columns',
			name: 'columnsList',
			type: 'string',
			typeOptions: { rows: 5 },
			required: true,
			default: '',
			placeholder: 'e.g. order_id UInt64 orderId',
			hint: 'One column per line: name, type, source field if different',
			description:
				'The columns of the table, one per line or separated by commas, such as order_id UInt64, city LowCardinality(String). An expression can also return a list of objects with name, type and sourceField.',
		},
	]),
];

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
	...updateDisplayOptions({ show: { sourceKind: ['kafka', 'kinesis', 'objectStorage'] } }, [
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
			description:
				'Whether the pipe creates and manages the table. Turn off to use an existing table.',
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

/** What is rare about a destination. */
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
				'/sourceKind': ['kafka', 'kinesis', 'objectStorage'],
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
				displayName: 'Engine Type',
				name: 'destinationTableDefinitionEngineType',
				type: 'string',
				default: '',
				placeholder: 'e.g. MergeTree',
				description: 'The table engine. Leave empty to use the default of the service.',
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
		],
	),
];

/** The members of a pipe that say where it writes, and the issues with its columns. */
export interface DestinationBody {
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

function columnsOf(fields: Parameters): ParsedList {
	if (fields.columnsInput === 'list') return parseColumnsList(fields.columnsList);
	return { rows: rows(fields.destinationColumns), issues: [] };
}

/** The mappings follow from the columns, so that every column is mapped. */
function fieldMappingsBody(columns: readonly JsonObject[]): JsonObject[] | undefined {
	const mappings = columns.flatMap(({ name, sourceField }) => {
		const destinationField = optional(name);
		if (destinationField === undefined) return [];
		return [{ sourceField: optional(sourceField) ?? destinationField, destinationField }];
	});
	return mappings.length > 0 ? mappings : undefined;
}

function tableDefinitionBody(fields: Parameters): JsonObject | undefined {
	return optionalObject({
		engine: optionalObject({
			type: optional(fields.destinationTableDefinitionEngineType),
			columnIds: optionalTextList(fields.destinationTableDefinitionEngineColumnIds),
			versionColumnId: optional(fields.destinationTableDefinitionEngineVersionColumnId),
		}),
		sortingKey: optionalTextList(fields.destinationTableDefinitionSortingKey),
		partitionBy: optional(fields.destinationTableDefinitionPartitionBy),
		primaryKey: optional(fields.destinationTableDefinitionPrimaryKey),
	});
}
