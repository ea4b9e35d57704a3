/** The start of all permissions' names in ClickHouse Cloud. */
export const PERMISSION_PREFIX = 'control-plane:';

/** The objects of permissions, in the words of this package. Others are named as they are. */
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

/** The end of a sentence about a permission: "manage pipes" for service:manage-clickpipes. */
function permittedAction(permission: string): string {
	const [scope = '', right = ''] = permission.split(':');
	const [verb = '', ...words] = right.split('-');
	const name = words.length === 0 ? scope : words.join('-');
	return `${verb} ${PERMITTED[name] ?? name.replaceAll('-', ' ')}`;
}

export function noPermissionHeadline(permission: string): string {
	return `The key lacks the permission to ${permittedAction(permission)}`;
}
