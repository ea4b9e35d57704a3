import type { JsonObject } from '../../../nodes/engine/json';
import type { Operation, Parameters } from '../../../nodes/engine/operation';
import { doneSummaryOf, summaryOf, targetOf } from '../../../nodes/engine/approval/sentences';
import { fields, rows } from '../rows';
import { operations } from '../../../nodes/CloudManagement/resources';
import { operationOf, PIPE_ID, SERVICE_ID, TABLES } from './context';

const IDS = { serviceId: ` ${SERVICE_ID} `, pipeId: PIPE_ID, apiKeyId: 'k-1', userId: 'u-1' };
const OF_A_WAIT = { path: '/v1/x', valuePath: 'result.state', waitFor: 'Running, in use' };

function item(name: string, body?: JsonObject, parameters: Parameters = {}) {
	const request = { method: 'POST', path: '/x', ...(body && { body }) } as const;
	const one = { itemIndex: 0, parameters: { ...IDS, ...OF_A_WAIT, ...parameters }, request };
	return [
		one,
		{ operation: operationOf(name), redactorFor: () => (text: string) => text },
	] as const;
}

const summary = (...of: [string, JsonObject?, Parameters?]): string => summaryOf(...item(...of));
const OF_SERVICE = `of service ${SERVICE_ID}`;
const ALL = Object.entries(TABLES).flatMap(([resource, group]) =>
	Object.keys(group).map((name) => `${resource}.${name}`),
);

const JSON_FIELDS = ['additionalFields', 'body', 'pipeJson', 'updateFields'];
const takesJson = ({ properties }: Operation): boolean =>
	properties.some(({ name }) => JSON_FIELDS.includes(name));
/** The changes that accept keys without a field. */
const CHANGES = ALL.filter(
	(name) => Object.hasOwn(operations, name.split('.')[0] ?? '') && takesJson(operationOf(name)),
);

/** The first word's form once it was done, or is under way. */
const DONE: Readonly<Record<string, string>> = {
	Assign: 'Assigned',
	Change: 'Changed',
	Create: 'Created',
	Delete: 'Deleted',
	Invite: 'Invited',
	Read: 'Read',
	Remove: 'Removed',
	Replace: 'Replaced',
	Resync: 'Resync requested for',
	Scale: 'Scaled',
	Send: 'Sent',
	Start: 'Start requested for',
	Stop: 'Stop requested for',
	Update: 'Updated',
	Validate: 'Validated',
	Wait: 'Waited',
	Wake: 'Wake requested for',
};

describe('the sentence for the person who approves', () => {
	it('starts with a verb, in the past tense once a change was made', () => {
		for (const name of ALL) {
			const { summarize, unknownOutcome } = operationOf(name);
			expect([name, summarize === undefined]).toEqual([name, name === 'apiRequest.send']);
			for (const body of [undefined, {}]) {
				const text = summary(name, body);
				const [verb = ''] = /^\w+/.exec(text) ?? [];
				const past = DONE[verb] ?? (unknownOutcome === undefined ? verb : 'none');
				expect(doneSummaryOf(...item(name, body))).toBe(text.replace(/^\w+/, past));
			}
		}
		expect(doneSummaryOf(...item('apiRequest.send', {}))).toBe('Sent POST /x');
	});

	it.each(CHANGES)('shows for %s every key that its body has', (name) => {
		expect(summary(name, { novel: 'a' })).not.toBe(summary(name, {}));
	});

	it.each<[JsonObject, string]>([
		[{ id: PIPE_ID, name: 'New' }, "pipe 'New'"],
		[{ id: 'x', name: 'New' }, "pipe 'Old'"],
		[{ id: PIPE_ID }, "pipe 'Old'"],
	])('has the name from the response, or else from the list: %j', (response, expected) => {
		const names = { 'pipeId.name': 'Old', 'serviceId.name': 'Shop' };
		expect(doneSummaryOf(...item('pipe.stop', {}, names), response)).toBe(
			`Stop requested for ${expected} (${PIPE_ID}) of service 'Shop' (${SERVICE_ID})`,
		);
	});

	it.each([
		['role=admin', "Change the role of member 'Ada' (u-1) to admin"],
		['assignedRoleIds=["r-1"]', "Assign roles to member 'Ada' (u-1) with the role IDs r-1"],
	])('has the name of the member that was chosen from the list: %s', (body, expected) => {
		expect(summary('member.update', fields(body), { 'userId.name': 'Ada' })).toBe(expected);
	});

	it.each([
		[{ userId: 'u-1', name: 'Ada' }, "'Ada' (u-1)"],
		[{ userId: 'u-2', name: 'Ada' }, 'u-1'],
	])('has the name of the member in the response, whose ID has another key: %j', (...given) => {
		const [response, expected] = given;
		expect(doneSummaryOf(...item('member.update', { role: 'x' }), response)).toBe(
			`Changed the role of member ${expected} to x`,
		);
	});

	const LONG = `${'a'.repeat(200)}@evil.example`;

	it.each(
		rows(`
		pipe.start | | | Start pipe ${PIPE_ID} ${OF_SERVICE}
		pipe.stop | | | Stop pipe ${PIPE_ID} ${OF_SERVICE}
		pipe.resync | | | Resync all tables of pipe ${PIPE_ID} ${OF_SERVICE}
		pipe.delete | | | Delete pipe ${PIPE_ID} ${OF_SERVICE} permanently
		service.get | | | Read service ${SERVICE_ID}
		service.getAll | | | Read the services of the organization
		service.wake | | | Wake service ${SERVICE_ID}
		service.scale | numReplicas=3 | | Scale service ${SERVICE_ID}: numReplicas 3
		backup.getAll | | | Read the backups ${OF_SERVICE}
		backup.get | | backupId=b-1 | Read backup b-1 ${OF_SERVICE}
		backup.wait | | backupId=b-1 waitFor=done, error | Wait until the status of backup b-1 is done or error
		apiRequest.wait | | | Wait until 'result.state' of /v1/x is Running or 'in use'
		activity.get | | activityId=7 | Read activity 7
		usageCost.get | | fromDate=2026-05-01 toDate=2026-05-31 | Read the usage cost from 2026-05-01 to 2026-05-31
		apiKey.update | state=disabled | | Update API key k-1: state disabled
		privateEndpoint.create | id=e-1 | | Create private endpoint e-1 of service ${SERVICE_ID}
		member.update | role=x | | Change the role of member u-1 to x
		member.update | assignedRoleIds=["r-1"] | | Assign roles to member u-1 with the role IDs r-1
		member.update | role=x | options.organizationId=o-1 | Change the role of member u-1 of organization o-1 to x
		member.getAll | | options.organizationId=o-1 | Read the members of organization o-1
		invitation.create | email=a@b.c assignedRoleIds=["r-1"] | | Invite 'a@b.c' with the role IDs r-1
		invitation.create | email=a@b.c role=admin | options.organizationId=o-1 | Invite 'a@b.c' to organization o-1 as admin
		invitation.create | email=${LONG} role=admin | | Invite '${LONG}' as admin
		byocInfrastructure.create | accountId="123" regionId=eastus | | Create BYOC infrastructure in account 123, region eastus
		byocInfrastructure.create | accountId="1" regionId=r | options.organizationId=o-1 | Create BYOC infrastructure of organization o-1 in account 1, region r
		byocInfrastructure.create | accountId="1" displayName=P more=1 | | Create BYOC infrastructure 'P' in account 1 (other fields: more 1)
		dashboard.update | name=S tiles=[{"id":"t"}] | dashboardId=d | Replace dashboard d with 'S': 1 tile
		dashboard.update | name=Shop tiles=[{"id":"t"},{},{}] | dashboardId=d | Replace dashboard d with 'Shop': 3 tiles (2 of them new)
		`),
	)('is for %s with %s: %s', (name, body, parameters, expected) => {
		expect(summary(name, fields(body), fields(parameters))).toBe(expected);
	});

	it.each(
		rows(`
		role=admin assignedRoleIds=["r-1","r-2"] | as admin with the role IDs r-1, r-2
		assignedRoleIds=[] | with no role IDs
		assignedRoleIds=r-1 | with the role IDs r-1
		assignedRoleIds=null | with the role IDs '?'
		assignedRoleIds=[0,1,2,3,4,5,6,7,8,9,10,11] | with the role IDs 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more
		role=admin groups=["ops"] more=1 | as admin (other fields: groups (ops), more 1)
		`),
	)('lists the values that decide who gets access: %s', (body, expected) => {
		expect(summary('invitation.create', fields(`email=a@b.cd ${body}`))).toBe(
			`Invite 'a@b.cd' ${expected}`,
		);
		expect(summary('member.update', fields(`role=admin ${body}`))).toBe(
			`Change the role of member u-1 to admin ${expected.replace('as admin ', '')}`,
		);
	});

	const LOGIN = `https://loader:${'canary'.repeat(40)}@files.example.com/a.csv`;
	const BROKERS = 'kafka.brokers=a.example.com:9092, b:9092';
	const REGISTRY = 'kafka.schemaRegistry={"url":"https://r.example.com","credentials":{}}';
	const POSTGRES = 'postgres.database=shop postgres.host=h';
	const MAPPINGS =
		'[{"sourceTable":"o","targetTable":"orders"},{"sourceTable":"my people"},{},5,{"targetTable":"d"},{"targetTable":"e"},{},{}]';
	const SERVERS =
		'later.servers=[{"host":"a"},{"host":"b","port":1}] later.bootstrapServers=c later.ipAddress=d later.uri=e,f later.tls=true';

	it.each(
		rows(`
		kafka.topics=orders | | Kafka topic 'orders' into 'd.t'
		kafka.topics=a,b | | Kafka topics 'a,b' into 'd.t'
		kafka.topics=o ${BROKERS} ${REGISTRY} kafka.reversePrivateEndpointIds=["rpe-1"] | | Kafka topic 'o' at 'a.example.com:9092', 'b:9092', 'https://r.example.com', 'rpe-1' into 'd.t'
		kinesis.streamName=s kinesis.endpoint=["e",5] | | Kinesis stream 's' at 'e', '5' into 'd.t'
		kinesis.streamName=s | roles=["default_role"] | Kinesis stream 's' into 'd.t' with role 'default_role'
		kinesis.streamName=s | roles=["a","b"] database={} | Kinesis stream 's' into '?.t' with roles 'a', 'b'
		objectStorage.url=https://b.example.com/*.csv?Signature=canary | | files at 'https://b.example.com/*.csv' into 'd.t'
		objectStorage.url=${LOGIN} | | files at 'https://***@files.example.com/a.csv' into 'd.t'
		objectStorage.url=x objectStorage.queueUrl=https://q.example.com | | files at 'x', 'https://q.example.com' into 'd.t'
		objectStorage.azureContainerName=c objectStorage.path=p/* | database=my db | 'p/*' in container 'c' into 'my db.t'
		${POSTGRES} postgres.port=5432 | table=null | Postgres database 'shop' at 'h:5432' into database 'd'
		${POSTGRES} postgres.tableMappings=[{"sourceTable":"o"}] | table=null | Postgres database 'shop' at 'h' into table 'o' of database 'd'
		${POSTGRES} postgres.tableMappings=${MAPPINGS} | table=null | Postgres database 'shop' at 'h' into tables 'orders' from 'o', 'my people', '?', 'd', 'e' and 2 more of database 'd'
		mysql.host=h mysql.port=3306 | table=null | MySQL at 'h:3306' into database 'd'
		mongodb.uri=mongodb://u:p@h mongodb.tableMappings=[{"sourceCollection":"c"}] | table=null | MongoDB at 'mongodb://***@h' into table 'c' of database 'd'
		bigquery.snapshotStagingPath=gs://b | table=null | BigQuery by way of 'gs://b' into database 'd'
		pubsub.topic=t pubsub.projectId=p | | Pub/Sub topic 't' of project 'p' into 'd.t'
		${SERVERS} | | later at 'a', 'b:1', 'c', 'd', 'e' and 1 more into 'd.t'
		`),
	)("describes a pipe's data, its source and its target: %s %s", (source, target, expected) => {
		const destination = { database: 'd', table: 't', ...fields(target) };
		const text = summary('pipe.create', { name: 'n', source: fields(source), destination });
		expect(text.replace(/; also sets .*$/, '')).toBe(
			`Create pipe 'n' from ${expected} ${OF_SERVICE}`,
		);
	});

	it('lists the columns of a pipe with their types, and made-up ones as text', () => {
		const columns = [{ name: 'id', type: 'UInt64' }, { name: 'evil.example/x' }, 'x'];
		const destination = { database: 'd', table: 't', columns };
		expect(summary('pipe.create', { name: 'n', source: {}, destination })).toContain(
			"into 'd.t' with columns 'id UInt64', 'evil[.]example/x', '?' of service",
		);
	});

	it('names the other fields of a pipe, each once and ten at most', () => {
		const own = { topics: 'o', brokers: 'b', format: 'Avro', offset: {}, iamRole: null };
		const body = {
			name: 'n',
			settings: {},
			fieldMappings: [],
			source: { kafka: own, kinesis: null, validateSamples: true },
			destination: { database: 'd', table: 't', managedTable: true },
		};
		expect(summary('pipe.create', body)).toMatch(
			/; also sets validateSamples, settings, fieldMappings, managedTable, format, offset$/,
		);
		const one = { ...body, source: { kafka: 'orders' }, destination: {}, settings: null };
		const many = Object.fromEntries(Array.from('abcdefghijkl', (name) => [name, 1]));
		expect(summary('pipe.create', { ...one, ...many })).toMatch(/, h and \d more$/);
		expect(summary('pipe.create', { ...one, fieldMappings: null })).toMatch(
			/topic '\?' into database '\?' .*; also sets kafka$/,
		);
	});
});

describe('the subject of a request', () => {
	const NAME = "*a_b* [c] <d> & 'e' https://a.b/c";
	const ids = fields('backupId=7 id=e-1 dashboardId=d-1 reversePrivateEndpointId=r-1');

	it.each(
		rows(`
		pipe.create | name=${NAME} | pipe '${NAME}'
		pipe.stop | | pipe ${PIPE_ID}
		service.wait | | service ${SERVICE_ID}
		backup.get | | backup 7
		activity.getAll | | activities of the organization
		usageCost.get | | usage cost of the organization
		reversePrivateEndpoint.get | | reverse private endpoint r-1
		privateEndpoint.create | id=e-1 | private endpoint e-1
		byocInfrastructure.create | accountId="123" | BYOC infrastructure in account 123
		invitation.create | email=john_doe@b.c | invitation of john_doe@b.c
		service.create | name=Shop | service Shop
		apiKey.create | name=Shop | API key Shop
		role.create | name=Readers | role Readers
		member.update | | member u-1
		dashboard.update | | dashboard d-1
		apiRequest.send | | POST /x
		`),
	)('%s %s: %s', (name, body, expected) => {
		expect(targetOf(...item(name, fields(body), ids))).toBe(expected);
	});

	it('contains no secret', () => {
		const [one, execution] = item('invitation.create', { email: 'sk-1@b.c' });
		const redactorFor = () => (text: string) => text.replaceAll('sk-1', '(redacted)');
		expect(targetOf(one, { ...execution, redactorFor })).toBe('invitation of (redacted)@b.c');
	});

	it.each<unknown>([undefined, '', ' ', {}, { toString: 5 }])(
		'is not named without an ID, or without a request: %j',
		(userId) => {
			const [{ request, ...one }, execution] = item('member.update', {}, { userId });
			expect(targetOf({ ...one, request }, execution)).toBeUndefined();
			expect(targetOf({ itemIndex: 0, parameters: ids }, execution)).toBeUndefined();
		},
	);
});
