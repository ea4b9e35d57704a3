import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import type { JsonObject } from '../../../nodes/core/json';
import type { Parameters } from '../../../nodes/core/operation';
import { changedJson } from '../../property/changedJson';
import { contextOf, sentences, SERVICE_ID } from './context';
import { FORMS, LOGIN } from './pipeForm';
import { REFERENCE_SAMPLES } from './referenceSamples';

type Source = Record<string, unknown>;

const ACCESS_KEY = { accessKeyId: 'AK', secretKey: 'SK' };
const CERTIFICATE = { certificate: 'c', privateKey: 'k' };
const CONNECTION = { connectionString: 'Endpoint=sb://x' };

function planJson(pipeJson: unknown, extraCredential?: Source) {
	const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson };
	return createPipe.plan(parameters, contextOf({ extraCredential }));
}

const TABLE = {
	name: 'n',
	destination: {
		database: 'd',
		table: 't',
		managedTable: false,
		columns: [{ name: 'id', type: 'UInt64' }],
	},
};
const withSource = (source: Source) => ({ ...TABLE, source });
const kafka = (changes: Source) =>
	withSource({
		kafka: { type: 'kafka', format: 'Avro', brokers: 'b:9092', topics: 't', ...changes },
	});
const storage = (changes: Source) =>
	withSource({ objectStorage: { type: 's3', format: 'CSV', url: 'https://x/*', ...changes } });

/** The paths of the members that hints leave to the API. */
function left(hints: readonly string[] | undefined): string[] {
	const found = (hints ?? []).map((hint) =>
		/^'source\.(.*)' is missing: the API decides\.$/.exec(hint),
	);
	return found.map((match) => match?.[1] ?? 'another hint');
}

describe("the reference's sample of a new pipe, by JSON", () => {
	it.each<[keyof typeof REFERENCE_SAMPLES, string[]]>([
		[
			'kafka',
			[
				'kafka.type',
				'kafka.format',
				'kafka.authentication',
				'kafka.offset.strategy',
				'kafka.schemaRegistry.authentication',
			],
		],
		['kinesis', ['kinesis.format', 'kinesis.iteratorType', 'kinesis.authentication']],
		[
			'objectStorage',
			['objectStorage.type', 'objectStorage.format', 'objectStorage.authentication'],
		],
		// Pipes of databases have no table of their own.
		['postgres', Array.from({ length: 3 }, () => 'another hint')],
	])('is sent as it is: %s', (kind, missing) => {
		const sample = REFERENCE_SAMPLES[kind];
		const { request, issues, hints } = planJson(JSON.stringify(sample));
		expect(sentences(issues)).toEqual([]);
		expect(request.body).toEqual(sample);
		expect(left(hints)).toEqual(missing);
	});

	it.each(['kafka', 'kinesis'] as const)('takes its secrets from the credential: %s', (kind) => {
		const group = kind === 'kafka' ? 'credentials' : 'accessKey';
		const secrets = kind === 'kafka' ? LOGIN : ACCESS_KEY;
		const method = kind === 'kafka' ? 'usernamePassword' : 'accessKey';
		const bare = changedJson(REFERENCE_SAMPLES[kind], ['source', kind, group], undefined);
		const { request, issues, hints } = planJson(bare, { method, ...secrets });
		expect(sentences(issues)).toEqual([]);
		expect(request.body).toHaveProperty(`source.${kind}.${group}`, secrets);
		expect(left(hints)).not.toContain('another hint');
	});
});

describe('by JSON, a discriminating member that is missing', () => {
	it.each<[string, JsonObject, string[]]>([
		['none', kafka({ authentication: 'PLAIN', credentials: LOGIN }), []],
		['null', kafka({ type: null, authentication: 'PLAIN', credentials: LOGIN }), ['kafka.type']],
		[
			'an empty offset',
			kafka({ authentication: 'PLAIN', credentials: LOGIN, offset: {} }),
			['kafka.offset.strategy'],
		],
		['no authentication', kafka({}), ['kafka.authentication']],
		['public files', storage({}), []],
		['public files with null', storage({ authentication: null, accessKey: null }), []],
		['an access key', storage({ accessKey: ACCESS_KEY }), ['objectStorage.authentication']],
		['a connection string', storage(CONNECTION), ['objectStorage.authentication']],
		['a queue', storage({ queueUrl: 'q', isContinuous: true }), ['objectStorage.authentication']],
	])('is reported in a hint: %s', (_name, body, missing) => {
		const { issues, hints } = planJson(body);
		expect(sentences(issues)).toEqual([]);
		expect(left(hints)).toEqual(missing);
	});

	it.each([{ ...TABLE }, withSource({ kafka: 'x' }), { ...TABLE, source: 'x' }])(
		'is not the issue where there is no source: %#',
		(body) => {
			expect(sentences(planJson(body).issues)).toContainEqual(
				expect.stringMatching(/^source(\.kafka)? (is missing|must be an object)/),
			);
		},
	);

	it('is refused where it is none of the listed values', () => {
		expect(sentences(planJson(kafka({ type: '' })).issues)).toEqual([
			expect.stringContaining('source.kafka.type is "", which is not listed'),
		]);
	});
});

describe('by fields, a discriminating member that is missing', () => {
	const members = (form: Parameters, sourceAdditionalMembers: object): Parameters => ({
		...form,
		additionalOptions: { sourceAdditionalMembers },
	});
	const registry = {
		...FORMS.kafka,
		kafkaFormat: 'AvroConfluent',
		kafkaSchemaRegistryAuthentication: 'none',
	};

	it.each<[Parameters, string]>([
		[{ ...FORMS.kafka, kafkaType: '' }, 'Kafka Type is empty. Enter a value.'],
		[{ ...FORMS.kafka, kafkaFormat: null }, 'Format is empty. Enter a value.'],
		[{ ...FORMS.kafka, kafkaAuthentication: '' }, 'Authentication is empty. Enter a value.'],
		[
			members({ ...FORMS.kafka, kafkaOffsetStrategy: '' }, { offset: { timestamp: null } }),
			'Start From is empty. Enter a value.',
		],
		[
			members(registry, { schemaRegistry: { url: 'https://r.example.com' } }),
			'Schema Registry Authentication is empty. Enter a value.',
		],
		[{ ...FORMS.kinesis, kinesisFormat: '' }, 'Format is empty. Enter a value.'],
		[{ ...FORMS.kinesis, kinesisIteratorType: '' }, 'Start From is empty. Enter a value.'],
		[{ ...FORMS.kinesis, kinesisAuthentication: '' }, 'Authentication is empty. Enter a value.'],
		[{ ...FORMS.objectStorage, objectStorageType: '' }, 'Storage Type is empty. Enter a value.'],
		[{ ...FORMS.objectStorage, objectStorageFormat: '' }, 'Format is empty. Enter a value.'],
		[
			members(FORMS.objectStorage, { accessKey: ACCESS_KEY }),
			'Authentication is needed for accessKey. Choose one, or remove accessKey for public files.',
		],
	])('is an invalid item: %#', (form, sentence) => {
		const { issues } = createPipe.plan(form, contextOf({ extraCredential: LOGIN }));
		expect(sentences(issues)).toEqual([sentence]);
	});

	it('is sent from the additional members', () => {
		const form = members({ ...FORMS.kinesis, kinesisFormat: '' }, { format: 'Avro' });
		expect(createPipe.plan(form, contextOf())).toMatchObject({
			issues: [],
			request: { body: { source: { kinesis: { format: 'Avro' } } } },
		});
	});
});

describe('the secrets of Kafka by JSON', () => {
	const SECRETS = { LOGIN, ACCESS_KEY, CERTIFICATE, CONNECTION, other: { token: 't' } };
	const METHODS: Array<[string, string]> = [
		['kafka', 'PLAIN'],
		['redpanda', 'SCRAM-SHA-256'],
		['azureeventhub', 'PLAIN'],
		['msk', 'IAM_USER'],
		['kafka', 'MUTUAL_TLS'],
	];

	it.each(METHODS)('are sent in any shape, or none: %s by %s', (type, authentication) => {
		for (const given of [
			{},
			...[null, {}, ...Object.values(SECRETS)].map((value) => ({ credentials: value })),
		]) {
			const body = kafka({ type, authentication, ...given });
			const { issues, request } = planJson(body);
			expect({ given, issues }).toEqual({ given, issues: [] });
			expect(request.body).toMatchObject(body);
		}
	});

	it.each(METHODS)('may be a login from the credential: %s by %s', (type, authentication) => {
		const plan = planJson(kafka({ type, authentication }), {
			method: 'usernamePassword',
			...LOGIN,
		});
		expect(plan).toMatchObject({ issues: [], hints: [] });
		expect(plan.request.body).toHaveProperty('source.kafka.credentials', LOGIN);
	});

	it('of which some are missing are reported in hints', () => {
		const half = { authentication: 'MUTUAL_TLS', credentials: { certificate: 'c' } };
		expect(left(planJson(kafka(half)).hints)).toEqual(['kafka.credentials.privateKey']);
		const hub = { type: 'azureeventhub', authentication: 'PLAIN', credentials: { username: 'u' } };
		expect(left(planJson(kafka(hub)).hints)).toEqual(['kafka.credentials.connectionString']);
		const complete = { authentication: 'MUTUAL_TLS', credentials: CERTIFICATE };
		expect(planJson(kafka(complete)).hints).toEqual([]);
	});

	it('are not mixed with those of a credential of another kind', () => {
		const login = { method: 'usernamePassword', ...LOGIN };
		const half = kafka({ authentication: 'MUTUAL_TLS', credentials: { certificate: 'c' } });
		expect(planJson(half, login).request.body).toMatchObject(half);
		const hub = kafka({ type: 'azureeventhub', authentication: 'PLAIN', credentials: LOGIN });
		const sent = planJson(hub, { method: 'connectionString', ...CONNECTION });
		expect(sent.request.body).toHaveProperty('source.kafka.credentials', LOGIN);
		expect(sent.hints).toContainEqual(expect.stringContaining('credential is not used'));
	});

	it.each<[string, Source, Source]>([
		['an access key', { method: 'accessKey' }, ACCESS_KEY],
		['a certificate', { method: 'clientCertificate' }, CERTIFICATE],
	])('without an authentication are those of the credential: %s', (_kind, method, secrets) => {
		const { request, issues } = planJson(kafka({}), { ...method, ...secrets });
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('source.kafka.credentials', secrets);
	});

	it('without an authentication are none with the login of a registry alone', () => {
		const registry = { schemaRegistryUsername: 'u', schemaRegistryPassword: 'p' };
		const plan = planJson(kafka({}), { method: 'schemaRegistryOnly', ...registry });
		expect(plan.issues).toEqual([]);
		expect(plan.request.body).not.toHaveProperty('source.kafka.credentials');
	});

	it('that the credential does not fill in completely are an issue', () => {
		const credential = { method: 'usernamePassword', username: 'u', password: '' };
		expect(sentences(planJson(kafka({ authentication: 'PLAIN' }), credential).issues)).toEqual([
			'source.kafka.credentials.password is missing. Select a Cloud Pipe Source API credential whose Password is filled in.',
		]);
	});

	it('by fields stay those that the form asks for, or the login that the reference lists', () => {
		const form = { ...FORMS.kafka, kafkaType: 'azureeventhub' };
		const credential = { method: 'usernamePassword', ...LOGIN };
		expect(
			sentences(createPipe.plan(form, contextOf({ extraCredential: credential })).issues),
		).toEqual([expect.stringContaining('Azure Event Hubs needs a connection string')]);
		const additionalOptions = { sourceAdditionalMembers: { credentials: LOGIN } };
		expect(createPipe.plan({ ...form, additionalOptions }, contextOf()).issues).toEqual([]);
	});
});
