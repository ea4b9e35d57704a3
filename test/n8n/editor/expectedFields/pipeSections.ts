import { add, within } from '../panelState';

// What all pipes have, as the reference lists it under "Pipe". Sources put their own fields between.

export const CREDENTIAL = ['Credential'];
export const BOTH_CREDENTIALS = ['Credential', 'Credential for the Source'];

export const OPTION_NAMES = [
	'Allow Unlisted Values',
	'Approved Plan',
	'Dry Run',
	'Full Response',
	'Max Retries',
	'Max Wait (Seconds)',
	'Organization ID',
	'Request Timeout (Milliseconds)',
	'Resend Unknown Outcomes',
];

export const OPTIONS_OF_CHANGES = ['Options', add(...OPTION_NAMES)];

/** Next to an authentication that takes secrets. */
export const CREDENTIAL_NOTICE =
	'! The pipe signs in with Credential for the Source, at the top of this panel.';

export const HEAD = ['Resource', 'Operation', 'Service ID', 'Define Pipe', 'Name', 'Source'];

const COLUMN = within('Name', 'Type', 'Source Field');

/** The given number of rows of columns. */
export const columns = (count: number) => [
	'Columns',
	...Array.from({ length: count }, () => COLUMN).flat(),
	'  + Add Column',
];
const PLACE = ['Destination Database', 'Destination Table', 'Managed Table', 'Define Columns'];

/** The destination of all sources but Postgres, with its columns shown as given. */
export const table = (defined: readonly string[] = columns(1)) => [
	...PLACE,
	...defined,
	'Sorting Key',
];

/** The same where the table exists: nothing defines it. */
export const EXISTING_TABLE = [...PLACE, ...columns(1)];

/** Reference, "Destination", `tableDefinition` without the sorting key. */
const TABLE_OPTIONS = [
	'Engine Column IDs',
	'Engine Version Column ID',
	'Partition By',
	'Primary Key',
	'Table Engine',
];

/** What every pipe can have. */
const SHARED_OPTIONS = [
	'Additional Fields (JSON)',
	'Destination Roles',
	'Replicas',
	'Validate Samples',
];

// Reference, "Pipe settings" and "Scaling".
const INSERT_OPTIONS = [
	'Max Download Threads',
	'Max Insert Threads',
	'Max Threads',
	'Min Insert Block Size (Bytes)',
	'Parallel Distributed Insert Select',
	'Parallel View Processing',
];
const STREAMING_OPTIONS = [
	...INSERT_OPTIONS,
	'Max Insert Wait (Milliseconds)',
	'Replica CPU (Millicores)',
	'Replica Memory (GB)',
];
const STORAGE_OPTIONS = [
	...INSERT_OPTIONS,
	'Compression',
	'Concurrency',
	'Max File Count',
	'Max Insert Bytes',
	'Polling Interval (Milliseconds)',
	'Start After',
	'Use Cluster Function',
];
const KAFKA_OPTIONS = [
	'CA Certificate',
	'Consumer Group',
	'Exactly Once',
	'Reverse Private Endpoint IDs',
];
const POSTGRES_OPTIONS = [
	'Allow Nullable Columns',
	'CA Certificate',
	'Delete on Merge',
	'Disable TLS',
	'Enable Failover Slots',
	'Initial Load Parallelism',
	'Publication Name',
	'Pull Batch Size',
	'Replication Slot Name',
	'Skip Certificate Verification',
	'Snapshot Parallel Tables',
	'Snapshot Rows per Partition',
	'Sync Interval (Seconds)',
	'TLS Host',
];

function sorted(...names: readonly string[]): string[] {
	return [...names].sort((one, other) => one.localeCompare(other));
}

/** The additional options of each source that writes into a table which the pipe manages. */
export const ADDITIONAL_OPTIONS = {
	kafka: sorted(...SHARED_OPTIONS, ...TABLE_OPTIONS, ...STREAMING_OPTIONS, ...KAFKA_OPTIONS),
	kinesis: sorted(
		...SHARED_OPTIONS,
		...TABLE_OPTIONS,
		...STREAMING_OPTIONS,
		'Use Enhanced Fan-Out',
	),
	objectStorage: sorted(...SHARED_OPTIONS, ...TABLE_OPTIONS, ...STORAGE_OPTIONS),
	postgres: sorted(...SHARED_OPTIONS, ...POSTGRES_OPTIONS),
};

export type Source = keyof typeof ADDITIONAL_OPTIONS;

/** What the collection offers where nothing is added yet. */
export function additional(source: Source): string[] {
	return ['Pipe Settings', add(...ADDITIONAL_OPTIONS[source])];
}

/** The same with one more, which another field brings. */
export function additionalWith(source: Source, name: string): string[] {
	const names = sorted(...ADDITIONAL_OPTIONS[source], name);
	return ['Pipe Settings', add(...names)];
}

/** The same for a table that exists: nothing to say about how it is made. */
export function additionalOfExistingTable(source: Source): string[] {
	const names = ADDITIONAL_OPTIONS[source].filter((name) => !TABLE_OPTIONS.includes(name));
	return ['Pipe Settings', add(...names)];
}

/** The collection with some options added, in the order of the list, and the others still on offer. */
export function added(source: Source, names: readonly string[]): string[] {
	const left = ADDITIONAL_OPTIONS[source].filter((name) => !names.includes(name));
	const lines = ['Pipe Settings', ...within(...names)];
	return left.length === 0 ? lines : [...lines, add(...left)];
}

export const FOOT = ['Output', ...OPTIONS_OF_CHANGES];

/** The panel below a source, as it opens. */
export function tail(source: Source): string[] {
	return [
		...(source === 'postgres' ? ['Destination Database'] : table()),
		...additional(source),
		...FOOT,
	];
}
