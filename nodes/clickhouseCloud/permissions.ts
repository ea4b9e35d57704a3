/** Prefix of permission names in ClickHouse Cloud. */
export const PERMISSION_PREFIX = 'control-plane:';

/** This package's words for the objects of permissions. Other objects keep their names. */
const PERMITTED: Readonly<Record<string, string>> = {
	'api-keys': 'API keys',
	billing: "the organization's billing",
	clickpipes: 'pipes',
	'clickstack-api': 'the ClickStack API',
	organization: 'the organization',
	'query-api-endpoints': 'query endpoints',
	'scaling-config': 'the scaling of services',
	service: 'services',
};

/** "manage pipes" for service:manage-clickpipes. */
function permittedAction(permission: string): string {
	const [scope = '', right = ''] = permission.split(':');
	const [verb = '', ...words] = right.split('-');
	const name = words.length === 0 ? scope : words.join('-');
	return `${verb} ${PERMITTED[name] ?? name.replaceAll('-', ' ')}`;
}

export function noPermissionHeadline(permission: string): string {
	return `The key lacks the permission to ${permittedAction(permission)}`;
}
