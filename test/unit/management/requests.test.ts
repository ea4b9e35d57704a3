import { DateTime } from 'luxon';

import { objectBody } from '../../../nodes/core/http/request';
import type { Parameters } from '../../../nodes/core/operation';
import { codes, contextOf, ORGANIZATION_ID, PIPE_ID, planned, planOf } from './context';

const members = (additionalMembers: unknown) => ({ additionalFields: { additionalMembers } });
const byIds = (assignedRoleIds: unknown) => ({ additionalFields: { assignedRoleIds } });
const fields = (updateFields: unknown): Parameters => ({
	updateFields,
	pipeId: PIPE_ID,
	apiKeyId: PIPE_ID,
});
const dialect = (apiDialect: string) =>
	contextOf({ credential: { ...contextOf().credential, apiDialect } });

const PIPE = { pipeId: PIPE_ID };
const BYOC = {
	...{ accountId: '123', availabilityZoneSuffixes: ['a', 'b'] },
	...{ regionId: 'eu-west-2', vpcCidrRange: '10.0.0.0/16' },
};
const zones = (availabilityZoneSuffixes: unknown) => ({ ...BYOC, availabilityZoneSuffixes });
const PADDED = { ...BYOC, accountId: ' 123', vpcCidrRange: '10.0.0.0/16 ' };
const IDS = ['r-1', 'r-2'];
const BY_JSON = members({ assignedRoleIds: IDS });
const EMAIL = { email: ' ada@example.com ' };
const ADMIN = { ...EMAIL, role: 'admin' };
const NONE = { ...EMAIL, role: 'none' };
const MEMBER = { userId: 'u', role: 'none' };
const DEVELOPER = { userId: 'u', role: 'developer' };
const TIME = fields({ expireAt: '2026-05-31T14:30:00' });
const DATES = { fromDate: '2026-05-01', toDate: '2026-05-31' };
const TAGS = { filters: { tags: 'Environment=Production, isActive' } };
const WAIT = { waitFor: 'running', timeoutSeconds: 300 };

// What each operation sends at least is in the samples of the engine's tests.
describe('the request of an operation', () => {
	it.each<[string, Parameters, string]>([
		['activity.get', { activityId: 'a..b?c#d' }, 'GET ORGANIZATION/activities/a..b%3Fc%23d'],
		['activity.get', { activityId: 5 }, 'GET ORGANIZATION/activities/5'],
		['member.getAll', { options: { organizationId: PIPE_ID } }, 'GET /v1/organizations/ID/members'],
		[
			'apiRequest.send',
			{ method: 'GET', path: '/v1/{organizationId}' },
			`GET /v1/${ORGANIZATION_ID}`,
		],
		['service.getAll', {}, 'GET ORGANIZATION/services'],
		['service.getAll', { filters: { tags: '', states: 'idle' } }, 'GET ORGANIZATION/services'],
		[
			'service.getAll',
			TAGS,
			'GET ORGANIZATION/services?filter=tag%3AEnvironment%3DProduction&filter=tag%3AisActive',
		],
		[
			'service.getAll',
			{ filters: { tags: ['a=b, c&d'] } },
			'GET ORGANIZATION/services?filter=tag%3Aa%3Db%2C%20c%26d',
		],
		[
			'usageCost.get',
			{ ...DATES, ...TAGS },
			'GET ORGANIZATION/usageCost?from_date=2026-05-01&to_date=2026-05-31&filter=tag%3AEnvironment%3DProduction&filter=tag%3AisActive',
		],
		['privateEndpoint.create', { id: ' vpce-1\n' }, 'POST SERVICE/privateEndpoint {"id":"vpce-1"}'],
		[
			'byocInfrastructure.create',
			PADDED,
			`POST ORGANIZATION/byocInfrastructure ${JSON.stringify(BYOC)}`,
		],
		[
			'service.scale',
			fields({ minReplicaMemoryGb: 12, idleScaling: false }),
			'PATCH SERVICE/replicaScaling {"minReplicaMemoryGb":12,"idleScaling":false}',
		],
		[
			'pipe.scale',
			{ ...PIPE, ...members('{"replicas": null, "concurrency": 4}') },
			'PATCH SERVICE/pipes/ID/scaling {"replicas":null,"concurrency":4}',
		],
		[
			'pipe.updateSettings',
			fields({ engineMaxInsertThreads: 0 }),
			'PUT SERVICE/pipes/ID/settings {"engine_max_insert_threads":0}',
		],
		[
			'invitation.create',
			ADMIN,
			'POST ORGANIZATION/invitations {"email":"ada@example.com","role":"admin"}',
		],
		[
			'invitation.create',
			{ ...NONE, ...BY_JSON },
			'POST ORGANIZATION/invitations {"assignedRoleIds":["r-1","r-2"],"email":"ada@example.com"}',
		],
		[
			'invitation.create',
			{ ...ADMIN, ...members('{"email": "x", "novel": {"a": [1]}}') },
			'POST ORGANIZATION/invitations {"email":"ada@example.com","novel":{"a":[1]},"role":"admin"}',
		],
		[
			'member.update',
			{ ...MEMBER, ...BY_JSON },
			'PATCH ORGANIZATION/members/u {"assignedRoleIds":["r-1","r-2"]}',
		],
		[
			'member.update',
			{ ...DEVELOPER, ...members({}) },
			'PATCH ORGANIZATION/members/u {"role":"developer"}',
		],
		[
			'member.update',
			{ ...DEVELOPER, ...BY_JSON },
			'PATCH ORGANIZATION/members/u {"assignedRoleIds":["r-1","r-2"],"role":"developer"}',
		],
		[
			'member.update',
			{ ...DEVELOPER, ...byIds(IDS) },
			'PATCH ORGANIZATION/members/u {"assignedRoleIds":["r-1","r-2"]}',
		],
		[
			'member.update',
			{ ...MEMBER, ...byIds('r-1, 7') },
			'PATCH ORGANIZATION/members/u {"assignedRoleIds":["r-1","7"]}',
		],
		[
			'member.update',
			{ ...MEMBER, ...byIds([7]) },
			'PATCH ORGANIZATION/members/u {"assignedRoleIds":["7"]}',
		],
		[
			'apiKey.update',
			fields({ state: 'disabled', name: ' ' }),
			'PATCH ORGANIZATION/keys/ID {"state":"disabled"}',
		],
		['apiKey.update', TIME, 'PATCH ORGANIZATION/keys/ID {"expireAt":"2026-05-31T12:30:00.000Z"}'],
		[
			'apiKey.update',
			{ apiKeyId: PIPE_ID, ...members({ expireAt: null }) },
			'PATCH ORGANIZATION/keys/ID {"expireAt":null}',
		],
		['backup.wait', { ...WAIT, backupId: PIPE_ID }, 'GET SERVICE/backups/ID'],
		[
			'reversePrivateEndpoint.wait',
			{ ...WAIT, reversePrivateEndpointId: 'rpe 1' },
			'GET SERVICE/pipesReversePrivateEndpoints/rpe%201',
		],
	])('%s with %j is %s', (name, parameters, expected) => {
		expect(planned(name, parameters)).toBe(expected);
	});

	it('has settings as the deployment spells them, also to clear them', () => {
		const own = {
			...fields({ engineMaxInsertThreads: 0 }),
			...members('{"engine_max_threads": null}'),
		};
		expect(planned('pipe.updateSettings', own, dialect('clickhouseCloud'))).toBe(
			'PUT SERVICE/clickpipes/ID/settings {"clickhouse_max_threads":null,"clickhouse_max_insert_threads":0}',
		);
	});

	it.each<[string, Parameters, string]>([
		['service.get', { serviceId: 'x' }, 'serviceId notUuid'],
		['service.get', { serviceId: '' }, 'serviceId idEmpty'],
		['service.get', { serviceId: 'https://console.example.com/x' }, 'serviceId malformed'],
		['service.get', { options: { organizationId: 'nope' } }, 'options.organizationId notUuid'],
		['service.getAll', { filters: 'text' }, 'filters filtersUnreadable'],
		['service.getAll', { filters: { tags: true } }, 'filters.tags notList'],
		['service.getAll', { filters: { states: [{}] } }, 'filters.states notList'],
		['pipe.start', { pipeId: 'x' }, 'pipeId notUuid'],
		['pipe.delete', { pipeId: undefined }, 'pipeId idEmpty'],
		['pipe.scale', fields({}), 'updateFields nothingToUpdate'],
		['pipe.scale', fields({ replicas: 0 }), 'updateFields.replicas tooSmall'],
		['pipe.scale', fields({ replicas: 41 }), 'updateFields.replicas tooBig'],
		['pipe.scale', fields({ replicas: 1.5 }), 'updateFields.replicas notWhole'],
		[
			'pipe.scale',
			fields({ replicaCpuMillicores: 2001 }),
			'updateFields.replicaCpuMillicores tooBig',
		],
		['pipe.scale', fields({ replicaMemoryGb: 0.4 }), 'updateFields.replicaMemoryGb tooSmall'],
		['pipe.updateSettings', fields({ engineMaxInsertThreads: '' }), 'updateFields nothingToUpdate'],
		[
			'pipe.updateSettings',
			fields({ engineMaxInsertThreads: 17 }),
			'updateFields.engine_max_insert_threads tooBig',
		],
		['backup.get', { backupId: '..' }, 'backupId idDots'],
		['activity.get', { activityId: 'a/../b' }, 'activityId idSlash'],
		['activity.get', { activityId: '\ud800' }, 'activityId idBroken'],
		['activity.getAll', { returnAll: false, limit: 0 }, 'limit notCount'],
		['usageCost.get', { ...DATES, fromDate: '' }, 'fromDate empty'],
		['usageCost.get', { ...DATES, toDate: undefined }, 'toDate empty'],
		['usageCost.get', { ...DATES, fromDate: '05/01/2026' }, 'fromDate notDate'],
		['usageCost.get', { ...DATES, toDate: '2026-02-30' }, 'toDate notDate'],
		['usageCost.get', { ...DATES, toDate: 1_780_000_000 }, 'toDate notDate'],
		['usageCost.get', { ...DATES, toDate: { toISODate: () => null } }, 'toDate notDate'],
		['usageCost.get', { ...DATES, toDate: '2026-04-30' }, 'toDate beforeFromDate'],
		['usageCost.get', { ...DATES, toDate: '2026-06-01' }, 'toDate tooManyDays'],
		['usageCost.get', { ...DATES, filters: { tags: { a: 1 } } }, 'filters.tags notList'],
		['usageCost.get', { ...DATES, output: 'selectedFields' }, 'outputFields noOutputFields'],
		['privateEndpoint.create', { id: '' }, 'id empty'],
		['byocInfrastructure.create', zones({ a: true }), 'availabilityZoneSuffixes.0 wrongType'],
		['byocInfrastructure.create', zones(['g']), 'availabilityZoneSuffixes.0 unlisted'],
		['byocInfrastructure.create', zones([]), 'availabilityZoneSuffixes tooFew'],
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
		[
			'invitation.create',
			{ ...ADMIN, ...members('{"a": }') },
			'additionalFields.additionalMembers jsonInvalid',
		],
		['member.update', { userId: ' ', role: 'admin' }, 'userId idEmpty'],
		['member.update', { userId: 'u', role: '' }, 'role noRole'],
		['member.update', MEMBER, 'role noRoleNone'],
		[
			'member.update',
			{ ...MEMBER, ...members('[]') },
			'additionalFields.additionalMembers jsonOther',
		],
		['apiKey.update', { apiKeyId: PIPE_ID }, 'updateFields nothingToUpdate'],
		['apiKey.update', fields({ expireAt: 'soon' }), 'updateFields.expireAt malformed'],
		['apiKey.update', fields({ state: 'off' }), 'updateFields.state unlisted'],
		['apiKey.update', { ...fields({ name: 'New' }), apiKeyId: 'x' }, 'apiKeyId notUuid'],
		['service.wait', { ...WAIT, serviceId: 'x' }, 'serviceId notUuid'],
		['service.wait', { ...WAIT, waitFor: ' , ' }, 'waitFor noTarget'],
		['service.wait', { ...WAIT, waitFor: undefined }, 'waitFor noTarget'],
		['service.wait', { ...WAIT, waitFor: { toString: 1 } }, 'waitFor notList'],
		['service.wait', { ...WAIT, waitFor: ['a', { b: 1 }] }, 'waitFor notList'],
		['service.wait', { ...WAIT, giveUpOn: 5 }, 'giveUpOn notList'],
		['service.wait', { ...WAIT, timeoutSeconds: 0 }, 'timeoutSeconds notInBounds'],
		['service.wait', { ...WAIT, timeoutSeconds: 3301 }, 'timeoutSeconds notInBounds'],
		['service.wait', { ...WAIT, timeoutSeconds: 1.5 }, 'timeoutSeconds notInBounds'],
		['service.wait', { ...WAIT, timeoutSeconds: 'soon' }, 'timeoutSeconds notInBounds'],
		['service.wait', { ...WAIT, onTimeout: 'ignore' }, 'onTimeout notAmong'],
		['service.wait', { ...WAIT, options: { stableFor: 101 } }, 'options.stableFor notInBounds'],
		[
			'service.wait',
			{ ...WAIT, output: 'selectedFields', outputFields: [] },
			'outputFields noOutputFields',
		],
	])('%s refuses %j: %s', (name, parameters, code) => {
		expect(planned(name, parameters)).toBe(code);
	});

	it('names a credential without an organization', () => {
		const { issues } = planOf('activity.getAll', {}, contextOf({ credential: {} }));
		expect(issues).toMatchObject([{ code: 'idEmpty', label: 'Organization ID in the credential' }]);
	});

	it.each<[string, string]>([
		...['ada@example.com', 'a/b@example.com', 'ü@example.de', "o'neil+news@sub.example.co"].map(
			(email): [string, string] => [email, ''],
		),
		...['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'a@b@example.com'].map(
			(email): [string, string] => [email, 'email malformed'],
		),
	])('the address of an invitation is %s: %j', (email, expected) => {
		expect(codes(planOf('invitation.create', { email, role: 'admin' }).issues).join()).toBe(
			expected,
		);
	});

	it.each<[string, Parameters]>([
		['member.update', { userId: 'u', role: 'owner' }],
		['invitation.create', { ...EMAIL, role: 'owner' }],
		['byocInfrastructure.create', zones(['g'])],
	])('%s sends what is not listed with the option', (name, parameters) => {
		expect(planned(name, parameters)).toMatch(/unlisted$/);
		expect(planned(name, { ...parameters, options: { allowUnlisted: true } })).toMatch(/owner|"g"/);
	});

	it.each<[unknown]>([
		['2026-05-01T00:00:00'],
		[' 2026-05-01T23:59:59-11:00'],
		['2026-05-01T00:00:00+14:00'],
		['2026-05-01 12:00'],
		[new Date('2026-05-01T00:00:00Z')],
		[DateTime.fromISO('2026-05-01T00:30', { zone: 'Pacific/Auckland' })],
	])('counts the calendar date of a usage cost as entered: %s', (fromDate) => {
		expect(planned('usageCost.get', { ...DATES, fromDate })).toContain('from_date=2026-05-01&');
	});
});

describe('the region of BYOC infrastructure', () => {
	const own = (regionId: unknown, more: Parameters = {}): Parameters => ({
		...BYOC,
		regionId,
		...more,
	});
	const CLOUD = { ...zones(['a', 'b', 'c']), displayName: 'Production' };

	it.each<[string, Parameters, number]>([
		['standard', own('us-east-1'), 0],
		['standard', own('il-central-1'), 1],
		['clickhouseCloud', { ...CLOUD, regionId: 'me-central-1' }, 1],
		['clickhouseCloud', { ...CLOUD, regionId: 'il-central-1' }, 0],
		['custom', own('il-central-1'), 0],
		['clickhouseCloud', { ...CLOUD, displayName: '', regionId: 'eastus' }, 1],
		['clickhouseCloud', { ...CLOUD, ...zones(['a']), regionId: 'eastus' }, 1],
		['standard', own('x', { options: { allowUnlisted: true } }), 0],
		['standard', own('', members({ region: 'us-east-1' })), 0],
		['standard', own(null), 1],
	])('in the dialect %s with %j is sent, with %j hints', (apiDialect, parameters, count) => {
		const { issues, hints, request } = planOf(
			'byocInfrastructure.create',
			parameters,
			dialect(apiDialect),
		);
		expect([issues, hints?.length]).toEqual([[], count]);
		const { regionId } = parameters;
		const isSent = regionId !== '' && regionId !== null;
		if (isSent) expect(request.body).toHaveProperty('regionId', regionId);
		expect(Object.hasOwn(objectBody(request), 'regionId')).toBe(isSent);
	});
});

it.each<[Parameters, string]>([
	[{ minReplicaMemoryGb: 8, maxReplicaMemoryGb: 356 }, ''],
	[{ numReplicas: 1, autoscalingMode: 'vertical' }, ''],
	[{ numReplicas: 20 }, ''],
	[{ minReplicas: 1, maxReplicas: 20, autoscalingMode: 'horizontal' }, ''],
	[{ minReplicas: 3, maxReplicas: 3, autoscalingMode: 'vertical' }, ''],
	[{ minReplicaMemoryGb: 16, maxReplicaMemoryGb: 16, autoscalingMode: 'horizontal' }, ''],
	[{ autoscalingMode: 'horizontal' }, ''],
	[{ idleTimeoutMinutes: 5.5 }, ''],
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
])('the scaling of a service by fields and by JSON, %j: %j', (updateFields, expected) => {
	const found = (own: Parameters) => codes(planOf('service.scale', own).issues).join(', ');
	expect(found({ updateFields }).replaceAll('updateFields.', '')).toBe(expected);
	const byJson = found(members({ ...updateFields, idleScaling: null }));
	expect(byJson.replaceAll('updateFields.', '')).toBe(expected);
});
