import { mergeObjects } from '../../../nodes/engine/json';
import { type Api, APIS, validateRequest } from '../../../tools/contract';
import { CLOUD_KINDS } from '../../property/allowedBodies';
import { PIPE_ID, SERVICE_PATH } from '../management/context';
import { pipeOf } from '../management/pipeForm';
import { fields, rows } from '../rows';

const PIPES: Readonly<Record<string, string>> = {
	management: 'pipes',
	clickhouseCloud: 'clickpipes',
};

/** The faults of a new pipe with changes: a path that starts with a dot is in the object of the source. */
function pipeFaults(api: Api, kind: string, changes: string): string[] {
	const full = changes.replaceAll(/(?<=^|\s)\./g, `source.${kind}.`);
	// As JSON carries it: without undefined values.
	const body: unknown = JSON.parse(JSON.stringify(mergeObjects(fields(full), pipeOf(kind))));
	const path = `${SERVICE_PATH}/${PIPES[api] ?? ''}`;
	return validateRequest({ api, method: 'POST', path, body });
}

const KEY = '{"accessKeyId":"a","secretKey":"s"}';
const MAPPING = '"sourceSchemaName":"s","sourceTable":"t","targetTable":"t"';

// test/property compares with the contract which values the forms and the JSON of a pipe reach, and test/docs/schemas
// the values of single keys: here are the cases that both would miss.
it.each(
	rows(`
	kafka | .username=u
	kafka | .accessKey=${KEY}
	objectStorage | .credentials.username=u
	objectStorage | .authentication=SERVICE_ACCOUNT
	kinesis | .credentials.username=u
	postgres | .accessKey=${KEY}
	postgres | .password=p
	kafka | password=p
	kafka | source.password=p
	kafka | destination.password=p
	kafka | scaling.password=p
	kafka | settings.password=p
	kafka | .type=msk
	kafka | .type=msk .authentication=IAM_ROLE
	kafka | .authentication=SERVICE_ACCOUNT_WORKLOAD_IDENTITY
	kafka | .type=gcmk .authentication=IAM_USER
	kinesis | .iteratorType=AT_TIMESTAMP
	kinesis | .iamRole=undefined
	postgres | .port=65536
	kafka | source.postgres.host=h
	kafka | destination.columns=[]
	mysql | .password=p
	mysql | .type=mariadb .settings.replicationMechanism=FILE_POS
	mysql | .settings.replicationMode=undefined
	mysql | .tableMappings=[{${MAPPING},"sortingKeys":["a","a"]}]
	mongodb | .uri=https://db
	mongodb | .password=p
	bigquery | .password=p
	bigquery | .settings.replicationMode=cdc
	bigquery | .settings.replicationMode=undefined
	bigquery | .snapshotStagingPath=undefined
	bigquery | .credentials=undefined
	bigquery | .tableMappings=[{"sourceTable":"t"}]
	pubsub | .credentials.username=u
	pubsub | .seekType=timestamp
	pubsub | .seekTimestamp=2026-01-05T06:00:00Z
	pubsub | .ackDeadline=9
	`),
)("a new pipe from %s can't have %s", (kind, changes) => {
	for (const api of ['management', 'clickhouseCloud'] as const) {
		if (api === 'management' && CLOUD_KINDS.includes(kind)) continue;
		expect(pipeFaults(api, kind, '')).toEqual([]);
		expect(pipeFaults(api, kind, changes)).not.toEqual([]);
	}
});

it.each(
	rows(`
	kafka | .credentials.username=u
	kafka | settings.engine_max_threads=4
	kafka | scaling.replicas=41
	kafka | name=${'x'.repeat(256)}
	objectStorage | .skipInitialLoad=true
	postgres | .authentication=IAM_ROLE
	postgres | .settings.replicationSlotName=s .settings.replicationMode=cdc
	postgres | .settings.snapshotNumRowsPerPartition=999
	postgres | .tlsHost=null
	kafka | .reversePrivateEndpointIds=null
	kinesis | settings.kafka_read_committed=true
	postgres | startPaused=true
	kafka | destination.roles=["clickpipes"]
	kafka | settings.object_storage_max_insert_bytes=524287999
	`),
)("a new pipe from %s can't have %.40s in ClickHouse Cloud", (kind, changes) => {
	expect(pipeFaults('clickhouseCloud', kind, changes)).not.toEqual([]);
	expect(pipeFaults('management', kind, changes)).toEqual([]);
});

const ORGANIZATION = SERVICE_PATH.replace(/\/services.*/, '');
const TILE = '"name":"T","x":0,"y":0,"w":1,"h":1';
const SERIES = '"type":"time","aggFn":"count","where":"","groupBy":[]';

it.each(
	rows(`
	management | PATCH SERVICE/pipes/ID/state | {}
	management | PATCH SERVICE/pipes/ID/state | {"command":"pause"}
	management | POST SERVICE/privateEndpoint | {"description":"x"}
	management | POST SERVICE/privateEndpoint | {"id":""}
	management | POST ORGANIZATION/byocInfrastructure | {"accountId":"1","vpcCidrRange":"10.0.0.0/16","availabilityZoneSuffixes":["g"]}
	management | POST ORGANIZATION/byocInfrastructure | {"vpcCidrRange":"10.0.0.0/16"}
	clickhouseCloud | POST ORGANIZATION/byocInfrastructure | {"accountId":"1"}
	clickhouseCloud | POST ORGANIZATION/byocInfrastructure | {"accountId":"1","regionId":"eastus","tenantId":"t"}
	clickhouseCloud | POST ORGANIZATION/byocInfrastructure | {"accountId":"1","regionId":"eu-west-1","vpcId":"v"}
	clickhouseCloud | POST ORGANIZATION/byocInfrastructure | {"accountId":"1","regionId":"eu-west-1","vpcCidrRange":"10.0.0.0/16","publicSubnetIds":["s"]}
	clickhouseCloud | POST ORGANIZATION/byocInfrastructure | {"accountId":"1","regionId":"us-east1","vpcId":"v","privateSubnetIds":["a","b"]}
	clickhouseCloud | POST ORGANIZATION/byocInfrastructure | {"accountId":"1","regionId":"eu-west-1","tags":["t"]}
	management | POST ORGANIZATION/invitations | {"role":"admin"}
	dashboard | PUT /api/v2/dashboards/d | {"tags":"a"}
	dashboard | PUT /api/v2/dashboards/d | {"tiles":[{"id":""}]}
	dashboard | PUT /api/v2/dashboards/d | {"tiles":[{"series":[{"where":1}]}]}
	dashboard | PUT /api/v2/dashboards/d | {"tiles":[{"series":[{"type":"number","groupBy":[]}]}]}
	clickhouseCloud | PATCH SERVICE/clickpipes/ID | {"source":{"bigquery":{}}}
	clickhouseCloud | PATCH SERVICE/clickpipes/ID | {"source":{"kafka":{},"kinesis":{}}}
	clickhouseCloud | PATCH SERVICE/clickpipes/ID | {"source":{"mysql":{"host":"h"}}}
	clickhouseCloud | PATCH SERVICE/clickpipes/ID | {"source":{"postgres":{"iamRole":"arn"}}}
	clickhouseCloud | PATCH SERVICE/clickpipes/ID | {"fieldMappings":null}
	clickhouseCloud | PATCH SERVICE/clickpipes/ID | {"source":{"postgres":null}}
	clickhouseCloud | PATCH SERVICE/clickpipes/ID | {"source":{"mysql":{"host":"h","port":1,"tableMappingsToRemove":[{"sourceTable":"t"}]}}}
	clickhouseCloud | PATCH SERVICE/clickpipes/ID/scaling | {"concurrency":35}
	clickhouseCloud | PATCH SERVICE/state | {"command":"wake"}
	clickhouseCloud | PATCH SERVICE/replicaScaling | {"minReplicas":1}
	clickhouseCloud | PATCH SERVICE/replicaScaling | {"minReplicas":1,"maxReplicas":1,"numReplicas":1}
	clickhouseCloud | PATCH SERVICE/replicaScaling | {"minReplicaMemoryGb":10}
	clickhouseCloud | PATCH SERVICE/replicaScaling | {"idleTimeoutMinutes":4}
	clickhouseCloud | PATCH ORGANIZATION/keys/ID | {"expireAt":"2026-01-05"}
	clickhouseCloud | PATCH ORGANIZATION/keys/ID | {"roles":["owner"]}
	clickstack | POST /api/v2/dashboards | {"name":"D","tiles":[{${TILE},"config":{"displayType":"pie","sourceId":"${'a'.repeat(24)}","select":[{"aggFn":"count"}],"limit":-1}}]}
	clickstack | POST /api/v2/dashboards | {"name":"D"}
	clickstack | POST /api/v2/dashboards | {"name":"D","tiles":[{${TILE}}]}
	clickstack | POST /api/v2/dashboards | {"name":"D","tiles":[{${TILE},"series":[{${SERIES}}]}]}
	`),
)("%s: %s can't have %s", (name, request, body) => {
	const api = APIS.find((one) => one === name);
	if (api === undefined) throw new Error(name);
	const [method = '', template = ''] = request.split(' ');
	const path = template
		.replace('SERVICE', SERVICE_PATH)
		.replace('ORGANIZATION', ORGANIZATION)
		.replace('ID', PIPE_ID);
	const faults = validateRequest({ api, method, path, body: JSON.parse(body) as unknown });
	expect(faults).not.toEqual([]);
	expect(faults.join()).not.toMatch(/^no operation|takes no body/);
});
