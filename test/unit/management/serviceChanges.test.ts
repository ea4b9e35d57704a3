import { asObject } from '../../../nodes/engine/parameters/values';
import type { Parameters } from '../../../nodes/engine/operation';
import type { JsonObject } from '../../../nodes/engine/json';
import { operations } from '../../../nodes/CloudManagement/resources';
import { rows } from '../rows';
import { planChange } from './change';
import { SERVICE_ID } from './context';

const HASH = `${'A'.repeat(43)}=`;
const SHA1 = '0a'.repeat(20);
const UUID = '0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54';
const OFFICE = { source: '192.0.2.0/24', description: 'Office' };
const PEAK = { name: 'Peak', weekdays: [1, 5], startHourUtc: 8, endHourUtc: 18 };

/** An operation's parameters in addition to a row's own fields. */
const BASES: Readonly<Record<string, Parameters>> = {
	'service.create': {
		name: 'Shop',
		provider: 'aws',
		region: 'us-east-1',
		ipAccess: { values: [OFFICE] },
	},
	'service.setScalingSchedule': { entries: { values: [PEAK] } },
};

const planned = (name: string, text: string, options?: Parameters) =>
	planChange(name, BASES[name] ?? {}, text, options);

const open = JSON.stringify(OFFICE);
const peak = (more: string) => JSON.stringify({ ...PEAK, ...asObject(JSON.parse(more)) });

it.each(
	rows(`
	create | | {"name":"Shop","provider":"aws","region":"us-east-1","ipAccessList":[${open}]}
	create | provider=azure region=eastus ipAccess=[{"source":"::1","description":""}] | {"name":"Shop","provider":"azure","region":"eastus","ipAccessList":[{"source":"::1"}]}
	create | more.numReplicas=50 more.idleScaling=false more.releaseChannel=fast | {"numReplicas":50,"idleScaling":false,"releaseChannel":"fast"}
	create | more.backupId=" ${UUID} " more.dataWarehouseId=w more.isReadonly=true | {"backupId":"${UUID}","dataWarehouseId":"w","isReadonly":true}
	create | more.profile=v1-standard-byoc-4 more.byocId=b more.minReplicaMemoryGb=48 more.maxReplicaMemoryGb=48 | {"profile":"v1-standard-byoc-4","byocId":"b"}
	create | more.mysqlEndpoint=false more.enableCoreDumps=false | {"endpoints":[{"protocol":"mysql","enabled":false}],"enableCoreDumps":false}
	create | more.tags={"values":[{"key":"team","value":""},{"key":"a.b","value":"c"}]} | {"tags":[{"key":"team"},{"key":"a.b","value":"c"}]}
	create | more.complianceType=pci more.encryptionKey=k more.encryptionAssumedRoleIdentifier=r more.hasTransparentDataEncryption=true | {"complianceType":"pci","encryptionKey":"k","encryptionAssumedRoleIdentifier":"r","hasTransparentDataEncryption":true}
	create | ipAccess={} json={"ipAccessList":[{"source":"10.0.0.1"}],"novel":null} | {"ipAccessList":[{"source":"10.0.0.1"}],"novel":null}
	create | json={"endpoints":[{"protocol":"mysql","enabled":true}]} | {"endpoints":[{"protocol":"mysql","enabled":true}]}
	update | set.name=B set.mysqlEndpoint=true | {"name":"B","endpoints":[{"protocol":"mysql","enabled":true}]}
	update | set.ipAccessToAdd={"values":[${open}]} set.ipAccessToRemove=[{"source":"10.0.0.1"}] | {"ipAccessList":{"add":[${open}],"remove":[{"source":"10.0.0.1"}]}}
	update | set.tagsToAdd={"values":[{"key":"a"}]} set.tagsToRemove=[{"key":"b"}] | {"tags":{"add":[{"key":"a"}],"remove":[{"key":"b"}]}}
	update | set.privateEndpointIdsToAdd=vpce-1, vpce-2 set.privateEndpointIdsToRemove=["vpce-3"] | {"privateEndpointIds":{"add":["vpce-1","vpce-2"],"remove":["vpce-3"]}}
	update | json={"ipAccessList":{"add":[],"remove":[]}} | {"ipAccessList":{"add":[],"remove":[]}}
	resetPassword | password=generate passwordHash=${HASH} | {}
	resetPassword | password=hash passwordHash=${HASH} doubleSha1Hash=${SHA1} | {"newPasswordHash":"${HASH}","newDoubleSha1Hash":"${SHA1}"}
	setScalingSchedule | | {"entries":[${peak('{}')}]}
	setScalingSchedule | entries={"values":[${peak('{"autoscalingMode":"apiDefault","idleScaling":"apiDefault","numReplicas":""}')}]} | {"entries":[${peak('{}')}]}
	setScalingSchedule | entries=[${peak('{"idleScaling":false,"weekdays":"0, 6","minReplicas":60,"maxReplicas":60}')}] | {"entries":[${peak('{"idleScaling":false,"weekdays":[0,6],"minReplicas":60,"maxReplicas":60}')}]}
	setScalingSchedule | entries=[${peak('{"idleScaling":"true"}')}] | {"entries":[${peak('{"idleScaling":true}')}]}
	setScalingSchedule | entries=[] | {"entries":[]}
	setScalingSchedule | entries={} json={"entries":[${peak('{}')}]} | {"entries":[${peak('{}')}]}
	`),
)('%s sends %s as %s', (name, own, expected) => {
	const { issues, body } = planned(`service.${name}`, own);
	expect(issues).toEqual([]);
	expect(body).toMatchObject(Object(JSON.parse(expected)));
	if (name !== 'create') expect(body).toEqual(JSON.parse(expected));
});

it.each(
	rows(`
	create | name= | Name is empty. Enter a value.
	create | name=${'x'.repeat(51)} | Name must have at most 50 characters.
	create | provider=ibm | Provider is "ibm", which isn't listed. Use one of: aws, azure, gcp.
	create | region= | Region is empty. Enter a value.
	create | region=mars-1 | Region is "mars-1", which isn't listed.
	create | provider=gcp | Region is us-east-1, which gcp doesn't support. Use one of: asia-northeast1,
	create | ipAccess={"values":[{"source":"office"}]} | Allowed Address 1, Source isn't an IP address or a CIDR range.
	create | ipAccess={"values":[{"source":"","description":"x"}]} | Allowed Address 1, Source is empty.
	create | ipAccess=["10.0.0.1"] | Allowed Address 1 must be an object, but is text.
	create | ipAccess=10.0.0.1 | Allowed Addresses must be a list, but is text.
	create | ipAccess={"source":"10.0.0.1"} | Allowed Addresses must be a list, but is an object.
	create | ipAccess={} json={"ipAccessList":null} | ipAccessList must be a list, but is null.
	create | more.numReplicas=51 | Replicas must be at most 50.
	create | more.minReplicas=2 | Max Replicas is needed with Min Replicas.
	create | more.minReplicaMemoryGb=10 | Min Replica Memory (GB) must be a multiple of 4.
	create | more.backupId=b-1 | Backup ID isn't a UUID.
	create | more.byocId=b more.minReplicaMemoryGb=48 | Max Replica Memory (GB) is needed with BYOC ID.
	create | more.profile=v1-standard-byoc-4 | BYOC ID is needed with a BYOC profile.
	create | more.mysqlEndpoint=maybe | MySQL Endpoint must be true or false, but is text.
	create | json={"endpoints":[{"protocol":"https","enabled":true}]} | endpoints.0.protocol is "https", which isn't listed.
	create | json={"releaseChannel":null} | releaseChannel is null, which the API refuses.
	create | json={"tags":[{"key":"a","value":null}]} | tags.0.value is null, which the API refuses.
	create | more.tags={"values":[{"key":"a b"}]} | Tag 1, Key must consist of letters
	update | | Update Fields is empty
	update | set.name=${'x'.repeat(51)} | Name must have at most 50 characters.
	update | set.ipAccessToAdd=[{"source":"x"}] | Address to Add 1, Source isn't an IP address
	update | set.tagsToRemove=[{"value":"v"}] | Tag to Remove 1, Key is empty.
	update | json={"name":null} | name is null, which the API refuses.
	resetPassword | password=hash | Password Hash is empty.
	resetPassword | password=hash doubleSha1Hash=${SHA1} | Password Hash is empty.
	resetPassword | password=hash passwordHash=secret | Password Hash isn't a SHA-256 hash in Base64
	resetPassword | password=hash passwordHash=${HASH} doubleSha1Hash=x | Double SHA-1 Hash isn't a SHA-1 hash
	resetPassword | password=other | New Password must be one of generate, hash.
	setScalingSchedule | entries=[{"name":"a"}] | Entry 1, Weekdays is empty.
	setScalingSchedule | entries=[${peak('{"weekdays":[7]}')}] | Entry 1, Weekday 1 must be at most 6.
	setScalingSchedule | entries=[${peak('{"startHourUtc":24}')}] | Entry 1, Start Hour (UTC) must be at most 23.
	setScalingSchedule | entries=[${peak('{"numReplicas":1,"minReplicas":1,"maxReplicas":1}')}] | Entry 1, Replicas can't be combined with Min Replicas
	setScalingSchedule | entries=[${peak('{"idleScaling":"maybe"}')}] | Entry 1, Idle Scaling must be true or false, but is text.
	setScalingSchedule | entries=[${Array(11).fill(peak('{}')).join()}] | Entries has too many entries. Leave at most 10.
	`),
)('%s refuses %s: %s', (name, own, expected) => {
	expect(planned(`service.${name}`, own).issues[0]).toContain(expected);
});

describe('a change of a service', () => {
	const OPEN = '[{"source":"10.0.0.1"},{"source":"0.0.0.0/0"}]';

	it.each(
		rows(`
		create | | Create service Shop on aws in us-east-1, which costs money at once, open to '192.0.2.0/24'
		create | ipAccess=[] more.numReplicas=2 | Create service Shop on aws in us-east-1, which costs money at once, open to nobody (other fields: numReplicas 2)
		create | ipAccess=${OPEN} | Create service Shop on aws in us-east-1, which costs money at once, open to everybody ('0.0.0.0/0', '10.0.0.1')
		update | set.name=B set.ipAccessToAdd=${OPEN} | Update service ID: open to everybody ('0.0.0.0/0', '10.0.0.1'), name B
		update | set.ipAccessToAdd=[{"source":"::1"}] set.ipAccessToRemove=[{"source":"10.0.0.1"}] | Update service ID: closed to '10.0.0.1', open to '::1'
		update | json={"ipAccessList":{"novel":1}} | Update service ID: novel 1
		delete | | Delete service ID and all its data permanently
		resetPassword | password=generate | Replace the password of service ID with a generated one
		resetPassword | password=hash passwordHash=${HASH} | Replace the password of service ID with one by its hash
		getScalingSchedule | | Read the scaling schedule of service ID
		deleteScalingSchedule | | Delete the scaling schedule of service ID permanently
		setScalingSchedule | | Replace the scaling schedule of service ID: entries ((name Peak, weekdays (1, 5), startHourUtc 8, endHourUtc 18))
		setScalingSchedule | entries=[] | Replace the scaling schedule of service ID: no entries
		`),
	)('is described by %s with %s', (name, own, expected) => {
		expect(planned(`service.${name}`, own).summary.replace(SERVICE_ID, 'ID')).toBe(expected);
	});

	it.each(
		rows(`
		create | | []
		create | ipAccess={} | ["Allowed Addresses is empty, so nobody can connect. Service → Update can add some."]
		create | ipAccess=${OPEN} | ["The address 0.0.0.0/0 lets everybody connect who has the password."]
		update | set.ipAccessToAdd=[{"source":"::/0"}] | ["The address ::/0 lets everybody connect who has the password."]
		update | set.ipAccessToRemove=${OPEN} | []
		create | more.profile=v2-large | ["Profile is none of v1-default, v1-highmem-xs, v1-highmem-s, v1-highmem-m, v1-highmem-l, v1-highmem-xl, and no BYOC profile; sent as entered."]
		setScalingSchedule | | []
		setScalingSchedule | entries=[] | ["Entries is empty: the service loses its scaling schedule."]
		`),
	)('has by %s with %s the hints %s', (name, own, expected) => {
		const { issues, hints } = planned(`service.${name}`, own);
		expect(issues).toEqual([]);
		expect(hints).toEqual(JSON.parse(expected));
	});

	it('sends a region and a provider that are not listed only with the option', () => {
		expect(planned('service.create', 'region=mars-1').issues).toHaveLength(1);
		const { issues, body } = planned('service.create', 'provider=ibm region=mars-1', {
			allowUnlisted: true,
		});
		expect({ issues, body }).toMatchObject({
			issues: [],
			body: { provider: 'ibm', region: 'mars-1' },
		});
	});

	it('can be sent twice unless a second time would make something else', () => {
		const { create, update, resetPassword, setScalingSchedule } = operations.service;
		expect(create.repeatable).toBeUndefined();
		expect([update.repeatable, setScalingSchedule.repeatable]).toEqual([true, true]);
		const again = (body: JsonObject) =>
			typeof resetPassword.repeatable === 'function' && resetPassword.repeatable(body, {});
		expect([again({}), again({ newDoubleSha1Hash: SHA1 })]).toEqual([false, false]);
		expect(again({ newPasswordHash: HASH })).toBe(true);
	});

	it('explains after an unknown outcome how to continue without the password', () => {
		const { create, resetPassword } = operations.service;
		expect(create.unknownOutcome?.[1]).toMatch(/name with Service → Get Many .* Reset Password/);
		expect(resetPassword.unknownOutcome?.[1]).toMatch(/option Resend Unknown Outcomes/);
	});

	it('outputs a new service with its password, and points out where n8n keeps it', () => {
		const { create, resetPassword } = operations.service;
		const result = { service: { id: SERVICE_ID, name: 'Shop' }, password: 'not-a-real-secret' };
		expect(create.shape?.(result, {})).toEqual({
			id: SERVICE_ID,
			name: 'Shop',
			password: 'not-a-real-secret',
		});
		expect(create.shownOnce).toEqual(['password']);
		const request = { method: 'POST', path: '/' } as const;
		expect(create.successHint?.(result, request, String)).toBe(
			"The output contains password, which the API shows only this once. n8n stores it with the execution's data: keep it in a safe place, then delete the execution.",
		);
		expect(resetPassword.successHint?.({}, request, String)).toBeUndefined();
	});

	it('is refused by the API with advice', () => {
		expect(operations.service.delete.advice?.[409]).toMatch(/Stop.*Wait for State.*Delete/);
		expect(operations.service.getScalingSchedule.advice?.[404]).toMatch(/no scaling schedule/);
		const { create, scale, setScalingSchedule, stop } = operations.service;
		for (const status of [400, 409]) expect(stop.advice?.[status]).toMatch(/secondary/);
		for (const { advice } of [create, scale, setScalingSchedule])
			expect(advice?.[400]).toMatch(/quotas .* Quota → Get Many/);
	});
});
