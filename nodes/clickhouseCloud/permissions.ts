import { capitalized, wordsOf } from '../engine/text';

export const PERMISSION_PREFIX = 'control-plane:';

/** Objects for which this package has its own words. For all other objects, permissions keep the API's words. */
const PERMITTED: Readonly<Record<string, string>> = {
	'api-keys': 'API keys',
	billing: "the organization's billing",
	clickpipes: 'pipes',
	'clickstack-api': 'the ClickStack API',
	'generative-ai': 'generative AI',
	'ip-access-list': 'IP access lists',
	organization: 'the organization',
	'postgres-service': 'Postgres services',
	'query-api-endpoints': 'query endpoints',
	'scaling-config': 'the scaling of services',
	service: 'services',
	support: 'support cases',
};

/** For example, "manage pipes" for service:manage-clickpipes. */
function permittedAction(permission: string): string {
	const [scope = '', right = ''] = permission.split(':');
	const [verb = '', ...words] = right.split('-');
	const name = words.length === 0 ? scope : words.join('-');
	return `${verb} ${PERMITTED[name] ?? name.replaceAll('-', ' ')}`;
}

export function noPermissionHeadline(permission: string): string {
	return `The key lacks the permission to ${permittedAction(permission)}`;
}

/** Some of these permissions are only for the console, so no operation needs them. */
const GRANTABLE = wordsOf(`
	organization:create-api-keys organization:create-service organization:delete-api-keys organization:manage
	organization:manage-billing organization:update-api-keys organization:view organization:view-activities
	organization:view-api-keys organization:view-billing postgres-service:manage postgres-service:view
	service:delete service:manage service:manage-backups service:manage-clickpipes service:manage-clickstack-api
	service:manage-generative-ai service:manage-ip-access-list service:manage-private-endpoints
	service:manage-query-api-endpoints service:manage-scaling-config service:view service:view-backups
	service:view-private-endpoints service:view-query-api-endpoints service:view-scaling-config support:manage
`);

export const PERMISSION_LABELS: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		GRANTABLE.map((permission) => [
			`${PERMISSION_PREFIX}${permission}`,
			permittedAction(permission)
				.split(' ')
				.filter((word) => word !== 'the')
				.map((word) => (word === 'of' ? word : capitalized(word)))
				.join(' '),
		]),
	),
	'sql-console:database:access': 'Access Databases in the SQL Console',
};

export const ORGANIZATION = { read: 'organization:view', change: 'organization:manage' };
const SERVICE = { read: 'service:view', change: 'service:manage' };
const BACKUPS = { read: 'service:view-backups', change: 'service:manage-backups' };
/** Even reading pipes requires the permission to manage them. */
export const PIPES = { read: 'service:manage-clickpipes', change: 'service:manage-clickpipes' };

/**
 * The API's documents name no permissions for beta operations, so these come from the vendor's command line tool. Keys
 * are the path after organization or service.
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

/** The permissions of all records, by the path after organization or service. */
export const PERMISSIONS = {
	...BETA_PERMISSIONS,
	backupConfiguration: BACKUPS,
	backups: BACKUPS,
	invitations: ORGANIZATION,
	keys: { read: 'organization:view-api-keys', change: 'organization:view-api-keys' },
	members: ORGANIZATION,
	prometheus: { read: SERVICE.read },
	'query-api-endpoints': {
		read: 'service:view-query-api-endpoints',
		change: 'service:manage-query-api-endpoints',
	},
	roles: { read: ORGANIZATION.change, change: ORGANIZATION.change },
	services: { ...SERVICE, hasNoListPermission: true },
} as const;
