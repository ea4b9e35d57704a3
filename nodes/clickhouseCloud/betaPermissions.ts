const ORGANIZATION = { read: 'organization:view', change: 'organization:manage' };
const SERVICE = { read: 'service:view', change: 'service:manage' };
const BACKUPS = { read: 'service:view-backups', change: 'service:manage-backups' };
const PIPES = { read: 'service:manage-clickpipes', change: 'service:manage-clickpipes' };

/**
 * Permissions of beta operations, by the path after organization or service. The API's documents don't name them, so
 * these come from the vendor's command line tool.
 */
export const BETA_PERMISSIONS = {
	activeBalances: { read: 'organization:view-billing' },
	backupBucket: BACKUPS,
	byocInfrastructure: ORGANIZATION,
	clickhouseSettings: SERVICE,
	'clickpipes/context': PIPES,
	'clickpipes/schemaDiscovery': PIPES,
	clickstack: { read: 'service:manage-clickstack-api', change: 'service:manage-clickstack-api' },
	creditBalances: { read: 'organization:view-billing' },
	postgres: { read: 'postgres-service:view', change: 'postgres-service:manage' },
	quotas: { read: ORGANIZATION.read },
	'saved-queries': SERVICE,
	scalingSchedule: { read: SERVICE.read, change: 'service:manage-scaling-config' },
	serviceProfiles: { read: ORGANIZATION.read },
	snapshotConfiguration: BACKUPS,
	snapshots: BACKUPS,
	upgradeWindow: SERVICE,
} as const satisfies Record<string, { read: string; change?: string }>;
