import type { JsonObject } from '../../../nodes/core/json';
import { valueAt } from '../../../nodes/core/json';
import type { Parameters, Plan } from '../../../nodes/core/operation';
import { codes } from './context';
import { ACCESS_KEY, FORMS, into, LOGIN, pipeOf, planForm, planJson } from './pipeForm';

const REGISTRY = { schemaRegistryUsername: 'reg', schemaRegistryPassword: 'pw' };
const REGISTRY_LOGIN = { username: 'reg', password: 'pw' };
const CERTIFICATE = { certificate: 'c', privateKey: 'k' };
const CONNECTION = { connectionString: 'AccountName=a' };
const login = { method: 'usernamePassword', ...LOGIN };
const accessKey = { method: 'accessKey', ...ACCESS_KEY };
const certificate = { method: 'clientCertificate', ...CERTIFICATE };
const connectionString = { method: 'connectionString', ...CONNECTION };
const registryOnly = { method: 'schemaRegistryOnly', ...REGISTRY };

const kafka = (kafkaAuthentication: string, kafkaType = 'kafka', more: Parameters = {}) => ({
	...{ ...FORMS.kafka, kafkaType, kafkaAuthentication },
	...more,
});
const AVRO = {
	...{ kafkaFormat: 'AvroConfluent', kafkaSchemaRegistryAuthentication: 'PLAIN' },
	kafkaSchemaRegistryUrl: 'https://registry.example.com',
};
const plain = kafka('PLAIN');
const plainRegistry = kafka('PLAIN', 'kafka', AVRO);
const scram = kafka('SCRAM-SHA-512', 'redpanda');
const mutualTls = kafka('MUTUAL_TLS');
const eventHub = kafka('PLAIN', 'azureeventhub');
const mskUser = kafka('IAM_USER', 'msk');
const mskRole = kafka('IAM_ROLE', 'msk', { kafkaIamRole: 'arn' });
const kinesisUser = { ...FORMS.kinesis, kinesisAuthentication: 'IAM_USER' };
const storageUser = { ...FORMS.objectStorage, objectStorageAuthentication: 'IAM_USER' };
const azure = {
	...FORMS.objectStorage,
	objectStorageType: 'azureblobstorage',
	objectStorageAzureContainerName: 'c',
	objectStorageAuthentication: 'CONNECTION_STRING',
};
const members = (form: Parameters, credentials: unknown): Parameters => ({
	...form,
	additionalOptions: { sourceAdditionalMembers: { credentials } },
});

/** Issues as one string each: which rule, and the facts of its sentence. */
const facts = ({ issues }: Plan): string[] =>
	issues.map(({ path, code, ...issue }) => {
		const { need, member } = { need: '', member: '', ...issue };
		const subject = path === 'cloudPipeSourceApi' ? (issue.label ?? '') : path;
		return [subject, code, need, member].filter((fact) => fact !== '').join(' | ');
	});

const NONE = 'Credential for the Source | noCredential';
const LACKS = "The credential 'Orders source' | credentialLacks";

describe('secrets by fields', () => {
	it.each<[Parameters, JsonObject | undefined, string, unknown]>([
		[plain, login, 'kafka.credentials', LOGIN],
		[scram, login, 'kafka.credentials', LOGIN],
		[mskUser, accessKey, 'kafka.credentials', ACCESS_KEY],
		[eventHub, connectionString, 'kafka.credentials', CONNECTION],
		[mutualTls, certificate, 'kafka.credentials', CERTIFICATE],
		[mskRole, login, 'kafka.credentials', undefined],
		[plainRegistry, login, 'kafka.schemaRegistry.credentials', undefined],
		[plainRegistry, { ...login, ...REGISTRY }, 'kafka.schemaRegistry.credentials', REGISTRY_LOGIN],
		[plainRegistry, registryOnly, 'kafka.schemaRegistry.credentials', REGISTRY_LOGIN],
		[plainRegistry, registryOnly, 'kafka.credentials', undefined],
		[members(scram, LOGIN), undefined, 'kafka.credentials', LOGIN],
		[members(mskUser, ACCESS_KEY), undefined, 'kafka.credentials', ACCESS_KEY],
		[members(eventHub, LOGIN), undefined, 'kafka.credentials', LOGIN],
		[kinesisUser, accessKey, 'kinesis.accessKey', ACCESS_KEY],
		[FORMS.kinesis, login, 'kinesis.accessKey', undefined],
		[storageUser, accessKey, 'objectStorage.accessKey', ACCESS_KEY],
		[FORMS.objectStorage, accessKey, 'objectStorage.accessKey', undefined],
		[azure, connectionString, 'objectStorage.connectionString', CONNECTION.connectionString],
		[FORMS.postgres, login, 'postgres.credentials', LOGIN],
	])('are put where the authentication uses them (%#)', (form, credential, path, secrets) => {
		const plan = planForm(form, credential);
		expect(facts(plan)).toEqual([]);
		expect(valueAt(plan.request.body, `source.${path}`)).toEqual(secrets);
	});

	it.each<[Parameters, JsonObject | undefined, string[]]>([
		[mutualTls, undefined, [`${NONE} | Mutual TLS needs a client certificate`]],
		[kinesisUser, undefined, [`${NONE} | IAM User needs an access key`]],
		[azure, undefined, [`${NONE} | Connection String needs a connection string`]],
		[FORMS.postgres, undefined, [`${NONE} | Postgres needs a username and password`]],
		[scram, undefined, [`${NONE} | SCRAM-SHA-512 needs a username and password`]],
		[members(scram, null), undefined, [`${NONE} | SCRAM-SHA-512 needs a username and password`]],
		[mskUser, undefined, [`${NONE} | IAM User needs an access key`]],
		[plain, { username: 'u' }, [`${LACKS} | Password`]],
		[kinesisUser, { method: 'accessKey' }, [`${LACKS} | Access Key ID`, `${LACKS} | Secret Key`]],
		[azure, { method: 'connectionString' }, [`${LACKS} | Connection String`]],
		[
			plainRegistry,
			{ ...login, schemaRegistryUsername: 'half' },
			[`${LACKS} | Schema Registry Password`],
		],
		[
			plainRegistry,
			{ ...login, schemaRegistryPassword: 'half' },
			[`${LACKS} | Schema Registry Username`],
		],
		[
			members(FORMS.postgres, { username: 5 }),
			{ ...login, password: '' },
			['source.postgres.credentials.username | wrongType', `${LACKS} | Password`],
		],
	])('are named once if they are missing or others (%#)', (form, credential, expected) => {
		expect(facts(planForm(form, credential))).toEqual(expected);
	});

	it.each<[Parameters, JsonObject, string, string]>([
		[mutualTls, login, 'a username and password', 'Mutual TLS'],
		[plain, accessKey, 'an access key', 'PLAIN'],
		[azure, certificate, 'a client certificate', 'Connection String'],
		[eventHub, login, 'a username and password', 'Azure Event Hubs'],
		[scram, connectionString, 'a connection string', 'SCRAM-SHA-512'],
		[plain, registryOnly, 'the login of a schema registry', 'PLAIN'],
		[{ ...scram, ...AVRO }, registryOnly, 'the login of a schema registry', 'SCRAM-SHA-512'],
	])('of another kind are an issue (%#)', (form, credential, contained, need) => {
		const { issues, request } = planForm(form, credential);
		const label = "The credential 'Orders source'";
		expect(issues).toMatchObject([{ code: 'otherSecrets', label, contained }]);
		expect(issues).toMatchObject([{ need: expect.stringContaining(need) as string }]);
		expect(JSON.stringify(request.body)).not.toContain('credentials');
	});

	it.each<[Plan, RegExp | undefined]>([
		[planForm(plain), /without a username and password for PLAIN\./],
		[planForm(eventHub), /without a connection string for Azure Event Hubs\./],
		[planForm(plainRegistry, registryOnly), /without a username and password for PLAIN\./],
		[planForm(plain, login), undefined],
		[planForm(members(plain, LOGIN)), undefined],
		[planForm(FORMS.kinesis), undefined],
		[planJson(pipeOf('kafka')), /for PLAIN\./],
		[planJson(pipeOf('kafka', { authentication: 'SCRAM-SHA-512' })), /for SCRAM-SHA-512\./],
		[planJson(pipeOf('kafka'), login), undefined],
	])('that brokers do not get are a hint (%#)', ({ issues, hints }, hint) => {
		expect(issues).toEqual([]);
		expect(hints).toEqual(hint === undefined ? [] : [expect.stringMatching(hint)]);
	});
});

const ROLE = { type: 'msk', authentication: 'IAM_ROLE', iamRole: 'arn' };
const OWN = { credentials: { username: 'u', password: 'p' } };
const SCHEMA = { url: 'https://registry.example.com', authentication: 'PLAIN' };
const USER = { authentication: 'IAM_USER' };
const HALF = { authentication: 'MUTUAL_TLS', credentials: { certificate: 'c' } };
const HUB = { type: 'azureeventhub' };
const AZURE = {
	...{ type: 'azureblobstorage', azureContainerName: 'c', authentication: 'CONNECTION_STRING' },
	connectionString: null,
};
const postgres = (changes: object) => pipeOf('postgres', { credentials: undefined, ...changes });
const noMethod = pipeOf('kafka', { authentication: undefined });

describe('secrets by JSON', () => {
	it.each<[JsonObject, JsonObject | undefined, string, unknown]>([
		[postgres({ authentication: 'iam_role' }), login, 'postgres.credentials', undefined],
		[postgres({ credentials: null }), login, 'postgres.credentials', LOGIN],
		[postgres({ credentials: { username: null } }), login, 'postgres.credentials', LOGIN],
		[
			postgres({ credentials: { username: 'own' } }),
			login,
			'postgres.credentials',
			{ ...LOGIN, username: 'own' },
		],
		[postgres({ authentication: 'x', credentials: null }), undefined, 'postgres.credentials', null],
		[postgres(OWN), accessKey, 'postgres.credentials', OWN.credentials],
		[postgres({}), { ...LOGIN, method: 'later' }, 'postgres.credentials', LOGIN],
		[
			pipeOf('objectStorage', AZURE),
			connectionString,
			'objectStorage.connectionString',
			'AccountName=a',
		],
		[noMethod, accessKey, 'kafka.credentials', ACCESS_KEY],
		[noMethod, certificate, 'kafka.credentials', CERTIFICATE],
		[noMethod, registryOnly, 'kafka.credentials', undefined],
		[pipeOf('kinesis', { authentication: null }), accessKey, 'kinesis.accessKey', ACCESS_KEY],
		[pipeOf('kafka', HALF), login, 'kafka.credentials', HALF.credentials],
		[pipeOf('kafka', { ...HUB, ...OWN }), connectionString, 'kafka.credentials', OWN.credentials],
	])('are filled in where the source leaves them open (%#)', (pipe, credential, path, secrets) => {
		const plan = planJson(pipe, credential);
		expect(facts(plan)).toEqual([]);
		expect(valueAt(plan.request.body, `source.${path}`)).toEqual(secrets);
	});

	it.each<[JsonObject, JsonObject | undefined, string]>([
		[postgres({}), undefined, 'source.postgres.credentials.username noSecret'],
		[
			postgres({ authentication: null }),
			undefined,
			'source.postgres.credentials.username noSecret',
		],
		[
			postgres({ authentication: 'basic' }),
			undefined,
			'source.postgres.credentials.username noSecret',
		],
		[postgres({}), accessKey, 'cloudPipeSourceApi otherSecrets'],
		[pipeOf('kafka'), { ...login, password: '' }, 'source.kafka.credentials.password noSecret'],
	])('are needed (%#)', (pipe, credential, code) => {
		expect(codes(planJson(pipe, credential).issues)).toContain(code);
	});

	it.each([
		['kafka', 'PLAIN'],
		['redpanda', 'SCRAM-SHA-256'],
		['azureeventhub', 'PLAIN'],
		['msk', 'IAM_USER'],
		['kafka', 'MUTUAL_TLS'],
	])(
		'of Kafka have any shape, or are the login of the credential: %s by %s',
		(type, authentication) => {
			const shapes = [null, {}, LOGIN, ACCESS_KEY, CERTIFICATE, CONNECTION, { token: 't' }];
			for (const credentials of shapes) {
				const pipe = pipeOf('kafka', { type, authentication, credentials });
				expect(planJson(pipe)).toMatchObject({ issues: [], request: { body: pipe } });
			}
			const plan = planJson(pipeOf('kafka', { type, authentication }), login);
			expect(plan).toMatchObject({ issues: [], hints: [] });
			expect(plan.request.body).toHaveProperty('source.kafka.credentials', LOGIN);
		},
	);

	it.each<[object, string]>([
		[HALF, 'privateKey'],
		[{ ...HUB, credentials: { username: 'u' } }, 'connectionString'],
	])('of Kafka of which some are missing are a hint: %j', (changes, name) => {
		expect(planJson(pipeOf('kafka', changes)).hints).toEqual([
			`'source.kafka.credentials.${name}' isn't set; the API chooses.`,
		]);
	});

	const UNUSED: unknown = expect.stringContaining("credential isn't used");
	it.each<[JsonObject, JsonObject, boolean]>([
		[pipeOf('objectStorage'), accessKey, true],
		[pipeOf('kafka', { authentication: 'OAUTH' }), login, true],
		[pipeOf('kafka', ROLE), login, true],
		[pipeOf('kafka', { ...ROLE, schemaRegistry: SCHEMA }), login, true],
		[pipeOf('kafka', { ...ROLE, schemaRegistry: { ...SCHEMA, ...OWN } }), registryOnly, true],
		[postgres({ authentication: 'iam' }), login, true],
		[postgres(OWN), login, true],
		[postgres({}), login, false],
		[postgres({ credentials: { username: 'u' } }), login, false],
		[pipeOf('objectStorage', USER), accessKey, false],
		[pipeOf('kafka', { ...ROLE, schemaRegistry: SCHEMA }), registryOnly, false],
		[pipeOf('kafka', { ...HUB, ...OWN }, into({})), connectionString, true],
	])('of a credential that is not used are a hint (%#)', (pipe, credential, isUnused) => {
		expect(planJson(pipe).hints).not.toContainEqual(UNUSED);
		const { hints } = planJson(pipe, credential);
		if (isUnused) expect(hints).toContainEqual(UNUSED);
		else expect(hints).not.toContainEqual(UNUSED);
	});
});
