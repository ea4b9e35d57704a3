import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../../nodes/CloudManagement/actions';
import type { HttpRequest } from '../../../nodes/core/http/request';
import type { Operation, OperationTable, Parameters } from '../../../nodes/core/operation';
import { codes, contextOf, ORGANIZATION_ID, PIPE_ID, SERVICE_ID, SERVICE_PATH } from './context';

const table: OperationTable = operations;

function operationOf(name: string): Operation {
	const [resource = '', operation = ''] = name.split('.');
	const found = table[resource]?.[operation];
	if (found === undefined) throw new Error(`No operation ${name}`);
	return found;
}

const planOf = (name: string, parameters: Parameters = {}) =>
	operationOf(name).plan({ serviceId: SERVICE_ID, ...parameters }, contextOf());
const codesOf = (name: string, parameters: Parameters = {}) =>
	codes(planOf(name, parameters).issues).join(', ');
const members = (additionalMembers: unknown) => ({ additionalFields: { additionalMembers } });

const PIPE = { pipeId: PIPE_ID };
const OF_ORGANIZATION = `/v1/organizations/${ORGANIZATION_ID}`;
const EMAIL = { email: 'ada@example.com' };
const BYOC = {
	...{ accountId: '123', availabilityZoneSuffixes: ['a', 'b'] },
	...{ regionId: 'eu-west-2', vpcCidrRange: '10.0.0.0/16' },
};
const PADDED_BYOC = { ...BYOC, accountId: ' 123', vpcCidrRange: '10.0.0.0/16 ' };
const IN_OTHER = { options: { organizationId: PIPE_ID } };
const ENDPOINT = { reversePrivateEndpointId: 'r 1' };
const PRIVATE = { id: ' vpce-1\n', description: '' };
const IDS = ['r-1', 'r-2'];
const BY_JSON = { additionalFields: { additionalMembers: { assignedRoleIds: IDS } } };
const byIds = (assignedRoleIds: unknown) => ({ additionalFields: { assignedRoleIds } });
const ADMIN = { email: 'ada@example.com', role: 'admin' };
const NONE = { ...EMAIL, role: 'none' };
const MEMBER = { userId: 'u', role: 'none' };
const KEY = (updateFields: object) => ({ apiKeyId: PIPE_ID, updateFields });
const SIZE = { minReplicaMemoryGb: 12, idleScaling: false };

/** A request in one line. */
const shown = ({ method, path, body }: HttpRequest) =>
	`${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`
		.trim()
		.replace(SERVICE_PATH, 'SERVICE')
		.replace(OF_ORGANIZATION, 'ORGANIZATION')
		.replace(PIPE_ID, 'ID');

describe('the small operations', () => {
	it.each<[string, Parameters, string]>([
		['pipe.start', PIPE, 'PATCH SERVICE/pipes/ID/state {"command":"start"}'],
		['pipe.stop', PIPE, 'PATCH SERVICE/pipes/ID/state {"command":"stop"}'],
		['pipe.resync', PIPE, 'PATCH SERVICE/pipes/ID/state {"command":"resync"}'],
		['pipe.delete', PIPE, 'DELETE SERVICE/pipes/ID'],
		['service.get', {}, 'GET SERVICE'],
		['service.start', {}, 'PATCH SERVICE/state {"command":"start"}'],
		['service.stop', {}, 'PATCH SERVICE/state {"command":"stop"}'],
		['service.wake', {}, 'PATCH SERVICE/state {"command":"awake"}'],
		['backup.getAll', {}, 'GET SERVICE/backups'],
		['backup.get', { backupId: PIPE_ID }, 'GET SERVICE/backups/ID'],
		['activity.get', { activityId: 'a..b?c#d' }, 'GET ORGANIZATION/activities/a..b%3Fc%23d'],
		['activity.get', { activityId: 5 }, 'GET ORGANIZATION/activities/5'],
		['activity.getAll', { returnAll: true }, 'GET ORGANIZATION/activities'],
		['activity.getAll', IN_OTHER, 'GET /v1/organizations/ID/activities'],
		[
			'apiRequest.send',
			{ method: 'GET', path: '/v1/{organizationId}' },
			`GET /v1/${ORGANIZATION_ID}`,
		],
		['reversePrivateEndpoint.getAll', {}, 'GET SERVICE/pipesReversePrivateEndpoints'],
		['reversePrivateEndpoint.get', ENDPOINT, 'GET SERVICE/pipesReversePrivateEndpoints/r%201'],
		['privateEndpoint.create', PRIVATE, 'POST SERVICE/privateEndpoint {"id":"vpce-1"}'],
		[
			'byocInfrastructure.create',
			PADDED_BYOC,
			`POST ORGANIZATION/byocInfrastructure ${JSON.stringify(BYOC)}`,
		],
		['member.get', { userId: PIPE_ID }, 'GET ORGANIZATION/members/ID'],
		['member.getAll', {}, 'GET ORGANIZATION/members'],
		['member.delete', { userId: PIPE_ID }, 'DELETE ORGANIZATION/members/ID'],
		['invitation.get', { invitationId: PIPE_ID }, 'GET ORGANIZATION/invitations/ID'],
		['invitation.delete', { invitationId: PIPE_ID }, 'DELETE ORGANIZATION/invitations/ID'],
		['apiKey.get', { apiKeyId: PIPE_ID }, 'GET ORGANIZATION/keys/ID'],
		['apiKey.getAll', {}, 'GET ORGANIZATION/keys'],
		['apiKey.delete', { apiKeyId: PIPE_ID }, 'DELETE ORGANIZATION/keys/ID'],
	])('%s with %j sends %s', (name, parameters, expected) => {
		const { request, issues } = planOf(name, parameters);
		expect([issues, shown(request)]).toEqual([[], expected]);
	});

	it.each<[string, Parameters, object]>([
		['service.scale', { updateFields: SIZE }, SIZE],
		['invitation.create', { email: ' ada@example.com ', role: 'admin' }, ADMIN],
		['invitation.create', { ...NONE, ...BY_JSON }, { ...EMAIL, assignedRoleIds: IDS }],
		['member.update', { userId: 'u', role: 'developer' }, { role: 'developer' }],
		['member.update', { ...MEMBER, ...BY_JSON }, { assignedRoleIds: IDS }],
		[
			'member.update',
			{ userId: 'u', role: 'admin', ...BY_JSON },
			{ role: 'admin', assignedRoleIds: IDS },
		],
		['member.update', { userId: 'u', role: 'admin', ...byIds(IDS) }, { assignedRoleIds: IDS }],
		['member.update', { ...MEMBER, ...byIds('r-1, r-2') }, { assignedRoleIds: IDS }],
		['member.update', { ...MEMBER, ...byIds([7]) }, { assignedRoleIds: ['7'] }],
		['apiKey.update', KEY({ state: 'disabled', name: ' ' }), { state: 'disabled' }],
		[
			'apiKey.update',
			KEY({ expireAt: '2026-05-31T14:30:00' }),
			{ expireAt: '2026-05-31T12:30:00.000Z' },
		],
		['apiKey.update', { apiKeyId: PIPE_ID, ...members({ expireAt: null }) }, { expireAt: null }],
	])('%s with %j has the body %j', (name, parameters, body) => {
		const { request, issues } = planOf(name, parameters);
		expect([issues, request.body]).toEqual([[], body]);
	});

	it.each<[string, Parameters, string]>([
		['service.get', { serviceId: 'x' }, 'serviceId notUuid'],
		['service.get', { serviceId: '' }, 'serviceId idEmpty'],
		['service.get', { serviceId: 'https://console.example.com/x' }, 'serviceId malformed'],
		['service.get', { options: { organizationId: 'nope' } }, 'options.organizationId notUuid'],
		['pipe.start', { pipeId: 'x' }, 'pipeId notUuid'],
		['pipe.delete', { pipeId: undefined }, 'pipeId idEmpty'],
		['backup.get', { backupId: '..' }, 'backupId idDots'],
		['activity.get', { activityId: 'a/../b' }, 'activityId idSlash'],
		['activity.get', { activityId: '\ud800' }, 'activityId idBroken'],
		['activity.getAll', { returnAll: false, limit: 0 }, 'limit notCount'],
		['privateEndpoint.create', { id: '' }, 'id empty'],
		[
			'byocInfrastructure.create',
			{ ...BYOC, availabilityZoneSuffixes: { a: true } },
			'availabilityZoneSuffixes.0 wrongType',
		],
		[
			'byocInfrastructure.create',
			{ ...BYOC, availabilityZoneSuffixes: ['g'] },
			'availabilityZoneSuffixes.0 unlisted',
		],
		[
			'byocInfrastructure.create',
			{ ...BYOC, availabilityZoneSuffixes: [] },
			'availabilityZoneSuffixes tooFew',
		],
		[
			'byocInfrastructure.create',
			{ ...BYOC, vpcCidrRange: '10.0.0.0/33' },
			'vpcCidrRange malformed',
		],
		['byocInfrastructure.create', { ...BYOC, vpcCidrRange: 'fd00::/16' }, 'vpcCidrRange malformed'],
		['byocInfrastructure.create', { ...BYOC, accountId: '' }, 'accountId empty'],
		['byocInfrastructure.create', { ...BYOC, regionId: 'us-esat-1' }, 'regionId unlisted'],
		['invitation.create', { email: 5, role: 'admin' }, 'email wrongType'],
		['invitation.create', { ...EMAIL, role: 'owner' }, 'role unlisted'],
		['invitation.create', { ...EMAIL, role: null }, 'role noRole'],
		['invitation.create', { ...NONE, ...members({ email: 'e@b.c' }) }, 'role noRoleNone'],
		[
			'invitation.create',
			{ ...ADMIN, ...byIds(' , ') },
			'additionalFields.assignedRoleIds noAssignedRoles',
		],
		['invitation.create', { ...ADMIN, ...byIds({}) }, 'additionalFields.assignedRoleIds notList'],
		['member.update', { userId: ' ', role: 'admin' }, 'userId idEmpty'],
		['member.update', { userId: 'u', role: '' }, 'role noRole'],
		['member.update', MEMBER, 'role noRoleNone'],
		[
			'member.update',
			{ ...MEMBER, ...members('[]') },
			'additionalFields.additionalMembers jsonOther',
		],
		['apiKey.update', { apiKeyId: PIPE_ID }, 'updateFields nothingToUpdate'],
		['apiKey.update', KEY({ expireAt: 'soon' }), 'updateFields.expireAt malformed'],
		['apiKey.update', KEY({ state: 'off' }), 'updateFields.state unlisted'],
		['apiKey.update', { apiKeyId: 'x', updateFields: { name: 'New' } }, 'apiKeyId notUuid'],
	])('%s refuses %j: %s', (name, parameters, code) => {
		expect(codesOf(name, parameters)).toBe(code);
	});

	it('names a credential without an organization', () => {
		const { issues } = operationOf('activity.getAll').plan({}, contextOf({ credential: {} }));
		expect(issues).toMatchObject([{ code: 'idEmpty', label: 'Organization ID in the credential' }]);
	});

	it.each(['ada@example.com', 'a/b@example.com', 'ü@example.de', "o'neil+news@sub.example.co"])(
		'the address of an invitation can be %s',
		(email) => {
			expect(codesOf('invitation.create', { email, role: 'admin' })).toBe('');
		},
	);

	it.each(['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'a@b@example.com'])(
		'the address of an invitation cannot be %s',
		(email) => {
			expect(codesOf('invitation.create', { email, role: 'admin' })).toBe('email malformed');
		},
	);
});

describe('the region of BYOC infrastructure', () => {
	const THREE = { availabilityZoneSuffixes: ['a', 'b', 'c'], displayName: 'Production' };
	const planned = (apiDialect: string, own: Parameters) => {
		const credential = { ...contextOf().credential, apiDialect };
		return operationOf('byocInfrastructure.create').plan(
			{ ...BYOC, ...own },
			contextOf({ credential }),
		);
	};

	it.each<[string, string, Parameters, number]>([
		['a region of both', 'standard', { regionId: 'us-east-1' }, 0],
		['a region of ClickHouse Cloud alone', 'standard', { regionId: 'il-central-1' }, 1],
		[
			'a region of the standard alone',
			'clickhouseCloud',
			{ ...THREE, regionId: 'me-central-1' },
			1,
		],
		['a region of its own', 'clickhouseCloud', { ...THREE, regionId: 'il-central-1' }, 0],
		['any region', 'custom', { regionId: 'il-central-1' }, 0],
		['no name', 'clickhouseCloud', { ...THREE, displayName: '', regionId: 'eastus' }, 1],
		[
			'one zone',
			'clickhouseCloud',
			{ ...THREE, availabilityZoneSuffixes: ['a'], regionId: 'eastus' },
			1,
		],
		['an unlisted one', 'standard', { regionId: 'x', options: { allowUnlisted: true } }, 0],
	])(
		'%s in the dialect %s is sent, with a hint where the dialect does not know it',
		(_, dialect, own, count) => {
			const { issues, hints, request } = planned(dialect, own);
			expect([issues, hints?.length]).toEqual([[], count]);
			expect(request.body).toMatchObject({ regionId: own.regionId });
		},
	);

	it.each(['', ' ', null, undefined])('is not sent where it is empty: %j', (regionId) => {
		const rest = { ...BYOC, regionId: undefined };
		const other = planned('standard', { regionId, ...members({ region: 'us-east-1' }) });
		expect(other).toMatchObject({ issues: [], hints: [] });
		expect(other.request.body).toEqual({ ...rest, region: 'us-east-1' });
		const none = planned('standard', { regionId });
		expect([none.issues, none.hints?.length, none.request.body]).toEqual([[], 1, rest]);
	});
});

describe('the scaling of a service', () => {
	const issuesOf = (updateFields: unknown, json?: unknown) =>
		codesOf('service.scale', { updateFields, ...members(json) }).replaceAll('updateFields.', '');

	it.each<[Parameters, string]>([
		[{ minReplicaMemoryGb: 8, maxReplicaMemoryGb: 356 }, ''],
		[{ numReplicas: 1, autoscalingMode: 'vertical' }, ''],
		[{ numReplicas: 20 }, ''],
		[{ minReplicas: 1, maxReplicas: 20, autoscalingMode: 'horizontal' }, ''],
		[{ minReplicas: 3, maxReplicas: 3, autoscalingMode: 'vertical' }, ''],
		[{ minReplicaMemoryGb: 16, maxReplicaMemoryGb: 16, autoscalingMode: 'horizontal' }, ''],
		[{ autoscalingMode: 'horizontal' }, ''],
		[{ idleTimeoutMinutes: 5.5 }, ''],
		[{}, 'updateFields nothingToUpdate'],
		[{ minReplicaMemoryGb: 7 }, 'minReplicaMemoryGb tooSmall, minReplicaMemoryGb malformed'],
		[{ maxReplicaMemoryGb: 360 }, 'maxReplicaMemoryGb tooBig'],
		[{ minReplicaMemoryGb: 10 }, 'minReplicaMemoryGb malformed'],
		[{ numReplicas: 0 }, 'numReplicas tooSmall'],
		[{ numReplicas: 21 }, 'numReplicas tooBig'],
		[{ numReplicas: 1.5 }, 'numReplicas notWhole'],
		[{ minReplicas: 2 }, 'maxReplicas needed'],
		[{ maxReplicas: 2 }, 'minReplicas needed'],
		[{ minReplicas: 3, maxReplicas: 2 }, 'minReplicas aboveOther'],
		[{ minReplicas: 2, maxReplicas: 3, autoscalingMode: 'vertical' }, 'minReplicas unequal'],
		[{ numReplicas: 2, minReplicas: 2, maxReplicas: 2 }, 'numReplicas notTogether'],
		[{ numReplicas: 2, autoscalingMode: 'horizontal' }, 'numReplicas onlyFor'],
		[{ minReplicaMemoryGb: 16, maxReplicaMemoryGb: 12 }, 'minReplicaMemoryGb aboveOther'],
		[
			{ minReplicaMemoryGb: 8, maxReplicaMemoryGb: 12, autoscalingMode: 'horizontal' },
			'minReplicaMemoryGb unequal',
		],
		[{ autoscalingMode: 'diagonal' }, 'autoscalingMode unlisted'],
		[{ idleTimeoutMinutes: 4 }, 'idleTimeoutMinutes tooSmall'],
	])('%j: %j', (updateFields, expected) => {
		expect(issuesOf(updateFields)).toBe(expected);
	});

	it('is checked in JSON, too, which alone clears', () => {
		expect(issuesOf({}, '{"minReplicas": null, "maxReplicas": 2}')).toBe('minReplicas needed');
		expect(issuesOf({}, '{"numReplicas": null}')).toBe('');
	});
});

const shaped = (name: string, record: IDataObject, parameters: Parameters = {}) =>
	operationOf(name).shape?.(record, parameters) ?? record;

describe('what becomes of the responses', () => {
	const SERVICE = {
		...{ id: '1', numReplicas: 3, minReplicaMemoryGb: 8, idleScaling: false },
		privateEndpointIds: ['vpce-1'],
	};
	const OF_PIPE = { id: 'p', serviceId: 's', name: 'Orders', state: 'Stopped', createdAt: 'c' };
	const FULL_PIPE = {
		...{ ...OF_PIPE, scaling: { replicas: 1 } },
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
		['pipe.create', FULL_PIPE, PIPE_ROW],
		['pipe.create', { id: 'p', source: { kafka: null } }, { id: 'p' }],
		['pipe.create', { id: 'p', source: 'kafka', destination: null }, { id: 'p' }],
		['pipe.stop', FULL_PIPE, { ...PIPE_ROW, command: 'stop', accepted: true }],
	])('%s simplifies %j', (name, record, simple) => {
		expect(shaped(name, record)).toEqual(simple);
		const raw = name === 'pipe.stop' ? { ...record, command: 'stop', accepted: true } : record;
		expect(shaped(name, record, { output: 'raw' })).toEqual(raw);
	});

	it('simplifies an activity to when, what, who and where', () => {
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
	});

	it.each(['service.get', 'activity.get', 'activity.getAll', 'pipe.start'])(
		'%s checks the chosen fields',
		(name) => {
			const found = (outputFields: unknown) =>
				codesOf(name, { ...PIPE, activityId: 'a', output: 'selectedFields', outputFields });
			for (const none of [[], undefined]) expect(found(none)).toBe('outputFields noOutputFields');
			for (const some of [['id'], 'id, name']) expect(found(some)).toBe('');
			for (const odd of [{ id: true }, true]) expect(found(odd)).toBe('outputFields notList');
		},
	);

	it.each([
		['pipe.start', 'Stopped', 'Running'],
		['pipe.stop', 'Running', 'Stopped'],
		['pipe.stop', 'Failed', 'Paused'],
		['pipe.resync', 'Snapshot', 'Running'],
		['service.start', 'starting', 'running'],
		['service.stop', 'stopping', 'stopped'],
		['service.wake', 'idle', 'running'],
	])('after %s, a hint has the state %s, but not the requested one, %s', (name, state, reached) => {
		const [resource = '', command = ''] = name.split('.');
		expect(hintOf(name, { state })).toBe(
			`The ${command} was accepted; so far, the ${resource}'s state is ${state}.`,
		);
		expect(hintOf(name, { state: reached })).toBeUndefined();
		expect(hintOf(name, {})).toBeUndefined();
	});

	it('limits a list, unless all are requested', () => {
		const records = [{ id: '1' }, { id: '2' }, { id: '3' }];
		const selected = (parameters: Parameters) =>
			operations.activity.getAll.select?.(records, parameters, contextOf());
		expect(selected({ returnAll: false, limit: 2 })).toHaveLength(2);
		expect(selected({ returnAll: true, limit: 2 })).toHaveLength(3);
		expect(selected({ returnAll: false })).toHaveLength(3);
	});
});

const ANY_REQUEST: HttpRequest = { method: 'POST', path: '/' };

function hintOf(name: string, record: IDataObject): string | undefined {
	return operationOf(name).successHint?.(record, ANY_REQUEST, (text) => text);
}

describe.each(['pipe', 'privateEndpoint', 'byocInfrastructure', 'invitation'])(
	'a response to a new %s',
	(resource) => {
		const { isDone } = operationOf(`${resource}.create`);

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
		])('%j with the status %d says that it was made: %j', (body, status, done) => {
			expect(isDone?.({ ...body }, status)).toBe(done);
		});

		it('has a hint where its ID did not come', () => {
			for (const id of [undefined, null, '']) {
				expect(hintOf(`${resource}.create`, { id })).toMatch(/created, but .* contains no ID\./);
			}
			expect(hintOf(`${resource}.create`, { id: 'a' })).toBeUndefined();
		});
	},
);

it('a change of what exists is done only with a record', () => {
	for (const name of ['pipe.start', 'pipe.stop', 'pipe.resync', 'member.update']) {
		expect(operationOf(name).isDone).toBeUndefined();
	}
	const deleted = operations.pipe.delete.emptyResult?.({ pipeId: ` ${PIPE_ID} ` });
	expect(deleted).toEqual({ id: PIPE_ID, deleted: true });
});
