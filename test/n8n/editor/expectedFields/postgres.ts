import { add, type PanelState, within } from '../panelState';
import { BOTH_CREDENTIALS, HEAD, POSTGRES_TAIL } from './pipeSections';

const PLACE = ['Host', 'Port', 'Database', 'Replication Mode'];
const TABLES = ['Table Mappings', '  + Add Table Mapping'];
const SETTINGS = [
	'Allow Nullable Columns',
	'Enable Failover Slots',
	'Initial Load Parallelism',
	'Publication Name',
	'Pull Batch Size',
	'Snapshot Number of Parallel Tables',
	'Snapshot Rows per Partition',
	'Sync Interval (Seconds)',
];
// Reference, "Destination": table and managedTable are for all types except postgres.
const DESTINATION = ['Validate Samples', 'Destination Database', 'Destination Roles'];
const REST = ['Postgres Settings', add(...SETTINGS), ...DESTINATION];
const TAIL = [...REST, ...POSTGRES_TAIL];

/** The panel down to the destination, as it opens. */
export const POSTGRES = [...BOTH_CREDENTIALS, ...HEAD, ...PLACE, ...TABLES, ...REST];

const MAPPING = [
	'Source Schema Name',
	'Source Table',
	'Target Table',
	'Table Engine',
	'Excluded Columns',
	'Use Custom Sorting Key',
];

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
				'Change Data Capture Only',
				'Initial Load and Change Data Capture',
				'Initial Load Only',
			],
		},
	},
	postgres('initial load only', { postgresSettingsReplicationMode: 'snapshot' }, [
		...PLACE,
		...TABLES,
		...TAIL,
	]),
	postgres('change data capture only', { postgresSettingsReplicationMode: 'cdc_only' }, [
		...PLACE,
		'Replication Slot Name',
		...TABLES,
		...TAIL,
	]),
	postgres('a table', tables({ sourceTable: 'orders', targetTable: 'orders' }), [
		...PLACE,
		'Table Mappings',
		...within(...MAPPING),
		'  + Add Table Mapping',
		...TAIL,
	]),
	postgres(
		'two tables, the second with its own sorting key',
		tables({ sourceTable: 'orders' }, { sourceTable: 'people', useCustomSortingKey: true }),
		[
			...PLACE,
			'Table Mappings',
			...within(...MAPPING),
			...within(...MAPPING, 'Sorting Keys'),
			'  + Add Table Mapping',
			...TAIL,
		],
	),
	postgres(
		'every setting',
		{
			postgresSettings: {
				allowNullableColumns: true,
				enableFailoverSlots: true,
				initialLoadParallelism: 2,
				publicationName: 'shop',
				pullBatchSize: 1000,
				snapshotNumberOfParallelTables: 2,
				snapshotNumRowsPerPartition: 1000,
				syncIntervalSeconds: 30,
			},
		},
		[
			...PLACE,
			...TABLES,
			'Postgres Settings',
			...within(...SETTINGS),
			...DESTINATION,
			...POSTGRES_TAIL,
		],
	),
];
