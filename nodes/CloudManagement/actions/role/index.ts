import { resource } from '../../../core/resource';
import { getMany } from '../../../core/record/record';
import { roleKind } from '../shared/role';

/** Second reference, "Organization". */
export const role = resource('Role', 'A set of permissions that members and API keys have', {
	getAll: getMany(roleKind, {
		description: 'Get the system roles and custom roles of the organization',
		action: 'Get many roles',
	}),
});
