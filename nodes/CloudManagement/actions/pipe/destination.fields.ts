import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

const columnsField: INodeProperties = {
	displayName: 'Columns',
	name: 'destinationColumns',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	required: true,
	placeholder: 'Add Column',
	default: {},
	description: 'The columns of the table, each with the field of the source that fills it',
	options: [
		{
			displayName: 'Column',
			name: 'values',
			values: [
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
					description: 'Leave empty when it has the same name as the column',
				},
			],
		},
	],
};

const tableDefinitionField: INodeProperties = {
	displayName: 'Table Definition',
	name: 'destinationTableDefinition',
	type: 'collection',
	placeholder: 'Add property',
	default: {},
	description: 'How the managed table is made',
	options: [
		{
			displayName: 'Engine Column IDs',
			name: 'engineColumnIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. amount,quantity',
			description: 'The columns that the engine works on, separated by commas',
		},
		{
			displayName: 'Engine Type',
			name: 'engineType',
			type: 'string',
			default: 'MergeTree',
			placeholder: 'e.g. MergeTree',
		},
		{
			displayName: 'Engine Version Column ID',
			name: 'engineVersionColumnId',
			type: 'string',
			default: '',
			placeholder: 'e.g. version',
			description: 'The column by which the engine tells newer rows from older ones',
		},
		{
			displayName: 'Partition By',
			name: 'partitionBy',
			type: 'string',
			default: '',
			placeholder: 'e.g. toYYYYMM(created_at)',
			description: 'An SQL expression',
		},
		{
			displayName: 'Primary Key',
			name: 'primaryKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. order_id',
			description: 'An SQL expression',
		},
		{
			displayName: 'Sorting Key',
			name: 'sortingKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. customer_id,created_at',
			description: 'The columns to order by, separated by commas',
		},
	],
};

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
			description: 'Whether the pipe makes and keeps the table. Off: the table exists already.',
		},
		columnsField,
		...updateDisplayOptions({ show: { destinationManagedTable: [true] } }, [tableDefinitionField]),
	]),
	{
		displayName: 'Destination Roles',
		name: 'destinationRoles',
		type: 'string',
		default: '',
		placeholder: 'e.g. analyst,reader',
		description: 'The roles to send with the destination, separated by commas',
	},
];
