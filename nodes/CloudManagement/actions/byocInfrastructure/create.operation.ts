import type { INodeProperties } from 'n8n-workflow';

import { identified, otherFields, quoted, quoteName } from '../../../core/approval/summary';
import type { JsonObject } from '../../../core/json';
import { optionsOf } from '../../../core/parameters/properties';
import { optionalTextList } from '../../../core/parameters/values';
import { objectBody } from '../../../core/http/request';
import type { ListedOperation } from '../../../core/resource';
import {
	AVAILABILITY_ZONE_SUFFIXES,
	BYOC_REGIONS,
	byocInfrastructureSchema,
	byocIssues,
	providerOf,
	UNKNOWN_REGIONS,
} from '../../api/byocInfrastructure';
import type { Dialect } from '../../api/dialect';
import { dialectOf } from '../../api/dialect';
import { createDefaults } from '../../../core/record/creation';
import {
	appendSegments,
	chosenOrganization,
	organizationPath,
	requestOptions,
} from '../shared/identifiers';
import {
	hasAddedMembers,
	requestBody,
	requestMembersField,
	trimmed,
} from '../../../core/parameters/requestBody';

const REGION_NAMES = {
	...Object.fromEntries(BYOC_REGIONS.map((region) => [region, `${providerOf(region)} ${region}`])),
	'': 'None (Use Additional Fields)',
};
const ofAzure = {
	show: { regionId: BYOC_REGIONS.filter((region) => providerOf(region) === 'Azure') },
};

const fields: INodeProperties[] = [
	{
		displayName: 'Account ID',
		name: 'accountId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 123456789012',
		description: 'The cloud account to set up the infrastructure in',
	},
	{
		displayName: 'Region',
		name: 'regionId',
		type: 'options',
		options: optionsOf(['', ...BYOC_REGIONS], REGION_NAMES),
		default: 'us-east-1',
		description:
			"The region to set up the infrastructure in. It's sent as regionId, as ClickHouse Cloud expects. If your API uses another key, choose None and enter the region in Additional Fields (JSON). A region that isn't in the list needs an expression and the option Allow Unlisted Values.",
	},
	{
		displayName: 'Availability Zone Suffixes',
		name: 'availabilityZoneSuffixes',
		type: 'multiOptions',
		options: optionsOf(AVAILABILITY_ZONE_SUFFIXES),
		default: ['a', 'b', 'c'],
		description: 'The availability zones of the region to use. If you clear it, the API decides.',
	},
	{
		displayName: 'VPC CIDR Range',
		name: 'vpcCidrRange',
		type: 'string',
		default: '',
		placeholder: 'e.g. 10.0.0.0/16',
		description:
			'The IP address range of the virtual private cloud (VPC). If you leave it empty, the API decides. To use your own network, leave it empty and enter vpcId and privateSubnetIds in Additional Fields (JSON).',
	},
	{
		displayName: 'Tenant ID',
		name: 'tenantId',
		type: 'string',
		default: '',
		displayOptions: ofAzure,
		placeholder: 'e.g. 3f0c1d2e-5b6a-4c7d-8e9f-0a1b2c3d4e5f',
		description: 'The ID of the Azure tenant. ClickHouse Cloud needs it.',
	},
	{
		displayName: 'Service Principal Client ID',
		name: 'servicePrincipalClientId',
		type: 'string',
		default: '',
		displayOptions: ofAzure,
		placeholder: 'e.g. 7a8b9c0d-1e2f-4a3b-9c4d-5e6f7a8b9c0d',
		description: 'The client ID of the Azure service principal. ClickHouse Cloud needs it.',
	},
	{
		displayName: 'Display Name',
		name: 'displayName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Production',
		description: 'The name of the infrastructure in the console',
	},
	requestMembersField('{ "tags": { "team": "data" } }'),
];

/** Reference, "Create BYOC infrastructure". */
export const createByocInfrastructure: ListedOperation = {
	name: 'Create',
	description: 'Set up BYOC infrastructure in your own cloud account',
	action: 'Create BYOC infrastructure',
	...createDefaults('BYOC infrastructure'),
	properties: [...fields, requestOptions({ reads: false, allowUnlisted: true })],
	unknownOutcome: [
		'The infrastructure may have been created',
		'Check the BYOC infrastructure of the organization in the console before you run the node again.',
	],
	target: (request) => identified('BYOC infrastructure in account', objectBody(request).accountId),
	summarize: (request, parameters) => {
		const body = objectBody(request);
		const others = otherFields(body, ['accountId', 'regionId', 'displayName']);
		const organization = chosenOrganization(parameters);
		const of = organization === undefined ? '' : ` of ${organization}`;
		return `Create BYOC infrastructure${nameText(body)}${of} in account ${quoteName(body.accountId)}${regionText(body)}${others}`;
	},
	plan: (parameters, { credential }) => {
		const organization = organizationPath(parameters, credential);
		const { path, issues } = appendSegments(organization, 'byocInfrastructure');
		const members = {
			accountId: trimmed(parameters.accountId),
			availabilityZoneSuffixes: optionalTextList(parameters.availabilityZoneSuffixes),
			displayName: trimmed(parameters.displayName),
			regionId: trimmed(parameters.regionId),
			servicePrincipalClientId: trimmed(parameters.servicePrincipalClientId),
			tenantId: trimmed(parameters.tenantId),
			vpcCidrRange: trimmed(parameters.vpcCidrRange),
		};
		const dialect = dialectOf(credential);
		const found = requestBody(byocInfrastructureSchema, members, parameters);
		return {
			request: { method: 'POST', path, body: found.body },
			issues: [...issues, ...found.issues, ...byocIssues(found.body, dialect)],
			hints: [...found.hints, ...regionHints(found.body, members, dialect)],
		};
	},
};

function regionHints(body: JsonObject, members: JsonObject, dialect: Dialect): string[] {
	if (body.regionId === undefined) {
		return hasAddedMembers(body, members)
			? []
			: ['Region is empty, and Additional Fields (JSON) adds none: no region is sent.'];
	}
	const isUnknown = UNKNOWN_REGIONS[dialect].some((region) => region === body.regionId);
	return isUnknown
		? ["The API may not know this region: its dialect doesn't list it. Left unchanged."]
		: [];
}

/** Without `regionId`, another key may contain the region. */
function regionText({ regionId }: JsonObject): string {
	return regionId === undefined ? '' : `, region ${quoteName(regionId)}`;
}

function nameText({ displayName }: JsonObject): string {
	return displayName === undefined ? '' : ` ${quoted(displayName)}`;
}
