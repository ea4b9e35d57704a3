import { z } from 'zod';

export const AVAILABILITY_ZONE_SUFFIXES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** The documented regions. */
export const BYOC_REGIONS = [
	'ap-northeast-1',
	'ap-south-1',
	'ap-southeast-1',
	'ap-southeast-2',
	'eu-central-1',
	'eu-west-1',
	'eu-west-2',
	'me-central-1',
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
] as const;

/** Reference, "Create BYOC infrastructure". It does not show what the member with the region is called. */
export const byocInfrastructureSchema = z.object({
	accountId: z.string().min(1),
	availabilityZoneSuffixes: z.array(z.enum(AVAILABILITY_ZONE_SUFFIXES)).min(1),
	regionId: z.enum(BYOC_REGIONS).optional(),
	vpcCidrRange: z.string().refine(isCidr, 'is not a CIDR range. Enter one, such as 10.0.0.0/16.'),
});

/** Whether text is an IPv4 range with a prefix length. */
function isCidr(text: string): boolean {
	return z.string().cidr({ version: 'v4' }).safeParse(text).success;
}
