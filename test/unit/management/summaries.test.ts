import { operations } from '../../../nodes/CloudManagement/actions';
import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/actions';
import type { JsonObject } from '../../../nodes/core/json';
import type { OperationTable, Parameters } from '../../../nodes/core/operation';
import { doneSummaryOf, summaryOf, targetOf } from '../../../nodes/core/approval/summary';
import { PIPE_ID, SERVICE_ID } from './context';

const TABLES: OperationTable = { ...operations, ...dashboardOperations };
const IDS = { serviceId: ` ${SERVICE_ID} `, pipeId: PIPE_ID, apiKeyId: 'k-1' };
const OF_A_WAIT = { path: '/v1/x', valuePath: 'result.state', waitFor: 'Running, in use' };

function planned(name: string, body?: JsonObject, parameters: Parameters = {}) {
	const [resource = '', operation = ''] = name.split('.');
	const request = { method: 'POST', path: '/x', ...(body && { body }) } as const;
	const found = TABLES[resource]?.[operation];
	if (found === undefined) throw new Error(`There is no ${name}`);
	const item = { itemIndex: 0, parameters: { ...IDS, ...OF_A_WAIT, ...parameters }, request };
	return [item, { operation: found, redactorFor: () => (text: string) => text }] as const;
}

function summary(...of: [string, JsonObject?, Parameters?]): string {
	return summaryOf(...planned(...of));
}

const OF_SERVICE = `of service ${SERVICE_ID}`;

describe('the sentence for the person who approves', () => {
	it('shows no part of a login, also where the address is cut', () => {
		const url = `https://loader:${'canary'.repeat(40)}@files.example.com/a.csv`;
		const source = { objectStorage: { url } };
		expect(summary('pipe.create', { name: 'n', source, destination: { database: 'd' } })).toMatch(
			/^Create pipe 'n' from files at 'https\[:\]\/\/\*\*\*@files\[\.\]example\[\.\]com\/a\[\.\]csv' into /,
		);
	});

	it('exists for every operation but Send of the API request, whose path and method say it', () => {
		for (const [resource, group] of Object.entries(TABLES)) {
			for (const [name, { summarize }] of Object.entries(group)) {
				const is = `${resource} ${name}: ${typeof summarize}`;
				const expected = `${resource} ${name}` === 'apiRequest send' ? 'undefined' : 'function';
				expect(is).toBe(`${resource} ${name}: ${expected}`);
			}
		}
	});

	const BYOC = { accountId: '123', regionId: 'eastus' };
	const BY_IDS = { assignedRoleIds: ['r-1'] };
	const ENDPOINT = { reversePrivateEndpointId: 'r 1' };
	const A_BACKUP = { backupId: 'b-1', waitFor: 'done, error' };
	it.each<[string, JsonObject, string, Parameters?]>([
		['pipe.start', {}, `Start pipe ${PIPE_ID} ${OF_SERVICE}`],
		['pipe.stop', {}, `Stop pipe ${PIPE_ID} ${OF_SERVICE}`],
		['pipe.resync', {}, `Resync all tables of pipe ${PIPE_ID} ${OF_SERVICE}`],
		['pipe.delete', {}, `Delete pipe ${PIPE_ID} ${OF_SERVICE} permanently`],
		['service.get', {}, `Read service ${SERVICE_ID}`],
		['service.getAll', {}, 'Read the services of the organization'],
		['service.wake', {}, `Wake service ${SERVICE_ID}`],
		['service.scale', { numReplicas: 3 }, `Scale service ${SERVICE_ID}: numReplicas 3`],
		['backup.getAll', {}, `Read the backups ${OF_SERVICE}`],
		['backup.get', {}, `Read backup b-1 ${OF_SERVICE}`, A_BACKUP],
		['backup.wait', {}, 'Wait until the status of backup b-1 is done or error', A_BACKUP],
		['apiRequest.wait', {}, "Wait until 'result.state' of /v1/x is Running or 'in use'"],
		['activity.get', {}, 'Read activity 7', { activityId: 7 }],
		['apiKey.update', { state: 'disabled' }, 'Update API key k-1: state disabled'],
		['apiKey.delete', {}, 'Delete API key k-1 permanently'],
		[
			'reversePrivateEndpoint.get',
			{},
			`Read reverse private endpoint 'r 1' ${OF_SERVICE}`,
			ENDPOINT,
		],
		[
			'privateEndpoint.create',
			{},
			`Create private endpoint e-1 for service ${SERVICE_ID}`,
			{ id: 'e-1' },
		],
		['member.getAll', {}, 'Read the members of the organization'],
		['member.update', { role: 'x' }, 'Change the role of member u-1 to x', { userId: 'u-1' }],
		[
			'member.update',
			BY_IDS,
			'Assign roles to member u-1 with the role IDs r-1',
			{ userId: 'u-1' },
		],
		['invitation.create', { email: 'a@b.c', role: 'admin' }, "Invite 'a@b.c' as admin"],
		['invitation.create', { email: 'a@b.c', ...BY_IDS }, "Invite 'a@b.c' with the role IDs r-1"],
		['byocInfrastructure.create', BYOC, 'Create BYOC infrastructure in account 123, region eastus'],
		[
			'byocInfrastructure.create',
			{ accountId: '1', displayName: 'P' },
			"Create BYOC infrastructure 'P' in account 1",
		],
		[
			'byocInfrastructure.create',
			{ accountId: '1', more: 1 },
			'Create BYOC infrastructure in account 1 (other fields: more)',
		],
	])('says what %s with %j does: %s', (name, body, expected, parameters = {}) => {
		expect(summary(name, body, parameters)).toBe(expected);
	});

	const destination = { database: 'default', table: 'orders' };
	it.each<[JsonObject, JsonObject, string]>([
		[
			{ kafka: { topics: 'orders' } },
			destination,
			"from Kafka topic 'orders' into 'default.orders'",
		],
		[{ kafka: { topics: 'a,b' } }, destination, "from Kafka topics 'a,b' into 'default.orders'"],
		[
			{ kinesis: { streamName: 's' } },
			destination,
			"from Kinesis stream 's' into 'default.orders'",
		],
		[
			{ objectStorage: { url: 'https://b.example.com/*.csv?Signature=canary' } },
			destination,
			"from files at 'https[:]//b[.]example[.]com/*.csv' into 'default.orders'",
		],
		[
			{ objectStorage: { url: null, azureContainerName: 'c', path: 'p/*' } },
			{ database: 'my db', table: 't' },
			"from 'p/*' in container 'c' into 'my db.t'",
		],
		[
			{ objectStorage: { azureContainerName: 'c', path: 'p' } },
			destination,
			"from 'p' in container 'c' into 'default.orders'",
		],
		[
			{ postgres: { database: 'shop', host: 'db.example.com' } },
			{ database: 'default', table: null },
			"from Postgres database 'shop' at 'db.example.com' into database 'default'",
		],
		[
			{ postgres: { database: 'shop', host: 'h', tableMappings: [{ sourceTable: 'orders' }] } },
			{ database: 'default' },
			"from Postgres database 'shop' at 'h' into table 'orders' of database 'default'",
		],
		[
			{
				postgres: {
					database: 'shop',
					host: 'h',
					tableMappings: [
						{ sourceTable: 'orders', targetTable: 'shop_orders' },
						{ sourceTable: 'my people', targetTable: null },
						...[{}, 5, { targetTable: 'd' }, { targetTable: 'e' }, {}, {}],
					],
				},
			},
			{ database: 'default' },
			"from Postgres database 'shop' at 'h' into tables 'shop_orders', 'my people', '?', 'd', 'e' and 2 more of database 'default'",
		],
		[{ oracle: { host: 'h' } }, destination, "from oracle at 'h' into 'default.orders'"],
		[
			{ mysql: { host: 'h', port: 3306, tableMappings: [{ sourceTable: 'o' }] } },
			{ database: 'd' },
			"from MySQL at 'h:3306' into table 'o' of database 'd'",
		],
		[
			{ mongodb: { uri: 'mongodb://u:p@h', tableMappings: [{ sourceCollection: 'c' }] } },
			{ database: 'd' },
			"from MongoDB at '***' into table 'c' of database 'd'",
		],
		[
			{ bigquery: { snapshotStagingPath: 'gs://b' } },
			{ database: 'd' },
			"from BigQuery by way of 'gs[:]//b' into database 'd'",
		],
		[
			{ pubsub: { topic: 't', projectId: 'p' } },
			destination,
			"from Pub/Sub topic 't' of project 'p' into 'default.orders'",
		],
	])('says what a pipe with the source %j does', (source, target, expected) => {
		const text = summary('pipe.create', { name: 'Orders', source, destination: target });
		expect(text).toBe(`Create pipe 'Orders' ${expected} ${OF_SERVICE}`);
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
		expect(summary('member.update', { role: 'admin', ...body }, { userId: 'u' })).toBe(
			`Change the role of member u to admin${expected.replace(' as admin', '')}`,
		);
	});

	it('shows the whole address of whom it invites', () => {
		const email = `${'a'.repeat(200)}@evil.example`;
		expect(summary('invitation.create', { email, role: 'admin' })).toBe(
			`Invite '${email}' as admin`,
		);
	});

	it.each<[JsonObject, JsonObject, string]>([
		[
			{
				kafka: {
					...{ type: 'kafka', topics: 'o', brokers: 'a.example.com:9092, b.example.com:9092' },
					schemaRegistry: { url: 'https://r.example.com', credentials: { username: 'u' } },
					reversePrivateEndpointIds: ['rpe-1'],
				},
			},
			{},
			"Kafka topic 'o' at 'a.example.com:9092', 'b.example.com:9092', 'https[:]//r[.]example[.]com', 'rpe-1' into 'd.t'",
		],
		[
			{ objectStorage: { url: 'https://b.example.com/x', queueUrl: 'https://q.example.com' } },
			{},
			"files at 'https[:]//b[.]example[.]com/x', 'https[:]//q[.]example[.]com' into 'd.t'",
		],
		[
			{ postgres: { database: 'shop', host: 'db.example.com', port: 5432 } },
			{ table: null },
			"Postgres database 'shop' at 'db.example.com:5432' into database 'd'",
		],
		[
			{ later: { servers: [{ host: 'a' }, { host: 'b', port: 1 }], uri: 'c,d,e,f', tls: true } },
			{},
			"later at 'a', 'b:1', 'c', 'd', 'e' and 1 more into 'd.t'",
		],
		[
			{ kinesis: { streamName: 's', endpoint: ['e', 5] } },
			{},
			"Kinesis stream 's' at 'e', '5' into 'd.t'",
		],
		[
			{ kinesis: { streamName: 's' } },
			{ roles: ['default_role'] },
			"Kinesis stream 's' into 'd.t' with role 'default_role'",
		],
		[
			{ kinesis: { streamName: 's' } },
			{ roles: ['a', 'b'], database: {} },
			"Kinesis stream 's' into '?.t' with roles 'a', 'b'",
		],
	])('names where the secrets of a pipe go, and its roles: %j %j', (source, target, expected) => {
		const destination = { database: 'd', table: 't', ...target };
		expect(summary('pipe.create', { name: 'n', source, destination })).toMatch(
			new RegExp(
				`^Create pipe 'n' from ${expected.replace(/[[\]?.*()/]/g, '\\$&')} of service [-\\da-f]+(?: with \\d+ more fields?)?$`,
			),
		);
	});

	it('counts the fields of a pipe that it does not name', () => {
		const kafka = { topics: 'o', brokers: 'b', format: 'Avro', offset: {}, iamRole: null };
		const body = {
			...{ name: 'n', settings: {}, fieldMappings: [] },
			source: { kafka, kinesis: null, validateSamples: true },
			destination: { database: 'd', table: 't', managedTable: true },
		};
		expect(summary('pipe.create', body)).toMatch(/ with 6 more fields$/);
		const one = { ...body, source: { kafka: 'orders' }, destination: {}, settings: null };
		expect(summary('pipe.create', { ...one, fieldMappings: null })).toBe(
			`Create pipe 'n' from Kafka topic '?' into database '?' ${OF_SERVICE} with 1 more field`,
		);
	});

	it('does not fail over a body without its parts', () => {
		for (const [resource, group] of Object.entries(TABLES)) {
			for (const name of Object.keys(group)) {
				const text = summary(`${resource}.${name}`);
				if (resource !== 'apiRequest') expect(text).toMatch(/^[A-Z]/);
			}
		}
	});

	it('counts the tiles of a dashboard, and those that are new', () => {
		const update = (tiles: unknown) =>
			summary('dashboard.update', { name: 'Shop', tiles }, { dashboardId: 'd-1' });
		expect(update([{ id: 't' }])).toBe("Replace dashboard d-1 with 'Shop': 1 tile");
		expect(update([{ id: 't' }, {}, {}])).toBe(
			"Replace dashboard d-1 with 'Shop': 3 tiles (2 of them new)",
		);
	});
});

describe('the sentence of a change that was made', () => {
	it.each<[string, JsonObject, string]>([
		['pipe.stop', {}, `Stop requested for pipe ${PIPE_ID} ${OF_SERVICE}`],
		['pipe.resync', {}, `Resync requested for all tables of pipe ${PIPE_ID} ${OF_SERVICE}`],
		['service.wake', {}, `Wake requested for service ${SERVICE_ID}`],
		['pipe.delete', {}, `Deleted pipe ${PIPE_ID} ${OF_SERVICE} permanently`],
		['invitation.create', { email: 'a@b.c', role: 'admin' }, "Invited 'a@b.c' as admin"],
		['member.update', { role: 'admin' }, 'Changed the role of member u-1 to admin'],
		['member.update', {}, 'Assigned roles to member u-1'],
		['apiRequest.send', {}, 'Sent POST /x'],
	])('%s %j: %s', (name, body, expected) => {
		expect(doneSummaryOf(...planned(name, body, { userId: 'u-1' }))).toBe(expected);
	});

	it.each<[string, JsonObject, string]>([
		['the name in the response', { id: PIPE_ID, name: 'New' }, "pipe 'New'"],
		[
			'that of the list, if the response is about something else',
			{ id: 'x', name: 'New' },
			"pipe 'Old'",
		],
		['that of the list, if the response has none', { id: PIPE_ID }, "pipe 'Old'"],
	])('has %s', (_, response, expected) => {
		const item = planned('pipe.stop', {}, { 'pipeId.name': 'Old', 'serviceId.name': 'Shop' });
		expect(doneSummaryOf(...item, response)).toBe(
			`Stop requested for ${expected} (${PIPE_ID}) of service 'Shop' (${SERVICE_ID})`,
		);
	});

	it('is in the past tense for every operation that changes something', () => {
		for (const [resource, group] of Object.entries(TABLES)) {
			for (const [name, { unknownOutcome }] of Object.entries(group)) {
				if (unknownOutcome === undefined) continue;
				const of = planned(`${resource}.${name}`, {});
				expect(doneSummaryOf(...of)).not.toBe(summaryOf(...of));
			}
		}
	});

	it('of a read stays as it is', () => {
		expect(doneSummaryOf(...planned('service.get'))).toBe(`Read service ${SERVICE_ID}`);
	});
});

describe('what a request is about', () => {
	const ids = { userId: 'u-1', activityId: 'a-1', backupId: 'b-1', id: 'e-1', dashboardId: 'd-1' };

	it.each<[string, JsonObject, string]>([
		['pipe.create', { name: 'My orders' }, "pipe 'My orders'"],
		['pipe.stop', {}, `pipe ${PIPE_ID}`],
		['pipe.delete', {}, `pipe ${PIPE_ID}`],
		['service.get', {}, `service ${SERVICE_ID}`],
		['service.wait', {}, `service ${SERVICE_ID}`],
		['backup.get', {}, 'backup b-1'],
		['activity.get', {}, 'activity a-1'],
		['activity.getAll', {}, 'activities of the organization'],
		['reversePrivateEndpoint.get', {}, 'reverse private endpoint r-1'],
		['privateEndpoint.create', {}, 'private endpoint e-1'],
		[
			'byocInfrastructure.create',
			{ accountId: '123456789012' },
			'BYOC infrastructure in account 123456789012',
		],
		['invitation.create', { email: 'john_doe@b.c' }, 'invitation of john_doe@b.c'],
		['member.update', {}, 'member u-1'],
		['dashboard.update', {}, 'dashboard d-1'],
		['apiRequest.send', {}, 'POST /x'],
	])('%s %j: %s', (name, body, expected) => {
		const parameters = { ...ids, reversePrivateEndpointId: 'r-1' };
		expect(targetOf(...planned(name, body, parameters))).toBe(expected);
	});

	it('keeps the characters of a name, which a workflow may compare', () => {
		const name = "*a_b* [c] <d> & 'e' https://a.b/c";
		expect(targetOf(...planned('pipe.create', { name }))).toBe(`pipe '${name}'`);
	});

	it('contains no secret', () => {
		const email = 'sk-1@b.c';
		const [item, execution] = planned('invitation.create', { email });
		const redactorFor = () => (text: string) => text.replaceAll('sk-1', '(redacted)');
		expect(targetOf(item, { ...execution, redactorFor })).toBe('invitation of (redacted)@b.c');
	});

	it('is a number, too', () => {
		expect(targetOf(...planned('backup.get', {}, { backupId: 7 }))).toBe('backup 7');
	});

	it.each<unknown>([undefined, '', ' ', {}, { toString: 5 }])(
		'is not named without an ID: %j',
		(userId) => {
			expect(targetOf(...planned('member.update', {}, { userId }))).toBeUndefined();
		},
	);

	it('is not named without a request', () => {
		const [, execution] = planned('member.update');
		expect(targetOf({ itemIndex: 0, parameters: ids }, execution)).toBeUndefined();
	});
});
