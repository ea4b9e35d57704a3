import type { IDataObject } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { operations } from '../../../nodes/CloudManagement/resources';
import type { HttpRequest, Parameters } from '../../../nodes/engine/operation';
import { fields, rows } from '../rows';
import { codes, contextOf, operationOf, PIPE_ID, planOf, TABLES } from './context';

const PIPE = { pipeId: PIPE_ID };
const DATES = { fromDate: '2026-05-01', toDate: '2026-05-31' };

const shaped = (name: string, record: IDataObject, parameters: Parameters = {}) =>
	operationOf(name).shape?.(record, parameters) ?? record;

describe('the handling of a response', () => {
	const SERVICE = {
		id: '1',
		numReplicas: 3,
		minReplicaMemoryGb: 8,
		idleScaling: false,
		privateEndpointIds: ['vpce-1'],
	};
	const OF_PIPE = { id: 'p', serviceId: 's', name: 'Orders', state: 'Stopped', createdAt: 'c' };
	const FULL_PIPE = {
		...OF_PIPE,
		scaling: { replicas: 1 },
		source: { kafka: null, kinesis: { streamName: 'orders' } },
		destination: { database: 'd', table: 't', columns: [] },
	};
	const PIPE_ROW = { ...OF_PIPE, sourceKind: 'kinesis', database: 'd', table: 't' };
	const ROLES = [{ roleId: 'r', roleName: 'Reader', roleType: 'custom' }, 'text'];

	it.each<[string, IDataObject, IDataObject]>([
		['service.get', { ...SERVICE, byocId: 'b' }, SERVICE],
		['backup.getAll', { id: 'b', status: 'done', bucket: {} }, { id: 'b', status: 'done' }],
		['reversePrivateEndpoint.get', { id: 'r', mskClusterArn: 'arn' }, { id: 'r' }],
		['role.getAll', { id: 'r', name: 'Reader', policies: [] }, { id: 'r', name: 'Reader' }],
		['role.get', { id: 'r', policies: [] }, { id: 'r', policies: [] }],
		['snapshot.get', { id: 's', bucket: {} }, { id: 's' }],
		['organization.get', { id: 'o', byocConfig: [] }, { id: 'o' }],
		[
			'member.get',
			{ userId: 'u', more: 1, assignedRoles: ROLES },
			{ userId: 'u', assignedRoles: ['Reader'] },
		],
		['invitation.get', { more: 1 }, {}],
		[
			'apiKey.getAll',
			{ id: 'k', more: 1, assignedRoles: ROLES },
			{ id: 'k', assignedRoles: ['Reader'] },
		],
		['pipe.scale', { id: 'x', scaling: {} }, { id: 'x' }],
		['pipe.create', FULL_PIPE, PIPE_ROW],
		['pipe.create', { id: 'p', source: { kafka: null } }, { id: 'p' }],
		['pipe.create', { id: 'p', source: 'kafka', destination: null }, { id: 'p' }],
		['pipe.stop', FULL_PIPE, { ...PIPE_ROW, command: 'stop', accepted: true }],
	])('%s simplifies %j', (name, record, simple) => {
		expect(shaped(name, record)).toEqual(simple);
		const raw = name === 'pipe.stop' ? { ...record, command: 'stop', accepted: true } : record;
		expect(shaped(name, record, { output: 'raw' })).toEqual(raw);
	});

	it('simplifies an activity to time, type, actor and target', () => {
		const names = ['createdAt', 'type', 'actorType', 'actorDetails', 'actorId', 'serviceId', 'id'];
		const record = Object.fromEntries(['userAgent', ...names].sort().map((name) => [name, 'x']));
		for (const name of ['activity.get', 'activity.getAll']) {
			expect(Object.keys(shaped(name, record))).toEqual(names);
		}
	});

	it('outputs the chosen fields, in their order, as a list or as text', () => {
		const record = { id: '1', name: 'n', state: 's', more: 1 };
		const choose = (outputFields: unknown, name = 'service.get') =>
			JSON.stringify(shaped(name, record, { output: 'selectedFields', outputFields }));
		expect(choose(['name', 'id'])).toBe('{"name":"n","id":"1"}');
		expect(choose('more, missing, constructor')).toBe('{"more":1}');
		expect(choose(['id'], 'pipe.start')).toBe('{"command":"start","accepted":true,"id":"1"}');
		for (const name of ['service.get', 'activity.get', 'activity.getAll', 'pipe.start']) {
			const found = (outputFields: unknown) =>
				codes(
					planOf(name, { ...PIPE, activityId: 'a', output: 'selectedFields', outputFields }).issues,
				);
			for (const none of [[], undefined])
				expect(found(none)).toEqual(['outputFields noOutputFields']);
			for (const some of [['id'], 'id, name']) expect(found(some)).toEqual([]);
			for (const odd of [{ id: true }, true]) expect(found(odd)).toEqual(['outputFields notList']);
		}
	});

	const LISTED = [
		{ id: '1', state: 'idle', startedAt: '2026-05-01T00:00:00Z' },
		{ id: '2', state: 'Running', startedAt: '2026-05-02T00:00:00+02:00' },
		{ id: '3', state: null, startedAt: 'soon' },
		{ id: '4', state: 'running', startedAt: '2026-05-01T23:00:00Z' },
	];

	it.each(
		rows(`
		service.getAll | | 1 2 3 4
		service.getAll | filters.states=RUNNING filters.tags=a | 2 4
		service.getAll | filters.states=["idle","running"] | 1 2 4
		service.getAll | filters.states=null,none |
		pipe.getAll | filters.states=idle, none | 1
		backup.getAll | | 4 2 1 3
		service.getAll | filters.states=running returnAll=false limit=1 | 2
		`),
	)('%s selects with %s: %s', (name, own, expected) => {
		const parameters = { returnAll: true, ...fields(own) };
		const selected = operationOf(name).select?.(LISTED, parameters, contextOf()) ?? [];
		expect(selected.map(({ id }) => id)).toEqual(expected.match(/\d/g) ?? []);
	});

	const cost = { date: '2026-05-01', entityId: 'e', totalCHC: 1, metrics: { computeCHC: 1 } };
	const total = { grandTotalCHC: 1, costs: [cost, 'text'] };

	it.each<[Parameters, unknown[], object]>([
		[{}, [{ ...DATES, grandTotalCHC: 1 }], total],
		[{ output: 'raw' }, [total], total],
		[{ output: 'selectedFields', outputFields: ['costs'] }, [{ costs: total.costs }], total],
		[{ splitIntoItems: true }, [{ date: '2026-05-01', entityId: 'e', totalCHC: 1 }], total],
		[{ splitIntoItems: true, output: 'raw' }, [cost], total],
		[{ splitIntoItems: true, output: 'raw', options: { fullResponse: true } }, [total], total],
		[{ splitIntoItems: true }, [], { grandTotalCHC: 0, costs: [] }],
	])('a usage cost is output with %j', (parameters, items, record) => {
		const { get } = operations.usageCost;
		const selected = get.select?.([{ ...record }], parameters, contextOf());
		expect(selected?.map((one) => get.shape?.(one, { ...DATES, ...parameters }))).toEqual(items);
	});
});

it.each<[Parameters, unknown, string | undefined]>([
	[{ splitIntoItems: true }, { costs: [] }, undefined],
	[{ splitIntoItems: true }, { grandTotalCHC: 0 }, 'costs'],
	[{ splitIntoItems: true }, { costs: { day: 1 } }, 'costs'],
	[{ splitIntoItems: true }, [], 'costs'],
	[{ splitIntoItems: true, options: { fullResponse: true } }, {}, undefined],
	[{ splitIntoItems: false }, { grandTotalCHC: 0 }, undefined],
])(
	'a split with %j finds in the usage cost %j the missing list: %s',
	(parameters, payload, missing) => {
		expect(operations.usageCost.get.missingList?.(payload, parameters)).toBe(missing);
	},
);

const ANY_REQUEST: HttpRequest = { method: 'POST', path: '/' };
const hintOf = (name: string, record: IDataObject) =>
	operationOf(name).successHint?.(record, ANY_REQUEST, (text) => text);

describe('a change that was accepted', () => {
	it.each([
		['pipe.start', 'Stopped', 'Running'],
		['pipe.stop', 'Running', 'Stopped'],
		['pipe.stop', 'Failed', 'Paused'],
		['pipe.resync', 'Snapshot', 'Running'],
		['service.start', 'starting', 'running'],
		['service.stop', 'stopping', 'stopped'],
		['service.wake', 'idle', 'running'],
	])(
		'has by %s a hint with the state %s, but not with the requested one, %s',
		(name, state, reached) => {
			expect(hintOf(name, { state })).toContain(` ${state}.`);
			expect(hintOf(name, { state: reached })).toBeUndefined();
			expect(hintOf(name, {})).toBeUndefined();
		},
	);

	const CREATES = ['pipe', 'privateEndpoint', 'byocInfrastructure', 'invitation'];

	it.each<[object, number, boolean]>([
		[{ requestId: 'r-1' }, 200, true],
		[{ status: 200, error: null, result: null }, 200, true],
		[{}, 200, false],
		[{ status: 201 }, 200, false],
		[{ requestId: '' }, 200, false],
		[{ requestId: 'r-1', error: 'BAD_REQUEST' }, 200, false],
		[{ status: 200, result: 'created' }, 200, false],
		[{}, 201, true],
		[{}, 202, false],
		[{}, 204, true],
		[{ error: 'BAD' }, 201, false],
	])('recognizes a new record by %j with the status %d: %j', (body, status, done) => {
		const found = CREATES.map((resource) =>
			operationOf(`${resource}.create`).isDone?.({ ...body }, status),
		);
		expect(found).toEqual(CREATES.map(() => done));
	});

	it("has a hint if a new record's ID is missing", () => {
		for (const resource of CREATES) {
			for (const id of [undefined, null, ''])
				expect(hintOf(`${resource}.create`, { id })).toContain('no ID');
			expect(hintOf(`${resource}.create`, { id: 'a' })).toBeUndefined();
		}
	});

	it('succeeds only with a record, unless it deletes', () => {
		for (const name of ['pipe.start', 'pipe.stop', 'pipe.resync', 'member.update']) {
			expect(operationOf(name).isDone).toBeUndefined();
		}
		const deleted = operations.pipe.delete.emptyResult?.({ pipeId: ` ${PIPE_ID} ` });
		expect(deleted).toEqual({ id: PIPE_ID, deleted: true });
	});
});

describe('a resend after an unknown outcome', () => {
	const CURRENT = { id: 'd', tiles: [{ id: 'a' }, { id: 'b' }, { id: '' }, {}] };

	function isRepeatable(name: string, body: string, currentDashboard: unknown = CURRENT): boolean {
		const { repeatable } = operationOf(name);
		const parameters = { dashboardId: 'd', currentDashboard };
		return typeof repeatable === 'function' && repeatable(fields(body), parameters);
	}

	it('is allowed if sending twice does no harm', () => {
		const always = Object.entries(TABLES).flatMap(([resource, group]) =>
			Object.entries(group)
				.filter(([, { repeatable }]) => repeatable === true)
				.map(([name]) => `${resource} ${name}`),
		);
		expect(always.sort().join(', ')).toBe(
			'alert delete, alert update, apiKey delete, apiKey update, ' +
				'backup updateConfiguration, byocInfrastructure delete, ' +
				'byocInfrastructure update, byocInfrastructure validate, dashboard delete, ' +
				'dashboard validate, invitation delete, member delete, member update, ' +
				'organization update, pipe delete, pipe discoverSchema, pipe scale, ' +
				'pipe start, pipe stop, pipe updateCdcScaling, pipe updateSettings, ' +
				'queryEndpoint delete, queryEndpoint update, reversePrivateEndpoint delete, ' +
				'reversePrivateEndpoint update, role delete, role update, savedQuery delete, ' +
				'savedQuery update, savedSearch delete, savedSearch update, service delete, service deleteScalingSchedule, ' +
				'service scale, service setScalingSchedule, service start, service stop, ' +
				'service update, service wake, snapshot updateConfiguration, source delete, ' +
				'source update, teamInvitation create, teamInvitation delete, teamMember delete, ' +
				'webhook delete, webhook update',
		);
	});

	it.each(
		rows(`
		dashboard.update | tiles=[{"id":"a"},{"id":"b"}] | true
		dashboard.update | tiles=[] | true
		dashboard.update | tiles=[{"id":"a"},{"id":"unknown"}] | false
		dashboard.update | tiles=[{"id":"a"},{"name":"new"}] | false
		dashboard.update | tiles=[{"id":""}] | false
		dashboard.update | tiles=["text"] | false
		dashboard.update | name=no tiles | false
		pipe.update | name=a | true
		pipe.update | source.postgres.tableMappingsToRemove=[{"sourceTable":"a"}] | true
		pipe.update | source.postgres.tableMappingsToAdd=[] | true
		pipe.update | source.postgres.tableMappingsToAdd=[{"sourceTable":"a"}] | false
		pipe.update | source.postgres.credentials.username=a | false
		pipe.update | source.kinesis.accessKey={} | false
		pipe.update | source.oracle.tableMappingsToAdd=[{"sourceTable":"a"}] | false
		pipe.update | source.oracle.credentials.username=a | false
		pipe.update | source.oracle.tableMappingsToAdd=[] source.oracle.host=h | true
		pipe.update | source.oracle.tableMappingsToRemove=[{"sourceTable":"a"}] | true
		`),
	)('is allowed for an update only if it adds nothing: %s with %s: %s', (name, body, expected) => {
		expect(isRepeatable(name, body)).toBe(expected === 'true');
	});

	it('is allowed for a dashboard update only if the current one shows every tile', () => {
		const [one, whole] = ['tiles=[{"id":"a"}]', { data: CURRENT }];
		expect(isRepeatable('dashboard.update', one, JSON.stringify(whole))).toBe(true);
		expect(isRepeatable('dashboard.update', one, '')).toBe(false);
		expect(isRepeatable('dashboard.update', one, { ...CURRENT, id: 'other' })).toBe(false);
		expect(isRepeatable('dashboard.update', 'tiles=[]', '')).toBe(true);
	});
});

it.each(
	rows(`
	service.getAll | 404 | this API might not have this list
	role.getAll | 404 | this API might not have this list
	pipe.scale | 400 | Update CDC Scaling
	pipe.getSettings | 404 | source.postgres.settings
	pipe.updateSettings | 404 | source.postgres.settings
	`),
)('%s has advice of its own for %s: %s', (name, status, advice) => {
	expect(operationOf(name).advice?.[Number(status)]).toContain(advice);
});

describe('an operation', () => {
	it('explains how to split a total of usage costs', () => {
		const hintOf = (splitIntoItems: boolean) =>
			operationOf('usageCost.get').successHint?.({}, { method: 'GET', path: '' }, (text) => text, {
				splitIntoItems,
			});
		expect(hintOf(false)).toBe('Turn on Split Into Items for the cost of each entity and day.');
		expect(hintOf(true)).toBeUndefined();
	});

	it.each([
		['pipe.start', 'Nothing to do if the pipe is running already.'],
		['pipe.stop', 'Nothing to do if the pipe is stopped or paused already.'],
		['service.start', 'Nothing to do if the service is running already.'],
	])('advises after a refused %s: %s', (name, advice) => {
		expect(operationOf(name).advice?.[400]).toContain(advice);
	});

	it('accepts a resync of a running pipe', () => {
		expect(operationOf('pipe.resync').advice?.[400]).toBeUndefined();
	});
});

describe('the panel', () => {
	it('removes a member, and deletes an API key', () => {
		const noticeOf = (name: string) =>
			operationOf(name).properties.find(({ type }) => type === 'notice')?.displayName;
		expect(noticeOf('member.delete')).toBe('Removes the member from the organization.');
		expect(noticeOf('apiKey.delete')).toContain("permanently. This can't be undone.");
	});

	it.each([
		[{}, true],
		[{ assignedRoleIds: [] }, true],
		[{ assignedRoleIds: ['r-1'] }, false],
		[{ assignedRoleIds: '={{ $json.roles }}' }, false],
	])('hides the role while roles are assigned: %j', (additionalFields, isShown) => {
		const parameters = { resource: 'member', operation: 'update', additionalFields };
		const role = operationOf('member.update').properties.find(({ name }) => name === 'role');
		const shown = role && NodeHelpers.displayParameter(parameters, role, null, null);
		expect(shown).toBe(isShown);
	});

	it('starts usage costs with the last seven days', () => {
		const { properties } = operationOf('usageCost.get');
		const dates = properties.filter(({ type }) => type === 'dateTime');
		expect(dates.map(({ default: value }) => value)).toEqual([
			'={{ $now.toUTC().minus({ days: 6 }).toISODate() }}',
			'={{ $now.toUTC().toISODate() }}',
		]);
	});

	it("points to the source's credential until its selector is there", () => {
		const { properties } = operationOf('pipe.create');
		const isShown = (parameters: object, name: string) =>
			properties
				.filter((field) => field.name === name)
				.some((field) =>
					NodeHelpers.displayParameter(
						{ resource: 'pipe', operation: 'create', pipeInput: 'fields', ...parameters },
						field,
						null,
						null,
					),
				);
		const kafka = { sourceKind: 'kafka', kafkaType: 'kafka', kafkaAuthentication: 'PLAIN' };
		const mysql = { sourceKind: 'mysql', mysqlAuthentication: 'basic' };
		const shown = [{ ...kafka, kafkaBrokers: '' }, { ...kafka, kafkaBrokers: 'b:9092' }, mysql];
		const names = ['sourceCredentialNotice', 'sourceCredential'];
		expect(shown.map((one) => names.map((name) => isShown(one, name)))).toEqual([
			[true, false],
			[false, true],
			[false, true],
		]);
	});
});

describe('a node as a tool', () => {
	it('lists its operations, a resource on a line, and starts no workflows', () => {
		const { usableAsTool } = new CloudManagement().description;
		const own = typeof usableAsTool === 'object' ? usableAsTool.replacements : undefined;
		const lines = own?.description?.split('\n') ?? [];
		expect(lines[0]).toBe('Manage ClickHouse Cloud.');
		expect(lines).toContain(
			'Snapshot: Get, Get Configuration, Get Many, Update Configuration, Wait for State.',
		);
		expect(lines).toHaveLength(1 + Object.keys(operations).length);
	});
});
