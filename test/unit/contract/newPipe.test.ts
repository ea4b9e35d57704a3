import { REFERENCE_SAMPLES } from '../management/referenceSamples';
import { type Change, faults, type Kind, pipeFaults, SERVICE } from './bodies';

const KINDS: Kind[] = ['kafka', 'objectStorage', 'azure', 'kinesis', 'postgres'];
const WITH_TABLE = KINDS.filter((kind) => kind !== 'postgres');
const login = { username: 'u', password: 'p' };
const accessKey = { accessKeyId: 'a', secretKey: 's' };
const kafka = (change: Change): Change =>
	Object.fromEntries(Object.entries(change).map(([key, value]) => [`source.kafka.${key}`, value]));

describe('a new pipe', () => {
	it.each(KINDS)('of kind %s passes with the least members', (kind) => {
		expect(pipeFaults(kind)).toEqual([]);
	});

	it.each(['name', 'source', 'destination', 'destination.database'])('needs %s', (member) => {
		for (const kind of KINDS) expect(pipeFaults(kind, { [member]: undefined })).not.toEqual([]);
	});

	it.each(['table', 'managedTable', 'columns'])('needs destination.%s but for Postgres', (name) => {
		for (const kind of WITH_TABLE) {
			expect(pipeFaults(kind, { [`destination.${name}`]: undefined }).join()).toContain(name);
		}
	});

	it.each<[Kind, string]>([
		['kafka', 'kafka.brokers'],
		['kafka', 'kafka.topics'],
		['objectStorage', 'objectStorage.url'],
		['azure', 'objectStorage.azureContainerName'],
		['kinesis', 'kinesis.streamName'],
		['kinesis', 'kinesis.region'],
		['postgres', 'postgres.host'],
		['postgres', 'postgres.port'],
		['postgres', 'postgres.database'],
	])('of kind %s needs source.%s', (kind, member) => {
		expect(pipeFaults(kind, { [`source.${member}`]: undefined })).not.toEqual([]);
	});

	it.each<[Kind, string]>([
		['kafka', 'kafka.type'],
		['kafka', 'kafka.format'],
		['kafka', 'kafka.authentication'],
		['objectStorage', 'objectStorage.type'],
		['objectStorage', 'objectStorage.format'],
		['kinesis', 'kinesis.format'],
		['kinesis', 'kinesis.iteratorType'],
		['kinesis', 'kinesis.authentication'],
	])('of kind %s does not need source.%s, which the sample does not have', (kind, member) => {
		expect(pipeFaults(kind, { [`source.${member}`]: undefined })).toEqual([]);
	});

	it.each(Object.entries(REFERENCE_SAMPLES))('is the sample of the reference: %s', (_, body) => {
		expect(faults('POST', `${SERVICE}/pipes`, body)).toEqual([]);
	});

	it('takes members that are not described', () => {
		const change = { later: 1, 'source.kafka.later': true, 'settings.later': 'x' };
		expect(pipeFaults('kafka', change)).toEqual([]);
	});
});

describe('the source', () => {
	it('may name other kinds as null', () => {
		const nulls = { 'source.objectStorage': null, 'source.kinesis': null };
		expect(pipeFaults('kafka', { ...nulls, 'source.postgres': null })).toEqual([]);
	});

	it('is not of two kinds, and not of none', () => {
		const postgres = { host: 'h', port: 1, database: 'd' };
		expect(pipeFaults('kafka', { 'source.postgres': postgres })).not.toEqual([]);
		expect(pipeFaults('kafka', { 'source.kafka': undefined })).not.toEqual([]);
		expect(pipeFaults('kafka', { 'source.kafka': null })).not.toEqual([]);
	});

	it('may say whether samples are validated', () => {
		expect(pipeFaults('kafka', { 'source.validateSamples': false })).toEqual([]);
		expect(pipeFaults('kafka', { 'source.validateSamples': 'no' })).not.toEqual([]);
	});
});

describe('kafka authentication', () => {
	const all = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'IAM_ROLE', 'IAM_USER', 'MUTUAL_TLS'];
	const supported: Record<string, string[]> = {
		kafka: ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS'],
		msk: ['SCRAM-SHA-512', 'IAM_ROLE', 'IAM_USER', 'MUTUAL_TLS'],
		confluent: ['PLAIN', 'MUTUAL_TLS'],
		warpstream: ['PLAIN'],
		azureeventhub: ['PLAIN'],
		redpanda: ['SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS'],
		dokafka: ['SCRAM-SHA-256', 'MUTUAL_TLS'],
	};

	it.each(Object.keys(supported))('of type %s is one of those it supports', (type) => {
		const passing = all.filter(
			(authentication) =>
				pipeFaults('kafka', kafka({ type, authentication, iamRole: 'arn' })).length === 0,
		);
		expect(passing).toEqual(supported[type]);
	});

	it.each([
		['kafka', 'PLAIN'],
		['kafka', 'SCRAM-SHA-256'],
		['kafka', 'MUTUAL_TLS'],
		['msk', 'IAM_USER'],
		['azureeventhub', 'PLAIN'],
	])('of %s by %s takes a login, and members that are not described', (type, authentication) => {
		const found = (credentials: unknown) =>
			pipeFaults('kafka', kafka({ type, authentication, credentials }));
		for (const passing of [undefined, null, {}, login, accessKey, { connectionString: 'x' }]) {
			expect(found(passing)).toEqual([]);
		}
		expect(found({ ...login, password: '' })).not.toEqual([]);
		expect(found({ ...login, password: 1 })).not.toEqual([]);
		expect(found('x')).not.toEqual([]);
	});

	it('of msk by IAM_ROLE takes no credentials', () => {
		const role = { type: 'msk', authentication: 'IAM_ROLE', iamRole: 'arn' };
		expect(pipeFaults('kafka', kafka(role))).toEqual([]);
		expect(pipeFaults('kafka', kafka({ ...role, credentials: login }))).not.toEqual([]);
	});
});

describe('the kafka offset', () => {
	const at = (timestamp: unknown, strategy = 'from_timestamp') =>
		pipeFaults('kafka', kafka({ offset: { strategy, timestamp } }));

	it('needs a timestamp with from_timestamp only', () => {
		expect(at('2026-01-05T06:30')).toEqual([]);
		expect(pipeFaults('kafka', kafka({ offset: { strategy: 'from_timestamp' } }))).not.toEqual([]);
		expect(at(null)).not.toEqual([]);
		expect(at(null, 'from_latest')).toEqual([]);
		expect(pipeFaults('kafka', kafka({ offset: { strategy: 'from_beginning' } }))).toEqual([]);
		expect(pipeFaults('kafka', kafka({ offset: null }))).toEqual([]);
	});

	it.each(['2026-01-05', '2026-01-05T06:30:00', '2026-13-05T06:30', '2026-01-05T24:00', ''])(
		'refuses the timestamp "%s"',
		(timestamp) => {
			expect(at(timestamp)).not.toEqual([]);
		},
	);

	it('takes a known strategy, or none', () => {
		expect(pipeFaults('kafka', kafka({ offset: {} }))).toEqual([]);
		expect(pipeFaults('kafka', kafka({ offset: { timestamp: '2026-01-05T06:30' } }))).toEqual([]);
		expect(at('2026-01-05T06:30', 'from_somewhere')).not.toEqual([]);
	});
});

describe('the schema registry', () => {
	const registry = { url: 'https://registry.example.com', authentication: 'PLAIN' };
	const given = (schemaRegistry: unknown) => pipeFaults('kafka', kafka({ schemaRegistry }));

	it('has an https URL and PLAIN authentication, with or without a login', () => {
		expect(given(registry)).toEqual([]);
		expect(given({ ...registry, credentials: login, caCertificate: null })).toEqual([]);
		expect(given(null)).toEqual([]);
		expect(given({ ...registry, url: 'http://registry.example.com' })).not.toEqual([]);
		expect(given({ ...registry, url: 'https://' })).not.toEqual([]);
		expect(given({ ...registry, authentication: 'MUTUAL_TLS' })).not.toEqual([]);
		expect(given({ url: registry.url })).toEqual([]);
		expect(given({ authentication: 'PLAIN' })).not.toEqual([]);
	});

	it('takes a complete login, and no other secret', () => {
		expect(given({ ...registry, credentials: { username: 'u' } })).not.toEqual([]);
		expect(given({ ...registry, ...login })).not.toEqual([]);
	});
});

describe('object storage', () => {
	const s3 = (change: Change) => changeOf('objectStorage', change);
	const azure = (change: Change) => changeOf('azure', change);
	function changeOf(kind: Kind, change: Change): string[] {
		const entries = Object.entries(change).map(([key, value]): [string, unknown] => [
			`source.objectStorage.${key}`,
			value,
		]);
		return pipeFaults(kind, Object.fromEntries(entries));
	}

	it('takes CONNECTION_STRING for Azure only, and needs the connection string then', () => {
		const authentication = 'CONNECTION_STRING';
		expect(azure({ authentication, connectionString: 'x' })).toEqual([]);
		expect(azure({ authentication })).not.toEqual([]);
		expect(azure({ authentication, connectionString: null })).not.toEqual([]);
		expect(s3({ authentication, connectionString: 'x' })).not.toEqual([]);
		expect(azure({ connectionString: 'x' })).toEqual([]);
		expect(s3({ authentication: 'IAM_ROLE', iamRole: 'r', connectionString: 'x' })).not.toEqual([]);
		expect(azure({ connectionString: null })).toEqual([]);
	});

	it.each(['IAM_ROLE', 'IAM_USER'])('takes %s for all types but Azure', (authentication) => {
		expect(s3({ authentication, iamRole: 'arn' })).toEqual([]);
		expect(azure({ authentication })).not.toEqual([]);
	});

	it('takes an access key with IAM_USER only', () => {
		expect(s3({ authentication: 'IAM_USER', accessKey })).toEqual([]);
		expect(s3({ authentication: 'IAM_USER', accessKey: { secretKey: 's' } })).not.toEqual([]);
		expect(s3({ authentication: 'IAM_ROLE', accessKey })).not.toEqual([]);
		expect(s3({ accessKey })).toEqual([]);
	});

	it('takes a queue URL only when continuous', () => {
		const queueUrl = 'https://queue.example.com';
		const complete = { queueUrl, isContinuous: true, authentication: 'IAM_ROLE', iamRole: 'arn' };
		expect(s3(complete)).toEqual([]);
		expect(s3({ ...complete, isContinuous: false })).not.toEqual([]);
		expect(s3({ ...complete, isContinuous: undefined })).not.toEqual([]);
		expect(s3({ ...complete, authentication: undefined })).toEqual([]);
		expect(s3({ ...complete, authentication: null })).toEqual([]);
		expect(s3({ queueUrl: null, isContinuous: false })).toEqual([]);
	});

	it('takes null for all that is nullable', () => {
		const names = ['delimiter', 'compression', 'isContinuous', 'authentication', 'iamRole'];
		for (const name of [...names, 'path', 'azureContainerName']) {
			expect([name, s3({ [name]: null })]).toEqual([name, []]);
		}
		expect(s3({ url: null })).not.toEqual([]);
	});
});

describe('kinesis', () => {
	const kinesis = (change: Change) =>
		pipeFaults(
			'kinesis',
			Object.fromEntries(
				Object.entries(change).map(([key, value]) => [`source.kinesis.${key}`, value]),
			),
		);

	it('needs a timestamp with AT_TIMESTAMP only', () => {
		expect(kinesis({ iteratorType: 'AT_TIMESTAMP', timestamp: 1767594600 })).toEqual([]);
		expect(kinesis({ iteratorType: 'AT_TIMESTAMP' })).not.toEqual([]);
		expect(kinesis({ iteratorType: 'AT_TIMESTAMP', timestamp: null })).not.toEqual([]);
		expect(kinesis({ iteratorType: 'AT_TIMESTAMP', timestamp: 1.5 })).not.toEqual([]);
		expect(kinesis({ iteratorType: 'TRIM_HORIZON', timestamp: null })).toEqual([]);
	});

	it('needs a role with IAM_ROLE, and takes an access key with IAM_USER', () => {
		expect(kinesis({ authentication: 'IAM_ROLE', iamRole: 'arn' })).toEqual([]);
		expect(kinesis({ authentication: 'IAM_ROLE' })).not.toEqual([]);
		expect(kinesis({ authentication: 'IAM_ROLE', iamRole: null })).not.toEqual([]);
		expect(kinesis({ authentication: 'IAM_ROLE', iamRole: 'arn', accessKey })).not.toEqual([]);
		expect(kinesis({ accessKey })).toEqual([]);
		expect(kinesis({ accessKey: {} })).not.toEqual([]);
	});
});

describe('postgres', () => {
	const settings = (given: unknown) =>
		pipeFaults('postgres', { 'source.postgres.settings': given });

	it('takes failover slots only without a slot name', () => {
		expect(settings({ enableFailoverSlots: true })).toEqual([]);
		expect(settings({ enableFailoverSlots: true, replicationSlotName: 'slot' })).not.toEqual([]);
		expect(settings({ enableFailoverSlots: false, replicationSlotName: 'slot' })).toEqual([]);
		expect(settings({ replicationSlotName: 'slot' })).toEqual([]);
	});

	it.each([0, 65536, 1.5, '5432'])('refuses the port %s', (port) => {
		expect(pipeFaults('postgres', { 'source.postgres.port': port })).not.toEqual([]);
	});

	it('takes a complete login', () => {
		const path = 'source.postgres.credentials';
		expect(pipeFaults('postgres', { [path]: login })).toEqual([]);
		expect(pipeFaults('postgres', { [path]: { username: 'u' } })).not.toEqual([]);
	});
});
