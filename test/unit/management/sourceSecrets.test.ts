import { valueAt } from '../../../nodes/engine/json';
import type { Plan } from '../../../nodes/engine/operation';
import { problems } from './context';
import { ACCESS_KEY, FORMS, LOGIN, pipeOf, planForm, planJson } from './pipeForm';
import type { HintedPlan } from '../../../tools/panel/facts';

const REGISTRY = { schemaRegistryUsername: 'reg', schemaRegistryPassword: 'pw' };
const REGISTRY_LOGIN = { username: 'reg', password: 'pw' };
const CERTIFICATE = { certificate: 'c', privateKey: 'k' };

const FROM = {
	login: { method: 'usernamePassword', ...LOGIN },
	bothLogins: { method: 'usernamePassword', ...LOGIN, ...REGISTRY },
	halfALogin: { method: 'usernamePassword', ...LOGIN, password: '' },
	halfARegistry: { method: 'usernamePassword', ...LOGIN, schemaRegistryUsername: 'half' },
	accessKey: { method: 'accessKey', ...ACCESS_KEY },
	noKey: { method: 'accessKey' },
	certificate: { method: 'clientCertificate', ...CERTIFICATE },
	connection: { method: 'connectionString', connectionString: 'AccountName=a' },
	registry: { method: 'schemaRegistryOnly', ...REGISTRY },
};

const kafka = (changes: object) => ({ ...FORMS.kafka, ...changes });
const AVRO = {
	kafkaFormat: 'AvroConfluent',
	kafkaSchemaRegistryAuthentication: 'PLAIN',
	kafkaSchemaRegistryUrl: 'https://r.example.com',
};
const SCRAM = { kafkaType: 'redpanda', kafkaAuthentication: 'SCRAM-SHA-512' };
const MSK_USER = { kafkaType: 'msk', kafkaAuthentication: 'IAM_USER' };
const MUTUAL_TLS = { kafkaAuthentication: 'MUTUAL_TLS' };
const AZURE = {
	...FORMS.objectStorage,
	objectStorageType: 'azureblobstorage',
	objectStorageAzureContainerName: 'c',
	objectStorageAuthentication: 'CONNECTION_STRING',
};
const MSK_ROLE = { type: 'msk', authentication: 'IAM_ROLE', iamRole: 'arn' };
const KINESIS_USER = { ...FORMS.kinesis, kinesisAuthentication: 'IAM_USER' };

/** The plan must have no issues. */
function sourceOf({ request, issues }: Plan): unknown {
	expect(issues).toEqual([]);
	return valueAt(request.body, 'source');
}

describe('source secrets (fields)', () => {
	const source = (...of: Parameters<typeof planForm>) => sourceOf(planForm(...of));

	it('sends the secrets that the method needs', () => {
		expect(source(FORMS.kafka, FROM.login)).toHaveProperty('kafka.credentials', LOGIN);
		expect(source(kafka(MSK_USER), FROM.accessKey)).toHaveProperty('kafka.credentials', ACCESS_KEY);
		const certified = source(kafka(MUTUAL_TLS), FROM.certificate);
		expect(certified).toHaveProperty('kafka.credentials', CERTIFICATE);
		expect(source(KINESIS_USER, FROM.accessKey)).toHaveProperty('kinesis.accessKey', ACCESS_KEY);
		const text = 'AccountName=a';
		expect(source(AZURE, FROM.connection)).toHaveProperty('objectStorage.connectionString', text);
	});

	it("sends the schema registry's login", () => {
		const both = source(kafka(AVRO), FROM.bothLogins);
		expect(both).toHaveProperty('kafka.schemaRegistry.credentials', REGISTRY_LOGIN);
		expect(both).toHaveProperty('kafka.credentials', LOGIN);
		const registry = source(kafka(AVRO), FROM.registry);
		expect(registry).toHaveProperty('kafka.schemaRegistry.credentials', REGISTRY_LOGIN);
		expect(registry).not.toHaveProperty('kafka.credentials');
	});

	it("doesn't send secrets for a role or public files", () => {
		expect(source(FORMS.kinesis, FROM.login)).not.toHaveProperty('kinesis.accessKey');
		const files = source(FORMS.objectStorage, FROM.accessKey);
		expect(files).not.toHaveProperty('objectStorage.accessKey');
	});

	it.each([kafka(MUTUAL_TLS), kafka(SCRAM), KINESIS_USER, AZURE, FORMS.postgres])(
		'requires a selected credential (%#)',
		(form) => {
			expect(problems(planForm(form).issues)).toEqual(["cloudPipeSourceApi isn't selected"]);
		},
	);

	it('lists missing secrets by their labels', () => {
		const lacking = (...of: Parameters<typeof planForm>) =>
			planForm(...of).issues.map(({ text }) => /^has no (.+)\. (?:Enter|Turn on)/.exec(text)?.[1]);
		expect(lacking(FORMS.kafka, FROM.halfALogin)).toEqual(['Password']);
		expect(lacking(KINESIS_USER, FROM.noKey)).toEqual(['Access Key ID', 'Secret Key']);
		expect(lacking(kafka(AVRO), FROM.halfARegistry)).toEqual(['Schema Registry Password']);
	});

	it.each([
		{ of: 'shown only on request', from: FROM.login, step: 'Turn on Schema Registry Login there' },
		{ of: 'always shown', from: { method: 'schemaRegistryOnly' }, step: 'Enter it in the cred' },
	])("tells users where to enter a registry's login that is $of", ({ from, step }) => {
		const { issues } = planForm(kafka(AVRO), from, { apiDialect: 'clickhouseCloud' });
		expect(issues.map(({ text }) => text)).toEqual([
			expect.stringContaining(`has no Schema Registry Username. ${step}`),
			expect.stringContaining(`has no Schema Registry Password. ${step}`),
		]);
	});

	it('lists the secrets in the message about a missing credential', () => {
		const text = expect.stringContaining('Mutual TLS needs a client certificate. Select') as string;
		const label = 'Credential for the Source';
		expect(planForm(kafka(MUTUAL_TLS)).issues).toMatchObject([{ label, text }]);
	});

	it('reports missing secrets together with empty fields', () => {
		const empty = { kafkaBrokers: '', kafkaTopics: '', destinationTable: '' };
		expect(problems(planForm({ ...kafka(SCRAM), ...empty }).issues)).toEqual([
			'kafkaBrokers is empty',
			'kafkaTopics is empty',
			'destinationTable is needed for',
			"cloudPipeSourceApi isn't selected",
		]);
	});

	it.each([
		{ form: kafka(SCRAM), from: FROM.connection, contained: 'a connection string' },
		{ form: FORMS.kafka, from: FROM.registry, contained: 'the login of a schema registry' },
		{ form: FORMS.kafka, from: FROM.accessKey, contained: 'an access key' },
		{ form: FORMS.postgres, from: FROM.certificate, contained: 'a client certificate' },
		{ form: kafka(MUTUAL_TLS), from: FROM.login, contained: 'a username and password' },
	])('rejects a credential with $contained', ({ form, from, contained }) => {
		const { issues, request } = planForm(form, from);
		const label = 'The credential "Orders source"';
		expect(issues.map((issue) => `${issue.label ?? ''} ${issue.text}`)).toEqual([
			expect.stringContaining(`${label} contains ${contained}, but `),
		]);
		expect(JSON.stringify(request.body)).not.toMatch(/credential/);
	});
});

it('Pipe → Create warns about brokers without secrets', () => {
	const hints = (plan: HintedPlan) => plan.hints.join();
	expect(hints(planForm(FORMS.kafka))).toContain('a username and password for PLAIN');
	const hub = planForm(kafka({ kafkaType: 'azureeventhub' }));
	expect(hints(hub)).toContain('a connection string for Azure Event Hubs');
	const registry = planForm(kafka(AVRO), FROM.registry);
	expect(hints(registry)).toContain('a username and password for PLAIN');
	const scram = planJson(pipeOf('kafka', { authentication: 'SCRAM-SHA-512' }));
	expect(hints(scram)).toContain('for SCRAM-SHA-512');
	for (const whole of [planForm(FORMS.kafka, FROM.login), planForm(FORMS.kinesis)]) {
		expect(whole).toMatchObject({ issues: [], hints: [] });
	}
});

const NO_LOGIN = { credentials: undefined };

describe('source secrets (JSON)', () => {
	const postgres = (source: object, from?: object) =>
		planJson(pipeOf('postgres', source), from && { ...from });

	it('fills in secrets that are missing or null', () => {
		for (const credentials of [undefined, null, { username: null }]) {
			const source = sourceOf(postgres({ credentials }, FROM.login));
			expect(source).toHaveProperty('postgres.credentials', LOGIN);
		}
		const own = sourceOf(postgres({ credentials: { username: 'own' } }, FROM.login));
		expect(own).toHaveProperty('postgres.credentials', { ...LOGIN, username: 'own' });
		const role = sourceOf(postgres({ ...NO_LOGIN, authentication: 'iam_role' }, FROM.login));
		expect(role).not.toHaveProperty('postgres.credentials');
	});

	it("uses the credential's method if the JSON doesn't set it", () => {
		const of = (from: object) =>
			sourceOf(planJson(pipeOf('kafka', { authentication: undefined }), { ...from }));
		expect(of(FROM.accessKey)).toHaveProperty('kafka.credentials', ACCESS_KEY);
		expect(of(FROM.certificate)).toHaveProperty('kafka.credentials', CERTIFICATE);
		expect(of(FROM.registry)).not.toHaveProperty('kafka.credentials');
	});

	it("completes only the credential's kind of secrets if the JSON sets no method", () => {
		const accessKeyOf = (accessKey: object) => {
			const pipe = pipeOf('kinesis', { authentication: undefined, accessKey });
			return valueAt(planJson(pipe, FROM.accessKey).request.body, 'source.kinesis.accessKey');
		};
		expect(accessKeyOf({ accessKeyId: 'own' })).toEqual({ ...ACCESS_KEY, accessKeyId: 'own' });
		expect(accessKeyOf({ certificate: 'c' })).toEqual({ certificate: 'c' });
	});

	it('reports an object in place of a single secret only as that', () => {
		const pipe = pipeOf('objectStorage', { connectionString: {} });
		expect(problems(planJson(pipe).issues)).toEqual([
			'source.objectStorage.connectionString must be text,',
		]);
	});

	it.each(['toString', 'constructor'])('ignores the inherited method name %s', (authentication) => {
		const kafkaPipe = pipeOf('kafka', { authentication, credentials: LOGIN });
		const texts = (plan: Plan) => plan.issues.map(({ text }) => text);
		expect(texts(planJson(kafkaPipe))).toEqual([
			expect.stringContaining(`is "${authentication}", which isn't listed.`),
		]);
		const bigquery = pipeOf('bigquery', { authentication, ...NO_LOGIN });
		expect(texts(planJson(bigquery, FROM.accessKey)).join()).toContain(
			`contains an access key, but ${authentication} needs the key of a service account.`,
		);
	});

	it('rejects a login for a method without secrets', () => {
		const { issues } = planJson(pipeOf('kafka', { ...MSK_ROLE, credentials: LOGIN }));
		expect(issues.map(({ text }) => text)).toEqual(["aren't used with an IAM role. Remove them."]);
	});

	it("sends only one method's secrets", () => {
		const source = { authentication: 'MUTUAL_TLS', credentials: { certificate: 'c' } };
		const plan = planJson(pipeOf('kafka', source), FROM.login);
		expect(sourceOf(plan)).toMatchObject({ kafka: source });
		expect(plan.hints.join()).toContain('"source.kafka.credentials.privateKey" isn\'t');
	});

	const UNUSED: unknown = expect.stringContaining("credential isn't used");
	it.each([
		{ pipe: pipeOf('objectStorage'), from: FROM.accessKey },
		{ pipe: pipeOf('kafka', { authentication: 'OAUTH' }), from: FROM.login },
		{ pipe: pipeOf('kafka', MSK_ROLE), from: FROM.login },
		{ pipe: pipeOf('postgres'), from: FROM.login },
	])("warns if the selected credential isn't used (%#)", ({ pipe, from }) => {
		expect(planJson(pipe).hints).not.toContainEqual(UNUSED);
		expect(planJson(pipe, from).hints).toContainEqual(UNUSED);
	});
});
