import type { Behaviour } from '../routes/records';
import { omit } from '../routes/update';
import { noSuch } from './refusals';

/** Predefined roles can't be deleted, and neither can roles that a member has, which no response shows. */
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
