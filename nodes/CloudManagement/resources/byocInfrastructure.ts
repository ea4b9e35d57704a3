import { z } from 'zod';
import { otherFields, quoted, quoteName } from '../../engine/approval/sentences';
import type { Field } from '../../engine/body/fields';
import { choice, description, text } from '../../engine/body/fields';
import type { JsonObject } from '../../engine/json';
import { isAbsent } from '../../engine/json';
import { optionsOf } from '../../engine/parameters/properties';
import { optionalTextList } from '../../engine/parameters/values';
import { resource } from '../../engine/resource';
import { wordsOf } from '../../engine/text';
import { newFields } from '../../features/record/bodyFields';
import { create } from '../../features/record/change';
import type { ListType } from '../../features/record/record';
import type { Dialect } from '../../clickhouseCloud/api';
import { dialectOf } from '../../clickhouseCloud/api';
import {
	chosenOrganization,
	inOrganization,
	ofOrganization,
} from '../../clickhouseCloud/identifiers';
import { REGIONS } from '../../clickhouseCloud/regions';
import type { Issue } from '../../engine/issue';

const AVAILABILITY_ZONE_SUFFIXES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** Regions that only one reference lists. */
const ONLY_STANDARD = ['me-central-1'];
const ONLY_CLICKHOUSE_CLOUD = wordsOf(
	'ap-northeast-2 asia-northeast1 ca-central-1 centralus europe-west2 il-central-1',
);

/** The documented regions of both references. */
const BYOC_REGIONS = [...Object.values(REGIONS).flat(), ...ONLY_STANDARD];

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

/** Finds what doesn't go together, and what ClickHouse Cloud needs besides the account. */
function* byocIssues(body: JsonObject, dialect: Dialect): Iterable<Issue> {
	const { regionId, vpcCidrRange, vpcId, privateSubnetIds } = body;
	const provider = typeof regionId === 'string' ? providerOf(regionId) : undefined;
	const own = OWN_NETWORK.filter((name) => !isAbsent(body[name]));
	if (own.length > 0 && !isAbsent(vpcCidrRange)) {
		const other = own.map((name) => `"${name}"`).join(' and ');
		yield { path: 'vpcCidrRange', code: 'notTogether', other };
	}
	if (!isAbsent(vpcId) && isAbsent(privateSubnetIds)) {
		yield { path: 'privateSubnetIds', code: 'needed', because: 'with "vpcId"' };
	}
	if (provider === 'Google' && Array.isArray(privateSubnetIds) && privateSubnetIds.length > 1) {
		yield { path: 'privateSubnetIds', code: 'tooMany', maximum: 1 };
	}
	if (dialect !== 'clickhouseCloud') return;
	const needed = provider === 'Azure' ? AZURE_FIELDS : provider === undefined ? ['regionId'] : [];
	const because = provider === undefined ? 'in ClickHouse Cloud' : 'for Azure';
	for (const path of needed) if (isAbsent(body[path])) yield { path, code: 'needed', because };
}

/** Whether text is an IPv4 range with a prefix length. */
function isCidr(text: string): boolean {
	return z.string().cidr({ version: 'v4' }).safeParse(text).success;
}

const REGION_NAMES = Object.fromEntries(
	BYOC_REGIONS.map((region) => [region, `${providerOf(region)} ${region}`]),
);
const OF_AZURE = { regionId: BYOC_REGIONS.filter((region) => providerOf(region) === 'Azure') };
const given = z.string().trim().min(1);
const texts = z.array(z.string());

const availabilityZoneSuffixes: Field = {
	schema: z.array(z.enum(AVAILABILITY_ZONE_SUFFIXES)),
	read: optionalTextList,
	properties: ({ name }) => [
		{
			displayName: 'Availability Zone Suffixes',
			name,
			type: 'multiOptions',
			options: optionsOf(AVAILABILITY_ZONE_SUFFIXES),
			default: ['a', 'b', 'c'],
			description: 'The availability zones of the region to use. If you clear it, the API decides.',
		},
	],
};

/**
 * Reference, "Create BYOC infrastructure": it doesn't show the name of the region's field, nor what is required.
 * Autumn of ClickHouse Cloud, section 5.
 */
const infrastructure = description('', {
	accountId: text('Account ID', {
		required: true,
		placeholder: 'e.g. 123456789012',
		description: 'The cloud account to set up the infrastructure in',
	}),
	regionId: choice('Region', REGION_NAMES, {
		off: { name: 'None (Use Additional Fields)', value: '' },
		default: 'us-east-1',
		description:
			"The region to set up the infrastructure in. It's sent as regionId, as ClickHouse Cloud expects. If your API uses another key, choose None and enter the region in Additional Fields (JSON). A region that isn't in the list needs an expression and the option Allow Unlisted Values.",
	}),
	availabilityZoneSuffixes,
	vpcCidrRange: text('VPC CIDR Range', {
		placeholder: 'e.g. 10.0.0.0/16',
		description:
			'The IP address range of the virtual private cloud (VPC). If you leave it empty, the API decides. To use your own network, leave it empty and enter vpcId and privateSubnetIds in Additional Fields (JSON).',
		schema: z.string().trim().refine(isCidr, "isn't a CIDR range. Enter one, such as 10.0.0.0/16."),
	}),
	tenantId: text('Tenant ID', {
		shown: OF_AZURE,
		placeholder: 'e.g. 3f0c1d2e-5b6a-4c7d-8e9f-0a1b2c3d4e5f',
		description: 'The ID of the Azure tenant. ClickHouse Cloud needs it.',
		schema: given,
	}),
	servicePrincipalClientId: text('Service Principal Client ID', {
		shown: OF_AZURE,
		placeholder: 'e.g. 7a8b9c0d-1e2f-4a3b-9c4d-5e6f7a8b9c0d',
		description: 'The client ID of the Azure service principal. ClickHouse Cloud needs it.',
		schema: given,
	}),
	displayName: text('Display Name', {
		placeholder: 'e.g. Production',
		description: 'The name of the infrastructure in the console',
		schema: given,
	}),
	vpcId: { schema: given },
	privateSubnetIds: { schema: texts.min(1).max(MAX_SUBNETS) },
	publicSubnetIds: { schema: texts.max(MAX_SUBNETS) },
	gcpPodCidrRangeNames: { schema: texts },
	gcpSharedVpcHostProjectId: { schema: given },
	externalId: { schema: given },
	tags: {
		schema: z
			.record(z.string())
			.refine(
				(tags) => Object.keys(tags).length <= MAX_TAGS,
				`must have at most ${String(MAX_TAGS)} entries.`,
			),
	},
});

const FORM_KEYS = Object.entries(infrastructure.members).flatMap(([name, { properties }]) =>
	properties === undefined ? [] : [name],
);
const fields = newFields(infrastructure, {
	example: '{ "tags": { "team": "data" } }',
	rules: [(body, { credential }) => byocIssues(body, dialectOf(credential))],
	hints: (body, { credential }) => regionHints(body, dialectOf(credential)),
});

function regionHints(body: JsonObject, dialect: Dialect): string[] {
	if (body.regionId === undefined) {
		return Object.keys(body).every((name) => FORM_KEYS.includes(name))
			? ['Region is empty, and Additional Fields (JSON) adds none: no region is sent.']
			: [];
	}
	return UNKNOWN_REGIONS[dialect].some((region) => region === body.regionId)
		? ["The API may not know this region: its dialect doesn't list it. Left unchanged."]
		: [];
}

const byocInfrastructureRecord: ListType = {
	title: 'BYOC infrastructure',
	plural: 'BYOC infrastructure',
	parent: ofOrganization,
	permissions: { change: 'organization:manage' },
	collection: inOrganization('byocInfrastructure'),
};

export const byocInfrastructure = resource(
	'BYOC Infrastructure',
	'Infrastructure in your own cloud account',
	{
		create: create(byocInfrastructureRecord, {
			description: 'Set up BYOC infrastructure in your own cloud account',
			fields,
			allowUnlisted: true,
			target: ['BYOC infrastructure in account', 'accountId'],
			summarize: (body, parameters) => {
				const { accountId, regionId, displayName } = body;
				const others = otherFields(body, ['accountId', 'regionId', 'displayName']);
				const organization = chosenOrganization(parameters);
				const name = displayName === undefined ? '' : ` ${quoted(displayName)}`;
				const of = organization === undefined ? '' : ` of ${organization}`;
				// Another key may contain the region.
				const region = regionId === undefined ? '' : `, region ${quoteName(regionId)}`;
				return `Create BYOC infrastructure${name}${of} in account ${quoteName(accountId)}${region}${others}`;
			},
		}),
	},
);
