import { fields, rows } from '../rows';
import { PIPE_ID, SERVICE_ID } from './context';
import { plannedSummary, sentBody } from './judged';

const CREATE = 'reversePrivateEndpoint.create';
const UPDATE = 'reversePrivateEndpoint.update';
const ID = { reversePrivateEndpointId: PIPE_ID };

/** The fields of each type. */
const FORMS: Readonly<Record<string, string>> = {
	service: 'type=VPC_ENDPOINT_SERVICE vpcEndpointServiceName=vpce-svc',
	resource: 'type=VPC_RESOURCE vpcResourceConfigurationId=rcfg-1 vpcResourceShareArn=arn:1',
	msk: 'type=MSK_MULTI_VPC mskClusterArn=arn:2 mskAuthentication=SASL_IAM',
	google:
		'type=GCP_PSC_SERVICE_ATTACHMENT gcpServiceAttachment=projects/p/regions/r/serviceAttachments/n',
};
const formOf = (type: string, changes = '') =>
	fields(`description=Brokers ${FORMS[type] ?? ''} ${changes}`);

describe('a new reverse private endpoint', () => {
	it.each(Object.entries(FORMS))('sends for type %s the fields that it needs', (type, text) => {
		const body = { description: 'Brokers', ...fields(text) };
		expect(sentBody(CREATE, formOf(type))).toEqual(body);
		const additionalFields = { additionalMembers: body };
		expect(sentBody(CREATE, { type: '', additionalFields })).toEqual(body);
	});

	it.each(
		rows(`
		service | description= | description empty
		service | description=${'x'.repeat(256)} | description tooLong
		service | vpcEndpointServiceName= | vpcEndpointServiceName needed
		service | type=VPC | type unlisted
		resource | vpcResourceShareArn=" " | vpcResourceShareArn needed
		msk | mskAuthentication=PLAIN | mskAuthentication unlisted
		google | gcpServiceAttachment=projects/p | gcpServiceAttachment malformed
		google | additionalFields.additionalMembers={"mskAuthentication":null} | mskAuthentication isNull
		service | additionalFields.customPrivateDnsMappings.values=[{"privateDnsName":"a b"}] | additionalFields.customPrivateDnsMappings.0.privateDnsName malformed
		service | additionalFields.customPrivateDnsMappings.values=[{"privateDnsName":"a","targetId":"rcfg-1"}] | additionalFields.customPrivateDnsMappings.0.targetId onlyFor
		resource | additionalFields.customPrivateDnsMappings.values=[{"privateDnsName":"a","targetId":"1"}] | additionalFields.customPrivateDnsMappings.0.targetId malformed
		msk | additionalFields.customPrivateDnsMappings=[{"privateDnsName":"a"}] | additionalFields.customPrivateDnsMappings notTogether
		msk | additionalFields.additionalMembers={"customPrivateDnsMappings":[{"privateDnsName":"a"}]} | customPrivateDnsMappings notTogether
		`),
	)('is refused for type %s with %.60s: %s', (type, changes, expected) => {
		expect(sentBody(CREATE, formOf(type, changes))).toBe(expected);
	});

	it.each(
		rows(`
		resource | additionalFields.customPrivateDnsMappings.values=[{"privateDnsName":"*.a.example","targetId":" rcfg-1"}] | [{"privateDnsName":"*.a.example","targetId":"rcfg-1"}]
		service | additionalFields.customPrivateDnsMappings=[{"privateDnsName":"a.example"}] | [{"privateDnsName":"a.example"}]
		msk | additionalFields.customPrivateDnsMappings.values=[] | undefined
		msk | additionalFields.additionalMembers={"customPrivateDnsMappings":[]} | []
		`),
	)('has for type %s with %.60s the mappings %s', (type, changes, expected) => {
		const mappings: unknown = expected === 'undefined' ? undefined : JSON.parse(expected);
		expect(sentBody(CREATE, formOf(type, changes))).toEqual({
			...formOf(type),
			...(mappings !== undefined && { customPrivateDnsMappings: mappings }),
		});
	});

	it('is described by its target', () => {
		expect(plannedSummary(CREATE, formOf('msk'))).toBe(
			`Create reverse private endpoint Brokers of service ${SERVICE_ID} to 'arn:2' (other fields: type MSK_MULTI_VPC, mskAuthentication SASL_IAM)`,
		);
	});
});

describe('an update of a reverse private endpoint', () => {
	it.each(
		rows(`
		updateFields.customPrivateDnsMappings.values=[{"privateDnsName":"a"}] | [{"privateDnsName":"a"}]
		updateFields.customPrivateDnsMappings=[{"privateDnsName":"a","targetId":"rcfg-1"}] | [{"privateDnsName":"a","targetId":"rcfg-1"}]
		updateFields.customPrivateDnsMappings={} | []
		updateFields.additionalMembers={"customPrivateDnsMappings":[]} | []
		`),
	)('replaces all mappings by those in %s', (text, expected) => {
		const customPrivateDnsMappings: unknown = JSON.parse(expected);
		const body = sentBody(UPDATE, { ...ID, ...fields(text) });
		expect(body).toEqual({ customPrivateDnsMappings });
	});

	it.each(
		rows(`
		| updateFields nothingToUpdate
		updateFields.customPrivateDnsMappings=null | updateFields nothingToUpdate
		updateFields.additionalMembers={"customPrivateDnsMappings":null} | customPrivateDnsMappings wrongType
		updateFields.customPrivateDnsMappings={} updateFields.additionalMembers={"type":"x"} | type onlyFor
		`),
	)('is refused with %s: %s', (text, expected) => {
		expect(sentBody(UPDATE, { ...ID, ...fields(text) })).toBe(expected);
	});

	it('reports that no mapping is left', () => {
		const parameters = { ...ID, updateFields: { customPrivateDnsMappings: { values: [] } } };
		expect(plannedSummary(UPDATE, parameters)).toBe(
			`Update reverse private endpoint ${PIPE_ID} of service ${SERVICE_ID}: no customPrivateDnsMappings`,
		);
	});
});
