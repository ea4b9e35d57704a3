import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import type { Parameters } from '../../../nodes/core/operation';
import { contextOf, sentences, SERVICE_ID } from './context';
import { FORMS, LOGIN } from './pipeForm';

const REGISTRY = { schemaRegistryUsername: 'reg', schemaRegistryPassword: 'pw' };
const login = { method: 'usernamePassword', ...LOGIN };
const accessKey = { method: 'accessKey', accessKeyId: 'AK', secretKey: 'SK' };
const certificate = { method: 'clientCertificate', certificate: 'c', privateKey: 'k' };
const connectionString = { method: 'connectionString', connectionString: 'AccountName=a' };
const registryOnly = { method: 'schemaRegistryOnly', ...REGISTRY };

function plan(
	parameters: Parameters,
	extraCredential?: Record<string, unknown>,
	extraCredentialName: string | undefined = 'Orders source',
) {
	return createPipe.plan(parameters, contextOf({ extraCredential, extraCredentialName }));
}

const kafka = (changes: Parameters = {}): Parameters => ({ ...FORMS.kafka, ...changes });
const withRegistry = kafka({
	kafkaFormat: 'AvroConfluent',
	kafkaSchemaRegistryAuthentication: 'PLAIN',
	kafkaSchemaRegistryUrl: 'https://registry.example.com',
});
const iamUser = { ...FORMS.kinesis, kinesisAuthentication: 'IAM_USER' };
const azure = {
	...FORMS.objectStorage,
	objectStorageType: 'azureblobstorage',
	objectStorageAzureContainerName: 'c',
	objectStorageAuthentication: 'CONNECTION_STRING',
};
const eventHub = kafka({ kafkaType: 'azureeventhub' });
const mutualTls = kafka({ kafkaAuthentication: 'MUTUAL_TLS' });

describe('a credential of the schema registry alone', () => {
	it('gives the registry its login and the brokers none', () => {
		const { request, issues } = plan(withRegistry, registryOnly);
		expect(issues).toEqual([]);
		expect(request.body).not.toHaveProperty('source.kafka.credentials');
		expect(request.body).toHaveProperty('source.kafka.schemaRegistry.credentials', {
			username: 'reg',
			password: 'pw',
		});
	});

	it.each<[string, Parameters, string]>([
		['without a registry', kafka(), 'PLAIN needs a username and password'],
		['with mutual TLS', mutualTls, 'Mutual TLS needs a client certificate'],
		['with Postgres', FORMS.postgres, 'Postgres needs a username and password'],
	])('is refused %s', (_case, form, need) => {
		expect(sentences(plan(form, registryOnly).issues)).toEqual([
			`The credential 'Orders source' contains the login of a schema registry; ${need}. Select another credential.`,
		]);
	});
});

describe('by fields, an issue with secrets', () => {
	it.each<[string, Parameters, Record<string, unknown>, string]>([
		['login', mutualTls, login, 'a username and password; Mutual TLS needs a client certificate'],
		['login', iamUser, login, 'a username and password; IAM User needs an access key'],
		['access key', kafka(), accessKey, 'an access key; PLAIN needs a username and password'],
		[
			'certificate',
			azure,
			certificate,
			'a client certificate; Connection String needs a connection string',
		],
		[
			'login',
			eventHub,
			login,
			'a username and password; Azure Event Hubs needs a connection string',
		],
		[
			'connection string',
			kafka({ kafkaType: 'redpanda', kafkaAuthentication: 'SCRAM-SHA-256' }),
			connectionString,
			'a connection string; SCRAM-SHA-256 needs a username and password',
		],
	])(
		'names the credential that contains another kind: %s, %#',
		(_kind, form, credential, words) => {
			const { issues, request } = plan(form, credential);
			expect(sentences(issues)).toEqual([
				`The credential 'Orders source' contains ${words}. Select another credential.`,
			]);
			expect(JSON.stringify(request.body)).not.toContain('credentials');
		},
	);

	it.each<[Parameters, string]>([
		[mutualTls, 'Mutual TLS needs a client certificate'],
		[iamUser, 'IAM User needs an access key'],
		[azure, 'Connection String needs a connection string'],
		[FORMS.postgres, 'Postgres needs a username and password'],
	])('says once that none is selected: %#', (form, need) => {
		expect(sentences(plan(form).issues)).toEqual([
			`Credential for the Source is not selected. ${need}: select a Cloud Pipe Source API credential that contains it, at the top of the panel.`,
		]);
	});

	it('names the empty fields of the right credential', () => {
		expect(sentences(plan(iamUser, { method: 'accessKey' }).issues)).toEqual([
			"The credential 'Orders source' has no Access Key ID. Enter it in the credential.",
			"The credential 'Orders source' has no Secret Key. Enter it in the credential.",
		]);
		expect(sentences(plan(azure, { method: 'connectionString' }).issues)).toEqual([
			"The credential 'Orders source' has no Connection String. Enter it in the credential.",
		]);
		for (const [given, missing] of [
			['Username', 'Password'],
			['Password', 'Username'],
		]) {
			const half = { ...login, [`schemaRegistry${String(given)}`]: 'half' };
			expect(sentences(plan(withRegistry, half).issues)).toEqual([
				`The credential 'Orders source' has no Schema Registry ${String(missing)}. Enter it in the credential.`,
			]);
		}
	});

	it('says of a secret of another type what it is', () => {
		const additionalOptions = { sourceAdditionalMembers: { credentials: { username: 5 } } };
		const form = { ...FORMS.postgres, additionalOptions };
		expect(sentences(plan(form, login).issues)).toEqual([
			'source.postgres.credentials.username must be text, but is a number.',
		]);
		expect(sentences(plan(form, { ...login, password: '' }).issues)).toEqual([
			'source.postgres.credentials.username must be text, but is a number.',
			"The credential 'Orders source' has no Password. Enter it in the credential.",
		]);
	});

	it('takes a registry that needs no login together with brokers that need one', () => {
		const { issues, request } = plan(withRegistry, login);
		expect(issues).toEqual([]);
		expect(request.body).not.toHaveProperty('source.kafka.schemaRegistry.credentials');
		expect(request.body).toHaveProperty('source.kafka.credentials');
	});

	it.each<[Parameters, Record<string, unknown>]>([
		[kafka(), login],
		[withRegistry, { ...login, ...REGISTRY }],
		[mutualTls, certificate],
		[iamUser, accessKey],
		[azure, connectionString],
		[eventHub, connectionString],
		[FORMS.postgres, login],
		[FORMS.kinesis, login],
		[FORMS.objectStorage, accessKey],
		[kafka({ kafkaType: 'msk', kafkaAuthentication: 'IAM_ROLE', kafkaIamRole: 'arn' }), login],
	])('there is none with the right one: %#', (form, credential) => {
		expect(plan(form, credential).issues).toEqual([]);
	});
});

describe('brokers without secrets', () => {
	const scram = kafka({ kafkaType: 'redpanda', kafkaAuthentication: 'SCRAM-SHA-512' });
	const scramRegistry = { ...withRegistry, kafkaAuthentication: 'SCRAM-SHA-256' };
	const mskUser = kafka({ kafkaType: 'msk', kafkaAuthentication: 'IAM_USER' });
	const hintOf = (secrets: string, user: string) =>
		`The pipe is sent without ${secrets} for ${user}. Select a Cloud Pipe Source API credential, unless the brokers need none.`;
	const members = (form: Parameters, credentials: unknown): Parameters => ({
		...form,
		additionalOptions: { sourceAdditionalMembers: { credentials } },
	});

	it.each<[string, Parameters, string]>([
		['SCRAM', scram, 'SCRAM-SHA-512 needs a username and password'],
		['an IAM user', mskUser, 'IAM User needs an access key'],
		['SCRAM with null', members(scram, null), 'SCRAM-SHA-512 needs a username and password'],
	])('are invalid by fields with %s', (_method, form, need) => {
		expect(sentences(plan(form).issues)).toEqual([
			`Credential for the Source is not selected. ${need}: select a Cloud Pipe Source API credential that contains it, at the top of the panel.`,
		]);
	});

	it('are invalid with SCRAM where the credential has the login of a registry alone', () => {
		expect(sentences(plan(scramRegistry, registryOnly).issues)).toEqual([
			"The credential 'Orders source' contains the login of a schema registry; SCRAM-SHA-256 needs a username and password. Select another credential.",
		]);
		expect(plan(scramRegistry, { ...login, ...REGISTRY }).issues).toEqual([]);
	});

	it.each<[string, Parameters, object]>([
		['SCRAM', scram, LOGIN],
		['an IAM user', mskUser, { accessKeyId: 'AK', secretKey: 'SK' }],
	])('are none with %s where additional members bring the secrets', (_method, form, secrets) => {
		const { issues, hints, request } = plan(members(form, secrets));
		expect(issues).toEqual([]);
		expect(hints).toEqual([]);
		expect(request.body).toHaveProperty('source.kafka.credentials', secrets);
	});

	it.each<[string, Parameters, Record<string, unknown> | undefined, string[]]>([
		['PLAIN', kafka(), undefined, [hintOf('a username and password', 'PLAIN')]],
		['Event Hubs', eventHub, undefined, [hintOf('a connection string', 'Azure Event Hubs')]],
		[
			'PLAIN and a registry',
			withRegistry,
			registryOnly,
			[hintOf('a username and password', 'PLAIN')],
		],
		['PLAIN with its login', kafka(), login, []],
		['PLAIN with additional members', members(kafka(), LOGIN), undefined, []],
		['another kind of source', FORMS.kinesis, undefined, []],
	])('are reported in a hint: %s', (_case, form, credential, hints) => {
		const planned = plan(form, credential);
		expect(planned.issues).toEqual([]);
		expect(planned.hints).toEqual(hints);
	});

	it.each(['PLAIN', 'SCRAM-SHA-512'])('are reported in a hint by JSON: %s', (authentication) => {
		const source = {
			type: 'kafka',
			format: 'Avro',
			brokers: 'b:9092',
			topics: 't',
			authentication,
		};
		const columns = [{ name: 'id', type: 'UInt64' }];
		const destination = { database: 'd', table: 't', managedTable: true, columns };
		const pipeJson = { name: 'n', source: { kafka: source }, destination };
		const json = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson };
		expect(plan(json)).toMatchObject({
			issues: [],
			hints: [hintOf('a username and password', authentication)],
		});
		expect(plan(json, login)).toMatchObject({ issues: [], hints: [] });
	});
});

const postgres = (changes: object) => ({
	serviceId: SERVICE_ID,
	pipeInput: 'json',
	pipeJson: {
		name: 'n',
		destination: { database: 'd' },
		source: { postgres: { host: 'h', port: 5432, database: 'd', ...changes } },
	},
});

describe('by JSON, secrets', () => {
	it('are required for Postgres only where its authentication uses a login', () => {
		expect(plan(postgres({ authentication: 'iam_role' })).issues).toEqual([]);
		for (const authentication of [undefined, null, 'basic']) {
			expect(sentences(plan(postgres({ authentication })).issues).join()).toContain(
				'source.postgres.credentials.username is missing. Select a Cloud Pipe Source API credential',
			);
		}
	});

	it('are not filled in where the authentication does not use them', () => {
		const { request, issues } = plan(postgres({ authentication: 'iam_role' }), login);
		expect(issues).toEqual([]);
		expect(request.body).not.toHaveProperty('source.postgres.credentials');
	});

	it('are filled in for null when a credential is selected, and stay null without', () => {
		expect(plan(postgres({ credentials: null }), login).request.body).toHaveProperty(
			'source.postgres.credentials',
			LOGIN,
		);
		const none = { authentication: 'iam_role', credentials: null };
		expect(plan(postgres(none)).request.body).toHaveProperty('source.postgres.credentials', null);
		const storage = {
			type: 'azureblobstorage',
			format: 'CSV',
			azureContainerName: 'c',
			authentication: 'CONNECTION_STRING',
			connectionString: null,
		};
		const pipeJson = { name: 'n', source: { objectStorage: storage } };
		const json = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson };
		expect(plan(json, connectionString).request.body).toHaveProperty(
			'source.objectStorage.connectionString',
			'AccountName=a',
		);
	});

	it('are filled in for those that are null', () => {
		const credentials = { username: null, password: null };
		const { request, issues } = plan(postgres({ credentials }), login);
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('source.postgres.credentials', LOGIN);
	});

	it('of its own may be used with a credential of another kind', () => {
		const own = { credentials: { username: 'u', password: 'p' } };
		expect(plan(postgres(own), accessKey).issues).toEqual([]);
		expect(sentences(plan(postgres({}), accessKey, undefined).issues)).toEqual([
			expect.stringContaining("'Orders source' contains an access key; Postgres needs"),
		]);
	});

	it('come from a credential whose method is not known as they are there', () => {
		expect(plan(postgres({}), { ...LOGIN, method: 'later' }).issues).toEqual([]);
	});
});

describe('by JSON, a hint', () => {
	const UNUSED = 'The Cloud Pipe Source API credential is not used';
	const source = (member: object, destination: object = {}) => ({
		serviceId: SERVICE_ID,
		pipeInput: 'json',
		pipeJson: { name: 'n', source: member, destination },
	});
	const storage = { type: 's3', format: 'CSV', url: 'https://x/*' };
	const brokers = { type: 'msk', format: 'AvroConfluent', brokers: 'b:9092', topics: 't' };
	const role = { ...brokers, authentication: 'IAM_ROLE', iamRole: 'arn' };
	const schemaRegistry = { url: 'https://registry.example.com', authentication: 'PLAIN' };
	const own = { username: 'u', password: 'p' };

	it.each<[string, Parameters, Record<string, unknown>]>([
		['public files', source({ objectStorage: storage }), accessKey],
		['an unlisted method', source({ kafka: { ...brokers, authentication: 'OAUTH' } }), login],
		['an IAM role', source({ kafka: role }), login],
		['a registry without a login', source({ kafka: { ...role, schemaRegistry } }), login],
		['another Postgres method', postgres({ authentication: 'iam' }), login],
		['secrets of its own', postgres({ credentials: own }), login],
		[
			'a registry with a login of its own',
			source({ kafka: { ...role, schemaRegistry: { ...schemaRegistry, credentials: own } } }),
			registryOnly,
		],
	])('says that the selected credential is not used: %s', (_why, json, credential) => {
		expect(plan(json, credential).hints).toContainEqual(expect.stringContaining(UNUSED));
		expect(plan(json).hints).not.toContainEqual(expect.stringContaining(UNUSED));
	});

	it.each<[string, Parameters, Record<string, unknown>]>([
		['a login', postgres({}), login],
		['half a login', postgres({ credentials: { username: 'u' } }), login],
		[
			'an access key',
			source({ objectStorage: { ...storage, authentication: 'IAM_USER' } }),
			accessKey,
		],
		['the login of a registry', source({ kafka: { ...role, schemaRegistry } }), registryOnly],
	])('says nothing where it gives %s', (_what, json, credential) => {
		expect(plan(json, credential).hints).not.toContainEqual(expect.stringContaining(UNUSED));
	});
});
