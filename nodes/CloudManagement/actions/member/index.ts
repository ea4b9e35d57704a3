import { resource } from '../../../core/resource';
import { updateMember } from './update.operation';

export const member = resource('Member', 'A person in the organization', {
	update: updateMember,
});
