import type { JsonObject } from '../../../nodes/core/json';
import type { Parameters } from '../../../nodes/core/operation';
import { doneSummaryOf, summaryOf, targetOf } from '../../../nodes/core/approval/summary';
import { fields, rows } from '../rows';
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

const REQUESTED = '$& requested for';

/** What becomes of the first word once it was done, or is under way. */
const DONE: Readonly<Record<string, string>> = {
	...{ Assign: 'Assigned', Change: 'Changed', Create: 'Created', Delete: 'Deleted' },
	...{ Invite: 'Invited', Replace: 'Replaced', Resync: REQUESTED, Scale: 'Scaled' },
	...{ Start: REQUESTED, Stop: REQUESTED, Update: 'Updated', Wake: REQUESTED, Send: 'Sent' },
	...{ Validate: 'Validated', Wait: 'Waited' },
};

describe('the sentence for the person who approves', () => {
	it('begins with a verb, which is in the past tense once a change was made', () => {
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

	it.each<[JsonObject, string]>([
		[{ id: PIPE_ID, name: 'New' }, "pipe 'New'"],
		[{ id: 'x', name: 'New' }, "pipe 'Old'"],
		[{ id: PIPE_ID }, "pipe 'Old'"],
	])('has the name of the response, or else of the list: %j', (response, expected) => {
		const names = { 'pipeId.name': 'Old', 'serviceId.name': 'Shop' };
		expect(doneSummaryOf(...item('pipe.stop', {}, names), response)).toBe(
			`Stop requested for ${expected} (${PIPE_ID}) of service 'Shop' (${SERVICE_ID})`,
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
		privateEndpoint.create | | id=e-1 | Create private endpoint e-1 for service ${SERVICE_ID}
		member.update | role=x | | Change the role of member u-1 to x
		member.update | assignedRoleIds=["r-1"] | | Assign roles to member u-1 with the role IDs r-1
		invitation.create | email=a@b.c assignedRoleIds=["r-1"] | | Invite 'a@b.c' with the role IDs r-1
		invitation.create | email=${LONG} role=admin | | Invite '${LONG}' as admin
		byocInfrastructure.create | accountId="123" regionId=eastus | | Create BYOC infrastructure in account 123, region eastus
		byocInfrastructure.create | accountId="1" displayName=P more=1 | | Create BYOC infrastructure 'P' in account 1 (other fields: more)
		dashboard.update | name=S tiles=[{"id":"t"}] | dashboardId=d | Replace dashboard d with 'S': 1 tile
		dashboard.update | name=Shop tiles=[{"id":"t"},{},{}] | dashboardId=d | Replace dashboard d with 'Shop': 3 tiles (2 of them new)
		`),
	)('of %s with %s and %s', (name, body, parameters, expected) => {
		expect(summary(name, fields(body), fields(parameters))).toBe(expected);
	});

	it.each<[JsonObject, string]>([
		[{ role: 'admin', assignedRoleIds: ['r-1', 'r-2'] }, ' as admin with the role IDs r-1, r-2'],
		[{ assignedRoleIds: [] }, ' with no role IDs'],
		[{ assignedRoleIds: 'r-1' }, ' with the role IDs r-1'],
		[{ assignedRoleIds: null }, " with the role IDs '?'"],
		[
			{ assignedRoleIds: Array.from({ length: 12 }, (_, index) => index) },
			' with the role IDs 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more',
		],
		[{ role: 'admin', groups: ['ops'], '<b>': 1 }, " as admin (other fields: groups, '‹b›')"],
	])('names what decides who gets access: %j', (body, expected) => {
		expect(summary('invitation.create', { email: 'a@b.cd', ...body })).toBe(
			`Invite 'a@b.cd'${expected}`,
		);
		expect(summary('member.update', { role: 'admin', ...body })).toBe(
			`Change the role of member u-1 to admin${expected.replace(' as admin', '')}`,
		);
	});

	const files = (objectStorage: JsonObject) => ({ objectStorage });
	const postgres = (more: JsonObject) => ({ postgres: { database: 'shop', host: 'h', ...more } });
	const stream = { kinesis: { streamName: 's' } };
	const NO_TABLE = { table: null };
	const URL = 'https://b.example.com/*.csv?Signature=canary';
	const LOGIN = `https://loader:${'canary'.repeat(40)}@files.example.com/a.csv`;
	const registry = { url: 'https://r.example.com', credentials: { username: 'u' } };
	const kafka = { topics: 'o', brokers: 'a.example.com:9092, b:9092', schemaRegistry: registry };
	const MAPPINGS = [
		{ sourceTable: 'orders', targetTable: 'shop_orders' },
		...[{ sourceTable: 'my people', targetTable: null }, {}, 5],
		...[{ targetTable: 'd' }, { targetTable: 'e' }, {}, {}],
	];

	it.each<[JsonObject, JsonObject, string]>([
		[{ kafka: { topics: 'orders' } }, {}, "Kafka topic 'orders' into 'd.t'"],
		[{ kafka: { topics: 'a,b' } }, {}, "Kafka topics 'a,b' into 'd.t'"],
		[
			{ kafka: { ...kafka, reversePrivateEndpointIds: ['rpe-1'] } },
			{},
			"Kafka topic 'o' at 'a.example.com:9092', 'b:9092', 'https[:]//r[.]example[.]com', 'rpe-1' into 'd.t'",
		],
		[stream, {}, "Kinesis stream 's' into 'd.t'"],
		[
			{ kinesis: { streamName: 's', endpoint: ['e', 5] } },
			{},
			"Kinesis stream 's' at 'e', '5' into 'd.t'",
		],
		[stream, { roles: ['default_role'] }, "Kinesis stream 's' into 'd.t' with role 'default_role'"],
		[
			stream,
			{ roles: ['a', 'b'], database: {} },
			"Kinesis stream 's' into '?.t' with roles 'a', 'b'",
		],
		[files({ url: URL }), {}, "files at 'https[:]//b[.]example[.]com/*.csv' into 'd.t'"],
		[
			files({ url: LOGIN }),
			{},
			"files at 'https[:]//***@files[.]example[.]com/a[.]csv' into 'd.t'",
		],
		[
			files({ url: 'x', queueUrl: 'https://q.example.com' }),
			{},
			"files at 'x', 'https[:]//q[.]example[.]com' into 'd.t'",
		],
		[
			files({ url: null, azureContainerName: 'c', path: 'p/*' }),
			{ database: 'my db' },
			"'p/*' in container 'c' into 'my db.t'",
		],
		[postgres({ port: 5432 }), NO_TABLE, "Postgres database 'shop' at 'h:5432' into database 'd'"],
		[
			postgres({ tableMappings: [{ sourceTable: 'o' }] }),
			NO_TABLE,
			"Postgres database 'shop' at 'h' into table 'o' of database 'd'",
		],
		[
			postgres({ tableMappings: MAPPINGS }),
			NO_TABLE,
			"Postgres database 'shop' at 'h' into tables 'shop_orders', 'my people', '?', 'd', 'e' and 2 more of database 'd'",
		],
		[
			{ mysql: { host: 'h', port: 3306, tableMappings: [{ sourceTable: 'o' }] } },
			NO_TABLE,
			"MySQL at 'h:3306' into table 'o' of database 'd'",
		],
		[
			{ mongodb: { uri: 'mongodb://u:p@h', tableMappings: [{ sourceCollection: 'c' }] } },
			NO_TABLE,
			"MongoDB at '***' into table 'c' of database 'd'",
		],
		[
			{ bigquery: { snapshotStagingPath: 'gs://b' } },
			NO_TABLE,
			"BigQuery by way of 'gs[:]//b' into database 'd'",
		],
		[{ pubsub: { topic: 't', projectId: 'p' } }, {}, "Pub/Sub topic 't' of project 'p' into 'd.t'"],
		[
			{
				later: {
					servers: [{ host: 'a' }, { host: 'b', port: 1 }],
					...{ bootstrapServers: 'c', ipAddress: 'd', uri: 'e,f', tls: true },
				},
			},
			{},
			"later at 'a', 'b:1', 'c', 'd', 'e' and 1 more into 'd.t'",
		],
	])('says what goes through a pipe, from where to where: %j %j', (source, target, expected) => {
		const destination = { database: 'd', table: 't', ...target };
		const text = summary('pipe.create', { name: 'n', source, destination });
		expect(text.replace(/ with \d+ more fields?$/, '')).toBe(
			`Create pipe 'n' from ${expected} ${OF_SERVICE}`,
		);
	});

	it('counts the fields of a pipe that it does not name', () => {
		const own = { topics: 'o', brokers: 'b', format: 'Avro', offset: {}, iamRole: null };
		const body = {
			...{ name: 'n', settings: {}, fieldMappings: [] },
			source: { kafka: own, kinesis: null, validateSamples: true },
			destination: { database: 'd', table: 't', managedTable: true },
		};
		expect(summary('pipe.create', body)).toMatch(/ with 6 more fields$/);
		const one = { ...body, source: { kafka: 'orders' }, destination: {}, settings: null };
		expect(summary('pipe.create', { ...one, fieldMappings: null })).toMatch(
			/topic '\?' into database '\?' .* with 1 more field$/,
		);
	});
});

describe('what a request is about', () => {
	const NAME = "*a_b* [c] <d> & 'e' https://a.b/c";
	const ids = {
		...{ activityId: 'a-1', backupId: 7, id: 'e-1', dashboardId: 'd-1' },
		reversePrivateEndpointId: 'r-1',
	};

	it.each<[string, JsonObject, string]>([
		['pipe.create', { name: NAME }, `pipe '${NAME}'`],
		['pipe.stop', {}, `pipe ${PIPE_ID}`],
		['service.wait', {}, `service ${SERVICE_ID}`],
		['backup.get', {}, 'backup 7'],
		['activity.getAll', {}, 'activities of the organization'],
		['usageCost.get', {}, 'usage cost of the organization'],
		['reversePrivateEndpoint.get', {}, 'reverse private endpoint r-1'],
		['privateEndpoint.create', {}, 'private endpoint e-1'],
		['byocInfrastructure.create', { accountId: '123' }, 'BYOC infrastructure in account 123'],
		['invitation.create', { email: 'john_doe@b.c' }, 'invitation of john_doe@b.c'],
		['member.update', {}, 'member u-1'],
		['dashboard.update', {}, 'dashboard d-1'],
		['apiRequest.send', {}, 'POST /x'],
	])('%s %j: %s', (name, body, expected) => {
		expect(targetOf(...item(name, body, ids))).toBe(expected);
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
