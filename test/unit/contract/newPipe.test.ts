import { REFERENCE_SAMPLES } from '../management/referenceSamples';
import { type Change, faults, type Kind, pipeFaults, SERVICE } from './bodies';

const KINDS: Kind[] = ['kafka', 'objectStorage', 'azure', 'kinesis', 'postgres'];
const mapped = (destinationField: string) => ({
	fieldMappings: [{ sourceField: 'x', destinationField }],
});

// That it takes no less and no more than the rules of the node is shown by test/property.
describe('a new pipe', () => {
	it.each(KINDS)('of kind %s passes with the least members', (kind) => {
		expect(pipeFaults(kind)).toEqual([]);
	});

	it.each(Object.entries(REFERENCE_SAMPLES))('is the sample of the reference: %s', (_, body) => {
		expect(faults('POST', `${SERVICE}/pipes`, body)).toEqual([]);
	});

	it.each<[Kind, Change]>([
		['kafka', { later: 1, 'source.kafka.later': true, 'settings.later': 'x' }],
		['kafka', { 'source.objectStorage': null, 'source.kinesis': null, 'source.postgres': null }],
		['kafka', { 'source.kafka.type': undefined, 'source.kafka.authentication': undefined }],
		['kafka', { 'source.kafka.credentials': { later: 'x' } }],
		['kafka', mapped('id')],
		['kafka', { fieldMappings: [] }],
		['postgres', mapped('any')],
	])('from %s takes %j', (kind, change) => {
		expect(pipeFaults(kind, change)).toEqual([]);
	});

	it.each<[Kind, Change]>([
		['kafka', { name: undefined }],
		['kafka', { 'source.kafka': undefined }],
		['kafka', { 'source.postgres': { host: 'h', port: 1, database: 'd' } }],
		['kafka', { 'destination.columns': [] }],
		['kafka', { 'source.kafka.type': 'msk', 'source.kafka.authentication': 'PLAIN' }],
		['kafka', mapped('other')],
		['kinesis', { 'source.kinesis.iteratorType': 'AT_TIMESTAMP' }],
		['postgres', { 'destination.database': undefined }],
		['postgres', { 'source.postgres.port': 65536 }],
	])('from %s does not take %j', (kind, change) => {
		expect(pipeFaults(kind, change)).not.toEqual([]);
	});
});
