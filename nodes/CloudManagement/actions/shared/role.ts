import type { INodeProperties } from 'n8n-workflow';

import { optionsOf } from '../../../core/parameters/fields';
import { ROLES } from '../../api/organization';

export const roleField: INodeProperties = {
	displayName: 'Role',
	name: 'role',
	type: 'options',
	required: true,
	options: optionsOf(ROLES, { admin: 'Admin', developer: 'Developer' }),
	default: 'developer',
	description: 'The role in the organization',
};
