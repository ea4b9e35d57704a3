import { mergeObjects } from '../../../nodes/engine/json';
import { validateRequest } from '../../../tools/contract';
import type { JsonObject } from '../../../tools/contract/json';
import { PIPE_ID, SERVICE_PATH } from '../management/context';
import { fields, rows } from '../rows';

const ENDPOINTS = `POST ${SERVICE_PATH}/clickpipesReversePrivateEndpoints`;
const ORGANIZATION = SERVICE_PATH.replace(/\/services.*/, '');
const QUERY = { name: 'Orders', sql: 'SELECT 1', database: 'default' };

/** The least that each request has. */
const LEAST: Readonly<Record<string, [request: string, body: JsonObject]>> = {
	vpcService: [
		ENDPOINTS,
		{ description: 'Brokers', type: 'VPC_ENDPOINT_SERVICE', vpcEndpointServiceName: 'vpce-svc' },
	],
	vpcResource: [
		ENDPOINTS,
		{
			...{ description: 'Brokers', type: 'VPC_RESOURCE' },
			...{ vpcResourceConfigurationId: 'rcfg-1', vpcResourceShareArn: 'arn:1' },
		},
	],
	msk: [
		ENDPOINTS,
		{
			...{ description: 'Brokers', type: 'MSK_MULTI_VPC' },
			...{ mskClusterArn: 'arn:1', mskAuthentication: 'SASL_IAM' },
		},
	],
	google: [
		ENDPOINTS,
		{
			...{ description: 'Brokers', type: 'GCP_PSC_SERVICE_ATTACHMENT' },
			gcpServiceAttachment: 'projects/p/regions/r/serviceAttachments/n',
		},
	],
	mappings: [
		`PATCH ${SERVICE_PATH}/clickpipesReversePrivateEndpoints/${PIPE_ID}`,
		{ customPrivateDnsMappings: [] },
	],
	queryEndpoint: [
		`POST ${SERVICE_PATH}/query-api-endpoints`,
		{ ...QUERY, apiKeyIds: [PIPE_ID], roles: ['reader'] },
	],
	replacedQueryEndpoint: [
		`PUT ${SERVICE_PATH}/query-api-endpoints/${PIPE_ID}`,
		{ ...QUERY, apiKeyIds: [PIPE_ID], roles: ['reader'] },
	],
	discovery: [
		`POST ${SERVICE_PATH}/clickpipes/schemaDiscovery`,
		{ source: { kafka: { brokers: 'b:9092', topics: 'orders' } } },
	],
	cdcScaling: [`PATCH ${SERVICE_PATH}/clickpipesCdcScaling`, {}],
	byoc: [`POST ${ORGANIZATION}/byocInfrastructure`, { regionId: 'eu-west-1', accountId: '1' }],
	byocChecks: [
		`POST ${ORGANIZATION}/byocInfrastructure/validate`,
		{ regionId: 'eu-west-1', accountId: '1' },
	],
	byocUpdate: [`PATCH ${ORGANIZATION}/byocInfrastructure/${PIPE_ID}`, {}],
	savedQuery: [`POST ${SERVICE_PATH}/saved-queries`, QUERY],
	replacedSavedQuery: [`PUT ${SERVICE_PATH}/saved-queries/${PIPE_ID}`, QUERY],
};

/** The faults of a request with changes in its body. */
function faultsOf(name: string, changes: string): string[] {
	const [request, least] = LEAST[name] ?? ['', {}];
	const [method = '', path = ''] = request.split(' ');
	// As JSON carries it: without undefined values.
	const body: unknown = JSON.parse(JSON.stringify(mergeObjects(fields(changes), least)));
	return validateRequest({ api: 'clickhouseCloud', method, path, body });
}

const LONG = 'x'.repeat(255);

it.each(
	rows(`
	vpcService | description=${LONG} customPrivateDnsMappings=[{"privateDnsName":"*.example.com"}]
	vpcResource | customPrivateDnsMappings=[{"privateDnsName":"a.example.com","targetId":"rcfg-1"}]
	msk | customPrivateDnsMappings=[]
	google |
	mappings | customPrivateDnsMappings=[{"privateDnsName":"a","targetId":"rcfg-1"}]
	queryEndpoint | parameters={} allowedOrigins=["https://example.com"]
	replacedQueryEndpoint |
	discovery | source.kafka=undefined source.objectStorage={"type":"s3","format":"CSV","url":"https://b.example.com/*"}
	discovery | source.kafka=undefined source.kinesis={"streamName":"s","region":"us-east-1"}
	discovery | source.kafka.credentials={"username":"u","password":"p"}
	discovery | source.kafka.schemaRegistry={"url":"https://r","authentication":"PLAIN","credentials":{"username":"u","password":"p"}}
	discovery | source.kafka.schemaRegistry={"type":"glue","glueRegion":"r","glueRegistryName":"n"}
	cdcScaling | replicaCpuMillicores=32000 replicaMemoryGb=128
	cdcScaling | replicaMemoryGb=4
	byoc | displayName=Own vpcId=v privateSubnetIds=["a","b"] publicSubnetIds=["c"]
	byoc | regionId=us-east1 vpcId=v privateSubnetIds=["a"] gcpPodCidrRangeNames=["p"]
	byocChecks | vpcCidrRange=10.0.0.0/16 tags={"team":"data"}
	byocUpdate | displayName=Own enablePublicLoadBalancer=false tags={}
	byocUpdate | enablePrivateLink=true gcpPscSubnetId=s
	savedQuery | parameters={"day":"2026-01-05"}
	replacedSavedQuery |
	`),
)('ClickHouse Cloud accepts %s with %.80s', (name, changes) => {
	expect([...faultsOf(name, ''), ...faultsOf(name, changes)]).toEqual([]);
});

it.each(
	rows(`
	vpcService | description=undefined
	vpcService | description=${LONG}x
	vpcService | type=VPC
	vpcService | vpcEndpointServiceName=undefined
	vpcService | mskAuthentication=null
	vpcService | customPrivateDnsMappings=[{"privateDnsName":"a","targetId":"rcfg-1"}]
	vpcService | customPrivateDnsMappings=[{"privateDnsName":"a.*.com"}]
	vpcResource | vpcResourceShareArn=undefined
	vpcResource | vpcResourceConfigurationId=undefined
	vpcResource | customPrivateDnsMappings=[{"privateDnsName":"a","targetId":"1"}]
	vpcResource | customPrivateDnsMappings=[{"targetId":"rcfg-1"}]
	msk | mskClusterArn=undefined
	msk | mskAuthentication=undefined
	msk | mskAuthentication=PLAIN
	msk | customPrivateDnsMappings=[{"privateDnsName":"a"}]
	google | gcpServiceAttachment=undefined
	google | gcpServiceAttachment=projects/p
	mappings | customPrivateDnsMappings=undefined
	mappings | description=Others
	queryEndpoint | name=" "
	queryEndpoint | sql=" "
	queryEndpoint | sql=${'x'.repeat(4_194_305)}
	queryEndpoint | database=undefined
	queryEndpoint | apiKeyIds=[]
	queryEndpoint | apiKeyIds=["key"]
	queryEndpoint | roles=[]
	queryEndpoint | parameters=[]
	replacedQueryEndpoint | roles=undefined
	discovery | source=undefined
	discovery | source.kafka=undefined
	discovery | source.kafka=null
	discovery | source.kafka.brokers=undefined
	discovery | source.kafka.password=p
	discovery | source.kinesis={"streamName":"s","region":"us-east-1"}
	discovery | source.kafka=undefined source.postgres={"host":"h","port":5432,"database":"d"}
	discovery | source.kafka.schemaRegistry={"url":"https://r","authentication":"PLAIN"}
	discovery | source.kafka.schemaRegistry={"url":"https://r","credentials":{"username":"u","password":"p"}}
	discovery | source.kafka.schemaRegistry={"type":"glue","glueRegion":"r"}
	cdcScaling | replicaCpuMillicores=1500
	cdcScaling | replicaCpuMillicores=33000
	cdcScaling | replicaMemoryGb=2
	cdcScaling | replicaMemoryGb=6
	cdcScaling | replicaMemoryGb=132
	cdcScaling | replicaMemoryGb=null
	cdcScaling | replicaCpuMillicores=2000 replicaMemoryGb=4
	byocChecks | accountId=undefined
	byocChecks | displayName=Own
	byocChecks | vpcId=v
	byocUpdate | gcpPscSubnetId=s
	byocUpdate | enablePrivateLink=false gcpPscSubnetId=s
	byocUpdate | enablePrivateLink=null
	byocUpdate | tags={"team":1}
	savedQuery | name=""
	savedQuery | sql=undefined
	savedQuery | sql=${'x'.repeat(4_194_305)}
	replacedSavedQuery | database=undefined
	`),
)('ClickHouse Cloud refuses %s with %.80s', (name, changes) => {
	expect(faultsOf(name, changes).join()).toMatch(/^body/);
});
