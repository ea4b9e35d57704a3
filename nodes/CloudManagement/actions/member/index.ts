import { resource } from '../../../core/resource';
import { get, getMany, remove } from '../../../core/record/record';
import { memberKind } from './memberKind';
import { updateMember } from './update.operation';

/** Second reference, "Organization". */
export const member = resource(
	'Member',
	'A person in the organization',
	{
		delete: remove(memberKind, {
			description: 'Remove a member from the organization',
			action: 'Delete member',
		}),
		get: get(memberKind, {
			description: 'Get the email address and roles of a member of the organization',
			action: 'Get member',
		}),
		getAll: getMany(memberKind, {
			description: 'Get the members of the organization',
			action: 'Get many members',
		}),
		update: updateMember,
	},
	'update',
);
