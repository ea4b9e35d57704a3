import { add } from '../panelState';

// What all pipes have, as the reference lists it under "Pipe". Sources put their own fields between.

export const CREDENTIAL = ['Credential'];
export const BOTH_CREDENTIALS = ['Credential', 'Credential for the Source'];

export const OPTION_NAMES = [
	'Dry Run',
	'Full Response',
	'Max Retries',
	'Max Wait (Seconds)',
	'Timeout (Milliseconds)',
];

export const OPTIONS_OF_CHANGES = ['Options', add(...OPTION_NAMES)];

export const HEAD = ['Resource', 'Operation', 'Service ID', 'Define Pipe', 'Name', 'Source'];

export const TABLE = [
	'Validate Samples',
	'Destination Database',
	'Destination Table',
	'Managed Table',
	'Columns',
	'  + Add Column',
];

export const TABLE_DEFINITION_NAMES = [
	'Engine Column IDs',
	'Engine Type',
	'Engine Version Column ID',
	'Partition By',
	'Primary Key',
	'Sorting Key',
];

export const TABLE_DEFINITION = ['Table Definition', add(...TABLE_DEFINITION_NAMES)];

export const ROLES = ['Destination Roles'];

export const MANAGED_TABLE = [...TABLE, ...TABLE_DEFINITION, ...ROLES];

export const EXISTING_TABLE = [...TABLE, ...ROLES];

export const STREAMING_SCALING = [
	'Scaling',
	add('Replica CPU (Millicores)', 'Replica Memory (GB)', 'Replicas'),
];

export const STORAGE_SCALING = ['Scaling', add('Concurrency (Deprecated)', 'Replicas')];

export const POSTGRES_SCALING = ['Scaling', add('Replicas')];

const ENGINE_SETTINGS = [
	'Engine: Max Download Threads',
	'Engine: Max Insert Threads',
	'Engine: Max Threads',
	'Engine: Min Insert Block Size (Bytes)',
	'Engine: Parallel Distributed Insert Select',
	'Engine: Parallel View Processing',
];

export const STREAMING_SETTINGS = [...ENGINE_SETTINGS, 'Streaming: Max Insert Wait (Ms)'];

export const STORAGE_SETTINGS = [
	...ENGINE_SETTINGS,
	'Object Storage: Concurrency',
	'Object Storage: Max File Count',
	'Object Storage: Max Insert Bytes',
	'Object Storage: Polling Interval (Ms)',
	'Object Storage: Use Cluster Function',
];

export const FOOT = ['Organization ID', ...OPTIONS_OF_CHANGES];

export const STREAMING_TAIL = [
	...STREAMING_SCALING,
	'Settings',
	add(...STREAMING_SETTINGS),
	...FOOT,
];

export const STORAGE_TAIL = [...STORAGE_SCALING, 'Settings', add(...STORAGE_SETTINGS), ...FOOT];

export const POSTGRES_TAIL = [...POSTGRES_SCALING, ...FOOT];
