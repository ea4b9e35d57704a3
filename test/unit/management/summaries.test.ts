import {
	doneSummaryOf,
	hiddenText,
	requestDifference,
	summaryOf,
	targetOf,
} from '../../../nodes/engine/summary/summaries';
import type { JsonObject } from '../../../nodes/engine/json';
import type { ParameterValues, PlanContext } from '../../../nodes/engine/operation';
import { shownRequest } from '../../../nodes/engine/redaction/redact';
import { createPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import { isJsonObject } from '../../../nodes/engine/json';
import { camelCased } from '../../../nodes/engine/parameters/properties';
import { sentPlan } from '../../../tools/panel/facts';
import { PRESET_SETTINGS } from './presetSettings';
import {
	CLOUD,
	contextOf,
	filled,
	inDialect,
	operationOf,
	PIPE_ID,
	SERVICE_ID,
	SERVICE_PATH,
	summarizing,
} from './context';

const IDS = { serviceId: ` ${SERVICE_ID} `, pipeId: PIPE_ID, apiKeyId: 'k-1', userId: 'u-1' };

function item(
	name: string,
	body?: JsonObject,
	parameters: ParameterValues = {},
	chosenNames: Readonly<Record<string, string>> = {},
) {
	const request = { method: 'POST', path: '/x', ...(body && { body }) } as const;
	const one = {
		itemIndex: 0,
		parameters: { ...IDS, ...parameters },
		chosenNames: new Map(Object.entries(chosenNames)),
		request,
	};
	return [one, summarizing(operationOf(name))] as const;
}

const summary = (...of: Parameters<typeof item>): string => summaryOf(...item(...of)).text;
const OF_SERVICE = `of service ${SERVICE_ID}`;
const OTHER_PIPE_ID = PIPE_ID.replace(/.$/, 'f');
const CALL = `https://api.clickhouse.cloud${SERVICE_PATH}`;
const ELSEWHERE = { options: { organizationId: 'o-1' } };

describe('summaryOf', () => {
	it.each([
		{ name: 'pipe.start', text: `Start pipe ${PIPE_ID} ${OF_SERVICE}` },
		{ name: 'pipe.resync', text: `Resync all tables of pipe ${PIPE_ID} ${OF_SERVICE}` },
		{ name: 'pipe.delete', text: `Delete pipe ${PIPE_ID} ${OF_SERVICE} permanently` },
		{ name: 'backup.getAll', text: `Read the backups ${OF_SERVICE}` },
	])('summarizes $name as "$text"', ({ name, text }) => {
		expect(summary(name)).toContain(text);
	});

	it('lists the states that end a wait', () => {
		const backup = { backupId: 'b-1', waitFor: 'done, error' };
		expect(summary('backup.wait', undefined, backup)).toBe(
			'Wait until the status of backup b-1 is done or error',
		);
		const value = { path: '/v1/x', valuePath: 'result.state', waitFor: 'Running, in use' };
		expect(summary('apiRequest.wait', undefined, value)).toBe(
			'Wait until "result.state" of /v1/x is Running or "in use"',
		);
	});

	it("shows an organization other than the credential's", () => {
		expect(summary('invitation.create', { email: 'a@b.c', role: 'admin' }, ELSEWHERE)).toBe(
			'Invite "a@b.c" to organization o-1 as admin',
		);
		const shop = { name: 'Shop', provider: 'aws', region: 'us-east-1', ipAccessList: [] };
		expect(summary('service.create', shop, ELSEWHERE)).toBe(
			'Create service "Shop" of organization o-1 on AWS in us-east-1, which costs money immediately, open to nobody',
		);
		expect(summary('apiKey.create', { name: 'Reporting' }, ELSEWHERE)).toContain(
			'Create API key "Reporting" of organization o-1: no allowed addresses entered; ',
		);
	});

	it('shows a long email address completely', () => {
		const email = `${'a'.repeat(200)}@evil.example`;
		expect(summary('invitation.create', { email, role: 'admin' })).toBe(
			`Invite "${email}" as admin`,
		);
	});

	it.each<{ tags: JsonObject; text: string }>([
		{ tags: { team: 'b', cost: '1' }, text: 'clears tags/env, Tags (team from a to b, cost 1)' },
		{ tags: { env: 'x', team: 'b' }, text: 'Tags (env stays x, team from a to b)' },
		{ tags: {}, text: 'no Tags' },
	])('reports first which tags BYOC infrastructure loses: $text', ({ tags, text }) => {
		const [update, operation] = item('byocInfrastructure.update', { tags });
		const facts = { record: { tags: { env: 'x', team: 'a' } } };
		expect(summaryOf({ ...update, facts }, operation).text.split(': ')[1]).toBe(text);
	});

	it('says that the entered tags of BYOC infrastructure are all if others are unknown', () => {
		const [update, operation] = item('byocInfrastructure.update', { tags: { team: 'b' } });
		const changesIn = (...of: Parameters<typeof summaryOf>) => summaryOf(...of).text.split(': ')[1];
		expect(changesIn(update, operation)).toBe('removes all other tags, Tags (team b)');
		const [rename, others] = item('byocInfrastructure.update', { displayName: 'P' });
		expect(changesIn(rename, others)).toBe('Display Name P');
	});

	it.each([
		{ enabled: true, text: 'endpoints 1 entry (mysql (enabled))' },
		{ enabled: false, text: 'endpoints 1 entry (mysql (not enabled))' },
	])('tells a changed endpoint without other endpoints: $text', ({ enabled, text }) => {
		const endpoints = [{ protocol: 'mysql', enabled }];
		const [update, operation] = item('service.update', { endpoints });
		const record = { endpoints: [{ protocol: 'https', host: 'a.example.com', port: 8443 }] };
		expect(summaryOf({ ...update, facts: { record } }, operation).text.split(': ')[1]).toBe(text);
	});

	it('lists the other fields of BYOC infrastructure after its name', () => {
		const byoc = { accountId: '1', displayName: 'P', more: 1 };
		expect(summary('byocInfrastructure.create', byoc)).toBe(
			'Create BYOC infrastructure "P" in account 1; more 1',
		);
	});

	it.each([
		{ response: { id: PIPE_ID, name: 'New' }, pipe: '"New"' },
		{ response: { id: 'other', name: 'New' }, pipe: '"Old"' },
		{ response: { id: PIPE_ID, name: '' }, pipe: '"Old"' },
	])(
		'uses the name in the response instead of the name in the list: $pipe',
		({ response, pipe }) => {
			const names = { [PIPE_ID]: 'Old', [SERVICE_ID]: 'Shop' };
			expect(doneSummaryOf(...item('pipe.stop', {}, {}, names), response)).toBe(
				`Stop requested for pipe ${pipe} (0c8f…8e54) of service "Shop" (5b7e…b672)`,
			);
		},
	);

	it.each([
		{ names: { [SERVICE_ID]: 'Old' }, service: 'Old' },
		{ names: {}, service: 'New' },
	])('shows a renamed service as "$service" if the list had $names', ({ names, service }) => {
		const response = { id: SERVICE_ID, name: 'New' };
		expect(doneSummaryOf(...item('service.update', { name: 'New' }, {}, names), response)).toBe(
			`Updated service "${service}" (5b7e…b672): Name New`,
		);
	});

	it("shows a member's name from the response", () => {
		const chosen = { 'u-1': 'Ada' };
		expect(summary('member.update', { assignedRoleIds: ['r-1'] }, {}, chosen)).toBe(
			'Assign roles to member "Ada" (u-1) with the roles r-1',
		);
		const done = (response: JsonObject) =>
			doneSummaryOf(...item('member.update', { role: 'x' }), response);
		expect(done({ userId: 'u-1', name: 'Ada' })).toBe(
			'Changed the role of member "Ada" (u-1) to x',
		);
		expect(done({ userId: 'u-2', name: 'Ada' })).toBe('Changed the role of member u-1 to x');
	});

	it.each([
		{
			access: { role: 'admin', assignedRoleIds: ['r-1', 'r-2'] },
			text: 'as admin with the roles r-1, r-2',
		},
		{ access: { assignedRoleIds: [] }, text: 'with no roles' },
		{
			access: { role: 'admin', groups: ['ops'], more: 1 },
			text: 'as admin; groups (ops), more 1',
		},
	])('summarizes who gets access: $text', ({ access, text }) => {
		expect(summary('invitation.create', { email: 'a@b.cd', ...access })).toBe(
			`Invite "a@b.cd" ${text}`,
		);
		expect(summary('member.update', { ...access, role: 'admin' })).toBe(
			`Change the role of member u-1 to admin${` ${text}`.replace(' as admin', '')}`,
		);
	});
});

describe('summaryOf (Pipe → Create)', () => {
	const CREATE = `Create pipe "n" in service ${SERVICE_ID}`;
	const created = (source: JsonObject, target: JsonObject = {}) =>
		summary('pipe.create', {
			name: 'n',
			source,
			destination: { database: 'd', table: 't', ...target },
		});

	const kinesis = { streamName: 's' };
	const postgres = { database: 'shop', host: 'h' };
	const tableMappings = [
		{ sourceTable: 'o', targetTable: 'orders' },
		{ sourceTable: 'my people' },
		{},
		5,
		{ targetTable: 'd' },
		{ targetTable: 'e' },
		{},
		{},
	];

	it('lists the switches that turn off TLS or its check', () => {
		const mysql = { host: 'h', disableTls: true, skipCertVerification: true };
		const text = created({ mysql }).replace(/^.*?;/, '');
		expect(text).toBe(" without TLS; without a check of the server's certificate");
		expect(created({ mysql: { host: 'h', disableTls: false } })).not.toContain('TLS');
	});

	it.each([
		{
			source: {
				kafka: {
					topics: 'a,b',
					brokers: 'a.example.com:9092, b:9092',
					schemaRegistry: { url: 'https://r.example.com', credentials: {} },
					reversePrivateEndpointIds: ['rpe-1'],
				},
			},
			from: 'Kafka topics "a", "b" at "a.example.com:9092", "b:9092", "https://r.example.com", "rpe-1" → "d.t"',
		},
		{ source: { kinesis }, from: 'Kinesis stream "s" → "d.t"' },
		{
			source: { objectStorage: { url: 'x', path: 'p', azureContainerName: 'c' } },
			from: 'files at "x" → "d.t"; Path p, Azure Container Name c',
		},
		{
			source: { objectStorage: { url: 'x', queueUrl: 'https://q.example.com' } },
			from: 'files at "x", "https://q.example.com" → "d.t"',
		},
		{
			source: { objectStorage: { azureContainerName: 'c', path: 'p/*' } },
			from: '"p/*" in container "c" → "d.t"',
		},
		{
			source: { pubsub: { topic: 't', projectId: 'p' } },
			from: 'Pub/Sub topic "t" of project "p" → "d.t"',
		},
	])('describes the source $source', ({ source, from }) => {
		expect(created(source)).toBe(`${CREATE}: ${from}`);
	});

	it.each([
		{
			source: { postgres: { ...postgres, port: 5432 } },
			from: 'Postgres database "shop" at "h:5432" → database "d"',
		},
		{
			source: { postgres: { ...postgres, tableMappings: tableMappings.slice(0, 3) } },
			from: 'Postgres database "shop" at "h", "o" → "d.orders", "my people" → "d.my people", "d.?"',
		},
		{
			source: { postgres: { ...postgres, settings: { replicationMode: 'cdc' } } },
			from: 'Postgres database "shop" at "h" → database "d"; Replication Mode "Initial Load, Then Changes (cdc)"',
		},
		{ source: { mysql: { host: 'h', port: 3306 } }, from: 'MySQL at "h:3306" → database "d"' },
		{
			source: { mongodb: { uri: 'mongodb://u:p@h', tableMappings: [{ sourceCollection: 'c' }] } },
			from: 'MongoDB at "mongodb://***@h", "c" → "d.c"',
		},
		{
			source: {
				mongodb: { uri: 'mongodb://a:1,[::1]:2/?appName=n&proxyHost=evil.example&password=p' },
			},
			from: 'MongoDB at "mongodb://a:1", "[::1]:2/" with "proxyHost=evil.example", "appName=n", "password=***" → database "d"',
		},
		{
			source: { mongodb: { uri: 'mongodb://good.example?@evil.example/db' } },
			from: 'MongoDB at an unknown host → database "d"',
		},
		{
			source: { mysql: { host: 'good.example?host=evil.example', port: 3306 } },
			from: 'MySQL at "good.example?host=evil.example:3306" → database "d"',
		},
		{
			source: { bigquery: { snapshotStagingPath: 'gs://b' } },
			from: 'BigQuery by way of "gs://b" → database "d"',
		},
		{
			source: { bigquery: { snapshotStagingPath: 'gs://b', projectId: 'other-company' } },
			from: 'BigQuery by way of "gs://b" → database "d"; Project ID other-company',
		},
		{
			source: {
				mysql: {
					host: 'h',
					tableMappings: [
						{ sourceTable: 'a', targetTable: 'a', excludedColumns: ['card'] },
						{ sourceTable: 'b', targetTable: 'b' },
					],
				},
			},
			from: 'MySQL at "h", "a" → "d.a", "b" → "d.b"; Table Mappings 1 entry',
		},
	])('describes the tables of $source', ({ source, from }) => {
		expect(created(source, { table: null })).toBe(`${CREATE}: ${from}`);
	});

	const brokersOf = (count: number) =>
		Array.from({ length: count }, (_, n) => `b${String(n)}.good.example:9092`);

	it('shows as many brokers as fit, those of each domain first', () => {
		const textOf = (brokers: string[]) =>
			created({ kafka: { topics: 't', brokers: brokers.join(',') } });
		expect(textOf([...brokersOf(12), 'evil.example'])).toContain(
			' at "b0.good.example:9092", "evil.example", "b1.good.example:9092", ',
		);
		expect(textOf(brokersOf(12))).toContain(', "b11.good.example:9092" →');
		expect(textOf([...brokersOf(80), 'evil.example'])).toMatch(
			/ at "b0\.good\.example:9092", "evil\.example", .* and \d+ more →/,
		);
	});

	it('counts tables that make the summary too long', () => {
		const many = Array.from({ length: 30 }, () => tableMappings).flat();
		expect(created({ postgres: { ...postgres, tableMappings: many } }, { table: null })).toMatch(
			/: Postgres database "shop" at "h", "o" → "d\.orders", .+ and \d+ more tables$/,
		);
	});

	it('hides logins and signatures', () => {
		const login = `https://loader:${'canary'.repeat(40)}@files.example.com/a.csv`;
		expect(created({ objectStorage: { url: login } })).toContain(
			'files at "https://***@files.example.com/a.csv" →',
		);
		const signed = 'https://b.example.com/*.csv?Signature=canary';
		expect(created({ objectStorage: { url: signed } })).toContain(
			'files at "https://b.example.com/*.csv" →',
		);
	});

	it('describes the table by its roles and number of columns', () => {
		expect(created({ kinesis }, { roles: ['default_role'] })).toContain(
			'→ "d.t" with role "default_role"',
		);
		expect(created({ kinesis }, { roles: ['a', 'b'], database: {} })).toContain(
			'→ "?.t" with roles "a", "b"',
		);
		const columns = [{ name: 'id', type: 'UInt64' }, { name: 'evil.example/x' }, 'x'];
		expect(created({}, { columns })).toContain('→ "d.t" (3 columns)');
	});

	it.each([...PRESET_SETTINGS])("leaves out %s if it's the form's %j", (path, preset) => {
		const parameter = camelCased(path.split('.'));
		const defaults = createPipe.properties
			.filter(({ name }) => name === parameter)
			.map((property): unknown => property.default);
		expect(new Set(defaults)).toEqual(new Set([preset]));
		const [owner = '', ...names] = path.split('.');
		const withValue = (value: unknown) =>
			names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
		const text = (value: unknown) => {
			const members = withValue(value);
			return owner === 'destination'
				? created({ kinesis }, { ...(isJsonObject(members) && members) })
				: created({ [owner]: members });
		};
		expect(text(preset)).not.toContain(String(preset));
		expect(text('other')).toMatch(/; .* other$/);
	});

	it('describes the settings of the source and the table', () => {
		const offset = { strategy: 'from_beginning' };
		const own = { topics: 'o', brokers: 'b', format: 'JSONEachRow', offset, iamRole: null };
		const target = {
			tableDefinition: { engine: { type: 'ReplacingMergeTree' }, sortingKey: ['id'] },
			managedTable: true,
		};
		const body = {
			name: 'n',
			settings: { streaming_max_insert_wait_ms: 1 },
			fieldMappings: [],
			source: { kafka: own, kinesis: null, validateSamples: true },
			destination: { database: 'd', table: 't', ...target },
		};
		expect(summary('pipe.create', body)).toBe(
			`${CREATE}: Kafka topic "o" at "b", JSON, from the oldest message → "d.t" (sorted by "id", engine ReplacingMergeTree); Max Insert Wait (Milliseconds) 1, Validate Samples true`,
		);
		const kinesis = { streamName: 's', format: 'Avro', iteratorType: 'OTHER' };
		expect(created({ kinesis })).toContain('Kinesis stream "s", Avro, from OTHER →');
	});
});

describe('summaryOf (settings of pipes)', () => {
	const dialects = ['standard', 'clickhouseCloud', 'custom'];
	const prefixed = { ...CLOUD.credential, apiDialect: 'custom', engineSettingPrefix: 'ch_' };
	const contexts = dialects.map((dialect) => ({ dialect, context: inDialect(dialect) }));

	const operation = operationOf('pipe.updateSettings');
	const planned = (context: PlanContext, updateFields: ParameterValues) => {
		const parameters = filled(operation, { ...IDS, updateFields });
		return { parameters, request: sentPlan(operation, parameters, context).request };
	};

	it.each([...contexts, { dialect: 'ch_', context: contextOf({ credential: prefixed }) }])(
		'labels settings and shows their old values in the dialect $dialect',
		({ context }) => {
			const execution = summarizing(operation, context);
			const additionalMembers = { engine_new: 1 };
			const item = planned(context, { engineMaxThreads: 4, additionalMembers });
			const facts = { record: { settings: { engine_max_threads: 2 } } };
			expect(summaryOf({ ...item, facts }, execution).text).toBe(
				`Change the settings of pipe ${PIPE_ID} ${OF_SERVICE}: engine_new 1, Max Threads from 2 to 4`,
			);
			const { request: now } = planned(context, { engineMaxThreads: 5 });
			const [before, after] = [item.request, now].map((request) => shownRequest(request, context));
			expect(requestDifference({ ...before }, { ...after }, item, execution)).toBe(
				'clears engine_new, Max Threads from 4 to 5.',
			);
		},
	);

	it.each([
		{
			what: 'the pipe, by name',
			change: { path: `${SERVICE_PATH}/clickpipes/${OTHER_PIPE_ID}/state` },
			text: `"Orders" (0c8f…8e54) became "Page views" (0c8f…8e5f).`,
		},
		{
			what: 'the path',
			change: { path: `${SERVICE_PATH}/state` },
			text: `"PATCH ${CALL}/clickpipes/${PIPE_ID}/state" became "PATCH ${CALL}/state".`,
		},
		{
			what: 'the method',
			change: { method: 'PUT' as const },
			text: `"PATCH ${CALL}/clickpipes/${PIPE_ID}/state" became "PUT ${CALL}/clickpipes/${PIPE_ID}/state".`,
		},
	])('says what differs in two calls: $what', ({ change, text }) => {
		const path = `${SERVICE_PATH}/clickpipes/${PIPE_ID}/state`;
		const request = { method: 'PATCH', path, body: { command: 'stop' } } as const;
		const chosenNames = new Map([
			[PIPE_ID, 'Orders'],
			[OTHER_PIPE_ID, 'Page views'],
		]);
		const [before, after] = [request, { ...request, ...change }].map((each) =>
			shownRequest(each, { credential: { baseUrl: 'https://api.clickhouse.cloud' } }),
		);
		const item = { parameters: IDS, request, chosenNames };
		const execution = summarizing(operationOf('pipe.stop'), CLOUD);
		expect(requestDifference({ ...before }, { ...after }, item, execution)).toBe(text);
	});

	it("labels a new pipe's settings", () => {
		const settings = { clickhouse_max_threads: 4 };
		const body = { name: 'Orders', source: {}, destination: {}, settings };
		const request = { method: 'POST', path: `${SERVICE_PATH}/clickpipes`, body } as const;
		const execution = summarizing(createPipe, CLOUD);
		expect(summaryOf({ parameters: IDS, request }, execution).text).toContain('; Max Threads 4');
	});

	it("sends API Request's keys as entered", () => {
		const body = { clickhouse_max_threads: 4 };
		const path = `${SERVICE_PATH}/clickpipes/${PIPE_ID}/settings`;
		const request = { method: 'PUT', path, body } as const;
		const execution = summarizing(operationOf('apiRequest.send'), CLOUD);
		expect(summaryOf({ parameters: {}, request }, execution).text).toContain(
			'with clickhouse_max_threads 4',
		);
	});
});

describe('hiddenText', () => {
	const url = 'https://a.example/b?token=1';
	const tile = { name: 'T', config: { sqlTemplate: 'SELECT token=1', markdown: 'token=1' } };

	it.each<{ name: string; body: JsonObject; fields: string }>([
		{
			name: 'pipe.create',
			body: { settings: { clickhouse_max_threads: url } },
			fields: 'Max Threads',
		},
		{ name: 'pipe.create', body: { source: { objectStorage: { url } } }, fields: 'URL' },
		{ name: 'dashboard.create', body: { tiles: [tile, tile] }, fields: 'SQL, Text' },
		{ name: 'service.create', body: { more: { name: url } }, fields: 'name' },
	])("lists $name's fields $fields", ({ name, body, fields }) => {
		const request = { method: 'POST', path: `${SERVICE_PATH}/clickpipes`, body } as const;
		expect(hiddenText({ request }, summarizing(operationOf(name), CLOUD))).toEqual([
			expect.stringMatching(new RegExp(`^Part of ${fields} is hidden`)),
		]);
	});
});

describe('targetOf', () => {
	const NAME = '*a_b* [c] <d> & "e" https://a.b/c';

	it.each<{ name: string; body?: JsonObject; subject: string }>([
		{ name: 'pipe.create', body: { name: NAME }, subject: `pipe "${NAME}"` },
		{ name: 'activity.getAll', subject: 'activities of the organization' },
		{ name: 'privateEndpoint.create', body: { id: 'e-1' }, subject: 'private endpoint e-1' },
		{
			name: 'invitation.create',
			body: { email: 'john_doe@b.c' },
			subject: 'invitation of john_doe@b.c',
		},
		{ name: 'member.update', subject: 'member u-1' },
		{ name: 'apiRequest.send', subject: 'POST /x' },
	])(`describes $name's target as "$subject"`, ({ name, body, subject }) => {
		expect(targetOf(...item(name, body))).toBe(subject);
	});

	it('names only the method of a request with an invalid path', () => {
		const [{ request, ...one }, execution] = item('apiRequest.send');
		expect(targetOf({ ...one, request: { ...request, path: '' } }, execution)).toBe('POST');
	});

	it('hides secrets in a target', () => {
		const [one, execution] = item('invitation.create', { email: 'sk-1@b.c' });
		const redactorFor = () => (text: string) => text.replaceAll('sk-1', '***');
		expect(targetOf(one, { ...execution, redactorFor })).toBe('invitation of ***@b.c');
	});

	it.each<unknown>([undefined, '', ' ', {}, { toString: 5 }])(
		'returns nothing for the ID %j',
		(userId) => {
			const [{ request, ...one }, execution] = item('member.update', {}, { userId });
			expect(targetOf({ ...one, request }, execution)).toBeUndefined();
			expect(targetOf({ parameters: IDS }, execution)).toBeUndefined();
		},
	);
});
