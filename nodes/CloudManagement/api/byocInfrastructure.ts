import { z } from 'zod';

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

/** Reference, "Create BYOC infrastructure". It doesn't show the name of the region's field. */
export const byocInfrastructureSchema = z.object({
	accountId: z.string().min(1),
	availabilityZoneSuffixes: z.array(z.enum(AVAILABILITY_ZONE_SUFFIXES)).min(1),
	regionId: z.enum(BYOC_REGIONS).optional(),
	displayName: z.string().min(1).optional(),
	vpcCidrRange: z.string().refine(isCidr, "isn't a CIDR range. Enter one, such as 10.0.0.0/16."),
});

/** Whether text is an IPv4 range with a prefix length. */
function isCidr(text: string): boolean {
	return z.string().cidr({ version: 'v4' }).safeParse(text).success;
}
