import type { PanelState } from './panelState';

const HEAD = ['Resource', 'Operation', 'Service ID', 'Define Pipe', 'Name', 'Source'];
const BOTH_CREDENTIALS = ['Credential', 'Credential for the Source'];
/** A notice, whose words belong to the description. */
const NOTICE = '!';

const indented = (...lines: string[]) => lines.map((line) => `  ${line}`);
const add = (...choices: string[]) => `  + ${choices.join(' | ')}`;

const OPTIONS = ['Dry Run', 'Full Response', 'Max Retries', 'Max Wait (Seconds)'];
const OPTIONS_OF_PIPES = [
	...['Allow Unlisted Values', 'Approved Plan', ...OPTIONS, 'Organization ID'],
	...['Request Timeout (Milliseconds)', 'Resend Unknown Outcomes'],
];

const KAFKA: PanelState = {
	name: 'a pipe from Kafka with SCRAM',
	node: 'cloudManagement',
	parameters: {
		...{ resource: 'pipe', operation: 'create', sourceKind: 'kafka' },
		...{ kafkaBrokers: 'broker.example.com:9092', kafkaAuthentication: 'SCRAM-SHA-256' },
		destinationColumns: { values: [{ name: 'id' }, {}] },
	},
	shows: [
		...[...BOTH_CREDENTIALS, ...HEAD, 'Kafka Type', 'Brokers', 'Authentication', NOTICE],
		...['Topics', 'Start From', 'Format'],
		...['Destination Database', 'Destination Table', 'Managed Table', 'Define Columns', 'Columns'],
		...indented('Name', 'Type', 'Source Field', 'Name', 'Type', 'Source Field', '+ Add Column'),
		...['Sorting Key', 'Pipe Settings'],
		add(
			...['Additional Fields (JSON)', 'CA Certificate', 'Consumer Group', 'Destination Roles'],
			...['Engine Column IDs', 'Engine Version Column ID', 'Exactly Once', 'Max Download Threads'],
			...['Max Insert Threads', 'Max Insert Wait (Milliseconds)', 'Max Threads'],
			...['Min Insert Block Size (Bytes)', 'Parallel Distributed Insert Select'],
			...['Parallel View Processing', 'Partition By', 'Primary Key', 'Replica CPU (Millicores)'],
			...['Replica Memory (GB)', 'Replicas', 'Reverse Private Endpoint IDs', 'Table Engine'],
			'Validate Samples',
		),
		...['Output', 'Options', add(...OPTIONS_OF_PIPES)],
	],
	// Reference, "Authentication methods supported per type".
	offers: {
		'Kafka Type': [
			...['Amazon MSK', 'Apache Kafka', 'Azure Event Hubs', 'Confluent', 'DigitalOcean Kafka'],
			...['Google Cloud Managed Kafka', 'Redpanda', 'WarpStream'],
		],
		Authentication: [
			...['Mutual TLS (Client Certificate)', 'SCRAM-SHA-256', 'SCRAM-SHA-512'],
			'Username and Password (PLAIN)',
		],
		'Service ID': ['From list', 'By ID', 'By URL'],
	},
};

const POSTGRES: PanelState = {
	name: 'a pipe from Postgres that follows changes',
	node: 'cloudManagement',
	parameters: {
		...{ resource: 'pipe', operation: 'create', sourceKind: 'postgres' },
		postgresSettingsReplicationMode: 'cdc',
		postgresTableMappings: {
			values: [{ sourceTable: 'orders', targetTable: 'orders', useCustomSortingKey: true }],
		},
		additionalOptions: { postgresSettingsPublicationName: 'shop' },
	},
	shows: [
		...[...BOTH_CREDENTIALS, ...HEAD, 'Postgres Type', 'Host', 'Port', 'Database'],
		...['Authentication', NOTICE, 'Replication Mode', 'Define Tables'],
		'Table Mappings',
		...indented('Source Schema Name', 'Source Table', 'Target Table', 'Table Engine'),
		...indented('Excluded Columns', 'Use Custom Sorting Key', 'Sorting Keys', 'Partition Key'),
		...indented('Partition By', '+ Add Table Mapping'),
		...['Destination Database', 'Pipe Settings', '  Publication Name'],
		add(
			...['Additional Fields (JSON)', 'Allow Nullable Columns', 'CA Certificate'],
			...['Delete on Merge', 'Destination Roles', 'Disable TLS', 'Enable Failover Slots'],
			...['Initial Load Parallelism', 'Pull Batch Size', 'Replicas', 'Replication Slot Name'],
			...['Skip Certificate Verification', 'Snapshot Parallel Tables'],
			...['Snapshot Rows per Partition', 'Sync Interval (Seconds)', 'TLS Host'],
			'Validate Samples',
		),
		...['Output', 'Options', add(...OPTIONS_OF_PIPES)],
	],
	offers: {
		'Replication Mode': [
			...['API Default', 'Changes Only (cdc_only)', 'Initial Load Only (snapshot)'],
			'Initial Load, Then Changes (cdc)',
		],
	},
};

const TILE_FIELDS = '+ ID | X | Y | Width | Height | As Ratio | Additional Fields (JSON)';

const DASHBOARD: PanelState = {
	name: 'two tiles of a dashboard, one with a series',
	node: 'cloudDashboard',
	parameters: {
		...{ resource: 'dashboard', operation: 'update' },
		tiles: { values: [{ series: { values: [{ aggFn: 'sum', groupBy: 'a' }] } }, { w: 3 }] },
	},
	shows: [
		...['Credential', 'Resource', 'Operation', 'Dashboard ID'],
		NOTICE,
		...['Current Dashboard', 'Define Dashboard', 'Name', 'Tags', 'Tiles'],
		...indented('Name', 'Chart', 'Series'),
		...indented(...indented('Type', 'Source', 'Aggregation', 'Field', 'Where', 'Group By')),
		...indented('  + Data Source | Group By | Additional Fields (JSON)', '  + Add Series'),
		...indented(TILE_FIELDS, 'Name', 'Chart', 'Width', 'Series', '  + Add Series', TILE_FIELDS),
		...[add('Add Tile'), 'Options'],
		add(
			...['Allow Empty Dashboard', 'Approved Plan', ...OPTIONS],
			...['Request Timeout (Milliseconds)', 'Resend Unknown Outcomes'],
		),
	],
	offers: {
		Operation: ['Create', 'Delete', 'Get', 'Get Many', 'Update', 'Validate', 'Custom API Call'],
		'Define Dashboard': ['By Fields', 'By Fields, Tiles as List', 'By JSON'],
	},
};

const TRIGGER: PanelState = {
	name: 'a trigger for the state of services',
	node: 'cloudManagementTrigger',
	parameters: { event: 'serviceStateChanged' },
	shows: [
		...['Credential', 'Poll Times', ...indented('Mode', '+ Add Poll Time'), 'Trigger On'],
		...['Service IDs', 'New States', 'Previous States', 'Output', 'Options'],
		add('Organization ID'),
	],
	offers: { Output: ['Raw', 'Simplified'] },
};

/** The panels of most choices, written by hand: whether they read well is for a person to judge. */
export const PANELS_BY_HAND: readonly PanelState[] = [KAFKA, POSTGRES, DASHBOARD, TRIGGER];
