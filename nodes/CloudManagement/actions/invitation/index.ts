import { resource } from '../../../core/resource';
import { get, getMany, remove } from '../../../core/record/record';
import { createInvitation } from './create.operation';
import { invitationKind } from './invitationKind';

/** Second reference, "Organization". */
export const invitation = resource('Invitation', 'An invitation of a person to the organization', {
	create: createInvitation,
	delete: remove(invitationKind, {
		description: 'Delete an invitation, so that nobody can join with it',
		action: 'Delete invitation',
	}),
	get: get(invitationKind, {
		description: 'Get the email address, roles and expiry of an invitation',
		action: 'Get invitation',
	}),
	getAll: getMany(invitationKind, {
		description: 'Get the open invitations to the organization',
		action: 'Get many invitations',
	}),
});
