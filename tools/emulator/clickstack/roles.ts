import type { Behaviour } from '../routes/records';
import { omit } from '../routes/update';
import { noSuch } from './refusals';

/**
 * The server refuses to delete predefined roles, and roles that a member has. No response shows which roles these are.
 */
export const clickStackRoles: Behaviour = {
	missing: noSuch('Role'),
	refuse: ({ operation: { method } }, role) => {
		const isNeeded = role?.['isPredefined'] === true || role?.['isAssigned'] === true;
		if (method !== 'DELETE' || !isNeeded) return undefined;
		return { status: 400, message: 'The role is predefined or assigned' };
	},
	store: (_call, made, role) => ({ ...made, isPredefined: role?.['isPredefined'] ?? false }),
	show: (_call, role) => omit(role, ['isAssigned']),
};
