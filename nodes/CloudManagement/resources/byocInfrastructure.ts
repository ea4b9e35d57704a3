import { z } from 'zod';
import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../engine/json';
import { isAbsent } from '../../engine/json';
import type { ValidationIssue } from '../../engine/operation';
import type { Dialect } from '../../clickhouseCloud/api';
import { identified, otherFields, quoted, quoteName } from '../../engine/approval/sentences';
import { optionsOf } from '../../engine/parameters/properties';
import { optionalTextList } from '../../engine/parameters/values';
import { objectBody } from '../../engine/http/request';
import type { ListedOperation } from '../../engine/resource';
import { dialectOf } from '../../clickhouseCloud/api';
import { createDefaults } from '../../features/record/record';
import {
	appendSegments,
	chosenOrganization,
	organizationPath,
	requestOptions,
} from '../../clickhouseCloud/identifiers';
import {
	hasAddedMembers,
	requestBody,
	requestMembersField,
	trimmed,
} from '../../engine/parameters/json';
import { resource } from '../../engine/resource';

const AVAILABILITY_ZONE_SUFFIXES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** Regions that only one reference lists. */
const ONLY_STANDARD = ['me-central-1'] as const;
const ONLY_CLICKHOUSE_CLOUD = [
	'ap-northeast-2',
	'asia-northeast1',
	'ca-central-1',
	'centralus',
	'europe-west2',
	'il-central-1',
] as const;

/** The documented regions of both references. */
const BYOC_REGIONS = [
	'ap-northeast-1',
	'ap-south-1',
	'ap-southeast-1',
	'ap-southeast-2',
	'eu-central-1',
	'eu-west-1',
	'eu-west-2',
	'us-east-1',
	'us-east-2',
	'us-west-2',
	'us-east1',
	'us-central1',
	'europe-west4',
	'asia-southeast1',
	'eastus',
	'eastus2',
	'westus3',
	'germanywestcentral',
	...ONLY_STANDARD,
	...ONLY_CLICKHOUSE_CLOUD,
] as const;

/** Regions that a dialect does not list, though the other one does. Of a custom one, nothing is known. */
const UNKNOWN_REGIONS: Readonly<Record<Dialect, readonly string[]>> = {
	clickhouseCloud: ONLY_STANDARD,
	custom: [],
	standard: ONLY_CLICKHOUSE_CLOUD,
};

/** Each provider spells regions its own way: `us-east-1`, `us-east1`, `eastus`. */
function providerOf(region: string): 'AWS' | 'Azure' | 'Google' {
	if (!region.includes('-')) return 'Azure';
	return /-\d$/.test(region) ? 'AWS' : 'Google';
}

/** The keys of a network that exists already. */
const OWN_NETWORK = ['vpcId', 'privateSubnetIds', 'publicSubnetIds'];
/** What ClickHouse Cloud needs for a region of Azure. */
const AZURE_FIELDS = ['tenantId', 'servicePrincipalClientId'];

const MAX_SUBNETS = 6;
const MAX_TAGS = 50;

const text = z.string().min(1).optional();
const texts = z.array(z.string());

/**
 * Reference, "Create BYOC infrastructure": it doesn't show the name of the region's field, nor what is required.
 * Autumn of ClickHouse Cloud, section 5.
 */
const byocInfrastructureSchema = z.object({
	accountId: z.string().min(1),
	availabilityZoneSuffixes: z.array(z.enum(AVAILABILITY_ZONE_SUFFIXES)).optional(),
	regionId: z.enum(BYOC_REGIONS).optional(),
	displayName: text,
	vpcCidrRange: z
		.string()
		.refine(isCidr, "isn't a CIDR range. Enter one, such as 10.0.0.0/16.")
		.optional(),
	vpcId: text,
	privateSubnetIds: texts.min(1).max(MAX_SUBNETS).optional(),
	publicSubnetIds: texts.max(MAX_SUBNETS).optional(),
	gcpPodCidrRangeNames: texts.optional(),
	gcpSharedVpcHostProjectId: text,
	externalId: text,
	tenantId: text,
	servicePrincipalClientId: text,
	tags: z
		.record(z.string())
		.refine(
			(tags) => Object.keys(tags).length <= MAX_TAGS,
			`must have at most ${String(MAX_TAGS)} entries.`,
		)
		.optional(),
});

/** Returns what doesn't go together, and what ClickHouse Cloud needs besides the account. */
function byocIssues(body: JsonObject, dialect: Dialect): ValidationIssue[] {
	const { regionId, vpcCidrRange, vpcId, privateSubnetIds } = body;
	const provider = typeof regionId === 'string' ? providerOf(regionId) : undefined;
	const issues: ValidationIssue[] = [];
	const own = OWN_NETWORK.filter((name) => !isAbsent(body[name]));
	if (own.length > 0 && !isAbsent(vpcCidrRange)) {
		const other = own.map((name) => `"${name}"`).join(' and ');
		issues.push({ path: 'vpcCidrRange', code: 'notTogether', other });
	}
	if (!isAbsent(vpcId) && isAbsent(privateSubnetIds)) {
		issues.push({ path: 'privateSubnetIds', code: 'needed', because: 'with "vpcId"' });
	}
	if (provider === 'Google' && Array.isArray(privateSubnetIds) && privateSubnetIds.length > 1) {
		issues.push({ path: 'privateSubnetIds', code: 'tooMany', maximum: 1 });
	}
	if (dialect !== 'clickhouseCloud') return issues;
	const needed = provider === 'Azure' ? AZURE_FIELDS : provider === undefined ? ['regionId'] : [];
	const because = provider === undefined ? 'in ClickHouse Cloud' : 'for Azure';
	const missing = needed.filter((name) => isAbsent(body[name]));
	return [
		...issues,
		...missing.map((path): ValidationIssue => ({ path, code: 'needed', because })),
	];
}

/** Whether text is an IPv4 range with a prefix length. */
function isCidr(text: string): boolean {
	return z.string().cidr({ version: 'v4' }).safeParse(text).success;
}

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
const createByocInfrastructure: ListedOperation = {
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

export const byocInfrastructure = resource(
	'BYOC Infrastructure',
	'Infrastructure in your own cloud account',
	{
		create: createByocInfrastructure,
	},
);
