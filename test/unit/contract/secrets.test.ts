import { type Change, type Kind, pipeFaults } from './bodies';

const login = { username: 'u', password: 'p' };
const accessKey = { accessKeyId: 'a', secretKey: 's' };

describe('secrets', () => {
	const names = ['credentials', 'accessKey', 'connectionString', 'password', 'privateKey'];
	const given = {
		fieldMappings: [{ sourceField: 'id', destinationField: 'id' }],
		'destination.tableDefinition': { engine: { type: 'MergeTree' } },
	};
	const offset = { 'source.kafka.offset': { strategy: 'from_latest' } };
	const tables = { 'source.postgres.tableMappings': [{ sourceTable: 'orders' }] };
	const complete = (kind: Kind): Change =>
		kind === 'kafka' ? { ...given, ...offset } : { ...given, ...tables };
	const places: Array<[Kind, string]> = [
		['kafka', ''],
		['kafka', 'source.'],
		['kafka', 'destination.'],
		['kafka', 'destination.tableDefinition.'],
		['kafka', 'destination.tableDefinition.engine.'],
		['kafka', 'destination.columns.0.'],
		['kafka', 'fieldMappings.0.'],
		['kafka', 'source.kafka.offset.'],
		['kafka', 'scaling.'],
		['kafka', 'settings.'],
		['postgres', 'source.postgres.settings.'],
		['postgres', 'source.postgres.tableMappings.0.'],
	];

	it.each(places)('are allowed nowhere else: %s pipe, %s', (kind, place) => {
		expect(pipeFaults(kind, { ...complete(kind), [`${place}later`]: 'x' })).toEqual([]);
		for (const name of names) {
			expect(pipeFaults(kind, { ...complete(kind), [`${place}${name}`]: 'x' })).not.toEqual([]);
		}
	});

	it.each<[Kind, string]>([
		['kafka', 'source.kafka.accessKey'],
		['kafka', 'source.kafka.username'],
		['objectStorage', 'source.objectStorage.credentials'],
		['kinesis', 'source.kinesis.credentials'],
		['postgres', 'source.postgres.accessKey'],
		['postgres', 'source.postgres.password'],
	])('are only in their own member: %s refuses %s', (kind, path) => {
		expect(pipeFaults(kind, { [path]: { ...login, ...accessKey } })).not.toEqual([]);
	});
});
