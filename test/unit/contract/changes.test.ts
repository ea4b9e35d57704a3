import { validateRequest } from '../../../tools/contract';
import { isJsonObject } from '../../../tools/contract/json';
import { judge } from '../../../tools/contract/vendor';
import { mergeObjects } from '../../../nodes/engine/json';
import { SERVICE_PATH } from '../management/context';
import { fields, rows } from '../rows';

const ORGANIZATION = SERVICE_PATH.replace(/\/services.*/, '');
const ID = '7d3e1f52-08c4-4a6b-9b1d-3e5a7c9f2d46';

/** The faults of a request to ClickHouse Cloud: by the contract, and by the vendor's document. */
function faultsOf(request: string, body: unknown): string[] {
	const [method = '', template = ''] = request.split(' ');
	const path = template
		.replace('SERVICE', SERVICE_PATH)
		.replace('ORGANIZATION', ORGANIZATION)
		.replace('ID', ID);
	// As JSON carries it: without undefined values.
	const sent: unknown = JSON.parse(JSON.stringify(body));
	const own = validateRequest({ api: 'clickhouseCloud', method, path, body: sent });
	return [...own, ...judge({ method, path, body: sent })];
}

const DIGITS = 'a9'.repeat(20);
const HASH = `${'k'.repeat(43)}=`;
const ENTRY = { name: 'Nights', weekdays: [1, 5], startHourUtc: 22, endHourUtc: 6 };
const POLICY =
	'{"allowDeny":"ALLOW","permissions":["control-plane:service:view"],"resources":["instance/*"]}';
/** The least that each request needs. */
const LEAST: Record<string, object> = {
	'POST ORGANIZATION/services': {
		...{ name: 'Shop', provider: 'aws', region: 'eu-central-1', ipAccessList: [] },
	},
	'PATCH SERVICE': {},
	'PATCH SERVICE/password': {},
	'POST SERVICE/scalingSchedule': { entries: [] },
	'PATCH SERVICE/backupConfiguration': {},
	'PATCH SERVICE/snapshotConfiguration': {},
	'PATCH ORGANIZATION': {},
	'POST ORGANIZATION/keys': { name: 'Loader' },
	'POST ORGANIZATION/roles': { name: 'Reader', actors: [], policies: [] },
	'PATCH ORGANIZATION/roles/ID': {},
};

function bodyOf(request: string, changes: string): unknown {
	const least = LEAST[request];
	if (!isJsonObject(least)) throw new Error(request);
	// `[…]` stands for one entry with changes of its own.
	const [, own] = /^entry (.*)$/.exec(changes) ?? [];
	if (own !== undefined) return { entries: [mergeObjects(fields(own), ENTRY)] };
	return mergeObjects(fields(changes), least);
}

it.each(
	rows(`
	POST ORGANIZATION/services |
	POST ORGANIZATION/services | provider=gcp region=europe-west4 ipAccessList=[{"source":"0.0.0.0/0","description":"All"}]
	POST ORGANIZATION/services | provider=azure region=eastus2 ipAccessList=[{"source":"2001:db8::/32"}]
	POST ORGANIZATION/services | numReplicas=50 minReplicaMemoryGb=8 maxReplicaMemoryGb=356 idleTimeoutMinutes=5
	POST ORGANIZATION/services | autoscalingMode=horizontal minReplicas=1 maxReplicas=50
	POST ORGANIZATION/services | byocId=b profile=v1-standard-byoc-4 minReplicaMemoryGb=16 maxReplicaMemoryGb=16
	POST ORGANIZATION/services | backupId=${ID} dataWarehouseId=w isReadonly=true complianceType=pci releaseChannel=fast
	POST ORGANIZATION/services | tags=[{"key":"a.B_1-"},{"key":"b","value":"c"}] endpoints=[{"protocol":"mysql","enabled":true}]
	PATCH SERVICE | name=Shop ipAccessList.add=[{"source":"192.0.2.1"}] ipAccessList.remove=[] tags.remove=[{"key":"a"}]
	PATCH SERVICE | privateEndpointIds.add=["vpce-1"] endpoints=[{"protocol":"mysql","enabled":false}] enableCoreDumps=false
	PATCH SERVICE/password |
	PATCH SERVICE/password | newPasswordHash=${HASH} newDoubleSha1Hash=${DIGITS}
	POST SERVICE/scalingSchedule |
	POST SERVICE/scalingSchedule | entry minReplicaMemoryGb=16 maxReplicaMemoryGb=32 numReplicas=60 idleScaling=false
	POST SERVICE/scalingSchedule | entry autoscalingMode=horizontal minReplicas=1 maxReplicas=3 endHourUtc=24
	PATCH SERVICE/backupConfiguration | backupPeriodInHours=12 backupRetentionPeriodInHours=1080
	PATCH SERVICE/backupConfiguration | backupPeriodInHours=48 backupStartTime=23:00
	PATCH SERVICE/backupConfiguration | backupPeriodInHours=12 backupStartTime=null backupRetentionPeriodInHours=null
	PATCH SERVICE/backupConfiguration | backupPeriodInHours=null backupStartTime=00:00
	PATCH SERVICE/snapshotConfiguration | enabled=false
	PATCH SERVICE/snapshotConfiguration | enabled=true gap=30 timeFrame=1440
	PATCH SERVICE/snapshotConfiguration | gap=60 timeFrame=2880
	PATCH ORGANIZATION | name=Shop enableCoreDumps=false
	POST ORGANIZATION/keys |
	POST ORGANIZATION/keys | state=disabled expireAt=2027-01-05T06:00:00Z assignedRoleIds=["${ID}"] ipAccessList=[{"source":"192.0.2.1"}]
	POST ORGANIZATION/keys | expireAt=null hashData={"keyIdHash":"a","keyIdSuffix":"abcd","keySecretHash":"b"}
	POST ORGANIZATION/roles |
	POST ORGANIZATION/roles | actors=["user/u","apiKey/k"] policies=[${POLICY}]
	PATCH ORGANIZATION/roles/ID | policies=[{"allowDeny":"DENY","permissions":[],"resources":[],"tags":{"roleV2":"sql-console-admin"}}]
	`),
)('%s can have: %s', (request, changes) => {
	expect(faultsOf(request, bodyOf(request, changes))).toEqual([]);
});

it.each(
	rows(`
	POST ORGANIZATION/services | name=
	POST ORGANIZATION/services | name=${'x'.repeat(51)}
	POST ORGANIZATION/services | provider=undefined
	POST ORGANIZATION/services | region=undefined
	POST ORGANIZATION/services | ipAccessList=undefined
	POST ORGANIZATION/services | ipAccessList=[{"source":"office"}]
	POST ORGANIZATION/services | ipAccessList=[{"description":"Office"}]
	POST ORGANIZATION/services | region=me-central-1
	POST ORGANIZATION/services | region=eastus
	POST ORGANIZATION/services | provider=gcp region=us-east-1
	POST ORGANIZATION/services | numReplicas=51
	POST ORGANIZATION/services | minReplicas=2
	POST ORGANIZATION/services | minReplicas=2 maxReplicas=2 numReplicas=2
	POST ORGANIZATION/services | minReplicaMemoryGb=10
	POST ORGANIZATION/services | idleTimeoutMinutes=4
	POST ORGANIZATION/services | byocId=b
	POST ORGANIZATION/services | profile=v1-standard-byoc-4
	POST ORGANIZATION/services | backupId=nightly
	POST ORGANIZATION/services | complianceType=soc2
	POST ORGANIZATION/services | releaseChannel=null
	POST ORGANIZATION/services | tags=[{"value":"a"}]
	POST ORGANIZATION/services | tags=[{"key":"a b"}]
	POST ORGANIZATION/services | endpoints=[{"protocol":"https","enabled":true}]
	POST ORGANIZATION/services | password=p
	PATCH SERVICE | name=
	PATCH SERVICE | ipAccessList=[]
	PATCH SERVICE | ipAccessList.add=[{"source":""}]
	PATCH SERVICE | privateEndpointIds.remove=[""]
	PATCH SERVICE | tags.add=${JSON.stringify(Array.from({ length: 51 }, () => ({ key: 'a' })))}
	PATCH SERVICE | transparentDataEncryptionKeyId=null
	PATCH SERVICE | isReadonly=true
	PATCH SERVICE/password | newPasswordHash=secret
	PATCH SERVICE/password | newDoubleSha1Hash=${HASH}
	PATCH SERVICE/password | password=p
	POST SERVICE/scalingSchedule | entries=undefined
	POST SERVICE/scalingSchedule | entries=${JSON.stringify(Array.from({ length: 11 }, () => ENTRY))}
	POST SERVICE/scalingSchedule | entry name=undefined
	POST SERVICE/scalingSchedule | entry weekdays=[]
	POST SERVICE/scalingSchedule | entry weekdays=[7]
	POST SERVICE/scalingSchedule | entry startHourUtc=24
	POST SERVICE/scalingSchedule | entry endHourUtc=0
	POST SERVICE/scalingSchedule | entry maxReplicas=2
	POST SERVICE/scalingSchedule | entry minReplicaMemoryGb=6
	PATCH SERVICE/backupConfiguration | backupRetentionPeriodInHours=23
	PATCH SERVICE/backupConfiguration | backupRetentionPeriodInHours=25
	PATCH SERVICE/backupConfiguration | backupRetentionPeriodInHours=1104
	PATCH SERVICE/backupConfiguration | backupStartTime=10:30
	PATCH SERVICE/backupConfiguration | backupStartTime=24:00
	PATCH SERVICE/backupConfiguration | backupStartTime=10:00 backupPeriodInHours=12
	PATCH SERVICE/snapshotConfiguration |
	PATCH SERVICE/snapshotConfiguration | enabled=null
	PATCH SERVICE/snapshotConfiguration | gap=30
	PATCH SERVICE/snapshotConfiguration | gap=30 timeFrame=2880
	PATCH SERVICE/snapshotConfiguration | gap=60 timeFrame=1440
	PATCH SERVICE/snapshotConfiguration | gap=45 timeFrame=1440
	PATCH ORGANIZATION | name=
	PATCH ORGANIZATION | enableCoreDumps=null
	POST ORGANIZATION/keys | name=undefined
	POST ORGANIZATION/keys | state=expired
	POST ORGANIZATION/keys | expireAt=2027-01-05
	POST ORGANIZATION/keys | assignedRoleIds=["developer"]
	POST ORGANIZATION/keys | ipAccessList=[{"source":"office"}]
	POST ORGANIZATION/keys | hashData={"keyIdHash":"a","keyIdSuffix":"abcd"}
	POST ORGANIZATION/keys | hashData={"keyIdHash":"a","keyIdSuffix":"abcde","keySecretHash":"b"}
	POST ORGANIZATION/keys | keySecret=s
	POST ORGANIZATION/roles | name=undefined
	POST ORGANIZATION/roles | actors=undefined
	POST ORGANIZATION/roles | policies=undefined
	POST ORGANIZATION/roles | actors=["u"]
	POST ORGANIZATION/roles | policies=[{"allowDeny":"ALLOW","permissions":["a"]}]
	PATCH ORGANIZATION/roles/ID | policies=[{"allowDeny":"allow","permissions":["a"],"resources":["b"]}]
	PATCH ORGANIZATION/roles/ID | name=null
	`),
)("%s can't have: %.60s", (request, changes) => {
	const faults = faultsOf(request, bodyOf(request, changes));
	expect(faults).not.toEqual([]);
	expect(faults.join()).not.toMatch(/no operation|takes no body/);
});
