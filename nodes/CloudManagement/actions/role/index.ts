import { resource } from '../../../core/resource';
import { getMany } from '../../../core/record/record';
import { roleKind } from '../shared/role';

/** Second reference, "Organization". */
export const role = resource('Role', 'A set of permissions that members and API keys have', {
	getAll: getMany(roleKind, {
		description: 'Get the roles of the organization, those of the system and its own',
		action: 'Get many roles',
	}),
});
