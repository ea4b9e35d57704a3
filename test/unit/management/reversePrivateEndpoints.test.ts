import { cloudIssues, PIPE_ID, plannedSummary, cloudBody, SERVICE_ID } from './context';

const CREATE = 'reversePrivateEndpoint.create';
const UPDATE = 'reversePrivateEndpoint.update';

/** Each type needs these fields. */
const FORMS = {
	service: { type: 'VPC_ENDPOINT_SERVICE', vpcEndpointServiceName: 'vpce-svc' },
	resource: {
		type: 'VPC_RESOURCE',
		vpcResourceConfigurationId: 'rcfg-1',
		vpcResourceShareArn: 'arn:aws:ram:us-east-1:1:resource-share/a',
	},
	msk: {
		type: 'MSK_MULTI_VPC',
		mskClusterArn: 'arn:aws:kafka:us-east-1:1:cluster/b',
		mskAuthentication: 'SASL_IAM',
	},
};
const formOf = (kind: keyof typeof FORMS) => ({ description: 'Brokers', ...FORMS[kind] });
const withMappings = (customPrivateDnsMappings: unknown) => ({
	additionalFields: { customPrivateDnsMappings },
});

describe('Reverse Private Endpoint → Create', () => {
	it('reads DNS mappings from rows or a list', () => {
		const mapping = { privateDnsName: '*.a.example', targetId: 'rcfg-1' };
		const body = { ...formOf('resource'), customPrivateDnsMappings: [mapping] };
		for (const mappings of [[mapping], { values: [mapping] }]) {
			expect(cloudBody(CREATE, { ...formOf('resource'), ...withMappings(mappings) })).toEqual(body);
		}
		const none = { ...formOf('msk'), ...withMappings({ values: [] }) };
		expect(cloudBody(CREATE, none)).toEqual(formOf('msk'));
	});

	it("rejects a target that the type doesn't allow", () => {
		const targeted = withMappings([{ privateDnsName: 'a', targetId: 'rcfg-1' }]);
		expect(cloudIssues(CREATE, { ...formOf('service'), ...targeted })).toEqual([
			'additionalFields.customPrivateDnsMappings.0.targetId is only for',
		]);
	});

	it("rejects DNS mappings that the type doesn't allow", () => {
		const named = withMappings([{ privateDnsName: 'a' }]);
		expect(cloudIssues(CREATE, { ...formOf('msk'), ...named })).toEqual([
			"additionalFields.customPrivateDnsMappings can't be combined",
		]);
	});

	it("requires the type's ARN", () => {
		const resource = (vpcResourceShareArn: string) =>
			cloudIssues(CREATE, { ...formOf('resource'), vpcResourceShareArn });
		expect(resource('share-1')).toEqual(["vpcResourceShareArn isn't the ARN"]);
		expect(resource('arn:aws-us-gov:ram:us-gov-west-1:1:resource-share/a')).toEqual([]);
		const msk = (mskClusterArn: string) => cloudIssues(CREATE, { ...formOf('msk'), mskClusterArn });
		expect(msk('arn:aws:ram:us-east-1:1:resource-share/a')).toEqual([
			"mskClusterArn isn't the ARN",
		]);
		expect(msk('arn:aws-cn:kafka:cn-north-1:1:cluster/orders/a')).toEqual([]);
	});

	it("summarizes the endpoint's target", () => {
		expect(plannedSummary(CREATE, formOf('msk'))).toBe(
			`Create reverse private endpoint "Brokers" of service ${SERVICE_ID} to "arn:aws:kafka:us-east-1:1:cluster/b"; Type MSK_MULTI_VPC, MSK Authentication SASL_IAM`,
		);
	});
});

describe('Reverse Private Endpoint → Update', () => {
	const update = (updateFields: object) => ({ reversePrivateEndpointId: PIPE_ID, updateFields });

	it('replaces all DNS mappings with rows or a list', () => {
		const mapping = { privateDnsName: 'a', targetId: 'rcfg-1' };
		const replaced = { customPrivateDnsMappings: [mapping] };
		for (const mappings of [{ values: [mapping] }, [mapping]]) {
			expect(cloudBody(UPDATE, update({ customPrivateDnsMappings: mappings }))).toEqual(replaced);
		}
	});

	it('removes all DNS mappings only for an empty list', () => {
		const none = { customPrivateDnsMappings: [] };
		expect(cloudBody(UPDATE, update(none))).toEqual(none);
		expect(plannedSummary(UPDATE, update(none))).toBe(
			`Update reverse private endpoint ${PIPE_ID} of service ${SERVICE_ID}: no Custom Private DNS Mappings`,
		);
	});

	it.each([{}, { customPrivateDnsMappings: '' }, { customPrivateDnsMappings: { values: [] } }])(
		'rejects a body without DNS mappings: %j',
		(fields) => {
			const entered = { ...fields, additionalMembers: { novel: [1] } };
			expect(cloudIssues(UPDATE, update(entered))).toEqual([
				'updateFields.customPrivateDnsMappings is needed for',
			]);
		},
	);

	it.each([{ customPrivateDnsMappings: [], novel: 1 }, { customPrivateDnsMappings: [] }])(
		'sends DNS mappings in JSON as entered: %j',
		(additionalMembers) => {
			expect(cloudBody(UPDATE, update({ additionalMembers }))).toEqual(additionalMembers);
		},
	);
});
