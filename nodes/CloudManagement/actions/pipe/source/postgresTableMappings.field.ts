import type { INodeProperties } from 'n8n-workflow';

// In the order in which one thinks of them, not of the alphabet.
const members: INodeProperties[] = [
	{
		displayName: 'Source Schema Name',
		name: 'sourceSchemaName',
		type: 'string',
		default: 'public',
		placeholder: 'e.g. public',
	},
	{
		displayName: 'Source Table',
		name: 'sourceTable',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. orders',
	},
	{
		displayName: 'Target Table',
		name: 'targetTable',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. orders',
	},
	{
		displayName: 'Table Engine',
		name: 'tableEngine',
		type: 'string',
		default: '',
		placeholder: 'e.g. MergeTree',
		description: 'Leave empty for the default of the service',
	},
	{
		displayName: 'Excluded Columns',
		name: 'excludedColumns',
		type: 'string',
		default: '',
		placeholder: 'e.g. card_number,notes',
		description: 'Columns that are not replicated, separated by commas',
	},
	{
		displayName: 'Use Custom Sorting Key',
		name: 'useCustomSortingKey',
		type: 'boolean',
		default: false,
		description: 'Whether to order the target table by other columns than its primary key',
	},
	{
		displayName: 'Sorting Keys',
		name: 'sortingKeys',
		type: 'string',
		default: '',
		placeholder: 'e.g. customer_id,created_at',
		description: 'The columns to order by, in this order, separated by commas',
		displayOptions: { show: { useCustomSortingKey: [true] } },
	},
];

/** Which tables a Postgres source replicates, and how. */
export const postgresTableMappingsField: INodeProperties = {
	displayName: 'Table Mappings',
	name: 'postgresTableMappings',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Table Mapping',
	default: {},
	description: 'The tables to replicate',
	options: [
		{
			displayName: 'Table Mapping',
			name: 'values',
			values: members,
		},
	],
};
