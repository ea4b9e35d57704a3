import { z } from 'zod';

import type { JsonObject } from '../../core/json';
import { isAbsent } from '../../core/json';
import type { ValidationIssue } from '../../core/operation';
import type { Dialect } from './dialect';

export const AVAILABILITY_ZONE_SUFFIXES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

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
export const BYOC_REGIONS = [
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
export const UNKNOWN_REGIONS: Readonly<Record<Dialect, readonly string[]>> = {
	clickhouseCloud: ONLY_STANDARD,
	custom: [],
	standard: ONLY_CLICKHOUSE_CLOUD,
};

/** Each provider spells regions its own way: `us-east-1`, `us-east1`, `eastus`. */
export function providerOf(region: string): 'AWS' | 'Azure' | 'Google' {
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
export const byocInfrastructureSchema = z.object({
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
export function byocIssues(body: JsonObject, dialect: Dialect): ValidationIssue[] {
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
