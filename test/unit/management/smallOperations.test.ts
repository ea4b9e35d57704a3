import type { IDataObject } from 'n8n-workflow';

import type { HttpRequest } from '../../../nodes/core/http/request';
import { operations } from '../../../nodes/CloudManagement/actions';
import type { Operation, OperationTable, Parameters } from '../../../nodes/core/operation';
import {
	codes,
	contextOf,
	ORGANIZATION_ID,
	PIPE_ID,
	sentences,
	SERVICE_ID,
	SERVICE_PATH,
} from './context';

const asItIs = (text: string): string => text;

const ORGANIZATION_PATH = `/v1/organizations/${ORGANIZATION_ID}`;
const BACKUP_ID = '8d21f0c4-1111-4222-8333-444455556666';
const ANY_REQUEST: HttpRequest = { method: 'POST', path: '/' };

const table: OperationTable = operations;

function operationOf(name: string): Operation {
	const [resource = '', operation = ''] = name.split('.');
	const found = table[resource]?.[operation];
	if (found === undefined) throw new Error(`No operation ${name}`);
	return found;
}

const REQUESTS: Array<[string, Parameters, string, string, unknown]> = [
	[
		'pipe.start',
		{ serviceId: SERVICE_ID, pipeId: PIPE_ID },
		'PATCH',
		`${SERVICE_PATH}/pipes/${PIPE_ID}/state`,
		{ command: 'start' },
	],
	[
		'pipe.stop',
		{ serviceId: SERVICE_ID, pipeId: PIPE_ID },
		'PATCH',
		`${SERVICE_PATH}/pipes/${PIPE_ID}/state`,
		{ command: 'stop' },
	],
	[
		'pipe.resync',
		{ serviceId: SERVICE_ID, pipeId: PIPE_ID },
		'PATCH',
		`${SERVICE_PATH}/pipes/${PIPE_ID}/state`,
		{ command: 'resync' },
	],
	[
		'pipe.delete',
		{ serviceId: SERVICE_ID, pipeId: PIPE_ID },
		'DELETE',
		`${SERVICE_PATH}/pipes/${PIPE_ID}`,
		undefined,
	],
	['service.get', { serviceId: SERVICE_ID }, 'GET', SERVICE_PATH, undefined],
	[
		'service.getAll',
		{ filters: { tags: 'Environment=Production', states: 'idle' } },
		'GET',
		`${ORGANIZATION_PATH}/services?filter=tag%3AEnvironment%3DProduction`,
		undefined,
	],
	...[
		['start', 'start'],
		['stop', 'stop'],
		['wake', 'awake'],
	].map(([operation, command]): (typeof REQUESTS)[number] => [
		`service.${String(operation)}`,
		{ serviceId: SERVICE_ID },
		'PATCH',
		`${SERVICE_PATH}/state`,
		{ command },
	]),
	[
		'service.scale',
		{ serviceId: SERVICE_ID, updateFields: { minReplicaMemoryGb: 12, idleScaling: false } },
		'PATCH',
		`${SERVICE_PATH}/replicaScaling`,
		{ minReplicaMemoryGb: 12, idleScaling: false },
	],
	['backup.getAll', { serviceId: SERVICE_ID }, 'GET', `${SERVICE_PATH}/backups`, undefined],
	[
		'reversePrivateEndpoint.getAll',
		{ serviceId: SERVICE_ID },
		'GET',
		`${SERVICE_PATH}/pipesReversePrivateEndpoints`,
		undefined,
	],
	[
		'backup.get',
		{ serviceId: SERVICE_ID, backupId: BACKUP_ID },
		'GET',
		`${SERVICE_PATH}/backups/${BACKUP_ID}`,
		undefined,
	],
	[
		'activity.get',
		{ activityId: 'a..b?c#d' },
		'GET',
		`${ORGANIZATION_PATH}/activities/a..b%3Fc%23d`,
		undefined,
	],
	['activity.get', { activityId: 5 }, 'GET', `${ORGANIZATION_PATH}/activities/5`, undefined],
	[
		'apiRequest.send',
		{ method: 'GET', path: '/v1/organizations/{organizationId}/keys' },
		'GET',
		`${ORGANIZATION_PATH}/keys`,
		undefined,
	],
	['activity.getAll', { returnAll: true }, 'GET', `${ORGANIZATION_PATH}/activities`, undefined],
	[
		'reversePrivateEndpoint.get',
		{ serviceId: SERVICE_ID, reversePrivateEndpointId: 'rpe 1' },
		'GET',
		`${SERVICE_PATH}/pipesReversePrivateEndpoints/rpe%201`,
		undefined,
	],
	[
		'privateEndpoint.create',
		{ serviceId: SERVICE_ID, id: 'vpce-1', description: 'Reports' },
		'POST',
		`${SERVICE_PATH}/privateEndpoint`,
		{ id: 'vpce-1', description: 'Reports' },
	],
	[
		'privateEndpoint.create',
		{ serviceId: SERVICE_ID, id: 'vpce-1', description: '' },
		'POST',
		`${SERVICE_PATH}/privateEndpoint`,
		{ id: 'vpce-1' },
	],
	[
		'byocInfrastructure.create',
		{
			accountId: '123',
			availabilityZoneSuffixes: ['a', 'b'],
			regionId: 'eu-west-2',
			vpcCidrRange: '10.0.0.0/16',
		},
		'POST',
		`${ORGANIZATION_PATH}/byocInfrastructure`,
		{
			accountId: '123',
			availabilityZoneSuffixes: ['a', 'b'],
			regionId: 'eu-west-2',
			vpcCidrRange: '10.0.0.0/16',
		},
	],
	[
		'invitation.create',
		{ email: ' ada@example.com ', role: 'admin' },
		'POST',
		`${ORGANIZATION_PATH}/invitations`,
		{ email: 'ada@example.com', role: 'admin' },
	],
	[
		'privateEndpoint.create',
		{ serviceId: SERVICE_ID, id: ' vpce-1\n', description: '' },
		'POST',
		`${SERVICE_PATH}/privateEndpoint`,
		{ id: 'vpce-1' },
	],
	[
		'byocInfrastructure.create',
		{
			accountId: ' 123',
			availabilityZoneSuffixes: ['a'],
			regionId: 'us-east-1',
			vpcCidrRange: '10.0.0.0/16 ',
		},
		'POST',
		`${ORGANIZATION_PATH}/byocInfrastructure`,
		{
			accountId: '123',
			availabilityZoneSuffixes: ['a'],
			regionId: 'us-east-1',
			vpcCidrRange: '10.0.0.0/16',
		},
	],
	[
		'member.update',
		{ userId: 'u1', role: 'developer' },
		'PATCH',
		`${ORGANIZATION_PATH}/members/u1`,
		{ role: 'developer' },
	],
];

describe('requests of the small operations', () => {
	it.each(REQUESTS)('%s with %j', (name, parameters, method, path, body) => {
		const plan = operationOf(name).plan(parameters, contextOf());
		expect(plan.issues).toEqual([]);
		expect(plan.request).toEqual({ method, path, ...(body === undefined ? {} : { body }) });
	});

	it('prefers the organization of the item to the one in the credential', () => {
		const plan = operationOf('activity.getAll').plan(
			{ options: { organizationId: PIPE_ID } },
			contextOf(),
		);
		expect(plan.request.path).toBe(`/v1/organizations/${PIPE_ID}/activities`);
	});

	it('spells the path segment as the credential says', () => {
		const credential = {
			organizationId: ORGANIZATION_ID,
			apiDialect: 'custom',
			pipesSegment: 'clickpipes',
		};
		const operation = operationOf('reversePrivateEndpoint.get');
		const ids = { serviceId: SERVICE_ID, reversePrivateEndpointId: 'r' };
		expect(operation.plan(ids, contextOf({ credential })).request.path).toBe(
			`${SERVICE_PATH}/clickpipesReversePrivateEndpoints/r`,
		);
	});
});

describe('roles that are assigned by their IDs', () => {
	const additionalMembers = '{"assignedRoleIds": ["r-1"]}';

	it.each([
		['member.update', { userId: 'u' }, {}],
		['invitation.create', { email: 'ada@example.com' }, { email: 'ada@example.com' }],
	])('send no role in %s', (name, parameters, body) => {
		const { request, issues } = operationOf(name).plan(
			{ ...parameters, role: 'none', additionalFields: { additionalMembers } },
			contextOf(),
		);
		expect(issues).toEqual([]);
		expect(request.body).toEqual({ ...body, assignedRoleIds: ['r-1'] });
	});

	it.each<[unknown, unknown]>([
		[
			['r-1', 'r-2'],
			['r-1', 'r-2'],
		],
		['r-1, r-2', ['r-1', 'r-2']],
		[[7], ['7']],
	])('are sent of %j in place of the role', (assignedRoleIds, sent) => {
		for (const role of ['admin', 'none']) {
			const { request, issues } = operationOf('member.update').plan(
				{ userId: 'u', role, additionalFields: { assignedRoleIds } },
				contextOf(),
			);
			expect(issues).toEqual([]);
			expect(request.body).toEqual({ assignedRoleIds: sent });
		}
	});

	it.each<[unknown, string]>([
		[[], 'noAssignedRoles'],
		[undefined, 'noAssignedRoles'],
		[' , ', 'noAssignedRoles'],
		[{ id: 'r' }, 'notList'],
	])('are refused as %j: the role is not sent in their place', (assignedRoleIds, code) => {
		const { request, issues } = operationOf('invitation.create').plan(
			{ email: 'ada@example.com', role: 'admin', additionalFields: { assignedRoleIds } },
			contextOf(),
		);
		expect(codes(issues)).toEqual([`additionalFields.assignedRoleIds ${code}`]);
		expect(request.body).not.toHaveProperty('role');
	});

	it('leave the chosen role alone', () => {
		const { request } = operationOf('member.update').plan(
			{ userId: 'u', role: 'admin', additionalFields: { additionalMembers } },
			contextOf(),
		);
		expect(request.body).toEqual({ role: 'admin', assignedRoleIds: ['r-1'] });
	});

	it('are distinguished from members that cannot be read', () => {
		const { issues } = operationOf('member.update').plan(
			{ userId: 'u', role: 'none', additionalFields: { additionalMembers: '[]' } },
			contextOf(),
		);
		expect(codes(issues)).toEqual(['additionalFields.additionalMembers jsonOther']);
	});
});

describe('the region of BYOC infrastructure', () => {
	const members = {
		accountId: '123',
		availabilityZoneSuffixes: ['a'],
		vpcCidrRange: '10.0.0.0/16',
	};
	const plan = (parameters: Parameters) =>
		operationOf('byocInfrastructure.create').plan({ ...members, ...parameters }, contextOf());

	const cloud = { apiDialect: 'clickhouseCloud' };
	const standard = { apiDialect: 'standard' };
	const three = { availabilityZoneSuffixes: ['a', 'b', 'c'], displayName: 'Production' };

	it.each<[string, IDataObject, Parameters, number]>([
		['a region of both', standard, { regionId: 'us-east-1' }, 0],
		['a region of ClickHouse Cloud alone', standard, { regionId: 'il-central-1' }, 1],
		['a region of the standard alone', cloud, { ...three, regionId: 'me-central-1' }, 1],
		['a region of its own', cloud, { ...three, regionId: 'il-central-1' }, 0],
		['any region', { apiDialect: 'custom' }, { regionId: 'il-central-1' }, 0],
		['no name', cloud, { ...three, displayName: '', regionId: 'eastus' }, 1],
		['one zone', cloud, { ...three, availabilityZoneSuffixes: ['a'], regionId: 'eastus' }, 1],
	])(
		'%s in %j is sent, with a hint where the dialect does not know it',
		(_, dialect, own, count) => {
			const create = operationOf('byocInfrastructure.create');
			const { issues, hints, request } = create.plan(
				{ ...members, ...own },
				contextOf({ credential: { ...contextOf().credential, ...dialect } }),
			);
			expect([issues, hints?.length]).toEqual([[], count]);
			expect(request.body).toMatchObject({ regionId: own.regionId });
		},
	);

	it('needs Allow Unlisted Values where the reference does not list it', () => {
		const regionId = 'us-esat-1';
		expect(codes(plan({ regionId }).issues)).toEqual(['regionId unlisted']);
		const { request, issues } = plan({ regionId, options: { allowUnlisted: true } });
		expect(issues).toEqual([]);
		expect(request.body).toEqual({ ...members, regionId });
	});

	it.each(['', ' ', null, undefined])('is not sent where it is empty: %j', (regionId) => {
		const additionalMembers = '{"region": "us-east-1"}';
		const { request, issues, hints } = plan({
			regionId,
			additionalFields: { additionalMembers },
		});
		expect([issues, hints]).toEqual([[], []]);
		expect(request.body).toEqual({ ...members, region: 'us-east-1' });
		expect(plan({ regionId })).toMatchObject({
			request: { body: members },
			issues: [],
			hints: ['Region is empty, and Additional Fields (JSON) adds none: no region is sent.'],
		});
		expect(plan({ regionId: 'us-east-1' }).hints).toEqual([]);
	});
});

const ORGANIZATION_LISTS = [
	['member', 'members', 'userId'],
	['invitation', 'invitations', 'invitationId'],
	['apiKey', 'keys', 'apiKeyId'],
] as const;

describe.each(ORGANIZATION_LISTS)('%s', (resource, path, idField) => {
	it('is read, listed and deleted under its path', () => {
		const planned = (name: string) =>
			operationOf(`${resource}.${name}`).plan({ [idField]: PIPE_ID, limit: 5 }, contextOf());
		const list = `${ORGANIZATION_PATH}/${path}`;
		const one = `${list}/${PIPE_ID}`;
		expect(planned('get')).toEqual({ request: { method: 'GET', path: one }, issues: [] });
		expect(planned('getAll')).toEqual({ request: { method: 'GET', path: list }, issues: [] });
		expect(planned('delete')).toEqual({ request: { method: 'DELETE', path: one }, issues: [] });
	});

	it('is output simplified, raw, or with the chosen fields', () => {
		const assignedRoles = [{ roleId: 'r', roleName: 'Reader', roleType: 'custom' }, 'text'];
		const record = { [idField]: 'i', more: 1, createdAt: 'c', assignedRoles };
		expect(shaped(`${resource}.get`, record)).toMatchObject({ assignedRoles: ['Reader'] });
		expect(shaped(`${resource}.get`, record)).not.toHaveProperty('more');
		expect(shaped(`${resource}.get`, { more: 1 })).toEqual({});
		expect(shaped(`${resource}.getAll`, record, { output: 'raw' })).toEqual(record);
		const chosen = { output: 'selectedFields', outputFields: ['assignedRoles'] };
		expect(shaped(`${resource}.get`, record, chosen)).toEqual({ assignedRoles });
	});

	it('says after a 404 that this API may not have the list', () => {
		expect(operationOf(`${resource}.getAll`).advice?.[404]).toContain('may not have this list');
	});
});

describe('the update of an API key', () => {
	const planned = (parameters: Parameters) =>
		operationOf('apiKey.update').plan({ apiKeyId: PIPE_ID, ...parameters }, contextOf());

	it.each<[Parameters, unknown]>([
		[{ updateFields: { name: 'New' } }, { name: 'New' }],
		[{ updateFields: { state: 'disabled', name: ' ' } }, { state: 'disabled' }],
		[
			{ updateFields: { expireAt: '2026-05-31T14:30:00' } },
			{ expireAt: '2026-05-31T12:30:00.000Z' },
		],
		[{ additionalFields: { additionalMembers: '{"expireAt": null}' } }, { expireAt: null }],
	])('sends of %j only what is filled in', (parameters, body) => {
		const path = `${ORGANIZATION_PATH}/keys/${PIPE_ID}`;
		expect(planned(parameters)).toEqual({ request: { method: 'PATCH', path, body }, issues: [] });
	});

	it.each<[Parameters, string]>([
		[{}, 'updateFields nothingToUpdate'],
		[{ updateFields: { expireAt: 'soon' } }, 'updateFields.expireAt malformed'],
		[{ updateFields: { state: 'off' } }, 'updateFields.state unlisted'],
		[{ apiKeyId: 'x', updateFields: { name: 'New' } }, 'apiKeyId notUuid'],
	])('refuses %j', (parameters, code) => {
		expect(codes(planned(parameters).issues)).toEqual([code]);
	});

	it('says of a deletion that is refused that the key may be the one in use', () => {
		expect(operationOf('apiKey.delete').advice?.[400]).toContain('cannot delete itself');
	});
});

it('a role is simplified', () => {
	const record = { id: 'r', name: 'Reader', type: 'custom' };
	expect(shaped('role.getAll', { ...record, policies: [] })).toEqual(record);
});

const REFUSALS: Array<[string, Parameters, string]> = [
	['service.get', { serviceId: 'x' }, 'Service ID is not a UUID'],
	['service.get', { serviceId: '' }, 'Service ID is empty'],
	[
		'service.get',
		{ serviceId: SERVICE_ID, options: { organizationId: 'nope' } },
		'Organization ID is not a UUID',
	],
	['pipe.start', { serviceId: SERVICE_ID, pipeId: 'x' }, 'Pipe ID is not a UUID'],
	['pipe.delete', { serviceId: SERVICE_ID, pipeId: undefined }, 'Pipe ID is empty'],
	[
		'backup.get',
		{ serviceId: SERVICE_ID, backupId: '..' },
		'Backup ID is "." or "..", which is not an ID',
	],
	['activity.get', { activityId: 'a/../b' }, 'Activity ID contains a slash'],
	['activity.get', { activityId: '\ud800' }, 'Activity ID contains a broken Unicode character'],
	['activity.getAll', { returnAll: false, limit: 0 }, 'Limit must be a whole number of at least 1'],
	[
		'reversePrivateEndpoint.get',
		{ serviceId: SERVICE_ID, reversePrivateEndpointId: '.' },
		'Reverse Private Endpoint ID is "." or ".."',
	],
	['privateEndpoint.create', { serviceId: SERVICE_ID, id: '' }, 'Private Endpoint ID is empty'],
	[
		'byocInfrastructure.create',
		{
			accountId: '1',
			availabilityZoneSuffixes: { a: true },
			regionId: 'eastus',
			vpcCidrRange: '10.0.0.0/16',
		},
		'Availability Zone Suffix 1 must be',
	],
	[
		'byocInfrastructure.create',
		{
			accountId: '1',
			availabilityZoneSuffixes: ['g'],
			regionId: 'eastus',
			vpcCidrRange: '10.0.0.0/16',
		},
		'is "g", which is not listed',
	],
	[
		'byocInfrastructure.create',
		{
			accountId: '1',
			availabilityZoneSuffixes: [],
			regionId: 'eastus',
			vpcCidrRange: '10.0.0.0/16',
		},
		'Availability Zone Suffixes needs at least 1 entry',
	],
	[
		'byocInfrastructure.create',
		{
			accountId: '1',
			availabilityZoneSuffixes: ['a'],
			regionId: 'eastus',
			vpcCidrRange: '10.0.0.0/33',
		},
		'VPC CIDR Range is not a CIDR range',
	],
	[
		'byocInfrastructure.create',
		{
			accountId: '1',
			availabilityZoneSuffixes: ['a'],
			regionId: 'eastus',
			vpcCidrRange: 'fd00::/16',
		},
		'VPC CIDR Range is not a CIDR range',
	],
	[
		'byocInfrastructure.create',
		{ accountId: '', availabilityZoneSuffixes: ['a'], regionId: '', vpcCidrRange: '10.0.0.0/8' },
		'Account ID is empty',
	],
	['invitation.create', { email: 'ada@', role: 'admin' }, 'Email is not an email address'],
	['invitation.create', { email: 5, role: 'admin' }, 'Email must be text'],
	[
		'invitation.create',
		{ email: 'ada@example.com', role: 'owner' },
		'Role is "owner", which is not listed. Use one of: admin, developer',
	],
	['member.update', { userId: ' ', role: 'admin' }, 'User ID is empty'],
	['member.update', { userId: 'u', role: '' }, 'Role is empty'],
	['invitation.create', { email: 'ada@example.com', role: null }, 'Role is empty'],
	[
		'invitation.create',
		{
			email: 'ada@example.com',
			role: 'none',
			additionalFields: { additionalMembers: '{"email": "eve@example.com"}' },
		},
		'Role is None, and Additional Fields (JSON) is empty. Enter assignedRoleIds there, or choose a role.',
	],
	['member.update', { userId: 'u', role: 'none' }, 'Role is None'],
	[
		'member.update',
		{ userId: 'u', role: 'none', additionalFields: { additionalMembers: '{}' } },
		'Role is None',
	],
];

describe('the scaling of a service', () => {
	const issuesOf = (updateFields: unknown, additionalMembers?: unknown) =>
		codes(
			operationOf('service.scale').plan(
				{ serviceId: SERVICE_ID, updateFields, additionalFields: { additionalMembers } },
				contextOf(),
			).issues,
		).map((code) => code.replace('updateFields.', ''));

	it.each([
		{ minReplicaMemoryGb: 8, maxReplicaMemoryGb: 356 },
		{ minReplicaMemoryGb: 16 },
		{ numReplicas: 1, autoscalingMode: 'vertical' },
		{ numReplicas: 20 },
		{ minReplicas: 1, maxReplicas: 20 },
		{ minReplicas: 1, maxReplicas: 20, autoscalingMode: 'horizontal' },
		{ minReplicas: 3, maxReplicas: 3, autoscalingMode: 'vertical' },
		{ minReplicaMemoryGb: 16, maxReplicaMemoryGb: 16, autoscalingMode: 'horizontal' },
		{ autoscalingMode: 'horizontal' },
		{ idleTimeoutMinutes: 5 },
		{ idleTimeoutMinutes: 5.5 },
	])('may be %j', (updateFields) => {
		expect(issuesOf(updateFields)).toEqual([]);
	});

	it.each<[object, string[]]>([
		[{}, ['updateFields nothingToUpdate']],
		[{ minReplicaMemoryGb: 7 }, ['minReplicaMemoryGb tooSmall', 'minReplicaMemoryGb malformed']],
		[{ maxReplicaMemoryGb: 360 }, ['maxReplicaMemoryGb tooBig']],
		[{ minReplicaMemoryGb: 10 }, ['minReplicaMemoryGb malformed']],
		[{ numReplicas: 0 }, ['numReplicas tooSmall']],
		[{ numReplicas: 1.5 }, ['numReplicas notWhole']],
		[{ minReplicas: 2 }, ['maxReplicas needed']],
		[{ maxReplicas: 2 }, ['minReplicas needed']],
		[{ minReplicas: 3, maxReplicas: 2 }, ['minReplicas aboveOther']],
		[{ minReplicas: 2, maxReplicas: 3, autoscalingMode: 'vertical' }, ['minReplicas unequal']],
		[{ numReplicas: 2, minReplicas: 2, maxReplicas: 2 }, ['numReplicas notTogether']],
		[{ numReplicas: 2, autoscalingMode: 'horizontal' }, ['numReplicas onlyFor']],
		[{ minReplicaMemoryGb: 16, maxReplicaMemoryGb: 12 }, ['minReplicaMemoryGb aboveOther']],
		[
			{ minReplicaMemoryGb: 8, maxReplicaMemoryGb: 12, autoscalingMode: 'horizontal' },
			['minReplicaMemoryGb unequal'],
		],
		[{ autoscalingMode: 'diagonal' }, ['autoscalingMode unlisted']],
		[{ idleTimeoutMinutes: 4 }, ['idleTimeoutMinutes tooSmall']],
	])('may not be %j', (updateFields, expected) => {
		expect(issuesOf(updateFields)).toEqual(expected);
	});

	it('is checked in JSON, too, which alone clears', () => {
		expect(issuesOf({}, '{"minReplicas": null, "maxReplicas": 2}')).toEqual(['minReplicas needed']);
		expect(issuesOf({}, '{"numReplicas": null}')).toEqual([]);
	});
});

it('tells a stopped service from an idle one', () => {
	const { advice, description } = operations.service.wake;
	expect(advice?.[400]).toContain('If this one is stopped, use Service → Start');
	expect(description).toContain('A stopped one needs Start');
});

it('outputs a backup without its bucket, unless it is raw', () => {
	const record = { id: 'b', status: 'done', bucket: { bucketPath: 'p' } };
	expect(shaped('backup.getAll', record)).toEqual({ id: 'b', status: 'done' });
	expect(shaped('backup.get', record, { output: 'raw' })).toEqual(record);
});

describe('the address of an invitation', () => {
	const issuesOf = (email: string) =>
		operationOf('invitation.create').plan({ email, role: 'admin' }, contextOf()).issues;

	it.each([
		'ada@example.com',
		'jane&john@example.com',
		'a/b@example.com',
		'ü@example.de',
		'ivan@mail.xn--p1ai',
		"o'neil+news@sub.example.co",
	])('can be %s', (email) => {
		expect(issuesOf(email)).toEqual([]);
	});

	it.each(['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'a@b@example.com'])(
		'cannot be %s',
		(email) => {
			expect(codes(issuesOf(email))).toEqual(['email malformed']);
		},
	);
});

describe('what the small operations refuse', () => {
	it.each(REFUSALS)('%s with %j', (name, parameters, expected) => {
		const { issues } = operationOf(name).plan(parameters, contextOf());
		expect(sentences(issues, operationOf(name)).join('\n')).toContain(expected);
	});

	it('refuses a credential without an organization, and says so', () => {
		const { issues } = operationOf('activity.getAll').plan({}, contextOf({ credential: {} }));
		expect(sentences(issues)[0]).toContain('Organization ID in the credential is empty');
	});
});

/** One record as the operation outputs it. */
function shaped(name: string, record: IDataObject, parameters: Parameters = {}): IDataObject {
	return operationOf(name).shape?.(record, parameters) ?? record;
}

describe('what becomes of the responses', () => {
	it('simplifies a service, and keeps its size, its idle scaling and its private endpoints', () => {
		const kept = {
			id: '1',
			numReplicas: 3,
			minReplicaMemoryGb: 8,
			idleScaling: false,
			privateEndpointIds: ['vpce-1'],
		};
		const record = { ...kept, byocId: 'b' };
		expect(shaped('service.get', record)).toEqual(kept);
		expect(shaped('service.get', record, { output: 'raw' })).toEqual(record);
	});

	it('simplifies an activity to when, what, who and where', () => {
		const record = {
			id: 'a',
			type: 't',
			createdAt: 'now',
			actorDetails: 'Grace',
			actorId: 'key-1',
			actorType: 'user',
			serviceId: 's',
			userAgent: 'u',
		};
		for (const name of ['activity.get', 'activity.getAll']) {
			expect(Object.keys(shaped(name, record))).toEqual([
				'createdAt',
				'type',
				'actorType',
				'actorDetails',
				'actorId',
				'serviceId',
				'id',
			]);
		}
	});

	it('simplifies a reverse private endpoint', () => {
		const record = { id: 'r', status: 'Ready', mskClusterArn: 'arn' };
		expect(shaped('reversePrivateEndpoint.get', record)).toEqual({ id: 'r', status: 'Ready' });
	});

	it('outputs the chosen fields, in their order, as a list or as text', () => {
		const record = { id: '1', name: 'n', state: 's', more: 1 };
		const choose = (outputFields: unknown) =>
			shaped('service.get', record, { output: 'selectedFields', outputFields });
		expect(Object.entries(choose(['name', 'id']))).toEqual([
			['name', 'n'],
			['id', '1'],
		]);
		expect(choose('more, missing, constructor')).toEqual({ more: 1 });
	});

	it.each(['service.get', 'activity.get', 'activity.getAll', 'pipe.start'])(
		'refuses %s with Selected Fields and none selected',
		(name) => {
			const said = (outputFields: unknown) =>
				sentences(
					operationOf(name).plan({ output: 'selectedFields', outputFields }, contextOf()).issues,
					operationOf(name),
				);
			expect(said([])).toContain('Output Fields is empty. Choose at least one field.');
			expect(said(undefined)).toContain('Output Fields is empty. Choose at least one field.');
			expect(said(['id']).join()).not.toContain('Output Fields');
			expect(said('id, name').join()).not.toContain('Output Fields');
			const unreadable = 'Output Fields must be a list, or text with commas.';
			expect(said({ id: true })).toContain(unreadable);
			expect(said(true)).toContain(unreadable);
		},
	);

	const PIPE = {
		id: 'p',
		serviceId: 's',
		name: 'Orders',
		state: 'Stopped',
		scaling: { replicas: 1 },
		source: { kafka: null, kinesis: { streamName: 'orders' }, postgres: null },
		destination: { database: 'default', table: 'orders', columns: [] },
		createdAt: 'c',
		updatedAt: 'u',
	};
	const ROW = {
		id: 'p',
		serviceId: 's',
		name: 'Orders',
		state: 'Stopped',
		sourceKind: 'kinesis',
		database: 'default',
		table: 'orders',
		createdAt: 'c',
		updatedAt: 'u',
	};

	it('a new pipe is one row', () => {
		expect(shaped('pipe.create', PIPE)).toEqual(ROW);
		expect(shaped('pipe.create', PIPE, { output: 'raw' })).toEqual(PIPE);
	});

	it.each(['start', 'stop', 'resync'])(
		'says that %s was accepted, together with the pipe',
		(command) => {
			const accepted = { command, accepted: true };
			expect(shaped(`pipe.${command}`, PIPE)).toEqual({ ...ROW, ...accepted });
			expect(shaped(`pipe.${command}`, PIPE, { output: 'raw' })).toEqual({ ...PIPE, ...accepted });
			const fields = { output: 'selectedFields', outputFields: ['state'] };
			expect(shaped(`pipe.${command}`, PIPE, fields)).toEqual({ state: 'Stopped', ...accepted });
		},
	);

	it('simplifies a pipe that lacks source, destination or both', () => {
		const bare = { id: 'p', state: 'Stopped' };
		const row = { id: 'p', state: 'Stopped', command: 'stop', accepted: true };
		expect(shaped('pipe.stop', bare)).toMatchObject(row);
		expect(shaped('pipe.stop', bare)).not.toHaveProperty('sourceKind');
		expect(shaped('pipe.stop', { ...bare, source: { kafka: null } })).not.toHaveProperty(
			'sourceKind',
		);
		expect(shaped('pipe.stop', { ...bare, source: 'kafka', destination: null })).toMatchObject(row);
	});

	it.each([
		['pipe.start', 'Stopped', "The start was accepted; the pipe's state is still Stopped."],
		['pipe.start', 'Paused', "The start was accepted; the pipe's state is still Paused."],
		[
			'pipe.start',
			'Running',
			"The start was accepted; the pipe's state at that moment was Running.",
		],
		['pipe.stop', 'Running', "The stop was accepted; the pipe's state is still Running."],
		['pipe.stop', 'Stopped', "The stop was accepted; the pipe's state at that moment was Stopped."],
		['pipe.stop', 'Paused', "The stop was accepted; the pipe's state at that moment was Paused."],
		[
			'pipe.resync',
			'Running',
			"The resync was accepted; the pipe's state at that moment was Running.",
		],
		['pipe.stop', undefined, undefined],
		['service.start', 'stopped', "The start was accepted; the service's state is still stopped."],
		[
			'service.start',
			'starting',
			"The start was accepted; the service's state at that moment was starting.",
		],
		['service.stop', 'running', "The stop was accepted; the service's state is still running."],
		[
			'service.stop',
			'stopping',
			"The stop was accepted; the service's state at that moment was stopping.",
		],
		[
			'service.stop',
			'stopped',
			"The stop was accepted; the service's state at that moment was stopped.",
		],
		['service.wake', 'idle', "The wake was accepted; the service's state is still idle."],
		[
			'service.wake',
			'awaking',
			"The wake was accepted; the service's state at that moment was awaking.",
		],
	])('has a notice after %s in the state %s', (name, state, expected) => {
		expect(operationOf(name).successHint?.({ state }, ANY_REQUEST, asItIs)).toBe(expected);
	});

	const CREATIONS = [
		['pipe', 'pipe'],
		['privateEndpoint', 'private endpoint'],
		['byocInfrastructure', 'BYOC infrastructure'],
		['invitation', 'invitation'],
	] as const;

	it.each(CREATIONS)(
		'a new %s is done without a record, by an envelope without an error',
		(name) => {
			const { isDone } = operationOf(`${name}.create`);
			const done = [
				{ requestId: 'r-1' },
				{ status: 200 },
				{ status: 200, error: null, result: null },
			];
			const open = [
				{},
				{ status: 201 },
				{ requestId: '' },
				{ error: 'BAD_REQUEST' },
				{ requestId: 'r-1', error: 'BAD_REQUEST' },
				{ status: 200, result: 'created' },
			];
			expect(done.map((body) => isDone?.(body, 200))).toEqual(done.map(() => true));
			expect(open.map((body) => isDone?.(body, 200))).toEqual(open.map(() => false));
		},
	);

	it.each(CREATIONS)(
		'a new %s is done by the status 201 or 204, unless it has an error',
		(name) => {
			const { isDone } = operationOf(`${name}.create`);
			const seen = [200, 201, 202, 204].map((status) => isDone?.({}, status));
			expect(seen).toEqual([false, true, false, true]);
			for (const status of [201, 204]) expect(isDone?.({ error: 'BAD' }, status)).toBe(false);
		},
	);

	it.each(CREATIONS)('says of a new %s that its ID did not come', (name, title) => {
		const { successHint } = operationOf(`${name}.create`);
		const missing = `The ${title} was created, but the response contains no ID. Find it in the console.`;
		expect(
			[{}, { id: null }, { id: '' }].map((record) => successHint?.(record, ANY_REQUEST, asItIs)),
		).toEqual([1, 2, 3].map(() => missing));
		expect(successHint?.({ id: 'a' }, ANY_REQUEST, asItIs)).toBeUndefined();
	});

	it.each(['pipe.start', 'pipe.stop', 'pipe.resync', 'member.update'])(
		'%s is done only with a record',
		(name) => {
			expect(operationOf(name).isDone).toBeUndefined();
		},
	);

	it('names the pipe that was deleted', () => {
		expect(operationOf('pipe.delete').emptyResult?.({ pipeId: ` ${PIPE_ID} ` })).toEqual({
			id: PIPE_ID,
			deleted: true,
		});
	});

	it('limits the activities, unless all are requested', () => {
		const operation = operationOf('activity.getAll');
		const records = [{ id: '1' }, { id: '2' }, { id: '3' }];
		const selected = (parameters: Parameters) =>
			operation.select?.(records, parameters, contextOf());
		expect(selected({ returnAll: false, limit: 2 })).toHaveLength(2);
		expect(selected({ returnAll: true, limit: 2 })).toHaveLength(3);
		expect(selected({ returnAll: false })).toHaveLength(3);
	});
});
