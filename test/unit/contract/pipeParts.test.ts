import { type Kind, pipeFaults } from './bodies';

const KINDS: Kind[] = ['kafka', 'objectStorage', 'azure', 'kinesis', 'postgres'];
const passing = (path: string, value: unknown) =>
	KINDS.filter((kind) => pipeFaults(kind, { [path]: value }).length === 0);

const SETTING_BOUNDS: Array<[string, number, number]> = [
	['streaming_max_insert_wait_ms', 500, 60000],
	['object_storage_concurrency', 1, 35],
	['object_storage_polling_interval_ms', 100, 3600000],
	['object_storage_max_insert_bytes', 10485760, 53687091200],
	['object_storage_max_file_count', 1, 10000],
	['engine_max_threads', 0, 64],
	['engine_max_insert_threads', 0, 16],
	['engine_min_insert_block_size_bytes', 0, 10737418240],
	['engine_max_download_threads', 0, 32],
	['engine_parallel_distributed_insert_select', 0, 2],
];

describe('settings', () => {
	it.each(SETTING_BOUNDS)('%s is a whole number from %d to %d, or null', (name, least, most) => {
		const found = (value: unknown) => pipeFaults('kafka', { [`settings.${name}`]: value });
		expect(found(least)).toEqual([]);
		expect(found(most)).toEqual([]);
		expect(found(null)).toEqual([]);
		expect(found(least - 1)).not.toEqual([]);
		expect(found(most + 1)).not.toEqual([]);
		expect(found(least + 0.5)).not.toEqual([]);
		expect(found(String(least))).not.toEqual([]);
	});

	it.each(['object_storage_use_cluster_function', 'engine_parallel_view_processing'])(
		'%s is true, false or null',
		(name) => {
			const found = (value: unknown) => pipeFaults('kafka', { [`settings.${name}`]: value });
			for (const value of [true, false, null]) expect(found(value)).toEqual([]);
			expect(found(1)).not.toEqual([]);
		},
	);
});

describe('scaling', () => {
	it('takes concurrency for object storage only', () => {
		expect(passing('scaling.concurrency', 0)).toEqual(['objectStorage', 'azure']);
	});

	it.each([
		['replicaCpuMillicores', 125, 2000],
		['replicaMemoryGb', 0.5, 8],
	])('takes %s for streaming kinds only, from %d to %d', (name, least, most) => {
		const path = `scaling.${name}`;
		expect(passing(path, least)).toEqual(['kafka', 'kinesis']);
		expect(passing(path, most)).toEqual(['kafka', 'kinesis']);
		expect(passing(path, least - 0.1)).toEqual([]);
		expect(passing(path, most + 0.1)).toEqual([]);
	});

	it('takes a whole number of replicas for every kind', () => {
		expect(passing('scaling.replicas', 2)).toEqual(KINDS);
		expect(passing('scaling.replicas', 1.5)).toEqual([]);
	});
});

describe('the destination', () => {
	it('has at least one column, each with name and type', () => {
		const found = (columns: unknown) => pipeFaults('kafka', { 'destination.columns': columns });
		expect(found([])).not.toEqual([]);
		expect(found([{ name: 'a' }])).not.toEqual([]);
		expect(found([{ name: '', type: 'String' }])).not.toEqual([]);
		expect(found([{ name: 'a', type: 'String' }])).toEqual([]);
	});

	it('takes a complete table definition and roles', () => {
		const tableDefinition = {
			engine: { type: 'MergeTree', columnIds: ['a'], versionColumnId: 'v' },
			sortingKey: ['a'],
			partitionBy: 'toYYYYMM(a)',
			primaryKey: 'a',
		};
		const change = { 'destination.tableDefinition': tableDefinition, 'destination.roles': ['r'] };
		expect(pipeFaults('kafka', change)).toEqual([]);
		expect(pipeFaults('kafka', { 'destination.tableDefinition': { sortingKey: 'a' } })).not.toEqual(
			[],
		);
	});

	it('has every column mapped, if there are mappings', () => {
		const map = (name: string) => ({ sourceField: 'x', destinationField: name });
		expect(pipeFaults('kafka', { fieldMappings: [map('id')] })).toEqual([]);
		expect(pipeFaults('kafka', { fieldMappings: [] })).toEqual([]);
		expect(pipeFaults('kafka', { fieldMappings: [map('other')] }).join()).toContain('"id"');
		expect(pipeFaults('postgres', { fieldMappings: [map('any')] })).toEqual([]);
		expect(pipeFaults('postgres', { fieldMappings: [{ sourceField: 'x' }] })).not.toEqual([]);
	});
});

describe('enumerations', () => {
	it.each<[Kind, string, string]>([
		['kafka', 'kafka.type', 'pulsar'],
		['kafka', 'kafka.format', 'CSV'],
		['kafka', 'kafka.authentication', 'OAUTH'],
		['objectStorage', 'objectStorage.type', 'ftp'],
		['objectStorage', 'objectStorage.format', 'AvroConfluent'],
		['objectStorage', 'objectStorage.compression', 'zip'],
		['objectStorage', 'objectStorage.authentication', 'PLAIN'],
		['kinesis', 'kinesis.format', 'CSV'],
		['kinesis', 'kinesis.iteratorType', 'EARLIEST'],
		['kinesis', 'kinesis.authentication', 'PLAIN'],
	])('%s pipes: %s is not %s', (kind, path, value) => {
		expect(pipeFaults(kind, { [`source.${path}`]: value })).not.toEqual([]);
	});

	it.each(['cdc', 'snapshot', 'cdc_only'])('takes the replication mode %s', (mode) => {
		const path = 'source.postgres.settings.replicationMode';
		expect(pipeFaults('postgres', { [path]: mode })).toEqual([]);
		expect(pipeFaults('postgres', { [path]: `${mode}x` })).not.toEqual([]);
	});
});
