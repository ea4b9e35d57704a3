import { operations } from '../../../nodes/CloudManagement/resources';
import type { Parameters } from '../../../nodes/engine/operation';
import { rows, valueOf } from '../rows';
import { planChange } from './change';
import { PIPE_ID, planned as request, SERVICE_ID } from './context';

const POLICY = '{"allowDeny":"ALLOW","permissions":["a:b","a:c"],"resources":["instance/*"]}';
const HASHES = '{"keyIdHash":"a","keyIdSuffix":"4f2a","keySecretHash":"b"}';

/** An operation's parameters in addition to a row's own fields. */
const BASES: Readonly<Record<string, Parameters>> = {
	'apiKey.create': { name: 'Reporting' },
	'role.create': {
		name: 'Readers',
		actors: 'user/1, apiKey/2',
		policies: valueOf(`[${POLICY}]`),
	},
	'role.update': { roleId: PIPE_ID },
	'role.delete': { roleId: PIPE_ID },
};
const planned = (name: string, text: string, options?: Parameters) =>
	planChange(name, BASES[name] ?? {}, text, options);

it.each(
	rows(`
	apiKey.create | | {"name":"Reporting"}
	apiKey.create | more.expireAt=2026-05-31T14:30:00 more.state=disabled | {"name":"Reporting","expireAt":"2026-05-31T12:30:00.000Z","state":"disabled"}
	apiKey.create | more.assignedRoleIds=["${PIPE_ID}"] | {"name":"Reporting","assignedRoleIds":["${PIPE_ID}"]}
	apiKey.create | more.ipAccess={"values":[{"source":"10.0.0.1"}]} | {"name":"Reporting","ipAccessList":[{"source":"10.0.0.1"}]}
	apiKey.create | more.hashData={"values":${HASHES}} | {"name":"Reporting","hashData":${HASHES}}
	apiKey.create | more.hashData=${HASHES} | {"name":"Reporting","hashData":${HASHES}}
	apiKey.create | json={"expireAt":null} | {"name":"Reporting","expireAt":null}
	role.create | | {"name":"Readers","actors":["user/1","apiKey/2"],"policies":[${POLICY}]}
	role.create | actors= policies={} | {"name":"Readers","actors":[],"policies":[]}
	role.create | policies={"values":[{"allowDeny":"DENY","permissions":"a:b, a:c","resources":"instance/1","tags":""}]} actors=[] | {"name":"Readers","actors":[],"policies":[{"allowDeny":"DENY","permissions":["a:b","a:c"],"resources":["instance/1"]}]}
	role.create | actors= policies=[{"id":"p","roleId":"r","allowDeny":"ALLOW","permissions":[],"resources":[],"tags":{"roleV2":"sql-console-admin"}}] | {"name":"Readers","actors":[],"policies":[{"allowDeny":"ALLOW","permissions":[],"resources":[],"tags":{"roleV2":"sql-console-admin"}}]}
	role.update | set.name=B set.actors=user/1 | {"name":"B","actors":["user/1"]}
	role.update | set.policies={"values":[{"allowDeny":"ALLOW","permissions":"a","resources":"b","tags":"{\\"roleV2\\":\\"sql-console-admin\\"}"}]} | {"policies":[{"allowDeny":"ALLOW","permissions":["a"],"resources":["b"],"tags":{"roleV2":"sql-console-admin"}}]}
	role.update | json={"actors":[],"policies":[]} | {"actors":[],"policies":[]}
	organization.update | set.name=A set.enableCoreDumps=false | {"name":"A","enableCoreDumps":false}
	backup.updateConfiguration | set.backupPeriodInHours=12.5 set.backupRetentionPeriodInHours=48 | {"backupPeriodInHours":12.5,"backupRetentionPeriodInHours":48}
	backup.updateConfiguration | set.backupStartTime=" 23:00" set.backupPeriodInHours=48 | {"backupStartTime":"23:00","backupPeriodInHours":48}
	backup.updateConfiguration | json={"backupPeriodInHours":null,"backupRetentionPeriodInHours":null,"backupStartTime":null} | {"backupPeriodInHours":null,"backupRetentionPeriodInHours":null,"backupStartTime":null}
	snapshot.updateConfiguration | set.enabled=true | {"enabled":true}
	snapshot.updateConfiguration | set.gap=30 set.timeFrame=1440 | {"gap":30,"timeFrame":1440}
	snapshot.updateConfiguration | json={"gap":60,"timeFrame":2880} | {"gap":60,"timeFrame":2880}
	`),
)('%s sends %s as %s', (name, own, expected) => {
	const { issues, body } = planned(name, own);
	expect(issues).toEqual([]);
	expect(body).toEqual(JSON.parse(expected));
});

it.each(
	rows(`
	apiKey.create | name= | Name is empty.
	apiKey.create | more.assignedRoleIds=Admin | Assigned Role Names or ID 1 isn't a UUID.
	apiKey.create | more.ipAccess=[{"source":"x"}] | Allowed Address 1, Source isn't an IP address
	apiKey.create | more.hashData={"values":{"keyIdHash":"a","keySecretHash":"b"}} | Key ID Suffix is empty.
	apiKey.create | more.hashData={"keyIdHash":"a","keyIdSuffix":"abc","keySecretHash":"b"} | Key ID Suffix must have 4 characters.
	apiKey.create | more.expireAt=soon | Expire At isn't a time.
	apiKey.create | json={"state":null} | state is null, which the API refuses.
	role.create | name= | Name is empty.
	role.create | actors=Ada | Actor 1 is neither user/ID nor apiKey/ID.
	role.create | policies=[{"allowDeny":"MAYBE","permissions":[],"resources":[]}] | Policy 1, Effect is "MAYBE", which isn't listed.
	role.create | policies={"values":[{"allowDeny":"ALLOW","permissions":"","resources":"a"}]} | Policy 1, Permissions is empty.
	role.create | policies=[{"allowDeny":"ALLOW","permissions":["a"],"resources":["b"],"tags":"{"}] | Policy 1, Tags (JSON) must be an object, but is text.
	role.create | policies=[{"allowDeny":"ALLOW","permissions":["a"],"resources":["b"],"tags":{"roleV2":"x"}}] | policies.0.tags.roleV2 is "x", which isn't listed.
	role.update | | Update Fields is empty
	role.update | json={"policies":null} | policies is null
	organization.update | set.name= | Update Fields is empty
	organization.update | json={"name":null} | name is null
	backup.updateConfiguration | set.backupStartTime=02:30 | Backup Start Time isn't a full hour.
	backup.updateConfiguration | set.backupStartTime=02:00 set.backupPeriodInHours=12 | Backup Period (Hours) must be 24 or 48 with Backup Start Time.
	backup.updateConfiguration | set.backupRetentionPeriodInHours=30 | Backup Retention (Hours) must be whole days
	backup.updateConfiguration | set.backupRetentionPeriodInHours=1104 | Backup Retention (Hours) must be at most 1080.
	snapshot.updateConfiguration | | Update Fields is empty
	snapshot.updateConfiguration | set.gap=30 | Time Frame (Minutes) is needed with Gap.
	snapshot.updateConfiguration | set.timeFrame=1440 | Gap (Minutes) is needed with Time Frame.
	snapshot.updateConfiguration | set.gap=30 set.timeFrame=2880 | Time Frame (Minutes) must be 1440 with a gap of 30.
	snapshot.updateConfiguration | set.gap=45 set.timeFrame=1440 | Gap (Minutes) must be one of 30, 60.
	snapshot.updateConfiguration | json={"enabled":null} | enabled is null
	`),
)('%s refuses %s: %s', (name, own, expected) => {
	expect(planned(name, own).issues[0]).toContain(expected);
});

it.each(
	rows(`
	apiKey.create | more.assignedRoleIds=["${PIPE_ID}"] more.ipAccess=[{"source":"10.0.0.1"}] | Create API key Reporting with the role IDs ${PIPE_ID} (other fields: ipAccessList (10[.]0.0.1))
	role.create | | Create role Readers: actors (user/1, apiKey/2); ALLOW a:b, a:c on instance/*
	role.create | actors= policies={} | Create role Readers: no actors; no policies
	role.update | set.name=B set.policies=[{"allowDeny":"DENY","permissions":["a"],"resources":["b"],"tags":{"roleV2":"sql-console-admin"}}] | Update role ${PIPE_ID}: name B; DENY a on b (other fields: tags (roleV2 sql-console-admin))
	role.delete | | Delete role ${PIPE_ID} and the access that it grants permanently
	organization.get | | Read the organization
	organization.update | set.name=B | Update the organization: name B
	creditBalance.get | | Read the credit balance
	quota.getAll | | Read the quotas of the organization
	backup.getConfiguration | | Read the backup configuration of service ${SERVICE_ID}
	backup.updateConfiguration | json={"backupStartTime":null} | Update the backup configuration of service ${SERVICE_ID}: backupStartTime null
	snapshot.updateConfiguration | set.enabled=false | Update the snapshot configuration of service ${SERVICE_ID}: enabled false
	`),
)('%s with %s is described as %s', (name, own, expected) => {
	expect(planned(name, own).summary).toBe(expected);
});

it("names another organization than the credential's", () => {
	const organizationId = PIPE_ID;
	expect(planned('organization.update', 'set.name=B', { organizationId }).summary).toBe(
		`Update organization ${PIPE_ID}: name B`,
	);
	expect(planned('organization.get', '', { organizationId }).summary).toBe(
		`Read organization ${PIPE_ID}`,
	);
});

it.each([
	['organization.get', {}, 'GET ORGANIZATION'],
	['creditBalance.get', {}, 'GET ORGANIZATION/creditBalances'],
	['quota.getAll', { returnAll: true }, 'GET ORGANIZATION/quotas'],
	['role.get', { roleId: PIPE_ID }, 'GET ORGANIZATION/roles/ID'],
	['role.get', { roleId: 'Admin' }, 'roleId notUuid'],
	['snapshot.get', { snapshotId: 'a/b' }, 'snapshotId idSlash'],
	['snapshot.get', { snapshotId: 's-1' }, 'GET SERVICE/snapshots/s-1'],
	['snapshot.getConfiguration', {}, 'GET SERVICE/snapshotConfiguration'],
	['backup.getConfiguration', {}, 'GET SERVICE/backupConfiguration'],
])('%s with %j is %s', (name, parameters, expected) => {
	expect(request(name, parameters)).toBe(expected);
});

describe('a new API key', () => {
	const { repeatable, shownOnce, unknownOutcome, ...create } = operations.apiKey.create;

	it('is output with its ID and secret, next to the UUID that paths use', () => {
		const result = { key: { id: PIPE_ID, name: 'A' }, keyId: 'k', keySecret: 'not-a-real-secret' };
		const item = { id: PIPE_ID, name: 'A', keyId: 'k', keySecret: 'not-a-real-secret' };
		expect(create.shape?.(result, {})).toEqual(item);
		expect(create.shape?.({ key: { id: PIPE_ID } }, {})).toEqual({ id: PIPE_ID });
		expect(shownOnce).toEqual(['keyId', 'keySecret']);
	});

	it('has a hint about its secret, unless it was made from hashes', () => {
		const sent = { method: 'POST', path: '/' } as const;
		expect(create.successHint?.({ keyId: 'k', keySecret: 's' }, sent, String)).toMatch(
			/^The output contains keyId and keySecret, which .* stores them .* keep them/,
		);
		expect(create.successHint?.({ key: { id: PIPE_ID } }, sent, String)).toBeUndefined();
	});

	it('is never created twice, and found by its name after an unknown outcome', () => {
		expect(repeatable).toBeUndefined();
		expect(unknownOutcome?.[1]).toMatch(/name with API Key → Get Many .* delete it and create it/);
	});
});
