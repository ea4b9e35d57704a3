import { resource } from '../../../core/resource';
import { createInvitation } from './create.operation';

export const invitation = resource('Invitation', 'An invitation of a person to the organization', {
	create: createInvitation,
});
