import { DateTime } from 'luxon';

import type { ParameterValues } from '../../../nodes/engine/operation';
import { objectBody } from '../../../nodes/engine/request';
import { CLOUD, contextOf, inDialect, cloudIssues, PIPE_ID, planned, planOf } from './context';

// The samples cover each operation's usual request, test/formwalk its fields, and test/property the contract. These are
// conversions, and rules over several fields.

const PIPE = { pipeId: PIPE_ID };

const refusalOf = (name: string, parameters: ParameterValues) =>
	cloudIssues(name, parameters, contextOf());

describe('requests', () => {
	it('uses the organization from Options', () => {
		const options = { organizationId: PIPE_ID };
		expect(planned('member.getAll', { options })).toBe('GET /v1/organizations/ID/members');
	});

	it('sends only the Tags filter to the API', () => {
		const filters = { tags: ['a=b, c&d'], states: 'idle' };
		expect(planned('service.getAll', { filters })).toBe(
			'GET ORGANIZATION/services?filter=tag%3Aa%3Db%2C%20c%26d',
		);
	});

	it("rejects tags that aren't a list", () => {
		const issues = refusalOf('service.getAll', { filters: { tags: true } });
		expect(issues).toEqual(['filters.tags must be a']);
		const broken = refusalOf('service.getAll', { filters: { tags: 'a,\ud800' } });
		expect(broken).toEqual(['filters.tags contains a broken']);
	});

	it.each(['savedQuery', 'queryEndpoint'])(
		'requests 100 %s records per page from ClickHouse Cloud',
		(name) => {
			const path = (own: ParameterValues) => planOf(`${name}.getAll`, own, CLOUD).request.path;
			expect(path({ returnAll: true })).toMatch(/\?limit=100$/);
			expect(path({ returnAll: false, limit: 7 })).toMatch(/\?limit=7$/);
		},
	);
});

describe('Usage Cost → Get', () => {
	const MAY = { fromDate: '2026-05-01', toDate: '2026-05-31' };

	it('filters costs by several tags', () => {
		expect(planned('usageCost.get', { ...MAY, filters: { tags: 'a=b, c' } })).toBe(
			'GET ORGANIZATION/usageCost?from_date=2026-05-01&to_date=2026-05-31&filter=tag%3Aa%3Db&filter=tag%3Ac',
		);
	});

	it.each([
		{ dates: { fromDate: '' }, issue: 'fromDate is empty' },
		{ dates: { toDate: '2026-02-30' }, issue: "toDate isn't a date" },
		{ dates: { toDate: '2026-04-30' }, issue: 'toDate is before From' },
		{ dates: { toDate: '2026-06-01' }, issue: 'toDate is 31 days' },
	])('reports an issue for the dates $dates: $issue', ({ dates, issue }) => {
		expect(refusalOf('usageCost.get', { ...MAY, ...dates })).toEqual([issue]);
	});

	it.each([
		' 2026-05-01T23:59:59-11:00',
		'2026-05-01T00:00:00+14:00',
		new Date('2026-05-01T00:00:00Z'),
		DateTime.fromISO('2026-05-01T00:30', { zone: 'Pacific/Auckland' }),
	])('sends the calendar date as entered: %s', (fromDate) => {
		const path = planned('usageCost.get', { ...MAY, fromDate });
		expect(path).toContain('from_date=2026-05-01&');
	});
});

describe('roleFields', () => {
	const INVITE = { email: ' ada@example.com ', role: 'none' };
	const CHANGE = { userId: 'u', role: 'none' };
	const byJson = (additionalMembers: object) => ({ additionalFields: { additionalMembers } });

	it('sends either a role or role IDs', () => {
		const additionalFields = { assignedRoleIds: ['r-1', 'r-2'] };
		expect(planned('member.update', { ...CHANGE, role: 'developer', additionalFields })).toBe(
			'PATCH ORGANIZATION/members/u {"assignedRoleIds":["r-1","r-2"]}',
		);
	});

	it('sends a role and role IDs from JSON', () => {
		const json = byJson({ assignedRoleIds: ['r-1'] });
		expect(planned('member.update', { ...CHANGE, ...json, role: 'developer' })).toBe(
			'PATCH ORGANIZATION/members/u {"assignedRoleIds":["r-1"],"role":"developer"}',
		);
	});

	it.each([
		{ name: 'member.update', own: CHANGE, issue: 'role is None, and' },
		{ name: 'invitation.create', own: { ...INVITE, role: null }, issue: 'role is empty' },
		{
			name: 'invitation.create',
			own: { ...INVITE, role: 'admin', additionalFields: { assignedRoleIds: ' , ' } },
			issue: 'additionalFields.assignedRoleIds is empty',
		},
	])('requires a role for $name with $own', ({ name, own, issue }) => {
		expect(refusalOf(name, own)).toEqual([issue]);
	});

	const UNREADABLE = "additionalFields.additionalMembers isn't valid JSON";

	it.each([
		{ name: 'member.update', own: CHANGE, others: [] },
		{ name: 'invitation.create', own: INVITE, others: [] },
		{ name: 'invitation.create', own: { ...INVITE, email: 'x' }, others: ["email isn't an email"] },
		{ name: 'invitation.create', own: { ...INVITE, role: null }, others: ['role is empty'] },
		{ name: 'member.update', own: { ...CHANGE, role: 'x' }, others: ['role is "x", which'] },
		{ name: 'apiKey.create', own: { name: '' }, others: ['name is empty'] },
		{
			name: 'role.create',
			own: { name: '', actors: 'x' },
			others: ['name is empty', 'actors.0 must be user/ID'],
		},
		{ name: 'webhook.create', own: { service: 'generic', name: 'n' }, others: ['url is empty'] },
	])('reports missing roles next to unreadable JSON of $name: $others', ({ name, own, others }) => {
		const additionalFields = { additionalMembers: '{ "a": ' };
		expect(refusalOf(name, { ...own, additionalFields })).toEqual([UNREADABLE, ...others]);
	});

	it('accepts roles from JSON alone', () => {
		expect(planned('invitation.create', { ...INVITE, ...byJson({ assignedRoleIds: ['r'] }) })).toBe(
			'POST ORGANIZATION/invitations {"assignedRoleIds":["r"],"email":"ada@example.com"}',
		);
	});

	it('accepts an email address of up to 254 characters', () => {
		const email = `${'a'.repeat(242)}@example.com`;
		expect(refusalOf('invitation.create', { email, role: 'admin' })).toEqual([]);
		const longer = { email: `a${email}`, role: 'admin' };
		expect(refusalOf('invitation.create', longer)).toEqual(["email isn't an email"]);
	});
});

describe('Pipe → Update Settings', () => {
	const settings = (updateFields: object) =>
		planOf('pipe.updateSettings', { ...PIPE, updateFields }, CLOUD);

	it('spells settings as the API dialect does', () => {
		const additionalMembers = { engine_max_threads: null };
		const cleared = settings({ engineMaxInsertThreads: 0, additionalMembers });
		expect(cleared.request.body).toEqual({
			clickhouse_max_threads: null,
			clickhouse_max_insert_threads: 0,
		});
		expect(cleared.hints).toEqual([expect.stringMatching(/^"engine_max_threads" is null,/)]);
	});

	it('prefers the neutral spelling of a setting', () => {
		const byJson = (value: number, field: object = {}) =>
			settings({ ...field, additionalMembers: { clickhouse_max_threads: value } });
		const { hints, request } = byJson(2, { engineMaxThreads: 4 });
		expect(request.body).toEqual({ clickhouse_max_threads: 4 });
		expect(hints.join()).toMatch(
			/^"clickhouse_max_threads" isn't sent, because "engine_max_threads"/,
		);
		expect(byJson(2).request.body).toEqual({ clickhouse_max_threads: 2 });
		const [tooBig] = byJson(65).issues;
		expect(tooBig).toMatchObject({ path: 'engine_max_threads', text: 'must be at most 64.' });
	});
});

it('Pipe → Scale sends a memory with any decimals, but only whole replicas', () => {
	const scaled = (fields: object) => planOf('pipe.scale', { ...PIPE, ...fields }, CLOUD);
	const { hints, issues, request } = scaled({ replicaMemoryGb: 0.61234 });
	expect([request.body, issues, hints]).toEqual([{ replicaMemoryGb: 0.61234 }, [], []]);
	expect(scaled({ replicas: 1.5 }).issues).not.toEqual([]);
	expect(scaled({ replicas: 1 }).issues).toEqual([]);
});

it.each([
	{ cpu: 2000, memory: 8, problem: undefined },
	{ cpu: undefined, memory: 4, problem: 'Replica Memory (GB) changes without the CPU' },
	{ cpu: 2000, memory: 4, problem: 'replicaMemoryGb must be 8, because' },
	{ cpu: 1500, memory: 8, problem: 'replicaCpuMillicores must be a multiple' },
	{ cpu: 'abc', memory: 8, problem: 'replicaCpuMillicores must be a number' },
])(
	'Pipe → Update CDC Scaling compares CPU $cpu with memory $memory',
	({ cpu, memory, problem }) => {
		const updateFields = {
			...(cpu !== undefined && { replicaCpuMillicores: cpu }),
			replicaMemoryGb: memory,
		};
		const { hints, issues } = planOf('pipe.updateCdcScaling', { updateFields }, CLOUD);
		const problems = [...hints, ...issues.map(({ path, text }) => `${path} ${text}`)];
		expect(problems).toEqual(problem === undefined ? [] : [expect.stringContaining(problem)]);
	},
);

it.each([-5, 12])('Backup → Update Configuration warns about a negative period: %d', (hours) => {
	const updateFields = { backupPeriodInHours: hours };
	const { hints, issues } = planOf('backup.updateConfiguration', { updateFields }, CLOUD);
	expect(hints.join(' ')).toMatch(hours < 0 ? /is negative\. The node sends it/ : /^$/);
	expect(issues).toEqual([]);
});

describe('Service → Scale', () => {
	it.each([
		{ minReplicas: 1, maxReplicas: 50, autoscalingMode: 'horizontal' },
		{ minReplicas: 3, maxReplicas: 3, autoscalingMode: 'vertical' },
		{ minReplicaMemoryGb: 16, maxReplicaMemoryGb: 16, autoscalingMode: 'horizontal' },
		{ numReplicas: 1, autoscalingMode: 'vertical' },
	])('accepts the scaling %j', (body) => {
		expect(scalingIssues(body)).toEqual([]);
	});

	it.each([
		{ body: { minReplicas: 2 }, issue: 'updateFields.maxReplicas is needed with' },
		{
			body: { numReplicas: 2, minReplicas: 2, maxReplicas: 2 },
			issue: "numReplicas can't be combined",
		},
		{ body: { minReplicas: 3, maxReplicas: 2 }, issue: 'minReplicas must not be' },
		{
			body: { minReplicas: 2, maxReplicas: 3, autoscalingMode: 'vertical' },
			issue: 'minReplicas must be the',
		},
		{ body: { numReplicas: 2, autoscalingMode: 'horizontal' }, issue: 'numReplicas is only for' },
		{
			body: { minReplicaMemoryGb: 8, maxReplicaMemoryGb: 12, autoscalingMode: 'horizontal' },
			issue: 'minReplicaMemoryGb must be the',
		},
	])('rejects the scaling $body', ({ body, issue }) => {
		expect(scalingIssues(body)).toEqual([issue]);
	});

	function scalingIssues(body: object): string[] {
		const additionalMembers = { ...body, idleScaling: true };
		return refusalOf('service.scale', { updateFields: { additionalMembers } });
	}
});

describe('BYOC Infrastructure → Create', () => {
	const BYOC = {
		accountId: '123',
		regionId: 'eu-west-2',
		availabilityZoneSuffixes: ['a', 'b'],
		vpcCidrRange: '10.0.0.0/16',
	};
	const create = (changes: ParameterValues, dialect = 'clickhouseCloud') =>
		planOf('byocInfrastructure.create', { ...BYOC, ...changes }, inDialect(dialect));

	it.each([
		{ dialect: 'standard', changes: { regionId: 'il-central-1' }, hints: 1 },
		{ dialect: 'clickhouseCloud', changes: { regionId: 'me-central-1' }, hints: 1 },
		{
			dialect: 'clickhouseCloud',
			changes: { regionId: 'il-central-1', availabilityZoneSuffixes: ['a'] },
			hints: 0,
		},
		{ dialect: 'custom', changes: { regionId: 'il-central-1' }, hints: 0 },
	])('gives $hints hints about the region in the dialect $dialect with $changes', (given) => {
		const { request, ...plan } = create(given.changes, given.dialect);
		expect([plan.issues, plan.hints.length]).toEqual([[], given.hints]);
		expect(objectBody(request)['regionId']).toBe(given.changes.regionId || undefined);
	});
});
