import { type PanelState, within } from '../panelState';
import { BOTH_CREDENTIALS, CREDENTIAL_NOTICE, HEAD, tail } from './pipeSections';

const PLACE = [
	...['Postgres Type', 'Host', 'Port', 'Database', 'Authentication', CREDENTIAL_NOTICE],
	'Replication Mode',
];
// Reference, "Destination": table and managedTable are for all types except postgres.
const TAIL = tail('postgres');

const mapping = (...sorting: string[]) => [
	'Source Schema Name',
	'Source Table',
	'Target Table',
	'Table Engine',
	'Excluded Columns',
	'Use Custom Sorting Key',
	...sorting,
	'Partition Key',
	'Partition By',
];
const TABLES = [
	'Define Tables',
	'Table Mappings',
	...within(...mapping()),
	'  + Add Table Mapping',
];

/** The panel down to the destination, as it opens. */
export const POSTGRES = [...BOTH_CREDENTIALS, ...HEAD, ...PLACE, ...TABLES, 'Destination Database'];

function postgres(name: string, parameters: object, shows: string[]): PanelState {
	const all = { resource: 'pipe', operation: 'create', sourceKind: 'postgres', ...parameters };
	const own = [...BOTH_CREDENTIALS, ...HEAD, ...shows];
	return { name: `Postgres, ${name}`, node: 'cloudManagement', parameters: all, shows: own };
}

const tables = (...values: object[]) => ({ postgresTableMappings: { values } });

/** Reference, "`postgres` member". */
export const postgresStates: PanelState[] = [
	{
		...postgres('as it opens', {}, [...PLACE, ...TABLES, ...TAIL]),
		offers: {
			'Replication Mode': [
				'API Default',
				'Changes Only (cdc_only)',
				'Initial Load Only (snapshot)',
				'Initial Load, Then Changes (cdc)',
			],
		},
	},
	postgres('a table', tables({ sourceTable: 'orders', targetTable: 'orders' }), [
		...PLACE,
		...TABLES,
		...TAIL,
	]),
	postgres(
		'two tables, the second with its own sorting key',
		tables({ sourceTable: 'orders' }, { sourceTable: 'people', useCustomSortingKey: true }),
		[
			...PLACE,
			'Define Tables',
			'Table Mappings',
			...within(...mapping()),
			...within(...mapping('Sorting Keys')),
			'  + Add Table Mapping',
			...TAIL,
		],
	),
	postgres('tables as a list', { tableMappingsInput: 'list' }, [
		...PLACE,
		'Define Tables',
		'Table Mappings',
		...TAIL,
	]),
];
