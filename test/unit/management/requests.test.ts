import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { objectBody } from '../../../nodes/engine/operation';
import type { Parameters } from '../../../nodes/engine/operation';
import { fields, rows } from '../rows';
import { codes, contextOf, operationOf, PIPE_ID, planned, planOf, SERVICE_ID } from './context';
import { CLOUD, plannedSummary, sentBody } from './judged';

const dialect = (apiDialect: string) =>
	contextOf({ credential: { ...contextOf().credential, apiDialect } });

const BYOC = {
	accountId: '123',
	regionId: 'eu-west-2',
	availabilityZoneSuffixes: ['a', 'b'],
	vpcCidrRange: '10.0.0.0/16',
};
const PIPE = { pipeId: PIPE_ID };

/** An operation's parameters in addition to a row's own fields. */
const BASES: Readonly<Record<string, Parameters>> = {
	'apiKey.update': { apiKeyId: PIPE_ID },
	'byocInfrastructure.create': BYOC,
	'invitation.create': { email: ' ada@example.com ', role: 'none' },
	'member.update': { userId: 'u', role: 'none' },
	'pipe.scale': PIPE,
	'pipe.updateSettings': PIPE,
	'service.wait': { waitFor: 'running', timeoutSeconds: 300 },
	'usageCost.get': { fromDate: '2026-05-01', toDate: '2026-05-31' },
};
const parametersOf = (name: string, text: string) => ({ ...BASES[name], ...fields(text) });

// The samples of the engine's tests contain each operation's minimal request, and test/property compares a field's
// values with the contract: here are conversions, rules over several fields and requests defined by JSON.
describe('the request of an operation', () => {
	it.each(
		rows(`
		activity.get | activityId=a..b?c#d | GET ORGANIZATION/activities/a..b%3Fc%23d
		member.getAll | options.organizationId=${PIPE_ID} | GET /v1/organizations/ID/members
		service.get | serviceId=x | serviceId notUuid
		service.get | serviceId=https://console.example.com/x | serviceId malformed
		service.get | options.organizationId=nope | options.organizationId notUuid
		service.getAll | filters.tags= filters.states=idle | GET ORGANIZATION/services
		service.getAll | filters.tags=["a=b, c&d"] | GET ORGANIZATION/services?filter=tag%3Aa%3Db%2C%20c%26d
		service.getAll | filters=text | filters filtersUnreadable
		service.getAll | filters.tags=true | filters.tags notList
		pipe.scale | updateFields.additionalMembers={"replicas":null,"concurrency":4} | PATCH SERVICE/pipes/ID/scaling {"replicas":null,"concurrency":4}
		pipe.scale | replicas=41 | replicas tooBig
		pipe.updateSettings | updateFields.engineMaxInsertThreads=0 | PUT SERVICE/pipes/ID/settings {"engine_max_insert_threads":0}
		usageCost.get | filters.tags=a=b, c | GET ORGANIZATION/usageCost?from_date=2026-05-01&to_date=2026-05-31&filter=tag%3Aa%3Db&filter=tag%3Ac
		usageCost.get | fromDate= | fromDate empty
		usageCost.get | fromDate=05/01/2026 | fromDate notDate
		usageCost.get | toDate=2026-02-30 | toDate notDate
		usageCost.get | toDate=1780000000 | toDate notDate
		usageCost.get | toDate=2026-04-30 | toDate beforeFromDate
		usageCost.get | toDate=2026-06-01 | toDate tooManyDays
		privateEndpoint.create | id=" vpce-1\\n" | POST SERVICE/privateEndpoint {"id":"vpce-1"}
		privateEndpoint.create | id= | id empty
		byocInfrastructure.create | accountId=" 123" vpcCidrRange="10.0.0.0/16 " | POST ORGANIZATION/byocInfrastructure ${JSON.stringify(BYOC)}
		byocInfrastructure.create | availabilityZoneSuffixes=[] vpcCidrRange=" " | POST ORGANIZATION/byocInfrastructure {"accountId":"123","regionId":"eu-west-2"}
		byocInfrastructure.create | accountId= availabilityZoneSuffixes= | accountId empty
		byocInfrastructure.create | vpcCidrRange=10.0.0.0/33 | vpcCidrRange malformed
		byocInfrastructure.create | vpcCidrRange=fd00::/16 | vpcCidrRange malformed
		byocInfrastructure.create | regionId=us-esat-1 | regionId unlisted
		invitation.create | role=admin | POST ORGANIZATION/invitations {"email":"ada@example.com","role":"admin"}
		invitation.create | additionalFields.additionalMembers={"assignedRoleIds":["r-1"]} | POST ORGANIZATION/invitations {"assignedRoleIds":["r-1"],"email":"ada@example.com"}
		invitation.create | role=admin additionalFields.additionalMembers={"email":"x","novel":[1]} | POST ORGANIZATION/invitations {"email":"ada@example.com","novel":[1],"role":"admin"}
		invitation.create | role=null | role noRole
		invitation.create | additionalFields.additionalMembers={"email":"e@b.c"} | role noRoleNone
		invitation.create | role=admin additionalFields.assignedRoleIds= , | additionalFields.assignedRoleIds noAssignedRoles
		member.update | additionalFields.additionalMembers={"assignedRoleIds":["r-1"]} | PATCH ORGANIZATION/members/u {"assignedRoleIds":["r-1"]}
		member.update | role=developer additionalFields.additionalMembers={"assignedRoleIds":["r-1"]} | PATCH ORGANIZATION/members/u {"assignedRoleIds":["r-1"],"role":"developer"}
		member.update | role=developer additionalFields.assignedRoleIds=["r-1","r-2"] | PATCH ORGANIZATION/members/u {"assignedRoleIds":["r-1","r-2"]}
		member.update | additionalFields.assignedRoleIds=r-1, 7 | PATCH ORGANIZATION/members/u {"assignedRoleIds":["r-1","7"]}
		member.update | | role noRoleNone
		apiKey.update | updateFields.state=disabled updateFields.name=" " | PATCH ORGANIZATION/keys/ID {"state":"disabled"}
		apiKey.update | updateFields.expireAt=2026-05-31T14:30:00 | PATCH ORGANIZATION/keys/ID {"expireAt":"2026-05-31T12:30:00.000Z"}
		apiKey.update | updateFields.additionalMembers={"expireAt":null} | PATCH ORGANIZATION/keys/ID {"expireAt":null}
		apiKey.update | updateFields.expireAt=soon updateFields.state=off | updateFields.expireAt malformed, updateFields.state unlisted
		service.wait | waitFor= , | waitFor noTarget
		service.wait | waitFor={"toString":1} | waitFor notList
		service.wait | waitFor=["a",{"b":1}] | waitFor notList
		service.wait | giveUpOn=5 | giveUpOn notList
		service.wait | timeoutSeconds=0 | timeoutSeconds notInBounds
		service.wait | timeoutSeconds=3301 | timeoutSeconds notInBounds
		service.wait | onTimeout=ignore | onTimeout notAmong
		service.wait | options.stableFor=101 | options.stableFor notInBounds
		`),
	)('%s with %s is %s', (name, own, expected) => {
		expect(planned(name, parametersOf(name, own))).toBe(expected);
	});

	it.each(
		rows(`
		pipe.scale | updateFields.additionalMembers={"replicas":null,"concurrency":null} | clickhouseCloud | Replicas is null, ; 'concurrency' is null,
		pipe.scale | updateFields.additionalMembers={"replicas":null} | standard |
		pipe.scale | replicas=1 | clickhouseCloud |
		pipe.updateSettings | updateFields.additionalMembers={"engine_max_threads":null} | clickhouseCloud | Max Threads is null,
		pipe.updateSettings | updateFields.additionalMembers={"engine_max_threads":null} | custom |
		pipe.updateSettings | updateFields.objectStorageMaxInsertBytes=10485760 | clickhouseCloud | Max Insert Bytes isn't from 524,288,000 to
		pipe.updateSettings | updateFields.objectStorageMaxInsertBytes=10485760 | standard |
		pipe.updateSettings | updateFields.kafkaReadCommitted=true | clickhouseCloud |
		`),
	)('%s with %s in the dialect %s has the hints %j', (name, own, apiDialect, expected) => {
		const { issues, hints = [] } = planOf(name, parametersOf(name, own), dialect(apiDialect));
		expect(codes(issues)).toEqual([]);
		const wanted = expected === '' ? [] : expected.split(' ; ');
		expect(hints).toEqual(wanted.map((hint): unknown => expect.stringMatching(`^${hint}`)));
	});

	it.each([
		['apiKey.update', { updateFields: { name: 'a' } }, 'name'],
		['byocInfrastructure.create', {}, 'accountId'],
		['invitation.create', {}, 'email'],
		['invitation.create', { role: 'developer' }, 'role'],
		['member.update', { role: 'developer' }, 'role'],
		['privateEndpoint.create', { id: 'a' }, 'id'],
		['service.scale', { numReplicas: 3, updateFields: {} }, 'numReplicas'],
	])('%s with %j has a hint that an additional %s is not sent', (name, own, replaced) => {
		const hintsOn = (added: string) => {
			const additionalMembers = { [added]: 'admin' };
			const { updateFields } = { updateFields: undefined, ...own };
			const box = updateFields
				? { updateFields: { ...updateFields, additionalMembers } }
				: { additionalFields: { additionalMembers } };
			return planOf(name, { ...BASES[name], ...own, ...box }).hints ?? [];
		};
		expect(hintsOn(replaced)).toEqual([expect.stringMatching(`^'${replaced}' in .* isn't sent`)]);
		expect(hintsOn('novel')).toEqual([]);
	});

	it('has settings as the deployment spells them, including to clear them', () => {
		const twice = `updateFields.engineMaxThreads=1 updateFields.additionalMembers={"clickhouse_max_threads":2}`;
		const { request, hints = [] } = planOf(
			'pipe.updateSettings',
			{ ...PIPE, ...fields(twice) },
			dialect('clickhouseCloud'),
		);
		expect(request.body).toEqual({ clickhouse_max_threads: 1 });
		expect(hints.join()).toMatch(
			/^'clickhouse_max_threads' isn't sent: 'engine_max_threads' takes/,
		);
		const own = `updateFields.engineMaxInsertThreads=0 updateFields.additionalMembers={"engine_max_threads":null}`;
		expect(
			planned('pipe.updateSettings', { ...PIPE, ...fields(own) }, dialect('clickhouseCloud')),
		).toBe(
			'PUT SERVICE/clickpipes/ID/settings {"clickhouse_max_threads":null,"clickhouse_max_insert_threads":0}',
		);
	});

	it('reports a credential without an organization', () => {
		const { issues } = planOf('activity.getAll', {}, contextOf({ credential: {} }));
		expect(issues).toMatchObject([{ code: 'idEmpty', label: 'Organization ID in the credential' }]);
	});

	it.each(
		rows(`
		ada@example.com, a/b@example.com, ü@example.de, o'neil+news@sub.example.co |
		ada, ada@, @example.com, ada@example, a da@example.com, a@b@example.com | email malformed
		`),
	)("an invitation's address is one of %s: %j", (emails, expected) => {
		for (const email of emails.split(', ')) {
			const { issues } = planOf('invitation.create', { email, role: 'admin' });
			expect([email, codes(issues).join()]).toEqual([email, expected]);
		}
	});

	it.each(
		rows(`
		member.update | role=owner | owner
		invitation.create | role=owner | owner
		byocInfrastructure.create | availabilityZoneSuffixes=["g"] | "g"
		`),
	)('%s sends unlisted values with the option', (name, own, sent) => {
		const parameters = parametersOf(name, own);
		expect(planned(name, parameters)).toMatch(/unlisted$/);
		expect(planned(name, { ...parameters, options: { allowUnlisted: true } })).toContain(sent);
	});

	it.each<[unknown]>([
		['2026-05-01T00:00:00'],
		[' 2026-05-01T23:59:59-11:00'],
		['2026-05-01T00:00:00+14:00'],
		['2026-05-01 12:00'],
		[new Date('2026-05-01T00:00:00Z')],
		[DateTime.fromISO('2026-05-01T00:30', { zone: 'Pacific/Auckland' })],
	])('counts the calendar date of a usage cost as entered: %s', (fromDate) => {
		const parameters = { ...BASES['usageCost.get'], fromDate };
		expect(planned('usageCost.get', parameters)).toContain('from_date=2026-05-01&');
	});
});

describe('BYOC infrastructure', () => {
	const OWN = 'vpcCidrRange= additionalFields.additionalMembers';
	const AZURE = 'regionId=eastus tenantId=t servicePrincipalClientId=c';
	const SUBNETS = '"vpcId":"v","privateSubnetIds"';

	it.each(
		rows(`
		standard | regionId=eastus |
		custom | regionId=eastus |
		clickhouseCloud | ${AZURE} |
		clickhouseCloud | regionId=eastus additionalFields.additionalMembers={"tenantId":"t","servicePrincipalClientId":"c"} |
		clickhouseCloud | regionId=eastus | tenantId needed, servicePrincipalClientId needed
		clickhouseCloud | ${AZURE} tenantId=" " | tenantId needed
		standard | regionId= |
		clickhouseCloud | regionId= | regionId needed
		clickhouseCloud | regionId= additionalFields.additionalMembers={"regionId":"eu-west-1"} |
		clickhouseCloud | ${OWN}={${SUBNETS}:["a","b"],"publicSubnetIds":["c"]} |
		custom | additionalFields.additionalMembers={${SUBNETS}:["a"]} | vpcCidrRange notTogether
		clickhouseCloud | additionalFields.additionalMembers={"publicSubnetIds":[]} | vpcCidrRange notTogether
		clickhouseCloud | ${OWN}={"vpcId":"v"} | additionalFields.privateSubnetIds needed
		clickhouseCloud | ${OWN}={${SUBNETS}:["a","b","c","d","e","f","g"]} | privateSubnetIds tooMany
		clickhouseCloud | ${OWN}={${SUBNETS}:["a"]} regionId=us-east1 |
		clickhouseCloud | ${OWN}={${SUBNETS}:["a","b"]} regionId=us-east1 | privateSubnetIds tooMany
		clickhouseCloud | additionalFields.additionalMembers={"tags":{"team":"data"},"externalId":"e"} |
		clickhouseCloud | additionalFields.additionalMembers={"tags":[]} | tags wrongType
		clickhouseCloud | additionalFields.additionalMembers={"tags":{"team":1}} | tags.team wrongType
		clickhouseCloud | additionalFields.additionalMembers.tags=${JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [index, 't'])))} | tags malformed
		`),
	)('has in the dialect %s with %s the issues %j', (apiDialect, own, expected) => {
		const parameters = { ...BYOC, ...fields(own) };
		const { issues } = planOf('byocInfrastructure.create', parameters, dialect(apiDialect));
		expect(codes(issues).join(', ')).toBe(expected);
	});

	it.each(
		rows(`
		standard | regionId=us-east-1 | 0
		standard | regionId=il-central-1 | 1
		clickhouseCloud | regionId=me-central-1 | 1
		clickhouseCloud | availabilityZoneSuffixes=["a"] regionId=il-central-1 | 0
		custom | regionId=il-central-1 | 0
		clickhouseCloud | ${AZURE} | 0
		standard | regionId=x options.allowUnlisted=true | 0
		standard | regionId= additionalFields.additionalMembers.region=us-east-1 | 0
		standard | regionId=null | 1
		`),
	)('is sent in the region of the dialect %s with %s, with %s hints', (apiDialect, own, count) => {
		const parameters = { ...BYOC, ...fields(own) };
		const { issues, hints, request } = planOf(
			'byocInfrastructure.create',
			parameters,
			dialect(apiDialect),
		);
		expect([issues, hints?.length]).toEqual([[], Number(count)]);
		const { regionId } = parameters;
		expect(objectBody(request)['regionId']).toBe(regionId || undefined);
	});
});

describe('BYOC infrastructure of ClickHouse Cloud', () => {
	const OWN = fields(
		'regionId=us-east1 vpcCidrRange= additionalFields.vpcId=v additionalFields.privateSubnetIds=s additionalFields.gcpPodCidrRangeNames=p,q additionalFields.tags={"team":"data"}',
	);
	const NETWORK = {
		...{ ...BYOC, regionId: 'us-east1', vpcCidrRange: undefined },
		...{ vpcId: 'v', privateSubnetIds: ['s'], gcpPodCidrRangeNames: ['p', 'q'] },
		tags: { team: 'data' },
	};

	it('has an own network by fields, both when it is created and when it is checked', () => {
		const own = { ...BYOC, ...OWN };
		const created = sentBody('byocInfrastructure.create', { ...own, displayName: 'Own' });
		expect(created).toEqual({ ...NETWORK, displayName: 'Own' });
		expect(sentBody('byocInfrastructure.validate', own)).toEqual(NETWORK);
	});

	it.each(
		rows(`
		create | additionalFields.vpcId=v vpcCidrRange= | additionalFields.privateSubnetIds needed
		create | additionalFields.vpcId=v additionalFields.privateSubnetIds=s | vpcCidrRange notTogether
		create | additionalFields.tags=["a"] | additionalFields.tags wrongType
		validate | accountId= | accountId empty
		validate | additionalFields.privateSubnetIds=a,b,c,d,e,f,g vpcCidrRange= | additionalFields.privateSubnetIds tooMany
		`),
	)('refuses to %s with %s: %s', (name, changes, expected) => {
		const parameters = { ...BYOC, ...fields(changes) };
		expect(sentBody(`byocInfrastructure.${name}`, parameters)).toBe(expected);
	});

	it.each(
		rows(`
		updateFields.displayName=Own updateFields.enablePublicLoadBalancer=false | {"displayName":"Own","enablePublicLoadBalancer":false}
		updateFields.enablePrivateLink=true updateFields.gcpPscSubnetId=psc | {"enablePrivateLink":true,"gcpPscSubnetId":"psc"}
		updateFields.tags={} | {"tags":{}}
		updateFields.tags='{"a":"b"}' | {"tags":{"a":"b"}}
		updateFields.gcpPscSubnetId=psc | updateFields.enablePrivateLink needed
		updateFields.gcpPscSubnetId=psc updateFields.enablePrivateLink=false | updateFields.enablePrivateLink needed
		updateFields.tags={"a":1} | updateFields.tags wrongType
		updateFields.additionalMembers={"enablePrivateLink":null} | enablePrivateLink isNull
		| updateFields nothingToUpdate
		`),
	)('changes by %s to %s', (text, expected) => {
		const parameters = { byocInfrastructureId: PIPE_ID, ...fields(text.replaceAll("'", '')) };
		const body = sentBody('byocInfrastructure.update', parameters);
		expect(typeof body === 'string' ? body : JSON.stringify(body)).toBe(expected);
	});

	it('lists the failed checks', () => {
		const { successHint } = operationOf('byocInfrastructure.validate');
		const checks = [
			{ name: 'Account', allowed: true },
			{ name: 'Network', allowed: false, reason: 'denied' },
			{ action: 'ec2:DescribeVpcs', allowed: false },
		];
		const hintOn = (allPassed: boolean, all: IDataObject[]) =>
			successHint?.({ allPassed, checks: all }, { method: 'POST', path: '' }, (text) => text);
		expect(hintOn(false, checks)).toBe(
			'Not all checks passed: Network (denied), ec2:DescribeVpcs.',
		);
		expect(hintOn(true, checks.slice(0, 1))).toBeUndefined();
	});

	it('is described as validated, and nothing as created', () => {
		expect(plannedSummary('byocInfrastructure.validate', { ...BYOC, ...OWN })).toMatch(
			/^Validate BYOC infrastructure in account 123, region us-east1 \(other fields: .*vpcId v/,
		);
		expect(operationOf('byocInfrastructure.validate').unknownOutcome?.[0]).toMatch(/^Nothing/);
	});
});

describe('the scaling of database pipes', () => {
	it.each(
		rows(`
		updateFields.replicaCpuMillicores=2000 updateFields.replicaMemoryGb=8 | {"replicaCpuMillicores":2000,"replicaMemoryGb":8} | 0
		updateFields.additionalMembers={"replicaCpuMillicores":32000,"replicaMemoryGb":128} | {"replicaCpuMillicores":32000,"replicaMemoryGb":128} | 0
		updateFields.replicaMemoryGb=4 | {"replicaMemoryGb":4} | 1
		updateFields.replicaCpuMillicores=2000 updateFields.replicaMemoryGb=4 | updateFields.replicaMemoryGb malformed | 0
		updateFields.replicaCpuMillicores=1500 | updateFields.replicaCpuMillicores malformed | 1
		updateFields.replicaCpuMillicores=33000 | updateFields.replicaCpuMillicores tooBig | 1
		updateFields.replicaMemoryGb=2 | updateFields.replicaMemoryGb tooSmall, updateFields.replicaMemoryGb malformed | 1
		updateFields.additionalMembers={"replicaMemoryGb":null} | replicaMemoryGb isNull | 0
		| updateFields nothingToUpdate | 0
		`),
	)('is with %s: %s, with %s hints', (text, expected, count) => {
		const body = sentBody('pipe.updateCdcScaling', fields(text));
		expect(typeof body === 'string' ? body : JSON.stringify(body)).toBe(expected);
		const { hints = [], issues } = planOf('pipe.updateCdcScaling', fields(text), CLOUD);
		if (issues.length === 0) expect(hints).toHaveLength(Number(count));
	});

	it('is described', () => {
		const summary = plannedSummary(
			'pipe.updateCdcScaling',
			fields('updateFields.replicaMemoryGb=4'),
		);
		expect(summary).toBe(
			`Change the scaling of database pipes of service ${SERVICE_ID}: replicaMemoryGb 4`,
		);
		const { hints } = planOf(
			'pipe.updateCdcScaling',
			fields('updateFields.replicaMemoryGb=4'),
			CLOUD,
		);
		expect(hints?.[0]).toMatch(/changes without the CPU/);
	});
});

it.each(
	rows(`
	numReplicas=1 autoscalingMode=vertical |
	minReplicas=1 maxReplicas=50 autoscalingMode=horizontal |
	minReplicas=3 maxReplicas=3 autoscalingMode=vertical |
	minReplicaMemoryGb=16 maxReplicaMemoryGb=16 autoscalingMode=horizontal |
	autoscalingMode=horizontal |
	idleTimeoutMinutes=5.5 |
	minReplicaMemoryGb=10 | minReplicaMemoryGb malformed
	minReplicas=2 | maxReplicas needed
	numReplicas=50 minReplicaMemoryGb=8 maxReplicaMemoryGb=356 idleTimeoutMinutes=5 |
	numReplicas=51 minReplicaMemoryGb=4 maxReplicaMemoryGb=360 | minReplicaMemoryGb tooSmall, maxReplicaMemoryGb tooBig, numReplicas tooBig
	numReplicas=0 idleTimeoutMinutes=4 | numReplicas tooSmall, idleTimeoutMinutes tooSmall
	minReplicas=3 maxReplicas=2 | minReplicas aboveOther
	minReplicas=2 maxReplicas=3 autoscalingMode=vertical | minReplicas unequal
	numReplicas=2 minReplicas=2 maxReplicas=2 | numReplicas notTogether
	numReplicas=2 autoscalingMode=horizontal | numReplicas onlyFor
	minReplicaMemoryGb=16 maxReplicaMemoryGb=12 | minReplicaMemoryGb aboveOther
	minReplicaMemoryGb=8 maxReplicaMemoryGb=12 autoscalingMode=horizontal | minReplicaMemoryGb unequal
	`),
)('the scaling of a service by fields and by JSON, %s: %j', (text, expected) => {
	const updateFields = fields(text);
	const additionalMembers = { ...updateFields, idleScaling: null };
	for (const own of [{ ...updateFields, updateFields }, { updateFields: { additionalMembers } }]) {
		const found = codes(planOf('service.scale', own).issues).join(', ');
		expect(found.replaceAll('updateFields.', '')).toBe(expected);
	}
});
