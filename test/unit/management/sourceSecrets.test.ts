import { valueAt } from '../../../nodes/engine/json';
import type { Plan } from '../../../nodes/engine/operation';
import { fields, rows, valueOf } from '../rows';
import { ACCESS_KEY, FORMS, isKind, issuesOf, LOGIN, pipeOf, planForm, planJson } from './pipeForm';

const REGISTRY = { schemaRegistryUsername: 'reg', schemaRegistryPassword: 'pw' };
const CERTIFICATE = { certificate: 'c', privateKey: 'k' };
const CONNECTION = { connectionString: 'AccountName=a' };

const SECRETS = {
	login: { method: 'usernamePassword', ...LOGIN },
	loginAndRegistry: { method: 'usernamePassword', ...LOGIN, ...REGISTRY },
	halfRegistry: { method: 'usernamePassword', ...LOGIN, schemaRegistryUsername: 'half' },
	otherHalf: { method: 'usernamePassword', ...LOGIN, schemaRegistryPassword: 'half' },
	noPassword: { method: 'usernamePassword', ...LOGIN, password: '' },
	later: { ...LOGIN, method: 'later' },
	username: { username: 'u' },
	accessKey: { method: 'accessKey', ...ACCESS_KEY },
	noKey: { method: 'accessKey' },
	certificate: { method: 'clientCertificate', ...CERTIFICATE },
	connection: { method: 'connectionString', ...CONNECTION },
	noConnection: { method: 'connectionString' },
	registry: { method: 'schemaRegistryOnly', ...REGISTRY },
};

function secretsOf(name: string) {
	if (name === '') return undefined;
	const found = Object.entries(SECRETS).find(([one]) => one === name)?.[1];
	if (found === undefined) throw new Error(name);
	return found;
}

const AVRO =
	'kafkaFormat=AvroConfluent kafkaSchemaRegistryAuthentication=PLAIN kafkaSchemaRegistryUrl=https://r.example.com';
const SCRAM = 'kafkaType=redpanda kafkaAuthentication=SCRAM-SHA-512';
const MSK_USER = 'kafkaType=msk kafkaAuthentication=IAM_USER';
const AZURE =
	'objectStorageType=azureblobstorage objectStorageAzureContainerName=c objectStorageAuthentication=CONNECTION_STRING';
const members = (credentials: unknown) =>
	`additionalOptions.sourceAdditionalMembers.credentials=${JSON.stringify(credentials)}`;

/** The plan of a form with changes, and the secrets of that name. */
function byFields(kind: string, changes: string, secrets: string): Plan {
	if (!isKind(kind)) throw new Error(kind);
	return planForm({ ...FORMS[kind], ...fields(changes) }, secretsOf(secrets));
}

/** The plan of a definition with changes to its source, and the secrets of that name. */
const byJson = (kind: string, changes: string, secrets: string): Plan =>
	planJson(pipeOf(kind, fields(changes)), secretsOf(secrets));

const NEED: Readonly<Record<string, unknown>> = {
	login: LOGIN,
	accessKey: ACCESS_KEY,
	certificate: CERTIFICATE,
	connection: CONNECTION,
	registry: { username: 'reg', password: 'pw' },
};
const secretsAt = ({ request }: Plan, kind: string, path: string) =>
	valueAt(request.body, `source.${kind}.${path}`);

describe('secrets by fields', () => {
	it.each(
		rows(`
		kafka | | login | credentials login
		kafka | ${SCRAM} | login | credentials login
		kafka | ${MSK_USER} | accessKey | credentials accessKey
		kafka | kafkaType=azureeventhub | connection | credentials connection
		kafka | kafkaAuthentication=MUTUAL_TLS | certificate | credentials certificate
		kafka | kafkaType=msk kafkaAuthentication=IAM_ROLE kafkaIamRole=arn | login | credentials
		kafka | ${AVRO} | login | schemaRegistry.credentials
		kafka | ${AVRO} | loginAndRegistry | schemaRegistry.credentials registry
		kafka | ${AVRO} | registry | schemaRegistry.credentials registry
		kafka | ${AVRO} | registry | credentials
		kafka | ${SCRAM} ${members(LOGIN)} | | credentials login
		kafka | ${MSK_USER} ${members(ACCESS_KEY)} | | credentials accessKey
		kafka | kafkaType=azureeventhub ${members(LOGIN)} | | credentials login
		kinesis | kinesisAuthentication=IAM_USER | accessKey | accessKey accessKey
		kinesis | | login | accessKey
		objectStorage | objectStorageAuthentication=IAM_USER | accessKey | accessKey accessKey
		objectStorage | | accessKey | accessKey
		postgres | | login | credentials login
		`),
	)('%s with %s, and a credential of %s, has %s', (kind, changes, secrets, expected) => {
		const plan = byFields(kind, changes, secrets);
		expect(issuesOf(plan)).toBe('');
		const [path = '', name = ''] = expected.split(' ');
		expect(secretsAt(plan, kind, path)).toEqual(NEED[name]);
	});

	it('contain for files the text of a connection', () => {
		const plan = byFields('objectStorage', AZURE, 'connection');
		expect(secretsAt(plan, 'objectStorage', 'connectionString')).toBe(CONNECTION.connectionString);
	});

	it.each(
		rows(`
		kafka | kafkaAuthentication=MUTUAL_TLS | | noCredential
		kafka | ${SCRAM} | | noCredential
		kafka | ${SCRAM} ${members(null)} | | noCredential
		kafka | ${MSK_USER} | | noCredential
		kinesis | kinesisAuthentication=IAM_USER | | noCredential
		objectStorage | ${AZURE} | | noCredential
		postgres | | | noCredential
		kafka | | username | credentialLacks Password
		kinesis | kinesisAuthentication=IAM_USER | noKey | credentialLacks Access Key ID, credentialLacks Secret Key
		objectStorage | ${AZURE} | noConnection | credentialLacks Connection String
		kafka | ${AVRO} | halfRegistry | credentialLacks Schema Registry Password
		kafka | ${AVRO} | otherHalf | credentialLacks Schema Registry Username
		postgres | ${members({ username: 5 })} | noPassword | wrongType, credentialLacks Password
		kafka | kafkaAuthentication=MUTUAL_TLS | login | otherSecrets
		kafka | | accessKey | otherSecrets
		objectStorage | ${AZURE} | certificate | otherSecrets
		kafka | kafkaType=azureeventhub | login | otherSecrets
		kafka | ${SCRAM} | connection | otherSecrets
		kafka | | registry | otherSecrets
		kafka | ${SCRAM} ${AVRO} | registry | otherSecrets
		`),
	)('%s with %s, and a credential of %j, is refused: %s', (kind, changes, secrets, expected) => {
		const { issues, request } = byFields(kind, changes, secrets);
		const found = issues.map((issue) =>
			issue.code === 'credentialLacks' ? `credentialLacks ${String(issue.member)}` : issue.code,
		);
		expect(found.join(', ')).toBe(expected);
		const others = issues.filter(({ path }) => path !== 'cloudPipeSourceApi');
		expect(others.map(({ code }) => code)).toEqual(found.filter((one) => one === 'wrongType'));
		if (expected === 'otherSecrets') expect(JSON.stringify(request.body)).not.toMatch(/credential/);
	});

	it.each(
		rows(`
		kafka | MUTUAL_TLS | | need=Mutual TLS needs a client certificate
		kafka | SCRAM-SHA-512 | connection | contained=a connection string need=SCRAM-SHA-512 needs a username and password
		kafka | PLAIN | registry | contained=the login of a schema registry
		kafka | PLAIN | accessKey | contained=an access key
		postgres | | certificate | contained=a client certificate need=Postgres needs a username and password
		`),
	)('%s with %s, and a credential of %j, has the facts %s', (kind, method, secrets, facts) => {
		const { issues } = byFields(kind, `kafkaAuthentication=${method}`, secrets);
		const label = secrets === '' ? 'Credential for the Source' : "The credential 'Orders source'";
		expect(issues).toMatchObject([{ label, ...fields(facts) }]);
	});
});

it.each<[Plan, string | undefined]>([
	[byFields('kafka', '', ''), 'a username and password for PLAIN'],
	[byFields('kafka', 'kafkaType=azureeventhub', ''), 'a connection string for Azure Event Hubs'],
	[byFields('kafka', AVRO, 'registry'), 'a username and password for PLAIN'],
	[byFields('kafka', '', 'login'), undefined],
	[byFields('kafka', members(LOGIN), ''), undefined],
	[byFields('kinesis', '', ''), undefined],
	[byJson('kafka', '', ''), 'for PLAIN'],
	[byJson('kafka', 'authentication=SCRAM-SHA-512', ''), 'for SCRAM-SHA-512'],
	[byJson('kafka', '', 'login'), undefined],
])('brokers without secrets have a hint', ({ issues, hints }, hint) => {
	expect(issues).toEqual([]);
	expect(hints).toEqual(hint === undefined ? [] : [expect.stringContaining(hint)]);
});

const ROLE = 'type=msk authentication=IAM_ROLE iamRole=arn';
const SCHEMA = 'schemaRegistry.url=https://r.example.com schemaRegistry.authentication=PLAIN';
const OWN = '{"username":"u","password":"p"}';
const HALF = 'authentication=MUTUAL_TLS credentials.certificate=c';
const NONE = 'credentials=undefined';
const HUB = 'type=azureeventhub';
const OWN_NAME = '{"username":"own","password":"s3cret"}';
const NO_METHOD = 'authentication=undefined';
const CONTAINER =
	'type=azureblobstorage azureContainerName=c authentication=CONNECTION_STRING connectionString=null';

describe('secrets by JSON', () => {
	it.each(
		rows(`
		postgres | ${NONE} authentication=iam_role | login | credentials undefined
		postgres | credentials=null | login | credentials login
		postgres | credentials.username=null | login | credentials login
		postgres | credentials.username=own | login | credentials ${OWN_NAME}
		postgres | authentication=x credentials=null | | credentials null
		postgres | credentials=${OWN} | accessKey | credentials ${OWN}
		postgres | ${NONE} | later | credentials login
		objectStorage | ${CONTAINER} | connection | connectionString "AccountName=a"
		kafka | ${NO_METHOD} | accessKey | credentials accessKey
		kafka | ${NO_METHOD} | certificate | credentials certificate
		kafka | ${NO_METHOD} | registry | credentials undefined
		kinesis | authentication=null | accessKey | accessKey accessKey
		kafka | ${HALF} | login | credentials {"certificate":"c"}
		kafka | ${HUB} credentials=${OWN} | connection | credentials ${OWN}
		`),
	)('%s with %s, and a credential of %s, has %s', (kind, changes, secrets, expected) => {
		const plan = byJson(kind, changes, secrets);
		expect(issuesOf(plan)).toBe('');
		const [path = '', name = ''] = expected.split(' ');
		expect(secretsAt(plan, kind, path)).toEqual(NEED[name] ?? valueOf(name));
	});

	it.each(
		rows(`
		postgres | ${NONE} | | .credentials.username noSecret
		postgres | ${NONE} authentication=null | | .credentials.username noSecret
		postgres | ${NONE} authentication=basic | | .credentials.username noSecret
		postgres | ${NONE} | accessKey | cloudPipeSourceApi otherSecrets
		kafka | | noPassword | .credentials.password noSecret
		`),
	)('%s with %s, and a credential of %j, is refused: %s', (kind, changes, secrets, expected) => {
		expect(issuesOf(byJson(kind, changes, secrets))).toContain(expected);
	});

	it.each(
		rows(`
		kafka | PLAIN
		redpanda | SCRAM-SHA-256
		azureeventhub | PLAIN
		msk | IAM_USER
		kafka | MUTUAL_TLS
		`),
	)('have for Kafka any shape, or are a login: %s by %s', (type, authentication) => {
		const shapes = [null, {}, LOGIN, ACCESS_KEY, CERTIFICATE, CONNECTION, { token: 't' }];
		for (const credentials of shapes) {
			const pipe = pipeOf('kafka', { type, authentication, credentials });
			expect(planJson(pipe)).toMatchObject({ issues: [], request: { body: pipe } });
		}
		const plan = planJson(pipeOf('kafka', { type, authentication }), SECRETS.login);
		expect([plan.issues, plan.hints]).toEqual([[], []]);
		expect(secretsAt(plan, 'kafka', 'credentials')).toEqual(LOGIN);
	});

	it.each(
		rows(`
		${HALF} | privateKey
		${HUB} credentials.username=u | connectionString
		`),
	)('cause a hint for Kafka if some are missing: %s', (changes, name) => {
		const { hints = [] } = byJson('kafka', changes, '');
		expect(hints.join()).toContain(`'source.kafka.credentials.${name}'`);
	});

	it.each(
		rows(`
		objectStorage | | accessKey | unused
		kafka | authentication=OAUTH | login | unused
		kafka | ${ROLE} | login | unused
		kafka | ${ROLE} ${SCHEMA} | login | unused
		kafka | ${ROLE} ${SCHEMA} schemaRegistry.credentials=${OWN} | registry | unused
		postgres | ${NONE} authentication=iam | login | unused
		postgres | credentials=${OWN} | login | unused
		postgres | ${NONE} | login |
		postgres | credentials={"username":"u"} | login |
		objectStorage | authentication=IAM_USER | accessKey |
		kafka | ${ROLE} ${SCHEMA} | registry |
		kafka | ${HUB} credentials=${OWN} | connection | unused
		`),
	)('%s with %s, and a credential of %s, has the hint %j', (kind, changes, secrets, hint) => {
		const hasHint = (name: string) =>
			byJson(kind, changes, name).hints?.some((one) => one.includes("credential isn't used"));
		expect([hasHint(''), hasHint(secrets)]).toEqual([false, hint !== '']);
	});
});
